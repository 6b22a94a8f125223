//! Arrays of signed strides: the element at an index has the position
//! `first + index[0] * strides[0] + ...`, and nothing else of the container is touched. All laws of
//! arrays hold of them; here are copies and plans from and to them, and arrays whose elements overlap.

use std::fmt;
use std::ops::Range;

#[cfg(feature = "alloc")]
use tiled_layout::PackedBuffer;
use tiled_layout::error::InvalidStrides;
use tiled_layout::{
    Array, CopyError, CopyPlan, Index, Layout, Mapping, OwnIndex, PackedViewMut, Storage, Strides,
    View, ViewError, ViewMut, Zip,
};

use super::copies::Copies;
use super::guarded::{Guarded, Numbered, Value};
use super::kinds::{self, Case, Law};
use super::{in_place, iteration, parsed, parts, zips};
use crate::naive::for_each_index;
use crate::part::{Elements, Part};
use crate::random::Random;

/// Strides, and the container of an array of them.
#[derive(Clone, Debug)]
pub struct Strided {
    /// The size in each dimension.
    pub dims: Vec<usize>,
    /// One for each dimension.
    pub strides: Vec<isize>,
    /// The position of the first element.
    pub first: usize,
    /// The elements of the container.
    pub len: usize,
}

impl fmt::Display for Strided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strided {
            dims,
            strides,
            first,
            len,
        } = self;
        write!(f, "{dims:?} by {strides:?} from {first} of {len}")
    }
}

/// Sizes at which kernels change: next to those of vectors, blocks and tiles.
const EDGES: [usize; 21] = [
    1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257,
];

/// The sizes of an array of at most about `most` elements, half of the time [`EDGES`].
fn random_dims(random: &mut Random, most: usize) -> Vec<usize> {
    if random.below(2) == 0 {
        loop {
            let dims = random.aimed_dims(most);
            if dims.iter().product::<usize>() <= most {
                return dims;
            }
        }
    }
    let rank = random.pick(&[0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5, 7]);
    let (mut dims, mut left) = (vec![1; rank], most);
    for dim in random.order(rank) {
        let fitting: Vec<usize> = EDGES.into_iter().filter(|&edge| edge <= left).collect();
        let extent = match random.below(24) {
            0 => 0,
            _ => random.pick(&fitting),
        };
        (dims[dim], left) = (extent, left / extent.max(1));
    }
    dims
}

impl Strided {
    /// Strides of an array of about `most` elements, with gaps, backward and in any order. `overlaps`
    /// has some of less than the span of smaller ones, and of 0.
    pub fn random(random: &mut Random, most: usize, overlaps: bool) -> Strided {
        let dims = random_dims(random, most);
        Strided::of_dims(dims, random, most, overlaps)
    }

    fn of_dims(dims: Vec<usize>, random: &mut Random, most: usize, overlaps: bool) -> Strided {
        let order = match random.below(3) {
            0 => random.order(dims.len()),
            _ => (0..dims.len()).rev().collect(),
        };
        let (gaps, goes_back) = (random.below(4), random.below(2) == 0);
        let mut strides = vec![0; dims.len()];
        let (mut span, mut before) = (0, 0);
        for dim in order {
            let extent = dims[dim];
            if extent <= 1 && random.below(2) == 0 {
                strides[dim] = random.pick(&[0, 1, -7, isize::MIN, isize::MAX]); // not used
                continue;
            }
            let least = span + 1;
            let mut stride = match gaps {
                2 => least + random.below(4),
                3 => least.next_multiple_of(random.pick(&[1, 2, 3, 8, 16, 64])),
                _ => least,
            };
            if overlaps {
                stride = match random.below(4) {
                    0 => 0,
                    1 => random.below(stride + 1),
                    _ => stride,
                };
            }
            let steps = extent.saturating_sub(1);
            if span + steps * stride > 8 * most {
                stride = if overlaps { 0 } else { least };
            }
            let is_back = goes_back && random.below(2) == 0;
            strides[dim] = if is_back {
                -(stride as isize)
            } else {
                stride as isize
            };
            span += steps * stride;
            before += if is_back { steps * stride } else { 0 };
        }
        let low = random.pick(&[0, 0, 1, 9]);
        let high = random.pick(&[0, 0, 1, 5]);
        if dims.contains(&0) {
            // No position is used.
            let first = random.pick(&[0, 3, usize::MAX]);
            return Strided {
                dims,
                strides,
                first,
                len: low,
            };
        }
        Strided {
            dims,
            strides,
            first: before + low,
            len: low + span + 1 + high,
        }
    }

