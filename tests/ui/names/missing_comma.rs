// mistakes: 2
use tiled_layout::layout;

const N: usize = 3;

fn main() {
    let _ = layout!(F32[N N]);
    let _ = layout!(F32[3,5]<1,0:T(2 N)>);
    println!("{N}");
}
