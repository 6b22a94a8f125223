//! Packed elements are values of their bits, and nothing else in their bytes is touched: reads,
//! writes, copies, and conversions from and to elements of a byte or more.

use std::fmt;
use std::ops::Range;

#[cfg(feature = "alloc")]
use tiled_layout::PackedBuffer;
use tiled_layout::{
    CopyError, Element, Layout, Mapping, OwnIndex, PackedElement, PackedView, PackedViewMut,
    Region, RegionError, Stores, WholeBuffer, layout,
};

use super::copies::{region_plan, two_parts};
use super::guarded::{Guarded, Numbered, Value};
use super::iteration::walk;
use super::{kinds, one_of, parsed};
use crate::naive::Spec;
use crate::part::{Elements, Part, tile_of};
use crate::random::Random;

/// Checks packed elements of a random case, of arrays of at most about `most` positions.
pub fn packed(random: &mut Random, most: usize) {
    match random.below(8) {
        0 => of_known_kind(random, most),
        law => {
            let (part, other) = two_parts(random, most);
            of_run_time(random.pick(&PACKINGS), law % 3, &part, &other, random);
        }
    }
}

/// Checks packed elements of every width, in a part of an array and in one of another array, which
/// has the same size. In Miri, elements of one width.
pub(super) fn every_packing(part: &Part, other: &Part) {
    let count = if cfg!(miri) { 1 } else { PACKINGS.len() };
    for &packing in &PACKINGS[..count] {
        for law in 0..3 {
            of_run_time(packing, law, part, other, &mut Random::new(0));
        }
    }
}

/// Checks conversions of elements within bytes, and across two.
pub fn packed_conversions(part: &Part, other: &Part) {
    for packing in [U4, packing("u2", 2, 3), packing("s4", 4, 5)] {
        of_run_time(packing, 2, part, other, &mut Random::new(0));
    }
}

/// A packed type of elements.
#[derive(Clone, Copy)]
pub(super) struct Packing {
    element: &'static str,
    /// The bits of a value.
    width: u32,
    /// The bits that an element occupies.
    bits: u32,
}

const fn packing(element: &'static str, width: u32, bits: u32) -> Packing {
    Packing {
        element,
        width,
        bits,
    }
}

/// Four bits, without space between them.
pub(super) const U4: Packing = packing("u4", 4, 4);
const S4: Packing = packing("s4", 4, 4);

/// Elements of each number of bits: of 3, 5, 6 and 7, many are in two bytes.
const PACKINGS: [Packing; 16] = [
    U4,
    packing("u1", 1, 1),
    packing("u1", 1, 7),
    packing("u2", 2, 2),
    packing("u2", 2, 3),
    packing("u4", 4, 5),
    packing("u4", 4, 8),
    packing("u8", 8, 8),
    packing("f6e3m2fn", 6, 6),
    packing("s1", 1, 5),
    packing("s2", 2, 3),
    S4,
    packing("s4", 4, 5),
    packing("s4", 4, 6),
    packing("s4", 4, 8),
    packing("s8", 8, 8),
];

/// A Rust type of packed elements, by the definition.
trait Held: PackedElement + Element + PartialEq + Into<i64> + 'static {
    /// The value with these bits.
    fn of_bits(bits: u8, width: u32) -> Self;
}

impl Held for u8 {
    fn of_bits(bits: u8, _: u32) -> u8 {
        bits
    }
}

impl Held for i8 {
    fn of_bits(bits: u8, width: u32) -> i8 {
        let is_negative = bits >> (width - 1) & 1 == 1;
        (i16::from(bits) - if is_negative { 1 << width } else { 0 }) as i8
    }
}

/// The low bits.
fn ones(bits: u32) -> u8 {
    u8::MAX >> (8 - bits)
}

impl Packing {
    pub(super) fn layout(self, spec: &Spec) -> Layout {
        let layout = parsed(spec, self.element);
        layout.with_element_bits(self.bits as usize).unwrap()
    }

    fn is_signed(self) -> bool {
        self.element.starts_with('s')
    }

    /// The value of an element, of which only some bits count.
    fn value<T: Held>(self, bits: u8) -> T {
        T::of_bits(bits & ones(self.width), self.width)
    }

