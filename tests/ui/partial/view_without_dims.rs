//! The sizes are the value's, so that a view takes the value.

use tiled_layout::{Buffer, layout};

type Rows = layout!(F32[?,5]<1,0:T(2,2)>);

fn main() {
    let _ = Rows::view(&[0.0f32; 24]);
    let _ = Buffer::<f32, Rows>::zeroed();
}

// mistakes: 2
