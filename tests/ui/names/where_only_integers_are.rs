// mistakes: 6
use tiled_layout::layout;

const N: usize = 1;

#[rustfmt::skip]
fn main() {
    let _ = layout!(F32[3,5]<N,0>);
    let _ = layout!(F32[3,5]<1,0:S(N)>);
    let _ = layout!(F32[3,5]<1,0:L(N)>);
    let _ = layout!(F32[3,5]<1,0:E({ 32 })>);
    let _ = layout!(F32[3,5]<1,0:PAD(N,8)>);
    let _ = layout!(F32[3,5]<1,0:SC(0:N)>);
    println!("{N}");
}
