//! Calls a law with each kind of layout, and with each part of an array.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use tiled_layout::{
    Array, Layout, Mapping, OwnIndex, Region, Stores, Strides, ViewMut, WholeBuffer,
    iter::StaticTiles, layout,
};

use super::guarded::{Guarded, Value};
use super::parsed;
use super::strides::{Cut, Strided};
use crate::naive::{PADDING, Spec, for_each_index};
use crate::part::{Elements, Part, tile_of};
use crate::random::Random;

/// What holds of each array, whatever its layout is, and of each part of one.
pub(super) trait Law<T> {
    /// Checks an array, which may be a region. Writes to its elements are allowed.
    fn holds<M: Mapping>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    );

    /// Checks an array that is all that its slice holds: what regions do not have, too.
    fn holds_of_whole<M: WholeBuffer>(
        &mut self,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
    ) {
        self.holds(array, case, random);
    }

    /// Checks a part: what arrays of other mappings do not have, too.
    fn holds_of_part<M: WholeBuffer, I: OwnIndex>(
        &mut self,
        array: &mut ViewMut<'_, T, Region<M, I>>,
        case: &Case,
        random: &mut Random,
    ) {
        self.holds(array, case, random);
    }
}

/// An array, which may be a part of one, by the naive definition.
#[derive(Clone)]
pub(super) struct Case {
    /// The layout of the whole array, and how the part is taken.
    what: String,
    /// The layout that the part would have as a separate array.
    pub(super) spec: Spec,
    pub(super) elements: Elements,
    /// The address of the whole buffer.
    start: usize,
    /// The array that has its own layout and of which this is a part.
    whole: Arc<OwnLayout>,
}

/// An array that has its own layout.
struct OwnLayout {
    spec: Spec,
    /// The cells of the buffer up to its end, of which only those of this array matter.
    cells: Vec<i64>,
}

