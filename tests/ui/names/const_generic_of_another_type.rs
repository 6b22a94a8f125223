// mistakes: 2
use tiled_layout::{View, layout};

layout! {
    type Rows<const N: u32> = F32[N,5]<1,0:T(2,2)>;
}

fn first<const N: u32>(_: View<'_, f32, layout!(F32[N,5]<1,0:T(2,2)>)>) {}

fn main() {
    let _ = first::<3>;
    println!("{}", Rows::<3>::PADDED_LEN);
}
