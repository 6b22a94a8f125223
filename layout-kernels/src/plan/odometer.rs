//! `Odometer`: iterates over the steps of nested loops.

use super::axis::{Axis, MAX_AXES};

/// How far each step of some loops is from the first, on both sides; the
/// first loop is the innermost one.
pub(crate) struct Odometer<'a> {
    axes: &'a [Axis],
    place: [usize; MAX_AXES],
    /// The next step, unless there is none.
    at: Option<(usize, usize)>,
}

impl<'a> Odometer<'a> {
    #[inline]
    pub(crate) fn new(axes: &'a [Axis]) -> Self {
        Odometer {
            axes,
            place: [0; MAX_AXES],
            at: Some((0, 0)),
        }
    }
}

impl Iterator for Odometer<'_> {
    type Item = (usize, usize);

    #[inline]
    fn next(&mut self) -> Option<(usize, usize)> {
        let (mut src, mut dst) = self.at?;
        let here = self.at;
        self.at = None;
        for (axis, step) in self.axes.iter().zip(&mut self.place) {
            *step += 1;
            if *step < axis.extent {
                self.at = Some((src + axis.src, dst + axis.dst));
                break;
            }
            *step = 0;
            src -= (axis.extent - 1) * axis.src;
            dst -= (axis.extent - 1) * axis.dst;
        }
        here
    }
}
