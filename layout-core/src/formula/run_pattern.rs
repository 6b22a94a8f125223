//! `RunPattern`: the stride along a dimension, and how far it is constant.

use crate::formula::edges::Edges;
use crate::formula::term::Columns;

/// The stride along a dimension, which is constant up to the edge of a tile. How far that is
/// depends on the index: a region may begin within a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunPattern {
    edges: Edges,
    step: usize,
    joins: bool,
    carry: Option<usize>,
}

impl RunPattern {
    /// Each element is a run.
    pub const SINGLE: RunPattern = RunPattern {
        edges: Edges::EACH,
        step: 0,
        joins: false,
        carry: None,
    };

    /// One run with a stride of 1, longer than any dimension.
    pub const WITHOUT_EDGES: RunPattern = RunPattern {
        edges: Edges::every(usize::MAX / 2),
        step: 1,
        ..RunPattern::SINGLE
    };

    /// Returns the pattern of a dimension with this stride throughout.
    #[must_use]
    pub const fn of_stride(step: usize) -> RunPattern {
        RunPattern {
            step,
            ..RunPattern::WITHOUT_EDGES
        }
    }

    /// Returns the pattern along dimension `dim` of an array of dimensions `dims`. If the formula
    /// is not flat, each element is a run.
    pub const fn along(terms: Option<&Columns>, dims: &[usize], dim: usize) -> RunPattern {
        let mut pattern = RunPattern::SINGLE;
        let Some(terms) = terms else {
            pattern.joins = true;
            return pattern;
        };
        let mut back = 0usize; // from where all digits so far are largest to where they are 0
        let (mut digits, mut run) = (0, 1usize);
        let mut i = terms.len;
        while i > 0 {
            i -= 1;
            if terms.dims[i] as usize != dim {
                continue;
            }
            let term = terms.at(i);
            let last = term.largest(dims);
            if term.divisor == 1 {
                run = last + 1;
                pattern.edges = Edges::every(run);
                pattern.step = term.stride;
            } else if term.stride == back.wrapping_add(1) {
                pattern.joins = true;
            }
            // A third digit changes at only some of the edges.
            pattern.carry = match digits {
                1 if term.divisor == run => {
                    Some(term.stride.wrapping_sub(run.wrapping_mul(pattern.step)))
                }
                _ => None,
            };
            digits += 1;
            // It wraps only in arrays without elements, which have no runs.
            back = back.wrapping_add(last.wrapping_mul(term.stride));
        }
        pattern
    }

    /// Returns the pattern along the last dimension.
    pub const fn along_last(terms: Option<&Columns>, dims: &[usize]) -> RunPattern {
        match dims.len() {
            0 => RunPattern::SINGLE,
            rank => RunPattern::along(terms, dims, rank - 1),
        }
    }

    /// Returns the pattern with `index` as the first index of the dimension.
    #[inline]
    #[must_use]
    pub const fn from_index(mut self, index: usize) -> RunPattern {
        self.edges = self.edges.from_index(index);
        self
    }

    /// This pattern with the first index of another.
    #[inline]
    #[must_use]
    pub const fn with_first_index_of(mut self, other: RunPattern) -> RunPattern {
        self.edges = self.edges.with_phase_of(other.edges);
        self
    }

    /// Returns the indices at which the stride may change.
    #[inline]
    pub const fn edges(&self) -> Edges {
        self.edges
    }

    /// Returns the number of elements from `index` on whose stride is constant; at least 1.
    #[inline]
    pub const fn until_edge(&self, index: usize) -> usize {
        self.edges.until_edge(index)
    }

    /// Returns the stride between the elements of a run.
    #[inline]
    pub const fn step(&self) -> usize {
        self.step
    }

    /// Returns the distance across an edge, from the last element before it to the first one after
    /// it, less [`step`](Self::step); it wraps. `None` if it depends on the edge.
    #[inline]
    pub const fn carry(&self) -> Option<usize> {
        self.carry
    }

    /// Returns true if the last element before an edge and the first one after it may be
    /// adjacent in memory.
    #[inline]
    pub const fn joins(&self) -> bool {
        self.joins
    }
}
