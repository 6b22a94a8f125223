// mistakes: 1
use tiled_layout::layout;

mod sizes {
    pub const TILE: usize = 0;
}

type Wrong = layout!(F32[3,5]<1,0:T(2,sizes::TILE)>);

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}
