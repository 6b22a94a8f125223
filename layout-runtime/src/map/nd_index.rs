//! `NdIndex`: the types that index a view.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::convert::identity;

use super::OwnIndex;
use super::{Mapping, StaticMapping, out_of_bounds, slice_offset};
use crate::layout::Index;
use crate::layout::own_index::Sealed;
use crate::layout::static_layout::Offset;

/// Types that index an array of mapping `M`: an array of numbers `[usize; RANK]`, a
/// reference to one, a slice, a `Vec` or an [`Index`] by reference, and the proven
/// [`Offset`] of a static layout. If the rank is known at compile time, the compiler
/// compares the length of an array with it. It is sealed.
///
/// # Safety
///
/// The position of an index in bounds is below the length of the buffer of the mapping, and the
/// position of an index out of bounds is `None`.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, Mapping, NdIndex, View, layout};
///
/// fn at<M: Mapping>(view: &View<'_, i32, M>, index: impl NdIndex<M>) -> i32 {
///     view[index]
/// }
/// let buffer: Vec<i32> = (0..24).collect(); // 15 elements, and padding
/// let view = <layout!(S32[3,5]<1,0:T(2,2)>)>::view(&buffer)?;
/// let list = vec![2, 3];
/// assert_eq!([at(&view, [2, 3]), at(&view, &[2, 3]), at(&view, &list)], [17; 3]);
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let view = layout.view(&buffer)?;
/// assert_eq!([at(&view, [2, 3]), at(&view, &[2, 3]), at(&view, &list)], [17; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// use tiled_layout::{Layout, NdIndex};
///
/// #[derive(Clone, Copy)]
/// struct Past;
///
/// // SAFETY: it is not: the position is past the buffer.
/// unsafe impl NdIndex<Layout> for Past {
///     fn position_in(self, layout: &Layout) -> Option<usize> {
///         Some(layout.padded_len())
///     }
///     fn position_in_unspecified(self, layout: &Layout) -> usize {
///         layout.padded_len()
///     }
///     fn fail_in(self, _: &Layout) -> ! {
///         panic!()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not index an array of this layout",
    label = "not an index of this layout",
    note = "an index is an array with one `usize` per dimension: `view[[2, 3]]`",
    note = "parts of the array are `region((1.., ..))?` and `row(1)`, the memory is `as_slice`",
    note = "an `Offset` belongs to the layout whose `at` made it",
    note = "generic code asks for `M: Mapping<Index = [usize; 2]>`, or for `[usize; 2]: NdIndex<M>`"
)]
pub unsafe trait NdIndex<M: Mapping, X = <M as Mapping>::Index>: Copy + Sealed {
    /// Returns the position, below `padded_len`; `None` out of bounds.
    fn position_in(self, mapping: &M) -> Option<usize>;

    /// Returns the position if the index is in bounds; otherwise unspecified.
    fn position_in_unspecified(self, mapping: &M) -> usize;

    /// Panics with the index that is out of bounds.
    fn fail_in(self, mapping: &M) -> !;
}

impl<const N: usize> Sealed for &[usize; N] {}
impl Sealed for &Index {}
impl Sealed for &[usize] {}
#[cfg(feature = "alloc")]
impl Sealed for &Vec<usize> {}
impl<M> Sealed for Offset<M> {}

/// Returns a copy, number by number, as [`OwnIndex::copied`] does.
#[inline(always)]
fn by_number<const N: usize>(index: [usize; N]) -> [usize; N] {
    index.map(identity)
}

/// Indices of one type, of mappings whose own indices are of type `$own`; the last ones as
/// slices, whose length is compared with the rank when the program runs.
macro_rules! indices {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $index:ty => $own:ty:
        |$this:ident, $map:ident| $checked:expr, $unspecified:expr, $copy:expr;)*) => {$(
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        // SAFETY: the mapping's own methods return the position.
        unsafe impl<M: Mapping<Index = $own>, $($generics)*> NdIndex<M, $own> for $index {
            #[inline]
            fn position_in($this, $map: &M) -> Option<usize> {
                $checked
            }

            #[inline]
            fn position_in_unspecified($this, $map: &M) -> usize {
                $unspecified
            }

            #[inline(always)] // as a call it would take the index by reference
            #[track_caller]
            fn fail_in($this, $map: &M) -> ! {
                // A copy, only where it is out of bounds: a reference would force every index
                // into memory, at a cost for each access.
                let index = $copy;
                out_of_bounds($map, index.as_ref())
            }
        }
    )*};
    ($($(#[$attribute:meta])* [$($generics:tt)*] $index:ty => $own:ty, $copy:expr;)*) => {
        indices! {$(
            $(#[$attribute])*
            [$($generics)*] $index => $own: |self, map|
                slice_offset(map, self.as_ref()),
                map.slice_offset_unspecified(self.as_ref()),
                $copy(self);
        )*}
    };
}

indices! {
    [X: OwnIndex] X => X:
        |self, map| map.checked_offset(self), map.offset_unspecified(self), self.copied();
    [const RANK: usize] &[usize; RANK] => [usize; RANK]:
        |self, map| map.checked_offset(*self), map.offset_unspecified(*self), self;
}

indices! {
    [const N: usize] [usize; N] => Index, by_number;
    [const N: usize] &[usize; N] => Index, identity;
    [const RANK: usize] Index => [usize; RANK], identity;
    [X: OwnIndex] &Index => X, identity;
    [X: OwnIndex] &[usize] => X, identity;
    #[cfg(feature = "alloc")]
    [X: OwnIndex] &Vec<usize> => X, identity;
}

/// Proven positions, of a layout and of references to it.
macro_rules! proven_positions {
    ($($mapping:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: `at` has checked the index, in a map that never changes.
        unsafe impl<M: StaticMapping> NdIndex<$mapping, M::Index> for Offset<M> {
            #[inline]
            fn position_in(self, _: &$mapping) -> Option<usize> {
                Some(self.position()) // proven by `at`
            }

            #[inline]
            fn position_in_unspecified(self, _: &$mapping) -> usize {
                self.position()
            }

            fn fail_in(self, _: &$mapping) -> ! {
                unreachable!("a proven position is never out of bounds")
            }
        }
    )*};
}

proven_positions! { M &M }
