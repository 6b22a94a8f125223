// mistakes: 4
use tiled_layout::layout;

type Wrong = layout!(
    bfloat16[300, 500]{
        1, 0
        : T(8, 128)(2; 1)
        L(0)
        E(16)
        S(1, 2)
    }
);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