    /// The position of each element.
    pub fn elements(&self) -> Elements {
        let mut positions = Vec::new();
        for_each_index(&self.dims, |index| {
            let along = index.iter().zip(&self.strides);
            let along = along.map(|(&i, &stride)| i as i128 * stride as i128);
            let position = self.first as i128 + along.sum::<i128>();
            assert!((0..self.len as i128).contains(&position), "{self}");
            positions.push(position as usize);
        });
        Elements {
            extents: self.dims.clone(),
            positions,
        }
    }
}

/// An order of the dimensions, and ranges of them with steps.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    order: Vec<usize>,
    slices: Vec<(usize, Range<usize>, isize)>,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "permuted {:?}, sliced {:?}", self.order, self.slices)
    }
}

impl Cut {
    /// Any cut of an array, half of the time all of it, and the elements that are left.
    pub(super) fn random(elements: &Elements, random: &mut Random) -> (Cut, Elements) {
        let rank = elements.extents.len();
        let mut cut = Cut {
            order: (0..rank).collect(),
            slices: Vec::new(),
        };
        if random.below(2) == 0 {
            return (cut, elements.clone());
        }
        cut.order = random.order(rank);
        let mut elements = elements.permuted(&cut.order);
        for _ in 0..if rank > 0 { random.below(4) } else { 0 } {
            let dim = random.below(rank);
            let extent = elements.extents[dim];
            let (a, b) = match random.below(4) {
                0 => (random.below(extent + 1), random.below(extent + 1)),
                1 => (extent.min(1), extent),
                _ => (0, extent),
            };
            let range = a.min(b)..a.max(b);
            let step = random.pick(&[1, -1, -1, 2, -2, 3, -5, isize::MAX, isize::MIN]);
            elements = elements.sliced(dim, range.clone(), step);
            cut.slices.push((dim, range, step));
        }
        (cut, elements)
    }

    /// A cut that has these extents, of an array of the sizes that it returns, too. `most` are its
    /// elements, if the cut has no more.
    fn with_extents(extents: &[usize], random: &mut Random, most: usize) -> (Cut, Vec<usize>) {
        let order = random.order(extents.len());
        let mut dims = vec![0; extents.len()];
        let mut cut = Cut {
            order,
            slices: Vec::new(),
        };
        let mut left = most / extents.iter().product::<usize>().max(1);
        for (dim, &extent) in extents.iter().enumerate() {
            let by = random.pick(&[1, 1, 1, 2, 3]).min(left.max(1));
            let (low, high) = (random.pick(&[0, 0, 1]), random.pick(&[0, 0, 2]));
            let len = match extent {
                0 => 0,
                _ => (extent - 1) * by + 1 + random.below(by),
            };
            dims[cut.order[dim]] = low + len + high;
            left /= by;
            let step = if random.below(3) == 0 {
                -(by as isize)
            } else {
                by as isize
            };
            cut.slices.push((dim, low..low + len, step));
        }
        (cut, dims)
    }

    fn elements(&self, elements: &Elements) -> Elements {
        let permuted = elements.permuted(&self.order);
        let slices = self.slices.iter().cloned();
        slices.fold(permuted, |elements, (dim, range, step)| {
            elements.sliced(dim, range, step)
        })
    }

    pub(super) fn of<'v, T, I: OwnIndex>(
        &self,
        array: &'v View<'_, T, Strides<I>>,
    ) -> View<'v, T, Strides<I>> {
        self.sliced(array.permuted(&self.order))
    }

    pub(super) fn of_mut<'v, T, I: OwnIndex>(
        &self,
        array: &'v mut ViewMut<'_, T, Strides<I>>,
    ) -> ViewMut<'v, T, Strides<I>> {
        self.sliced(array.permuted_mut(&self.order))
    }

    fn sliced<S: Storage, I: OwnIndex>(&self, array: Array<S, Strides<I>>) -> Array<S, Strides<I>> {
        let slices = self.slices.iter().cloned();
        slices.fold(array, |array, (dim, range, step)| {
            array.sliced(dim, range, step)
        })
    }
}

/// Calls a function with the sizes as an index of a static rank, or as one of run time.
macro_rules! with_dims {
    ($dims:expr, $random:ident, |$index:ident| $call:expr) => {{
        let dims: &[usize] = $dims;
        match dims {
            &[a] if $random.below(2) == 0 => {
                let $index = [a];
                $call
            }
            &[a, b] if $random.below(2) == 0 => {
                let $index = [a, b];
                $call
            }
            _ => {
                let $index = Index::from_slice(dims);
                $call
            }
        }
    }};
}

