//! Bitcasts of buffers: the same memory under another layout.

use crate::buffer::Buffer;
use crate::layout::bitcast::BitcastError;
use crate::view::bitcast_view::{assert_bitcast, bitcasts};
use crate::view::mapping::{Mapping, StaticMapping};

/// `Buffer<T, M>`.
macro_rules! owned {
    ($name:ident, $mapping:ty) => { $name<T, $mapping> };
}

bitcasts! {
    Buffer[T: Copy] by owned, "tiled_layout::Buffer::<f32, Tiles>::from_vec(buffer)";
}