    /// The bits of an element after a number is written, which is extended to them.
    fn bits(self, number: impl Into<i64>) -> u8 {
        number.into() as u8 & ones(self.bits)
    }

    /// The bytes of elements that have these bits, and of bits after the last one.
    fn bytes(self, cells: &[u8], after: u8) -> Vec<u8> {
        let bits = self.bits as usize;
        let mut bytes = vec![after; (cells.len() * bits).div_ceil(8)];
        for (position, cell) in cells.iter().enumerate() {
            for bit in 0..bits {
                let at = position * bits + bit;
                bytes[at / 8] &= !(1 << (at % 8));
                bytes[at / 8] |= (cell >> bit & 1) << (at % 8);
            }
        }
        bytes
    }
}

/// A part of a packed array, the bits of whose elements and padding have no pattern.
struct Packed<'a> {
    packing: Packing,
    part: &'a Part,
    positions: Vec<usize>,
    /// The bits of each position.
    cells: Vec<u8>,
    bytes: Vec<u8>,
}

impl fmt::Display for Packed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Packing { element, bits, .. } = self.packing;
        write!(f, "{element} of {bits} bits of {}", self.part)
    }
}

impl<'a> Packed<'a> {
    fn new(packing: Packing, part: &'a Part, number: usize) -> Self {
        let cell = |position| u8::of(position + number) & ones(packing.bits);
        let cells: Vec<u8> = (0..part.spec.buffer_len()).map(cell).collect();
        Packed {
            packing,
            part,
            positions: part.positions(),
            bytes: packing.bytes(&cells, u8::MAX),
            cells,
        }
    }

    /// The bytes between guards.
    fn buffer(&self) -> Guarded<u8> {
        Guarded::new(self.bytes.len(), |at| self.bytes[at])
    }

    /// The bits of an element of the part.
    fn cell(&self, number: usize) -> u8 {
        self.cells[self.positions[number]]
    }

    /// The values of the part, in row-major order.
    fn values<T: Held>(&self) -> Vec<T> {
        let value = |number| self.packing.value(self.cell(number));
        (0..self.positions.len()).map(value).collect()
    }

    /// The bytes after each element of the part, by its number in row-major order, has these bits.
    fn after(&self, bits: impl Fn(usize) -> u8) -> Vec<u8> {
        let mut cells = self.cells.clone();
        for (number, &position) in self.positions.iter().enumerate() {
            cells[position] = bits(number);
        }
        self.packing.bytes(&cells, u8::MAX)
    }
}

/// Writes to the part of a buffer, or to the whole array, and checks all bytes.
macro_rules! writes {
    ($packed:ident, $mapping:expr, $expected:expr, region $target:ident => $write:expr) => {
        writes!($packed, $mapping, $expected, whole whole => {
            let mut $target = whole.region_mut(&$packed.part.region[..]).unwrap();
            $write
        })
    };
    ($packed:ident, $mapping:expr, $expected:expr, whole $target:ident => $write:expr) => {{
        let mut buffer = $packed.buffer();
        let mut $target = PackedViewMut::from_bytes($mapping.clone(), buffer.inner()).unwrap();
        $write;
        buffer.assert(&$expected, || format!("{}: {}", $packed, stringify!($write)));
    }};
}

