//! `Region`: the map of a part of an array.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;
use layout_core::spec::Dims;
use layout_core::spec::element_type::ElementType;

use super::run_pattern::run_pattern;
use super::{Mapping, OwnIndex, sealed};
use crate::layout::Layout;
use crate::layout::assert_dimension;
use crate::layout::error::{LayoutError, RegionError};
use crate::layout::index_ranges::{IndexRanges, Selected, check_index};
use crate::layout::region::RegionBounds;

/// The map of a part of an array: indices count from the part's first index, positions from the
/// start of the whole array's buffer.
///
/// Every part of an array has this mapping: [`region`](crate::Array::region), with any range of
/// indices per dimension, [`row`](crate::Array::row), [`index_axis`](crate::Array::index_axis), and
/// what the iterators [`axis_iter`](crate::Array::axis_iter),
/// [`axis_chunks`](crate::Array::axis_chunks) and [`blocks`](crate::Array::blocks) yield. If a part
/// has a layout of its own, [`into_whole`](crate::Array::into_whole) returns it with that layout.
///
/// `M` is the mapping of the whole array. Indices are of type `I`: those of the whole array, or
/// with fewer numbers if an index has removed a dimension.
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
/// assert_eq!(sum(view.region((2, 3..))?), 17 + 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Region<M: Mapping, I = <M as Mapping>::Index> {
    whole: M,
    corner: Corner<M::Index>,
    extents: I,
}

/// Where a part lies in its array.
#[derive(Clone, Copy, Debug)]
pub struct Corner<I> {
    /// The first index of the part in the whole array.
    pub(crate) low: I,
    /// The dimensions of the whole array that the part does not have, as a bit mask.
    pub(crate) removed: u16,
}

impl<I: OwnIndex> Corner<I> {
    /// Returns true if the part has the dimension of the whole array.
    #[inline]
    pub(crate) fn keeps(&self, dim: usize) -> bool {
        self.removed & 1 << dim == 0
    }

    /// Returns the dimensions of the whole array that the part has.
    #[inline]
    pub(crate) fn kept(&self) -> impl Iterator<Item = usize> {
        (0..self.low.as_ref().len()).filter(|&dim| self.keeps(dim))
    }

    /// Returns the dimension of the whole array that is dimension `dim` of the part, if it has that.
    #[inline]
    fn in_whole_dim(&self, dim: usize) -> Option<usize> {
        if self.removed == 0 {
            return (dim < self.low.as_ref().len()).then_some(dim);
        }
        self.kept().nth(dim)
    }

    /// Returns the index in the whole array of an index of the part, whose type is `J`.
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

    /// Returns the corner of a part whose first index is `low`, and which does not have the
    /// dimensions `removed`, of an array that lies at `corner`, if that is a part.
    #[inline]
    fn within<J: OwnIndex>(corner: Option<Self>, low: J, removed: u16) -> Self {
        let Some(corner) = corner else {
            let Some(low) = I::of_rank(low.as_ref(), low.as_ref().len()) else {
                unreachable!("a whole array has the indices of its mapping");
            };
            return Corner { low, removed };
        };
        let mut all = corner.removed;
        if corner.removed == 0 || removed == 0 {
            all |= removed;
        } else {
            for (dim, in_whole) in corner.kept().enumerate() {
                all |= (removed >> dim & 1) << in_whole;
            }
        }
        Corner {
            low: corner.in_whole::<J>(low.as_ref()),
            removed: all,
        }
    }

    /// Returns the extents in the dimensions of the whole array: 1 in each one that the part does
    /// not have.
    pub(crate) fn extents_in_whole(&self, extents: &[usize]) -> Dims {
        let mut in_whole = Dims::filled(1, self.low.as_ref().len());
        for (dim, &extent) in self.kept().zip(extents) {
            in_whole.set(dim, extent);
        }
        in_whole
    }
}

