//! Random numbers and random layouts, the same ones in every run.

use std::sync::LazyLock;

use crate::naive::Spec;
use crate::part::Part;

/// These layouts as texts, then those of 400 random layouts of `element`, a third of which
/// [merge unevenly](Spec::merges_unevenly).
pub fn texts(given: &[&str], seed: u64, element: &str) -> impl Iterator<Item = String> {
    let mut random = Random::new(seed);
    let random = (0..400).map(move |i| match i % 3 {
        0 => random.merging_spec(MOST).text(element),
        _ => random.aimed_spec(MOST).text(element),
    });
    given.iter().map(|&text| text.into()).chain(random)
}

/// About the number of elements of a random array, where a test has no reason for another one.
pub const MOST: usize = 1 << 10;

/// SplitMix64, after the numbers that bytes give.
#[derive(Debug)]
pub struct Random {
    state: u64,
    bytes: std::vec::IntoIter<u8>,
}

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        let bytes = Vec::new().into_iter();
        Random { state: seed, bytes }
    }

    /// The numbers that the bytes of a fuzzer's input give, one byte for each number below 256;
    /// after the last byte those of seed 0.
    pub fn of_bytes(bytes: &[u8]) -> Random {
        let bytes = Vec::from(bytes).into_iter();
        Random { state: 0, bytes }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        let number = match self.bytes.next() {
            Some(byte) if n <= 256 => u64::from(byte),
            Some(byte) => self
                .bytes
                .by_ref()
                .take(7)
                .fold(u64::from(byte), |n, byte| n << 8 | u64::from(byte)),
            None => self.next(),
        };
        (number % n as u64) as usize
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// All numbers below `rank` in some order.
    pub fn order(&mut self, rank: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rank).collect();
        for i in (1..rank).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// A layout that differs a little from `spec`, and now and then only in
    /// its text.
    pub fn variant(&mut self, spec: &Spec) -> Spec {
        let mut other = spec.clone();
        match self.below(6) {
            0 => other.tiles.push(self.later_tile(&[None], true)),
            1 => {
                other.tiles.pop();
            }
            2 => other.minor_to_major = self.order(spec.dims.len()),
            3 => {
                // Another dimension of 1.
                let at = self.below(spec.dims.len() + 1);
                other.dims.insert(at, 1);
                if !other.pad.is_empty() {
                    other.pad.insert(at, 1);
                }
                for dim in &mut other.minor_to_major {
                    *dim += usize::from(*dim >= at);
                }
                let place = self.below(spec.dims.len() + 1);
                other.minor_to_major.insert(place, at);
            }
            4 => {
                // Two neighbours as one dimension, where they lie side by side.
                let minor = other.minor_to_major.clone();
                let joins = (1..minor.len()).find(|&i| minor[i] + 1 == minor[i - 1]);
                if let (Some(place), true) = (joins, other.pad.is_empty()) {
                    let dim = minor[place];
                    other.dims[dim + 1] *= other.dims[dim];
                    other.dims.remove(dim);
                    other.minor_to_major.remove(place);
                    for d in &mut other.minor_to_major {
                        *d -= usize::from(*d > dim);
                    }
                    if self.below(2) == 0
                        && let Some(tile) = other.tiles.first_mut()
                        && tile.len() > place
                    {
                        tile.remove(tile.len() - 1 - place);
                    }
                }
            }
            _ => {
                let tile = self.first_tile(spec);
                if let Some(first) = other.tiles.first_mut() {
                    *first = tile;
                }
            }
        }
        if other.tiles.iter().any(|tile| tile.is_empty()) {
            other.tiles.retain(|tile| !tile.is_empty());
        }
        for tile in &mut other.tiles {
            if let Some(last @ None) = tile.last_mut() {
                *last = Some(2);
            }
        }
        other
    }

    /// A layout of about `most` elements and at most `4 * most` positions. A third are those of
    /// [`seen`] with other sizes, and an eighth of the others are from
    /// [`merging_spec`](Random::merging_spec).
    pub fn aimed_spec(&mut self, most: usize) -> Spec {
        loop {
            if self.below(3) == 0 {
                return self.resized_spec(most);
            }
            if self.below(8) == 0 {
                return self.merging_spec(most);
            }
            let dims = self.aimed_dims(most);
            if dims.iter().product::<usize>() <= most {
                return self.tiled_spec(dims, most);
            }
        }
    }

    /// A layout of about `most` elements and at most `4 * most` positions, which
    /// [merges unevenly](Spec::merges_unevenly).
    pub fn merging_spec(&mut self, most: usize) -> Spec {
        loop {
            let dims = self.aimed_dims(most / 4);
            let mut spec = self.tiled_spec(dims, most);
            spec.tiles.truncate(1 + self.below(2));
            if spec.tiles.is_empty() || spec.dims.iter().product::<usize>() > most {
                continue;
            }
            for _ in 0..4 {
                let tile = self.merging_tile(&spec.sizes_after(spec.tiles.len()));
                spec.tiles.push(tile);
                if spec.merges_unevenly() && spec.buffer_len() <= 4 * most {
                    return spec;
                }
                spec.tiles.pop();
            }
        }
    }

    /// A layout of these sizes, with at most `4 * most` positions if it has `most` elements. A
    /// third are those of [`seen`] if one has the rank.
    pub fn aimed_spec_of(&mut self, dims: Vec<usize>, most: usize) -> Spec {
        if self.below(3) == 0 {
            let mut spec = self.seen_spec();
            if spec.dims.len() == dims.len() {
                spec.dims.clone_from(&dims);
                if spec.buffer_len() <= 4 * most {
                    return spec;
                }
            }
        }
        self.tiled_spec(dims, most)
    }

    /// A region of an array of [`aimed_spec`](Random::aimed_spec), next to the edges of tiles.
    pub fn aimed_part(&mut self, most: usize) -> Part {
        let spec = self.aimed_spec(most);
        self.part_of(spec)
    }

    /// A layout of [`seen`].
    fn seen_spec(&mut self) -> Spec {
        let seen = seen();
        seen[self.below(seen.len())].clone()
    }

    /// A layout of [`seen`] with a few tiles along each dimension, the last of which is mostly
    /// one element off.
    fn resized_spec(&mut self, most: usize) -> Spec {
        loop {
            let mut spec = self.seen_spec();
            let tile_len = spec.tiles.first().into_iter().flatten().flatten();
            let mut left = (4 * most / tile_len.product::<usize>()).max(1);
            for dim in self.order(spec.dims.len()) {
                let edge = edges(&spec, dim).into_iter().max().unwrap_or(1);
                let count = 1 + self.below(left.min(4));
                left /= count;
                spec.dims[dim] = match self.below(32) {
                    0 => 0,
                    1 | 2 => 1,
                    _ if edge == 1 => count,
                    _ => (count - 1) * edge + self.pick(&[1, edge - 1, edge, 1 + edge / 3]),
                };
            }
            let count = spec.dims.iter().product::<usize>();
            if count <= 2 * most && spec.buffer_len() <= 4 * most {
                return spec;
            }
        }
    }

    /// The sizes of an array of about `most` elements, now and then of a few long rows.
    pub fn aimed_dims(&mut self, most: usize) -> Vec<usize> {
        let rank = self.pick(&[0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6]);
        let sizes = (1..=2 * most).take_while(|n| n.pow(rank as u32) <= 2 * most);
        let largest = sizes.last().unwrap_or(1);
        let long = match self.below(4) {
            0 if rank > 0 => Some(self.below(rank)),
            _ => None,
        };
        let extent = |dim| match self.below(32) {
            0 => 0,
            1..4 => 1,
            _ if long == Some(dim) => most / 3 + self.below(most / 2),
            _ if long.is_some() => 1 + self.below(3),
            _ => 1 + self.below(largest),
        };
        (0..rank).map(extent).collect()
    }

    /// A region of the size of `part` in another array, now and then the whole one.
    pub fn aimed_partner(&mut self, part: &Part, most: usize) -> Part {
        let extents = part.extents();
        let mut dims = extents.clone();
        if self.below(4) > 0 {
            for dim in &mut dims {
                *dim += self.pick(&[0, 0, 1, 2, 3, 5, 8, 13]);
            }
        }
        if dims.iter().product::<usize>() > most {
            dims.clone_from(&extents);
        }
        let spec = self.aimed_spec_of(dims, most);
        let region = extents.iter().enumerate().map(|(dim, &extent)| {
            let (bound, slack) = (self.bound(&spec, dim), spec.dims[dim] - extent);
            // The first corner is aimed at, or the last one, or the edge is within.
            let before = self.pick(&[0, extent, extent / 2]);
            let low = bound.saturating_sub(before).min(slack);
            low..low + extent
        });
        let region = region.collect();
        Part::new(spec, region)
    }

    /// A region of an array of this layout. Half of them have few indices around an edge in one
    /// dimension, and most of the others: there are many rows, and they cross the edge.
    pub fn part_of(&mut self, spec: Spec) -> Part {
        let rank = spec.dims.len();
        let crossed = match self.below(2) {
            0 if rank > 1 && self.below(2) == 0 => Some(spec.minor_to_major[1]),
            0 if rank > 0 => Some(self.below(rank)),
            _ => None,
        };
        let range = |dim| {
            let extent = spec.dims[dim];
            let (low, high) = match crossed {
                Some(crossed) if crossed == dim => {
                    let edge = self.bound(&spec, dim);
                    let (before, after) = (self.pick(&[1, 1, 2, 3]), self.pick(&[1, 1, 2, 3]));
                    (edge.saturating_sub(before), extent.min(edge + after))
                }
                Some(_) => (
                    self.below(2).min(extent),
                    extent - self.below(2).min(extent),
                ),
                None if self.below(8) == 0 => (0, extent),
                None => (self.bound(&spec, dim), self.bound(&spec, dim)),
            };
            if low == high && low < extent && self.below(16) > 0 {
                return low..low + 1;
            }
            low.min(high)..low.max(high)
        };
        let region = (0..rank).map(range).collect();
        Part::new(spec, region)
    }

    /// An index of a dimension, or its size: mostly one beside the edge of a tile.
    fn bound(&mut self, spec: &Spec, dim: usize) -> usize {
        let (extent, edges) = (spec.dims[dim], edges(spec, dim));
        if edges.is_empty() || self.below(4) == 0 {
            return self.below(extent + 1);
        }
        let edge = self.pick(&edges);
        let beside: Vec<usize> = (0..=extent).filter(|&i| is_beside(i, edge)).collect();
        match beside[..] {
            [] => extent,
            _ => self.pick(&beside),
        }
    }

    /// A layout of these sizes, with at most `4 * most` positions if it has `most` elements: half
    /// have two or three tiles, most of which do not divide the ones before.
    fn tiled_spec(&mut self, dims: Vec<usize>, most: usize) -> Spec {
        let rank = dims.len();
        let minor_to_major = match self.below(2) {
            0 => (0..rank).rev().collect(),
            _ => self.order(rank),
        };
        let mut spec = Spec {
            dims,
            minor_to_major,
            ..Spec::default()
        };
        if self.below(8) == 0 {
            spec.pad = spec.dims.iter().map(|d| d + self.below(3)).collect();
        }
        if self.below(8) == 0 {
            spec.align = 2 + self.below(15);
        }
        let (levels, uneven) = (self.pick(&[0, 1, 2, 2, 2, 3]), self.below(12) > 0);
        for attempt in 0..20 {
            spec.tiles.clear();
            for _ in 0..levels {
                let tile = match spec.tiles.last() {
                    Some(tile) => self.later_tile(tile, uneven),
                    None => self.first_tile(&spec),
                };
                spec.tiles.push(tile);
            }
            if spec.buffer_len() <= 4 * most {
                return spec;
            }
            if attempt > 10 {
                spec.pad.clear();
            }
        }
        spec.tiles.clear();
        spec
    }

    /// A tile of an array: mostly about one to three along each dimension.
    fn first_tile(&mut self, spec: &Spec) -> Vec<Option<usize>> {
        let len = self.tile_len(spec.dims.len());
        let size = |place| Some(spec.dims[*spec.minor_to_major.get(place)?]);
        let entries = (0..len).rev().map(|place| {
            let merges = place > 0 && self.below(8) == 0;
            (!merges).then(|| self.entry(size(place).unwrap_or(1)))
        });
        entries.collect()
    }

    /// A tile of a tile: all entries divide those of the other tile, or at least one does not.
    fn later_tile(&mut self, of: &[Option<usize>], uneven: bool) -> Vec<Option<usize>> {
        let len = self.tile_len(of.len());
        let other = uneven.then(|| self.below(len.min(of.len())));
        let size = |place| of[of.len().checked_sub(place + 1)?];
        let entries = (0..len).rev().map(|place| {
            let size = size(place).unwrap_or(1);
            match self.below(8) {
                _ if other == Some(place) => Some(self.no_divisor(size)),
                0 if place > 0 && uneven => None,
                0..4 if uneven => Some(self.entry(size)),
                _ => Some(self.divisor(size)),
            }
        });
        entries.collect()
    }

    /// A tile of these sizes that merges some: mostly tiles with what is within them.
    fn merging_tile(&mut self, sizes: &[usize]) -> Vec<Option<usize>> {
        let len = (2 + self.below(sizes.len())).min(12);
        let merged = self.below(len - 1);
        let mut product = 1;
        let mut tile = Vec::new();
        for i in 0..len {
            let size = (sizes.len() + i).checked_sub(len).map_or(1, |i| sizes[i]);
            product *= size;
            let entry = match self.below(4) {
                0 if i + 1 < len => None,
                _ if i == merged => None,
                _ if i == merged + 1 => Some(self.no_divisor(product)),
                0 | 1 => Some(1),
                _ => Some(self.entry(size)),
            };
            product = if entry.is_some() { 1 } else { product };
            tile.push(entry);
        }
        tile
    }

    /// The number of entries of a tile of an array of `rank` dimensions.
    fn tile_len(&mut self, rank: usize) -> usize {
        (1 + self.below(rank + 1)).max(1 + self.below(2))
    }

    /// An entry of a tile for a dimension of this size.
    fn entry(&mut self, size: usize) -> usize {
        match self.below(4) {
            0 => self.pick(&[1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9]),
            _ => (size.div_ceil(1 + self.below(4)) + self.below(3)).max(2) - 1,
        }
    }

    /// A divisor of a number.
    fn divisor(&mut self, of: usize) -> usize {
        let divisors: Vec<usize> = (1..=of).filter(|by| of.is_multiple_of(*by)).collect();
        self.pick(&divisors)
    }

    /// A number that does not divide this one, and is not larger if there is one.
    fn no_divisor(&mut self, of: usize) -> usize {
        let others: Vec<usize> = (2..of).filter(|by| !of.is_multiple_of(*by)).collect();
        match others[..] {
            [] => of + 1,
            _ => self.pick(&others),
        }
    }
}

