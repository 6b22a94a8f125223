//! `NdIndex`: the types that index a view.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::array;
use core::convert::identity;
use core::fmt::Debug;

use layout_core::spec::{Dims, MAX_RANK};

use crate::layout::Index;
use crate::layout::as_index::{AsIndex, numbers};
use crate::layout::static_layout::Offset;
use crate::view::mapping::{PositionMap, StaticMapping};

/// Types that index an array of mapping `M`: an array of numbers `[usize; RANK]`, a
/// reference to one, a slice, a `Vec` or an [`Index`] by reference, and the proven
/// [`Offset`] of a static layout. If the rank is known at compile time, the compiler
/// compares the length of an array with it. It is sealed: views rely on positions being
/// below `padded_len`.
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
/// impl NdIndex<Layout> for Past {
///     fn position_in(self, layout: &Layout) -> Option<usize> {
///         Some(layout.padded_len())
///     }
///     fn position_in_unchecked(self, layout: &Layout) -> usize {
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
    note = "an index is an array with one `usize` a dimension: `view[[2, 3]]`",
    note = "parts of the array are `subview` and `region`, the memory is `as_slice`",
    note = "an `Offset` belongs to the layout whose `at` made it",
    note = "generic code asks for `M: Mapping<Index = [usize; 2]>`, or for `[usize; 2]: NdIndex<M>`"
)]
pub trait NdIndex<M>: Copy + sealed::Sealed {
    /// The position, below `padded_len`; `None` out of bounds.
    fn position_in(self, mapping: &M) -> Option<usize>;

    /// The position if the index is in bounds; otherwise unspecified.
    fn position_in_unchecked(self, mapping: &M) -> usize;

    /// Panics with the index that is out of bounds.
    fn fail_in(self, mapping: &M) -> !;
}

/// Types that index the arrays of all maps whose index type is `X`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not index an array of this layout",
    label = "not an index of this layout",
    note = "an index is an array with one `usize` a dimension: `view[[2, 3]]`"
)]
pub trait IndexFor<X>: AsIndex {
    fn position<M: PositionMap<Index = X>>(self, map: &M) -> Option<usize>;
    fn position_unchecked<M: PositionMap<Index = X>>(self, map: &M) -> usize;
    fn fail<M: PositionMap<Index = X>>(self, map: &M) -> !;
}

/// The index type of a map, which indexes its arrays.
pub trait OwnIndex: IndexFor<Self> {
    /// A dimension, as [`with_coordinate`](OwnIndex::with_coordinate) takes it.
    type Axis: Copy + Debug + Send + Sync;

    /// The index with the numbers of `dims`, which has one per dimension.
    fn from_dims(dims: &Dims) -> Self;

    /// Dimension `dim` of an array of `rank` dimensions, if it has that.
    fn axis(dim: usize, rank: usize) -> Self::Axis;

    /// This index with another number in a dimension, in which it has 0.
    fn with_coordinate(self, axis: &Self::Axis, coordinate: usize) -> Self;

    /// This index, in the row that is `by` rows before, where `last` is the last dimension, and
    /// not the only one.
    fn rows_before(self, last: &Self::Axis, by: usize) -> Self;

    /// This index, of `RANK` numbers, with another number in the `last` dimension.
    fn with_last<const RANK: usize>(self, last: &Self::Axis, coordinate: usize) -> Self;
}

/// The largest rank for which an `Index` is written as so many numbers, and zeros.
const USUAL_RANK: usize = 4;

mod sealed {
    pub trait Sealed {}
}

impl<I: AsIndex> sealed::Sealed for I {}
impl<M> sealed::Sealed for Offset<M> {}

impl<const RANK: usize> OwnIndex for [usize; RANK] {
    type Axis = usize;

    #[inline]
    fn from_dims(dims: &Dims) -> Self {
        array::from_fn(|dim| *dims.item(dim))
    }

    #[inline]
    fn axis(dim: usize, _: usize) -> usize {
        dim
    }

    #[inline]
    fn with_coordinate(self, &dim: &usize, coordinate: usize) -> Self {
        // A store at `dim`, if that is no constant, would keep the index in memory.
        array::from_fn(|d| if d == dim { coordinate } else { self[d] })
    }

    #[inline]
    fn rows_before(mut self, _: &usize, by: usize) -> Self {
        if let Some(row) = self.get_mut(RANK.wrapping_sub(2)) {
            *row -= by;
        }
        self
    }

    #[inline]
    fn with_last<const LEN: usize>(self, last: &usize, coordinate: usize) -> Self {
        self.with_coordinate(last, coordinate)
    }
}

impl OwnIndex for Index {
    /// A mask for each number of the index: all bits set for the dimension, none for the
    /// others. Every number is written anew, because a load of the whole index would wait
    /// for a store of one number.
    type Axis = [usize; MAX_RANK];

    #[inline]
    fn from_dims(dims: &Dims) -> Self {
        *dims
    }

    #[inline]
    fn axis(dim: usize, rank: usize) -> [usize; MAX_RANK] {
        let mut axis = [0; MAX_RANK];
        if dim < rank {
            axis[dim] = usize::MAX;
        }
        axis
    }

