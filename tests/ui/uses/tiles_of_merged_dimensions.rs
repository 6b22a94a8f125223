// mistakes: 1
use tiled_layout::{Buffer, layout};

fn main() {
    let mut buffer = Buffer::<f32, layout!(F32[2,3,4]<2,1,0:T(*,2,2)>)>::zeroed();
    for mut tile in buffer.tiles_mut() {
        let _ = tile.view_mut();
    }
}
