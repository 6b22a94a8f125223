//! `BufferSize`: checks the length of a copy's buffers.

use super::error::{RelayoutError, check_size};
use crate::layout::Layout;
use crate::view::LengthError;

/// The sizes that a buffer is checked for before a copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct BufferSize {
    num_elements: usize,
    padded_len: usize,
    padded_bytes: usize,
    element_bits: usize,
}

impl BufferSize {
    #[inline]
    pub(super) const fn of(layout: &Layout) -> BufferSize {
        BufferSize {
            num_elements: layout.num_elements(),
            padded_len: layout.padded_len(),
            padded_bytes: layout.padded_bytes(),
            element_bits: layout.element_bits(),
        }
    }

    /// Checks that a slice is a whole buffer.
    #[inline]
    pub(super) fn check_slice<T>(&self, slice: &[T]) -> Result<(), RelayoutError> {
        check_size::<T>(self.element_bits)?;
        if slice.len() == self.padded_len {
            return Ok(());
        }
        let error = LengthError::of_len(slice.len(), self.padded_len, self.num_elements);
        Err(RelayoutError::Length(error))
    }

    /// Checks that a slice of bytes is a whole buffer.
    #[inline]
    pub(super) fn check_bytes(&self, slice: &[u8]) -> Result<(), RelayoutError> {
        if slice.len() == self.padded_bytes {
            return Ok(());
        }
        Err(RelayoutError::Bytes {
            len: slice.len(),
            padded_bytes: self.padded_bytes,
        })
    }
}
