//! `Region`: the map of a region of an array.

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::Dims;
use layout_core::spec::element_type::ElementType;

use super::own_index::OwnIndex;
use super::run_pattern::run_pattern;
use super::{Mapping, sealed};
use crate::layout::Layout;
use crate::layout::assert_dimension;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::region::RegionBounds;

/// The map of a region of an array: indices count from the region's first index, positions
/// from the start of the whole array's buffer.
///
/// [`Array::region`](crate::Array::region) makes it, with any range of indices per dimension. If the
/// region has its own layout, [`Array::subview`](crate::Array::subview) returns it with that layout.
///
/// Indices are of type `I`: those of the whole array, or `[usize; RANK]` of a region that does not
/// have all dimensions, which [`Array::row`](crate::Array::row) and
/// [`Array::region_at`](crate::Array::region_at) make.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, Region, View};
///
/// fn sum(region: View<'_, i32, Region<&Layout>>) -> i32 {
///     region.iter().sum()
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view.region((1.., 3..))?), 7 + 10 + 17 + 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Region<M: Mapping, I = <M as Mapping>::Index> {
    whole: M,
    corner: Corner<M::Index>,
    extents: I,
}

/// Where a region lies in its array.
#[derive(Clone, Copy, Debug)]
pub struct Corner<I> {
    /// The first index of the region in the whole array.
    pub(crate) low: I,
    /// The dimensions of the whole array that the region does not have, as a bit mask.
    pub(crate) removed: u16,
}

impl<I: OwnIndex> Corner<I> {
    /// Returns true if the region has the dimension of the whole array.
    #[inline]
    pub(crate) fn keeps(&self, dim: usize) -> bool {
        self.removed & 1 << dim == 0
    }

    /// Returns the dimensions of the whole array that the region has.
    #[inline]
    pub(crate) fn kept(&self) -> impl Iterator<Item = usize> {
        (0..self.low.as_ref().len()).filter(|&dim| self.keeps(dim))
    }

    /// Returns the index in the whole array of an index of the region, whose type is `J`.
    #[inline]
    fn in_whole<J: OwnIndex>(&self, index: &[usize]) -> I {
        let mut at = self.low;
        if const { has_all_dimensions::<I, J>() } || self.removed == 0 {
            for (number, i) in at.as_mut().iter_mut().zip(index) {
                *number = number.wrapping_add(*i);
            }
            return at;
        }
        let mut numbers = index.iter();
        for (dim, number) in at.as_mut().iter_mut().enumerate() {
            if self.keeps(dim) {
                *number = number.wrapping_add(numbers.next().map_or(0, |i| *i));
            }
        }
        at
    }

    /// Returns the corner of a region whose first index is `low` in an array that lies at `corner`,
    /// if that is a region, and has indices of type `J`.
    #[inline]
    fn within<J: OwnIndex>(corner: Option<Self>, low: &Dims) -> Self {
        match corner {
            None => Corner {
                low: I::from_dims(low),
                removed: 0,
            },
            Some(corner) => Corner {
                low: corner.in_whole::<J>(low),
                ..corner
            },
        }
    }

    /// Returns the extents in the dimensions of the whole array: 1 in each one that the region does
    /// not have.
    pub(crate) fn extents_in_whole(&self, extents: &[usize]) -> Dims {
        let mut in_whole = Dims::filled(1, self.low.as_ref().len());
        for (dim, &extent) in self.kept().zip(extents) {
            in_whole.set(dim, extent);
        }
        in_whole
    }
}

/// Returns true if regions with indices of type `J` have all dimensions of arrays with indices of
/// type `I`.
const fn has_all_dimensions<I: OwnIndex, J: OwnIndex>() -> bool {
    match (I::RANK, J::RANK) {
        (Some(all), Some(kept)) => all == kept,
        _ => false, // not known
    }
}

impl<M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Region<M, I> {
    /// Returns the map of a region of the array of `map`.
    #[inline]
    pub(crate) fn of<'m, N>(map: &'m N, ranges: impl IndexRanges) -> Result<Self, RegionError>
    where
        N: Mapping<Index = I, WholeIndex = M::Index, Whole<'m> = M>,
    {
        let bounds = ranges.within(map.dims())?;
        let (whole, corner) = N::whole(map.borrowed());
        let mut extents = I::from_dims(bounds.high());
        for (extent, low) in extents.as_mut().iter_mut().zip(bounds.low()) {
            *extent -= low;
        }
        Ok(Region {
            whole,
            corner: Corner::within::<I>(corner, bounds.low()),
            extents,
        })
    }

    /// Returns the region of all of `whole` but for the dimensions `removed`, in which `low` is the
    /// index.
    #[inline]
    pub(super) fn new(whole: M, low: &Dims, extents: I, removed: u16) -> Self {
        let low = M::Index::from_dims(low);
        let corner = Corner { low, removed };
        Region {
            whole,
            corner,
            extents,
        }
    }

    #[inline]
    pub(super) fn whole_array(&self) -> &M {
        &self.whole
    }

    #[inline]
    pub(super) fn corner(&self) -> &Corner<M::Index> {
        &self.corner
    }

    /// Returns the region `by` indices further along a dimension of the whole array.
    #[inline]
    pub(super) fn moved(&self, dim: usize, by: usize) -> Self {
        let mut moved = self.clone();
        moved.corner.low.as_mut()[dim] += by;
        moved
    }

    /// Returns the bounds in the whole array.
    pub(super) fn bounds(&self) -> RegionBounds {
        let extents = self.corner.extents_in_whole(self.dims());
        let mut bounds = RegionBounds::whole(self.whole.dims());
        for (dim, &low) in self.corner.low.as_ref().iter().enumerate() {
            if bounds.narrow(dim, low..low + extents.at(dim)).is_err() {
                unreachable!("a region lies within the whole");
            }
        }
        bounds
    }
}

