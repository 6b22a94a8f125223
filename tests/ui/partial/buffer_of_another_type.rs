//! The elements of a view are checked at compile time.

use tiled_layout::layout;

type Rows = layout!(F32[?,5]<1,0:T(2,2)>);

fn main() {
    let rows = Rows::with_dims([3, 5]).unwrap();
    let _ = rows.view(&[0i32; 24]);
}

// mistakes: 1
