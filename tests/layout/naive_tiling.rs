//! Tiling is the same as pad, reshape, transpose: an exhaustive family of small layouts against
//! whole arrays that were tiled the long way.

use layout_oracle::naive::{PADDING, Spec, Tile, for_each_index, permutations, tiles_up_to};
use tiled_layout::{Layout, Term};

/// The largest entry of a tile.
const LARGEST: usize = 4;

/// Every shape of `rank` dimensions from 1 to 5 in every order, without tiles.
fn untiled(rank: usize) -> Vec<Spec> {
    let orders = permutations(rank);
    let mut all = Vec::new();
    for_each_index(&vec![5; rank], |index| {
        let dims: Vec<usize> = index.iter().map(|i| i + 1).collect();
        all.extend(orders.iter().map(|order| Spec {
            dims: dims.clone(),
            minor_to_major: order.clone(),
            ..Spec::default()
        }));
    });
    all
}

/// Walks all pairs of tiles with a stride that meets each of them once before any twice.
struct Pairs {
    tiles: Vec<Tile>,
    at: usize,
}

impl Pairs {
    fn up_to(len: usize) -> Pairs {
        Pairs {
            tiles: tiles_up_to(len, LARGEST),
            at: 0,
        }
    }
    fn all(&self) -> usize {
        self.tiles.len() * self.tiles.len()
    }
    fn next(&mut self) -> Vec<Tile> {
        const STRIDE: usize = 7919; // a prime that divides no number of pairs
        self.at = (self.at + STRIDE) % self.all();
        let (first, second) = (self.at / self.tiles.len(), self.at % self.tiles.len());
        vec![self.tiles[first].clone(), self.tiles[second].clone()]
    }
}

/// An optimised build compares this many times as much.
const MORE: usize = if cfg!(debug_assertions) { 1 } else { 4 };

/// How much was compared.
#[derive(Default)]
struct Tally {
    layouts: usize,
    elements: usize,
    positions: usize,
    flat: usize,
}

impl Tally {
    /// Compares `offset`, `index` and the flat terms with the naive buffer, everywhere.
    fn check(&mut self, spec: &Spec) {
        let text = spec.text("f32");
        let layout = Layout::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let buffer = spec.buffer();
        assert_eq!(layout.padded_len(), buffer.len(), "{text}");
        // Finding the terms takes an unoptimised build long: there, those of every third layout.
        let flat = self.layouts.is_multiple_of(if MORE == 1 { 3 } else { 1 });
        let terms = if flat { layout.terms() } else { None };
        let mut elements = 0;
        let mut index = vec![0; spec.dims.len()];
        for (position, &element) in buffer.iter().enumerate() {
            let found = layout.index(position);
            if element == PADDING {
                assert!(found.is_none(), "{text}: {position} is padding");
                continue;
            }
            let mut rest = element as usize;
            for (i, d) in index.iter_mut().zip(&spec.dims).rev() {
                (*i, rest) = (rest % d, rest / d);
            }
            let found = found.unwrap_or_else(|| panic!("{text}: {position} holds {index:?}"));
            assert_eq!(found[..], index[..], "{text}: {position}");
            assert_eq!(layout.offset(&index), position, "{text}: {index:?}");
            if let Some(terms) = &terms {
                let term = |t: &Term| index[t.dim] / t.divisor % t.modulus * t.stride;
                let sum: usize = terms.iter().map(term).sum();
                assert_eq!(sum, position, "{text}: {index:?} by {terms:?}");
            }
            elements += 1;
        }
        assert_eq!(layout.num_elements(), elements, "{text}");
        assert!(layout.index(buffer.len()).is_none(), "{text}");
        self.layouts += 1;
        self.flat += usize::from(terms.is_some());
        self.elements += elements;
        self.positions += buffer.len();
    }

    fn print(&self, what: &str) {
        let Tally {
            layouts,
            elements,
            positions,
            flat,
        } = self;
        println!(
            "{what}: {layouts} layouts, {flat} compared as terms, {elements} elements, {positions} positions"
        );
        assert!(*flat > layouts / 10, "hardly any layout has terms");
    }
}

