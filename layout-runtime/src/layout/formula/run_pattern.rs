//! `RunPattern`: how positions go along a dimension.

use crate::layout::formula::term::{Columns, NO_MODULUS};

/// How positions go along a dimension: from one element to the next by the
/// same step, until the edge of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunPattern {
    /// How many elements lie between the edges; at least 1.
    pub(crate) run: usize,
    /// From each of them to the next, in elements.
    pub(crate) step: usize,
    /// How many elements of the first run the dimension leaves out; less than
    /// `run`.
    pub(crate) phase: usize,
}

impl RunPattern {
    /// Every element for itself.
    pub(crate) const SINGLE: RunPattern = RunPattern {
        run: 1,
        step: 0,
        phase: 0,
    };

    /// Along dimension `dim` of an array of dimensions `dims`.
    pub(crate) const fn along(terms: Option<&Columns>, dims: &[usize], dim: usize) -> RunPattern {
        let Some(terms) = terms else {
            return RunPattern::SINGLE;
        };
        let mut i = 0;
        while i < terms.len {
            let term = terms.at(i);
            if term.dim == dim && term.divisor == 1 {
                return RunPattern {
                    run: if term.modulus == NO_MODULUS || term.modulus > dims[dim] {
                        dims[dim]
                    } else {
                        term.modulus
                    },
                    step: term.stride,
                    phase: 0,
                };
            }
            i += 1;
        }
        RunPattern::SINGLE
    }

    /// Along the last dimension.
    pub(crate) const fn along_last(terms: Option<&Columns>, dims: &[usize]) -> RunPattern {
        match dims.len() {
            0 => RunPattern::SINGLE,
            rank => RunPattern::along(terms, dims, rank - 1),
        }
    }
}
