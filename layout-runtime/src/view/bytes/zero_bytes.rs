//! `ZeroBytes`: types for which all-zero bytes are a valid value.

/// A Rust type for which all-zero bytes are a valid value: every
/// [`AnyBits`](crate::AnyBits), and `bool`. `Buffer::zeroed` makes buffers of
/// them.
///
/// With the feature `bytemuck` it is every `bytemuck::Zeroable`, types of your
/// own included. It is sealed.
///
/// # Safety
///
/// A value of the type may consist of zero bytes alone.
#[diagnostic::on_unimplemented(
    message = "zero bytes are not known to be a `{Self}`",
    label = "not a type that can be zeroed",
    note = "`Buffer::default()` and `Buffer::from_elem(value)` make buffers of any type that has a `Default`; with the feature `bytemuck`, every `bytemuck::Zeroable` can be zeroed"
)]
pub unsafe trait ZeroBytes: Copy + super::sealed::ZeroBytes {}

#[cfg(not(feature = "bytemuck"))]
impl super::sealed::ZeroBytes for bool {}

// SAFETY: the byte 0 is `false`.
#[cfg(not(feature = "bytemuck"))]
unsafe impl ZeroBytes for bool {}

/// The value whose bytes are all zero.
#[cfg(feature = "alloc")]
pub(crate) fn zero<T: ZeroBytes>() -> T {
    // SAFETY: zero bytes are a `T`: it is `ZeroBytes`.
    unsafe { core::mem::zeroed() }
}
