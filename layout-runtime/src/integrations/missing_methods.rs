//! Methods that arrays do not have, and that users look for: a call is a compile error that says
//! what to write.

use core::ops::{Add, Div, Index, Mul, Sub};

#[cfg(feature = "alloc")]
use crate::buffer::{Buffer, packed::PackedBuffer};
use crate::view::iter::lend::Zip;
use crate::view::packed::{PackedView, PackedViewMut};
use crate::view::{View, ViewMut};

/// Methods with a bound that is never satisfied.
///
/// The bounds are those of a method, since rustc shows the message of a bound of an `impl` for
/// types without lifetimes only. A method's result is of any type, so that a method of the result
/// is not a second error.
///
/// With `&mut Self` the methods `&self` of a user's trait come first.
macro_rules! missing {
    ($receiver:ty, $bound:ident: $(
        [$($generics:tt)*] $array:ty: $($name:ident($($argument:ident),*))*;
    )*) => {$(
        #[doc(hidden)]
        #[allow(missing_docs, reason = "none of them can be used")]
        #[allow(clippy::wrong_self_convention, reason = "the names are not ours")]
        impl<$($generics)*> $array {$(
            pub fn $name<$($argument,)* Output>(self: $receiver $(, _: $argument)*) -> Output
            where
                for<'any> Self: $bound,
            {
                unreachable!()
            }
        )*}
    )*};
}
#[cfg(not(all(feature = "alloc", feature = "ndarray", feature = "rayon")))]
pub(super) use missing;

/// No type implements this.
#[diagnostic::on_unimplemented(
    message = "a shared view has no methods that write",
    label = "a method of mutable views",
    note = "`view_mut` makes a view that writes: `Fig1::view_mut(&mut buffer)?`, `buffer.view_mut()`; \
            of packed elements, `packed_view_mut`"
)]
pub trait WritesElements {}

missing! { &mut Self, WritesElements:
    ['a, T, M] View<'a, T, M>:
        get_mut(I) as_mut_slice() iter_mut() indexed_iter_mut() runs_mut() tiles_mut()
        map_inplace(F) fill(V) copy_from(S) copy_from_row_major(S)
        region_mut(R) subview_mut(R);
    ['a, T, M] PackedView<'a, T, M>: set(I, V) try_set(I, V) fill(V) copy_from(S);
}

/// No type implements this.
#[diagnostic::on_unimplemented(
    message = "packed elements have no addresses: nothing borrows them",
    label = "not an operation on packed elements",
    note = "`p.get([2, 3])` reads an element, `p.set([2, 3], value)` writes one"
)]
pub trait Addresses {}