/// Elements that are read, written and filled.
fn elements<T: Held, M: WholeBuffer>(packed: &Packed<'_>, mapping: &M, random: &mut Random) {
    let (part, packing) = (packed.part, packed.packing);
    let values: Vec<T> = packed.values();
    let extents = Elements {
        extents: part.extents(),
        positions: packed.positions.clone(),
    };
    let mut memory = packed.buffer();
    let view = PackedView::<T, _>::from_bytes(mapping.clone(), memory.inner()).unwrap();
    let region = view.region(&part.region[..]).unwrap();
    reads(region, &values, &extents, random, packed);
    if let &[rows, columns] = &extents.extents[..]
        && rows * columns > 0
    {
        let row = random.below(rows);
        let of_row = row * columns..(row + 1) * columns;
        let elements = Elements {
            extents: vec![columns],
            positions: packed.positions[of_row.clone()].to_vec(),
        };
        reads(
            region.index_axis(0, row),
            &values[of_row],
            &elements,
            random,
            packed,
        );
    }
    parts::<T, M>(&region, &extents, random, packed);
    if part.is_whole() {
        reads(view.clone(), &values, &extents, random, packed);
        tiles(&view, &extents, packed);
    }

    // Other values, in any order.
    let all: Vec<T> = (0..values.len())
        .map(|number| packing.value(u8::of(packed.positions[number] + 7)))
        .collect();
    let after = packed.after(|number| packing.bits(all[number]));
    writes!(packed, mapping, after, region target => for number in (0..all.len()).rev() {
        let index = mapping.index_from_slice(&extents.index(number)).unwrap();
        target.set(index, all[number]);
        assert!(target.get(index) == Some(all[number]), "{packed}");
    });
    writes!(packed, mapping, after, region target => target.copy_from_row_major(&all).unwrap());
    let value = packing.value::<T>(3);
    let filled = packed.after(|_| packing.bits(value));
    if let Some(&extent) = extents.extents.first() {
        writes!(packed, mapping, filled, region target => for index in 0..extent {
            target.index_axis_mut(0, index).fill(value);
        });
    }
    writes!(packed, mapping, filled, region target => {
        // A part of that part, and the rest of it.
        let all = target.dims().iter().map(|&extent| 0..extent);
        let mut all: Vec<Range<usize>> = all.collect();
        if let Some(first) = all.first_mut() {
            let (middle, end) = (first.end / 2, first.end);
            *first = 0..middle;
            target.region_mut(&all[..]).unwrap().fill(value);
            all[0] = middle..end;
        }
        target.region_mut(&all[..]).unwrap().fill(value);
    });
    writes!(packed, mapping, filled, region target => {
        if target.view().into_whole().is_ok() {
            target.into_whole().unwrap().fill(value);
        } else {
            target.fill(value);
        }
    });
    writes!(packed, mapping, filled, region target => target.fill(value));
    if part.is_whole() {
        let mut cells = vec![packing.bits(value); packed.cells.len()];
        for &position in &packed.positions {
            cells[position] = packed.cells[position];
        }
        let filled = packing.bytes(&cells, u8::MAX);
        writes!(packed, mapping, filled, whole target => target.fill_padding(value));
    }
    if packing.width < 8 && !all.is_empty() {
        let (mut rows, middle, large) = (all.clone(), all.len() / 2, T::of_bits(100, 8));
        rows[middle] = large;
        let index = mapping.index_from_slice(&extents.index(middle)).unwrap();
        writes!(packed, mapping, packed.bytes, region target => {
            target.try_set(index, large).unwrap_err();
            target.copy_from_row_major(&rows).unwrap_err();
        });
    }
}

/// Each element is read in order, from both ends, and by its index.
fn reads<T: Held, M: Mapping>(
    view: PackedView<'_, T, M>,
    values: &[T],
    elements: &Elements,
    random: &mut Random,
    packed: &Packed<'_>,
) {
    let bits = |value: T| usize::from(packed.packing.bits(value));
    let found = values.iter().map(|&value| bits(value));
    let listed: Vec<_> = found.clone().map(|bits| (None, bits, 1)).collect();
    let numbered = found.enumerate().map(|(n, bits)| (Some(n), bits, 1));
    let numbered: Vec<_> = numbered.collect();
    let what = || packed.to_string();
    let item = |value: T| (None, bits(value), 1);
    walk(view.iter(), &item, &listed, true, random, &what);
    let item =
        |(index, value): (M::Index, T)| (Some(elements.number(index.as_ref())), bits(value), 1);
    walk(view.indexed_iter(), &item, &numbered, true, random, &what);
    for (index, value) in view.indexed_iter() {
        assert!(view.get(index) == Some(value), "{packed} at {index:?}");
    }
    let zeros = vec![0; elements.extents.len()];
    for (dim, &extent) in elements.extents.iter().enumerate() {
        let mut index = view.mapping().index_from_slice(&zeros).unwrap();
        index.as_mut()[dim] = extent;
        assert!(view.get(index).is_none(), "{packed} at {index:?}");
    }
    #[cfg(feature = "alloc")]
    assert!(view.to_row_major() == values, "{packed}: to_row_major");
    let mut rows = values.to_vec();
    rows.rotate_left(values.len() / 2);
    view.copy_to_row_major(&mut rows).unwrap();
    assert!(rows == values, "{packed}: copy_to_row_major");
    if let Some((_, fewer)) = rows.split_last_mut() {
        let error = view.copy_to_row_major(fewer).unwrap_err();
        assert_eq!(error.len(), fewer.len());
    }
}