/// Checks a law of arrays.
fn law(random: &mut Random, most: usize, law: &mut impl Law<u32>) {
    let strides = Strided::random(random, most, false);
    with_dims!(&strides.dims, random, |dims| kinds::strided(
        &strides, dims, random, law
    ));
}

/// Checks iteration over an array of strides or a part of one.
pub fn strided_iteration(random: &mut Random, most: usize) {
    law(random, most, &mut iteration::Iteration);
}

/// Checks `map_inplace` and `fill`.
pub fn strided_in_place(random: &mut Random, most: usize) {
    law(random, most, &mut in_place::InPlace);
}

/// Checks parts of arrays of strides.
pub fn strided_parts(random: &mut Random, most: usize) {
    law(random, most, &mut parts::Parts);
}

/// Checks `Zip` and `==` of strides with layouts.
pub fn strided_zips(random: &mut Random, most: usize) {
    law(random, most, &mut zips::Zips { most });
}

/// Checks arrays that are only read, whose elements may overlap.
pub fn strided_reads(random: &mut Random, most: usize) {
    let strides = Strided::random(random, most, true);
    with_dims!(&strides.dims, random, |dims| reads(&strides, dims, random));
}

/// Returns the strides of an array of these sizes as the array tells them.
fn told(elements: &Elements, strides: &[isize]) -> Vec<isize> {
    let is_empty = elements.extents.contains(&0);
    let pairs = elements.extents.iter().zip(strides);
    let told = pairs.map(|(&extent, &stride)| if extent == 1 || is_empty { 0 } else { stride });
    told.collect()
}

fn reads<I: OwnIndex>(strides: &Strided, dims: I, random: &mut Random) {
    let mut buffer = Guarded::new(strides.len, u32::of);
    let container = &*buffer.inner();
    let case = Case::strided(strides.to_string(), strides.elements(), container);
    let array = Array::strided(container, dims, &strides.strides, strides.first).unwrap();
    let first = case.elements.positions.first().map_or(0, |&first| first);
    assert_eq!(array.mapping().first(), first, "{case}");
    let expected = told(&case.elements, &strides.strides);
    assert_eq!(*array.mapping().strides(), *expected, "{case}");
    assert_eq!(
        array.logical_strides().as_deref(),
        Some(&expected[..]),
        "{case}"
    );
    assert_eq!(array.mapping().buffer_len(), strides.len, "{case}");
    let check = |what: &str, found: View<'_, u32, Strides<I>>, expected: &Elements| {
        assert_eq!(found.dims(), expected.extents, "{case}, {what}");
        let positions = found.iter().map(|x| case.position(x));
        assert!(
            positions.eq(expected.positions.iter().copied()),
            "{case}, {what}"
        );
    };
    let (cut, elements) = Cut::random(&case.elements, random);
    let case = case.restrided(&cut.to_string(), elements);
    let array = cut.of(&array);
    check("strided", array, &case.elements);
    shared(&array, &case, random);
    check("as_strided", array.as_strided().unwrap(), &case.elements);

    let region: Vec<Range<usize>> = case
        .all()
        .into_iter()
        .map(|all| {
            let (a, b) = (random.below(all.end + 1), random.below(all.end + 1));
            a.min(b)..a.max(b)
        })
        .collect();
    let part = array.region(&region[..]).unwrap();
    let of_part = case.part("region", &region, &[]);
    shared(&part, &of_part, random);
    let again = part.as_strided().unwrap();
    check("as_strided", again, &of_part.elements);
    if let Some((cut, expected)) = Some(Cut::random(&of_part.elements, random)) {
        check(&format!("{region:?} {cut}"), cut.of(&again), &expected);
    }
    if let Some(dim) = case.elements.extents.iter().position(|&extent| extent > 0) {
        let index = case.elements.extents[dim] - 1;
        let mut region = case.all();
        region[dim] = index..index + 1;
        let of_part = case.part("index_axis", &region, &[dim]);
        shared(&array.index_axis(dim, index), &of_part, random);
    }
    // Bytes.
    let bytes: Vec<u8> = (0..strides.len)
        .flat_map(|at| u32::of(at).to_ne_bytes())
        .collect();
    let by: Option<Vec<isize>> = strides
        .strides
        .iter()
        .map(|stride| stride.checked_mul(4))
        .collect();
    if let (Some(by), Some(first)) = (by, strides.first.checked_mul(4)) {
        match View::<'_, u32, _>::strided_bytes(&bytes, dims, &by, first) {
            Ok(found) => {
                let values = found.iter().copied();
                let elements = strides.elements().positions;
                assert!(
                    values.eq(elements.into_iter().map(u32::of)),
                    "{case}: bytes"
                );
            }
            Err(error) => assert!(
                matches!(error, ViewError::Alignment { .. }),
                "{case}: bytes: {error}"
            ),
        }
    }
}

