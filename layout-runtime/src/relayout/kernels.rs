//! The kernels: what the innermost loops of a nest do, written once over any
//! [`Vector`].
//!
//! # Safety
//!
//! Every unsafe function here touches, on each side, the units of its loops:
//! those that begin `sum(i * stride)` after the pointer, with each `i` below
//! the extent of its loop, and nothing between. Its caller promises that they
//! are within the buffers, which do not overlap, and that the processor has
//! the vector. The comments below say why what is called touches no more.

mod transpose;

use core::marker::PhantomData;

use super::cuts::Axis;
use super::nest::{Inner, Nest};
use super::vector::{Task, Vector};
use transpose::transpose;

/// A cache line, in bytes.
pub(super) const LINE: usize = 64;

/// Where both sides are.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) src: *const u8,
    pub(super) dst: *mut u8,
}

impl At {
    /// Some bytes further on both sides.
    #[inline(always)]
    pub(super) fn plus(self, src: usize, dst: usize) -> At {
        At {
            src: self.src.wrapping_add(src),
            dst: self.dst.wrapping_add(dst),
        }
    }

    /// Step `i` of a loop.
    #[inline(always)]
    pub(super) fn step(self, i: usize, axis: &Axis) -> At {
        self.plus(i * axis.src, i * axis.dst)
    }
}

/// The loop `repeat` of a nest and its kernel.
///
/// # Safety
///
/// What the module says, of the loops `repeat` and those of `inner`.
pub(super) unsafe fn inner<V: Vector, const STREAM: bool>(nest: &Nest, at: At) {
    match nest.inner {
        // SAFETY: the same loops.
        Inner::Run { .. } => unsafe { V::run::<Runs<V, STREAM>>(nest, at) },
        Inner::Transpose { unit, .. } => {
            macro_rules! by_unit {
                ($($unit:literal)*) => {
                    match unit {
                        // SAFETY: the same loops.
                        $($unit => unsafe { transpose::<V, $unit, STREAM>(nest, at) },)*
                        _ => unreachable!("a unit is a power of two, at most 16"),
                    }
                };
            }
            by_unit! { 1 2 4 8 16 }
        }
        Inner::Bits { .. } => unreachable!("bits have a walk of their own"),
    }
}

/// Copies runs.
struct Runs<V, const STREAM: bool>(PhantomData<V>);

impl<V: Vector, const STREAM: bool> Task for Runs<V, STREAM> {
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        if let Inner::Run { len } = nest.inner {
            // SAFETY: the same loops.
            unsafe { runs::<V, STREAM>(&nest.repeat, len, at) }
        }
    }
}

#[inline(always)]
unsafe fn runs<V: Vector, const STREAM: bool>(repeat: &Axis, len: usize, at: At) {
    macro_rules! each {
        ($copy:expr) => {
            for i in 0..repeat.extent {
                // SAFETY: one step of `repeat`, where both sides have a run of
                // `len` bytes.
                unsafe { $copy(at.step(i, repeat)) }
            }
        };
    }
    match len {
        1 => each!(unit::<1>),
        2 => each!(unit::<2>),
        4 => each!(unit::<4>),
        8 => each!(unit::<8>),
        16 => each!(unit::<16>),
        _ if len >= V::BYTES => each!(|at| run::<V, STREAM>(len, at)),
        _ => each!(|at| short_run(len, at)),
    }
}

/// Copies one unit.
#[inline(always)]
unsafe fn unit<const U: usize>(at: At) {
    // SAFETY: the caller promises `U` bytes on both sides.
    unsafe { at.dst.copy_from_nonoverlapping(at.src, U) }
}

/// Copies one vector.
#[inline(always)]
unsafe fn vector<V: Vector, const STREAM: bool>(at: At) {
    // SAFETY: the caller promises `V::BYTES` bytes on both sides.
    let vector = unsafe { V::load(at.src) };
    // SAFETY: the same.
    unsafe { put::<V, STREAM>(vector, at.dst) }
}

/// Copies a run that is no shorter than a vector.
#[inline(always)]
unsafe fn run<V: Vector, const STREAM: bool>(len: usize, at: At) {
    let mut done = 0;
    if STREAM {
        // A line that is stored past the caches is not touched otherwise.
        done = at.dst.addr().wrapping_neg() % V::BYTES;
        // SAFETY: less than a vector.
        unsafe { short_run(done, at) }
    }
    while done + V::BYTES <= len {
        // SAFETY: the vector ends at or before `len`.
        unsafe { vector::<V, STREAM>(at.plus(done, done)) }
        done += V::BYTES;
    }
    if STREAM {
        // SAFETY: the rest of the run, less than a vector.
        unsafe { short_run(len - done, at.plus(done, done)) }
    } else if done < len {
        let last = len - V::BYTES;
        // SAFETY: the vector ends at `len`, which is at least its size.
        unsafe { vector::<V, false>(at.plus(last, last)) }
    }
}

/// Copies a run that is shorter than a vector: two units that may overlap.
#[inline(always)]
unsafe fn short_run(len: usize, at: At) {
    macro_rules! two {
        ($size:literal) => {{
            // SAFETY: `len` is at least the size.
            unsafe { unit::<$size>(at) }
            // SAFETY: the unit ends at `len`.
            unsafe { unit::<$size>(at.plus(len - $size, len - $size)) }
        }};
    }
    match len {
        32.. => two!(32),
        16.. => two!(16),
        8.. => two!(8),
        4.. => two!(4),
        2.. => two!(2),
        1 => two!(1),
        0 => {}
    }
}

/// Stores a vector; past the caches when that was chosen and the address is a
/// multiple of its size.
#[inline(always)]
unsafe fn put<V: Vector, const STREAM: bool>(vector: V, to: *mut u8) {
    if STREAM && to.addr().is_multiple_of(V::BYTES) {
        // SAFETY: the caller promises the bytes; the address was just checked.
        unsafe { vector.stream(to) }
    } else {
        // SAFETY: the caller promises the bytes.
        unsafe { vector.store(to) }
    }
}
