// mistakes: 1
use tiled_layout::layout;

const LANES: u64 = 128;

fn main() {
    let wrong = layout!(F32[3,500]<1,0:T(8,LANES)>);
    println!("{wrong}");
}
