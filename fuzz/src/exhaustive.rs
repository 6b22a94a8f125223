//! All layouts of a small family: each prints as it was written, and all ways to a position agree
//! with arrays that were tiled the long way. And all pairs of a smaller family: `is_bitcast_of` is
//! its definition.
//!
//! ```text
//! exhaustive [PART OF PARTS]
//! ```

use std::collections::HashMap;
use std::ops::Range;
use std::slice;

use layout_oracle::naive::{PADDING, Spec, Tile, for_each_index, permutations, tiles_up_to};
use tiled_layout::Layout;

/// All layouts of `rank` dimensions of 1 to `extent` in all orders, with each of `tilings`.
fn family(rank: usize, extent: usize, tilings: &[Vec<Tile>], mut visit: impl FnMut(Spec)) {
    let orders = permutations(rank);
    for_each_index(&vec![extent; rank], |index| {
        for order in &orders {
            for tiles in tilings {
                visit(Spec {
                    dims: index.iter().map(|i| i + 1).collect(),
                    minor_to_major: order.clone(),
                    tiles: tiles.clone(),
                    ..Spec::default()
                });
            }
        }
    });
}

/// No tile, each tile, and each pair of tiles.
fn up_to_two(tiles: &[Tile]) -> Vec<Vec<Tile>> {
    let mut all = vec![vec![]];
    all.extend(tiles.iter().map(|tile| vec![tile.clone()]));
    for first in tiles {
        all.extend(
            tiles
                .iter()
                .map(|second| vec![first.clone(), second.clone()]),
        );
    }
    all
}

/// All that an iterator lends, taken from its front and its back in turn.
fn from_both_ends<T>(mut iter: impl DoubleEndedIterator<Item = T>) -> Vec<T> {
    let mut lent = Vec::new();
    while let Some(item) = iter.next() {
        lent.push(item);
        lent.extend(iter.next_back());
    }
    lent
}

/// How many positions these parts have, which are in use at the same time: they lie in the buffer,
/// and no two have one in common.
fn lent_once<'a>(
    parts: impl IntoIterator<Item = &'a mut [i64]>,
    buffer: &Range<*const i64>,
) -> usize {
    let parts: Vec<_> = parts.into_iter().collect();
    let mut ranges: Vec<_> = parts.iter().map(|part| part.as_ptr_range()).collect();
    ranges.sort_unstable_by_key(|range| range.start);
    let mut end = buffer.start;
    for range in ranges {
        assert!(end <= range.start, "a part is lent once");
        end = range.end;
    }
    assert!(end <= buffer.end, "parts lie in the buffer");
    parts.iter().map(|part| part.len()).sum()
}

/// What holds of each layout.
fn check(spec: &Spec, numbers: &mut Vec<i64>) {
    let text = spec.text("s64");
    let layout = Layout::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let printed = layout.to_string();
    assert_eq!(printed, text.replace("[]{}", "[]"));
    let mut buffer = spec.buffer();
    assert_eq!(layout.padded_len(), buffer.len(), "{text}");
    let mut number = 0;
    for_each_index(&spec.dims, |index| {
        let position = layout.offset(index);
        assert_eq!(buffer[position], number, "{text} {index:?}");
        number += 1;
    });
    let padding = buffer.iter().filter(|&&cell| cell == PADDING).count();
    assert_eq!(
        number as usize + padding,
        buffer.len(),
        "{text}: every other position is padding"
    );
    for (position, &cell) in buffer.iter().enumerate() {
        let index = layout.index(position).map(|index| {
            let digits = index.iter().zip(&spec.dims);
            digits.fold(0, |number, (&i, &d)| number * d as i64 + i as i64)
        });
        assert_eq!(index.unwrap_or(PADDING), cell, "{text} at {position}");
    }
    // Iteration goes by run patterns, copies by breakpoints of the tiles.
    let view = layout.view(&buffer).unwrap();
    assert!(view.iter().copied().eq(0..number), "{text}");
    let rows = layout
        .with_tiles(&[])
        .unwrap()
        .with_minor_to_major(&(0..spec.dims.len()).rev().collect::<Vec<_>>())
        .unwrap();
    numbers.clear();
    numbers.resize(number as usize, 0);
    rows.view_mut(&mut numbers[..])
        .unwrap()
        .copy_from(&view)
        .unwrap();
    assert!(numbers.iter().copied().eq(0..number), "{text}");

    let range = buffer.as_ptr_range();
    let mut view = layout.view_mut(&mut buffer).unwrap();
    let number = number as usize;
    let elements = from_both_ends(view.iter_mut().map(slice::from_mut));
    assert_eq!(lent_once(elements, &range), number, "{text}");
    let runs = from_both_ends(view.runs_mut().map(|(_, run)| run));
    assert_eq!(lent_once(runs, &range), number, "{text}");
    let mut tiles = from_both_ends(view.tiles_mut());
    let elements = tiles.iter_mut().flat_map(|tile| tile.iter_mut());
    assert_eq!(
        lent_once(elements.map(slice::from_mut), &range),
        number,
        "{text}"
    );
    lent_once(
        tiles.into_iter().filter_map(|tile| tile.into_mut_slice()),
        &range,
    );
}

fn main() {
    let args: Vec<usize> = std::env::args()
        .skip(1)
        .map(|arg| arg.parse().expect("a number"))
        .collect();
    let (part, parts) = match args[..] {
        [] => (0, 1),
        [part, parts] if part < parts => (part, parts),
        _ => panic!("no numbers, or a part and the number of parts"),
    };
    let (mut seen, mut checked, mut numbers) = (0, 0, Vec::new());
    let tilings = up_to_two(&tiles_up_to(3, 3));
    for (rank, extent) in [(0, 1), (1, 14), (2, 6), (3, 3)] {
        family(rank, extent, &tilings, |spec| {
            if seen % parts == part {
                check(&spec, &mut numbers);
                checked += 1;
            }
            seen += 1;
        });
    }
    println!("layouts: {checked} of {seen}");

    let mut layouts = Vec::new();
    let mut names: HashMap<Vec<i64>, usize> = HashMap::new();
    let tilings = up_to_two(&tiles_up_to(2, 2));
    for (rank, extent) in [(0, 1), (1, 4), (2, 3)] {
        family(rank, extent, &tilings, |spec| {
            let next = names.len();
            let name = *names.entry(spec.buffer()).or_insert(next);
            layouts.push((Layout::parse(&spec.text("s64")).unwrap(), name));
        });
    }
    let mut pairs = 0;
    for (number, (a, buffer)) in layouts.iter().enumerate() {
        if number % parts != part {
            continue;
        }
        for (b, other) in &layouts {
            assert_eq!(a.is_bitcast_of(b), buffer == other, "{a} and {b}");
            pairs += 1;
        }
    }
    println!(
        "pairs: {pairs} of {}, {} different buffers",
        layouts.len() * layouts.len(),
        names.len()
    );
    println!("{} passed, 0 failed", checked + pairs);
}
