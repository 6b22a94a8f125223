// mistakes: 1
use tiled_layout::layout;

const ROWS: usize = 9;

fn main() {
    println!("{}", <layout!(F32[ROWS,5]<1,0:PAD(8,8=zero)>)>::PADDED_LEN);
}