impl OwnLayout {
    fn new(spec: &Spec, start: usize) -> Arc<Self> {
        let mut cells = vec![PADDING; start];
        cells.extend(spec.buffer());
        let spec = spec.clone();
        Arc::new(OwnLayout { spec, cells })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Case {
    pub(super) fn new<T>(layout: &Layout, buffer: &[T]) -> Case {
        let spec = Spec::parse(&layout.to_string());
        Case {
            what: layout.to_string(),
            elements: Elements::of(&spec),
            whole: OwnLayout::new(&spec, 0),
            spec,
            start: buffer.as_ptr().addr(),
        }
    }

    /// An array of strides in a container. It has no layout; as of one without tiles, its parts may
    /// begin at any index.
    pub(super) fn strided<T>(what: String, elements: Elements, container: &[T]) -> Case {
        let spec = Part::rows(elements.extents.clone()).spec;
        Case {
            what,
            spec,
            elements,
            start: container.as_ptr().addr(),
            whole: OwnLayout::new(&Spec::default(), 0),
        }
    }

    /// The same array with other strides.
    pub(super) fn restrided(&self, way: &str, elements: Elements) -> Case {
        Case {
            what: format!("{self} {way}"),
            spec: Part::rows(elements.extents.clone()).spec,
            elements,
            start: self.start,
            whole: self.whole.clone(),
        }
    }

    /// The position of an element in the whole buffer, by its address; a number that is not one
    /// if the address is not an element's.
    pub(super) fn position<T>(&self, element: *const T) -> usize {
        let bytes = element.addr().wrapping_sub(self.start);
        match bytes % size_of::<T>() {
            0 => bytes / size_of::<T>(),
            _ => usize::MAX,
        }
    }

    /// A region, without the dimensions `removed`.
    pub(super) fn part(&self, way: &str, region: &[Range<usize>], removed: &[usize]) -> Case {
        let part = Part::new(self.spec.clone(), region.to_vec());
        Case {
            what: format!("{self} {way} {region:?}"),
            spec: part.own_spec(removed),
            elements: self.elements.region(region).without(removed),
            start: self.start,
            whole: self.whole.clone(),
        }
    }

    /// This array, if it has its own layout and its memory begins there.
    fn with_own_layout(mut self, first: *const impl Sized) -> Case {
        let start = match self.elements.positions.len() {
            0 => 0, // an empty slice may lie anywhere
            _ => self.position(first),
        };
        self.whole = OwnLayout::new(&self.spec, start);
        self
    }

    /// One range for each dimension: all of it.
    pub(super) fn all(&self) -> Vec<Range<usize>> {
        let extents = self.elements.extents.iter();
        extents.map(|&extent| 0..extent).collect()
    }

    /// The positions of the array, if it has its own layout: those of the array that it is a part of
    /// with no element of others.
    pub(super) fn own_positions(&self) -> Option<Range<usize>> {
        self.elements.own_positions(&self.whole.cells, &self.spec)
    }

    /// The layout of the array that this is a part of.
    pub(super) fn whole_spec(&self) -> &Spec {
        &self.whole.spec
    }

    fn permuted(&self, permutation: &[usize]) -> Case {
        let list = |list: &[usize]| {
            if list.is_empty() {
                vec![]
            } else {
                permutation.iter().map(|&dim| list[dim]).collect()
            }
        };
        let place = |dim| permutation.iter().position(|&from| from == dim).unwrap();
        let order = &self.spec.minor_to_major;
        Case {
            what: format!("{self} permuted {permutation:?}"),
            spec: Spec {
                dims: list(&self.spec.dims),
                pad: list(&self.spec.pad),
                minor_to_major: order.iter().map(|&dim| place(dim)).collect(),
                ..self.spec.clone()
            },
            elements: self.elements.permuted(permutation),
            start: self.start,
            whole: self.whole.clone(),
        }
    }

    /// The tile of an element as an array, padding included. The tile is an array.
    fn tile(&self, number: usize) -> Case {
        let (tile, within) = tile_of(&self.spec, &self.elements.index(number));
        let first = self.spec.tiles.first().map_or(&[][..], |tile| tile);
        let dims: Vec<usize> = first.iter().flatten().copied().collect();
        let spec = Spec {
            minor_to_major: (0..dims.len()).rev().collect(),
            dims,
            tiles: self.spec.tiles.iter().skip(1).cloned().collect(),
            ..Spec::default()
        };
        let mut elements = Elements::of(&spec);
        let in_tile = elements.positions[elements.number(&within)];
        for position in &mut elements.positions {
            *position = *position + self.elements.positions[number] - in_tile;
        }
        Case {
            what: format!("{self} tile {tile:?}"),
            spec,
            elements,
            start: self.start,
            whole: self.whole.clone(),
        }
    }
}

/// An array of some mapping with a law, and what the law may write to afterwards.
struct Whole<T> {
    buffer: Guarded<T>,
    case: Case,
    /// The positions of elements that a law was called with.
    given: Vec<usize>,
}

impl<T: Value> Whole<T> {
    fn new(mapping: &impl WholeBuffer) -> Self {
        let mut buffer = Guarded::new(mapping.padded_len(), T::of);
        Whole {
            case: Case::new(&mapping.layout(), buffer.inner()),
            buffer,
            given: Vec::new(),
        }
    }

    /// Calls a law with an array that has its own layout, or with a part of it.
    fn check<M: WholeBuffer>(
        given: &mut Vec<usize>,
        array: &mut ViewMut<'_, T, M>,
        case: &Case,
        random: &mut Random,
        law: &mut impl Law<T>,
    ) {
        let case = case.clone().with_own_layout(array.as_slice().as_ptr());
        match random.below(4) {
            0 | 1 => {
                given.clone_from(&case.elements.positions);
                law.holds_of_whole(array, &case, random);
            }
            2 if array.dims().iter().any(|&extent| extent > 0) => {
                let (mut part, case) = without_a_dim(array, &case, random);
                check_part(given, &mut part, &case, random, law);
            }
            _ => {
                let (mut part, case) = with_all_dims(array, &case, random);
                check_part(given, &mut part, &case, random, law);
            }
        }
    }

    /// Checks that nothing else was written to.
    fn finish(mut self) {
        let mut expected: Vec<T> = (0..self.buffer.inner().len()).map(T::of).collect();
        for position in self.given {
            expected[position] = self.buffer.inner()[position];
        }
        let case = &self.case;
        self.buffer.assert(&expected, || format!("{case}: outside"));
    }
}

/// Calls a law with a part of an array, or with a part of that, and so on.
fn check_part<T: Value, M: WholeBuffer, I: OwnIndex>(
    given: &mut Vec<usize>,
    array: &mut ViewMut<'_, T, Region<M, I>>,
    case: &Case,
    random: &mut Random,
    law: &mut impl Law<T>,
) {
    match random.below(8) {
        0..4 => {
            given.clone_from(&case.elements.positions);
            law.holds_of_part(array, case, random);
        }
        4 => {
            let all = array.region_mut(&case.all()[..]).unwrap();
            let Ok(mut own) = all.into_whole() else {
                return check_part(given, array, case, random, law);
            };
            let case = case.part("into_whole", &case.all(), &[]);
            Whole::check(given, &mut own, &case, random, law);
        }
        5 | 6 if array.dims().iter().any(|&extent| extent > 0) => {
            let (mut part, case) = without_a_dim(array, case, random);
            check_part(given, &mut part, &case, random, law);
        }
        _ => {
            let (mut part, case) = with_all_dims(array, case, random);
            check_part(given, &mut part, &case, random, law);
        }
    }
}

/// Calls a law with an array of strides, or with a part of it.
pub(super) fn strided<T: Value, I: OwnIndex>(
    strides: &Strided,
    dims: I,
    random: &mut Random,
    law: &mut impl Law<T>,
) {
    let mut buffer = Guarded::new(strides.len, T::of);
    let mut whole = Whole {
        case: Case::strided(strides.to_string(), strides.elements(), buffer.inner()),
        buffer,
        given: Vec::new(),
    };
    let (given, container) = (&mut whole.given, whole.buffer.inner());
    let array = Array::strided_mut(container, dims, &strides.strides, strides.first);
    let mut array = array.unwrap();
    let (cut, elements) = Cut::random(&whole.case.elements, random);
    let case = whole.case.restrided(&cut.to_string(), elements);
    let mut array = cut.of_mut(&mut array);
    match random.below(4) {
        0 | 1 => {
            given.clone_from(&case.elements.positions);
            law.holds(&mut array, &case, random);
        }
        2 if array.dims().iter().any(|&extent| extent > 0) => {
            let (mut part, case) = without_a_dim(&mut array, &case, random);
            strided_part(given, &mut part, &case, random, law);
        }
        _ => {
            let (mut part, case) = with_all_dims(&mut array, &case, random);
            strided_part(given, &mut part, &case, random, law);
        }
    }
    whole.finish();
}

/// Calls a law with a part of an array of strides, or with a part of that, and so on.
fn strided_part<T: Value, J: OwnIndex, I: OwnIndex>(
    given: &mut Vec<usize>,
    array: &mut ViewMut<'_, T, Region<Strides<J>, I>>,
    case: &Case,
    random: &mut Random,
    law: &mut impl Law<T>,
) {
    match random.below(8) {
        0..5 => {
            given.clone_from(&case.elements.positions);
            law.holds(array, case, random);
        }
        5 | 6 if array.dims().iter().any(|&extent| extent > 0) => {
            let (mut part, case) = without_a_dim(array, case, random);
            strided_part(given, &mut part, &case, random, law);
        }
        _ => {
            let (mut part, case) = with_all_dims(array, case, random);
            strided_part(given, &mut part, &case, random, law);
        }
    }
}

/// One part of an array, among several mutable parts.
type PartMut<'v, T, M, I> = ViewMut<'v, T, Region<<M as Mapping>::Whole<'v>, I>>;

/// A part with all dimensions of the array.
fn with_all_dims<'v, T, M: Mapping>(
    array: &'v mut ViewMut<'_, T, M>,
    case: &Case,
    random: &mut Random,
) -> (PartMut<'v, T, M, M::Index>, Case) {
    let extents = case.elements.extents.clone();
    let (dim, aligned) = if extents.is_empty() {
        (0, vec![])
    } else {
        aligned_region(&case.spec, random)
    };
    let mut region = case.all();
    let (way, part) = match random.below(6) {
        0 if !extents.is_empty() => {
            let (low, extent) = (aligned[dim].start, extents[dim]);
            let (first, second) = array.split_at_mut(dim, low);
            let is_first = random.below(2) == 0;
            region[dim] = if is_first { 0..low } else { low..extent };
            ("split", if is_first { first } else { second })
        }
        1 if extents.get(dim).is_some_and(|&extent| extent > 0) => {
            let (size, extent) = (aligned[dim].start.max(1), extents[dim]);
            let number = random.below(extent.div_ceil(size));
            region[dim] = number * size..extent.min((number + 1) * size);
            let mut chunks = array.axis_chunks_mut(dim, size);
            ("chunk", chunks.nth(number).unwrap())
        }
        2 if !extents.contains(&0) => {
            let size: Vec<usize> = extents.iter().map(|&n| 1 + random.below(n + 1)).collect();
            let blocks = blocks(&extents, &size);
            let number = random.below(blocks.len());
            region.clone_from(&blocks[number]);
            let size = array.mapping().index_from_slice(&size).unwrap();
            ("block", array.blocks_mut(size).nth(number).unwrap())
        }
        3 => {
            region = aligned;
            ("region", array.region_mut(&region[..]).unwrap())
        }
        _ => {
            region = random.part_of(case.spec.clone()).region;
            ("region", array.region_mut(&region[..]).unwrap())
        }
    };
    (part, case.part(way, &region, &[]))
}

/// A part at an index of a dimension, of an array that has an index of some dimension.
fn without_a_dim<'v, T, M: Mapping>(
    array: &'v mut ViewMut<'_, T, M>,
    case: &Case,
    random: &mut Random,
) -> (PartMut<'v, T, M, <M::Index as OwnIndex>::Smaller>, Case) {
    let extents = &case.elements.extents;
    let dims = (0..extents.len()).filter(|&dim| extents[dim] > 0);
    let dim = random.pick(&dims.collect::<Vec<_>>());
    let index = random.below(extents[dim]);
    let mut region = case.all();
    region[dim] = index..index + 1;
    let (way, part) = match random.below(3) {
        0 => ("item", array.axis_iter_mut(dim).nth(index).unwrap()),
        _ => ("index_axis", array.index_axis_mut(dim, index)),
    };
    (part, case.part(way, &region, &[dim]))
}