/// The layouts of `tests/data/real_layouts.tsv`, which real programs have.
pub fn seen() -> &'static [Spec] {
    static SEEN: LazyLock<Vec<Spec>> = LazyLock::new(|| {
        let lines = include_str!("../../data/real_layouts.tsv").lines();
        let texts = lines.filter_map(|line| Some(line.split_once('\t')?.0));
        let texts = texts.filter(|text| !text.starts_with('#'));
        texts.map(Spec::parse).collect()
    });
    &SEEN
}

/// Returns true if an index is one element before or after a multiple of this.
pub fn is_beside(index: usize, edge: usize) -> bool {
    index % edge == 1 || (index + 1).is_multiple_of(edge)
}

/// Sizes of tiles along a dimension, in elements: there are edges at their multiples.
pub fn edges(spec: &Spec, dim: usize) -> Vec<usize> {
    let Some(place) = spec.minor_to_major.iter().position(|&d| d == dim) else {
        return Vec::new();
    };
    let entry = |tile: &[Option<usize>], place: usize| -> Option<usize> {
        *tile.get(tile.len().checked_sub(place + 1)?)?
    };
    let mut edges = Vec::new();
    for (level, tile) in spec.tiles.iter().enumerate() {
        edges.extend(entry(tile, place));
        // A tile that is longer than the one before groups tiles of it.
        if let Some(before) = level.checked_sub(1).map(|level| &spec.tiles[level])
            && let (Some(tiles), Some(of)) =
                (entry(tile, place + before.len()), entry(before, place))
        {
            edges.push(tiles * of);
        }
    }
    edges.retain(|&edge| edge > 1);
    edges
}
