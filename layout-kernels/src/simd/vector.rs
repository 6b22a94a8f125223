//! `Vector`: the operations of a vector register that the kernels need.

use crate::plan::Axis;
use crate::plan::LANE;

/// A vector register of `BYTES` bytes, seen as lanes of 16 bytes and as units of `U` bytes:
/// 1, 2, 4, 8 or 16. Holding a value proves that the processor supports these instructions,
/// because only `load` makes values.
///
/// # Safety
///
/// `load`, `store` and `stream` touch `BYTES` bytes, `load_lanes` and `store_lanes` 16
/// bytes a lane. The provided methods for lanes are correct only for a vector of one lane.
pub(crate) unsafe trait Vector: Copy {
    /// 16 or 32.
    const BYTES: usize;

    /// True if kernels use streaming stores of this vector.
    const STREAMS: bool;

    /// A vector of half as many bytes, or this type if there is none.
    type Half: Vector;

    /// The vector for tiles of a transpose: at most half a cache line, because stores
    /// across two lines are slow.
    type Tile: Vector;

    /// Executes a task in a function that is compiled for processors with this vector. The
    /// provided method is for a vector that the whole program is compiled for.
    ///
    /// # Safety
    ///
    /// The processor has this vector, and the task's requirements hold.
    #[inline(always)]
    unsafe fn execute<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
        /// # Safety
        ///
        /// As `execute`.
        #[inline(never)]
        unsafe fn compiled<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
            // SAFETY: the caller promises the task's requirements.
            unsafe { T::execute(planned, at) }
        }
        // SAFETY: the caller promises the processor and the task's
        // requirements.
        unsafe { compiled::<P, T>(planned, at) }
    }

    /// # Safety
    ///
    /// `BYTES` bytes can be read at `from`, and the processor has this vector.
    unsafe fn load(from: *const u8) -> Self;

    /// # Safety
    ///
    /// `BYTES` bytes can be written at `to`.
    unsafe fn store(self, to: *mut u8);

    /// Writes with a non-temporal store, if the processor has one; otherwise `store`.
    ///
    /// # Safety
    ///
    /// As `store`, and `to` is a multiple of `BYTES`.
    unsafe fn stream(self, to: *mut u8);

    /// Interleaves the units of `U` bytes of two vectors, in each lane: `self[0], other[0],
    /// self[1], other[1], ...`. The first result interleaves the first halves of the lanes,
    /// the second result the second halves.
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self);

    /// Returns the first lanes of both vectors, and the second lanes of both. The provided method
    /// is never called.
    #[inline(always)]
    fn join_lanes(self, other: Self) -> (Self, Self) {
        (self, other)
    }

    /// Returns the first 12 bytes of each lane, contiguous; the bytes after them are unspecified.
    /// The provided method is for one lane.
    #[inline(always)]
    fn join_twelves(self) -> Self {
        self
    }

    /// Loads lanes, the second `pitch` bytes after the first.
    ///
    /// # Safety
    ///
    /// 16 bytes can be read at each lane's address, and the processor has this vector.
    #[inline(always)]
    unsafe fn load_lanes(from: *const u8, _pitch: usize) -> Self {
        // SAFETY: the caller promises the lane.
        unsafe { Self::load(from) }
    }

    /// Stores lanes, the second `pitch` bytes after the first.
    ///
    /// # Safety
    ///
    /// 16 bytes can be written at each lane's address.
    #[inline(always)]
    unsafe fn store_lanes(self, to: *mut u8, _pitch: usize) {
        // SAFETY: the caller promises the lane.
        unsafe { self.store(to) }
    }

    /// Returns a byte shuffle within each lane: byte `i` of the result is byte `order[i]` of the
    /// lane, or 0 if `order[i]` is 128. All other entries of `order` are below 16.
    #[inline(always)]
    fn shuffle_lanes(self, order: Self) -> Self {
        let (mut from, mut order_bytes) = ([0; LANE], [0; LANE]);
        // SAFETY: one lane.
        unsafe { self.store(from.as_mut_ptr()) }
        // SAFETY: the same.
        unsafe { order.store(order_bytes.as_mut_ptr()) }
        let to = order_bytes.map(|at| from.get(at as usize).map_or(0, |&byte| byte));
        // SAFETY: one lane; a value exists, so the processor has the vector.
        unsafe { Self::load(to.as_ptr()) }
    }

    /// Bitwise or.
    fn or(self, other: Self) -> Self;
}

/// A pointer into the source and one into the destination.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) src: *const u8,
    pub(crate) dst: *mut u8,
}

impl At {
    /// Returns the pointers advanced by some bytes; negative numbers wrap.
    #[inline(always)]
    pub(crate) fn plus(self, src: usize, dst: usize) -> At {
        At {
            src: self.src.wrapping_add(src),
            dst: self.dst.wrapping_add(dst),
        }
    }

    /// Returns the pointers at step `i` of a loop.
    #[inline(always)]
    pub(crate) fn step(self, i: usize, axis: &Axis) -> At {
        self.plus(i.wrapping_mul(axis.src), i.wrapping_mul(axis.dst))
    }
}

/// What [`Vector::execute`](super::Vector::execute) runs: the innermost loops of a nest, or of
/// another plan. It takes the plan by reference: a load from a fresh copy of it would wait
/// until all earlier stores are done.
pub(crate) trait Task<Planned: ?Sized> {
    /// # Safety
    ///
    /// As the module `kernels` and the task's own documentation require.
    unsafe fn execute(planned: &Planned, at: At);
}
