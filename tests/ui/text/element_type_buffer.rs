// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(b(f32[2]));

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
