// mistakes: 5
use tiled_layout::layout;

type Wrong = layout!(i32[3,-5]<1,1:T(0,2)S(256)>);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
