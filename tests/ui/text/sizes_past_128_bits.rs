// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32[9000000000000000000,9000000000000000000,9000000000000000000]{2,1,0});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
