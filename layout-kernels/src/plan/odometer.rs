//! `Odometer`: iterates over the steps of nested loops.

use super::axis::{Axis, MAX_AXES};

/// Iterates over the offsets of the steps of nested loops, on both sides. The first loop is
/// the innermost one. Negative offsets wrap.
pub(crate) struct Odometer<'a> {
    axes: &'a [Axis],
    place: [usize; MAX_AXES],
    /// The offsets of this step from the first.
    pub(crate) src: usize,
    pub(crate) dst: usize,
    /// True if the iterator has returned the last step.
    ended: bool,
}

impl<'a> Odometer<'a> {
    /// Returns an odometer at the first step.
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

    /// Goes to the next step. False after the last step; the odometer is then at the first
    /// step again.
    #[inline]
    pub(crate) fn advance(&mut self) -> bool {
        !self.axes.is_empty() && self.turn()
    }

    /// [`advance`](Self::advance) if there are loops. It is not inlined, because each
    /// kernel calls it.
    #[inline(never)]
    fn turn(&mut self) -> bool {
        let (mut src, mut dst) = (self.src, self.dst);
        let mut goes_on = false;
        for (axis, step) in self.axes.iter().zip(&mut self.place) {
            *step += 1;
            if *step < axis.extent {
                (src, dst) = (src.wrapping_add(axis.src), dst.wrapping_add(axis.dst));
                goes_on = true;
                break;
            }
            *step = 0;
            let steps = axis.extent - 1;
            src = src.wrapping_sub(steps.wrapping_mul(axis.src));
            dst = dst.wrapping_sub(steps.wrapping_mul(axis.dst));
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

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    #[test]
    fn the_first_loop_is_the_innermost() {
        let loops = [(2, 1, 10), (3, 5, 0)].map(|(extent, src, dst)| Axis { extent, src, dst });
        let steps: Vec<_> = Odometer::new(&loops).collect();
        assert_eq!(steps, [(0, 0), (1, 10), (5, 0), (6, 10), (10, 0), (11, 10)]);
        assert_eq!(Odometer::new(&[]).collect::<Vec<_>>(), [(0, 0)]);
    }

    #[test]
    fn after_the_last_step_comes_the_first() {
        let loops = [Axis {
            extent: 2,
            src: 3,
            dst: 4,
        }];
        let mut odometer = Odometer::new(&loops);
        for _ in 0..2 {
            assert!(odometer.advance());
            assert_eq!((odometer.src, odometer.dst), (3, 4));
            assert!(!odometer.advance());
            assert_eq!((odometer.src, odometer.dst), (0, 0));
        }
    }
}
