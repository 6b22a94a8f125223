//! A static layout of other extents.

use tiled_layout::layout;

type Rows = layout!(F32[?,5]<1,0:T(2,2)>);

fn main() {
    let _ = Rows::from(layout!(F32[3,6]<1,0:T(2,2)>));
}

// mistakes: 1