/// The parts of a part, and the memory and layout of a part.
fn parts<T: Held, M: WholeBuffer>(
    region: &PackedView<'_, T, Region<M::BorrowedWhole<'_>, M::Index>>,
    elements: &Elements,
    random: &mut Random,
    packed: &Packed<'_>,
) {
    let values = |ranges: &[Range<usize>]| -> Vec<T> {
        let positions = elements.region(ranges).positions.into_iter();
        let value = |position: usize| packed.packing.value(packed.cells[position]);
        positions.map(value).collect()
    };
    let all: Vec<Range<usize>> = elements.extents.iter().map(|&extent| 0..extent).collect();
    let along = |dim: usize, range: Range<usize>| {
        let mut ranges = all.clone();
        ranges[dim] = range;
        ranges
    };
    own_memory(*region, &packed.part.region, &[], packed);
    let size: Vec<usize> = all
        .iter()
        .map(|all| 1 + random.below(all.len() + 1))
        .collect();
    let blocks = kinds::blocks(&elements.extents, &size);
    let size = region.mapping().index_from_slice(&size).unwrap();
    let mut found = region.blocks(size);
    assert_eq!(found.len(), blocks.len(), "{packed}");
    for ranges in blocks {
        let block = found.next().unwrap();
        assert!(
            block.iter().eq(values(&ranges)),
            "{packed}: block {ranges:?}"
        );
    }
    if all.is_empty() {
        return;
    }
    let dim = random.below(all.len());
    let extent = elements.extents[dim];
    let len = 1 + random.below(extent + 1);
    for (number, chunk) in region.axis_chunks(dim, len).enumerate() {
        let ranges = along(dim, number * len..extent.min((number + 1) * len));
        assert!(
            chunk.iter().eq(values(&ranges)),
            "{packed}: chunk {ranges:?}"
        );
    }
    let bound = len.min(extent);
    let (low, high) = region.split_at(dim, bound);
    assert!(low.iter().eq(values(&along(dim, 0..bound))), "{packed}");
    assert!(
        high.iter().eq(values(&along(dim, bound..extent))),
        "{packed}"
    );
    let mut items = region.axis_iter(dim).enumerate();
    while let Some((index, item)) = items.next() {
        let mut ranges = along(dim, index..index + 1);
        assert!(item.iter().eq(values(&ranges)), "{packed}: item {ranges:?}");
        assert!(item == region.index_axis(dim, index), "{packed}: {index}");
        let (part, first) = (&packed.part.region, packed.part.region[dim].start);
        ranges.clone_from_slice(part);
        ranges[dim] = first + index..first + index + 1;
        own_memory(item, &ranges, &[dim], packed);
        // Some items, of several dimensions.
        items.nth(random.below(extent));
    }
}

