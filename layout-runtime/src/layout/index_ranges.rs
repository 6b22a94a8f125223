//! `IndexRanges`: ranges and indices that select a part of an array, and the rank of the part.

use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use core::slice;

use layout_core::spec::Dims;

use crate::layout::Index;
use crate::layout::error::RegionError;
use crate::layout::own_index::OwnIndex;
use crate::layout::ranges::Ranges;
use crate::layout::region::{self, RegionBounds};

/// One range or index for each dimension of an array whose indices are of type `I`: a part of it.
///
/// | written | for |
/// |---|---|
/// | `(.., 1..3)`, `(i, ..=4, 0..1)` | ranges of several kinds, and indices, up to rank 12 |
/// | `[0..2, 1..3]`, `&[0..2, 1..3]` | ranges of one kind |
/// | `&ranges[..]`, `&vec` | ranges of one kind, also of an array whose rank is not known |
/// | `1..3`, `..` | an array of one dimension |
///
/// A range without an end goes to the end of the dimension. An index removes its dimension: the
/// part's indices, of type [`Index`](Self::Index), have one number per range. With a static rank,
/// the compiler counts the ranges. The trait is sealed.
///
/// # Examples
///
/// ```
/// use tiled_layout::{IndexRanges, Layout, Mapping, RegionError, View};
///
/// fn sum<M: Mapping>(
///     view: View<'_, i32, M>,
///     region: impl IndexRanges<M::Index>,
/// ) -> Result<i32, RegionError> {
///     Ok(view.region(region)?.iter().sum())
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view, (1.., 3..5))?, 7 + 10 + 17 + 20); // next to 10 and 20 is padding
/// assert_eq!(sum(view, &[1..3, 3..5])?, 7 + 10 + 17 + 20);
/// assert_eq!(sum(view, (2, ..=1))?, 12 + 13); // of row 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one range or index for each dimension of an array with indices `{I}`",
    label = "expected one range or index per dimension",
    note = "a part is a tuple of ranges and indices, one per dimension: `(.., 1..3)`; an index removes its dimension: `(i, ..)`",
    note = "in generic code, write `M: Mapping<Index = [usize; 2]>` or `impl IndexRanges<M::Index>`; a slice of ranges, `&[0..2, 1..3][..]`, is a part of any array",
    note = "for one element, write `view[[2, 3]]`"
)]
pub trait IndexRanges<I: OwnIndex>: sealed::Sealed {
    /// The type of the part's indices.
    type Index: OwnIndex;

    /// Returns the part of an array of these dimensions.
    #[doc(hidden)]
    fn within(&self, dims: &[usize]) -> Result<Selected<I, Self::Index>, RegionError>;
}

/// A part of an array with indices of type `I`, whose own indices are of type `J`.
#[derive(Clone, Copy, Debug)]
pub struct Selected<I, J> {
    /// Its first index in the array.
    pub(crate) low: I,
    pub(crate) extents: J,
    /// The dimensions of the array that the part does not have, as a bit mask.
    pub(crate) removed: u16,
}

impl<I: OwnIndex, J: OwnIndex> Selected<I, J> {
    /// Returns one range per dimension of the array.
    pub fn ranges(&self) -> Ranges {
        let mut extents = self.extents.as_ref().iter();
        let low = self.low.as_ref().iter().enumerate();
        Ranges::new(low.map(|(dim, &start)| match self.removed >> dim & 1 {
            0 => start..start + extents.next().map_or(0, |extent| *extent),
            _ => start..start + 1,
        }))
    }
}

/// A range of the indices of a dimension, or one index, which removes the dimension. It is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a range of indices nor an index",
    label = "not a range of `usize`, nor a `usize`",
    note = "an index of another integer type is converted: `i as usize`"
)]
pub trait Cut: sealed::Sealed {
    /// The type of the part's indices, if they are of type `I` without this dimension's cut.
    type Of<I: OwnIndex>: OwnIndex;

    /// True if the part has the dimension.
    #[doc(hidden)]
    const KEEPS: bool;

    /// Returns the indices, which are within dimension `dim`.
    #[doc(hidden)]
    fn within(&self, dim: usize, extent: usize) -> Result<Range<usize>, RegionError>;
}

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for usize {}
impl sealed::Sealed for (Bound<usize>, Bound<usize>) {}

