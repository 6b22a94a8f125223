//! Random layouts, the same ones on every run.

use crate::naive::{PADDING, Spec, for_each_index};
use tiled_layout::Layout;

/// SplitMix64: small, and good enough to spread test cases.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `range`, which is not empty.
    pub(crate) fn in_range(&mut self, range: std::ops::Range<usize>) -> usize {
        range.start + (self.next() % (range.end - range.start) as u64) as usize
    }

    /// True once in `times`.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.in_range(0..times) == 0
    }

    /// `0..len` in any order.
    pub(crate) fn permutation(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for i in (1..len).rev() {
            order.swap(i, self.in_range(0..i + 1));
        }
        order
    }

    /// A layout of up to 6 dimensions and up to 3 tiles, whose buffer has at
    /// most 2048 elements; sometimes with `PAD` and `L`, and sometimes
    /// with no element.
    pub(crate) fn spec(&mut self) -> Spec {
        loop {
            let spec = self.any_spec();
            if Layout::parse(&spec.text("s32")).unwrap().padded_len() <= 2048 {
                return spec;
            }
        }
    }

    fn any_spec(&mut self) -> Spec {
        let rank = self.in_range(0..7);
        let largest = [0, 40, 20, 9, 6, 5, 4][rank];
        let dims: Vec<usize> = (0..rank)
            .map(|_| match self.in_range(0..40) {
                0 => 0,
                1..6 => 1,
                _ => self.in_range(1..largest + 1),
            })
            .collect();
        let pad = if self.one_in(4) {
            dims.iter().map(|&d| d + self.in_range(0..3)).collect()
        } else {
            Vec::new()
        };
        Spec {
            minor_to_major: self.permutation(rank),
            tiles: (0..self.in_range(0..4)).map(|_| self.tile(rank)).collect(),
            align: if self.one_in(4) {
                self.in_range(1..20)
            } else {
                0
            },
            dims,
            pad,
        }
    }

    /// A tile of up to one more entries than there are dimensions; powers of
    /// two are likely, since these tiles divide one another.
    fn tile(&mut self, rank: usize) -> Vec<Option<usize>> {
        let len = self.in_range(1..rank + 2);
        (0..len)
            .map(|k| match self.in_range(0..8) {
                0 if k + 1 < len => None,
                1 => Some(self.in_range(1..8)),
                power => Some(1 << (power % 4)),
            })
            .collect()
    }
}

/// A layout with what the naive definition says of it.
pub(crate) struct Case {
    pub(crate) layout: Layout,
    /// Each index in logical order.
    pub(crate) indices: Vec<Vec<usize>>,
    /// The position of each element in logical order.
    pub(crate) positions: Vec<usize>,
    /// The number of the element at each position, in logical order; `None`
    /// on padding.
    pub(crate) elements: Vec<Option<usize>>,
}

impl Case {
    pub(crate) fn new(spec: &Spec) -> Case {
        let layout = Layout::parse(&spec.text("s32")).unwrap();
        let cells = spec.buffer();
        let mut indices = Vec::new();
        for_each_index(&spec.dims, |index| indices.push(index.to_vec()));
        let mut positions = vec![0; indices.len()];
        for (position, &cell) in cells.iter().enumerate() {
            if cell != PADDING {
                positions[cell as usize] = position;
            }
        }
        Case {
            layout,
            indices,
            positions,
            elements: cells
                .iter()
                .map(|&cell| usize::try_from(cell).ok())
                .collect(),
        }
    }

    /// A buffer in which each place holds its own position.
    #[allow(dead_code, reason = "not every test reads")]
    pub(crate) fn numbered(&self) -> Vec<i32> {
        (0..self.elements.len() as i32).collect()
    }
}

/// Calls `check` with `count` random cases, the same ones on every run.
pub(crate) fn for_each_case(seed: u64, count: usize, mut check: impl FnMut(&Case)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        check(&Case::new(&random.spec()));
    }
}
