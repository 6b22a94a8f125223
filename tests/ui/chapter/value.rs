use tiled_layout::layout;

const TILE: usize = 0;

layout! {
    type Wrong = F32[3,5]<1,0:T(TILE,2)>;
}

fn main() {
    println!("{}", Wrong::PADDED_LEN);
}

// mistakes: 1
