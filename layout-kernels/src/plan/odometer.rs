//! `Odometer`: iterates over the steps of nested loops.

use super::axis::{Axis, MAX_AXES};

/// How far each step of some loops is from the first, on both sides; the
/// first loop is the innermost one.
pub(crate) struct Odometer<'a> {
    axes: &'a [Axis],
    place: [usize; MAX_AXES],
    /// This step, from the first.
    pub(crate) src: usize,
    pub(crate) dst: usize,
    /// Whether all steps have been iterated over.
    ended: bool,
}

impl<'a> Odometer<'a> {
    /// At the first step.
    #[inline]
    pub(crate) fn new(axes: &'a [Axis]) -> Self {
        Odometer {
            axes,
            place: [0; MAX_AXES],
            src: 0,
            dst: 0,
            ended: false,
        }
    }

    /// Goes to the next step; false at the end, which is then at the first step again.
    #[inline]
    pub(crate) fn advance(&mut self) -> bool {
        !self.axes.is_empty() && self.turn()
    }

    /// The same, of some loops. It is a function of its own because each kernel calls it.
    #[inline(never)]
    fn turn(&mut self) -> bool {
        for (axis, step) in self.axes.iter().zip(&mut self.place) {
            *step += 1;
            if *step < axis.extent {
                self.src += axis.src;
                self.dst += axis.dst;
                return true;
            }
            *step = 0;
            self.src -= (axis.extent - 1) * axis.src;
            self.dst -= (axis.extent - 1) * axis.dst;
        }
        false
    }
}

impl Iterator for Odometer<'_> {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        if self.ended {
            return None;
        }
        let here = (self.src, self.dst);
        self.ended = !self.advance();
        Some(here)
    }
}
