//! Interleaving by non-powers of two: transposes of 5 to 31 columns that are contiguous in
//! the destination, or of 3 to 15 rows that are contiguous in the source, such as the
//! colours of pixels. [`interleave`](mod@super::interleave) has the powers of two,
//! [`interleave_three`](super::interleave_three) three columns.
//!
//! Registers hold groups padded to `K` units, the next power of two. Four pixels of three
//! bytes per lane become planes like this:
//!
//! ```text
//! load     r0 g0 b0 r1 g1 b1 r2 g2 b2 r3 g3 b3 r4 g4 b4 r5     the last four are not used
//! pad      r0 g0 b0 .. r1 g1 b1 .. r2 g2 b2 .. r3 g3 b3 ..     a byte shuffle
//! order    r0 r1 r2 r3 g0 g1 g2 g3 b0 b1 b2 b3 .. .. .. ..     the same shuffle
//! network  r0 r1 r2 ... r15   of four such lanes: one lane for each plane,
//!          g0 g1 g2 ... g15   and a fourth one that is not stored
//!          b0 b1 b2 ... b15
//! ```
//!
//! A lane has `LANE / K / unit` groups. In memory these are less than a lane, so that loads
//! and stores of whole lanes reach into the next groups: bytes read there are not used, and
//! bytes written there are overwritten with the next lane. The last groups go through a
//! buffer.
//!
//! Without it, pixels of u8 RGB to planes take 3.3 to 4.3 times as long.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::{RowsColumns, transposed};
use crate::kernels::{LANE, LINE};
use crate::plan::{Axis, Nest};
use crate::simd::{At, NONE, Task, Vector, prefetch_soon};

/// The most bytes of the groups of a vector.
const MAX_GROUPS_BYTES: usize = 2 * LANE * (LANE - 1);

/// How far ahead of the stores rows are prefetched, in bytes, if there are more than four.
const ROW_PREFETCH_DISTANCE: usize = 4 * LINE;

/// How far ahead of the stores contiguous groups are prefetched, in bytes.
const GROUP_PREFETCH_DISTANCE: usize = 8 * LINE;

/// Prefetches the lines that will be written after these `len` bytes: overlapping stores,
/// and stores across two lines, wait for each line that is not in the first-level cache.
#[inline(always)]
pub(super) fn prefetch_groups(to: *const u8, len: usize) {
    for line in (0..len).step_by(LINE) {
        prefetch_soon(to.wrapping_add(GROUP_PREFETCH_DISTANCE + line));
    }
}

/// A transpose by padded groups.
pub(crate) struct PaddedGroups {
    /// The units of a group with its padding.
    padded: usize,
    /// True if `padded` units are more than a lane.
    is_wide: bool,
    /// True if the groups are in the destination.
    interleaves: bool,
}

impl PaddedGroups {
    /// Returns the transpose of units of `unit` bytes with vectors of `vector` bytes. `None` unless
    /// the columns or rows are contiguous groups: of less than a lane, with at least a vector of
    /// units in the other loop; or columns of more than a lane and less than a vector, with at
    /// least a lane of rows.
    #[inline(always)]
    pub(crate) fn of(
        unit: usize,
        rows: &Axis,
        columns: &Axis,
        vector: usize,
    ) -> Option<PaddedGroups> {
        let is_group = |group: usize, pitch: usize, others: usize| {
            group >= 3
                && !group.is_power_of_two()
                && group.next_power_of_two() * unit <= LANE
                && pitch == group * unit
                && others * unit >= vector
        };
        let bytes = columns.extent * unit;
        if unit <= 4
            && LANE < bytes
            && bytes < vector
            && rows.dst == bytes
            && rows.extent * unit >= LANE
        {
            Some(PaddedGroups {
                padded: 2 * LANE / unit,
                is_wide: true,
                interleaves: true,
            })
        } else if columns.extent > 3 && is_group(columns.extent, rows.dst, rows.extent) {
            Some(PaddedGroups {
                padded: columns.extent.next_power_of_two(),
                is_wide: false,
                interleaves: true,
            })
        } else if is_group(rows.extent, columns.src, columns.extent) {
            Some(PaddedGroups {
                padded: rows.extent.next_power_of_two(),
                is_wide: false,
                interleaves: false,
            })
        } else {
            None
        }
    }

    /// Executes the kernel.
    ///
    /// # Safety
    ///
    /// As the module `kernels` requires. The nest has the loops that [`of`](Self::of) was
    /// called with.
    #[inline(always)]
    pub(crate) unsafe fn execute<V: Vector>(&self, nest: &Nest<'_>, at: At) {
        macro_rules! by_padded {
            ($($kernel:ident $k:literal of $p:literal if $interleaves:literal,)*) => {
                match (self.padded, self.interleaves) {
                    $(($k, $interleaves) => {
                        // SAFETY: the same loops, groups of more than half `K`.
                        unsafe { V::execute::<_, $kernel<V, $k, $p>>(nest, at) }
                    })*
                    _ => unreachable!("units of a padded group are 4, 8 or 16"),
                }
            };
        }
        if self.is_wide {
            return match self.padded {
                // SAFETY: the same loops, groups of more than half of these units.
                32 => unsafe { V::execute::<_, InterleaveWide<V, 1, 16>>(nest, at) },
                // SAFETY: the same.
                16 => unsafe { V::execute::<_, InterleaveWide<V, 2, 8>>(nest, at) },
                // SAFETY: the same.
                _ => unsafe { V::execute::<_, InterleaveWide<V, 4, 4>>(nest, at) },
            };
        }
        by_padded! {
            InterleaveGroups 8 of 2 if true,
            InterleaveGroups 16 of 1 if true,
            DeinterleaveGroups 4 of 4 if false,
            DeinterleaveGroups 8 of 2 if false,
            DeinterleaveGroups 16 of 1 if false,
        }
    }
}

