// mistakes: 6
use tiled_layout::layout;

const N: usize = 3;

const fn rows(n: usize) -> usize {
    n
}

#[rustfmt::skip]
fn main() {
    let _ = layout!(F32[N+2,5]);
    let _ = layout!(F32[3+2,5]);
    let _ = layout!(F32[rows(3),5]);
    let _ = layout!(F32[N as usize,5]);
    let _ = layout!(F32[(N)+1,5]);
    let _ = layout!(F32[3,5]<1,0:T(2*N,2)>);
    println!("{N} {}", rows(3));
}
