// mistakes: 1
use tiled_layout::layout;

const ROWS: i32 = 3;

type Wrong = layout!(F32[ROWS,5]<1,0:T(2,2)>);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
