//! Compares kernels with plain loops, with cached and with streaming stores. Miri runs the
//! small copies, with portable vectors.

use std::sync::LazyLock;
use std::vec;
use std::vec::Vec;

use crate::plan::{Inner, LoopNest};
use crate::run::{CachePolicy, PLAIN, VECTORS, has_vectors};
use crate::{Axis, CopyPlan, Hints, StridedCopy};

/// Loops as `(extent, source stride, destination stride)`, in elements.
pub(crate) type Loops<'a> = &'a [(usize, usize, usize)];

/// A copy of elements of `bits` bits.
pub(crate) struct Case<'a> {
    bits: usize,
    loops: Loops<'a>,
    kernel: &'static str,
}

pub(crate) const fn case<'a>(bits: usize, kernel: &'static str, loops: Loops<'a>) -> Case<'a> {
    Case {
        bits,
        loops,
        kernel,
    }
}

/// How many of the cases are small enough for Miri.
const SMALL: usize = 18;

/// Copies that use each kernel, most with a remainder.
const CASES: &[Case<'_>] = &[
    case(32, "run", &[(7, 1, 1), (3, 7, 9)]),
    case(8, "run", &[(45, 1, 1), (3, 50, 47)]),
    case(24, "run", &[(5, 3, 1), (4, 1, 5)]),
    case(8, "run", &[(299, 1, 1), (2, 310, 315)]), // longer than eight vectors
    case(32, "transpose", &[(5, 1, 4), (3, 6, 1)]),
    case(16, "transpose", &[(19, 1, 2), (2, 19, 1)]), // groups of two columns
    case(16, "transpose", &[(2, 1, 19), (19, 2, 1)]), // and of two rows
    case(8, "transpose", &[(33, 1, 4), (4, 40, 1)]),
    case(8, "transpose", &[(4, 1, 40), (33, 4, 1)]),
    case(16, "transpose", &[(17, 1, 3), (3, 17, 1)]), // three columns
    case(16, "transpose", &[(3, 1, 17), (17, 3, 1)]),
    case(8, "transpose", &[(21, 1, 50), (37, 21, 1)]), // tiles
    case(8, "transpose", &[(16, 1, 4096), (65, 16, 1)]), // rows that conflict
    case(8, "fused", &[(3, 1, 300), (7, 3, 20), (18, 21, 1)]),
    case(
        16,
        "shuffle",
        &[(2, 1, 1), (4, 2, 8), (2, 8, 2), (4, 16, 32), (2, 64, 4)],
    ),
    case(4, "bits", &[(5, 1, 3), (3, 5, 1)]),
    case(4, "bits", &[(17, 1, 18), (18, 17, 1)]), // a block
    case(2, "bits", &[(21, 1, 1), (3, 21, 24)]),  // runs
    case(1, "run", &[(8, 1, 1), (4, 8, 8)]),      // the inner loop is one byte
    case(8, "transpose", &[(100, 1, 8), (8, 101, 1)]),
    case(4, "bits", &[(8, 1, 1024), (1024, 8, 1), (3, 8192, 8192)]), // blocks
    case(4, "bits", &[(301, 1, 303), (303, 301, 1)]),
    case(2, "bits", &[(100, 1, 50), (50, 101, 1)]),
    case(1, "bits", &[(40, 1, 77), (77, 41, 1)]),
    case(4, "bits", &[(511, 1, 1), (9, 511, 512)]), // runs
    case(1, "bits", &[(77, 1, 1), (5, 80, 79)]),
    case(8, "transpose", &[(8, 1, 101), (100, 8, 1)]),
    case(16, "transpose", &[(100, 1, 4), (4, 100, 1), (3, 400, 400)]),
    case(32, "transpose", &[(100, 1, 8), (8, 100, 1)]),
    case(32, "transpose", &[(4, 1, 99), (99, 4, 1)]),
    case(64, "transpose", &[(100, 1, 4), (4, 100, 1)]),
    case(64, "transpose", &[(2, 1, 99), (99, 2, 1)]),
    case(128, "transpose", &[(100, 1, 4), (4, 100, 1)]),
    case(128, "transpose", &[(4, 1, 99), (99, 4, 1)]),
    case(8, "transpose", &[(70, 1, 5), (5, 70, 1)]), // pieces that are apart
    case(8, "transpose", &[(5, 1, 70), (70, 5, 1)]),
    case(16, "transpose", &[(3, 1, 6), (5, 3, 1), (40, 15, 20)]),
    case(8, "transpose", &[(512, 1, 64), (64, 512, 1)]), // conflicts in a cache
    case(32, "transpose", &[(200, 1, 64), (64, 200, 1)]), // whole lines
    case(16, "transpose", &[(390, 1, 151), (150, 390, 1)]), // and rows anywhere
    case(64, "transpose", &[(97, 1, 263), (263, 97, 1)]),
    case(32, "run", &[(128, 1, 1), (8, 1024, 128), (8, 128, 1024)]),
    case(
        16,
        "transpose",
        &[(128, 1, 2), (2, 512, 1), (4, 1024, 256), (4, 128, 1024)],
    ),
    case(8, "fused", &[(3, 1, 5000), (64, 3, 70), (70, 192, 1)]),
    // Gathered lanes: weights of 3 by 3, units of three bytes, and rows of the
    // destination that are no whole lanes.
    case(
        8,
        "gather",
        &[
            (4, 9, 1),
            (16, 288, 4),
            (8, 36, 64),
            (9, 1, 512),
            (9, 4608, 4608),
        ],
    ),
    case(
        24,
        "gather",
        &[
            (5, 3, 1),
            (3, 1, 5),
            (7, 15, 105),
            (7, 105, 15),
            (15, 735, 735),
        ],
    ),
    case(
        8,
        "gather",
        &[
            (3, 3, 1),
            (5, 10, 3),
            (7, 50, 15),
            (3, 1, 120),
            (110, 350, 360),
        ],
    ),
];

