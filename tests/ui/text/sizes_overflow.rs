// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32[4294967296,4294967296]{1,0});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
