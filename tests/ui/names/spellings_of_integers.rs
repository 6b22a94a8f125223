// mistakes: 3
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!(F32[0x80usize,5]);
    let _ = layout!(F32[1_000_000u64,5]);
    let _ = layout!(F32[0x1_0000_0000_0000_0000,5]);
}
