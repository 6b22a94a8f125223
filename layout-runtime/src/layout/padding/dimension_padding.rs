//! What a dimension rounds up to.

use layout_core::spec::tiling;
use layout_core::spec::{Dims, PhysicalDims};
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::assert_dimension;

impl Layout {
    /// The size that each logical dimension rounds up to: the largest size that fits the
    /// same buffer, in elements.
    #[must_use]
    #[inline]
    pub const fn padded_dims(&self) -> Dims {
        let mut padded = self.spec().dims;
        let mut axis = 0;
        while axis < self.rank() {
            padded.set(self.dim_at(axis), self.range_at(axis).1);
            axis += 1;
        }
        padded
    }

    /// The size that a logical dimension rounds up to, and a smaller size that takes less;
    /// `None` when it does not round up.
    ///
    /// # Panics
    ///
    /// When the layout has no such dimension.
    #[must_use]
    #[track_caller]
    #[inline]
    pub const fn dimension_padding(&self, dimension: usize) -> Option<DimensionPadding> {
        assert_dimension(dimension, self.rank());
        let size = self.dims()[dimension];
        let mut axis = 0;
        while self.dim_at(axis) != dimension {
            axis += 1;
        }
        let (least, padded) = self.range_at(axis);
        if padded == size {
            return None;
        }
        let can_be_cut = least > 1 && self.pad().is_none();
        Some(DimensionPadding {
            dimension,
            size,
            padded,
            cut: if can_be_cut { Some(least - 1) } else { None },
        })
    }

    /// The logical dimension of a physical one before tiling, counted from the
    /// most major.
    #[inline]
    const fn dim_at(&self, axis: usize) -> usize {
        self.minor_to_major().at(self.rank() - 1 - axis)
    }

    /// The least and the largest size that a physical dimension could have in
    /// the same buffer. Physical dimensions never shrink when a dimension
    /// grows, so both can be bisected.
    #[inline]
    const fn range_at(&self, axis: usize) -> (usize, usize) {
        let mut dims = self.spec().untiled_dims();
        let size = dims.at(axis);
        if self.padded_len() == 0 {
            return (size, size); // there is no buffer to compare
        }
        let mut least = size;
        let mut below = 0;
        while below + 1 < least {
            let middle = below + (least - below) / 2;
            dims.set(axis, middle);
            if self.has_physical_dims_of(&dims) {
                least = middle;
            } else {
                below = middle;
            }
        }
        let mut largest = size;
        let mut above = size;
        loop {
            above = above.saturating_mul(2);
            dims.set(axis, above);
            if !self.has_physical_dims_of(&dims) {
                break;
            }
            largest = above;
        }
        while largest + 1 < above {
            let middle = largest + (above - largest) / 2;
            dims.set(axis, middle);
            if self.has_physical_dims_of(&dims) {
                largest = middle;
            } else {
                above = middle;
            }
        }
        (least, largest)
    }

    /// Whether dimensions, major to minor and before tiling, give the buffer
    /// the extents that it has.
    #[inline]
    const fn has_physical_dims_of(&self, dims: &PhysicalDims) -> bool {
        match tiling::tiled_dims(dims, &self.spec().tiles, self.tiles().len()) {
            Some(tiled) => tiled.same(&self.physical_dims()),
            None => false,
        }
    }
}

/// A logical dimension that rounds up, in elements.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let columns = layout.dimension_padding(1).unwrap();
/// assert_eq!((columns.size, columns.padded, columns.cut), (5, 6, Some(4)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DimensionPadding {
    /// Which dimension.
    pub dimension: usize,
    /// Its size.
    pub size: usize,
    /// The largest size that takes the same buffer.
    pub padded: usize,
    /// The largest size that takes a smaller buffer, when there is one.
    pub cut: Option<usize>,
}

impl DimensionPadding {
    /// Writes the wasted memory, and what to write instead.
    #[inline]
    pub(super) const fn message(&self, words: &mut ArrayString<2048>) {
        words
            .str("\nnote: dimension ")
            .num(self.dimension as u128)
            .str(" of ")
            .num(self.size as u128)
            .str(" rounds up to ")
            .num(self.padded as u128)
            .str("\nhelp: pad dimension ")
            .num(self.dimension as u128)
            .str(" to ")
            .num(self.padded as u128);
        if let Some(cut) = self.cut {
            words.str(", or cut it to ").num(cut as u128);
        }
    }
}
