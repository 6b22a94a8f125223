//! Feature `bytemuck`: views of bytes as any `Pod`.

use bytemuck::Pod;

use crate::view::bytes::{AnyBitPattern, Zeroable, sealed};

impl<T: Pod> sealed::AnyBitPattern for T {}

// SAFETY: `Pod` promises the same: any bits are a value, no padding, no
// pointers, no cells.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: Pod> AnyBitPattern for T {}

impl<T: bytemuck::Zeroable + Copy> sealed::Zeroable for T {}

// SAFETY: `Zeroable` promises the same: zero bytes are a value.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: bytemuck::Zeroable + Copy> Zeroable for T {}
