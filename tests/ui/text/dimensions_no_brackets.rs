// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(F32 3,5);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
