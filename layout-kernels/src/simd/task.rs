//! `Task`: what is compiled for a vector, and `At`, where it begins.

use crate::plan::Axis;

/// Where both sides are.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) src: *const u8,
    pub(crate) dst: *mut u8,
}

impl At {
    /// Some bytes further on both sides.
    #[inline(always)]
    pub(crate) fn plus(self, src: usize, dst: usize) -> At {
        At {
            src: self.src.wrapping_add(src),
            dst: self.dst.wrapping_add(dst),
        }
    }

    /// Step `i` of a loop.
    #[inline(always)]
    pub(crate) fn step(self, i: usize, axis: &Axis) -> At {
        self.plus(i * axis.src, i * axis.dst)
    }
}

/// What [`Vector::run`](super::Vector::run) runs: the innermost loops of a nest, or of
/// something else that is planned. It takes them as they lie there: a copy made just
/// before is read back only when all earlier stores are done.
pub(crate) trait Task<Planned: ?Sized> {
    /// # Safety
    ///
    /// As the module `kernels` and the task's own documentation require.
    unsafe fn run(planned: &Planned, at: At);
}