/// Returns true if parts with indices of type `J` have all dimensions of arrays with indices of type
/// `I`.
const fn has_all_dimensions<I: OwnIndex, J: OwnIndex>() -> bool {
    match (I::RANK, J::RANK) {
        (Some(all), Some(kept)) => all == kept,
        _ => false, // not known
    }
}

/// Returns the dimension of the whole array that is dimension `dim` of an array, which has that.
#[inline]
pub(crate) fn dim_of_whole<M: Mapping>(map: &M, dim: usize) -> usize {
    let (_, corner) = M::whole(map.borrowed());
    match corner.and_then(|corner| corner.in_whole_dim(dim)) {
        Some(in_whole) => in_whole,
        None => dim,
    }
}

impl<M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Region<M, I> {
    /// Returns the map of a part of the array of `map`, which has it.
    #[inline]
    fn new<'m, N>(map: &'m N, part: Selected<N::Index, I>) -> Self
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        let Selected {
            low,
            extents,
            removed,
        } = part;
        let (whole, corner) = N::whole(map.borrowed());
        let corner = Corner::within(corner, low, removed);
        Region {
            whole,
            corner,
            extents,
        }
    }

    /// Returns the map of the part that ranges and indices select.
    #[inline]
    pub(crate) fn of<'m, N>(
        map: &'m N,
        ranges: &impl IndexRanges<N::Index, Index = I>,
    ) -> Result<Self, RegionError>
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        Ok(Region::new(map, ranges.within(map.dims())?))
    }

    /// Returns the map of the part at an index of a dimension, without it.
    ///
    /// # Panics
    ///
    /// When the array does not have the dimension, or the dimension the index.
    #[inline]
    #[track_caller]
    pub(crate) fn at_index<'m, N>(map: &'m N, dim: usize, index: usize) -> Self
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        let dims = map.dims();
        assert_dimension(dim, dims.len());
        if let Err(error) = check_index(dim, index, dims[dim]) {
            fail(&error);
        }
        Region::without_dim(map, dim, index)
    }

    /// [`at_index`](Self::at_index), of an array that has the dimension, without a comparison of the
    /// index.
    #[inline]
    pub(crate) fn without_dim<'m, N>(map: &'m N, dim: usize, index: usize) -> Self
    where
        N: Mapping<WholeIndex = M::Index, Whole<'m> = M>,
    {
        let dims = map.dims();
        let mut low = N::Index::from_dims(&Dims::filled(0, dims.len()));
        low.as_mut()[dim] = index;
        let mut extents = I::from_dims(&Dims::filled(0, dims.len() - 1));
        for (kept, extent) in extents.as_mut().iter_mut().enumerate() {
            *extent = dims[kept + usize::from(kept >= dim)];
        }
        let removed = 1 << dim;
        Region::new(
            map,
            Selected {
                low,
                extents,
                removed,
            },
        )
    }

    /// Returns the same part with indices of another type, and the same extents.
    pub(super) fn indexed_by<J: OwnIndex>(self, extents: J) -> Region<M, J> {
        debug_assert_eq!(self.dims(), extents.as_ref());
        Region {
            whole: self.whole,
            corner: self.corner,
            extents,
        }
    }

    #[inline]
    pub(crate) fn whole_array(&self) -> &M {
        &self.whole
    }

    #[inline]
    pub(crate) fn corner(&self) -> &Corner<M::Index> {
        &self.corner
    }

    /// Returns the same part, `by` indices further along a dimension of the whole array.
    #[inline]
    pub(crate) fn moved(&self, dim: usize, by: usize) -> Self {
        let mut moved = self.clone();
        moved.corner.low.as_mut()[dim] += by;
        moved
    }

    /// Returns the bounds in the whole array.
    pub(crate) fn bounds(&self) -> RegionBounds {
        let extents = self.corner.extents_in_whole(self.dims());
        let mut bounds = RegionBounds::whole(self.whole.dims());
        for (dim, &low) in self.corner.low.as_ref().iter().enumerate() {
            if bounds.narrow(dim, low..low + extents.at(dim)).is_err() {
                unreachable!("a part lies within the whole");
            }
        }
        bounds
    }
}