/// A part has its own layout if its elements and padding are those of an array of that layout, and if
/// no byte has bits of other elements.
fn own_memory<T: Held, M: WholeBuffer, I: OwnIndex>(
    array: PackedView<'_, T, Region<M, I>>,
    region: &[Range<usize>],
    removed: &[usize],
    packed: &Packed<'_>,
) {
    let (spec, bits) = (&packed.part.spec, packed.packing.bits as usize);
    let own = Part::new(spec.clone(), region.to_vec()).own_spec(removed);
    let elements = Elements::of(spec).region(region).without(removed);
    let what = || format!("{packed}: {region:?} without {removed:?}");
    let expected = elements.own_positions(&spec.buffer(), &own);
    let is_edge = |position: usize| (position * bits).is_multiple_of(8);
    let ends_at_edge = |end| is_edge(end) || end == spec.buffer_len();
    match array.clone().into_whole() {
        Ok(own) => {
            let Some(positions) = expected else {
                panic!("{} is not an array", what());
            };
            assert!(is_edge(positions.start), "{}", what());
            assert!(ends_at_edge(positions.end), "{}", what());
            assert!(own.iter().eq(array.iter()), "{}", what());
            let len = (positions.len() * bits).div_ceil(8);
            assert_eq!(own.as_bytes().len(), len, "{}", what());
            assert_eq!(own.layout().padded_bytes(), len, "{}", what());
        }
        Err(RegionError::WithinByte) => {
            let Some(positions) = expected else {
                panic!("{} is not an array", what());
            };
            let is_alone = is_edge(positions.start) && ends_at_edge(positions.end);
            assert!(!is_alone, "{}", what());
        }
        Err(RegionError::Uneven) => {}
        Err(error) => assert_eq!(expected, None, "{}: {error}", what()),
    }
}

/// The bits of each element are among the bytes of its tile.
fn tiles<T: Held, M: WholeBuffer>(
    view: &PackedView<'_, T, M>,
    elements: &Elements,
    packed: &Packed<'_>,
) {
    let bits = view.mapping().element_bits();
    let start = view.as_bytes().as_ptr().addr();
    for (number, &position) in elements.positions.iter().enumerate() {
        let (tile, _) = tile_of(&packed.part.spec, &elements.index(number));
        if let Some(bytes) = view.tile_bytes(tile) {
            let first = bytes.as_ptr().addr() - start;
            let positions = 8 * first / bits..8 * (first + bytes.len()) / bits;
            assert!(positions.contains(&position), "{packed} at {number}");
        }
    }
}

/// Copies to and from a part of another array of such elements, and comparisons with it.
fn copies<T: Held, M: WholeBuffer>(packed: &Packed<'_>, mapping: &M, other: &Part) {
    let (part, packing) = (packed.part, packed.packing);
    let other = Packed::new(packing, other, 1000);
    let layout = packing.layout(&other.part.spec);
    let mut memory = packed.buffer();
    let view = PackedView::<T, _>::from_bytes(mapping.clone(), memory.inner()).unwrap();
    let region = view.region(&part.region[..]).unwrap();
    let after = other.after(|number| packed.cell(number));
    writes!(other, layout, after, region target => target.copy_from(&region).unwrap());
    if let &[_, columns] = region.dims() {
        writes!(other, layout, after, region target => for j in 0..columns {
            target.index_axis_mut(1, j).copy_from(region.index_axis(1, j)).unwrap();
        });
    }
    if part.is_whole() && other.part.is_whole() {
        writes!(other, layout, after, whole target => target.copy_from(&view).unwrap());
    }
    let plan = region_plan((&layout, other.part), (&mapping.layout(), part));
    let mut buffer = other.buffer();
    plan.run_bytes(view.as_bytes(), buffer.inner()).unwrap();
    buffer.assert(&after, || format!("{packed} to {other}: run_bytes"));
    #[cfg(feature = "rayon")]
    {
        let mut buffer = other.buffer();
        plan.par_run_bytes(view.as_bytes(), buffer.inner()).unwrap();
        buffer.assert(&after, || format!("{packed} to {other}: par_run_bytes"));
    }
    let source = PackedView::<T, _>::from_bytes(layout, &other.bytes).unwrap();
    let from = source.region(&other.part.region[..]).unwrap();
    let back = packed.after(|number| other.cell(number));
    writes!(packed, mapping, back, region target => target.copy_from(&from).unwrap());

    // Equal, until the value of one element differs.
    let count = packed.positions.len();
    for differs in [count, 0, count / 3, count.saturating_sub(1)] {
        let changed = |number| packed.cell(number) ^ u8::from(number == differs);
        let changed = other.after(changed);
        let copy = PackedView::<T, _>::from_bytes(layout, &changed).unwrap();
        let copy = copy.region(&other.part.region[..]).unwrap();
        let equal = [copy == region, region == copy];
        assert_eq!(equal, [differs >= count; 2], "{packed}, {other}: {differs}");
    }
}

