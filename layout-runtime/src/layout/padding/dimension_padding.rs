//! What a dimension rounds up to.

use layout_core::spec::tiling;
use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::assert_dimension;

impl Layout {
    /// The size that each logical dimension rounds up to: the largest size that fits the
    /// same buffer, in elements.
    #[must_use]
    #[inline]
    pub const fn padded_dims(&self) -> Dims {
        let alike = self.extents_alike();
        let mut padded = self.spec().dims;
        let mut dim = 0;
        while dim < padded.len() {
            padded.set(dim, alike[dim].1);
            dim += 1;
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
        self.padding_of(dimension, self.extents_alike()[dimension])
    }

    /// [`dimension_padding`](Self::dimension_padding) of a dimension whose
    /// [`extents_alike`](Self::extents_alike) are known.
    #[inline]
    pub(in crate::layout) const fn padding_of(
        &self,
        dimension: usize,
        (least, padded): (usize, usize),
    ) -> Option<DimensionPadding> {
        let size = self.dims()[dimension];
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

    /// For each logical dimension, the least and the largest size that it could have in the
    /// same buffer.
    #[inline]
    pub(in crate::layout) const fn extents_alike(&self) -> [(usize, usize); MAX_RANK] {
        let spec = self.spec();
        let rank = spec.dims.len();
        let mut alike = [(0, 0); MAX_RANK];
        let physical = if self.padded_len() == 0 {
            None // there is no buffer to compare
        } else {
            Some(tiling::extents_alike(&spec))
        };
        let mut axis = 0;
        while axis < rank {
            let dim = spec.minor_to_major.at(rank - 1 - axis);
            alike[dim] = match &physical {
                Some(physical) => physical[axis],
                None => (spec.dims.at(dim), spec.dims.at(dim)),
            };
            axis += 1;
        }
        alike
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
