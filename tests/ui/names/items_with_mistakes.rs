// mistakes: 3
use tiled_layout::layout;

layout! {
    /// A type of another system.
    pub type First = float32[3,5]<1,0:T(2,2)>;
    pub type Second<const N: usize> = F32[N,5]<1,0;T(2,2)>;
    type Third = F32[3,5]<1,0:T(2,2)
}

fn main() {
    println!("{} {}", First::PADDED_LEN, Second::<3>::PADDED_LEN);
    println!("{}", Third::PADDED_LEN);
}