impl Cut for usize {
    type Of<I: OwnIndex> = I::Smaller;
    const KEEPS: bool = false;

    #[inline]
    fn within(&self, dim: usize, extent: usize) -> Result<Range<usize>, RegionError> {
        check_index(dim, *self, extent)?;
        Ok(*self..*self + 1)
    }
}

impl Cut for (Bound<usize>, Bound<usize>) {
    type Of<I: OwnIndex> = I;
    const KEEPS: bool = true;

    #[inline]
    fn within(&self, dim: usize, extent: usize) -> Result<Range<usize>, RegionError> {
        closed(self, dim, extent)
    }
}

/// Fails unless a dimension has this index.
#[inline]
pub(crate) fn check_index(dim: usize, index: usize, extent: usize) -> Result<(), RegionError> {
    if index < extent {
        Ok(())
    } else {
        Err(RegionError::IndexOutOfBounds { dim, index, extent })
    }
}

/// Returns a range with both ends, which is within dimension `dim`.
#[inline]
fn closed(
    range: &impl RangeBounds<usize>,
    dim: usize,
    extent: usize,
) -> Result<Range<usize>, RegionError> {
    let start = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1), // no extent is `usize::MAX`
        Bound::Excluded(&end) => end,
        Bound::Unbounded => extent.max(start), // past the extent it is out of bounds, not backwards
    };
    region::within(start..end, dim, extent)
}

/// Ranges, each of which is also a part of an array of one dimension.
macro_rules! ranges {
    ($($range:ty)*) => {$(
        impl sealed::Sealed for $range {}

        impl Cut for $range {
            type Of<I: OwnIndex> = I;
            const KEEPS: bool = true;

            #[inline]
            fn within(&self, dim: usize, extent: usize) -> Result<Range<usize>, RegionError> {
                closed(self, dim, extent)
            }
        }

        ranges! { @alone $range, [usize; 1] }
        ranges! { @alone $range, Index }
    )*};
    (@alone $range:ty, $index:ty) => {
        #[diagnostic::do_not_recommend]
        impl IndexRanges<$index> for $range {
            type Index = $index;

            #[inline]
            fn within(&self, dims: &[usize]) -> Result<Selected<$index, $index>, RegionError> {
                slice::from_ref(self).within(dims)
            }
        }
    };
}

ranges! {
    Range<usize> RangeFrom<usize> RangeFull RangeInclusive<usize> RangeTo<usize>
    RangeToInclusive<usize>
}

#[inline]
fn check_rank(given: usize, dims: &[usize]) -> Result<(), RegionError> {
    let rank = dims.len();
    if given == rank {
        Ok(())
    } else {
        Err(RegionError::Rank { given, rank })
    }
}

/// Returns an index of `rank` numbers, all 0.
#[inline]
fn zeros<I: OwnIndex>(rank: usize) -> I {
    I::from_dims(&Dims::filled(0, rank))
}

impl<R> sealed::Sealed for [R] {}

#[diagnostic::do_not_recommend]
impl<I: OwnIndex, R: RangeBounds<usize>> IndexRanges<I> for [R] {
    type Index = I;

    #[inline]
    fn within(&self, dims: &[usize]) -> Result<Selected<I, I>, RegionError> {
        check_rank(self.len(), dims)?;
        let (mut low, mut extents) = (zeros::<I>(dims.len()), zeros::<I>(dims.len()));
        let numbers = low.as_mut().iter_mut().zip(extents.as_mut());
        let ranges = self.iter().zip(dims).enumerate();
        for ((dim, (range, &all)), (start, extent)) in ranges.zip(numbers) {
            let range = closed(range, dim, all)?;
            (*start, *extent) = (range.start, range.end - range.start);
        }
        Ok(Selected {
            low,
            extents,
            removed: 0,
        })
    }
}

/// What is a part as a slice of ranges, or as what a reference refers to.
macro_rules! as_slices {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $ranges:ty, $index:ty => $of:ty:
        |$this:ident| $slice:expr;)*) => {$(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> IndexRanges<$index> for $ranges {
            type Index = $of;

            #[inline]
            fn within(&self, dims: &[usize]) -> Result<Selected<$index, $of>, RegionError> {
                let $this = self;
                $slice.within(dims)
            }
        }
    )*};
}

