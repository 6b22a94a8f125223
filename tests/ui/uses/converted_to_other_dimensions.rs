// mistakes: 1
use tiled_layout::{Buffer, layout};

fn main() {
    let rows = Buffer::<f32, layout!(F32[3,5])>::zeroed();
    let _ = rows.to_layout::<layout!(F32[3,7]<1,0:T(2,2)>)>();
}
