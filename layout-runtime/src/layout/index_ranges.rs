//! `IndexRanges` and `AxisIndices`: arguments that select a part of an array.

use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use core::slice;

use crate::layout::error::RegionError;
use crate::layout::ranges::Ranges;
use crate::layout::region::RegionBounds;

/// One range of indices per dimension: a region of an array.
///
/// | written | for |
/// |---|---|
/// | `(.., 1..3)`, `(2.., ..=4, 0..1)` | ranges of several kinds, up to rank 12 |
/// | `[0..2, 1..3]`, `&[0..2, 1..3]`, `&ranges[..]`, `&vec` | ranges of one kind, any rank |
/// | `1..3`, `..` | an array of one dimension |
///
/// A range without an end goes to the end of the dimension. The trait is sealed.
///
/// ```
/// use tiled_layout::{IndexRanges, Layout, RegionError, View};
///
/// fn sum(view: View<'_, i32, &Layout>, region: impl IndexRanges) -> Result<i32, RegionError> {
///     Ok(view.region(region)?.iter().sum())
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// assert_eq!(sum(view, (1.., 3..5))?, 7 + 10 + 17 + 20); // next to 10 and 20 is padding
/// assert_eq!(sum(view, &[1..3, 3..5])?, 7 + 10 + 17 + 20);
/// assert_eq!(sum(view, (2.., ..=1))?, 12 + 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one range of indices a dimension",
    label = "not a region of an array",
    note = "a region is a tuple, an array or a slice of ranges of `usize`: `(.., 1..3)`, `[0..2, 1..3]`",
    note = "one index `i` as a range is `i..i + 1`, and an extent of 2 from there `i..i + 2`; the element at an index is `view[[2, 3]]`"
)]
pub trait IndexRanges {
    /// Returns the region of an array of these dimensions. (Other crates cannot write this
    /// signature: [`Region`] has no public name.)
    #[doc(hidden)]
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError>;
}

/// The index of one dimension, or the indices of several successive dimensions: `2`, `[2,
/// 0]`. The trait is sealed.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[4,2,3,5]{3,2,1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..192).collect(); // 24 a matrix, of which 15 are elements
/// let view = layout.view(&buffer)?;
/// assert_eq!(view.index_axis(0, 3)?.dims(), [2, 3, 5]);
/// assert_eq!(view.index_axis(0, [3, 1])?[[2, 3]], 7 * 24 + 17);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither an index nor an array of indices",
    label = "not an index of a dimension",
    note = "an index is a `usize`; several dimensions that follow one another take an array: `[2, 0]`"
)]
pub trait AxisIndices: sealed::Sealed {
    /// One index per dimension.
    #[doc(hidden)]
    fn indices(&self) -> &[usize];
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! axis_indices {
    ($([$($generics:tt)*] $index:ty: |$this:ident| $indices:expr;)*) => {$(
        impl<$($generics)*> sealed::Sealed for $index {}

        impl<$($generics)*> AxisIndices for $index {
            #[inline]
            fn indices(&self) -> &[usize] {
                let $this = self;
                $indices
            }
        }
    )*};
}

axis_indices! {
    [] usize: |index| slice::from_ref(index);
    [const N: usize] [usize; N]: |indices| indices;
    [] &[usize]: |indices| indices;
}

#[diagnostic::do_not_recommend]
impl<R: RangeBounds<usize>> IndexRanges for [R] {
    #[inline(always)] // a call copies the region, and takes longer than all else of `region`
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
        if self.len() != dims.len() {
            return Err(RegionError::Rank {
                given: self.len(),
                rank: dims.len(),
            });
        }
        let mut region = RegionBounds::whole(dims);
        for (dim, (range, &extent)) in self.iter().zip(dims).enumerate() {
            region.narrow(dim, closed(range, extent))?;
        }
        Ok(region)
    }
}

/// Returns the range with both ends. A range without an end that starts past the extent also
/// ends there, so that it is out of bounds and not backwards.
#[inline]
fn closed(range: &impl RangeBounds<usize>, extent: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1), // no extent is `usize::MAX`
        Bound::Excluded(&end) => end,
        Bound::Unbounded => extent.max(start),
    };
    start..end
}

/// What is a region as a slice of ranges: lists of ranges, references, and one range alone, of
/// an array of one dimension.
macro_rules! as_slices {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $region:ty: |$this:ident| $slice:expr;)*) => {$(
        $(#[$attribute])*
        impl<$($generics)*> IndexRanges for $region {
            #[inline]
            fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
                let $this = self;
                $slice.within(dims)
            }
        }
    )*};
}

as_slices! {
    #[diagnostic::do_not_recommend]
    [R: RangeBounds<usize>, const N: usize] [R; N]: |ranges| ranges[..];
    #[diagnostic::do_not_recommend]
    #[cfg(feature = "alloc")]
    #[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
    [R: RangeBounds<usize>] alloc::vec::Vec<R>: |ranges| ranges[..];
    #[diagnostic::do_not_recommend]
    [T: IndexRanges + ?Sized] &T: |region| (**region);
    [] Ranges: |ranges| ranges[..];
    [] Range<usize>: |range| slice::from_ref(range);
    [] RangeFrom<usize>: |range| slice::from_ref(range);
    [] RangeFull: |range| slice::from_ref(range);
    [] RangeInclusive<usize>: |range| slice::from_ref(range);
    [] RangeTo<usize>: |range| slice::from_ref(range);
    [] RangeToInclusive<usize>: |range| slice::from_ref(range);
}

/// Tuples with each of these ranges, and with those that follow it.
macro_rules! tuples {
    ($($first:ident $($rest:ident)*)?) => {
        #[diagnostic::do_not_recommend]
        impl$(<$first: RangeBounds<usize>, $($rest: RangeBounds<usize>),*>)? IndexRanges
            for ($($first, $($rest),*)?)
        {
            #[allow(non_snake_case, reason = "the macro names a range as its type")]
            #[inline]
            fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
                let ($($first, $($rest),*)?) = self;
                let ranges: &[(Bound<usize>, Bound<usize>)] =
                    &[$(bounds($first), $(bounds($rest)),*)?];
                ranges.within(dims)
            }
        }
        $(tuples! { $($rest)* })?
    };
}

tuples! { A B C D E F G H I J K L }

#[inline]
fn bounds(range: &impl RangeBounds<usize>) -> (Bound<usize>, Bound<usize>) {
    (range.start_bound().cloned(), range.end_bound().cloned())
}
