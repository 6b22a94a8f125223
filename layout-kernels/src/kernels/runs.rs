//! Kernels of contiguous runs: vectors that overlap at the tail, whole cache lines by streaming
//! stores, and the runs of a small copy without a dispatch for each.

use core::marker::PhantomData;

use super::{At, LANE, LINE, line, opaque_load, streams, unit, vector};
use crate::plan::{Choice, Inner, Nest, Odometer, StridedPlan};
use crate::simd::{Task, Vector, prefetch_line, prefetch_soon};

/// Copies runs.
///
/// # Safety
///
/// As the module requires, and runs are no shorter than a vector.
pub(super) struct Runs<V>(PhantomData<V>);

impl<V: Vector> Task<Nest<'_>> for Runs<V> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let Inner::Run { len } = *nest.inner else {
            unreachable!("only runs come here")
        };
        // A short run is copied by vectors at fixed offsets: the exit branch of a loop
        // would be mispredicted.
        macro_rules! short {
            ($($place:expr),*) => {
                repeated!(nest, at, |at| {
                    $(
                        // SAFETY: `at` is one step, where both sides have a run of `len`
                        // bytes; the vector ends within it: each place is at most `back`.
                        unsafe { vector::<V, false>(at.plus($place, $place)) }
                    )*
                })
            };
        }
        let back = len - V::BYTES;
        if streams::<V>(nest) {
            let [inner, outer] = nest.repeats;
            // The stride of the innermost loop that does not continue the runs.
            let next = if inner.dst == len {
                outer.dst
            } else {
                inner.dst
            };
            let whole = |bytes: usize| bytes.is_multiple_of(LINE);
            let mut around = nest.repeats.into_iter().chain(nest.outer);
            if whole(len | at.dst.addr()) && around.all(|axis| whole(axis.dst)) {
                repeated!(nest, at, |at| {
                    let (mut at, mut left) = (at, len);
                    loop {
                        prefetch_line(at.src.wrapping_add(nest.ahead));
                        // SAFETY: a line of the run, which is whole lines on the destination's
                        // side: its start, its length and all strides are multiples of a line.
                        unsafe { line::<V, true>(at) }
                        if left <= LINE {
                            break;
                        }
                        (left, at) = (left - LINE, at.plus(LINE, LINE));
                    }
                });
                return;
            }
            repeated!(nest, at, |at| {
                prefetch_ends(at.dst.wrapping_add(next), len);
                // SAFETY:
                // - `at` is one step, where both sides have a run of `len` bytes;
                // - `streams` is true: the vector has streaming stores.
                unsafe { lines::<V>(len, at, nest.ahead) }
            });
        } else if back == 0 {
            short!(0);
        } else if len <= 2 * V::BYTES {
            short!(0, back);
        } else if len <= 3 * V::BYTES {
            short!(0, V::BYTES, back);
        } else {
            repeated!(nest, at, |at| {
                // SAFETY: `at` is one step, where both sides have a run of `len` bytes, which
                // the caller promises to be at least a vector.
                unsafe { run::<V>(len, at) }
            });
        }
    }
}

/// Copies runs of one vector, half a line, with streaming stores.
///
/// # Safety
///
/// As the module requires; runs are one vector, and the nest streams.
pub(super) struct StreamedVectors<V>(PhantomData<V>);

impl<V: Vector> Task<Nest<'_>> for StreamedVectors<V> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        repeated!(nest, at, |at| {
            prefetch_line(at.src.wrapping_add(nest.ahead));
            // SAFETY: `at` is one step, where both sides have a run of a vector; in the
            // destination it begins at a multiple of one, because the nest fills lines.
            unsafe { vector::<V, true>(at) }
        });
    }
}

/// Prefetches the cache lines that a run covers only in part, at its start and end: the
/// processor reads these before it writes them, and later stores wait for that.
#[inline(always)]
fn prefetch_ends(run: *mut u8, len: usize) {
    for end in [run, run.wrapping_add(len)] {
        if !end.addr().is_multiple_of(LINE) {
            prefetch_soon(end);
        }
    }
}

/// Copies, with streaming stores, each cache line of the destination that begins in a run.
///
/// # Safety
///
/// As the module requires. If a run ends within a line of the destination, both buffers
/// extend to the end of that line, and its bytes may be written.
pub(crate) struct LinesOfRuns<V>(PhantomData<V>);

