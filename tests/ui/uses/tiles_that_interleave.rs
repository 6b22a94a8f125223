// mistakes: 1
use tiled_layout::{Buffer, layout};

fn main() {
    let buffer = Buffer::<f32, layout!(F32[4,4]<1,0:T(2,2)(2,1,1,1)>)>::zeroed();
    let tile = buffer.tile([0, 0]).unwrap();
    let _ = tile.view();
}