/// Checks what a shared array is read by.
fn shared<M: Mapping>(array: &View<'_, u32, M>, case: &Case, random: &mut Random) {
    let elements = &case.elements;
    let at = |x: &u32| case.position(x);
    let number = |index: M::Index| Some(elements.number(index.as_ref()));
    let all = elements.positions.iter();
    let listed: Vec<_> = all.clone().map(|&position| (None, position, 1)).collect();
    let numbered = all.enumerate().map(|(n, &position)| (Some(n), position, 1));
    let numbered: Vec<_> = numbered.collect();
    let rank = elements.extents.len();
    let runs = iteration::runs_along(case, rank.saturating_sub(1));
    let what = || case.to_string();
    iteration::walk(
        array.iter(),
        &|x| (None, at(x), 1),
        &listed,
        true,
        random,
        &what,
    );
    iteration::walk(
        array.indexed_iter(),
        &|(index, x)| (number(index), at(x), 1),
        &numbered,
        true,
        random,
        &what,
    );
    iteration::walk(
        array.runs(),
        &|(index, run)| (number(index), case.position(run.as_ptr()), run.len()),
        &runs,
        false,
        random,
        &what,
    );
    for (index, x) in array.indexed_iter() {
        assert!(std::ptr::eq(array.get(index).unwrap(), x), "{case}");
        assert!(std::ptr::eq(&array[index], x), "{case}");
    }
    if let Some(mut index) = array.mapping().index_from_slice(&elements.extents) {
        assert!(rank == 0 || array.get(index).is_none(), "{case}");
        for (dim, &extent) in elements.extents.iter().enumerate() {
            index.as_mut()[dim] = if extent > 0 { usize::MAX } else { 0 };
        }
        assert!(rank == 0 || array.get(index).is_none(), "{case}");
    }
    let values: Vec<u32> = elements.positions.iter().map(|&at| u32::of(at)).collect();
    let mut rows = Guarded::new(values.len(), |_| 7);
    array.copy_to_row_major(rows.inner()).unwrap();
    rows.assert(&values, || format!("{case}: copy_to_row_major"));
    #[cfg(feature = "alloc")]
    assert_eq!(array.to_row_major(), values, "{case}");
    let mut pairs = Vec::new();
    Zip::indexed(array).and(array).for_each(|index, x, y| {
        pairs.push((number(index).unwrap(), at(x), at(y)));
    });
    let expected = elements.positions.iter().enumerate();
    let expected = expected.map(|(n, &position)| (n, position, position));
    iteration::same(pairs, expected, || format!("{case}: Zip"));
    assert!(array.view() == *array, "{case}");
}

/// Checks copies between strides, and between strides and parts of arrays of layouts.
pub fn strided_copies(random: &mut Random, most: usize) {
    match random.below(10) {
        0..3 => law(random, most, &mut Copies { most }),
        3 => between_strides::<u8>(random, most),
        4 => between_strides::<u16>(random, most),
        5 => between_strides::<u32>(random, most),
        6 => between_strides::<[f64; 2]>(random, most),
        7 => between_strides::<[u8; 3]>(random, most),
        8 => between_strides::<[u32; 6]>(random, most),
        _ => between_strides::<u64>(random, most),
    }
}

/// A cut of strides that has these extents.
struct Side {
    strides: Strided,
    cut: Cut,
    elements: Elements,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.strides, self.cut)
    }
}

impl Side {
    fn new(extents: &[usize], random: &mut Random, most: usize, overlaps: bool) -> Side {
        let (cut, dims) = Cut::with_extents(extents, random, most);
        let overlaps = overlaps && random.below(3) == 0;
        let strides = Strided::of_dims(dims, random, most, overlaps);
        let elements = cut.elements(&strides.elements());
        assert_eq!(elements.extents, extents);
        Side {
            strides,
            cut,
            elements,
        }
    }
}

fn between_strides<T: Numbered>(random: &mut Random, most: usize) {
    let extents = random_dims(random, most);
    let (to, from) = (
        Side::new(&extents, random, most, false),
        Side::new(&extents, random, most, true),
    );
    match extents.len() {
        1 => sides::<T, [usize; 1]>(&to, &from, random, |dims| [dims[0]]),
        2 => sides::<T, [usize; 2]>(&to, &from, random, |dims| [dims[0], dims[1]]),
        _ => sides::<T, Index>(&to, &from, random, Index::from_slice),
    }
}

