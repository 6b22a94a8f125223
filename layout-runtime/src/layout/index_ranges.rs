//! `IndexRanges`: arguments that select a region of an array.

use core::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use core::slice;

use crate::layout::error::RegionError;
use crate::layout::region::RegionBounds;

/// One range of indices a dimension: a region of an array.
///
/// | written | for |
/// |---|---|
/// | `(.., 1..3)`, `(2.., ..=4, 0..1)` | ranges of several kinds, up to rank 12 |
/// | `[0..2, 1..3]`, `&[0..2, 1..3]`, `&ranges[..]`, `&vec` | ranges of one kind, any rank |
/// | `1..3`, `..` | an array of one dimension |
///
/// A range that is left open ends where the dimension does. The trait is
/// sealed.
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
    note = "one index `i` as a range is `i..i + 1`; the element at an index is `view[[2, 3]]`"
)]
pub trait IndexRanges {
    /// The region of an array of these dimensions. (Other crates cannot write
    /// this signature: [`Region`] has no public name.)
    #[doc(hidden)]
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError>;
}

#[diagnostic::do_not_recommend]
impl<R: RangeBounds<usize>> IndexRanges for [R] {
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
        if self.len() != dims.len() {
            return Err(RegionError::Rank {
                given: self.len(),
                rank: dims.len(),
            });
        }
        let mut region = RegionBounds::whole(dims);
        for (dim, (range, &extent)) in self.iter().zip(dims).enumerate() {
            region = region.with(dim, closed(range, extent), dims)?;
        }
        Ok(region)
    }
}

/// The range with both of its ends. One that starts past the extent and has no
/// end is past it too, and not backwards.
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

#[diagnostic::do_not_recommend]
impl<R: RangeBounds<usize>, const N: usize> IndexRanges for [R; N] {
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
        self[..].within(dims)
    }
}

#[cfg(feature = "alloc")]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
#[diagnostic::do_not_recommend]
impl<R: RangeBounds<usize>> IndexRanges for alloc::vec::Vec<R> {
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
        self[..].within(dims)
    }
}

#[diagnostic::do_not_recommend]
impl<T: IndexRanges + ?Sized> IndexRanges for &T {
    fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
        (**self).within(dims)
    }
}

/// Each range alone is the region of an array of one dimension.
macro_rules! one_range {
    ($($range:ty)*) => {$(
        impl IndexRanges for $range {
            fn within(&self, dims: &[usize]) -> Result<RegionBounds, RegionError> {
                slice::from_ref(self).within(dims)
            }
        }
    )*};
}

one_range! {
    Range<usize> RangeFrom<usize> RangeFull RangeInclusive<usize> RangeTo<usize>
    RangeToInclusive<usize>
}

/// Tuples with each of these ranges, and with those that follow it.
macro_rules! tuples {
    ($($first:ident $($rest:ident)*)?) => {
        #[diagnostic::do_not_recommend]
        impl$(<$first: RangeBounds<usize>, $($rest: RangeBounds<usize>),*>)? IndexRanges
            for ($($first, $($rest),*)?)
        {
            #[allow(non_snake_case, reason = "the macro names a range as its type")]
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

fn bounds(range: &impl RangeBounds<usize>) -> (Bound<usize>, Bound<usize>) {
    (range.start_bound().cloned(), range.end_bound().cloned())
}
