//! The operations as loops by hand.

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
            Operation::IterFor | Operation::IterFold | Operation::Runs | Operation::Tiles => {
                sum::<C>(a)
            }
            Operation::IndexedFor | Operation::IndexedFold => indexed::<C>(a),
            Operation::IterMutFor | Operation::IterMutFold | Operation::MapInplace => {
                change::<C>(c)
            }
            Operation::Fill => fill::<C>(c),
            Operation::FillPadding => fill_padding::<C>(c),
            Operation::Collect | Operation::ToRowMajor => collect::<C>(a),
            Operation::Zipped => zipped::<C>(a, b),
            Operation::Equal => equal::<C>(a, b),
            Operation::Zeroed => zeroed::<C>(a.len()),
            Operation::FromElem => from_fn::<C>(a.len(), |_| C::Element::ONE),
            Operation::FromFn => from_fn::<C>(a.len(), C::Element::of),
            Operation::FromRowMajor => from_rows::<C>(a.len(), rows),
            Operation::IndexedMutFor => indexed_mut::<C>(c),
        }
    }
}

#[inline(never)]
fn sum<C: Case>(a: &[C::Element]) -> f64 {
    let mut sum = 0.0;
    C::each(|_, position| sum += a[position].as_f32());
    f64::from(sum)
}

#[inline(never)]
fn indexed<C: Case>(a: &[C::Element]) -> f64 {
    let (mut sum, mut indices) = (0.0, 0);
    C::each(|last, position| {
        sum += a[position].as_f32();
        indices += last;
    });
    f64::from(sum) + indices as f64
}

#[inline(never)]
fn change<C: Case>(a: &mut [C::Element]) -> f64 {
    C::each(|_, position| a[position] = a[position].changed());
    0.0
}

#[inline(never)]
fn indexed_mut<C: Case>(a: &mut [C::Element]) -> f64 {
    C::each(|last, position| a[position] = C::Element::of(last));
    0.0
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
fn fill<C: Case>(a: &mut [C::Element]) -> f64 {
    C::each(|_, position| a[position] = C::Element::ONE);
    0.0
}

#[inline(never)]
fn fill_padding<C: Case>(a: &mut [C::Element]) -> f64 {
    C::each_padding(|position| a[position] = C::Element::ONE);
    0.0
}

#[inline(never)]
fn collect<C: Case>(a: &[C::Element]) -> f64 {
    let mut elements = Vec::with_capacity(C::layout().num_elements());
    C::each(|_, position| elements.push(a[position]));
    black_box(elements).len() as f64
}

#[inline(never)]
fn zipped<C: Case>(a: &[C::Element], b: &[C::Element]) -> f64 {
    let mut sum = 0.0;
    C::each(|_, position| sum += a[position].as_f32() + b[position].as_f32());
    f64::from(sum)
}

#[inline(never)]
fn equal<C: Case>(a: &[C::Element], b: &[C::Element]) -> f64 {
    let mut equal = true;
    C::each(|_, position| equal &= a[position] == b[position]);
    f64::from(u8::from(equal))
}

/// All positions, including padding.
#[inline(never)]
fn zeroed<C: Case>(len: usize) -> f64 {
    let mut elements = Vec::with_capacity(len);
    elements.resize(len, black_box(C::Element::default()));
    black_box(elements);
    0.0
}

#[inline(never)]
fn from_fn<C: Case>(len: usize, f: impl Fn(usize) -> C::Element) -> f64 {
    let mut elements = vec![C::Element::default(); len];
    C::each(|last, position| elements[position] = f(last));
    black_box(elements);
    0.0
}