/// The vectors of `$per` units along `$axis`; the last one may overlap the one before.
/// `$is_last` is true if fewer than `$past` groups, about a lane, follow the vector.
macro_rules! each_vector {
    ($at:ident, $axis:ident, $per:expr, $past:expr, |$here:ident, $is_last:ident| $step:block) => {{
        let (per, past) = ($per, $past);
        let last = $axis.extent - per;
        let (mut next, mut unit) = ($at, 0);
        loop {
            let ($here, $is_last) = (next, unit + past > last);
            $step
            unit += per;
            if unit >= $axis.extent {
                break;
            }
            next = next.plus(per * $axis.src, per * $axis.dst);
            if unit > last {
                (next, unit) = ($at.step(last, &$axis), last);
            }
        }
    }};
}

/// Reads columns along the source, and writes contiguous groups of their units. `P` is
/// `LANE / K`.
///
/// # Safety
///
/// As the module `kernels` requires, for what [`PaddedGroups::of`] takes: groups of columns,
/// padded to `K`.
struct InterleaveGroups<V, const K: usize, const P: usize>(PhantomData<V>);

impl<V: Vector, const K: usize, const P: usize> Task<Nest<'_>> for InterleaveGroups<V, K, P> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        let group = columns.extent;
        // The offset of each column; padding reads the last column again.
        let mut offsets = [0; K];
        for (k, offset) in offsets.iter_mut().enumerate() {
            *offset = columns.src.wrapping_mul(k.min(group - 1));
        }
        let into = order(K, group, unit);
        let lane = P * group; // the bytes of the groups of a lane
        let past = LANE.div_ceil(group * unit);
        // A first lane that is stored last overwrites the start of the second lane stored
        // first. This order puts these bytes of the second lane behind the groups of the
        // first one.
        let mut next = [NONE; LANE];
        for i in 0..LANE - lane {
            next[lane + i] = i as u8;
        }
        // SAFETY: an order has the bytes of a lane, which is all lanes.
        let into = unsafe { V::load_lanes(into.as_ptr(), 0) };
        // SAFETY: the same.
        let next = unsafe { V::load_lanes(next.as_ptr(), 0) };
        let mut buffer = [MaybeUninit::<u8>::uninit(); MAX_GROUPS_BYTES + LANE];
        repeated!(nest, at, |at| {
            each_vector!(at, rows, V::BYTES / unit, past, |here, is_last| {
                let At { src, dst } = here;
                // SAFETY: in the first column, a vector of units.
                let mut vectors = [unsafe { V::load(src) }; K];
                unrolled!(K - 1, |k| {
                    let src = src.wrapping_add(offsets[k + 1]);
                    // SAFETY: the same in the other columns.
                    vectors[k + 1] = unsafe { V::load(src) };
                });
                let mut vectors = transposed::<V, P, K>(vectors);
                unrolled!(K, |k| {
                    // Bytes of padding become 0; the `or` below needs that.
                    if P > 1 || k == K - 1 {
                        vectors[k] = vectors[k].shuffle_lanes(into);
                    }
                });
                if const { V::BYTES > LANE } {
                    let (_, second) = vectors[0].join_lanes(vectors[0]);
                    vectors[K - 1] = vectors[K - 1].or(second.shuffle_lanes(next));
                }
                prefetch_groups(dst, V::BYTES * group);
                let to = if is_last {
                    buffer.as_mut_ptr().cast()
                } else {
                    dst
                };
                unrolled!(K, |k| {
                    // SAFETY: the groups of each lane, and less than a lane of the
                    // groups after them, which are written later, or the end of
                    // the buffer.
                    unsafe { vectors[k].store_lanes(to.wrapping_add(k * lane), K * lane) }
                });
                if is_last {
                    // SAFETY: the groups of a vector, in the buffer and here.
                    unsafe { dst.copy_from_nonoverlapping(to, V::BYTES * group) }
                }
            });
        });
    }
}

/// [`InterleaveGroups`] for groups of more than a lane: in registers a group is padded to a
/// vector of two lanes. `K` is `LANE / U`.
///
/// # Safety
///
/// As the module `kernels` requires, for what [`PaddedGroups::of`] takes: groups of columns
/// of more than a lane.
struct InterleaveWide<V, const U: usize, const K: usize>(PhantomData<V>);