impl<V: Vector> Task<Nest<'_>> for LinesOfRuns<V> {
    #[inline(always)]
    unsafe fn execute(nest: &Nest<'_>, at: At) {
        let Inner::Run { len } = *nest.inner else {
            unreachable!("only runs come here")
        };
        repeated!(nest, at, |at| {
            let mut byte = at.dst.addr().wrapping_neg() % LINE;
            while byte < len {
                // SAFETY: the line begins in the run, at a multiple of `LINE`; the caller
                // promises both sides up to its end, and the vector's streaming stores.
                unsafe { line::<V, true>(at.plus(byte, byte)) }
                byte += LINE;
            }
        });
    }
}

/// Copies a plan whose copies are all runs in at most two loops. It is for small copies,
/// where dispatch to a kernel for each copy would take longer than its runs.
///
/// # Safety
///
/// The processor has the vector. For each copy of the plan, all runs lie within the buffers at
/// `at`, which do not overlap.
pub(crate) struct PlannedRuns<V>(PhantomData<V>);

impl<V: Vector> Task<StridedPlan> for PlannedRuns<V> {
    #[inline(always)]
    unsafe fn execute(plan: &StridedPlan, at: At) {
        for planned in &plan.copies {
            let Choice::Run { len } = &planned.kernel else {
                unreachable!("only runs come here")
            };
            let at = at.plus(planned.extents.src_start, planned.extents.dst_start);
            let run_of = Inner::Run { len: *len };
            let [inner, outer] = Nest::new(&run_of, plan.loops_of(planned), 0).repeats;
            each_step!(at, outer, |at| {
                each_step!(at, inner, |at| {
                    let len = opaque_load(len);
                    if len < V::BYTES {
                        // SAFETY: `at` is one step, where both sides have a run of `len`
                        // bytes: fewer than a vector.
                        unsafe { short_run(len, at) }
                    } else {
                        // SAFETY: the same, at least a vector.
                        unsafe { run::<V>(len, at) }
                    }
                })
            });
        }
    }
}

/// Copies runs of `len` bytes, fewer than a vector has. It is compiled for the baseline
/// processor: with AVX2, LLVM would vectorise the loop by gathers and scatters, which are
/// slower.
///
/// # Safety
///
/// As the module requires, for all loops of the nest; no vector is needed.
#[inline(never)]
pub(super) unsafe fn short_runs(nest: &Nest<'_>, len: usize, at: At) {
    // Fewer steps take as long one by one.
    const MIN_UNROLLED_STEPS: usize = 32;
    // The length is matched outside the two innermost loops: within them, its branches take
    // as long as a run.
    let [inner, outer] = nest.repeats.map(|axis| *axis);
    let mut others = Odometer::new(nest.outer);
    loop {
        let at = at.plus(others.src, others.dst);
        macro_rules! of_size {
            ($size:literal) => {{
                let back = len - $size;
                each_step!(at, outer, |at| {
                    if back == 0 && inner.extent >= MIN_UNROLLED_STEPS {
                        let mut at = at;
                        for _ in 0..inner.extent / 4 {
                            unrolled!(4, |i| {
                                // SAFETY: one of four steps, where both sides have the unit.
                                unsafe { unit::<$size>(at.step(i, &inner)) }
                            });
                            at = at.step(4, &inner);
                        }
                        for _ in 0..inner.extent % 4 {
                            // SAFETY: one of the remaining steps.
                            unsafe { unit::<$size>(at) }
                            at = at.plus(inner.src, inner.dst);
                        }
                    } else {
                        each_step!(at, inner, |at| {
                            // SAFETY: `at` is one step, where both sides have a run of `len`
                            // bytes, at least the size.
                            unsafe { unit::<$size>(at) }
                            if opaque_load(&back) > 0 {
                                // SAFETY: the unit ends where the run does.
                                unsafe { unit::<$size>(at.plus(back, back)) }
                            }
                        })
                    }
                })
            }};
        }
        match len {
            32.. => unreachable!("a run is shorter than a vector"),
            16.. => of_size!(16),
            8.. => of_size!(8),
            4.. => of_size!(4),
            2.. => of_size!(2),
            1 => of_size!(1),
            0 => {}
        }
        if !others.advance() {
            break;
        }
    }
}

