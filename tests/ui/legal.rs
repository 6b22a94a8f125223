//! Every place that a layout is legal in.
use tiled_layout::{Mapping, View, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
const ROWS: usize = 3;
const VALUE: layout!(F32[ROWS,5]{1,0:T(2,2)}) = layout!(F32[3,{ ROWS + 2 }]{1,0:T(2,2)});

struct Holder<'a> {
    view: View<'a, f32, layout!(F32[3,5]<1,0:T(2,2)>)>,
}

fn corner<const N: usize>(view: View<'_, f32, layout!(F32[N,5]<1,0:T(2,2)>)>) -> f32 {
    view[[N - 1, 4]]
}

fn main() {
    let buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    let holder = Holder {
        view: Fig1::view(&buffer).unwrap(),
    };
    assert_eq!(corner(holder.view), 20.0);
    assert_eq!(VALUE.offset([2, 3]), 17);
}
