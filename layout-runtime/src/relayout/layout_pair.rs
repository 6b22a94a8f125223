//! `LayoutPair`: the layouts of a copy, their formulas, and the sizes of their buffers.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::Dims;

use super::error::{RelayoutError, check_size};
use crate::layout::Layout;
use crate::view::LengthError;

/// Two layouts.
#[derive(Clone, Copy)]
pub(super) struct LayoutPair<'a> {
    pub(super) src: &'a Layout,
    pub(super) dst: &'a Layout,
}

impl<'a> LayoutPair<'a> {
    /// The formulas of both; `None` when one has too many terms.
    pub(super) const fn formulas(self) -> Option<[FormulaRef<'a>; 2]> {
        match (self.src.formula_ref(), self.dst.formula_ref()) {
            (Some(src), Some(dst)) => Some([src, dst]),
            _ => None,
        }
    }
}

/// Whether the source is read in memory order: a side without tiles is visited
/// from start to end.
#[cfg(feature = "kernels")]
pub(super) const fn fewer_terms_in_src(
    formulas: &Option<[FormulaRef<'_>; 2]>,
    rank: usize,
) -> bool {
    match formulas {
        Some([src, dst]) => src.num_terms(rank) <= dst.num_terms(rank),
        None => true,
    }
}

/// The position of the element at `index`.
pub(super) const fn position(layout: &Layout, index: &Dims) -> usize {
    let mut dim = 0;
    while dim < index.len && index.items[dim] == 0 {
        dim += 1;
    }
    if dim == index.len {
        return 0; // of the first element of an array, without a formula
    }
    layout.offset_unchecked(index.as_slice())
}

#[cfg(feature = "kernels")]
/// The bytes of the elements of a region, of both sides together.
pub(super) const fn bytes_on_both_sides(element_bits: usize, extents: &Dims) -> usize {
    const MAX: u128 = usize::MAX as u128; // a product of two such numbers fits
    let mut bits = 2 * element_bits as u128;
    let mut dim = 0;
    while dim < extents.len {
        bits *= extents.items[dim] as u128;
        bits = if bits < MAX { bits } else { MAX };
        dim += 1;
    }
    bits.div_ceil(8) as usize
}

/// What is checked of a buffer before a copy.
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

    /// Whether a slice is a whole buffer.
    #[inline]
    pub(super) fn check_slice<T>(&self, slice: &[T]) -> Result<(), RelayoutError> {
        check_size::<T>(self.element_bits)?;
        if slice.len() == self.padded_len {
            return Ok(());
        }
        let error = LengthError::of_len(slice.len(), self.padded_len, self.num_elements);
        Err(RelayoutError::Length(error))
    }

    /// Whether a slice of bytes is a whole buffer.
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
