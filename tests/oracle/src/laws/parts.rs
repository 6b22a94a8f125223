//! A part has the elements that the naive definition selects: the whole's element at the shifted
//! index. This includes parts of parts, shared and mutable, which may all be in use at the same time.
//! A part has its own memory and layout exactly if its elements and padding lie as in an array of that
//! layout. `kinds` calls this law, and all others, with parts of arrays.

use std::collections::HashMap;
use std::ops::Range;

#[cfg(feature = "rayon")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tiled_layout::{Mapping, OwnIndex, Region, RegionError, View, ViewMut, WholeBuffer};

use super::guarded::Value;
#[cfg(feature = "rayon")]
use super::iteration::same;
use super::iteration::walk;
use super::kinds::{Case, Law, aligned_region, blocks};
use super::parsed;
use crate::part::Elements;
use crate::random::Random;

/// The law.
pub(super) struct Parts;

/// The parts that an iterator yields, by the naive definition.
struct Expected<'a> {
    case: &'a Case,
    parts: Vec<Elements>,
    /// The first part with these extents and positions.
    numbers: HashMap<(Vec<usize>, Vec<usize>), usize>,
}

impl<'a> Expected<'a> {
    fn new(
        case: &'a Case,
        regions: impl IntoIterator<Item = Vec<Range<usize>>>,
        removed: &[usize],
    ) -> Self {
        let part = |region: Vec<_>| case.elements.region(&region).without(removed);
        let parts: Vec<Elements> = regions.into_iter().map(part).collect();
        let mut numbers = HashMap::new();
        for (number, part) in parts.iter().cloned().enumerate() {
            let key = (part.extents, part.positions);
            numbers.entry(key).or_insert(number);
        }
        Expected {
            case,
            parts,
            numbers,
        }
    }

    /// Returns the number of the part that has these elements. Parts without elements may share one.
    fn number(&self, part: Elements) -> usize {
        let number = self.numbers.get(&(part.extents, part.positions));
        number.map_or(usize::MAX, |number| *number)
    }

    /// The number of each part, as an item of an iterator.
    fn items(&self) -> Vec<(Option<usize>, usize, usize)> {
        let parts = self.parts.iter().cloned();
        parts.map(|part| (None, self.number(part), 1)).collect()
    }

    /// Checks that each element of the array has the number of its part as its value.
    fn assert_filled<T: Value>(&self, array: impl Iterator<Item = T>, what: &dyn Fn() -> String) {
        let mut values = HashMap::new();
        for (number, part) in self.parts.iter().enumerate() {
            for &position in &part.positions {
                let other = values.insert(position, T::of(number));
                assert_eq!(other, None, "{}: two parts have {position}", what());
            }
        }
        let positions = self.case.elements.positions.iter();
        let expected = positions.map(|position| values[position]);
        assert!(array.eq(expected), "{}: filled", what());
    }
}

/// The elements of an array, by their addresses.
fn elements<T: Value, M: Mapping>(case: &Case, array: View<'_, T, M>) -> Elements {
    Elements {
        extents: array.dims().to_vec(),
        positions: array.iter().map(|element| case.position(element)).collect(),
    }
}

/// Checks the elements of a part, and that an index of one has it.
#[track_caller]
fn check<T: Value, M: Mapping>(
    case: &Case,
    region: &[Range<usize>],
    removed: &[usize],
    part: View<'_, T, M>,
) {
    let expected = case.elements.region(region).without(removed);
    let found = elements(case, part.view());
    let same = (&found.extents, &found.positions) == (&expected.extents, &expected.positions);
    assert!(
        same,
        "{case}: {region:?} without {removed:?}: {found:?}, not {expected:?}"
    );
    let indexed = part.indexed_iter().zip(&expected.positions).enumerate();
    for (number, ((index, _), &position)) in indexed {
        assert_eq!(index.as_ref(), expected.index(number), "{case}: {region:?}");
        let element = part.get(index).unwrap();
        assert_eq!(case.position(element), position, "{case}: {region:?}");
    }
}

