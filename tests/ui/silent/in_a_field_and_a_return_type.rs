// mistakes: 2
use tiled_layout::layout;

struct Holder {
    layout: layout!(F32[3,-5]<1,0:T(2,2)>),
}

fn make() -> layout!(F32[3,5]<0:T(2,2)>) {
    Default::default()
}

impl Default for Holder {
    fn default() -> Self {
        Holder {
            layout: Default::default(),
        }
    }
}

fn main() {
    println!("{} {}", Holder::default().layout, make());
}
