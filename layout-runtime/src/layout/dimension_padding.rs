//! What a dimension rounds up to.

use layout_core::spec::{MAX_RANK, tiling};
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;

/// A logical dimension that rounds up, in elements.
///
/// # Examples
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
    /// Of a dimension whose [`extents_alike`] are known; `None` if it does not round up.
    #[inline]
    pub(super) const fn of(
        layout: &Layout,
        dimension: usize,
        (least, padded): (usize, usize),
    ) -> Option<Self> {
        let size = layout.dims()[dimension];
        if padded == size {
            return None;
        }
        let can_be_cut = least > 1 && layout.pad().is_none();
        Some(DimensionPadding {
            dimension,
            size,
            padded,
            cut: if can_be_cut { Some(least - 1) } else { None },
        })
    }

    /// Writes the wasted memory, and what to write instead.
    #[inline]
    pub(super) const fn message(&self, words: &mut ArrayString<2048>) {
        words
            .str("\nnote: dimension ")
            .num(self.dimension as u128)
            .str(" of ")
            .grouped(self.size as u128)
            .str(" rounds up to ")
            .grouped(self.padded as u128)
            .str("\nhelp: pad dimension ")
            .num(self.dimension as u128)
            .str(" to ")
            .grouped(self.padded as u128);
        if let Some(cut) = self.cut {
            words.str(", or cut it to ").grouped(cut as u128);
        }
    }
}

/// For each logical dimension, the least and the largest size that it could have in the
/// same buffer.
#[inline]
pub(crate) const fn extents_alike(layout: &Layout) -> [(usize, usize); MAX_RANK] {
    let spec = layout.spec();
    let rank = spec.dims.len();
    let mut alike = [(0, 0); MAX_RANK];
    let physical = if layout.padded_len() == 0 {
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
