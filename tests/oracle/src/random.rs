//! Random numbers and random layouts, the same ones in every run.

use crate::naive::Spec;
use crate::part::Part;

/// These layouts as texts, then those of 400 random layouts of `element`.
pub fn texts(given: &[&str], seed: u64, element: &str) -> impl Iterator<Item = String> {
    let mut random = Random::new(seed);
    let random = (0..400).map(move |_| random.spec().text(element));
    given.iter().map(|&text| text.into()).chain(random)
}

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

    /// A layout of up to rank 6 with up to three tiles and a few thousand
    /// positions at most.
    pub fn spec(&mut self) -> Spec {
        loop {
            let rank = self.below(7);
            let largest = [0, 40, 16, 9, 6, 4, 3][rank].max(1);
            let dims: Vec<usize> = (0..rank).map(|_| 1 + self.below(largest)).collect();
            let mut spec = Spec {
                minor_to_major: self.order(rank),
                tiles: (0..self.below(4)).map(|_| self.tile(rank)).collect(),
                dims,
                ..Spec::default()
            };
            if self.below(8) == 0 {
                spec.pad = spec.dims.iter().map(|d| d + self.below(3)).collect();
            }
            if self.below(8) == 0 {
                spec.align = 1 + self.below(16);
            }
            if spec.buffer_len() <= 1 << 13 {
                return spec;
            }
        }
    }

    /// As [`spec`](Random::spec), but mostly with `PAD`, with `*`, and with
    /// tiles that divide neither the dimensions nor one another.
    pub fn uneven_spec(&mut self) -> Spec {
        loop {
            let rank = 1 + self.below(4);
            let largest = [24, 12, 8, 5][rank - 1];
            let dims: Vec<usize> = (0..rank).map(|_| 1 + self.below(largest)).collect();
            let mut spec = Spec {
                minor_to_major: self.order(rank),
                tiles: (0..self.below(4)).map(|_| self.tile(rank)).collect(),
                dims,
                ..Spec::default()
            };
            for tile in &mut spec.tiles {
                let minor = tile.len() - 1;
                for entry in &mut tile[..minor] {
                    if self.below(3) == 0 {
                        *entry = None;
                    }
                }
                if self.below(2) == 0 {
                    tile[minor] = Some(1 + self.below(13));
                }
            }
            if self.below(3) > 0 {
                spec.pad = spec.dims.iter().map(|d| d + self.below(4)).collect();
            }
            if spec.buffer_len() <= 1 << 12 {
                return spec;
            }
        }
    }

    /// All numbers below `rank` in some order.
    pub fn order(&mut self, rank: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rank).collect();
        for i in (1..rank).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// A tile of about `rank` entries.
    pub fn tile(&mut self, rank: usize) -> Vec<Option<usize>> {
        let len = 1 + self.below(rank + 1);
        (0..len)
            .map(|i| {
                let combine = i + 1 < len && self.below(6) == 0;
                (!combine).then(|| self.pick(&[1, 2, 2, 2, 3, 4, 4, 5, 6, 8]))
            })
            .collect()
    }

    /// A layout that differs a little from `spec`, and now and then only in
    /// its text.
    pub fn variant(&mut self, spec: &Spec) -> Spec {
        let mut other = spec.clone();
        match self.below(6) {
            0 => other.tiles.push(self.tile(1)),
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
                let tile = self.tile(2);
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

    /// A region of an array of at most `most` positions: corners are next to the edge of a tile
    /// half of the time, half of the layouts have two tiles or three, and sizes of 0 and 1 occur.
    pub fn aimed_part(&mut self, most: usize) -> Part {
        loop {
            let dims = self.aimed_dims(most);
            if dims.iter().product::<usize>() <= most {
                let spec = self.aimed_spec(dims, most);
                return self.part_of(spec);
            }
        }
    }

    /// The sizes of an array of about `most` elements, now and then of a few long rows.
    fn aimed_dims(&mut self, most: usize) -> Vec<usize> {
        let rank = self.pick(&[0, 1, 2, 2, 3, 3, 3, 4, 4, 5]);
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
        let spec = self.aimed_spec(dims, most);
        let region = extents.iter().enumerate().map(|(dim, &extent)| {
            let (bound, slack) = (self.bound(&spec, dim), spec.dims[dim] - extent);
            // The first corner is aimed at, or the last one, or the edge is within.
            let before = self.pick(&[0, extent, extent / 2]);
            let low = bound.saturating_sub(before).min(slack);
            low..low + extent
        });
        let region = region.collect();
        Part { spec, region }
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
                    let (before, after) = (1 + self.below(3), 1 + self.below(3));
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
        Part { spec, region }
    }

    /// An index of a dimension, or its size: half of the time beside the edge of a tile.
    fn bound(&mut self, spec: &Spec, dim: usize) -> usize {
        let (extent, edges) = (spec.dims[dim], edges(spec, dim));
        if edges.is_empty() || self.below(2) == 0 {
            return self.below(extent + 1);
        }
        let edge = self.pick(&edges);
        let at = edge * self.below(extent / edge + 2);
        (at + self.pick(&[0, 2])).saturating_sub(1).min(extent)
    }

    /// A layout of these sizes, with at most a few times `most` positions if it has `most`
    /// elements: without tiles if it must.
    fn aimed_spec(&mut self, dims: Vec<usize>, most: usize) -> Spec {
        let rank = dims.len();
        let minor_to_major = match self.below(2) {
            0 => (0..rank).rev().collect(),
            _ => self.order(rank),
        };
        let sizes: Vec<usize> = minor_to_major.iter().map(|&dim| dims[dim]).collect();
        let mut tiles: Vec<Vec<Option<usize>>> = Vec::new();
        for _ in 0..self.pick(&[0, 1, 1, 2, 2, 3]) {
            tiles.push(match tiles.last() {
                None => self.aimed_tile(&sizes, true),
                Some(tile) => {
                    let sizes = tile.iter().rev().map(|entry| entry.unwrap_or(1));
                    self.aimed_tile(&sizes.chain([1]).collect::<Vec<_>>(), false)
                }
            });
        }
        let mut spec = Spec {
            dims,
            minor_to_major,
            tiles,
            ..Spec::default()
        };
        if self.below(8) == 0 {
            spec.pad = spec.dims.iter().map(|d| d + self.below(3)).collect();
        }
        if self.below(8) == 0 {
            spec.align = 1 + self.below(16);
        }
        while spec.buffer_len() > 4 * most && !(spec.tiles.is_empty() && spec.pad.is_empty()) {
            spec.tiles.pop();
            spec.pad.clear();
        }
        spec
    }

    /// A tile of an array of these sizes, from the most minor one on: mostly about one to three
    /// tiles along each dimension. If it is a tile of tiles, half of the entries divide the sizes.
    fn aimed_tile(&mut self, sizes: &[usize], is_first: bool) -> Vec<Option<usize>> {
        let len = (1 + self.below(sizes.len() + 1)).max(1 + self.below(2));
        let entry = |i: usize| {
            let size = sizes.get(i).map_or(1, |&size| size.max(1));
            let divides = !is_first && self.below(2) == 0;
            let entry = match self.below(4) {
                _ if divides => self.divisor(size),
                0 => self.pick(&[1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 9]),
                _ => (size.div_ceil(1 + self.below(4)) + self.below(3))
                    .saturating_sub(1)
                    .max(1),
            };
            (i == 0 || self.below(8) > 0).then_some(entry)
        };
        let mut tile: Vec<Option<usize>> = (0..len).map(entry).collect();
        tile.reverse();
        tile
    }

    /// A divisor of a number.
    fn divisor(&mut self, of: usize) -> usize {
        let divisors: Vec<usize> = (1..=of).filter(|by| of.is_multiple_of(*by)).collect();
        self.pick(&divisors)
    }
}

/// Sizes of tiles along a dimension, in elements: there are edges at their multiples.
fn edges(spec: &Spec, dim: usize) -> Vec<usize> {
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
