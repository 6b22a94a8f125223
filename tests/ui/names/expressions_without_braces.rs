// mistakes: 11
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
    let _ = layout!(F32[N<<1,5]<1,0:T(2,2)>);
    let _ = layout!(F32[1<<10,5]<1,0:T(2,1024>>9)>);
    let _ = layout!(F32[size_of::<Option<u8>>(),5]);
    let _ = layout!(F32[match N { 3 => 4, n => n },5]);
    println!("{N} {}", rows(3));
}