    #[inline]
    fn with_coordinate(self, axis: &[usize; MAX_RANK], coordinate: usize) -> Self {
        let mut index = Index::new(0);
        index.len = self.len;
        let set = |index: &mut Index, len| {
            let numbers = self.items.iter().zip(axis);
            for (at, (number, mask)) in index.items[..len].iter_mut().zip(numbers) {
                *at = number | coordinate & mask;
            }
        };
        // The numbers that follow those of the usual ranks are 0.
        match self.len <= USUAL_RANK {
            true => set(&mut index, USUAL_RANK),
            false => set(&mut index, MAX_RANK),
        }
        index
    }

    #[inline]
    fn rows_before(mut self, last: &[usize; MAX_RANK], by: usize) -> Self {
        for (at, mask) in self.items.iter_mut().zip(&last[1..]) {
            *at -= by & mask;
        }
        self
    }

    #[inline]
    fn with_last<const RANK: usize>(mut self, _: &[usize; MAX_RANK], coordinate: usize) -> Self {
        debug_assert!(self.len == RANK);
        self.len = RANK; // now the compiler knows
        self.items[RANK - 1] = coordinate;
        self
    }
}

/// The index of a static layout, or of any mapping that knows its rank at
/// compile time.
impl<const RANK: usize> IndexFor<[usize; RANK]> for [usize; RANK] {
    #[inline]
    fn position<M: PositionMap<Index = [usize; RANK]>>(self, map: &M) -> Option<usize> {
        map.position(self)
    }

    #[inline]
    fn position_unchecked<M: PositionMap<Index = [usize; RANK]>>(self, map: &M) -> usize {
        map.position_unchecked(self)
    }

    #[inline(always)] // as a call it would take the index by reference
    #[track_caller]
    fn fail<M: PositionMap<Index = [usize; RANK]>>(self, map: &M) -> ! {
        map.out_of_bounds(&copy(self))
    }
}

/// A reference to such an index.
impl<const RANK: usize> IndexFor<[usize; RANK]> for &[usize; RANK] {
    #[inline]
    fn position<M: PositionMap<Index = [usize; RANK]>>(self, map: &M) -> Option<usize> {
        map.position(*self)
    }

    #[inline]
    fn position_unchecked<M: PositionMap<Index = [usize; RANK]>>(self, map: &M) -> usize {
        map.position_unchecked(*self)
    }

    #[inline(always)] // as in the array itself
    #[track_caller]
    fn fail<M: PositionMap<Index = [usize; RANK]>>(self, map: &M) -> ! {
        map.out_of_bounds(self)
    }
}

/// Indices whose length is compared with the rank when the program runs.
macro_rules! index_as_slice {
    ($($(#[$attribute:meta])* [$($generics:tt)*] $index:ty => $own:ty, $copy:expr;)*) => {$(
        $(#[$attribute])*
        impl<$($generics)*> IndexFor<$own> for $index {
            #[inline]
            fn position<M: PositionMap<Index = $own>>(self, map: &M) -> Option<usize> {
                map.slice_position(numbers(&self))
            }

            #[inline]
            fn position_unchecked<M: PositionMap<Index = $own>>(self, map: &M) -> usize {
                map.slice_position_unchecked(numbers(&self))
            }

            #[inline(always)] // as in a static layout
            #[track_caller]
            fn fail<M: PositionMap<Index = $own>>(self, map: &M) -> ! {
                map.out_of_bounds(numbers(&$copy(self)))
            }
        }
    )*};
}

index_as_slice! {
    [const N: usize] [usize; N] => Index, copy;
    [const N: usize] &[usize; N] => Index, identity;
    [] Index => Index, identity;
    [] &Index => Index, identity;
    [] &[usize] => Index, identity;
    #[cfg(feature = "alloc")]
    [] &Vec<usize> => Index, identity;
    [const RANK: usize] Index => [usize; RANK], identity;
    [const RANK: usize] &Index => [usize; RANK], identity;
    [const RANK: usize] &[usize] => [usize; RANK], identity;
    #[cfg(feature = "alloc")]
    [const RANK: usize] &Vec<usize> => [usize; RANK], identity;
}

/// Copies an index only where it is out of bounds: a reference would force
/// every index into memory, at a cost for each access.
#[inline(always)]
fn copy<const N: usize>(index: [usize; N]) -> [usize; N] {
    index.map(identity)
}

#[diagnostic::do_not_recommend]
impl<M: PositionMap, I: IndexFor<M::Index>> NdIndex<M> for I {
    #[inline]
    fn position_in(self, map: &M) -> Option<usize> {
        self.position(map)
    }

    #[inline]
    fn position_in_unchecked(self, map: &M) -> usize {
        self.position_unchecked(map)
    }

    #[inline(always)] // as in the index itself
    #[track_caller]
    fn fail_in(self, map: &M) -> ! {
        self.fail(map)
    }
}

/// Proven positions, of a layout and of references to it.
macro_rules! index_by_offset {
    ($($mapping:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<M: StaticMapping> NdIndex<$mapping> for Offset<M> {
            #[inline]
            fn position_in(self, _: &$mapping) -> Option<usize> {
                Some(self.position()) // proven by `at`
            }

            #[inline]
            fn position_in_unchecked(self, _: &$mapping) -> usize {
                self.position()
            }

            fn fail_in(self, _: &$mapping) -> ! {
                unreachable!("a proven position is never out of bounds")
            }
        }
    )*};
}

index_by_offset! { M &M }