/// Copies runs of any length by plain loads and stores.
///
/// # Safety
///
/// As the module requires, for all loops of the nest; no vector is needed.
pub(crate) unsafe fn plain_runs(nest: &Nest<'_>, at: At) {
    let Inner::Run { len } = *nest.inner else {
        unreachable!("only runs come here")
    };
    if len < 2 * LANE {
        // SAFETY: the caller promises the loops; the run is shorter than two lanes.
        unsafe { short_runs(nest, len, at) }
    } else {
        repeated!(nest, at, |at| {
            // SAFETY: `at` is one step, where both sides have a run of `len` bytes; the
            // caller promises that the buffers do not overlap.
            unsafe { at.dst.copy_from_nonoverlapping(at.src, len) }
        });
    }
}

/// Copies a run: whole cache lines of the destination with non-temporal stores only, and
/// the ends with cached stores. The source is prefetched `ahead` bytes ahead.
///
/// # Safety
///
/// The processor has the vector; `len` bytes can be read at `at.src` and written at
/// `at.dst`; they do not overlap.
#[inline(always)]
pub(super) unsafe fn lines<V: Vector>(len: usize, at: At, ahead: usize) {
    let first = len.min(at.dst.addr().wrapping_neg() % LINE);
    let (count, rest) = ((len - first) / LINE, (len - first) % LINE);
    if first > 0 {
        // SAFETY: the first bytes of the run, fewer than a line.
        unsafe { short_run(first, at) }
    }
    let mut at = at.plus(first, first);
    for _ in 0..count {
        prefetch_line(at.src.wrapping_add(ahead));
        // SAFETY: `first` bytes and whole lines precede, so that the line begins at a multiple
        // of `LINE`; `count` of them end within the run.
        unsafe { line::<V, true>(at) }
        at = at.plus(LINE, LINE);
    }
    if rest > 0 {
        // SAFETY: the last bytes of the run, fewer than a line.
        unsafe { short_run(rest, at) }
    }
}

/// Copies a run that is no shorter than a vector.
///
/// # Safety
///
/// The processor has the vector; `len` bytes, at least `V::BYTES`, can be read at `at.src`
/// and written at `at.dst`; they do not overlap.
#[inline(always)]
unsafe fn run<V: Vector>(mut len: usize, mut at: At) {
    let beyond = at.dst.addr() % V::BYTES;
    if beyond > 0 && len >= 8 * V::BYTES {
        // After this vector, stores are aligned: a store across two cache lines takes as
        // long as two stores.
        // SAFETY: the first vector of the run, which has at least eight.
        unsafe { vector::<V, false>(at) }
        let first = V::BYTES - beyond;
        (len, at) = (len - first, at.plus(first, first));
    }
    // Four vectors per iteration: the exit branch of a short loop is often mispredicted.
    while len >= 4 * V::BYTES {
        unrolled!(4, |i| {
            // SAFETY: `len` bytes of the run are left from `at`, at least four vectors.
            unsafe { vector::<V, false>(at.plus(i * V::BYTES, i * V::BYTES)) }
        });
        (len, at) = (len - 4 * V::BYTES, at.plus(4 * V::BYTES, 4 * V::BYTES));
    }
    while len >= V::BYTES {
        // SAFETY: `len` bytes of the run are left from `at`, at least a vector.
        unsafe { vector::<V, false>(at) }
        (len, at) = (len - V::BYTES, at.plus(V::BYTES, V::BYTES));
    }
    if len > 0 {
        let back = len.wrapping_sub(V::BYTES);
        // SAFETY: the vector ends where the run does; the run is at least one vector, so that
        // it begins no earlier, be `back` negative (which wraps).
        unsafe { vector::<V, false>(at.plus(back, back)) }
    }
}

/// Copies a run that is shorter than a line, as two units that may overlap.
///
/// # Safety
///
/// `len` bytes, fewer than `LINE`, can be read at `at.src` and written at `at.dst`; they do
/// not overlap.
#[inline(always)]
pub(super) unsafe fn short_run(len: usize, at: At) {
    macro_rules! two {
        ($size:literal) => {{
            // SAFETY: the run's first bytes: `len` is at least the size.
            unsafe { unit::<$size>(at) }
            // SAFETY: the run's last bytes, for the same reason.
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
