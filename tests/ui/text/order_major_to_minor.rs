// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32[3,5,7]{major_to_minor=(0,1,2)});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
