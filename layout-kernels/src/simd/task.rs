//! `Task`: code compiled for a vector. `At`: the pointers where it begins.

use crate::plan::Axis;

/// A pointer into the source and one into the destination.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) src: *const u8,
    pub(crate) dst: *mut u8,
}

impl At {
    /// The pointers advanced by some bytes.
    #[inline(always)]
    pub(crate) fn plus(self, src: usize, dst: usize) -> At {
        At {
            src: self.src.wrapping_add(src),
            dst: self.dst.wrapping_add(dst),
        }
    }

    /// The pointers at step `i` of a loop.
    #[inline(always)]
    pub(crate) fn step(self, i: usize, axis: &Axis) -> At {
        self.plus(i * axis.src, i * axis.dst)
    }
}

/// What [`Vector::run`](super::Vector::run) runs: the innermost loops of a nest, or of
/// another plan. It takes the plan by reference: a load from a fresh copy of it would wait
/// until all earlier stores are done.
pub(crate) trait Task<Planned: ?Sized> {
    /// # Safety
    ///
    /// As the module `kernels` and the task's own documentation require.
    unsafe fn run(planned: &Planned, at: At);
}
