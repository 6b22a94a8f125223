//! Iterators visit each element once, in order, with its index and at its position: from both ends,
//! after `nth`, in loops and folds, and by several threads. References that are alive at the same
//! time are those of different elements, by their addresses.

use std::fmt::Debug;

#[cfg(feature = "rayon")]
use rayon::iter::ParallelIterator;
use tiled_layout::{Mapping, ViewMut, WholeBuffer};

use super::guarded::Value;
use super::kinds::{Case, Law};
use crate::part::Elements;
use crate::random::Random;

/// What an iterator yields: the number of the first element in row-major order, if it tells, its
/// position, and the number of elements.
type Item = (Option<usize>, usize, usize);

/// A step of an iterator.
enum Step {
    Next,
    NextBack,
    Nth(usize),
    NthBack(usize),
}

/// Takes the items of an iterator in a random way. What is generic is small: it is compiled for
/// each iterator of each kind of array.
pub(super) fn walk<I: DoubleEndedIterator>(
    mut iter: I,
    item: &dyn Fn(I::Item) -> Item,
    expected: &[Item],
    has_len: bool,
    random: &mut Random,
    what: &dyn Fn() -> String,
) {
    let mut left = expected.iter();
    let mut step = |step| {
        let hint = iter.size_hint();
        let found = match step {
            Step::Next => iter.next(),
            Step::NextBack => iter.next_back(),
            Step::Nth(n) => iter.nth(n),
            Step::NthBack(n) => iter.nth_back(n),
        };
        (hint, found.map(item))
    };
    let is_over = steps(&mut step, &mut left, has_len, random, what);
    let mut rest = Vec::with_capacity(left.len());
    match random.below(2) {
        _ if is_over => {}
        0 => iter.for_each(|found| rest.push(item(found))),
        _ => {
            iter.rev().for_each(|found| rest.push(item(found)));
            rest.reverse();
        }
    }
    assert_eq!(rest, left.as_slice(), "{}", what());
}

/// Some steps from both ends, several from one so that they cross edges of tiles, or all. Returns
/// true if no items are left.
fn steps(
    step: &mut dyn FnMut(Step) -> ((usize, Option<usize>), Option<Item>),
    left: &mut std::slice::Iter<'_, Item>,
    has_len: bool,
    random: &mut Random,
    what: &dyn Fn() -> String,
) -> bool {
    let count = random.pick(&[0, 0, 1, 3, 1 + left.len() / 4, usize::MAX]);
    for _ in 0..count {
        let n = random.below(7);
        let jump = random.pick(&[0, 1, n, left.len() / 3, left.len()]);
        let (kind, times) = match random.below(4) {
            way @ 0..2 => (way, n),
            way => (way, 1),
        };
        for _ in 0..times {
            let len = left.len();
            let (((least, most), found), expected) = match kind {
                0 => (step(Step::Next), left.next()),
                1 => (step(Step::NextBack), left.next_back()),
                2 => (step(Step::Nth(jump)), left.nth(jump)),
                _ => (step(Step::NthBack(jump)), left.nth_back(jump)),
            };
            assert_eq!(found.as_ref(), expected, "{}", what());
            assert!(
                least <= len && most.is_none_or(|most| len <= most),
                "{}",
                what()
            );
            assert!(
                !has_len || Some(least) == most,
                "{}: {least} to {most:?}",
                what()
            );
        }
        if left.len() == 0 {
            // An iterator goes on to have no items.
            assert_eq!(step(Step::NextBack), ((0, Some(0)), None), "{}", what());
            assert_eq!(step(Step::Next), ((0, Some(0)), None), "{}", what());
            return true;
        }
    }
    false
}

/// The longest contiguous runs along a dimension, which is the innermost one.
pub(super) fn runs_along(case: &Case, dim: usize) -> Vec<Item> {
    let elements = &case.elements;
    let rank = elements.extents.len();
    let mut order: Vec<usize> = (0..rank).filter(|&other| other != dim).collect();
    let row = elements.extents.get(dim).map_or(1, |&extent| extent.max(1));
    order.extend((dim < rank).then_some(dim));
    let numbers = elements.numbers().permuted(&order).positions;
    let runs = numbers
        .chunks(row)
        .flat_map(|row| row.chunk_by(|&a, &b| elements.positions[a] + 1 == elements.positions[b]));
    runs.map(|run| (Some(run[0]), elements.positions[run[0]], run.len()))
        .collect()
}

/// Checks that these are the expected ones, each once, in any order.
#[track_caller]
pub(super) fn same<X: Ord + Debug>(
    mut found: Vec<X>,
    expected: impl IntoIterator<Item = X>,
    what: impl Fn() -> String,
) {
    let mut expected: Vec<X> = expected.into_iter().collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{}", what());
}

/// The index of some element, and its position.
fn any_index<T, M: Mapping>(
    array: &ViewMut<'_, T, M>,
    elements: &Elements,
    random: &mut Random,
) -> Option<(M::Index, usize)> {
    let number = random.below(elements.positions.len().max(1));
    let position = *elements.positions.get(number)?;
    let index = array.mapping().index_from_slice(&elements.index(number))?;
    Some((index, position))
}

/// Writes to elements that are alive at the same time.
fn write_all<T: Value>(alive: &mut [&mut T]) {
    for x in alive {
        **x = T::of(0);
    }
}