/// Writes to all parts, alternately, the number of each one.
fn write_alternately<T: Value, M: Mapping>(parts: &mut [ViewMut<'_, T, M>]) {
    let mut iters: Vec<_> = parts.iter_mut().map(|part| part.iter_mut()).collect();
    let mut is_over = false;
    while !is_over {
        is_over = true;
        for (number, iter) in iters.iter_mut().enumerate() {
            if let Some(element) = iter.next() {
                *element = T::of(number);
                is_over = false;
            }
        }
    }
}

/// Checks the array with its dimensions in another order, and a region of that.
fn permuted<T: Value, M: Mapping>(array: &mut ViewMut<'_, T, M>, case: &Case, random: &mut Random) {
    let order = random.order(array.rank());
    let expected = case.elements.permuted(&order);
    let same = |found: Elements, expected: &Elements| {
        let equal = (&found.extents, &found.positions) == (&expected.extents, &expected.positions);
        assert!(
            equal,
            "{case} in the order {order:?}: {found:?}, not {expected:?}"
        );
    };
    same(elements(case, array.permuted(&order)), &expected);
    let mut permuted = array.permuted_mut(&order);
    same(elements(case, permuted.view()), &expected);
    let half = |&extent: &usize| extent / 2..extent;
    let region: Vec<_> = expected.extents.iter().map(half).collect();
    let part = permuted.region_mut(&region[..]).unwrap();
    same(elements(case, part.view()), &expected.region(&region));
    if order.len() > 1 {
        let wrong = vec![0; order.len()];
        assert!(array.mapping().permuted(&wrong).is_err(), "{case}");
    }
}

/// Checks the parts that iterators yield: one at a time, from both ends, and all at the same time.
fn iterators<T: Value, M: Mapping>(
    array: &mut ViewMut<'_, T, M>,
    case: &Case,
    random: &mut Random,
) {
    let extents = &case.elements.extents;
    let size: Vec<usize> = extents.iter().map(|&n| 1 + random.below(n + 1)).collect();
    let dim = random.below(extents.len().max(1));
    macro_rules! iterates {
                ($iter:expr, $iter_mut:expr, $expected:expr $(, $in_parallel:literal)?) => {{
                    let expected: Expected<'_> = $expected;
                    let what = || format!("{case}: {} {dim}, {size:?}", stringify!($iter_mut));
                    let items = expected.items();
                    let item = |part: Elements| (None, expected.number(part), 1);
                    walk($iter, &|part| item(elements(case, part.view())), &items, true, random, &what);
                    walk($iter_mut, &|part| item(elements(case, part.view())), &items, true, random, &what);
                    let mut parts: Vec<_> = $iter_mut.collect();
                    if random.below(2) == 0 {
                        write_alternately(&mut parts);
                    } else {
                        let parts = parts.iter_mut().enumerate().rev();
                        parts.for_each(|(number, part)| part.fill(T::of(number)));
                    }
                    drop(parts);
                    expected.assert_filled(array.iter().copied(), &what);
                    $(#[cfg(feature = "rayon")]
                    if random.below($in_parallel) == 0 {
                        let found = $iter_mut.into_par_iter().map(|mut part| {
                            let found = elements(case, part.view());
                            let number = expected.number(found);
                            part.fill(T::of(number));
                            number
                        });
                        let numbers = items.iter().map(|&(_, number, _)| number);
                        same(found.collect(), numbers, what);
                        expected.assert_filled(array.iter().copied(), &what);
                    })?
                }};
            }
    let along = |range: Range<usize>| {
        let mut region = case.all();
        region[dim] = range;
        region
    };
    let size_of = array.mapping().index_from_slice(&size).unwrap();
    let of_blocks = Expected::new(case, blocks(extents, &size), &[]);
    iterates!(
        array.blocks(size_of),
        array.blocks_mut(size_of),
        of_blocks,
        8
    );
    let Some(&extent) = extents.get(dim) else {
        return;
    };
    let items = (0..extent).map(|index| along(index..index + 1));
    let items = Expected::new(case, items, &[dim]);
    iterates!(array.axis_iter(dim), array.axis_iter_mut(dim), items, 8);
    let len = size[dim];
    let chunks = (0..extent).step_by(len);
    let chunks = chunks.map(|low| along(low..extent.min(low + len)));
    let chunks = Expected::new(case, chunks, &[]);
    iterates!(
        array.axis_chunks(dim, len),
        array.axis_chunks_mut(dim, len),
        chunks,
        8
    );
    let bound = len.min(extent);
    let halves = [0..bound, bound..extent].map(along);
    let halves = Expected::new(case, halves, &[]);
    iterates!(
        <[_; 2]>::from(array.split_at(dim, bound)).into_iter(),
        <[_; 2]>::from(array.split_at_mut(dim, bound)).into_iter(),
        halves
    );
}

impl<T: Value> Law<T> for Parts {
    fn holds<M: Mapping>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        let (extents, all) = (&case.elements.extents, case.all());
        check(case, &all, &[], array.region(&all[..]).unwrap().view());
        let region = random.part_of(case.spec.clone()).region;
        check(
            case,
            &region,
            &[],
            array.region(&region[..]).unwrap().view(),
        );
        check(
            case,
            &region,
            &[],
            array.region_mut(&region[..]).unwrap().view(),
        );
        check(
            case,
            &region,
            &[],
            array.view().region(&region[..]).unwrap().view(),
        );

        iterators(array, case, random);
        permuted(array, case, random);
        for (dim, &extent) in extents.iter().enumerate() {
            if extent > 0 {
                let index = random.below(extent);
                let mut region = all.clone();
                region[dim] = index..index + 1;
                check(case, &region, &[dim], array.index_axis(dim, index).view());
                check(
                    case,
                    &region,
                    &[dim],
                    array.index_axis_mut(dim, index).view(),
                );
            }
            let mut region = all.clone();
            region[dim].end += 1;
            assert_eq!(
                array.region_mut(&region[..]).unwrap_err(),
                RegionError::OutOfBounds {
                    dim,
                    start: 0,
                    end: extent + 1,
                    extent
                },
                "{case}"
            );
        }
    }

    fn holds_of_part<M: WholeBuffer, I: OwnIndex>(
        &mut self,
        array: &mut ViewMut<'_, T, Region<M, I>>,
        case: &Case,
        random: &mut Random,
    ) {
        own_memory(array, case);
        self.holds(array, case, random);
    }

    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        self.holds(array, case, random);
        let all = case.all();
        let of_all = case.part("region", &all, &[]);
        own_memory(&mut array.region_mut(&all[..]).unwrap(), &of_all);
        for _ in 0..4 {
            let region = match random.below(4) {
                0 => random.part_of(case.spec.clone()).region,
                _ if all.is_empty() => vec![],
                _ => aligned_region(&case.spec, random).1,
            };
            let case = case.part("region", &region, &[]);
            own_memory(&mut array.region_mut(&region[..]).unwrap(), &case);
        }
        if all.is_empty() {
            return;
        }
        let (dim, mut region) = aligned_region(&case.spec, random);
        let extent = case.elements.extents[dim];
        let first = random.below(extent + 1);
        for index in first..extent.min(first + 3) {
            region[dim] = index..index + 1;
            let case = case.part("index_axis", &region, &[dim]);
            own_memory(&mut array.index_axis_mut(dim, index), &case);
        }
        // In memory order, the elements at an index follow one another.
        let mut in_memory: Vec<_> = case.elements.positions.iter().enumerate().collect();
        in_memory.sort_unstable_by_key(|&(_, position)| position);
        let places = in_memory
            .iter()
            .map(|&(number, _)| case.elements.index(number)[dim]);
        let mut places: Vec<usize> = places.collect();
        places.dedup();
        let contiguous = places.len() <= extent;
        assert_eq!(
            array.layout().slice_is_contiguous(dim),
            Some(contiguous),
            "{case}: {dim}"
        );
    }
}

