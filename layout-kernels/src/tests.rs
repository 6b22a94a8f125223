//! Compares kernels with plain loops, with cached and with streaming stores. Miri runs the
//! small copies, with portable vectors.

mod arithmetic;
mod backward;
mod cases;
mod gaps;
#[cfg(all(unix, not(miri)))]
mod guarded;
#[cfg(all(unix, not(miri)))]
mod small_extents;

use crate::exec::{CachePolicy, PLAIN, VECTORS, has_vectors};
use crate::plan::{Inner, KernelNest};
use crate::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};
pub(crate) use cases::case;
use cases::cases;

/// A byte that no copy writes.
const UNTOUCHED: u8 = 0xa5;

fn kernel_of(nest: &KernelNest) -> &'static str {
    match nest.inner {
        Inner::Run { .. } => "run",
        Inner::Transpose { .. } => "transpose",
        Inner::Fused { .. } => "fused",
        Inner::Shuffle(_) => "shuffle",
        Inner::Gather(_) => "gather",
        Inner::Bits { .. } => "bits",
    }
}

#[test]
fn each_kernel() {
    // Miri, which is slow, has the start at which nothing is aligned.
    let skews = if cfg!(miri) { &[7][..] } else { &[0, 4, 7] };
    for expected in cases() {
        let case = expected.case;
        assert_eq!(
            kernel_of(&case.copy(0, 0).nest(true)),
            case.kernel,
            "{:?}",
            case.loops
        );
        for walk_src in [true, false] {
            for &skew in skews {
                expected.check(skew, |copy, from, to| {
                    let nest = copy.nest(walk_src);
                    let kernel = if has_vectors() { VECTORS } else { PLAIN };
                    if has_vectors() || case.kernel == "run" {
                        nest.execute_by(kernel, 0, from, to);
                    } else {
                        copy.nest_of_runs(walk_src).execute_by(kernel, 0, from, to);
                    }
                });
            }
        }
    }
}

/// Contiguous groups of rows or of columns, with remainders of any length. The last group
/// ends where the destination ends.
#[test]
fn groups_of_any_number() {
    let small = [(3, 17), (3, 32), (7, 17), (12, 17)];
    let all = [3, 5, 6, 7, 9, 11, 12, 13, 15, 17, 24, 31].map(|group| {
        let counts = [16, 33, 34, 37, 64, 97, 99];
        counts.map(|count| (group, count))
    });
    let sizes = if cfg!(miri) {
        &small[..]
    } else {
        all.as_flattened()
    };
    for bits in [8, 16, 32] {
        for &(group, count) in sizes {
            for loops in [
                [(group, 1, count + 3), (count, group, 1), (2, 777, 4000)],
                [(count, 1, group), (group, count + 5, 1), (2, 2000, 4000)],
            ] {
                let case = case(bits, "transpose", &loops);
                case.by_plain_loops().check(5, |copy, from, to| {
                    copy.execute_with(CachePolicy::InOrder, true, from, to)
                });
            }
        }
    }
}

/// Units of 3 to 15 bytes, in matrices with remainders of any length.
#[test]
fn units_of_any_number_of_bytes() {
    for unit in (3..16).filter(|unit: &usize| !unit.is_power_of_two()) {
        let least = 32usize.div_ceil(unit);
        for (rows, columns) in [(0, 0), (1, 3), (7, 2), (17, 40), (40, 17), (34, 33)] {
            if cfg!(miri) && (rows + columns > 4 || !matches!(unit, 3 | 6 | 13)) {
                continue;
            }
            let (rows, columns) = (least + rows, least + columns);
            let loops = [
                (unit, 1, 1),
                (rows, unit, columns * unit + 1),
                (columns, rows * unit + 2, unit),
            ];
            let case = case(8, "transpose", &loops);
            assert_eq!(kernel_of(&case.copy(0, 0).nest(true)), case.kernel);
            let expected = case.by_plain_loops();
            for policy in [CachePolicy::InOrder, CachePolicy::Streaming] {
                expected.check(3, |copy, from, to| {
                    copy.execute_with(policy, true, from, to)
                });
            }
        }
    }
}