/// The blocks of a size, in row-major order.
pub(super) fn blocks(extents: &[usize], size: &[usize]) -> Vec<Vec<Range<usize>>> {
    let counts: Vec<usize> = std::iter::zip(extents, size)
        .map(|(extent, size)| extent.div_ceil(*size))
        .collect();
    let mut blocks = Vec::new();
    for_each_index(&counts, |number| {
        let ranges = number.iter().enumerate().map(|(dim, number)| {
            let low = number * size[dim];
            low..extents[dim].min(low + size[dim])
        });
        blocks.push(ranges.collect());
    });
    blocks
}

/// Calls a law with an array of this mapping, or with a part of it.
fn part_of<T: Value, M: Stores<T>>(mapping: &M, random: &mut Random, law: &mut impl Law<T>) {
    let mut whole = Whole::new(mapping);
    let mut array = mapping.view_mut(whole.buffer.inner()).ok().unwrap();
    Whole::check(&mut whole.given, &mut array, &whole.case, random, law);
    whole.finish();
}

/// Calls a law with all of an array whose layout is known at run time, or with this region of it.
pub(super) fn run_time_part<T: Value>(part: &Part, random: &mut Random, law: &mut impl Law<T>) {
    let layout = parsed(&part.spec, T::ELEMENT);
    let mut whole = Whole::new(&layout);
    let mut array = layout.view_mut(whole.buffer.inner()).unwrap();
    if part.is_whole() {
        whole.given.clone_from(&whole.case.elements.positions);
        law.holds_of_whole(&mut array, &whole.case, random);
    } else {
        let case = whole.case.part("region", &part.region, &[]);
        whole.given.clone_from(&case.elements.positions);
        let mut array = array.region_mut(&part.region[..]).unwrap();
        law.holds_of_part(&mut array, &case, random);
    }
    whole.finish();
}

