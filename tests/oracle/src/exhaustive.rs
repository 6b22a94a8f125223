//! All layouts of a small family, all regions of a smaller one, and layouts of which all pairs are
//! compared.

use std::ops::Range;

use crate::naive::{Spec, Tile, for_each_index, permutations, tiles_up_to};
use crate::part::Part;

/// Every how manyth member of a family is visited, from which one on.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The number of the first one that is visited.
    pub first: usize,
    /// The distance of those that are visited.
    pub step: usize,
}

impl Share {
    /// The whole family.
    pub const ALL: Share = Share { first: 0, step: 1 };

    /// Returns true if the member of this number is visited.
    pub fn has(self, number: usize) -> bool {
        number % self.step == self.first
    }
}

/// All layouts of `rank` dimensions of 1 to `extent` in all orders, with each of `tilings`.
fn family(
    rank: usize,
    extent: usize,
    tilings: &[Vec<Tile>],
    mut visit: impl FnMut(&dyn Fn() -> Spec),
) {
    let orders = permutations(rank);
    for_each_index(&vec![extent; rank], |index| {
        for order in &orders {
            for tiles in tilings {
                visit(&|| Spec {
                    dims: index.iter().map(|i| i + 1).collect(),
                    minor_to_major: order.clone(),
                    tiles: tiles.clone(),
                    ..Spec::default()
                });
            }
        }
    });
}

/// No tile, each tile, and each pair of tiles: of at most `len` entries up to `largest`.
fn up_to_two(len: usize, largest: usize) -> Vec<Vec<Tile>> {
    let tiles = tiles_up_to(len, largest);
    let mut all = vec![vec![]];
    all.extend(tiles.iter().map(|tile| vec![tile.clone()]));
    for first in &tiles {
        all.extend(
            tiles
                .iter()
                .map(|second| vec![first.clone(), second.clone()]),
        );
    }
    all
}

/// Visits layouts of up to three dimensions and two tiles: how many, and of how many.
pub fn layouts(share: Share, mut visit: impl FnMut(Spec)) -> (usize, usize) {
    let (mut seen, mut visited) = (0, 0);
    let tilings = up_to_two(3, 3);
    for (rank, extent) in [(0, 1), (1, 14), (2, 6), (3, 3)] {
        family(rank, extent, &tilings, |spec| {
            if share.has(seen) {
                visit(spec());
                visited += 1;
            }
            seen += 1;
        });
    }
    (visited, seen)
}

/// Visits regions of layouts of up to three dimensions and two tiles, all of each layout: how many,
/// and of how many.
pub fn regions(share: Share, mut visit: impl FnMut(Part)) -> (usize, usize) {
    let (mut seen, mut visited) = (0, 0);
    let tilings = up_to_two(2, 3);
    for (rank, extent) in [(0, 1), (1, 7), (2, 4), (3, 2)] {
        let ranges =
            |extent| (0..=extent).flat_map(move |low| (low..=extent).map(move |high| low..high));
        let ranges: Vec<Vec<Range<usize>>> = (0..=extent)
            .map(|extent| ranges(extent).collect())
            .collect();
        family(rank, extent, &tilings, |spec| {
            let spec = spec();
            let ranges: Vec<_> = spec.dims.iter().map(|&extent| &ranges[extent]).collect();
            let counts: Vec<usize> = ranges.iter().map(|ranges| ranges.len()).collect();
            for_each_index(&counts, |index| {
                if share.has(seen) {
                    let region = index
                        .iter()
                        .zip(&ranges)
                        .map(|(&i, ranges)| ranges[i].clone());
                    visit(Part::new(spec.clone(), region.collect()));
                    visited += 1;
                }
                seen += 1;
            });
        });
    }
    (visited, seen)
}

/// Layouts of up to two dimensions and two tiles, for all pairs of them.
pub fn for_pairs() -> Vec<Spec> {
    let mut all = Vec::new();
    let tilings = up_to_two(2, 2);
    for (rank, extent) in [(0, 1), (1, 4), (2, 3)] {
        family(rank, extent, &tilings, |spec| all.push(spec()));
    }
    all
}
