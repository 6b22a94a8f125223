//! The kernels: the innermost loops of a nest, written once for any [`Vector`].
//!
//! # The algorithm
//!
//! A nest is a list of loops, each with an extent and a stride in bytes on both sides. The
//! planner has put the loops of one kernel innermost.
//!
//! ```text
//! copy(nest, src, dst):
//!     for each step of the outer loops                    an odometer, one call per step
//!         for each step of the two loops around the kernel        plain nested loops
//!             kernel(src, dst)
//!
//! kernel, by the loops that are contiguous:
//!     Run         one loop on both sides          loads and stores of vectors
//!     Transpose   rows in src, columns in dst:
//!         2, 4, 8 columns or rows                 interleave, deinterleave
//!         3 columns                               interleave_three
//!         3 to 31, no power of two                padded_groups
//!         many of both                            register_tile, line_transpose
//!         units of 3 to 15 bytes                  padded_units
//!         a side is two loops, or short           fused_axes
//!     Shuffle     loops of two, 16 bytes on both sides         shuffle_blocks
//!     Gather      short loops of any extents                   gather
//! ```
//!
//! # Tricks
//!
//! 1. *Overlapping tails.* The tail of a row is one vector that ends where the row does and
//!    overlaps the vector before, so that there is no loop over single units.
//! 2. *Butterfly, then shuffle.* A butterfly network of `log2(K)` levels transposes the `K`
//!    pieces of `K` lanes. A byte shuffle (`pshufb`, `tbl`) by a table then orders the bytes
//!    of each lane. The code depends on `K` only, the table on the size of a unit.
//! 3. *Padding in registers.* Groups of 3 units are shuffled to 4, with one unused, and
//!    then transposed as 4.
//! 4. *Line buffers.* Columns whose pitch is a multiple of a large power of two share few
//!    cache sets. One line of each column is first copied to a buffer with a pitch of one
//!    line.
//! 5. *Whole lines.* Streaming stores write whole cache lines. If a row begins within a
//!    line, the kernel reads columns past the block to complete the row's last line.
//! 6. *Opaque conditions.* A branch on a value from [`opaque_load`] stays inside the loops,
//!    so that they are compiled once.
//! 7. *Prefetches between stores.* Each tile prefetches a few lines of what is written
//!    next. All lines of a block at once would fill the line fill buffers.
//!
//! # Safety
//!
//! Every unsafe function here touches, on each side, the units of its loops:
//! those that begin `sum(i * stride)` after the pointer, with each `i` below
//! the extent of its loop, and nothing between; but loads of fused axes and of
//! gathered lanes may reach any byte from the first unit of the source to the
//! last if [`Nest::owns_src_gaps`] is set, and gathered lanes load and store any byte
//! from the first unit of the destination to the last if both sides own their gaps. Its caller promises that they are within the buffers, which do not
//! overlap, and that the processor has the vector. The comments below prove
//! that each call stays within them.
//!
//! No stride is negative unless the nest does not stream and has runs or a transpose: then, in the
//! source, those of the loops around the kernel and of a transpose's columns, and in the
//! destination, those of a transpose's rows. Offsets then wrap.
//!
//! If [`Nest::streams`] is set, or with `STREAM`, kernels write whole cache lines with
//! streaming stores, each vector at a multiple of its size. The caller then also promises
//! that the nest fills lines, as `KernelNest::fills_lines` says, and a vector is a line or
//! half of one.