/// A dimension, mostly the most major one that is not of size 1, and a region that is all of the
/// others. It mostly ends at edges of tiles.
pub(super) fn aligned_region(spec: &Spec, random: &mut Random) -> (usize, Vec<Range<usize>>) {
    let (rank, order) = (spec.dims.len(), &spec.minor_to_major);
    let major = (0..rank).rev().find(|&place| spec.dims[order[place]] > 1);
    let place = match random.below(4) {
        0 => random.below(rank),
        _ => major.unwrap_or(rank - 1),
    };
    let (dim, extent) = (order[place], spec.dims[order[place]]);
    let entry = |tile: &Vec<Option<usize>>| *tile.get(tile.len().checked_sub(place + 1)?)?;
    let unit = match random.below(8) {
        0 => 1,
        _ => spec.tiles.first().and_then(entry).unwrap_or(1),
    };
    let mut bound = || (unit * random.below(extent / unit + 2)).min(extent);
    let (low, high) = (bound(), bound());
    let mut region: Vec<Range<usize>> = spec.dims.iter().map(|&extent| 0..extent).collect();
    region[dim] = low.min(high)..low.max(high);
    (dim, region)
}

/// Calls a law with a tile as an array, or with a region of one.
macro_rules! tile_of {
    ($mapping:expr, $random:ident, $law:ident, $tile:ident => $view:expr) => {{
        let mut whole = Whole::new($mapping);
        let mut array = $mapping.view_mut(whole.buffer.inner()).ok().unwrap();
        if !array.is_empty() {
            let number = $random.below(array.len());
            let element = whole.case.elements.index(number);
            let (index, _) = tile_of(&whole.case.spec, &element);
            let $tile = array.tile_mut(index).unwrap();
            if let Some(mut view) = $view {
                let case = whole.case.tile(number);
                Whole::check(&mut whole.given, &mut view, &case, $random, $law);
            }
        }
        whole.finish();
    }};
}

