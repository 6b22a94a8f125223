//! Feature `bytemuck`: views of bytes as any `Pod`.

use bytemuck::{Pod, Zeroable};

use crate::view::bytes::{AnyBits, ZeroBytes, sealed};

impl<T: Pod> sealed::AnyBits for T {}

// SAFETY: `Pod` promises the same: any bits are a value, no padding, no
// pointers, no cells.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: Pod> AnyBits for T {}

impl<T: Zeroable + Copy> sealed::ZeroBytes for T {}

// SAFETY: `Zeroable` promises the same: zero bytes are a value.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: Zeroable + Copy> ZeroBytes for T {}
