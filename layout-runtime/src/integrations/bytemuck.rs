//! Feature `bytemuck`: bytes are seen as a buffer of any `Pod`.

use bytemuck::Pod;

use crate::view::bytes::{AnyBits, sealed};

impl<T: Pod> sealed::AnyBits for T {}

// SAFETY: `Pod` promises the same: any bits are a value, no padding, no
// pointers, no cells.
unsafe impl<T: Pod> AnyBits for T {}