/// Loops that are split to use up cache lines copy the same elements.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn split_loops_copy_all() {
    for (bits, loops) in [
        (32, [(6, 1, 1), (64, 6, 1203), (200, 384, 6)]),
        (16, [(10, 1, 1), (48, 10, 3010), (300, 480, 10)]),
    ] {
        let case = case(bits, "run", &loops);
        let expected = case.by_plain_loops();
        for walk_src in [true, false] {
            let nest = case.copy(0, 0).nest(walk_src);
            assert_eq!(nest.loops.len(), 3, "one of two loops is split");
            expected.check(0, |copy, from, to| {
                copy.nest_of_runs(walk_src).execute_by(PLAIN, 0, from, to);
            });
        }
    }
}

/// Elements that are not whole bytes, whose runs begin within a byte on one side only, and
/// elements that are no runs.
#[test]
fn runs_of_bits_that_begin_anywhere() {
    for loops in [
        &[(8, 1, 1)][..],
        &[(8, 1, 1), (3, 8, 9)],
        &[(8, 1, 1), (3, 9, 8)],
        &[(6, 1, 1), (3, 8, 8), (2, 32, 33)],
        &[(9, 1, 5), (5, 9, 1)],
    ] {
        for bits in [3, 4, 5, 6, 7, 12, 20] {
            let case = case(bits, "", loops);
            // Within the first byte, or whole bytes, which `trimmed_copy` leaves out.
            let start = if bits < 8 { 1 } else { 2 };
            for (src, dst) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let expected = case.by_plain_loops_from(src * start, dst * start);
                expected.check(0, |copy, from, to| {
                    copy.execute_with(CachePolicy::InOrder, true, from, to)
                });
            }
        }
    }
}

#[test]
fn plain_loads_and_stores() {
    for case in cases() {
        case.check(1, |copy, from, to| {
            copy.nest_of_runs(true).execute_by(PLAIN, 0, from, to);
        });
    }
}

#[test]
fn each_policy() {
    for policy in [
        CachePolicy::InOrder,
        CachePolicy::ByTiles,
        CachePolicy::Streaming,
    ] {
        for case in cases() {
            for (by_source, skew) in [(true, 0), (false, 4), (true, 12)] {
                case.check(skew, |copy, from, to| {
                    copy.execute_with(policy, by_source, from, to)
                });
            }
        }
    }
}

#[test]
fn plans() {
    for bytes in [0, 1 << 16, usize::MAX] {
        for case in cases() {
            for skew in [0, 4] {
                case.check(skew, |copy, from, to| {
                    let mut plan = StridedPlan::new(Hints {
                        bytes,
                        by_source: true,
                    });
                    assert!(plan.push(&mut { *copy }));
                    plan.execute(from, to);
                });
            }
        }
    }
}

#[test]
#[cfg(feature = "rayon")]
#[cfg_attr(miri, ignore = "threads")]
fn several_threads() {
    let matrix = case(32, "transpose", &[(700, 1, 900), (900, 700, 1)]);
    let matrix = matrix.by_plain_loops();
    for case in cases().iter().chain([&matrix]) {
        case.check(4, |copy, from, to| {
            let hints = Hints {
                bytes: usize::MAX,
                by_source: true,
            };
            copy.par_execute(hints, from, to);
        });
    }
}

#[test]
fn copies_that_are_too_large_for_any_buffer() {
    let far = Axis {
        extent: 3,
        src: usize::MAX / 2,
        dst: 1,
    };
    for (bits, axis) in [
        (8, far),
        (64, far),
        (
            32,
            Axis {
                src: usize::MAX / 4 + 1,
                ..far
            },
        ),
    ] {
        let mut copy = StridedCopy::new(bits);
        assert!(copy.push(axis));
        let mut plan = StridedPlan::new(Hints {
            bytes: 0,
            by_source: true,
        });
        assert!(plan.push(&mut copy));
        let run = std::panic::catch_unwind(|| {
            plan.execute(Source::new(&[0; 64]), Destination::new(&mut [0; 64]))
        });
        assert!(run.is_err(), "{bits} bits");
    }
}
