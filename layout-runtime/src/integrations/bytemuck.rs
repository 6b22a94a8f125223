//! Feature `bytemuck`: types that implement its traits implement the traits of the same names.

use crate::storage::bytes::{Pod, Zeroable};
use crate::storage::no_uninit::NoUninit;

// SAFETY: `bytemuck::Pod` promises the same: any bits are a value, no padding, no
// pointers, no cells.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: bytemuck::Pod> Pod for T {}

// SAFETY: `bytemuck::NoUninit` promises the same: no uninitialised bytes, no pointers, no cells.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: bytemuck::NoUninit> NoUninit for T {}

// SAFETY: `bytemuck::Zeroable` promises the same: zero bytes are a value.
#[cfg_attr(docsrs, doc(cfg(feature = "bytemuck")))]
unsafe impl<T: bytemuck::Zeroable> Zeroable for T {}