/// A value before a copy.
fn before<T: Numbered>(position: usize) -> T {
    T::of(position + (1 << 12))
}

fn sides<T: Numbered, I: OwnIndex>(
    to: &Side,
    from: &Side,
    random: &mut Random,
    dims: fn(&[usize]) -> I,
) {
    let what = || format!("{to} from {from}, {} bytes", size_of::<T>());
    let mut source = Guarded::new(from.strides.len, T::of);
    let mut target = Guarded::new(to.strides.len, before::<T>);
    let (Strided { strides, first, .. }, container) = (&from.strides, &*source.inner());
    let view = Array::strided(container, dims(&from.strides.dims), strides, *first).unwrap();
    let view = from.cut.of(&view);
    let mut expected: Vec<T> = (0..to.strides.len).map(before).collect();
    let values: Vec<T> = from
        .elements
        .positions
        .iter()
        .map(|&at| T::of(at))
        .collect();
    for (&position, &value) in to.elements.positions.iter().zip(&values) {
        expected[position] = value;
    }
    let (Strided { strides, first, .. }, container) = (&to.strides, target.inner());
    let mut array = Array::strided_mut(container, dims(&to.strides.dims), strides, *first).unwrap();
    let mut array = to.cut.of_mut(&mut array);
    let plan = CopyPlan::strided::<T>(view.mapping(), array.mapping()).unwrap();
    match random.below(3) {
        0 => every_way(&mut array, &view, &values, random, &what),
        1 => {
            let all = ranges(&to.elements);
            let mut part = array.region_mut(&all[..]).unwrap();
            every_way(&mut part, &view, &values, random, &what);
        }
        _ => {
            let all = ranges(&to.elements);
            let part = view.region(&all[..]).unwrap();
            every_way(&mut array, &part, &values, random, &what);
        }
    }
    target.assert(&expected, || format!("{}: copies", what()));
    // Plans.
    let mut source = Guarded::new(from.strides.len, T::of);
    let source = &*source.inner();
    for way in 0..3 {
        let mut target = Guarded::new(to.strides.len, before::<T>);
        match way {
            0 => plan.run(source, target.inner()).unwrap(),
            1 => plan.run_filling(source, target.inner(), T::of(77)).unwrap(), // there is no padding
            #[cfg(feature = "rayon")]
            _ => plan.par_run(source, target.inner()).unwrap(),
            #[cfg(not(feature = "rayon"))]
            _ => plan.run(source, target.inner()).unwrap(),
        }
        target.assert(&expected, || format!("{}: plan, way {way}", what()));
    }
    let mut short = vec![before::<T>(0); to.strides.len + 1];
    assert!(plan.run(source, &mut short).is_err(), "{}", what());
}

/// All of an array.
fn ranges(elements: &Elements) -> Vec<Range<usize>> {
    elements.extents.iter().map(|&extent| 0..extent).collect()
}

/// Every way to copy an array whose elements have these values, and comparisons. The destination ends
/// as a copy.
fn every_way<T: Numbered, M: Mapping, N: Mapping>(
    to: &mut ViewMut<'_, T, M>,
    from: &View<'_, T, N>,
    values: &[T],
    random: &mut Random,
    what: &dyn Fn() -> String,
) {
    let mut check = |way: &str, copy: &mut dyn FnMut(&mut ViewMut<'_, T, M>)| {
        to.fill(before(7));
        copy(to);
        assert!(to.iter().eq(values), "{}: {way}", what());
    };
    let mut calls = 0;
    check("copy_from", &mut |to| to.copy_from(from).unwrap());
    #[cfg(feature = "rayon")]
    check("par_copy_from", &mut |to| to.par_copy_from(from).unwrap());
    check("copy_from_map", &mut |to| {
        let count = |x| {
            calls += 1;
            x
        };
        to.copy_from_map(from, count).unwrap();
    });
    assert_eq!(calls, values.len(), "{}", what());
    let mut indices = Vec::new();
    check("copy_from_indexed_map", &mut |to| {
        let listed = |index: M::Index, x| {
            indices.push(index.as_ref().to_vec());
            x
        };
        to.copy_from_indexed_map(from, listed).unwrap();
    });
    let mut expected = Vec::new();
    for_each_index(from.dims(), |index| expected.push(index.to_vec()));
    assert_eq!(indices, expected, "{}", what());
    check("copy_from_row_major", &mut |to| {
        to.copy_from_row_major(values).unwrap()
    });
    check("Zip", &mut |to| {
        Zip::from(&mut *to)
            .and(from)
            .for_each(|to, from| *to = *from);
    });
    if !from.dims().is_empty() {
        let dim = random.below(from.dims().len());
        check("by index", &mut |to| {
            let parts = to.axis_iter_mut(dim).zip(from.axis_iter(dim));
            parts.for_each(|(mut to, from)| to.copy_from(from).unwrap());
        });
        let middle = from.dims()[dim] / 2;
        check("by halves", &mut |to| {
            let (mut low, mut high) = to.split_at_mut(dim, middle);
            let (from_low, from_high) = from.split_at(dim, middle);
            high.copy_from(from_high).unwrap();
            low.copy_from(from_low).unwrap();
        });
    }
    let mut rows = vec![before(3); values.len()];
    from.copy_to_row_major(&mut rows).unwrap();
    assert!(rows == values, "{}: copy_to_row_major", what());
    let same = [to.view() == *from, *from == *to, *to != *from];
    assert_eq!(same, [true, true, false], "{}", what());
    if !values.is_empty() {
        let number = random.below(values.len());
        let value = values[number];
        *to.iter_mut().nth(number).unwrap() = T::of(1 << 13 | 1);
        if value != T::of(1 << 13 | 1) {
            assert!(to.view() != *from && *from != *to, "{}: {number}", what());
        }
        *to.iter_mut().nth(number).unwrap() = value;
    }
}