as_slices! {
    [R: RangeBounds<usize>, const N: usize] [R; N], Index => Index: |ranges| ranges[..];
    #[cfg(feature = "alloc")]
    [I: OwnIndex, R: RangeBounds<usize>] alloc::vec::Vec<R>, I => I: |ranges| ranges[..];
    [I: OwnIndex] Ranges, I => I: |ranges| ranges[..];
    [I: OwnIndex, T: IndexRanges<I> + ?Sized] &T, I => T::Index: |ranges| (**ranges);
}

impl<R, const N: usize> sealed::Sealed for [R; N] {}
#[cfg(feature = "alloc")]
impl<R> sealed::Sealed for alloc::vec::Vec<R> {}
impl sealed::Sealed for Ranges {}
impl<T: sealed::Sealed + ?Sized> sealed::Sealed for &T {}

#[diagnostic::do_not_recommend]
impl<R: RangeBounds<usize>, const N: usize> IndexRanges<[usize; N]> for [R; N]
where
    [usize; N]: OwnIndex,
{
    type Index = [usize; N];

    #[inline]
    fn within(&self, dims: &[usize]) -> Result<Selected<[usize; N], [usize; N]>, RegionError> {
        self[..].within(dims)
    }
}

/// Tuples of ranges and indices, for arrays of their rank and for arrays of any rank.
macro_rules! tuples {
    ($($rank:literal: $($name:ident)*;)*) => {$(
        impl<$($name: Cut),*> sealed::Sealed for ($($name,)*) {}

        tuples! { @of [usize; $rank], $rank $($name)* }
        tuples! { @of Index, $rank $($name)* }
    )*};
    (@of $index:ty, $rank:literal $($name:ident)*) => {
        impl<$($name: Cut),*> IndexRanges<$index> for ($($name,)*) {
            type Index = tuples!(@index $index; $($name)*);

            #[allow(non_snake_case, unused, reason = "the macro names a range as its type")]
            #[inline]
            fn within(
                &self,
                dims: &[usize],
            ) -> Result<Selected<$index, Self::Index>, RegionError> {
                check_rank($rank, dims)?;
                let ($($name,)*) = self;
                let rank = 0 $(+ if <$name as Cut>::KEEPS { 1 } else { 0 })*;
                let (mut low, mut extents) = (zeros::<$index>($rank), zeros::<Self::Index>(rank));
                let (mut dim, mut kept, mut removed) = (0, 0, 0);
                $(
                    let range = $name.within(dim, dims[dim])?;
                    low.as_mut()[dim] = range.start;
                    if <$name as Cut>::KEEPS {
                        extents.as_mut()[kept] = range.end - range.start;
                        kept += 1;
                    } else {
                        removed |= 1 << dim;
                    }
                    dim += 1;
                )*
                Ok(Selected { low, extents, removed })
            }
        }
    };
    (@index $index:ty;) => { $index };
    (@index $index:ty; $first:ident $($rest:ident)*) => {
        <$first as Cut>::Of<tuples!(@index $index; $($rest)*)>
    };
}

tuples! {
    0: ;
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
    6: A B C D E F;
    7: A B C D E F G;
    8: A B C D E F G H;
    9: A B C D E F G H J;
    10: A B C D E F G H J K;
    11: A B C D E F G H J K L;
    12: A B C D E F G H J K L N;
}

/// Returns the bounds of a part of an array of these dimensions.
pub(crate) fn bounds<I: OwnIndex>(
    dims: &[usize],
    part: &impl IndexRanges<I>,
) -> Result<RegionBounds, RegionError> {
    let mut bounds = RegionBounds::whole(dims);
    for (dim, range) in part.within(dims)?.ranges().iter().enumerate() {
        bounds.narrow(dim, range.clone())?;
    }
    Ok(bounds)
}

/// The indices of arrays that have rows and columns: `[usize; 2]`, or [`Index`] of an array of two
/// dimensions. It is sealed.
#[diagnostic::on_unimplemented(
    message = "an array with indices `{Self}` does not have rows and columns",
    label = "not an array of two dimensions",
    note = "for an array of any rank, call `index_axis(0, i)` or `axis_iter(0)`",
    note = "in generic code, write `M: Mapping<Index = [usize; 2]>`"
)]
pub trait Planar: OwnIndex {}

impl Planar for [usize; 2] {}
impl Planar for Index {}
