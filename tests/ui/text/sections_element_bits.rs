// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32[3,5]{1,0:T(2,2)E(16)});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
