// mistakes: 1
use tiled_layout::layout;

const TILE: usize = 0;

type Wrong = layout!(F32[3,5]<1,0:T(TILE,2)>);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
    println!("{}", Wrong::TILE_LEN);
}