/// Every single tile of at most `single` entries, and `pairs` pairs, with every shape and order.
fn family(rank: usize, single: usize, pairs: usize) {
    let mut tally = Tally::default();
    let mut walk = Pairs::up_to(3);
    let singles = tiles_up_to(single, LARGEST);
    for mut spec in untiled(rank) {
        tally.check(&spec);
        for tile in &singles {
            spec.tiles = vec![tile.clone()];
            tally.check(&spec);
        }
        for _ in 0..pairs {
            spec.tiles = walk.next();
            tally.check(&spec);
        }
    }
    tally.print(&format!("rank {rank}"));
}

#[test]
fn rank_0() {
    family(0, 4, Pairs::up_to(3).all());
}

#[test]
fn rank_1() {
    family(1, 4, Pairs::up_to(3).all() / 4 * MORE);
}

#[test]
fn rank_2() {
    family(2, 3, 300 * MORE);
}

#[test]
fn rank_3() {
    family(3, 1, 25 * MORE);
}

/// All shapes and orders; the tiles change from one to the next.
#[test]
fn rank_4() {
    let mut tally = Tally::default();
    let singles = tiles_up_to(4, LARGEST);
    let mut walk = Pairs::up_to(4);
    let all = untiled(4).into_iter().flat_map(|spec| vec![spec; MORE]);
    for (n, mut spec) in all.enumerate() {
        spec.tiles = match n % 2 {
            0 => vec![singles[n / 2 % singles.len()].clone()],
            _ => walk.next(),
        };
        tally.check(&spec);
    }
    tally.print("rank 4");
}

#[test]
fn three_tiles() {
    let mut tally = Tally::default();
    let mut walk = Pairs::up_to(3);
    for rank in 0..=2 {
        for mut spec in untiled(rank) {
            for _ in 0..100 * MORE {
                spec.tiles = walk.next();
                spec.tiles.extend(walk.next().pop());
                tally.check(&spec);
            }
        }
    }
    tally.print("three tiles");
}

#[test]
fn whole_buffer_rounded_up() {
    let mut tally = Tally::default();
    let mut walk = Pairs::up_to(2);
    for rank in 0..=3 {
        for mut spec in untiled(rank) {
            for align in [1, 2, 3, 7, 16] {
                spec.tiles = walk.next();
                spec.tiles.truncate(align % 3);
                spec.align = align;
                tally.check(&spec);
            }
        }
    }
    tally.print("L");
}

#[test]
fn widened_dimensions() {
    let mut tally = Tally::default();
    let mut walk = Pairs::up_to(2);
    for rank in 1..=3 {
        for (n, mut spec) in untiled(rank).into_iter().enumerate() {
            for tiles in 0..=2 {
                spec.tiles = walk.next();
                spec.tiles.truncate(tiles);
                let widths = spec.dims.iter().enumerate();
                spec.pad = widths.map(|(i, d)| d + (n + i + tiles) % 3).collect();
                tally.check(&spec);
                spec.align = if tiles == 1 { 5 } else { 0 };
                tally.check(&spec);
                spec.align = 0;
            }
        }
    }
    tally.print("PAD");
}

#[test]
fn no_elements() {
    let mut tally = Tally::default();
    let mut walk = Pairs::up_to(2);
    for dims in [vec![0], vec![3, 0], vec![0, 3], vec![2, 0, 3]] {
        for order in permutations(dims.len()) {
            for tiles in 0..=2 {
                let tiles = walk.next()[..tiles].to_vec();
                let pad = dims.iter().map(|d| d + 1).collect();
                let mut spec = Spec {
                    dims: dims.clone(),
                    minor_to_major: order.clone(),
                    tiles,
                    ..Spec::default()
                };
                tally.check(&spec);
                spec.pad = pad;
                tally.check(&spec);
            }
        }
    }
    assert_eq!(tally.elements, 0);
}

/// The walk over pairs meets all of them.
#[test]
fn pairs_are_all_met() {
    for len in 2..=3 {
        let mut walk = Pairs::up_to(len);
        let met: std::collections::HashSet<_> = (0..walk.all()).map(|_| walk.next()).collect();
        assert_eq!(met.len(), walk.all());
    }
}
