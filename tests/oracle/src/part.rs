//! `Part`: a region of an array, with its positions by the naive definition.

use std::fmt;
use std::ops::Range;

use crate::naive::{PADDING, Spec, for_each_index};

/// A region of an array of some layout.
#[derive(Clone, Debug)]
pub struct Part {
    /// The layout of the whole array.
    pub spec: Spec,
    /// One range of indices per dimension.
    pub region: Vec<Range<usize>>,
}

impl Part {
    /// The region of the array of a layout's text; as [`Spec::parse`].
    pub fn of(text: &str, region: &[Range<usize>]) -> Part {
        Part {
            spec: Spec::parse(text),
            region: region.to_vec(),
        }
    }

    /// The size of the region in each dimension.
    pub fn extents(&self) -> Vec<usize> {
        self.region.iter().map(Range::len).collect()
    }

    /// Returns true if the region is the whole array.
    pub fn is_whole(&self) -> bool {
        self.extents() == self.spec.dims
    }

    /// The position of each element of the region, in row-major order.
    pub fn positions(&self) -> Vec<usize> {
        let mut of_elements = vec![0; self.spec.dims.iter().product()];
        for (position, &cell) in self.spec.buffer().iter().enumerate() {
            if cell != PADDING {
                of_elements[cell as usize] = position;
            }
        }
        let mut positions = Vec::new();
        for_each_index(&self.extents(), |index| {
            let in_whole = index.iter().zip(&self.region).map(|(i, r)| i + r.start);
            let number = in_whole.zip(&self.spec.dims).fold(0, |n, (i, d)| n * d + i);
            positions.push(of_elements[number]);
        });
        positions
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.spec.text("u32"), self.region)
    }
}
