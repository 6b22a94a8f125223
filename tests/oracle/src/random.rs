//! Random numbers and random layouts, the same ones in every run.

use crate::naive::Spec;

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
}
