//! The operations as hand-written loops.

use std::hint::black_box;

use crate::layouts::{Case, Number};
use crate::operation::Operation;

/// Three arrays of one layout, padding included: two equal ones to read, and one to write.
pub(crate) struct Buffers<C: Case> {
    a: Vec<C::Element>,
    b: Vec<C::Element>,
    c: Vec<C::Element>,
    rows: Vec<C::Element>,
}

impl<C: Case> Buffers<C> {
    pub(crate) fn new() -> Self {
        let mut a = vec![C::Element::default(); C::layout().padded_len()];
        let mut numbers = 0..;
        C::each(|_, position| a[position] = C::Element::of(numbers.next().unwrap_or(0)));
        Buffers {
            b: a.clone(),
            c: a.clone(),
            rows: vec![C::Element::default(); C::layout().num_elements()],
            a,
        }
    }

    /// Runs an operation and returns its result, if it has one.
    pub(crate) fn run(&mut self, operation: Operation) -> f64 {
        let Buffers { a, b, c, rows } = self;
        match operation {
            Operation::IterMutFor | Operation::IterMutFold | Operation::MapInplace => {
                change::<C>(c)
            }
            Operation::Fill => fill::<C>(c),
            Operation::FillPadding => fill_padding::<C>(c),
            Operation::Zipped => zipped::<C>(a, b),
            Operation::Equal => equal::<C>(a, b),
            Operation::FromFn => from_fn::<C>(a.len(), C::Element::of),
            Operation::FromRowMajor => from_rows::<C>(a.len(), rows),
            Operation::IndexedMutFor => indexed_mut::<C>(c),
            _ => read::<C, _>(operation, |position| a[position]),
        }
    }
}

/// Runs one of the operations that only read elements, which `get` finds at a position.
pub(crate) fn read<C: Case, T: Number>(operation: Operation, get: impl Fn(usize) -> T) -> f64 {
    match operation {
        Operation::IndexedFor | Operation::IndexedFold => indexed::<C, T>(get),
        Operation::Collect | Operation::ToRowMajor => collect::<C, T>(get),
        _ => sum::<C, T>(get),
    }
}

#[inline(never)]
fn sum<C: Case, T: Number>(get: impl Fn(usize) -> T) -> f64 {
    let mut sum = T::Sum::default();
    C::each(|_, position| sum += get(position).to_sum());
    sum.into()
}

#[inline(never)]
fn indexed<C: Case, T: Number>(get: impl Fn(usize) -> T) -> f64 {
    let (mut sum, mut indices) = (T::Sum::default(), 0);
    C::each(|last, position| {
        sum += get(position).to_sum();
        indices += last;
    });
    sum.into() + indices as f64
}

macro_rules! changes {
    ($($name:ident($a:ident) $body:expr;)*) => {$(
        #[inline(never)]
        fn $name<C: Case>($a: &mut [C::Element]) -> f64 {
            $body;
            0.0
        }
    )*};
}

changes! {
    change(a) C::each(|_, position| a[position] = a[position].changed());
    indexed_mut(a) C::each(|last, position| a[position] = C::Element::of(last));
    fill(a) C::each(|_, position| a[position] = C::Element::ONE);
    fill_padding(a) C::each_padding(|position| a[position] = C::Element::ONE);
}

#[inline(never)]
fn from_rows<C: Case>(len: usize, rows: &[C::Element]) -> f64 {
    let mut elements = vec![C::Element::default(); len];
    let mut rows = rows.iter();
    C::each(|_, position| {
        if let Some(&element) = rows.next() {
            elements[position] = element;
        }
    });
    black_box(elements);
    0.0
}

#[inline(never)]
fn collect<C: Case, T: Number>(get: impl Fn(usize) -> T) -> f64 {
    let mut elements = Vec::with_capacity(C::layout().num_elements());
    C::each(|_, position| elements.push(get(position)));
    black_box(elements).len() as f64
}

#[inline(never)]
fn zipped<C: Case>(a: &[C::Element], b: &[C::Element]) -> f64 {
    let mut sum = <C::Element as Number>::Sum::default();
    C::each(|_, position| sum += a[position].to_sum() + b[position].to_sum());
    sum.into()
}

#[inline(never)]
fn equal<C: Case>(a: &[C::Element], b: &[C::Element]) -> f64 {
    let mut equal = true;
    C::each(|_, position| equal &= a[position] == b[position]);
    f64::from(u8::from(equal))
}

#[inline(never)]
fn from_fn<C: Case>(len: usize, f: impl Fn(usize) -> C::Element) -> f64 {
    let mut elements = vec![C::Element::default(); len];
    C::each(|last, position| elements[position] = f(last));
    black_box(elements);
    0.0
}