/// The law.
pub(super) struct Iteration;

impl<T: Value> Law<T> for Iteration {
    fn holds<M: Mapping>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        let elements = &case.elements;
        let (rank, count) = (elements.extents.len(), elements.positions.len());
        assert_eq!(
            (array.dims(), array.rank()),
            (&elements.extents[..], rank),
            "{case}"
        );
        assert_eq!(
            (array.len(), array.is_empty()),
            (count, count == 0),
            "{case}"
        );
        let at = |x: &T| (None, case.position(x), 1);
        let number = |index: M::Index| Some(elements.number(index.as_ref()));
        let run =
            |index: M::Index, run: &[T]| (number(index), case.position(run.as_ptr()), run.len());
        let all = elements.positions.iter();
        let listed: Vec<Item> = all.clone().map(|&position| (None, position, 1)).collect();
        let numbered = all.enumerate().map(|(n, &position)| (Some(n), position, 1));
        let numbered: Vec<Item> = numbered.collect();
        macro_rules! walks {
            ($($iter:expr, $item:expr, $expected:expr, $has_len:expr;)*) => {$(
                let what = || format!("{case}: {}", stringify!($iter));
                walk($iter, &$item, $expected, $has_len, random, &what);
            )*};
        }
        let last = rank.saturating_sub(1);
        let dim = random.below(rank.max(1));
        let (runs, runs_along) = (runs_along(case, last), runs_along(case, dim));
        let view = array.view();
        walks! {
            view.iter(), |x| at(x), &listed, true;
            view.indexed_iter(), |(index, x)| (number(index), case.position(x), 1), &numbered, true;
            view.runs(), |(index, r)| run(index, r), &runs, false;
        }
        for (index, x) in view.indexed_iter() {
            // SAFETY: an index that an iterator yields is in bounds.
            let unchecked = unsafe { view.get_unchecked(index) };
            let found = [view.get(index).unwrap(), &view[index], unchecked];
            assert!(
                found.iter().all(|found| std::ptr::eq(*found, x)),
                "{case}: by index"
            );
        }
        for dim in 0..rank {
            let mut index = view.mapping().index_from_slice(&vec![0; rank]).unwrap();
            for past in [elements.extents[dim], usize::MAX] {
                index.as_mut()[dim] = past;
                assert_eq!(view.get(index), None, "{case}");
            }
        }
        #[cfg(feature = "alloc")]
        {
            let values: Vec<T> = elements.positions.iter().map(|&at| T::of(at)).collect();
            assert_eq!(view.to_row_major(), values, "{case}: to_row_major");
        }
        walks! {
            array.iter_mut(), |x| at(x), &listed, true;
            array.indexed_iter_mut(), |(i, x)| (number(i), case.position(x), 1), &numbered, true;
        }
        if rank > 0 {
            walks! {
                array.runs_along_mut(dim), |(index, r)| run(index, r), &runs_along, false;
            }
        }

        if let Some((index, at)) = any_index(array, elements, random) {
            let found = case.position(array.get_mut(index).unwrap());
            // SAFETY: the index is one of an element.
            let unchecked = unsafe { array.get_unchecked_mut(index) };
            let found = [
                found,
                case.position(unchecked),
                case.position(&array[index]),
            ];
            assert_eq!(found, [at; 3], "{case}: by index");
        }

        // All are alive at the same time.
        let (mut alive, mut iter) = (Vec::new(), array.iter_mut());
        while let Some(x) = iter.next() {
            alive.push(x);
            alive.extend(iter.next_back());
        }
        write_all(&mut alive);
        let found = alive.iter().map(|x| at(x));
        same(found.collect(), listed, || format!("{case}: alive"));
        let mut found = Vec::new();
        let mut alive = Vec::new();
        for (index, r) in array.runs_mut() {
            found.push(run(index, r));
            alive.extend(r);
        }
        write_all(&mut alive);
        assert_eq!(found, runs, "{case}: alive");

        #[cfg(feature = "rayon")]
        if rank > 0 && random.below(8) == 0 {
            let found = array
                .par_runs_along_mut(dim)
                .map(|(index, r)| run(index, r));
            same(found.collect(), runs_along, || {
                format!("{case}: by several threads")
            });
        }
    }

    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        self.holds(array, case, random);
        let elements = &case.elements;
        let view = array.view();
        let first = case.position(view.as_slice().as_ptr());
        let positions = first..first + view.as_slice().len();
        let mut expected: Vec<Item> = positions.map(|position| (None, position, 1)).collect();
        for (number, position) in elements.positions.iter().enumerate() {
            expected[position - first].0 = Some(number);
        }
        let mapping = view.mapping();
        assert_eq!(mapping.padded_len(), expected.len(), "{case}");
        for (offset, &(number, ..)) in expected.iter().enumerate() {
            let index = mapping.index(offset);
            let found = index.map(|index| elements.number(index.as_ref()));
            assert_eq!(found, number, "{case}: index({offset})");
            assert_eq!(
                index.is_none(),
                mapping.is_padding(offset),
                "{case}: {offset}"
            );
            assert!(
                index.is_none_or(|index| mapping.offset(index) == offset),
                "{case}: {offset}"
            );
        }
    }
}
