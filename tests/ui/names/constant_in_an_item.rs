// mistakes: 2
use tiled_layout::layout;

const TILE: usize = 0;
const HUGE: usize = 1 << 62;

layout! {
    pub type Wrong = F32[3,5]<1,0:T(2,TILE)>;
    type Large<const N: usize> = F32[N,HUGE]<1,0:T(2,2)>;
    type Good<const N: usize> = F32[N,5]<1,0:T(2,N)>;
}

fn main() {
    println!("{} {}", Wrong::PADDED_LEN, Good::<2>::PADDED_LEN);
    println!("{}", Large::<1>::PADDED_LEN);
}
