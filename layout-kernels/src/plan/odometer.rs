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
        let (mut src, mut dst) = (self.src, self.dst);
        let mut goes_on = false;
        for (axis, step) in self.axes.iter().zip(&mut self.place) {
            *step += 1;
            if *step < axis.extent {
                (src, dst) = (src + axis.src, dst + axis.dst);
                goes_on = true;
                break;
            }
            *step = 0;
            src -= (axis.extent - 1) * axis.src;
            dst -= (axis.extent - 1) * axis.dst;
        }
        (self.src, self.dst) = (src, dst);
        goes_on
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