missing! { &mut Self, Addresses:
    ['a, T, M] PackedView<'a, T, M>: get_mut(I) iter_mut() as_slice() runs();
    ['a, T, M] PackedViewMut<'a, T, M>:
        get_mut(I) iter_mut() as_slice() as_mut_slice() runs() runs_mut();
}

#[cfg(feature = "alloc")]
missing! { &mut Self, Addresses:
    [T, M] PackedBuffer<T, M>:
        get_mut(I) iter_mut() as_slice() as_mut_slice() runs() runs_mut();
}

/// `p[[2, 3]]` of packed elements, which no index satisfies.
macro_rules! no_index {
    ($($(#[$attribute:meta])* $array:ty;)*) => {$(
        $(#[$attribute])*
        #[doc(hidden)]
        impl<I: Addresses, T, M> Index<I> for $array {
            type Output = T;

            fn index(&self, _: I) -> &T {
                unreachable!()
            }
        }
    )*};
}

no_index! {
    PackedView<'_, T, M>;
    PackedViewMut<'_, T, M>;
    #[cfg(feature = "alloc")]
    PackedBuffer<T, M>;
}

/// No type implements this.
#[diagnostic::on_unimplemented(
    message = "arrays have no arithmetic",
    label = "not an operand of an array",
    note = "write a loop: `Zip::from(&mut sum).and(&a).and(&b).for_each(|sum, a, b| *sum = a + b)`"
)]
pub trait Arithmetic {}

macro_rules! no_arithmetic {
    ($($operation:ident $method:ident: $($(#[$attribute:meta])* $array:ty),*;)*) => {$($(
        $(#[$attribute])*
        #[doc(hidden)]
        impl<Other: Arithmetic, T: Copy, M> $operation<Other> for $array {
            type Output = Self;

            fn $method(self, _: Other) -> Self {
                unreachable!()
            }
        }
    )*)*};
    ($($operation:ident $method:ident)*) => {
        no_arithmetic! {$(
            $operation $method:
                View<'_, T, M>,
                &View<'_, T, M>,
                #[cfg(feature = "alloc")] Buffer<T, M>,
                #[cfg(feature = "alloc")] &Buffer<T, M>;
        )*}
    };
}

no_arithmetic! { Add add Sub sub Mul mul Div div }

/// No type implements this.
#[diagnostic::on_unimplemented(
    message = "a `Zip` has at most seven arrays",
    label = "the eighth array"
)]
pub trait EighthArray {}

missing! { &mut Self, EighthArray:
    [A, B, C, D, E, F, G] Zip<(A, B, C, D, E, F, G)>: and(Array);
}

/// The methods of other libraries that have another name here.
macro_rules! named_otherwise {
    ($($bound:ident $note:literal: $($name:ident($($argument:ident),*))*;)*) => {$(
        /// No type implements this.
        #[diagnostic::on_unimplemented(
            message = "arrays have no method of this name",
            label = "not a method of an array",
            note = $note
        )]
        pub trait $bound {}

        missing! { &mut Self, $bound:
            ['a, T, M] View<'a, T, M>: $($name($($argument),*))*;
            ['a, T, M] ViewMut<'a, T, M>: $($name($($argument),*))*;
        }

        #[cfg(feature = "alloc")]
        missing! { &mut Self, $bound:
            [T: Copy, M] Buffer<T, M>: $($name($($argument),*))*;
        }
    )*};
}

named_otherwise! {
    Shape "the dimensions are `dims()`": shape() nrows() ncols();
    NDim "the number of dimensions is `rank()`": ndim();
    Set "`array[[2, 3]] = value` writes an element": set(I, V);
    Grow "an array has the size of its layout, and does not grow": push(V) extend(V) resize(N, V);
    Slice "a part of an array is `region((.., 1..3))`, with one range per dimension":
        slice(S) slice_mut(S);
    Column "column `i` is `region_at::<1>(1, i)?`": column(I) column_mut(I);
    Transpose "`permuted(&[1, 0])` is the array with its dimensions in another order":
        t() transpose() permuted_axes(A) reversed_axes() swap_axes(I, J);
    Reshape "`bitcast` is the same buffer with other dimensions":
        reshape(D) to_shape(D) into_shape_with_order(D);
    Assign "`copy_from(&other)` copies an array in any layout": assign(A);
    OuterIter "the arrays along dimension 0 are `axis_iter(0)?`": outer_iter() outer_iter_mut();
    Rows "`row(i)` is a row, `runs_along(dim)` are the slices along a dimension":
        rows() columns() lanes(D);
    First "the first element is `iter().next()`, the last one `iter().next_back()`": first() last();
    ToVec "`to_row_major()` is a `Vec` of the elements, `as_slice().to_vec()` has padding too":
        to_vec();
    ParIter "`par_runs` and `par_tiles` are parallel iterators, `Zip::par_for_each` a parallel loop \
        (feature `rayon`)": par_iter() par_iter_mut() into_par_iter();
    Dot "the dot product is `Zip::from(&a).and(&b).fold(0.0, |sum, a, b| sum + a * b)`": dot(A);
    SumAxis "write a loop over `axis_iter(dim)?` or `indexed_iter()`": sum_axis(D) mean_axis(D);
}

/// No type implements this.
#[cfg(feature = "alloc")]
#[diagnostic::on_unimplemented(
    message = "a `Buffer` is converted to `ndarray` through its view",
    label = "a method of `View`",
    note = "write `buffer.view().to_ndarray()`, `buffer.view().as_ndarray()`"
)]
pub trait ThroughItsView {}

#[cfg(feature = "alloc")]
missing! { &mut Self, ThroughItsView:
    [T: Copy, M] Buffer<T, M>: to_ndarray() as_ndarray();
}
