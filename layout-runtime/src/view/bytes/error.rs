//! `BytesError`: why bytes are not the buffer of a layout.

use core::fmt;

/// Bytes that are not the buffer of a layout.
///
/// ```
/// use tiled_layout::{BytesError, Layout, ViewError};
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let error = layout.view_bytes::<i32>(&[0; 60]).unwrap_err();
/// let length = BytesError::Length { len: 60, prefix: 0, padded_bytes: 96 }; // 24 places of 4
/// assert_eq!(error, ViewError::Bytes(length));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BytesError {
    /// Not as many bytes as the layout takes.
    Length {
        /// The bytes that there are.
        len: usize,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
        /// The bytes of the data, padding included.
        padded_bytes: usize,
    },
    /// The data is not aligned for the Rust type.
    Alignment {
        /// The bytes past such a multiple, less than `align`.
        excess: usize,
        /// The alignment of the Rust type, in bytes.
        align: usize,
        /// The name of the Rust type.
        rust: &'static str,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
    },
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BytesError::Length {
                len,
                prefix,
                padded_bytes,
            } => {
                write!(f, "the buffer has {len} bytes, but the layout takes ")?;
                if prefix == 0 {
                    return write!(f, "{padded_bytes} with padding");
                }
                // Past `usize` for a prefix that no memory has.
                let total = prefix as u128 + padded_bytes as u128;
                write!(
                    f,
                    "{total}: {prefix} of metadata and {padded_bytes} with padding"
                )
            }
            BytesError::Alignment {
                excess,
                align,
                rust,
                prefix,
            } => {
                write!(
                    f,
                    "the data begins at an address {excess} past a multiple of {align}, the alignment of `{rust}` in bytes"
                )?;
                if prefix % align != 0 {
                    write!(f, "\nhelp: before it are {prefix} bytes of metadata")?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for BytesError {}
