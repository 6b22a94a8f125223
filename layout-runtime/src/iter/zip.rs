//! `Zip`: loops over several arrays of one shape, in any layouts.

use core::fmt;
#[cfg(feature = "rayon")]
use core::ops::Range;

use layout_core::spec::Dims;
use layout_core::util::arithmetic::product;

use super::operand::{Indices, Operand};
use crate::array::Array;
use crate::array::into_array::IntoArray;
#[cfg(feature = "rayon")]
use crate::iter::order::MIN_PART;
use crate::iter::order::pieces::{LONG_RUN, Lanes, StridedPiece};
use crate::iter::order::small::all_indices;
use crate::map::{Mapping, OwnIndex};
use crate::storage::Storage;

/// A part of a row begins at a multiple of this, where no usual tile is cut.
#[cfg(feature = "rayon")]
const CUT: usize = 1024;

/// Calls a function with the elements at each index of one to seven arrays, which have the
/// same dimensions and any layouts and element types.
///
/// Nothing is copied. The order of the indices is unspecified: the innermost loop is along
/// the dimension in which the arrays share the longest contiguous runs. Padding is neither
/// read nor written, even if all layouts are equal.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Buffer, Zip, layout};
///
/// // From 8-bit channels in the last dimension to blocks of 4 channels.
/// let image = Buffer::<u8, layout!(U8[2,6,5]<0,2,1>)>::from_fn(|[c, y, x]| (c + 10 * y + x) as u8);
/// let mut blocks = Buffer::<f32, layout!(F32[2,6,5]<2,1,0:T(4,1,1)>)>::zeroed();
/// Zip::from(&mut blocks).and(&image).for_each(|to, from| *to = f32::from(*from) / 4.0);
/// assert_eq!(blocks[[1, 5, 4]], 55.0 / 4.0);
/// assert_eq!(blocks.as_slice().len(), 4 * 6 * 5); // two channels of padding stay zero
/// ```
#[must_use = "`for_each` calls the function"]
pub struct Zip<P> {
    operands: P,
    dims: Dims,
}

impl<P> fmt::Debug for Zip<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zip")
            .field("dims", &self.dims)
            .finish_non_exhaustive()
    }
}

impl<S: Storage, M: Mapping> Zip<(Array<S, M>,)>
where
    Array<S, M>: Operand,
{
    /// A `Zip` of one array; [`and`](Self::and) adds more. A view or a shared reference gives `&T`, a
    /// mutable view or an exclusive reference `&mut T`.
    pub fn from(array: impl IntoArray<Storage = S, Mapping = M>) -> Self {
        let array = array.into_array();
        Zip {
            dims: Dims::from_slice(array.dims()),
            operands: (array,),
        }
    }
}

impl<S: Storage, M: Mapping> Zip<(Indices<M::Index>, Array<S, M>)>
where
    Array<S, M>: Operand,
{
    /// A `Zip` of the indices and one array; [`and`](Self::and) adds more.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, Zip, layout};
    ///
    /// let mut buffer = Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::zeroed();
    /// Zip::indexed(&mut buffer).for_each(|[i, j], element| *element = (10 * i + j) as i32);
    /// assert_eq!(buffer.as_slice()[16..20], [22, 23, 0, 0]); // two are padding
    /// ```
    pub fn indexed(array: impl IntoArray<Storage = S, Mapping = M>) -> Self {
        let array = array.into_array();
        Zip {
            dims: Dims::from_slice(array.dims()),
            operands: (
                Indices(M::Index::from_dims(&Dims::from_slice(array.dims()))),
                array,
            ),
        }
    }
}