/// Checks copies and plans between strides and layouts.
pub fn strided_plans(random: &mut Random, most: usize) {
    match random.below(5) {
        0 => with_layout::<u8>(random, most),
        1 => with_layout::<u16>(random, most),
        2 => with_layout::<u64>(random, most),
        3 => with_layout::<[f64; 2]>(random, most),
        _ => with_layout::<u32>(random, most),
    }
}

fn with_layout<T: Value>(random: &mut Random, most: usize) {
    let extents = random_dims(random, most);
    let of_layout = random.aimed_partner(&Part::rows(extents.clone()), most);
    let layout = parsed(&of_layout.spec, T::ELEMENT);
    let (to, from) = (
        Side::new(&extents, random, most, false),
        Side::new(&extents, random, most, true),
    );
    match extents.len() {
        2 => layout_sides::<T, [usize; 2]>((&layout, &of_layout), &to, &from, random, |dims| {
            [dims[0], dims[1]]
        }),
        _ => layout_sides::<T, Index>((&layout, &of_layout), &to, &from, random, Index::from_slice),
    }
}

fn layout_sides<T: Value, I: OwnIndex>(
    (layout, part): (&Layout, &Part),
    to: &Side,
    from: &Side,
    random: &mut Random,
    dims: fn(&[usize]) -> I,
) {
    let what = || format!("{to}; {part}, {}; {from}", T::ELEMENT);
    let positions = part.positions();
    // From strides to a layout.
    let mut source = Guarded::new(from.strides.len, T::of);
    let container = &*source.inner();
    let (strides, first) = (&from.strides.strides, from.strides.first);
    let view = Array::strided(container, dims(&from.strides.dims), strides, first).unwrap();
    let view = from.cut.of(&view);
    let values: Vec<T> = from
        .elements
        .positions
        .iter()
        .map(|&at| T::of(at))
        .collect();
    let mut expected: Vec<T> = (0..layout.padded_len()).map(before).collect();
    for (&position, &value) in positions.iter().zip(&values) {
        expected[position] = value;
    }
    let mut target = Guarded::new(layout.padded_len(), before::<T>);
    let mut whole = layout.view_mut(target.inner()).unwrap();
    let mut region = whole.region_mut(&part.region[..]).unwrap();
    every_way(&mut region, &view, &values, random, &what);
    if part.is_whole() {
        every_way(&mut whole, &view, &values, random, &what);
    }
    target.assert(&expected, || format!("{}: to a layout", what()));
    if part.is_whole() {
        let plan = CopyPlan::new(view.mapping(), layout).unwrap();
        let mut filled = vec![T::of(1 << 21); layout.padded_len()];
        for (&position, &value) in positions.iter().zip(&values) {
            filled[position] = value;
        }
        let way = |way: usize, expected: &[T], run: &mut dyn FnMut(&mut [T])| {
            let mut target = Guarded::new(layout.padded_len(), before::<T>);
            run(target.inner());
            target.assert(expected, || format!("{}: to a layout, plan {way}", what()));
        };
        way(0, &expected, &mut |to| plan.run(container, to).unwrap());
        way(1, &filled, &mut |to| {
            plan.run_filling(container, to, T::of(1 << 21)).unwrap();
        });
        #[cfg(feature = "rayon")]
        way(2, &expected, &mut |to| plan.par_run(container, to).unwrap());
        way(3, &filled, &mut |to| {
            let mut to = layout.view_mut(to).unwrap();
            to.copy_from_filling(view, T::of(1 << 21)).unwrap();
        });
        #[cfg(feature = "alloc")]
        {
            let copied = view.to_layout_with(*layout).unwrap();
            assert!(copied == view, "{}: to_layout_with", what());
        }
    }

    // From a layout to strides.
    let mut source = Guarded::new(layout.padded_len(), T::of);
    let values: Vec<T> = positions.iter().map(|&at| T::of(at)).collect();
    let mut expected: Vec<T> = (0..to.strides.len).map(before).collect();
    for (&position, &value) in to.elements.positions.iter().zip(&values) {
        expected[position] = value;
    }
    let mut target = Guarded::new(to.strides.len, before::<T>);
    let (strides, first) = (&to.strides.strides, to.strides.first);
    let container = target.inner();
    let mut array = Array::strided_mut(container, dims(&to.strides.dims), strides, first).unwrap();
    let mut array = to.cut.of_mut(&mut array);
    let whole = layout.view(source.inner()).unwrap();
    let region = whole.region(&part.region[..]).unwrap();
    every_way(&mut array, &region, &values, random, &what);
    if part.is_whole() {
        every_way(&mut array, &whole, &values, random, &what);
    }
    let mapping = *array.mapping();
    target.assert(&expected, || format!("{}: from a layout", what()));
    if part.is_whole() {
        let plan = CopyPlan::new(layout, &mapping).unwrap();
        for way in 0..3 {
            let mut target = Guarded::new(to.strides.len, before::<T>);
            match way {
                0 => plan.run(whole.as_slice(), target.inner()),
                1 => plan.run_filling(whole.as_slice(), target.inner(), T::of(3)),
                #[cfg(feature = "rayon")]
                _ => plan.par_run(whole.as_slice(), target.inner()),
                #[cfg(not(feature = "rayon"))]
                _ => Ok(plan.run(whole.as_slice(), target.inner()).unwrap()),
            }
            .unwrap();
            target.assert(&expected, || {
                format!("{}: from a layout, plan {way}", what())
            });
        }
        let result = CopyPlan::new(layout, view.mapping());
        let mut sorted = from.elements.positions.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            let is_overlap = matches!(
                result,
                Err(CopyError::Strides(InvalidStrides::Overlap { .. }))
            );
            assert!(is_overlap, "{}: overlaps", what());
        }
    }
}

