//! `LargeCount`: a number of up to 128 bits in an error.

use core::fmt;

/// A number of up to 128 bits, such as the bytes of a buffer that is too large.
/// It is aligned as a `u64`, so that errors stay small.
///
/// ```
/// use tiled_layout::{ErrorKind, Layout};
///
/// let error = Layout::parse("u8[4294967296,4294967296]{1,0:T(8,128)}").unwrap_err();
/// let ErrorKind::Overflow { bytes: Some(bytes), .. } = *error.kind() else {
///     unreachable!()
/// };
/// assert_eq!(bytes.get(), 1 << 64); // of 1 byte each, without padding
/// assert_eq!(bytes.to_string(), "18446744073709551616");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(Rust, packed(8))]
pub struct LargeCount(u128);

impl LargeCount {
    pub(crate) const fn new(number: u128) -> LargeCount {
        LargeCount(number)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u128 {
        self.0
    }
}

impl fmt::Display for LargeCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Debug for LargeCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
