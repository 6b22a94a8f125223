//! The same, where the macro does not know the tile.

use tiled_layout::layout;

const ROWS: usize = 3;

fn main() {
    let _ = <layout!(F32[?,128]<1,0:T(ROWS,4)(2,2)>)>::with_dims([5, 128]);
}

// mistakes: 1
