//! Blocks of whole lanes with their bytes in another order, as [`Shuffle`]
//! says.
//!
//! [`Shuffle`]: crate::relayout::shuffle::Shuffle

use core::marker::PhantomData;

use super::{At, LANE};
use crate::relayout::cuts::{Axis, NO_AXIS};
use crate::relayout::nest::{Inner, Nest};
use crate::relayout::shuffle::{MAX_LINES, Strides};
use crate::relayout::vector::{Task, Vector};

/// Runs the kernel for the number of lanes.
///
/// # Safety
///
/// What the parent module says.
#[inline(always)]
pub(super) unsafe fn shuffle<V: Vector>(nest: &Nest, at: At, lanes: usize) {
    macro_rules! by_lanes {
        ($($k:literal of $unit:literal)*) => {
            match lanes {
                // SAFETY: the same loops, which have so many lanes.
                $($k => unsafe { V::run::<Blocks<V::Tile, $unit, $k>>(nest, at) },)*
                _ => unreachable!("a lane has at most 16 pieces, a power of two"),
            }
        };
    }
    by_lanes! { 1 of 16 2 of 8 4 of 4 8 of 2 16 of 1 }
}

/// Moves blocks of `K` lanes of `K` pieces of `U` bytes. A vector has a lane of
/// each of two blocks, if it has two.
struct Blocks<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task for Blocks<V, U, K> {
    #[inline(always)]
    unsafe fn run(nest: &Nest, at: At) {
        let Inner::Shuffle(shuffle) = &nest.inner else {
            unreachable!("only shuffles come here")
        };
        let (src, dst) = (offsets::<K>(&shuffle.src), offsets::<K>(&shuffle.dst));
        // SAFETY: an order has the bytes of a lane.
        let before = unsafe { V::load_lanes(shuffle.before.as_ptr(), 0) };
        // SAFETY: the same.
        let after = unsafe { V::load_lanes(shuffle.after.as_ptr(), 0) };
        let (mut pitch, mut lines) = (NO_AXIS, shuffle.lines.as_slice());
        if V::BYTES > LANE
            && let [first, rest @ ..] = lines
        {
            (pitch, lines) = (*first, rest);
        }
        let mut steps = [(0, 0); 1 << MAX_LINES];
        let steps = &mut steps[..1 << lines.len()];
        for (i, step) in steps.iter_mut().enumerate() {
            for (bit, line) in lines.iter().enumerate() {
                step.0 += (i >> bit & 1) * line.src;
                step.1 += (i >> bit & 1) * line.dst;
            }
        }
        repeated!(&nest.repeats, at, |at| {
            for step in &*steps {
                let at = at.plus(step.0, step.1);
                // SAFETY: one step of each loop, but for those of the block.
                unsafe { block::<V, U, K>(at, pitch, (&src, &dst), (before, after)) }
            }
        });
    }
}

/// Moves the blocks of a vector's lanes, which are `pitch` bytes apart.
#[inline(always)]
unsafe fn block<V: Vector, const U: usize, const K: usize>(
    at: At,
    pitch: Axis,
    (src, dst): (&[usize; K], &[usize; K]),
    (before, after): (V, V),
) {
    // SAFETY: in each block, the first lane.
    let first = unsafe { V::load_lanes(at.src, pitch.src) };
    let mut vectors = [first.shuffle_lanes(before); K];
    unrolled!(K - 1, |k| {
        // SAFETY: in each block, another lane.
        let vector = unsafe { V::load_lanes(at.src.wrapping_add(src[k + 1]), pitch.src) };
        vectors[k + 1] = vector.shuffle_lanes(before);
    });
    stages!(K, vectors, interleave_lanes, 8 4 2 1);
    unrolled!(K, |k| {
        let vector = if K > 1 {
            vectors[k].shuffle_lanes(after)
        } else {
            vectors[k]
        };
        // SAFETY: in each block, one lane.
        unsafe { vector.store_lanes(at.dst.wrapping_add(dst[k]), pitch.dst) }
    });
}

/// Where each of `K` lanes begins.
#[inline(always)]
fn offsets<const K: usize>(strides: &Strides) -> [usize; K] {
    let mut offsets = [0; K];
    unrolled!(K, |k| {
        offsets[k] = strides
            .iter()
            .enumerate()
            .map(|(bit, stride)| (k >> bit & 1) * stride)
            .sum();
    });
    offsets
}
