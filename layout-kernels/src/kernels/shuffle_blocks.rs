//! Copies blocks that are whole lanes on both sides, as [`Shuffle`] describes. Two lanes of two
//! pieces:
//!
//! ```text
//! load      a0 a1 a2 a3 a4 a5 a6 a7 a8 .. a15     b0 b1 b2 b3 b4 b5 b6 b7 b8 .. b15
//! before    a0 a2 a4 .. a14 | a1 a3 .. a15        b0 b2 b4 .. b14 | b1 b3 .. b15
//! network   a0 a2 a4 .. a14 | b0 b2 .. b14        a1 a3 a5 .. a15 | b1 b3 .. b15
//! after     a0 b0 a2 b2 a4 b4 ..                  a1 b1 a3 b3 a5 b5 ..
//! ```
//!
//! Without it, rows of u16 to Morton order take 4.7 to 12.6 times as long.
//!
//! [`Shuffle`]: crate::plan::lane_shuffle::Shuffle

use core::marker::PhantomData;

use super::transpose::transposed;
use super::{At, LANE, put_line, streams};
use crate::plan::lane_shuffle::{MAX_LINES, MAX_READS, Shuffle, Strides};
use crate::plan::{Axis, NO_AXIS};
use crate::plan::{Inner, Nest};
use crate::simd::{Task, Vector, prefetch_line};

/// Executes the kernel for the number of lanes.
///
/// # Safety
///
/// As the parent module requires.
#[inline(always)]
pub(super) unsafe fn shuffle<V: Vector>(nest: &Nest<'_>, at: At, lanes: usize) {
    macro_rules! by_lanes {
        ($($k:literal of $unit:literal)*) => {
            match lanes {
                // SAFETY: the caller promises the loops, the buffers and the processor, and
                // that a nest that streams fills lines; its lanes are `$k`.
                $($k if streams::<V>(nest) => unsafe { V::execute::<_, LineShuffle<V, $unit, $k>>(nest, at) },)*
                // SAFETY: the caller promises the loops, the buffers and the processor, which
                // has the narrower vector too; the nest's lanes are `$k`.
                $($k => unsafe { V::execute::<_, BlockShuffle<V::Tile, $unit, $k>>(nest, at) },)*
                _ => unreachable!("a lane has at most 16 pieces, a power of two"),
            }
        };
    }
    by_lanes! { 1 of 16 2 of 8 4 of 4 8 of 2 16 of 1 }
}

/// Copies blocks of `K` lanes, each of `K` pieces of `U` bytes, with cached stores. A
/// 32-byte vector takes two blocks at once, one lane of each.
///
/// # Safety
///
/// As the module `kernels` requires; the nest's kernel is a [`Shuffle`] of `K` lanes.
struct BlockShuffle<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for BlockShuffle<V, U, K> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let shuffle = shuffle_of(nest);
        let (src, dst) = (offsets::<K>(&shuffle.src), offsets::<K>(&shuffle.dst));
        // SAFETY: the caller promises the processor.
        let (before, after) = unsafe { orders::<V>(shuffle) };
        let (mut pitch, mut lines) = (NO_AXIS, shuffle.lines.as_slice());
        if V::BYTES > LANE
            && let [first, rest @ ..] = lines
        {
            (pitch, lines) = (*first, rest);
        }
        let mut steps = [(0, 0); 1 << MAX_LINES];
        let steps = all_steps(lines, &mut steps);
        repeated!(nest, at, |at| {
            for step in steps {
                let at = at.plus(step.0, step.1);
                let from = at.src;
                // SAFETY:
                // - `at` is one step of each loop around the blocks, so that a block begins
                //   there, and its lanes at the offsets `src`: the caller promises all of them;
                // - a vector of two lanes has the next block, one step of `pitch` further;
                // - the caller promises the processor.
                let vectors = unsafe { transposed_lanes::<V, U, K>(from, &src, pitch.src, before) };
                unrolled!(K, |k| {
                    let vector = last_order::<V, K>(vectors[k], after);
                    let to = at.dst.wrapping_add(dst[k]);
                    // SAFETY: lane `k` of the block at `at`, and of the next one, on the
                    // destination's side: the caller promises all lanes.
                    unsafe { vector.store_lanes(to, pitch.dst) }
                });
            }
        });
    }
}

