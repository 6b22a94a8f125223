//! Random layouts with their positions by the naive definition.

use std::ops::Range;

use layout_oracle::naive::{PADDING, Spec, for_each_index};
use layout_oracle::random::{MOST, Random};
use tiled_layout::Layout;

/// A layout with its positions by the naive definition.
pub(crate) struct Case {
    pub(crate) spec: Spec,
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
            spec: spec.clone(),
            layout,
            indices,
            positions,
            elements: cells.iter().map(|&c| usize::try_from(c).ok()).collect(),
        }
    }

    /// Which elements, by their numbers in logical order, lie in a region.
    pub(crate) fn inside(&self, region: &[Range<usize>]) -> Vec<bool> {
        let within =
            |index: &Vec<usize>| index.iter().zip(region).all(|(i, range)| range.contains(i));
        self.indices.iter().map(within).collect()
    }

    /// A buffer in which each element is its own position.
    pub(crate) fn numbered(&self) -> Vec<i32> {
        (0..self.elements.len() as i32).collect()
    }
}

/// Calls `check` with `count` random cases, the same ones on every run.
pub(crate) fn for_each_case(seed: u64, count: usize, mut check: impl FnMut(&Case)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        check(&Case::new(&random.aimed_spec(MOST)));
    }
}