impl Case<'_> {
    fn copy(&self, src: usize, dst: usize) -> StridedCopy {
        let mut copy = StridedCopy::new(self.bits);
        (copy.src, copy.dst) = (src, dst);
        for &(extent, src, dst) in self.loops {
            assert!(copy.push(Axis { extent, src, dst }));
        }
        copy
    }

    /// The positions of all elements on both sides.
    fn positions(&self, src: usize, dst: usize) -> Vec<(usize, usize)> {
        let mut all = vec![(src, dst)];
        for &(extent, src, dst) in self.loops {
            let mut longer = Vec::with_capacity(all.len() * extent);
            for (mut from, mut to) in all {
                for _ in 0..extent {
                    longer.push((from, to));
                    (from, to) = (from + src, to + dst);
                }
            }
            all = longer;
        }
        all
    }

    /// The copy, a source, and the destination that plain loops make of it.
    pub(crate) fn by_plain_loops(&self) -> Expected<'_> {
        let (src, dst) = (16 / self.bits.min(16), 32 / self.bits.min(32));
        let bytes = |first: usize, stride: fn(&(usize, usize, usize)) -> usize| {
            let steps = self.loops.iter().map(|axis| (axis.0 - 1) * stride(axis));
            ((first + steps.sum::<usize>() + 1) * self.bits).div_ceil(8)
        };
        let from: Vec<u8> = (0..bytes(src, |axis| axis.1))
            .map(|i| (i * 31 + i / 251) as u8)
            .collect();
        let mut memory = vec![UNTOUCHED; bytes(dst, |axis| axis.2)];
        let (read, written) = (&from[..], &mut memory[..]); // Miri indexes slices faster than `Vec`s
        let size = self.bits / 8;
        for (from, to) in self.positions(src, dst) {
            if self.bits.is_multiple_of(8) {
                for byte in 0..size {
                    written[to * size + byte] = read[from * size + byte];
                }
                continue;
            }
            for bit in 0..self.bits {
                let (at, to) = (from * self.bits + bit, to * self.bits + bit);
                let value = read[at / 8] >> (at % 8) & 1;
                let byte = &mut written[to / 8];
                *byte = *byte & !(1 << (to % 8)) | value << (to % 8);
            }
        }
        Expected {
            case: self,
            copy: self.copy(src, dst),
            from,
            to: memory,
        }
    }
}

