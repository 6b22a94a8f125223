//! `OwnIndex`: the index type of a mapping.

use core::array;
use core::convert::{Infallible, identity};
use core::fmt::Debug;

use layout_core::spec::{Dims, MAX_RANK};

use crate::layout::Index;

/// Implemented by the types that index an array, and by no others.
pub trait Sealed {}

impl<const N: usize> Sealed for [usize; N] {}
impl Sealed for Index {}

/// The index type of a mapping: `[usize; RANK]` for ranks 0 to 12, or [`Index`] at run time. It is
/// sealed.
///
/// Functions that are generic over a rank ask for it:
///
/// ```
/// use tiled_layout::{Layout, LayoutError, OwnIndex, View};
///
/// fn first<const RANK: usize>(view: View<'_, i32, &Layout>) -> Result<i32, LayoutError>
/// where
///     [usize; RANK]: OwnIndex,
/// {
///     Ok(view.ranked::<RANK>()?[[0; RANK]])
/// }
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// assert_eq!(first::<2>(layout.view(&[7; 24])?)?, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OwnIndex:
    Copy + Sealed + AsRef<[usize]> + AsMut<[usize]> + Debug + PartialEq + Send + Sync
{
    /// The index of an array of one dimension fewer; of one without dimensions, itself.
    type Smaller: OwnIndex;

    /// The number of dimensions, if the type has it.
    const RANK: Option<usize>;

    /// What shows that there is one dimension: without a value where the type has another rank, so
    /// that the compiler leaves out the code for one.
    #[doc(hidden)]
    type One: Possible;

    /// What shows that there is not one dimension; without a value where the type has rank 1.
    #[doc(hidden)]
    type Other: Possible;

    /// Returns which of the two an array of `rank` dimensions has.
    #[doc(hidden)]
    fn one_dimension(rank: usize) -> Result<Self::One, Self::Other>;

    /// Returns a copy, number by number.
    #[doc(hidden)]
    fn copied(self) -> Self;

    /// A dimension, as [`with_coordinate`](OwnIndex::with_coordinate) takes it.
    #[doc(hidden)]
    type Axis: Copy + Debug + Send + Sync;

    /// Returns the index with the numbers of a slice; `None` if their count is not `rank`.
    #[doc(hidden)]
    fn of_rank(index: &[usize], rank: usize) -> Option<Self>;

    /// Returns the index with the numbers of `dims`, which has one per dimension.
    #[doc(hidden)]
    fn from_dims(dims: &Dims) -> Self;

    /// Dimension `dim` of an array of `rank` dimensions, if it has that.
    #[doc(hidden)]
    fn axis(dim: usize, rank: usize) -> Self::Axis;

    /// This index with another number in a dimension, in which it has 0.
    #[doc(hidden)]
    fn with_coordinate(self, axis: &Self::Axis, coordinate: usize) -> Self;

    /// This index, in the row that is `by` rows before, where `last` is the last dimension, and
    /// not the only one.
    #[doc(hidden)]
    fn rows_before(self, last: &Self::Axis, by: usize) -> Self;

    /// This index, of `RANK` numbers, with another number in the `last` dimension.
    #[doc(hidden)]
    fn with_last<const RANK: usize>(self, last: &Self::Axis, coordinate: usize) -> Self;
}

/// `()`, or a type without values: what shows that code can be reached.
#[doc(hidden)]
pub trait Possible: Copy + Send + Sync {
    /// Tells the compiler that there is a value.
    fn exists(self);
}

impl Possible for () {
    #[inline(always)]
    fn exists(self) {}
}

impl Possible for Infallible {
    #[inline(always)]
    fn exists(self) {
        match self {}
    }
}

/// The largest rank for which an `Index` is written as so many numbers, and zeros.
const USUAL_RANK: usize = 4;

/// For each rank, because no expression of a const parameter is one less.
macro_rules! ranks {
    (@one 1) => {
        type One = ();
        type Other = Infallible;

        #[inline]
        fn one_dimension(_: usize) -> Result<(), Infallible> {
            Ok(())
        }
    };
    (@one $rank:tt) => {
        type One = Infallible;
        type Other = ();

        #[inline]
        fn one_dimension(_: usize) -> Result<Infallible, ()> {
            Err(())
        }
    };
    ($($rank:tt => $smaller:literal)*) => {$(
        impl OwnIndex for [usize; $rank] {
            type Smaller = [usize; $smaller];
            const RANK: Option<usize> = Some($rank);
            ranks! { @one $rank }

            #[inline(always)]
            fn copied(self) -> Self {
                self.map(identity)
            }

            type Axis = usize;

            #[inline]
            fn of_rank(index: &[usize], _: usize) -> Option<Self> {
                index.try_into().ok()
            }

            #[inline]
            fn from_dims(dims: &Dims) -> Self {
                array::from_fn(|dim| dims.items()[dim])
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
                if let Some(row) = self.get_mut(usize::wrapping_sub($rank, 2)) {
                    *row -= by;
                }
                self
            }

            #[inline]
            fn with_last<const LEN: usize>(self, last: &usize, coordinate: usize) -> Self {
                self.with_coordinate(last, coordinate)
            }
        }
    )*};
}

ranks! { 0 => 0 1 => 0 2 => 1 3 => 2 4 => 3 5 => 4 6 => 5 7 => 6 8 => 7 9 => 8 10 => 9 11 => 10 12 => 11 }

/// An array of more than 12 numbers does not compile.
///
/// ```
/// use tiled_layout::Index;
///
/// assert_eq!(Index::from([2, 3])[..], [2, 3]);
/// ```
impl<const N: usize> From<[usize; N]> for Index {
    #[inline]
    fn from(numbers: [usize; N]) -> Self {
        const { assert!(N <= MAX_RANK, "an index has at most 12 numbers") };
        Index::from_slice(&numbers)
    }
}

impl OwnIndex for Index {
    type Smaller = Index;
    const RANK: Option<usize> = None;
    type One = ();
    type Other = ();

    #[inline]
    fn one_dimension(rank: usize) -> Result<(), ()> {
        if rank == 1 { Ok(()) } else { Err(()) }
    }

    fn copied(self) -> Self {
        self
    }

    /// A mask for each number of the index: all bits set for the dimension, none for the
    /// others. Every number is written anew, because a load of the whole index would wait
    /// for a store of one number.
    type Axis = [usize; MAX_RANK];

    #[inline]
    fn of_rank(index: &[usize], rank: usize) -> Option<Self> {
        (index.len() == rank).then(|| Index::from_slice(index))
    }

    #[inline]
    fn from_dims(dims: &Dims) -> Self {
        Index::of(*dims)
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
        if self.len <= USUAL_RANK {
            set(&mut index, USUAL_RANK)
        } else {
            set(&mut index, MAX_RANK)
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