/// Repeats a step for each number below the constant `$k`, at most 16, without a loop.
/// Steps for larger numbers are not compiled.
macro_rules! unrolled {
    ($k:expr, |$i:ident| $step:block) => {
        unrolled!($k, $i $step 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($k:expr, $i:ident $step:block $($number:literal)*) => {
        $(
            #[allow(unconditional_panic, reason = "in steps that are not taken")]
            {
                if const { $number < $k } {
                    let $i = $number;
                    $step
                }
            }
        )*
    };
}

#[macro_use]
mod butterfly;
mod gather;
mod runs;
mod shuffle_blocks;
mod transpose;

use crate::plan::{Inner, LANE, LINE, Nest};
use crate::simd::{At, Vector};
pub(crate) use runs::{LinesOfRuns, PlannedRuns, plain_runs};
use runs::{Runs, StreamedVectors, short_runs};
use shuffle_blocks::shuffle;
pub(crate) use transpose::{Groups, conflict, fills_lines};
use transpose::{PaddedGroups, fused, padded_units, transpose};

/// Executes the loops of a nest with its kernel.
///
/// # Safety
///
/// As the module requires, for all these loops.
pub(crate) unsafe fn inner<V: Vector>(nest: &Nest<'_>, at: At) {
    match *nest.inner {
        Inner::Run { len } if len == V::BYTES && streams::<V>(nest) => {
            // SAFETY: the caller promises the loops, the buffers and the processor, and whole
            // lines; the guard is what `StreamedVectors` wants.
            unsafe { V::execute::<_, StreamedVectors<V>>(nest, at) }
        }
        // SAFETY:
        // - the caller promises the loops, the buffers and the processor;
        // - `Runs` wants runs that are no shorter than a vector: the guard.
        Inner::Run { len } if len >= V::BYTES => unsafe { V::execute::<_, Runs<V>>(nest, at) },
        // SAFETY: the caller promises the loops and the buffers; `len` is the run's.
        Inner::Run { len } => unsafe { short_runs(nest, len, at) },
        Inner::Transpose {
            unit,
            ref rows,
            ref columns,
        } => {
            if !unit.is_power_of_two() {
                // SAFETY: the caller promises the loops, the buffers and the processor; the
                // planner chose a transpose of such units for two lanes of rows and columns.
                return unsafe { padded_units::<V>(unit, nest, at) };
            }
            if let Some(groups) = PaddedGroups::of(unit, rows, columns, V::BYTES) {
                // SAFETY: the same loops.
                return unsafe { groups.execute::<V>(nest, at) };
            }
            macro_rules! by_unit {
                ($($unit:literal)*) => {
                    match unit {
                        // SAFETY: the same loops.
                        $($unit => unsafe {
                            transpose::<V, $unit, { LANE / $unit }>(nest, at)
                        },)*
                        _ => unreachable!("a unit is a power of two, at most 16"),
                    }
                };
            }
            by_unit! { 1 2 4 8 16 }
        }
        Inner::Fused { unit, .. } => {
            macro_rules! by_unit {
                ($($unit:literal)*) => {
                    match unit {
                        // SAFETY: the same loops.
                        $($unit => unsafe { fused::<V, $unit, { LANE / $unit }>(nest, at) },)*
                        _ => unreachable!("a unit is shorter than a lane"),
                    }
                };
            }
            by_unit! { 1 2 4 8 }
        }
        // SAFETY: the same loops.
        Inner::Shuffle(ref blocks) => unsafe { shuffle::<V>(nest, at, 1 << blocks.src.len()) },
        // SAFETY: the same loops.
        Inner::Gather(_) => unsafe { gather::gather::<V>(nest, at) },
        Inner::Bits { .. } => unreachable!("bits are copied by `copy_bits`"),
    }
}

/// Returns true if the nest uses streaming stores and the vector has them.
#[inline(always)]
fn streams<V: Vector>(nest: &Nest<'_>) -> bool {
    V::STREAMS && nest.streams
}

/// Loads a value that LLVM then cannot know, so that it leaves a branch on the value inside
/// the loops. Otherwise it compiles the loops once for each outcome (loop unswitching).
#[inline(always)]
fn opaque_load<T: Copy>(value: &T) -> T {
    // SAFETY: a reference can be read.
    unsafe { core::ptr::read_volatile(value) }
}

/// Copies one unit.
///
/// # Safety
///
/// `U` bytes can be read at `at.src` and written at `at.dst`; they do not overlap.
#[inline(always)]
unsafe fn unit<const U: usize>(at: At) {
    // SAFETY: the caller promises `U` bytes on both sides, without an overlap.
    unsafe { at.dst.copy_from_nonoverlapping(at.src, U) }
}

/// Copies one vector.
///
/// # Safety
///
/// The processor has the vector; `V::BYTES` bytes can be read at `at.src` and written at
/// `at.dst`, which is a multiple of them with `STREAM`.
#[inline(always)]
unsafe fn vector<V: Vector, const STREAM: bool>(at: At) {
    // SAFETY: the caller promises the processor and `V::BYTES` bytes of the source.
    let vector = unsafe { V::load(at.src) };
    // SAFETY: the caller promises `V::BYTES` bytes of the destination and, with `STREAM`,
    // its address.
    unsafe { put::<V, STREAM>(vector, at.dst) }
}

/// Copies a cache line.
///
/// # Safety
///
/// The processor has the vector; `LINE` bytes can be read at `at.src` and written at
/// `at.dst`, which is a multiple of `LINE` with `STREAM`.
#[inline(always)]
unsafe fn line<V: Vector, const STREAM: bool>(at: At) {
    unrolled!(LINE / V::BYTES, |i| {
        // SAFETY: the caller promises the line; vector `i` of it begins a multiple of
        // `V::BYTES`, which divides `LINE`, after it, and ends within it.
        unsafe { vector::<V, STREAM>(at.plus(i * V::BYTES, i * V::BYTES)) }
    });
}

/// Stores two vectors that make a cache line. The two stores follow each other directly;
/// otherwise the processor may write the line to memory twice.
///
/// # Safety
///
/// `2 * V::BYTES` bytes can be written at `to`, which is a multiple of `LINE` with `STREAM`.
#[inline(always)]
unsafe fn put_line<V: Vector, const STREAM: bool>(first: V, second: V, to: *mut u8) {
    // SAFETY: the caller promises the line's first half, and its address.
    unsafe { put::<V, STREAM>(first, to) }
    // SAFETY: its second half, at a multiple of `V::BYTES` if the line is at one.
    unsafe { put::<V, STREAM>(second, to.wrapping_add(V::BYTES)) }
}

/// Stores a vector; with `STREAM`, by a non-temporal store.
///
/// # Safety
///
/// `V::BYTES` bytes can be written at `to`, which is a multiple of them with `STREAM`.
#[inline(always)]
unsafe fn put<V: Vector, const STREAM: bool>(vector: V, to: *mut u8) {
    if STREAM {
        // SAFETY: the caller promises the bytes, and with `STREAM` the address.
        unsafe { vector.stream(to) }
    } else {
        // SAFETY: the caller promises the bytes.
        unsafe { vector.store(to) }
    }
}
