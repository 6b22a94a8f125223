//! Operations on each packed element, beside loops by hand over the bits.

use std::hint::black_box;

use tiled_layout::{PackedView, StaticMapping, WholeBuffer, layout};

use crate::measure::{Score, Table, least_in_turn};

/// The targets: the largest ratios: static, with `?`, `Layout`.
const AIMS: [f64; 3] = [1.5, 2.0, 2.5];
const ROWS: usize = 509;
const COLUMNS: usize = 511;

#[derive(Clone, Copy)]
enum Operation {
    IterFor,
    IterFold,
    IndexedFor,
    IndexedFold,
    Collect,
    ToRowMajor,
    Tiles,
}

const OPERATIONS: [(Operation, &str); 7] = [
    (Operation::IterFor, "iter, for"),
    (Operation::IterFold, "iter, fold"),
    (Operation::IndexedFor, "indexed_iter, for"),
    (Operation::IndexedFold, "indexed_iter, fold"),
    (Operation::Collect, "collect"),
    (Operation::ToRowMajor, "to_row_major"),
    (Operation::Tiles, "tiles, iter"),
];

#[inline(never)]
fn iter_for<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    let mut sum = 0;
    for element in view.iter() {
        sum += element as usize;
    }
    sum
}

#[inline(never)]
fn iter_fold<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    view.iter().fold(0, |sum, element| sum + element as usize)
}

#[inline(never)]
fn indexed_for<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    let mut sum = 0;
    for (index, element) in view.indexed_iter() {
        sum += element as usize + index.as_ref()[1];
    }
    sum
}

#[inline(never)]
fn indexed_fold<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    view.indexed_iter().fold(0, |sum, (index, element)| {
        sum + element as usize + index.as_ref()[1]
    })
}

#[inline(never)]
fn collect<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    black_box(view.iter().collect::<Vec<i8>>()).len()
}

#[inline(never)]
fn to_row_major<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    black_box(view.to_row_major()).len()
}

#[inline(never)]
fn tiles<M: WholeBuffer>(view: &PackedView<'_, i8, M>) -> usize {
    let mut sum = 0;
    for tile in view.tiles() {
        for element in tile.iter() {
            sum += element as usize;
        }
    }
    sum
}

fn run_operation<M: WholeBuffer>(operation: Operation, view: &PackedView<'_, i8, M>) -> usize {
    match operation {
        Operation::IterFor => iter_for(view),
        Operation::IterFold => iter_fold(view),
        Operation::IndexedFor => indexed_for(view),
        Operation::IndexedFold => indexed_fold(view),
        Operation::Collect => collect(view),
        Operation::ToRowMajor => to_row_major(view),
        Operation::Tiles => tiles(view),
    }
}

/// Calls `f` with each column and element of `BITS` bits of the array in tiles of 8 x 128.
#[inline(always)]
fn each_by_hand<const BITS: usize>(bytes: &[u8], mut f: impl FnMut(usize, i8)) {
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            let position = (i / 8 * 4 + j / 128) * 1024 + i % 8 * 128 + j % 128;
            let bit = position * BITS;
            let shift = 8 - BITS - bit % 8;
            f(j, (bytes[bit / 8] << shift) as i8 >> (8 - BITS));
        }
    }
}

#[inline(never)]
fn sum_by_hand<const BITS: usize>(bytes: &[u8]) -> usize {
    let mut sum = 0;
    each_by_hand::<BITS>(bytes, |_, element| sum += element as usize);
    sum
}

#[inline(never)]
fn indexed_by_hand<const BITS: usize>(bytes: &[u8]) -> usize {
    let mut sum = 0;
    each_by_hand::<BITS>(bytes, |j, element| sum += element as usize + j);
    sum
}

#[inline(never)]
fn collect_by_hand<const BITS: usize>(bytes: &[u8]) -> usize {
    let mut rows = Vec::with_capacity(ROWS * COLUMNS);
    each_by_hand::<BITS>(bytes, |_, element| rows.push(element));
    black_box(rows).len()
}

fn by_hand<const BITS: usize>(operation: Operation, bytes: &[u8]) -> usize {
    match operation {
        Operation::IterFor | Operation::IterFold | Operation::Tiles => sum_by_hand::<BITS>(bytes),
        Operation::IndexedFor | Operation::IndexedFold => indexed_by_hand::<BITS>(bytes),
        Operation::Collect | Operation::ToRowMajor => collect_by_hand::<BITS>(bytes),
    }
}

/// The rows of one width.
fn width<const BITS: usize, M, N>(table: &mut Table, partial: N)
where
    M: StaticMapping,
    N: WholeBuffer + Copy,
{
    let layout = black_box(M::LAYOUT);
    let mut bytes = vec![0; M::LAYOUT.padded_bytes()];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (i * 37 % 251) as u8;
    }
    let of_static = PackedView::<i8, _>::from_bytes(M::default(), &bytes).unwrap();
    let of_partial = PackedView::<i8, _>::from_bytes(partial, &bytes).unwrap();
    let of_layout = PackedView::<i8, _>::from_bytes(&layout, &bytes).unwrap();
    for (operation, name) in OPERATIONS {
        let name = format!("{name:18} s{BITS} T(8,128)");
        if !table.wants(&name) {
            continue;
        }
        let expected = by_hand::<BITS>(operation, &bytes);
        let found = [
            run_operation(operation, &of_static),
            run_operation(operation, &of_partial),
            run_operation(operation, &of_layout),
        ];
        assert_eq!(found, [expected; 3], "{name}");
        let seconds = least_in_turn([
            &mut || by_hand::<BITS>(operation, &bytes),
            &mut || run_operation(operation, &of_static),
            &mut || run_operation(operation, &of_partial),
            &mut || run_operation(operation, &of_layout),
        ]);
        let per_element = seconds.map(|time| time * 1e9 / (ROWS * COLUMNS) as f64);
        table.row(&name, per_element, AIMS);
    }
}

pub(crate) fn run(words: &[String]) -> Score {
    let heads = ["by hand", "static", "`?`", "`Layout`"];
    let mut table = Table::new("packed elements: ns an element", heads, words);
    let dims = [ROWS, COLUMNS];
    macro_rules! widths {
        ($($bits:literal $element:ident)*) => {$({
            type Fixed = layout!($element[509,511]<1,0:T(8,128)E($bits)>);
            type Partial = layout!($element[?,?]<1,0:T(8,128)E($bits)>);
            let partial = Partial::with_dims(dims).unwrap();
            width::<$bits, Fixed, _>(&mut table, partial);
        })*};
    }
    widths! { 4 S4 2 S2 1 S1 }
    table.end()
}
