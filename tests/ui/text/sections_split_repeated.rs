// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32[3,5]{1,0:SC(0:1)(0:2)});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
