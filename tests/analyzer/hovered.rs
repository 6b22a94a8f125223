//! A file in an editor: what is shown at the places that the test asks for.
use tiled_layout::layout;

pub const ROWS: usize = 3;

layout! {
    /// The example of the guide.
    pub type Fig1 = f32[ROWS,5]<1,0:T(2,2)>;
    pub type Tpu = bf16[300,500]{1,0:T(8,128)(2,1)};
    pub type Cache<const N: usize> = BF16[N,128]{1,0:T(8,128)(2,1)};
}

pub struct Holder {
    pub layout: layout!(u8[ROWS,9]),
}

pub fn sizes() -> usize {
    let value = layout!(s8[ROWS,7]);
    Fig1::STRIDES[0] + Tpu::PADDED_LEN + Cache::<8>::PADDED_BYTES + value.offset([2, 3])
}

pub fn half_typed() {
    Fig1::PA;
}