/// Checks the memory of a part, and its own layout.
fn own_memory<T: Value, M: WholeBuffer, I: OwnIndex>(
    array: &mut ViewMut<'_, T, Region<M, I>>,
    case: &Case,
) {
    let expected = case.own_positions();
    let place = |slice: &[T]| match slice.len() {
        0 => 0..0, // empty ones may lie anywhere
        len => {
            let start = case.position(slice.as_ptr());
            start..start + len
        }
    };
    let in_whole: Vec<usize> = array.iter().map(|x| case.position(x)).collect();
    let slices = [
        array.as_slice().map(place),
        array.view().as_slice().map(place),
        array.as_mut_slice().map(|slice| place(slice)),
    ];
    match array.view().into_whole() {
        Ok(own) => {
            let layout = parsed(&case.spec, T::ELEMENT);
            let found = own.layout();
            assert_eq!(found.dims(), layout.dims(), "{case}");
            assert_eq!(found.tiles(), layout.tiles(), "{case}");
            assert_eq!(found.minor_to_major(), layout.minor_to_major(), "{case}");
            let Some(expected) = expected else {
                panic!("{case} is not an array, but into_whole is {found}");
            };
            assert_eq!(place(own.as_slice()), expected, "{case}: into_whole");
            assert!(
                slices.iter().flatten().eq([&expected; 3]),
                "{case}: {slices:?}"
            );
            // Its own layout gives each element its position.
            let addresses: Vec<usize> = own.iter().map(|x| case.position(x)).collect();
            assert_eq!(addresses, in_whole, "{case}: into_whole");
        }
        Err(RegionError::Uneven) => {
            let layouts = [case.whole_spec(), &case.spec].map(|spec| parsed(spec, T::ELEMENT));
            let has_terms = layouts.iter().all(|layout| layout.terms().is_some());
            assert!(!has_terms, "{case}");
            assert_eq!(slices, [const { None }; 3], "{case}");
        }
        Err(error) => {
            assert_eq!(expected, None, "{case}: {error}");
            assert_eq!(slices, [const { None }; 3], "{case}: {error}");
        }
    }
}
