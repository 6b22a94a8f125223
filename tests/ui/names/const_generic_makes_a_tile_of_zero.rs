// mistakes: 1
use tiled_layout::layout;

fn padded_len<const TILE: usize>() -> usize {
    <layout!(F32[3,5]<1,0:T(TILE,2)>)>::PADDED_LEN
}

fn main() {
    println!("{} {}", padded_len::<2>(), padded_len::<0>());
}