/// Buffers of a whole array.
#[cfg(feature = "alloc")]
fn buffers<T: Held>(packed: &Packed<'_>, layout: Layout) {
    let (packing, values) = (packed.packing, packed.values::<T>());
    let mut cells = vec![0; packed.cells.len()];
    for (&position, &value) in packed.positions.iter().zip(&values) {
        cells[position] = packing.bits(value);
    }
    let expected = packing.bytes(&cells, 0);
    let rows = PackedBuffer::from_row_major_with(layout, &values).unwrap();
    let mut next = values.iter();
    let made = PackedBuffer::from_fn_with(layout, |_| *next.next().unwrap()).unwrap();
    for buffer in [&rows, &made] {
        assert_eq!(buffer.as_bytes(), expected, "{packed}");
        assert_eq!(buffer.as_bytes().as_ptr().addr() % 64, 0);
    }
    let read = PackedBuffer::<T, _>::from_bytes_with(layout, &packed.bytes).unwrap();
    assert_eq!(read.as_bytes(), packed.bytes, "{packed}");
    assert!(read == rows, "{packed}: padding is not compared");
}

/// Layouts that are known at run time: elements, copies or conversions.
fn of_run_time(packing: Packing, law: usize, part: &Part, other: &Part, random: &mut Random) {
    fn elements_of<T: Held>(packed: &Packed<'_>, layout: Layout, random: &mut Random) {
        elements::<T, _>(packed, &layout, random);
        #[cfg(feature = "alloc")]
        if packed.part.is_whole() {
            buffers::<T>(packed, layout);
        }
    }
    let (packed, layout) = (&Packed::new(packing, part, 0), packing.layout(&part.spec));
    let wide = |element| parsed(&other.spec, element);
    match (law, packing.is_signed(), packing.bits) {
        (0, true, _) => elements_of::<i8>(packed, layout, random),
        (0, false, _) => elements_of::<u8>(packed, layout, random),
        (1, true, _) => copies::<i8, _>(packed, &layout, other),
        (1, false, _) => copies::<u8, _>(packed, &layout, other),
        _ if packing.element.starts_with('f') || packing.width == 8 => {}
        (_, false, _) => conversions::<u8, u8>((packed, &layout), (other, &wide("u8"))),
        (_, true, 5) => conversions::<i8, i16>((packed, &layout), (other, &wide("s16"))),
        (_, true, _) => conversions::<i8, i8>((packed, &layout), (other, &wide("s8"))),
    }
}

/// Static layouts, and ones with `?`: of packed elements, and of bytes.
fn of_known_kind(random: &mut Random, most: usize) {
    if random.below(4) == 0 {
        one_of! { random, most, |mapping, wide| {
                let part = random.aimed_partner(&wide, most);
                let packed = Packed::new(S4, &part, 0);
                conversions::<i8, i8>((&packed, &S4.layout(&part.spec)), (&wide, &mapping));
            };
            layout!(S8[4,9,8]<2,1,0:T(7,6)>);
        }
        return;
    }
    one_of! { random, most, |mapping, part| {
            let part = if random.below(2) == 0 { Part::whole(part.spec) } else { part };
            let other = random.aimed_partner(&part, most);
            let packed = Packed::new(S4, &part, 0);
            match random.below(3) {
                0 => elements::<i8, _>(&packed, &mapping, random),
                1 => copies::<i8, _>(&packed, &mapping, &other),
                _ => {
                    let wide = parsed(&other.spec, "s8");
                    conversions::<i8, i8>((&packed, &mapping), (&other, &wide));
                }
            }
        };
        layout!(S4[13,30]<1,0:T(8,16)(8,1)E(4)>);
        layout!(S4[?,9,?]<2,1,0:T(4,4)(2,1)E(4)>), [random.below(5), 9, random.below(10)];
    }
}