/// Copies blocks whose lanes make whole cache lines of the destination, with non-temporal
/// stores. A vector takes one lane of each of `V::BYTES / LANE` blocks.
///
/// # Safety
///
/// As [`BlockShuffle`], and the nest fills lines.
struct LineShuffle<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for LineShuffle<V, U, K> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let shuffle = shuffle_of(nest);
        let (src, dst) = (offsets::<K>(&shuffle.src), offsets::<K>(&shuffle.dst));
        // SAFETY: the caller promises the processor.
        let orders = unsafe { orders::<V>(shuffle) };
        let Some(lines) = shuffle.whole_lines() else {
            unreachable!("the nest fills lines")
        };
        let [pitch, half] = lines.lanes;
        let mut steps = [(0, 0); 1 << MAX_LINES];
        let steps = all_steps(lines.others.as_slice(), &mut steps);
        let reads = shuffle.reads();
        repeated!(nest, at, |at| {
            for (i, step) in steps.iter().enumerate() {
                unrolled!(K, |k| {
                    let line = reads[(i * K + k) % MAX_READS];
                    prefetch_line(at.src.wrapping_add(nest.ahead + line))
                });
                let at = at.plus(step.0, step.1);
                // SAFETY:
                // - `at` is one step of each loop around the blocks, whose lanes the caller
                //   promises; `pitch` is the step to the next block of the vector;
                // - the caller promises the processor.
                let first = unsafe { shuffled::<V, U, K>(at.src, &src, pitch, orders) };
                let from = at.src.wrapping_add(half);
                // SAFETY: the same; `half` is the step to the blocks of the lines' other half.
                let second = unsafe { shuffled::<V, U, K>(from, &src, pitch, orders) };
                unrolled!(K, |k| {
                    let to = at.dst.wrapping_add(dst[k]);
                    // SAFETY: lane `k` of all these blocks is a whole line of the destination,
                    // as `whole_lines` says; the caller promises its bytes and its address.
                    unsafe { put_line::<V, true>(first[k], second[k], to) }
                });
            }
        });
    }
}

#[inline(always)]
fn shuffle_of<'a>(nest: &'a Nest<'_>) -> &'a Shuffle {
    let Inner::Shuffle(shuffle) = nest.inner else {
        unreachable!("only shuffles come here")
    };
    shuffle
}

/// Returns the byte orders `before` and `after` of a shuffle, repeated in each lane of a
/// vector.
///
/// # Safety
///
/// The processor has the vector.
#[inline(always)]
unsafe fn orders<V: Vector>(shuffle: &Shuffle) -> (V, V) {
    // SAFETY: an order has the bytes of a lane, and a pitch of 0 reads no others; the caller
    // promises the processor.
    let before = unsafe { V::load_lanes(shuffle.before.as_ptr(), 0) };
    // SAFETY: the same of the other order.
    let after = unsafe { V::load_lanes(shuffle.after.as_ptr(), 0) };
    (before, after)
}

/// Returns the offsets of all steps of some loops of extent two, on both sides.
#[inline(always)]
fn all_steps<'a>(
    lines: &[Axis],
    steps: &'a mut [(usize, usize); 1 << MAX_LINES],
) -> &'a [(usize, usize)] {
    let steps = &mut steps[..1 << lines.len()];
    for (i, step) in steps.iter_mut().enumerate() {
        for (bit, line) in lines.iter().enumerate() {
            step.0 += (i >> bit & 1) * line.src;
            step.1 += (i >> bit & 1) * line.dst;
        }
    }
    steps
}

/// Loads a block for each lane of a vector and returns its lanes as they are written.
///
/// # Safety
///
/// As for [`transposed_lanes`].
#[inline(always)]
unsafe fn shuffled<V: Vector, const U: usize, const K: usize>(
    from: *const u8,
    src: &[usize; K],
    pitch: usize,
    (before, after): (V, V),
) -> [V; K] {
    // SAFETY: the caller promises the same.
    let mut vectors = unsafe { transposed_lanes::<V, U, K>(from, src, pitch, before) };
    unrolled!(K, |k| {
        vectors[k] = last_order::<V, K>(vectors[k], after)
    });
    vectors
}

/// Loads the blocks and transposes their pieces. The byte order `after` is still to be
/// applied.
///
/// # Safety
///
/// The processor has the vector. Of one block for each lane of it, the first at `from` and
/// `pitch` bytes apart, a lane can be read at 0 and at the last `K - 1` of the offsets `src`.
#[inline(always)]
unsafe fn transposed_lanes<V: Vector, const U: usize, const K: usize>(
    from: *const u8,
    src: &[usize; K],
    pitch: usize,
    before: V,
) -> [V; K] {
    // SAFETY: the caller promises the processor and the first lane of each block.
    let first = unsafe { V::load_lanes(from, pitch) };
    let mut vectors = [first.shuffle_lanes(before); K];
    unrolled!(K - 1, |k| {
        // SAFETY: the caller promises the processor and lane `k + 1` of each block.
        let vector = unsafe { V::load_lanes(from.wrapping_add(src[k + 1]), pitch) };
        vectors[k + 1] = vector.shuffle_lanes(before);
    });
    transposed::<V, U, K>(vectors)
}

/// Applies the byte order `after`. A block of one lane does not need it: `before` did all.
#[inline(always)]
fn last_order<V: Vector, const K: usize>(vector: V, after: V) -> V {
    if K > 1 {
        vector.shuffle_lanes(after)
    } else {
        vector
    }
}

/// Returns the offset of each of `K` lanes.
#[inline(always)]
fn offsets<const K: usize>(strides: &Strides) -> [usize; K] {
    let (mut offsets, mut len) = ([0; K], 1);
    for stride in strides {
        for i in 0..len {
            offsets[len + i] = offsets[i] + stride;
        }
        len *= 2;
    }
    offsets
}