/// The methods of each number of operands.
macro_rules! zips {
    (@all $dims:ident, $index:ident, ($First:ident $($P:ident)*) $body:block) => {
        all_indices($dims, |index: $First::Index| {
            let $index = index.as_ref();
            $body
            true
        });
    };
    ($($N:literal ($($P:ident $p:ident $lane:literal),*))*) => {$(
        impl<$($P: Operand),*> Zip<($($P,)*)> {
            fn lanes(&self) -> Lanes<'_, $N> {
                let ($($p,)*) = &self.operands;
                Lanes::<$N>::new([$($p.lane()),*], &self.dims)
            }

            /// Calls `f` with the elements of a piece.
            ///
            /// # Safety
            ///
            /// The piece is of [`lanes`](Self::lanes), and each is passed once.
            #[inline(always)] // in the function that is called with each piece
            unsafe fn each_of_piece(
                &self,
                piece: &StridedPiece<'_, $N>,
                f: &mut impl FnMut($($P::Item),*),
            ) {
                let ($($p,)*) = &self.operands;
                $(
                    // SAFETY: the lanes are in the order of the operands; no two pieces have an
                    // element in common.
                    let $p = unsafe { $p.start(piece, $lane) };
                )*
                let len = piece.len();
                if piece.is_contiguous() {
                    $(
                        // SAFETY: it is the start of this piece, which is contiguous.
                        let $p = unsafe { $P::slice($p, len) };
                    )*
                    // A usual length has a loop of its own, which the compiler unrolls.
                    if len == LONG_RUN {
                        // SAFETY: they are of the piece's length.
                        unsafe { Self::each_of_slices(LONG_RUN, $($p,)* f) };
                    } else {
                        // SAFETY: as above.
                        unsafe { Self::each_of_slices(len, $($p,)* f) };
                    }
                } else {
                    for k in 0..len {
                        // SAFETY: these are the elements of the piece, each once.
                        f($(unsafe { $P::item($p, k.wrapping_mul(piece.steps()[$lane])) }),*);
                    }
                }
            }

            /// Calls `f` with the elements of slices.
            ///
            /// # Safety
            ///
            /// The slices have `len` elements, and each is passed once.
            #[inline]
            #[allow(clippy::too_many_arguments, reason = "one a slice")]
            unsafe fn each_of_slices(
                len: usize,
                $($p: $P::Slice,)*
                f: &mut impl FnMut($($P::Item),*),
            ) {
                $(let $p = $P::start_of($p);)*
                for k in 0..len {
                    // SAFETY: these are the elements of the slices, each once.
                    f($(unsafe { $P::item($p, k) }),*);
                }
            }

            /// Calls `f` with the elements at each index of operands that have few elements.
            #[inline]
            fn each_by_index(&self, f: &mut impl FnMut($($P::Item),*)) {
                let ($($p,)*) = &self.operands;
                let dims = [$($p.dims()),*][0];
                zips! { @all dims, index, ($($P)*) {
                    // SAFETY: the operands have the same dimensions, and each index is passed once.
                    f($(unsafe { $P::item($p.start_at(index), 0) }),*);
                } }
            }

            /// Calls `f` with the elements at each index, in any order.
            #[inline]
            pub fn for_each(self, mut f: impl FnMut($($P::Item),*)) {
                let ($($p,)*) = &self.operands;
                if $($p.is_small())&&* {
                    return self.each_by_index(&mut f);
                }
                let len = product(&self.dims);
                if $($p.is_row_major())&&* && len > 0 {
                    let first = Dims::filled(0, self.dims.len());
                    // SAFETY: no dimension is 0, so that index 0 is in bounds; all elements follow the
                    // first one, and each is passed once.
                    return unsafe {
                        Self::each_of_slices(len, $($P::slice($p.start_at(&first), len),)* &mut f)
                    };
                }
                self.lanes().all(|piece| {
                    // SAFETY: they are the pieces of these lanes, each once.
                    unsafe { self.each_of_piece(piece, &mut f) };
                    true
                });
            }

            /// Calls `f` with a value and the elements at each index, in any order. The result of
            /// each call is the value of the next one; returns the last one.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Buffer, Zip, layout};
            ///
            /// let a = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::from_elem(2.0);
            /// let b = Buffer::<f32, layout!(F32[3,5]<0,1>)>::from_elem(0.5);
            /// let dot = Zip::from(&a).and(&b).fold(0.0, |sum, a, b| sum + a * b);
            /// assert_eq!(dot, 15.0);
            /// ```
            pub fn fold<Acc>(self, init: Acc, mut f: impl FnMut(Acc, $($P::Item),*) -> Acc) -> Acc {
                // It is empty only while `f` runs.
                let mut value = Some(init);
                self.for_each(|$($p),*| {
                    value = value.take().map(|value| f(value, $($p),*));
                });
                value.unwrap_or_else(|| unreachable!("`f` returns a value or panics"))
            }

            /// [`for_each`](Zip::for_each) by the threads of rayon's pool.
            #[cfg(feature = "rayon")]
            #[cfg_attr(docsrs, doc(cfg(feature = "rayon")))]
            pub fn par_for_each(self, f: impl Fn($($P::Item),*) + Send + Sync)
            where
                $($P: Sync, $P::Item: Send,)*
            {
                let lanes = self.lanes();
                each_part(lanes.rows(), lanes.extent(), MIN_PART, &|rows, along| {
                    lanes.each_piece(rows, along, |piece| {
                        // SAFETY: as in `for_each`; no two parts have a piece in common.
                        unsafe { self.each_of_piece(piece, &mut &f) };
                        true
                    });
                });
            }
        }
    )*};
}

