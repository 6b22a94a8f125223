// mistakes: 1
use tiled_layout::layout;

struct Rows<const N: usize>;

impl<const N: usize> Rows<N> {
    const BYTES: usize = <layout!(F32[N,128]<1,0:T(8,128)>)>::PADDED_BYTES;
}

fn main() {
    println!("{}", Rows::<16>::BYTES);
    println!("{}", Rows::<{ usize::MAX / 2 }>::BYTES);
}
