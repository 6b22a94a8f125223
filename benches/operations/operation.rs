//! The operations, written once for all kinds of layouts.

use std::hint::black_box;

use tiled_layout::{Buffer, PackedView, Stores, View, ViewMut, WholeBuffer};

use crate::layouts::Number;

macro_rules! operations {
    ($($variant:ident $name:literal $aims:expr,)*) => {
        #[derive(Clone, Copy)]
        pub(crate) enum Operation {
            $($variant,)*
        }

        impl Operation {
            pub(crate) const ALL: &[Operation] = &[$(Operation::$variant),*];

            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Operation::$variant => $name,)*
                }
            }

            /// The targets, the largest ratios to by hand: static, with `?`, `Layout`.
            pub(crate) fn aims(self) -> [f64; 3] {
                match self {
                    $(Operation::$variant => $aims,)*
                }
            }
        }
    };
}

const ONE: [f64; 3] = [1.5, 2.0, 2.5];
const TWO: [f64; 3] = [3.0, 3.5, 4.0];

operations! {
    IterFor "iter, for" ONE,
    IterFold "iter, fold" ONE,
    IterMutFor "iter_mut, for" ONE,
    IterMutFold "iter_mut, fold" ONE,
    IndexedFor "indexed_iter, for" ONE,
    IndexedFold "indexed_iter, fold" ONE,
    Fill "fill" ONE,
    FillPadding "fill_padding" ONE,
    MapInplace "map_inplace" ONE,
    Collect "collect" ONE,
    ToRowMajor "to_row_major" ONE,
    Zipped "zip, for" TWO,
    Equal "==" TWO,
    Runs "runs" ONE,
    Tiles "tiles, iter" ONE,
    FromFn "from_fn" ONE,
    FromRowMajor "from_row_major" ONE,
    IndexedMutFor "indexed_iter_mut, for" ONE,
}

/// Three arrays of one layout: two equal ones to read, and one to write; and rows of zeros.
pub(crate) struct Arrays<T: Number, M: WholeBuffer> {
    a: Buffer<T, M>,
    b: Buffer<T, M>,
    c: Buffer<T, M>,
    rows: Vec<T>,
}

impl<T: Number, M: Stores<T> + Copy> Arrays<T, M> {
    pub(crate) fn new(mapping: M) -> Self {
        let array = || {
            let mut numbers = 0..;
            let next = |_| T::of(numbers.next().unwrap_or(0));
            Buffer::from_fn_with(mapping, next).unwrap_or_else(|error| panic!("{error}"))
        };
        Arrays {
            a: array(),
            b: array(),
            c: array(),
            rows: vec![T::default(); mapping.num_elements()],
        }
    }

    /// Runs an operation and returns its result, if it has one.
    pub(crate) fn run(&mut self, operation: Operation) -> f64 {
        let Arrays { a, b, c, .. } = self;
        let mapping = *a.mapping();
        match operation {
            Operation::Runs => runs(&a.view()),
            Operation::Tiles => tiles(&a.view()),
            Operation::IterMutFor => iter_mut_for(c.view_mut()),
            Operation::IterMutFold => iter_mut_fold(c.view_mut()),
            Operation::Fill => fill(c.view_mut()),
            Operation::FillPadding => fill_padding(c.view_mut()),
            Operation::MapInplace => map_inplace(c.view_mut()),
            Operation::Zipped => zipped(&a.view(), &b.view()),
            Operation::Equal => equal(&a.view(), &b.view()),
            Operation::FromFn => from_fn::<T, M>(mapping),
            Operation::FromRowMajor => made(Buffer::from_row_major_with(mapping, &self.rows)),
            Operation::IndexedMutFor => indexed_mut_for(c.view_mut()),
            _ => read(operation, &a.view()),
        }
    }
}

/// A view of whole or of packed elements.
pub(crate) trait Elements {
    type Element: Number;

    fn iter(&self) -> impl Iterator<Item = Self::Element>;

    fn indexed_iter(&self) -> impl Iterator<Item = (impl AsRef<[usize]>, Self::Element)>;

    fn to_row_major(&self) -> Vec<Self::Element>;
}

macro_rules! elements {
    ($view:ident, $element:ident, [$($number:ident)?], [$($copied:tt)*], [$($deref:tt)?]) => {
        impl<$($number: Number,)? M: WholeBuffer> Elements for $view<'_, $element, M> {
            type Element = $element;

            #[inline]
            fn iter(&self) -> impl Iterator<Item = $element> {
                self.iter()$($copied)*
            }

            #[inline]
            fn indexed_iter(&self) -> impl Iterator<Item = (impl AsRef<[usize]>, $element)> {
                self.indexed_iter().map(|(index, element)| (index, $($deref)? element))
            }

            #[inline]
            fn to_row_major(&self) -> Vec<$element> {
                self.to_row_major()
            }
        }
    };
}