/// Packed elements to ones of a byte or more; and these to packed ones: that fit, or that are
/// nearest to those that do.
fn conversions<T, U>(
    (packed, mapping): (&Packed<'_>, &impl WholeBuffer),
    (part, layout): (&Part, &impl Stores<U>),
) where
    T: Held,
    U: Value + From<T> + TryInto<T> + PartialOrd + TryFrom<i64>,
{
    let (packing, positions) = (packed.packing, part.positions());
    let what = || format!("{packed}, {} of {part}", U::ELEMENT);
    let mut expected: Vec<U> = (0..layout.padded_len()).map(U::of).collect();
    for (&position, value) in positions.iter().zip(packed.values::<T>()) {
        expected[position] = U::from(value);
    }
    let mut memory = packed.buffer();
    let view = PackedView::<T, _>::from_bytes(mapping.clone(), memory.inner()).unwrap();
    let region = view.region(&packed.part.region[..]).unwrap();
    macro_rules! unpack {
        ($target:ident => $copy:expr) => {{
            let mut buffer = Guarded::new(layout.padded_len(), U::of);
            let mut $target = layout.view_mut(buffer.inner()).unwrap();
            $copy.unwrap();
            buffer.assert(&expected, what);
        }};
    }
    unpack!(whole => whole.region_mut(&part.region[..]).unwrap().copy_from_map(&region, U::from));
    if let &[rows, _] = region.dims() {
        unpack!(whole => {
            let mut whole = whole.region_mut(&part.region[..]).unwrap();
            (0..rows).try_for_each(|row| {
                let source = region.index_axis(0, row);
                whole.index_axis_mut(0, row).copy_from_map(source, U::from)
            })
        });
    }
    if part.is_whole() && packed.part.is_whole() {
        unpack!(whole => whole.copy_from_map(&view, U::from));
    }

    let (low, high) = if packing.is_signed() {
        (-1 << (packing.width - 1), (1 << (packing.width - 1)) - 1)
    } else {
        (0, (1 << packing.width) - 1)
    };
    let fitting = |number: usize| packing.value::<T>(u8::of(number + 11)).into();
    let far = |number: usize| match u8::of(number) % 5 {
        0 => high + 1 + number as i64 % 50,
        1 if low < 0 => low - 1 - number as i64 % 50,
        _ => fitting(number),
    };
    // Padding does not fit.
    let wide = |number: i64| U::try_from(number).ok().unwrap();
    let source = |value: &dyn Fn(usize) -> i64| {
        let mut source = Guarded::new(layout.padded_len(), |_| wide(100));
        for (number, &position) in positions.iter().enumerate() {
            source.inner()[position] = wide(value(number));
        }
        source
    };
    let after = packed.after(|number| packing.bits(fitting(number)));
    let nearest = packed.after(|number| packing.bits(far(number).clamp(low, high)));
    let mut refused = (0..positions.len()).filter(|&n| !(low..=high).contains(&far(n)));
    let refused = refused.next();
    let error = |error: Result<(), CopyError>| match (error, refused) {
        (Ok(()), None) => {}
        (Err(CopyError::Value { value, index, .. }), Some(refused)) => {
            assert_eq!(value.as_str(), far(refused).to_string(), "{}", what());
            let of_part = Elements::of(&Part::rows(part.extents()).spec);
            let numbers = format!("{:?}", of_part.index(refused)).replace(' ', "");
            assert_eq!(format!("[{}]", index.as_str()), numbers, "{}", what());
        }
        other => panic!("{}: {other:?}", what()),
    };
    let kept = refused.map_or(&nearest, |_| &packed.bytes);
    let [mut fits, mut past] = [source(&fitting), source(&far)];
    let [fits, past] = [&mut fits, &mut past].map(|buffer| layout.view(buffer.inner()).unwrap());
    macro_rules! pack {
        ($kind:ident, $fits:expr, $past:expr) => {
            writes!(packed, mapping, after, $kind target => target.try_copy_from($fits).unwrap());
            writes!(packed, mapping, nearest, $kind target => {
                target.copy_from_saturating($past).unwrap();
            });
            writes!(packed, mapping, *kept, $kind target => error(target.try_copy_from($past)));
        };
    }
    let [fits_there, past_there] =
        [&fits, &past].map(|view| view.region(&part.region[..]).unwrap());
    pack!(region, fits_there, past_there);
    if part.is_whole() && packed.part.is_whole() {
        pack!(whole, fits, past);
    }
}
