// mistakes: 1
use tiled_layout::layout;

fn main() {
    let buffer = [0.0f64; 24];
    let _ = <layout!(F32[3,5]<1,0:T(2,2)>)>::view(&buffer);
}
