//! Compares kernels with plain loops, with cached and with streaming stores. Miri runs the
//! small copies, with portable vectors.

mod arithmetic;
mod cases;
#[cfg(all(unix, not(miri)))]
mod guarded;
#[cfg(all(unix, not(miri)))]
mod small_extents;

use std::vec::Vec;

use crate::exec::{CachePolicy, PLAIN, VECTORS, has_vectors};
use crate::plan::{Inner, KernelNest};
use crate::{Axis, Hints, StridedCopy, StridedPlan};
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

/// The extents of the loops around a kernel, the innermost first.
fn loops_of(nest: &KernelNest) -> Vec<usize> {
    nest.loops.iter().map(|axis| axis.extent).collect()
}

/// Runs of 24 bytes are partial lines on both sides. The runs that make a few lines of the
/// opposite side come first, then the loop of the side that is visited in order.
#[test]
fn lines_are_used_up() {
    let loops = |columns, walk_src| {
        let loops = [(6, 1, 1), (64, 6, 6 * columns), (columns, 384, 6)];
        loops_of(&case(32, "run", &loops).copy(0, 0).nest(walk_src))
    };
    assert_eq!(loops(100, true), [64, 100]); // a cache holds both sides
    assert_eq!(loops(200, true), [10, 64, 20]);
    assert_eq!(loops(200, false), [8, 200, 8]);
    // Lines that are read whole, and written by halves.
    let halves = [
        (48, 1, 30720),
        (32, 48, 1),
        (24, 1536, 1280),
        (40, 36864, 32),
    ];
    let halves = case(8, "transpose", &halves);
    assert_eq!(loops_of(&halves.copy(0, 0).nest(true)), [40, 24]);
}

/// Panels of a matrix product whose lines share a set of the first-level cache: the blocks of
/// lanes are copied in the order of the destination, and four runs of a line come first.
#[test]
fn panels_of_a_power_of_two() {
    let panels = |k: usize| {
        [
            (4, 1024, 1),
            (16, 1, 4),
            (k / 4, 4096, 64),
            (64, 16, 16 * k),
        ]
    };
    let loops = |k| loops_of(&case(8, "shuffle", &panels(k)).copy(0, 0).nest(true));
    assert_eq!(loops(1000), [16, 250]);
    assert_eq!(loops(1024), [256, 16]);
    let panels = |n: usize| [(16, 1, 1), (1024, n, 16), (n / 16, 16, 16 * 1024)];
    let loops = |n| loops_of(&case(32, "run", &panels(n)).copy(0, 0).nest(false));
    assert_eq!(loops(1040), [1024, 65]);
    assert_eq!(loops(1024), [4, 1024, 16]);
}

/// The loops around a run are sorted by the strides of the side that is visited in order.
#[test]
fn loops_are_in_the_order_of_a_side() {
    let loops = [
        (100, 1, 1),
        (3, 1000, 5000),
        (5, 30000, 200),
        (7, 5000, 50000),
    ];
    let copy = case(8, "run", &loops).copy(0, 0);
    assert_eq!(loops_of(&copy.nest(true)), [3, 7, 5]);
    assert_eq!(loops_of(&copy.nest(false)), [5, 3, 7]);
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
            assert_eq!(loops_of(&nest).len(), 3, "one of two loops is split");
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
fn loops_of_another_copy() {
    let other = case(8, "", &[(2, 1, 3), (3, 2, 1), (5, 6, 7)]).copy(0, 0);
    let mut copy = StridedCopy::new(8);
    assert!(copy.push_from(&other, 1, 3));
    assert_eq!(*copy.axes(), other.axes()[1..]);
    assert!(copy.push_from(&other, 2, 2), "no loops fit");
    while copy.num_axes() < 31 {
        assert!(copy.push_from(&other, 0, 1));
    }
    assert!(!copy.push_from(&other, 0, 2), "32 loops are the most");
    assert!(!copy.push_from(&other, 0, 1));
    assert_eq!(copy.num_axes(), 32);
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
fn a_plan_is_full_and_stays_as_it_was() {
    let hints = Hints {
        bytes: 0,
        by_source: true,
    };
    let mut plan = StridedPlan::new(hints);
    let mut copy = StridedCopy::new(8);
    while plan.push(&mut { copy }) {
        copy.src += 1;
        copy.dst += 1;
    }
    let (from, mut to) = ([1, 2, 3, 4, 5, 6, 7, 8], [0; 8]);
    plan.execute(&from, &mut to);
    let copied = copy.src;
    assert_eq!((&to[..copied], to[copied]), (&from[..copied], 0));
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
        let run = std::panic::catch_unwind(|| plan.execute(&[0; 64], &mut [0; 64]));
        assert!(run.is_err(), "{bits} bits");
    }
}
