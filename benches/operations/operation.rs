//! The operations, written once for all kinds of layouts.

use std::hint::black_box;

use tiled_layout::{Buffer, Stores, View, ViewMut, WholeBuffer};

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
    Zeroed "zeroed" ONE,
    FromElem "from_elem" ONE,
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
            Operation::IterFor
            | Operation::IterFold
            | Operation::IndexedFor
            | Operation::IndexedFold
            | Operation::Runs => read(operation, &a.view()),
            Operation::IterMutFor => iter_mut_for(&mut c.view_mut()),
            Operation::IterMutFold => iter_mut_fold(&mut c.view_mut()),
            Operation::Fill => fill(&mut c.view_mut()),
            Operation::FillPadding => fill_padding(&mut c.view_mut()),
            Operation::MapInplace => map_inplace(&mut c.view_mut()),
            Operation::Collect => collect(&a.view()),
            Operation::ToRowMajor => to_row_major(&a.view()),
            Operation::Zipped => zipped(&a.view(), &b.view()),
            Operation::Equal => equal(&a.view(), &b.view()),
            Operation::Tiles => tiles(&a.view()),
            Operation::Zeroed => made(Buffer::<T, M>::zeroed_with(mapping)),
            Operation::FromElem => made(Buffer::from_elem_with(mapping, T::ONE)),
            Operation::FromFn => from_fn::<T, M>(mapping),
            Operation::FromRowMajor => made(Buffer::from_row_major_with(mapping, &self.rows)),
            Operation::IndexedMutFor => indexed_mut_for(&mut c.view_mut()),
        }
    }
}

/// Runs one of the operations that only read a view.
pub(crate) fn read<T: Number, M: WholeBuffer>(operation: Operation, view: &View<'_, T, M>) -> f64 {
    match operation {
        Operation::IterFor => iter_for(view),
        Operation::IterFold => iter_fold(view),
        Operation::IndexedFor => indexed_for(view),
        Operation::IndexedFold => indexed_fold(view),
        Operation::Runs => runs(view),
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
fn iter_for<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let mut sum = 0.0;
    for element in view.iter() {
        sum += element.as_f32();
    }
    f64::from(sum)
}

#[inline(never)]
fn iter_fold<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    f64::from(view.iter().fold(0.0, |sum, element| sum + element.as_f32()))
}

#[inline(never)]
fn iter_mut_for<T: Number, M: WholeBuffer>(view: &mut ViewMut<'_, T, M>) -> f64 {
    for element in view.iter_mut() {
        *element = element.changed();
    }
    0.0
}

#[inline(never)]
fn iter_mut_fold<T: Number, M: WholeBuffer>(view: &mut ViewMut<'_, T, M>) -> f64 {
    view.iter_mut()
        .for_each(|element| *element = element.changed());
    0.0
}

#[inline(never)]
fn indexed_for<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let (mut sum, mut indices) = (0.0, 0);
    for (index, element) in view.indexed_iter() {
        sum += element.as_f32();
        indices += last(index);
    }
    f64::from(sum) + indices as f64
}

#[inline(never)]
fn indexed_fold<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let (mut sum, mut indices) = (0.0, 0);
    view.indexed_iter().for_each(|(index, element)| {
        sum += element.as_f32();
        indices += last(index);
    });
    f64::from(sum) + indices as f64
}

#[inline(never)]
fn indexed_mut_for<T: Number, M: WholeBuffer>(view: &mut ViewMut<'_, T, M>) -> f64 {
    for (index, element) in view.indexed_iter_mut() {
        *element = T::of(last(index));
    }
    0.0
}

#[inline(never)]
fn fill<T: Number, M: WholeBuffer>(view: &mut ViewMut<'_, T, M>) -> f64 {
    view.fill(T::ONE);
    0.0
}

#[inline(never)]
fn fill_padding<T: Number, M: WholeBuffer>(view: &mut ViewMut<'_, T, M>) -> f64 {
    view.fill_padding(T::ONE);
    0.0
}

#[inline(never)]
fn map_inplace<T: Number, M: WholeBuffer>(view: &mut ViewMut<'_, T, M>) -> f64 {
    view.map_inplace(|element| *element = element.changed());
    0.0
}

#[inline(never)]
fn collect<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    black_box(view.iter().copied().collect::<Vec<T>>()).len() as f64
}

#[inline(never)]
fn to_row_major<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    black_box(view.to_row_major()).len() as f64
}

#[inline(never)]
fn zipped<T: Number, M: WholeBuffer>(a: &View<'_, T, M>, b: &View<'_, T, M>) -> f64 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b.iter()) {
        sum += a.as_f32() + b.as_f32();
    }
    f64::from(sum)
}

#[inline(never)]
fn equal<T: Number, M: WholeBuffer>(a: &View<'_, T, M>, b: &View<'_, T, M>) -> f64 {
    f64::from(u8::from(a == b))
}

#[inline(never)]
fn runs<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let mut sum = 0.0;
    for (_, run) in view.runs() {
        for element in run {
            sum += element.as_f32();
        }
    }
    f64::from(sum)
}

#[inline(never)]
fn tiles<T: Number, M: WholeBuffer>(view: &View<'_, T, M>) -> f64 {
    let mut sum = 0.0;
    for tile in view.tiles() {
        for element in tile.iter() {
            sum += element.as_f32();
        }
    }
    f64::from(sum)
}

#[inline(never)]
fn from_fn<T: Number, M: Stores<T>>(mapping: M) -> f64 {
    made(Buffer::from_fn_with(mapping, |index| T::of(last(index))))
}
