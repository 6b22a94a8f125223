//! The same, where the size of an element is another.

use tiled_layout::layout;

type Packed = layout!(S4[?,5]<1,0:T(2,2)E(4)>);

fn main() {
    let _ = Packed::with_dims([3, 5]).unwrap().view(&[0i8; 24]);
}

// mistakes: 1