/// Parts with all dimensions of their array.
impl<M: Mapping<WholeIndex = <M as Mapping>::Index>, I: OwnIndex> Region<M, I> {
    /// Returns the map of all of an array.
    #[inline]
    pub(crate) fn all<'m, N>(map: &'m N) -> Self
    where
        N: Mapping<Index = I, WholeIndex = M::Index, Whole<'m> = M>,
    {
        let dims = map.dims();
        let low = I::from_dims(&Dims::filled(0, dims.len()));
        let mut extents = low;
        extents.as_mut().copy_from_slice(dims);
        Region::new(
            map,
            Selected {
                low,
                extents,
                removed: 0,
            },
        )
    }

    /// Returns the part of this part from an index on, which is as large as `extents` and within it.
    #[inline]
    pub(crate) fn narrowed(&self, low: I, extents: I) -> Self {
        Region {
            whole: self.whole.clone(),
            corner: Corner::within(Some(self.corner), low, 0),
            extents,
        }
    }

    /// Returns the part with a range of the indices of a dimension, which are within it.
    #[inline]
    pub(crate) fn along(&self, dim: usize, range: Range<usize>) -> Self {
        let (mut low, mut extents) = (
            I::from_dims(&Dims::filled(0, self.dims().len())),
            self.extents,
        );
        low.as_mut()[dim] = range.start;
        extents.as_mut()[dim] = range.end - range.start;
        self.narrowed(low, extents)
    }
}

/// Panics with an error.
#[cold]
#[inline(never)]
#[track_caller]
fn fail(error: &RegionError) -> ! {
    panic!("{error}")
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
    type One = I::One;
    type Other = I::Other;
    type Permuted = Region<M::Permuted, I>;

    #[inline]
    fn one_dimension(&self) -> Result<I::One, I::Other> {
        I::one_dimension(self.dims().len())
    }

    const IS_CHEAP: bool = M::IS_CHEAP;

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

    /// Permutes the dimensions that the part has, each of them to the place of another one of them.
    fn permuted(&self, permutation: &[usize]) -> Result<Self::Permuted, LayoutError> {
        let Corner { low, removed } = self.corner;
        let (mut kept, mut in_whole) = (Dims::new(0), Dims::new(0));
        for dim in 0..low.as_ref().len() {
            in_whole.push(dim);
            if self.corner.keeps(dim) {
                kept.push(dim);
            }
        }
        let is_permutation = (0..kept.len()).all(|dim| permutation.contains(&dim));
        if permutation.len() != kept.len() || !is_permutation {
            return Err(LayoutError::permutation(permutation, kept.len()));
        }
        for (&at, &from) in kept.iter().zip(permutation) {
            in_whole.set(at, kept.at(from));
        }
        let (mut new_low, mut extents) = (low, self.extents);
        for (to, &from) in new_low.as_mut().iter_mut().zip(&in_whole) {
            *to = low.as_ref()[from];
        }
        for (to, &from) in extents.as_mut().iter_mut().zip(permutation) {
            *to = self.extents.as_ref()[from];
        }
        Ok(Region {
            whole: self.whole.permuted(&in_whole)?,
            corner: Corner {
                low: new_low,
                removed,
            },
            extents,
        })
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
        let Some(dim) = self.corner.in_whole_dim(dim) else {
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

    forward! { self => self.whole;
        buffer_len() -> usize;
        element() -> Option<(ElementType, usize)>;
    }

    #[inline]
    fn owns_gaps(&self) -> bool {
        false
    }

    #[inline]
    fn with_layout<R>(&self, f: impl FnOnce(&Layout) -> R) -> Option<R> {
        self.whole.with_layout(f)
    }
}
