// mistakes: 7
use tiled_layout::layout;

layout! {
    type First F32[3,5];
    type Second = F32[3,5]<1,0>
    type Third<T> = F32[3,5];
    type Fourth<const N: usize> = F32[N,5],
    type Fifth = F32[3,5];;
}

layout! {
    pub F32[3,5];
}

layout! {
    type Sixth =
}

fn main() {
    println!("{} {}", First::PADDED_LEN, Second::PADDED_LEN);
    println!("{} {}", Third::PADDED_LEN, Fourth::<3>::PADDED_LEN);
    println!("{} {}", Fifth::PADDED_LEN, Sixth::PADDED_LEN);
}
