// mistakes: 1
use tiled_layout::layout;

use tiled_layout::{Layout, Mapping, Offset, StaticLayout, View, ViewMut};

type Wrong = layout!(F32[3,5]<1,1:T(2,2)>);

const VALUE: Wrong = StaticLayout::new();
const LAYOUT: Layout = Wrong::LAYOUT;
const LEN: usize = Wrong::PADDED_LEN;
const DIMS: &[usize] = Wrong::DIMS;
const AT: usize = Wrong::offset([2, 3]);
const INDEX: Option<[usize; 2]> = Wrong::index(17);
const CORNER: Offset<Wrong> = Wrong::at([2, 4]);
const PAST: Offset<Wrong> = Wrong::at([3, 5]);
static BUFFER: [f32; Wrong::PADDED_LEN] = [0.0; LEN];

struct Holder<'a> {
    layout: Wrong,
    view: View<'a, f32, Wrong>,
    buffer: [f32; Wrong::PADDED_LEN],
}

impl Holder<'_> {
    fn sum(&self) -> f32 {
        self.view[[2, 3]] + self.view[CORNER] + self.buffer[self.layout.offset([2, 3])]
    }
}

trait Named {
    const NAME: &'static str;
}

impl Named for Wrong {
    const NAME: &'static str = "wrong";
}

fn fill(mut view: ViewMut<'_, f32, Wrong>, by: f32) {
    view[[2, 3]] = by;
    *view.get_mut([0, 0]).unwrap() = by;
}

fn generic<M: Mapping>(layout: M) -> usize {
    layout.padded_len()
}

fn main() {
    let mut buffer = vec![0.0f32; Wrong::PADDED_LEN];
    fill(Wrong::view_mut(&mut buffer).unwrap(), 1.5);
    let view = Wrong::view(&buffer).unwrap();
    let holder = Holder {
        layout: VALUE,
        view,
        buffer: BUFFER,
    };
    println!("{} {} {}", holder.sum(), generic(VALUE), generic(Wrong::new()));
    println!("{LAYOUT} {DIMS:?} {AT} {INDEX:?} {} {}", PAST.position(), Wrong::NAME);
    println!("{} {:?}", VALUE, Wrong::default() == VALUE);
    for row in 0..3 {
        println!("{:?}", view.get([row, 4]));
    }
}
