// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!();

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