impl<M: Mapping, const RANK: usize> Region<M, [usize; RANK]>
where
    [usize; RANK]: OwnIndex,
{
    /// Returns the region at an index of a dimension, which is removed.
    #[inline]
    #[track_caller]
    pub(crate) fn at_index<'m, N>(map: &'m N, dim: usize, index: usize) -> Result<Self, RegionError>
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        let dims = map.dims();
        assert_dimension(dim, dims.len());
        let rank = dims.len();
        assert!(
            rank == RANK + 1,
            "the region has {RANK} dimensions, but the array has {rank}, not one more"
        );
        check_index(dims, dim, index)?;
        let (whole, corner) = N::whole(map.borrowed());
        let (mut low, mut extents) = (Dims::filled(0, rank), Dims::from_slice(dims));
        low.set(dim, index);
        extents.remove(dim);
        let mut corner = Corner::within::<N::Index>(corner, &low);
        let removed = corner.kept().nth(dim).unwrap_or(dim);
        corner.removed |= 1 << removed;
        Ok(Region {
            whole,
            corner,
            extents: OwnIndex::from_dims(&extents),
        })
    }
}

impl<M: Mapping> Region<M, [usize; 1]> {
    /// Returns the row at an index of a matrix.
    #[inline]
    #[track_caller]
    pub(crate) fn row<'m, N>(map: &'m N, index: usize) -> Self
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        match Region::at_index(map, 0, index) {
            Ok(row) => row,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Fails unless a dimension has this index.
#[inline]
pub(super) fn check_index(dims: &[usize], dim: usize, index: usize) -> Result<(), RegionError> {
    let extent = dims[dim];
    if index < extent {
        Ok(())
    } else {
        Err(RegionError::IndexOutOfBounds { dim, index, extent })
    }
}

impl<M: Mapping, I: OwnIndex> sealed::Sealed for Region<M, I> {}

#[diagnostic::do_not_recommend]
// SAFETY: the bounds were checked when the region was made: `corner + index` is an index in bounds of
// `whole`, whose position it has.
unsafe impl<M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Mapping for Region<M, I> {
    type Index = I;
    type Borrowed<'a> = Region<M::Borrowed<'a>, I>;
    type WholeIndex = M::Index;
    type Whole<'a> = M::Whole<'a>;

    /// The region may begin anywhere in a run.
    const RUN_PATTERN: Option<RunPattern> = match M::RUN_PATTERN {
        Some(pattern) if has_all_dimensions::<M::Index, I>() => Some(pattern.from_index(1)),
        _ => None,
    };

    #[inline]
    fn borrowed(&self) -> Self::Borrowed<'_> {
        Region {
            whole: self.whole.borrowed(),
            corner: self.corner,
            extents: self.extents,
        }
    }

    #[inline]
    fn whole<'a>(borrowed: Self::Borrowed<'a>) -> (Self::Whole<'a>, Option<Corner<M::Index>>) {
        (M::whole(borrowed.whole).0, Some(borrowed.corner))
    }

    #[inline]
    fn dims(&self) -> &[usize] {
        self.extents.as_ref()
    }

    #[inline]
    fn offset_unspecified(&self, index: I) -> usize {
        self.slice_offset_unspecified(index.as_ref())
    }

    #[inline]
    fn slice_offset_unspecified(&self, index: &[usize]) -> usize {
        self.whole
            .offset_unspecified(self.corner.in_whole::<I>(index))
    }

    /// Returns the pattern of the whole array, whose first run the region shortens.
    fn pattern(&self, dim: usize) -> RunPattern {
        let Some(dim) = self.corner.kept().nth(dim) else {
            return RunPattern::SINGLE;
        };
        let low = self.corner.low.as_ref();
        let pattern = if dim + 1 == low.len() {
            run_pattern(&self.whole)
        } else {
            self.whole.pattern(dim)
        };
        pattern.from_index(low[dim])
    }

    #[inline]
    fn stride(&self, dim: usize) -> Option<usize> {
        self.whole.stride(self.corner.kept().nth(dim)?)
    }

    forward! { self => self.whole;
        buffer_len() -> usize;
        element() -> Option<(ElementType, usize)>;
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        self.whole.with_layout(f)
    }
}
