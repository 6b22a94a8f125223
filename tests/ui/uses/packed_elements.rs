// mistakes: 1
use tiled_layout::layout;

fn main() {
    let buffer = [0u8; 12];
    let _ = <layout!(S4[3,5]<1,0:T(2,2)E(4)>)>::view(&buffer);
}