elements!(View, T, [T], [.map(|&element| element)], [*]); // `Copied::next` may be a call
elements!(PackedView, i8, [], [], []);

/// Runs one of the operations that only read a view.
pub(crate) fn read(operation: Operation, view: &impl Elements) -> f64 {
    match operation {
        Operation::IterFor => iter_for(view),
        Operation::IterFold => iter_fold(view),
        Operation::IndexedFor => indexed_for(view),
        Operation::IndexedFold => indexed_fold(view),
        Operation::Collect => collect(view),
        Operation::ToRowMajor => black_box(view.to_row_major()).len() as f64,
        _ => panic!("{} is none of these", operation.name()),
    }
}

fn last(index: impl AsRef<[usize]>) -> usize {
    *index.as_ref().last().unwrap_or(&0)
}

fn made<T: Number, M: WholeBuffer, E>(buffer: Result<Buffer<T, M>, E>) -> f64 {
    if let Ok(buffer) = buffer {
        black_box(buffer.as_slice());
    }
    0.0
}

#[inline(never)]
fn iter_for<V: Elements>(view: &V) -> f64 {
    let mut sum = <V::Element as Number>::Sum::default();
    for element in view.iter() {
        sum += element.to_sum();
    }
    sum.into()
}

#[inline(never)]
fn iter_fold<V: Elements>(view: &V) -> f64 {
    let mut sum = <V::Element as Number>::Sum::default();
    view.iter().for_each(|element| sum += element.to_sum());
    sum.into()
}

#[inline(never)]
fn indexed_for<V: Elements>(view: &V) -> f64 {
    let (mut sum, mut indices) = (<V::Element as Number>::Sum::default(), 0);
    for (index, element) in view.indexed_iter() {
        sum += element.to_sum();
        indices += last(index);
    }
    sum.into() + indices as f64
}

#[inline(never)]
fn indexed_fold<V: Elements>(view: &V) -> f64 {
    let (mut sum, mut indices) = (<V::Element as Number>::Sum::default(), 0);
    view.indexed_iter().for_each(|(index, element)| {
        sum += element.to_sum();
        indices += last(index);
    });
    sum.into() + indices as f64
}

macro_rules! changes {
    ($($name:ident($view:ident) $body:block)*) => {$(
        #[inline(never)]
        fn $name<T: Number, M: WholeBuffer>(mut $view: ViewMut<'_, T, M>) -> f64 {
            $body
            0.0
        }
    )*};
}

changes! {
    iter_mut_for(view) {
        for element in view.iter_mut() {
            *element = element.changed();
        }
    }
    iter_mut_fold(view) { view.iter_mut().for_each(|element| *element = element.changed()); }
    indexed_mut_for(view) {
        for (index, element) in view.indexed_iter_mut() {
            *element = T::of(last(index));
        }
    }
    fill(view) { view.fill(T::ONE); }
    fill_padding(view) { view.fill_padding(T::ONE); }
    map_inplace(view) { view.map_inplace(|element| *element = element.changed()); }
}

#[inline(never)]
fn collect(view: &impl Elements) -> f64 {
    black_box(view.iter().collect::<Vec<_>>()).len() as f64
}

#[inline(never)]
fn tiles<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let mut sum = T::Sum::default();
    for tile in view.tiles() {
        for element in tile.iter() {
            sum += element.to_sum();
        }
    }
    sum.into()
}

#[inline(never)]
fn zipped<T: Number, M: WholeBuffer>(a: &View<'_, T, M>, b: &View<'_, T, M>) -> f64 {
    let mut sum = T::Sum::default();
    for (a, b) in a.iter().zip(b.iter()) {
        sum += a.to_sum() + b.to_sum();
    }
    sum.into()
}

#[inline(never)]
fn equal<T: Number, M: WholeBuffer>(a: &View<'_, T, M>, b: &View<'_, T, M>) -> f64 {
    f64::from(u8::from(a == b))
}

#[inline(never)]
fn runs<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let mut sum = T::Sum::default();
    for (_, run) in view.runs() {
        for element in run {
            sum += element.to_sum();
        }
    }
    sum.into()
}

#[inline(never)]
fn from_fn<T: Number, M: Stores<T>>(mapping: M) -> f64 {
    made(Buffer::from_fn_with(mapping, |index| T::of(last(index))))
}
