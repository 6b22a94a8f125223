//! Layouts as they are while they are typed; all else in the file stays resolved.
use tiled_layout::{View, layout};

pub type Empty = layout!(); // empty layout
pub type Element = layout!(F); // unknown element type `F`
pub type Brackets = layout!(F32[]);
pub type Dimensions = layout!(F32[3,]); // trailing comma
pub type Order = layout!(F32[3,5]<1,>); // trailing comma
pub type Open = layout!(F32[3,5]<1,0); // missing `>`
pub type OpenOrder = layout!(F32[ROWS,5]<1); // missing `>`
pub type Colon = layout!(F32[3,5]<1,0:>); // nothing after `:`
pub type Tile = layout!(F32[3,5]<1,0:T>); // `T` without a tile
pub type Entries = layout!(F32[3,5]<1,0:T(8,)>); // trailing comma
pub type Good = layout!(F32[3,5]<1,0:T(2,2)>);
pub const ROWS: usize = 3;

layout! {
    type Item = F32[ROWS,5]<1,0:; // nothing after `:`
}

pub struct Holder<'a> {
    pub half: View<'a, f32, Entries>,
    pub good: View<'a, f32, Good>,
}

impl Holder<'_> {
    pub fn sum(&self) -> f32 {
        let half: f32 = self.half[[2, 3]];
        half + self.good[[2, 3]] + Helper::new(Good::PADDED_LEN).total()
    }
}

pub fn value() -> usize {
    let typed = layout!(F32[3,5]<1,0:T(2)); // missing `>`
    Helper::new(3).total() as usize + size_of_val(&typed)
}

/// A mistake that is seen only where `Helper` and its methods are resolved.
pub fn resolved() -> f32 {
    let _layout = layout!(F32[3,5]<1,0:T()>); // empty tile
    let helper = Helper::new(3, 5); // expected 1 argument, found 2
    helper.total(1) // expected 0 arguments, found 1
}

pub struct Helper {
    len: usize,
}

impl Helper {
    pub fn new(len: usize) -> Helper {
        Helper { len }
    }

    pub fn total(&self) -> f32 {
        self.len as f32
    }
}