fn tile_of_static<M: StaticTiles + Stores<u32>>(
    mapping: &M,
    random: &mut Random,
    law: &mut impl Law<u32>,
) {
    tile_of!(mapping, random, law, tile => Some(tile.into_view_mut()));
}

/// Calls a law with an array whose layout is known at run time, or with a part of it.
pub(super) fn run_time<T: Value>(spec: &Spec, random: &mut Random, law: &mut impl Law<T>) {
    let layout = parsed(spec, T::ELEMENT);
    match random.below(8) {
        0 => tile_of!(&layout, random, law, tile => tile.into_view_mut().ok()),
        1 => {
            let mut whole = Whole::new(&layout);
            let permutation = random.order(layout.rank());
            let case = whole.case.permuted(&permutation);
            let mut array = layout.view_mut(whole.buffer.inner()).unwrap();
            let mut array = array.permuted_mut(&permutation);
            Whole::check(&mut whole.given, &mut array, &case, random, law);
            whole.finish();
        }
        _ => part_of(&layout, random, law),
    }
}

/// An array of a static layout.
macro_rules! fixed {
    ($of:ident: $layout:ty) => {
        |random: &mut Random, law: &mut L| $of(&<$layout>::new(), random, law)
    };
}

/// An array of a layout with `?`, of sizes in these ranges.
macro_rules! partial {
    ($of:ident: $layout:ty, [$($least:literal..$end:literal),*]) => {
        |random: &mut Random, law: &mut L| {
            let dims = [$($least + random.below($end - $least)),*];
            let mapping = <$layout>::with_dims(dims).unwrap();
            $of(&mapping, random, law);
        }
    };
}

/// Calls a law with an array of at most about `most` positions, or with a part of one: one kind of
/// layout each.
pub(super) fn few_kinds<L: Law<u32>>(random: &mut Random, most: usize, law: &mut L) {
    let kinds: [fn(&mut Random, &mut L); 3] = [
        fixed!(part_of: layout!(U32[4,9,8]<2,0,1:T(7,6)(3,2)>)),
        fixed!(part_of: layout!(U32[13,30]<1,0:T(4,16)(2,1)>)),
        partial!(part_of: layout!(U32[?,?]<1,0:T(6,8)(3,2)>), [0..15, 0..41]),
    ];
    match random.below(4) {
        0 => random.pick(&kinds)(random, law),
        _ => run_time(&random.aimed_part(most).spec, random, law),
    }
}

/// The same with more kinds of layouts whose type tells them.
pub(super) fn all_kinds<L: Law<u32>>(random: &mut Random, most: usize, law: &mut L) {
    let kinds: [fn(&mut Random, &mut L); 10] = [
        fixed!(part_of: layout!(U32[]<:T(128)>)),
        fixed!(part_of: layout!(U32[40,3])),
        fixed!(part_of: layout!(U32[43,2]<1,0:T(8,4)>)),
        fixed!(part_of: layout!(U32[2,3]<0,1:PAD(3,5=one)>)),
        fixed!(part_of: layout!(U32[4,8,8]<0,1,2:T(4,2)(2,1,1,1)>)),
        fixed!(part_of: layout!(U32[2,3,1,2,3,4]<5,3,4,1,2,0:T(*,2,2)(4,1)>)),
        fixed!(tile_of_static: layout!(U32[3,5,4]<0,2,1:T(2,4)>)),
        partial!(part_of: layout!(U32[?]<0:T(16)(8)(2,1)L(64)>), [0..40]),
        partial!(part_of: layout!(U32[?,4,?]<2,1,0:T(*,2,2)>), [0..7, 4..5, 0..10]),
        partial!(tile_of_static: layout!(U32[?,?]<1,0:T(4,8)(8)>), [0..9, 0..40]),
    ];
    match random.below(8) {
        0 | 1 => random.pick(&kinds)(random, law),
        2 => {
            // Indices are arrays.
            let spec = random.aimed_part(most).spec;
            if let Ok(layout) = parsed(&spec, "u32").ranked::<2>() {
                part_of(&layout, random, law);
            }
        }
        _ => few_kinds(random, most, law),
    }
}
