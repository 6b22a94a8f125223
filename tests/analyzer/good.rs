//! Good layouts in every place: nothing to complain about.
use tiled_layout::{Layout, Mapping, Offset, View, ViewMut, layout};

pub const ROWS: usize = 3;
pub type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
pub type Tpu = layout!(bf16[300,500]{1,0:T(8,128)(2,1)S(1)});
pub type Named = layout!(F32[ROWS,{ ROWS + 2 }]<1,0:T(2,2)>);
pub const VALUE: Fig1 = layout!(f32[3,5]{1,0:T(2,2)});
pub const CORNER: Offset<Fig1> = Fig1::at([2, 4]);
pub const PARSED: Layout = Fig1::LAYOUT;

pub struct Holder<'a> {
    pub view: View<'a, f32, Fig1>,
    pub buffer: [f32; Fig1::PADDED_LEN],
}

impl Holder<'_> {
    pub fn sum(&self) -> f32 {
        self.view[[2, 3]] + self.view[CORNER] + self.buffer[Fig1::offset([2, 3])]
    }
}

pub fn fill(mut view: ViewMut<'_, f32, Fig1>, with: f32) {
    view[[2, 3]] = with;
}

pub fn trace<const N: usize>(view: View<'_, f32, layout!(F32[N,N]<1,0:T(8,128)>)>) -> f32 {
    (0..N).map(|i| view[[i, i]]).sum()
}

pub fn position() -> usize {
    let fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    fig1.offset([2, 3]) + VALUE.padded_len()
}
