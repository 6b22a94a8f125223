//! `Subarray`: a part of an array that has its own layout, as a mapping.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::Dims;
use layout_core::spec::element_type::ElementType;

use super::region::{Corner, Region, check_index};
use super::{Mapping, WholeBuffer, sealed};
use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::part;
use crate::layout::partial_layout::LayoutOnDemand;
use crate::layout::region::RegionBounds;
use crate::layout::tile_grid::Tiling;
use crate::layout::{Index, Layout};

/// A part of an array of mapping `M` that has its own layout, with the same tiles.
/// [`Array::subview`](crate::Array::subview), [`index_axis`](crate::Array::index_axis) and the
/// iterators along a dimension return arrays with this mapping.
///
/// It computes positions by the formula of the whole array, and its layout on demand.
/// `to_owned` and `to_layout` make an array that stores its layout.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, View, iter::Subarray};
///
/// fn corner(item: View<'_, i32, Subarray<&Layout>>) -> i32 {
///     item[[2, 4]]
/// }
/// let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..96).collect(); // 60 elements, and padding
/// let batch = layout.view(&buffer)?;
/// assert_eq!(corner(batch.index_axis(0, 1)?), 24 + 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Subarray<M: Mapping> {
    region: Region<M, Index>,
    /// The position of the first element in the whole array, and the number of positions.
    start: usize,
    len: usize,
}

impl<M: WholeBuffer> Subarray<M> {
    /// Returns the subarray of one range of indices per dimension.
    #[inline]
    pub(crate) fn of_region(whole: M, ranges: impl IndexRanges) -> Result<Self, RegionError> {
        let region = ranges.within(whole.dims())?;
        Subarray::new(whole, &region)
    }

    /// Returns the subarray at these indices of dimension `dim` and of the dimensions after it,
    /// which are removed.
    #[inline]
    #[track_caller]
    pub(crate) fn at_index(whole: M, dim: usize, indices: &[usize]) -> Result<Self, RegionError> {
        let dims = whole.dims();
        let (mut low, mut removed) = (Dims::filled(0, dims.len()), 0);
        for (dim, &index) in (dim..).zip(indices) {
            assert_dimension(dim, dims.len());
            check_index(dims, dim, index)?;
            low.set(dim, index);
            removed |= 1 << dim;
        }
        let positions = match whole.grid().contiguous_at(dim, indices) {
            Some(positions) => positions,
            None => positions_at(&whole.layout(), dim, indices, removed)?,
        };
        let mut extents = Index::EMPTY;
        for (dim, &extent) in dims.iter().enumerate() {
            if removed & 1 << dim == 0 {
                extents.push(extent);
            }
        }
        Ok(Subarray {
            region: Region::new(whole, &low, extents, removed),
            start: positions.start,
            len: positions.len(),
        })
    }

    #[inline(always)] // a call copies the subarray, which takes as long as all else
    pub(crate) fn new(whole: M, region: &RegionBounds) -> Result<Self, RegionError> {
        let positions = match whole.grid().contiguous(region) {
            Some(positions) => positions,
            None => part::positions(&whole.layout(), region, 0)?,
        };
        let mut extents = Index::new(0);
        for (low, high) in region.low().iter().zip(region.high()) {
            extents.push(high - low);
        }
        Ok(Subarray {
            region: Region::new(whole, region.low(), extents, 0),
            start: positions.start,
            len: positions.len(),
        })
    }

    /// Returns the subarray's positions in the buffer of the whole array.
    #[inline]
    pub(crate) fn positions(&self) -> Range<usize> {
        self.start..self.start + self.len
    }

    /// Returns the subarray `by` indices further along a dimension of the whole array. It begins at
    /// position `start` and has the same number of positions.
    #[inline]
    pub(crate) fn moved(&self, dim: usize, by: usize, start: usize) -> Self {
        Subarray {
            region: self.region.moved(dim, by),
            start,
            len: self.len,
        }
    }

    pub(crate) fn whole_layout(&self) -> M::LayoutRef<'_> {
        self.region.whole_array().layout()
    }
}