/// Checks copies between strides and packed elements.
pub fn strided_packed(random: &mut Random, most: usize) {
    let extents = random_dims(random, most);
    let part = random.aimed_partner(&Part::rows(extents.clone()), most);
    let (to, from) = (
        Side::new(&extents, random, most, false),
        Side::new(&extents, random, most, true),
    );
    match extents.len() {
        2 => packed_sides(&part, &to, &from, random, |dims| [dims[0], dims[1]]),
        _ => packed_sides(&part, &to, &from, random, Index::from_slice),
    }
}

fn packed_sides<I: OwnIndex>(
    part: &Part,
    to: &Side,
    from: &Side,
    random: &mut Random,
    dims: fn(&[usize]) -> I,
) {
    let bits = random.pick(&[4, 4, 5]);
    let layout = parsed(&part.spec, "s4").with_element_bits(bits).unwrap();
    let what = || format!("{to}; {part}, s4 of {bits} bits; {from}");
    let nibble = |number: usize| i8::of(number) >> 4;
    let count = Part::whole(part.spec.clone()).positions().len();
    let numbers = Part::rows(part.spec.dims.clone());
    let in_part = Elements::of(&numbers.spec).region(&part.region).positions;
    // The values of the whole packed array, in row-major order.
    let before: Vec<i8> = (0..count).map(|number| nibble(number + 99)).collect();
    let mut bytes = Guarded::new(layout.padded_bytes(), |_| 0x5a);
    let mut whole = PackedViewMut::<i8, _>::from_bytes(layout, bytes.inner()).unwrap();
    whole.copy_from_row_major(&before).unwrap();

    // To strides.
    let mut target = Guarded::new(to.strides.len, |_| 101i8);
    let mut expected = vec![101i8; to.strides.len];
    let elements = to.elements.positions.iter().zip(&in_part);
    elements.for_each(|(&position, &number)| expected[position] = before[number]);
    let (strides, first) = (&to.strides.strides, to.strides.first);
    let container = target.inner();
    let mut array = Array::strided_mut(container, dims(&to.strides.dims), strides, first).unwrap();
    let mut array = to.cut.of_mut(&mut array);
    let region = whole.region(&part.region[..]).unwrap();
    for way in 0..3 {
        array.fill(102);
        match way {
            0 => array.copy_from(&region).unwrap(),
            1 => array.copy_from_map(&region, |x: i8| x).unwrap(),
            _ => array.copy_from_indexed_map(&region, |_, x: i8| x).unwrap(),
        }
        let values = in_part.iter().map(|&number| before[number]);
        assert!(array.iter().copied().eq(values), "{}: way {way}", what());
        assert!(array.view() == region && region == array, "{}", what());
    }
    target.assert(&expected, || format!("{}: from packed elements", what()));

    // From strides: values that fit, and then some that do not. Those of gaps do not fit.
    let mut source = Guarded::new(from.strides.len, |_| 99i8);
    for &position in &from.elements.positions {
        source.inner()[position] = nibble(position);
    }
    let check = |way: &str, whole: &PackedViewMut<'_, i8, Layout>, value: &dyn Fn(usize) -> i8| {
        let mut expected = before.clone();
        for (&number, &position) in in_part.iter().zip(&from.elements.positions) {
            expected[number] = value(position);
        }
        let found: Vec<i8> = whole.iter().collect();
        assert_eq!(found, expected, "{}: {way}", what());
    };
    let (strides, first) = (&from.strides.strides, from.strides.first);
    macro_rules! pack {
        ($way:literal, $value:expr, |$region:ident, $view:ident| $copy:expr) => {{
            let container = &*source.inner();
            let $view = Array::strided(container, dims(&from.strides.dims), strides, first);
            let $view = $view.unwrap();
            let $view = from.cut.of(&$view);
            whole.copy_from_row_major(&before).unwrap();
            let mut $region = whole.region_mut(&part.region[..]).unwrap();
            $copy;
            check($way, &whole, $value);
        }};
    }
    pack!("copy_from", &nibble, |to, from| to.copy_from(from).unwrap());
    pack!("try_copy_from", &nibble, |to, from| to
        .try_copy_from(from)
        .unwrap());
    pack!("saturating", &nibble, |to, from| to
        .copy_from_saturating(from)
        .unwrap());
    pack!("map", &nibble, |to, from| to
        .copy_from_map(from, |x: i8| x)
        .unwrap());
    if part.is_whole() {
        let container = &*source.inner();
        let view = Array::strided(container, dims(&from.strides.dims), strides, first).unwrap();
        let view = from.cut.of(&view);
        whole.copy_from_row_major(&before).unwrap();
        whole.try_copy_from(view).unwrap();
        check("try_copy_from, whole", &whole, &nibble);
        #[cfg(feature = "alloc")]
        {
            let rows = view.to_row_major();
            let packed = PackedBuffer::from_row_major_with(layout, &rows).unwrap();
            assert!(packed == view, "{}", what());
        }
    }
    if from.elements.positions.is_empty() {
        return;
    }
    let number = random.below(from.elements.positions.len());
    let position = from.elements.positions[number];
    source.inner()[position] = random.pick(&[8, 100, -9, -100]);
    let far = source.inner()[position];
    let nearest = |at: usize| {
        if at == position {
            far.clamp(-8, 7)
        } else {
            nibble(at)
        }
    };
    pack!("saturating", &nearest, |to, from| to
        .copy_from_saturating(from)
        .unwrap());
    // With strides that overlap, an element before has the same value.
    let first_number = from
        .elements
        .positions
        .iter()
        .position(|&at| at == position);
    let index = from.elements.index(first_number.unwrap());
    let index = format!("{index:?}").replace(' ', "");
    let refused = |result: Result<(), CopyError>| {
        let error = result.unwrap_err().to_string();
        let expected = format!("{far} at index {index} does not fit an element of type s4");
        assert_eq!(error, expected, "{}", what());
    };
    whole.copy_from_row_major(&before).unwrap();
    for way in 0..2 {
        let container = &*source.inner();
        let view = Array::strided(container, dims(&from.strides.dims), strides, first).unwrap();
        let view = from.cut.of(&view);
        let mut region = whole.region_mut(&part.region[..]).unwrap();
        match way {
            0 => refused(region.try_copy_from(view)),
            _ => refused(region.copy_from(view)),
        }
        assert!(
            whole.iter().eq(before.iter().copied()),
            "{}: written",
            what()
        );
    }
}