impl<V: Vector, const U: usize, const K: usize> Task<Nest<'_>> for InterleaveWide<V, U, K> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let RowsColumns { rows, columns } = RowsColumns::of::<U>(nest);
        let group = columns.extent;
        // The distance from the column in a vector's first lane to the column in its second
        // lane, in bytes; padding reads the last column again.
        let mut second = [0; K];
        for (k, second) in second.iter_mut().enumerate() {
            *second = columns.src.wrapping_mul(K.min(group - 1 - k));
        }
        let past = V::BYTES.div_ceil(group * U);
        let mut buffer = [MaybeUninit::<u8>::uninit(); MAX_GROUPS_BYTES + 2 * LANE];
        repeated!(nest, at, |at| {
            each_vector!(at, rows, K, past, |here, is_last| {
                let At { mut src, dst } = here;
                // SAFETY: in two columns, a lane of units.
                let mut vectors = [unsafe { V::load_lanes(src, second[0]) }; K];
                unrolled!(K - 1, |k| {
                    src = src.wrapping_add(columns.src);
                    // SAFETY: the same.
                    vectors[k + 1] = unsafe { V::load_lanes(src, second[k + 1]) };
                });
                let vectors = transposed::<V, U, K>(vectors);
                let to = if is_last {
                    buffer.as_mut_ptr().cast()
                } else {
                    dst
                };
                unrolled!(K, |k| {
                    // SAFETY: a group, and less than a vector of the groups after it,
                    // which are written later, or the end of the buffer.
                    unsafe { vectors[k].store(to.wrapping_add(k * group * U)) }
                });
                prefetch_groups(dst, LANE * group);
                if is_last {
                    // SAFETY: the groups of a lane, in the buffer and here.
                    unsafe { dst.copy_from_nonoverlapping(to, LANE * group) }
                }
            });
        });
    }
}

/// Reads contiguous groups, and writes rows along the destination. `P` is `LANE / K`.
///
/// # Safety
///
/// As the module `kernels` requires, for what [`PaddedGroups::of`] takes: groups of rows,
/// padded to `K`.
struct DeinterleaveGroups<V, const K: usize, const P: usize>(PhantomData<V>);

impl<V: Vector, const K: usize, const P: usize> Task<Nest<'_>> for DeinterleaveGroups<V, K, P> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let (unit, RowsColumns { rows, columns }) = RowsColumns::with_unit(nest);
        let group = rows.extent;
        let lane = P * group; // the bytes of the groups of a lane
        let past = LANE.div_ceil(group * unit);
        let mut out = [NONE; LANE];
        for (from, to) in (0..).zip(order(K, group, unit)) {
            if to != NONE {
                out[to as usize] = from;
            }
        }
        // SAFETY: an order has the bytes of a lane, which is all lanes.
        let out = unsafe { V::load_lanes(out.as_ptr(), 0) };
        let mut buffer = [MaybeUninit::<u8>::uninit(); MAX_GROUPS_BYTES + LANE];
        buffer.fill(MaybeUninit::new(0));
        repeated!(nest, at, |at| {
            each_vector!(at, columns, V::BYTES / unit, past, |here, is_last| {
                let At { mut src, dst } = here;
                if is_last {
                    let to = buffer.as_mut_ptr().cast::<u8>();
                    // SAFETY: the groups of a vector, here and in the buffer.
                    unsafe { to.copy_from_nonoverlapping(src, V::BYTES * group) }
                    src = to;
                }
                // SAFETY: the groups of each lane, and less than a lane of the
                // groups after them, or the end of the buffer.
                let mut vectors = [unsafe { V::load_lanes(src, K * lane) }; K];
                unrolled!(K - 1, |k| {
                    let src = src.wrapping_add((k + 1) * lane);
                    // SAFETY: the same.
                    vectors[k + 1] = unsafe { V::load_lanes(src, K * lane) };
                });
                // The units of a lane with one group are already in order.
                if const { P > 1 } {
                    unrolled!(K, |k| { vectors[k] = vectors[k].shuffle_lanes(out) });
                }
                let vectors = transposed::<V, P, K>(vectors);
                unrolled!(K, |k| {
                    if k < if K == 4 { 3 } else { group } {
                        let to = dst.wrapping_add(rows.dst.wrapping_mul(k));
                        // SAFETY: in each row, a vector of units.
                        unsafe { vectors[k].store(to) }
                        if const { K > 4 } {
                            prefetch_soon(to.wrapping_add(ROW_PREFETCH_DISTANCE));
                        }
                    }
                });
            });
        });
    }
}

/// Returns the byte order from a lane of `k` pieces, one for each row, to a lane of groups:
/// piece `i` holds unit `i` of every group. The last pieces are padding.
fn order(k: usize, group: usize, unit: usize) -> [u8; LANE] {
    let mut order = [NONE; LANE];
    let piece = LANE / k;
    for row in 0..group {
        for byte in 0..piece {
            let (column, within) = (byte / unit, byte % unit);
            order[(column * group + row) * unit + within] = (row * piece + byte) as u8;
        }
    }
    order
}
