// mistakes: 1
use tiled_layout::layout;

const HUGE: usize = 1 << 60;

type Wrong = layout!(F32[3,HUGE]<1,0:T(8,128)>);

const LEN: usize = Wrong::PADDED_LEN;

fn main() {
    println!("{LEN}");
}
