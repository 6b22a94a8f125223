// mistakes: 1
use tiled_layout::{Buffer, layout};

fn main() {
    let rows = Buffer::<f32, layout!(F32[3,5])>::zeroed();
    let mut tiled = Buffer::<f32, layout!(F32[5,3]<1,0:T(2,2)>)>::zeroed();
    tiled.view_mut().copy_from(&rows.view()).unwrap();
}
