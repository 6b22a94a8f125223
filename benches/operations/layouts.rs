//! The layouts, each as its three kinds and as a nest of loops.

use std::fmt::Debug;
use std::hint::black_box;
use std::ops::{Add, AddAssign};

use tiled_layout::{Element, Layout, Mapping, NoUninit, StaticMapping, Stores, Zeroable, layout};

/// An element type, and the arithmetic that the operations use.
pub(crate) trait Number:
    Element + NoUninit + Zeroable + Copy + Default + PartialEq + 'static
{
    /// The type of sums.
    type Sum: Default + Add<Output = Self::Sum> + AddAssign + Into<f64>;

    const ONE: Self;

    fn of(number: usize) -> Self;

    fn to_sum(self) -> Self::Sum;

    /// A different number.
    fn changed(self) -> Self;
}

macro_rules! numbers {
    ($($number:ty, $sum:ty;)*) => {$(
        impl Number for $number {
            type Sum = $sum;

            const ONE: Self = 1 as Self;

            fn of(number: usize) -> Self {
                (number % 64) as Self
            }

            #[inline]
            fn to_sum(self) -> $sum {
                self.into()
            }

            #[inline]
            fn changed(self) -> Self {
                63 as Self - self
            }
        }
    )*};
}

numbers! { f32, f32; u16, f32; u8, f32; i8, i32; }

/// A layout as its three kinds, and as hand-written loops.
pub(crate) trait Case: 'static {
    const NAME: &'static str;
    type Element: Number;
    type Static: StaticMapping + Stores<Self::Element> + 'static;
    /// The static layout again, if the layout cannot have `?`.
    type Partial: Mapping + Stores<Self::Element> + TryFrom<Layout, Error: Debug> + Copy + 'static;

    fn layout() -> Layout {
        <Self::Static as StaticMapping>::LAYOUT
    }

    /// Dimensions that the compiler cannot see.
    fn partial() -> Self::Partial {
        black_box(Self::layout()).try_into().unwrap()
    }

    /// Calls `f` with the last entry of each index and the element's position.
    fn each(f: impl FnMut(usize, usize));

    /// Calls `f` with each position of padding.
    fn each_padding(f: impl FnMut(usize));
}

/// The work done with every layout.
pub(crate) trait Visitor {
    fn visit<C: Case>(&mut self);
}

macro_rules! nest {
    (, $body:expr) => { $body };
    (($i:ident $extent:literal) $($rest:tt)*) => {
        for $i in 0..$extent {
            nest! { $($rest)* }
        }
    };
}

macro_rules! cases {
    ($($name:ident $title:literal: $element:ty, [$($static:tt)*], [$($partial:tt)*],
        $(($i:ident $extent:literal $padded:literal))* => $position:expr;)*) => {
        $(pub(crate) struct $name;

        impl Case for $name {
            const NAME: &'static str = $title;
            type Element = $element;
            type Static = layout!($($static)*);
            type Partial = layout!($($partial)*);

            #[inline(always)] // by hand, these are loops in place
            fn each(mut f: impl FnMut(usize, usize)) {
                nest! { $(($i $extent))*, f(last!($($i)*), $position) }
            }

            #[inline(always)] // by hand, these are loops in place
            fn each_padding(mut f: impl FnMut(usize)) {
                nest! { $(($i $padded))*, if $($i >= $extent)||* { f($position) } }
            }
        })*

        /// Visits all layouts.
        pub(crate) fn each(visitor: &mut impl Visitor) {
            $(visitor.visit::<$name>();)*
        }
    };
}

macro_rules! last {
    ($i:ident) => { $i };
    ($i:ident $($rest:ident)+) => { last!($($rest)+) };
}

// Name, title, element, static, with `?`, extents (without and with padding), position.
cases! {
    Tiled "f32 T(8,128)": f32, [F32[509,511]<1,0:T(8,128)>], [F32[?,?]<1,0:T(8,128)>],
        (i 509 512)(j 511 512) => i / 8 * 4096 + j / 128 * 1024 + i % 8 * 128 + j % 128;
    Pairs "u16 T(8,128)(2,1)": u16, [U16[509,511]<1,0:T(8,128)(2,1)>], [U16[?,?]<1,0:T(8,128)(2,1)>],
        (i 509 512)(j 511 512) =>
            i / 8 * 4096 + j / 128 * 1024 + i % 8 / 2 * 256 + j % 128 * 2 + i % 2;
    Blocked "f32 nChw16c": f32, [F32[2,40,57,57]<3,2,1,0:T(16,1,1)>], [F32[?,?,?,?]<3,2,1,0:T(16,1,1)>],
        (n 2 2)(c 40 48)(h 57 57)(w 57 57) =>
            (((n * 3 + c / 16) * 57 + h) * 57 + w) * 16 + c % 16;
    Rows "f32 row-major": f32, [F32[33,89,88]], [F32[?,?,?]],
        (i 33 33)(j 89 89)(k 88 88) => (i * 89 + j) * 88 + k;
    Small "f32 T(2,2)": f32, [F32[509,511]<1,0:T(2,2)>], [F32[?,?]<1,0:T(2,2)>],
        (i 509 510)(j 511 512) => i / 2 * 1024 + j / 2 * 4 + i % 2 * 2 + j % 2;
    Merged "f32 T(*,3)": f32, [F32[9,160,180]<2,1,0:T(*,3)>], [F32[?,160,180]<2,1,0:T(*,3)>],
        (i 9 9)(j 160 160)(k 180 180) => (i * 160 + j) * 180 + k;
    Columns "f32 columns": f32, [F32[509,511]<0,1>], [F32[?,?]<0,1>],
        (i 509 509)(j 511 511) => j * 509 + i;
    OneDim "f32 T(1024), one": f32, [F32[260000]<0:T(1024)>], [F32[?]<0:T(1024)>],
        (i 260000 260096) => i;
    Pair "f32[n,2] row-major": f32, [F32[9000,2]], [F32[?,2]],
        (i 9000 9000)(j 2 2) => i * 2 + j;
    Triple "f32[n,3] columns": f32, [F32[9000,3]<0,1>], [F32[?,3]<0,1>],
        (i 9000 9000)(j 3 3) => j * 9000 + i;
    Weights "f32[O,I,3,3] T(16,16,1,1)": f32, [F32[64,96,3,3]<3,2,1,0:T(16,16,1,1)>],
        [F32[?,?,3,3]<3,2,1,0:T(16,16,1,1)>],
        (o 64 64)(i 96 96)(y 3 3)(x 3 3) =>
            ((((o / 16 * 6 + i / 16) * 3 + y) * 3 + x) * 16 + o % 16) * 16 + i % 16;
}
