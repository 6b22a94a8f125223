// mistakes: 1
use tiled_layout::layout;

type Wrong = layout!(f32[3,4611686018427387904]{1,0:T(8,128)});

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