/// Returns the positions at these indices, which are in bounds, found by comparing terms.
#[cold]
fn positions_at(
    whole: &Layout,
    dim: usize,
    indices: &[usize],
    removed: u16,
) -> Result<Range<usize>, RegionError> {
    let mut region = RegionBounds::whole(whole.dims());
    for (dim, &index) in (dim..).zip(indices) {
        region.narrow(dim, index..index + 1)?;
    }
    part::positions(whole, &region, removed).map_err(|error| match error {
        RegionError::Uneven => error,
        _ => RegionError::Axis {
            dim,
            index: indices.first().map_or(0, |index| *index),
            indices: indices.len(),
            rank: whole.rank(),
        },
    })
}

impl<M: WholeBuffer> sealed::Sealed for Subarray<M> {}

#[diagnostic::do_not_recommend]
// SAFETY: the elements of the part have positions of the whole within `start..start + len`, which
// `layout/part` and `layout/tile_grid` compute from the terms or the tiles.
unsafe impl<M: WholeBuffer> Mapping for Subarray<M> {
    type Index = Index;
    type Borrowed<'a> = Subarray<M::BorrowedWhole<'a>>;
    type WholeIndex = Index;
    type Whole<'a> = Subarray<M::BorrowedWhole<'a>>;

    #[inline]
    fn borrowed(&self) -> Self::Borrowed<'_> {
        Subarray {
            region: self.region.borrowed(),
            start: self.start,
            len: self.len,
        }
    }

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<Corner<Index>>) {
        (borrowed, None)
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        self.region.dims()
    }

    #[inline]
    fn offset_unspecified(&self, index: Index) -> usize {
        self.slice_offset_unspecified(&index)
    }

    #[inline]
    fn slice_offset_unspecified(&self, index: &[usize]) -> usize {
        let position = self.region.slice_offset_unspecified(index);
        position.wrapping_sub(self.start)
    }

    forward! { self => self.region;
        pattern(dim: usize) -> RunPattern;
        element() -> Option<(ElementType, usize)>;
    }

    #[inline]
    fn buffer_len(&self) -> usize {
        self.len
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        Some(f(&self.layout()))
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: `len` is a field, and the grid is of the layout that has `len` positions.
unsafe impl<M: WholeBuffer> WholeBuffer for Subarray<M> {
    type BorrowedWhole<'a> = Subarray<M::BorrowedWhole<'a>>;
    type LayoutRef<'a>
        = LayoutOnDemand
    where
        Self: 'a;
    type Owned = Layout;

    fn layout(&self) -> LayoutOnDemand {
        let (bounds, removed) = (self.region.bounds(), self.region.corner().removed);
        LayoutOnDemand(part::own_layout(&self.whole_layout(), &bounds, removed))
    }

    fn to_owned_mapping(&self) -> Layout {
        self.layout().0
    }

    fn grid(&self) -> Tiling<'_> {
        let grid = self.region.whole_array().grid().made();
        let grid = grid.of_part(self.dims(), self.region.corner().removed);
        Tiling::Made(grid.unwrap_or_else(|| Tiling::of_layout(&self.layout()).made()))
    }

    #[inline]
    fn padded_len(&self) -> usize {
        self.len
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::format;
    use alloc::vec;

    use layout_oracle::random;

    use crate::layout::Layout;
    use crate::layout::tile_grid::Tiling;
    use crate::map::WholeBuffer as _;

    /// The tiles of a part are those of its own layout.
    #[test]
    #[cfg_attr(miri, ignore = "many layouts")]
    fn grids_of_parts() {
        let given = [
            "u8[4,16,256]{2,1,0:T(8,128)}",
            "u8[4,9,40]{2,0,1:T(1,16)(2,1)}",
            "u8[3,4,5]{2,1,0:T(1,2,2)}",
            "u8[2,3,4,5]{3,2,1,0:T(2,1,2)}",
        ];
        let mut parts = 0;
        for text in random::texts(&given, 33, "u8") {
            let layout = Layout::parse(&text).unwrap();
            let buffer = vec![0u8; layout.padded_len()];
            let view = layout.view(&buffer).unwrap();
            for dim in 0..layout.rank() {
                let Ok(part) = view.index_axis(dim, 0) else {
                    continue;
                };
                let found = part.mapping().grid().made();
                let expected = Tiling::of_layout(&part.layout()).made();
                assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{text}");
                parts += 1;
            }
        }
        assert!(parts > 100, "{parts}");
    }
}