/// A byte that no copy writes.
const UNTOUCHED: u8 = 0xa5;

/// A case with its source and the whole destination, which ends with the last element.
pub(crate) struct Expected<'a> {
    case: &'a Case<'a>,
    copy: StridedCopy,
    from: Vec<u8>,
    to: Vec<u8>,
}

impl Expected<'_> {
    /// Runs the copy with `run`, and compares every bit of the destination and of the bytes
    /// around it. The destination begins `skew` bytes after a cache line.
    pub(crate) fn check(&self, skew: usize, run: impl FnOnce(&StridedCopy, &[u8], &mut [u8])) {
        let len = self.to.len();
        let mut memory = vec![UNTOUCHED; len + 128];
        let start = memory.as_ptr().addr().wrapping_neg() % 64 + skew;
        run(&self.copy, &self.from, &mut memory[start..start + len]);
        let (before, rest) = memory.split_at(start);
        let (copied, after) = rest.split_at(len);
        let around = [before, after].map(|bytes| bytes == &[UNTOUCHED; 128][..bytes.len()]);
        let Case { bits, loops, .. } = self.case;
        assert!(
            copied == self.to && around == [true; 2],
            "{bits} bits: {loops:?}"
        );
    }
}

fn cases() -> &'static [Expected<'static>] {
    static EXPECTED: LazyLock<Vec<Expected<'_>>> = LazyLock::new(|| {
        let cases = &CASES[..if cfg!(miri) { SMALL } else { CASES.len() }];
        cases.iter().map(Case::by_plain_loops).collect()
    });
    &EXPECTED
}

fn kernel_of(nest: &LoopNest) -> &'static str {
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
    for expected in cases() {
        let case = expected.case;
        assert_eq!(
            kernel_of(&case.copy(0, 0).nest(true)),
            case.kernel,
            "{:?}",
            case.loops
        );
        for walk_src in [true, false] {
            for skew in [0, 4, 7] {
                expected.check(skew, |copy, from, to| {
                    let nest = copy.nest(walk_src);
                    let kernel = if has_vectors() { VECTORS } else { PLAIN };
                    if has_vectors() || case.kernel == "run" {
                        nest.run_by(kernel, 0, from, to);
                    } else {
                        copy.nest_of_runs(walk_src).run_by(kernel, 0, from, to);
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
                    copy.run_with(CachePolicy::InOrder, true, from, to)
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
                expected.check(3, |copy, from, to| copy.run_with(policy, true, from, to));
            }
        }
    }
}

/// The extents of the loops around a kernel, the innermost first.
fn loops_of(nest: &LoopNest) -> Vec<usize> {
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

#[test]
fn plain_loads_and_stores() {
    for case in cases() {
        case.check(1, |copy, from, to| {
            copy.nest_of_runs(true).run_by(PLAIN, 0, from, to);
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
                    copy.run_with(policy, by_source, from, to)
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
                    let mut plan = CopyPlan::new(Hints {
                        bytes,
                        by_source: true,
                    });
                    assert!(plan.push(&mut { *copy }));
                    plan.run(from, to);
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
            copy.par_run(hints, from, to);
        });
    }
}

#[test]
fn a_plan_is_full_and_stays_as_it_was() {
    let hints = Hints {
        bytes: 0,
        by_source: true,
    };
    let mut plan = CopyPlan::new(hints);
    let mut copy = StridedCopy::new(8);
    while plan.push(&mut { copy }) {
        copy.src += 1;
        copy.dst += 1;
    }
    let (from, mut to) = ([1, 2, 3, 4, 5, 6, 7, 8], [0; 8]);
    plan.run(&from, &mut to);
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
                src: 1 << 62,
                ..far
            },
        ),
    ] {
        let mut copy = StridedCopy::new(bits);
        assert!(copy.push(axis));
        let mut plan = CopyPlan::new(Hints {
            bytes: 0,
            by_source: true,
        });
        assert!(plan.push(&mut copy));
        let run = std::panic::catch_unwind(|| plan.run(&[0; 64], &mut [0; 64]));
        assert!(run.is_err(), "{bits} bits");
    }
}
