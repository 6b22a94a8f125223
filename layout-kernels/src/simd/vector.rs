//! `Vector`: the operations of a vector register that the kernels need.

use super::{At, Task};
use crate::plan::LANE;

/// A vector register of `BYTES` bytes, seen as lanes of 16 bytes and as units
/// of `U` bytes: 1, 2, 4, 8 or 16. A value of it exists only where the
/// processor has it, because loads are the only way to get one.
///
/// # Safety
///
/// `load`, `store` and `stream` touch `BYTES` bytes, `load_lanes` and
/// `store_lanes` 16 bytes a lane. What is provided for lanes is only for a
/// vector of one lane.
pub(crate) unsafe trait Vector: Copy {
    /// 16 or 32.
    const BYTES: usize;

    /// Whether kernels use streaming stores of this vector.
    const STREAMS: bool;

    /// A vector of half as many bytes; itself when there is none.
    type Half: Vector;

    /// The vector for tiles of a transpose: not wider than half a cache line,
    /// because stores across two lines are slow.
    type Tile: Vector;

    /// Runs a task compiled for the processors that have this vector, as a
    /// function of its own. What is provided is for a vector that the whole
    /// program is compiled for.
    ///
    /// # Safety
    ///
    /// The processor has this vector, and the task's requirements hold.
    #[inline(always)]
    unsafe fn run<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
        #[inline(never)]
        unsafe fn compiled<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
            // SAFETY: the caller promises the task's requirements.
            unsafe { T::run(planned, at) }
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

    /// A non-temporal store, where the processor has one.
    ///
    /// # Safety
    ///
    /// As `store`, and `to` is a multiple of `BYTES`.
    unsafe fn stream(self, to: *mut u8);

    /// The units of `U` bytes of both in turn, in each lane: `self[0], other[0],
    /// self[1], other[1], ...`. The first result has those of the first half of
    /// the lane, the second those of the second half.
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self);

    /// The first lanes of both, and the second lanes of both. What is provided is
    /// never called.
    #[inline(always)]
    fn join_lanes(self, other: Self) -> (Self, Self) {
        (self, other)
    }

    /// Loads lanes, the second `pitch` bytes after the first.
    ///
    /// # Safety
    ///
    /// 16 bytes can be read at each lane's place, and the processor has this
    /// vector.
    #[inline(always)]
    unsafe fn load_lanes(from: *const u8, _pitch: usize) -> Self {
        // SAFETY: the caller promises the lane.
        unsafe { Self::load(from) }
    }

    /// Stores lanes to where `load_lanes` loads them from.
    ///
    /// # Safety
    ///
    /// 16 bytes can be written at each lane's place.
    #[inline(always)]
    unsafe fn store_lanes(self, to: *mut u8, _pitch: usize) {
        // SAFETY: the caller promises the lane.
        unsafe { self.store(to) }
    }

    /// Byte `i` of each lane is the one whose number is byte `i` of that lane
    /// of `order`, or 0 where that is 128; no other number is 16 or more.
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

    /// The bits of both.
    fn or(self, other: Self) -> Self;
}
