// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
