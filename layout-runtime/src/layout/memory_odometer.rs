//! `MemoryOdometer`: the elements of a buffer in memory order, by counting.

use layout_core::formula::term::NO_TERM;
use layout_core::spec::MAX_PHYSICAL_RANK;

use crate::layout::memory_scan::PositionDigit;

/// A run of elements in memory, and the next ones: the digits of a position, counted up as in
/// an odometer. Digits whose index is past the array are left out, so that padding takes no
/// time.
///
/// `I` is the type of an index, which has one number per dimension.
#[derive(Clone, Debug)]
pub(crate) struct MemoryOdometer<I> {
    /// The number of digits that count the runs.
    wheels: usize,
    /// Their values.
    values: [usize; MAX_PHYSICAL_RANK],
    /// The digit that counts the elements of a run.
    pub(crate) run: PositionDigit,
    /// The index of the run's first element, with 0 in the run's dimension.
    pub(crate) row: I,
    /// The number of that element in the run's dimension.
    pub(crate) coordinate: usize,
    /// The position of that element.
    pub(crate) position: usize,
}

impl<I: AsMut<[usize]>> MemoryOdometer<I> {
    /// The first run of an array with elements. `origin` is the index of zeros.
    pub(crate) fn new(digits: &[PositionDigit], origin: I) -> Self {
        let (wheels, run) = match digits.split_last() {
            Some((run, wheels)) if run.term.stride == 1 => (wheels.len(), *run),
            _ => {
                let (term, max) = (NO_TERM, 0);
                (digits.len(), PositionDigit { term, max })
            }
        };
        MemoryOdometer {
            wheels,
            values: [0; MAX_PHYSICAL_RANK],
            run,
            row: origin,
            coordinate: 0,
            position: 0,
        }
    }

    /// The number of elements in the run.
    #[inline]
    pub(crate) fn run_len(&self, dims: &[usize]) -> usize {
        let PositionDigit { term, max } = self.run;
        match dims
            .get(term.dim)
            .map_or(1, |extent| extent - self.coordinate)
        {
            left if left > max * term.divisor => max + 1,
            left => left.div_ceil(term.divisor),
        }
    }

    /// Moves to the next run; false after the last one.
    #[inline]
    pub(crate) fn advance(&mut self, digits: &[PositionDigit], dims: &[usize]) -> bool {
        let row = self.row.as_mut();
        let wheels = digits[..self.wheels].iter().zip(&mut self.values).rev();
        for (&PositionDigit { term, max }, value) in wheels {
            let number = match term.dim == self.run.term.dim {
                true => &mut self.coordinate,
                false => &mut row[term.dim],
            };
            // With smaller digits of 0, the rest of the index is in bounds.
            if *value < max && *number + term.divisor < dims[term.dim] {
                *value += 1;
                *number += term.divisor;
                self.position += term.stride;
                return true;
            }
            *number -= *value * term.divisor;
            self.position -= *value * term.stride;
            *value = 0;
        }
        false
    }
}