zips! {
    1 (A a 0)
    2 (A a 0, B b 1)
    3 (A a 0, B b 1, C c 2)
    4 (A a 0, B b 1, C c 2, D d 3)
    5 (A a 0, B b 1, C c 2, D d 3, E e 4)
    6 (A a 0, B b 1, C c 2, D d 3, E e 4, F g 5)
    7 (A a 0, B b 1, C c 2, D d 3, E e 4, F g 5, H h 6)
}

macro_rules! and {
    ($(($($P:ident $p:ident),*))*) => {$(
        impl<$($P),*> Zip<($($P,)*)> {
            /// Adds an array.
            ///
            /// # Panics
            ///
            /// When its dimensions differ from the first array's.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::{Buffer, Zip, layout};
            ///
            /// type Tiled = layout!(F32[3,5]<1,0:T(2,2)>);
            /// let a = Buffer::<f32, Tiled>::from_elem(1.0);
            /// let b = Buffer::<u8, layout!(U8[3,5]<0,1>)>::from_elem(2);
            /// let mut sums = Buffer::<f32, Tiled>::zeroed();
            /// Zip::from(&mut sums).and(&a).and(&b).for_each(|sum, a, b| *sum = a + f32::from(*b));
            /// assert_eq!(sums.as_slice().iter().sum::<f32>(), 15.0 * 3.0); // padding stays zero
            /// ```
            #[track_caller]
            pub fn and<S: Storage, N: Mapping>(
                self,
                array: impl IntoArray<Storage = S, Mapping = N>,
            ) -> Zip<($($P,)* Array<S, N>,)>
            where
                Array<S, N>: Operand,
            {
                let next = array.into_array();
                if *self.dims != *next.dims() {
                    differ(&self.dims, next.dims());
                }
                let ($($p,)*) = self.operands;
                Zip {
                    operands: ($($p,)* next,),
                    dims: self.dims,
                }
            }
        }
    )*};
}

and! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F g)
}

#[cold]
#[inline(never)]
#[track_caller]
fn differ(left: &[usize], right: &[usize]) -> ! {
    panic!("cannot zip arrays of different shapes: {left:?} and {right:?}")
}

/// Calls `f` for parts of some rows of some extent, each of `min_part` elements or more, on
/// rayon's threads; for all at once, on this thread, if there are fewer than two such parts.
#[cfg(feature = "rayon")]
fn each_part(
    rows: usize,
    extent: usize,
    min_part: usize,
    f: &(dyn Fn(Range<usize>, Range<usize>) + Sync),
) {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    let elements = rows.saturating_mul(extent);
    if elements < 2 * min_part {
        return f(0..rows, 0..extent);
    }
    let parts = (4 * rayon::current_num_threads()).min(elements / min_part);
    let rows_each = rows.div_ceil(parts);
    // If there are few rows, each is split.
    let cuts = parts.div_ceil(rows);
    let extent_each = extent.div_ceil(cuts).next_multiple_of(CUT.min(min_part));
    let cuts = extent.div_ceil(extent_each);
    (0..rows.div_ceil(rows_each) * cuts)
        .into_par_iter()
        .for_each(|part| {
            let (row, place) = (part / cuts * rows_each, part % cuts * extent_each);
            f(
                row..rows.min(row + rows_each),
                place..extent.min(place + extent_each),
            );
        });
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use std::sync::Mutex;
    use std::vec;

    use super::each_part;
    use crate::iter::order::pieces::{Lane, Lanes};
    use crate::layout::Layout;

    /// The pieces of all parts have each element once, however small the parts are.
    #[test]
    fn parts_are_the_whole() {
        for text in [
            "s32[]",
            "s32[0,5]{1,0:T(2,2)}",
            "s32[57]{0:T(8)}",
            "s32[3,50]{1,0:T(2,4)}",
            "s32[17,9]{0,1:T(4,8)(2,1)}",
            "s32[7,9]{1,0:T(4,8)(3,2)}", // does not flatten
        ] {
            let layout = Layout::parse(text).unwrap();
            let lanes = [Lane::new(&layout)];
            let lanes = Lanes::<1>::new(lanes, layout.dims());
            for min_part in [1, 3, 10] {
                let visits = Mutex::new(vec![0; layout.padded_len()]);
                each_part(lanes.rows(), lanes.extent(), min_part, &|rows, along| {
                    lanes.each_piece(rows, along, |piece| {
                        let mut visits = visits.lock().unwrap();
                        for k in 0..piece.len() {
                            visits[piece.positions()[0] + k * piece.steps()[0]] += 1;
                        }
                        true
                    });
                });
                for (position, visits) in visits.into_inner().unwrap().into_iter().enumerate() {
                    let expected = usize::from(layout.index(position).is_some());
                    assert_eq!(visits, expected, "{text}: {position}");
                }
            }
        }
    }
}
