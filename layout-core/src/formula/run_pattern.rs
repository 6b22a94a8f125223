//! `RunPattern`: the stride along a dimension, and where it is constant.

use crate::formula::term::Columns;

/// The stride along a dimension, which is constant up to the edge of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunPattern {
    /// The number of elements between the edges; at least 1.
    pub run: usize,
    /// The stride between these elements.
    pub step: usize,
    /// The number of elements that the first run lacks; less than `run`.
    pub phase: usize,
    /// Whether the last element before an edge and the first one after it may
    /// be adjacent in memory.
    pub joins: bool,
    /// The distance across an edge, from the last element before it to the first one after
    /// it, less `step`; it wraps. `None` if it depends on the edge.
    pub carry: Option<usize>,
}

impl RunPattern {
    /// Each element is a run of its own.
    pub const SINGLE: RunPattern = RunPattern {
        run: 1,
        step: 0,
        phase: 0,
        joins: false,
        carry: None,
    };

    /// The pattern along dimension `dim` of an array of dimensions `dims`. If the formula
    /// is not flat, each element is a run of its own.
    pub const fn along(terms: Option<&Columns>, dims: &[usize], dim: usize) -> RunPattern {
        let mut pattern = RunPattern::SINGLE;
        let Some(terms) = terms else {
            pattern.joins = true;
            return pattern;
        };
        let mut back = 0usize; // from where all digits so far are largest to where they are 0
        let mut digits = 0;
        let mut i = terms.len;
        while i > 0 {
            i -= 1;
            if terms.dims[i] as usize != dim {
                continue;
            }
            let term = terms.at(i);
            let last = term.largest(dims);
            if term.divisor == 1 {
                pattern.run = last + 1;
                pattern.step = term.stride;
            } else if term.stride == back.wrapping_add(1) {
                pattern.joins = true;
            }
            // A third digit changes at only some of the edges.
            pattern.carry = match digits {
                1 if term.divisor == pattern.run => {
                    let edges = pattern.run.wrapping_mul(pattern.step);
                    Some(term.stride.wrapping_sub(edges))
                }
                _ => None,
            };
            digits += 1;
            // It wraps only in arrays without elements, which have no runs.
            back = back.wrapping_add(last.wrapping_mul(term.stride));
        }
        pattern
    }

    /// The pattern with `index` as the first index of the dimension.
    #[inline]
    #[must_use]
    pub const fn from_index(mut self, index: usize) -> RunPattern {
        self.phase += index;
        if self.phase >= self.run {
            self.phase %= self.run; // a division takes longer than the rest of some calls
        }
        self
    }

    /// The pattern along the last dimension.
    pub const fn along_last(terms: Option<&Columns>, dims: &[usize]) -> RunPattern {
        match dims.len() {
            0 => RunPattern::SINGLE,
            rank => RunPattern::along(terms, dims, rank - 1),
        }
    }
}
