//! Copies whose loops go backward on either side, compared with plain loops.

use std::panic::catch_unwind;
use std::vec;
use std::vec::Vec;

use super::cases::{PlainCopy, case, cases};
use super::gaps;
use super::kernel_of;
use crate::exec::{CachePolicy, PLAIN};
use crate::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};

/// A sequence of numbers that look random.
struct Numbers(u64);

impl Numbers {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }

    /// Strides of loops that lie within one another in any order, with gaps or without, forward
    /// and backward.
    fn strides(&mut self, extents: &[usize]) -> Vec<usize> {
        let mut strides = vec![0; extents.len()];
        let mut left: Vec<_> = (0..extents.len()).collect();
        let mut stride = 1 + self.below(5) / 4;
        while !left.is_empty() {
            let at = left.swap_remove(self.below(left.len()));
            strides[at] = self.either_way(stride);
            stride = stride * extents[at] + self.below(2) * self.below(4);
        }
        strides
    }

    fn either_way(&mut self, stride: usize) -> usize {
        [stride, stride.wrapping_neg()][self.below(2)]
    }

    /// Between one loop and four, of few elements together.
    fn loops(&mut self) -> Vec<(usize, usize, usize)> {
        let mut extents = vec![];
        let mut room = if cfg!(miri) { 100 } else { 6000 };
        for _ in 0..=self.below(4) {
            let most = [3, 9, 35, 70][self.below(4)].min(room);
            extents.push(1 + self.below(most));
            room /= extents[extents.len() - 1];
        }
        let (src, dst) = (self.strides(&extents), self.strides(&extents));
        let strides = src.into_iter().zip(dst);
        let loops = extents.into_iter().zip(strides);
        loops
            .map(|(extent, (src, dst))| (extent, src, dst))
            .collect()
    }
}

/// Executes the copy in each way, by the policy for `bytes` bytes.
fn check(expected: &PlainCopy<'_>, bytes: usize, by_source: bool, skew: usize) {
    let hints = Hints { bytes, by_source };
    let plan_of = |copy: &StridedCopy| {
        let mut plan = StridedPlan::new(hints);
        assert!(plan.push(&mut { *copy }));
        plan
    };
    let by_plan = |copy: &StridedCopy, from: Source<'_>, to: Destination<'_>| {
        plan_of(copy).execute(from, to);
    };
    expected.check(skew, by_plan);
    gaps::check(expected, by_plan);
    expected.check(skew, |copy, from, to| copy.execute(hints, from, to));
    expected.check(skew, |copy, from, to| {
        let runs = copy.nest_of_runs(by_source);
        runs.execute_by(PLAIN, 0, from, to);
    });
    gaps::check(expected, |copy, from, to| {
        // Without turning loops round first.
        copy.execute_with(CachePolicy::of(bytes), by_source, from, to);
    });
    #[cfg(all(feature = "rayon", not(miri)))]
    {
        expected.check(skew, |copy, from, to| copy.par_execute(hints, from, to));
        expected.check(skew, |copy, from, to| plan_of(copy).par_execute(from, to));
    }
}

/// Cached stores in either order, and streaming stores.
const BYTES: [usize; 4] = [0, 1 << 16, 4 << 20, usize::MAX];

#[test]
fn any_loops() {
    let mut numbers = Numbers(1);
    for i in 0..if cfg!(miri) { 12 } else { 3000 } {
        let loops = numbers.loops();
        let unit = [1, 2, 3, 4, 8, 16][i % 6];
        let bytes = BYTES[numbers.below(4)];
        let case = case(8 * unit, "", &loops);
        check(&case.by_plain_loops(), bytes, i % 4 < 2, numbers.below(64));
    }
}

/// The copies of each kernel with loops turned round on one side or both.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn loops_of_each_kernel() {
    let mut numbers = Numbers(2);
    for expected in cases() {
        let (bits, loops) = (expected.case.bits, expected.case.loops);
        if !bits.is_multiple_of(8) {
            continue;
        }
        for bytes in BYTES {
            let turned: Vec<_> = loops
                .iter()
                .map(|&(extent, src, dst)| {
                    (extent, numbers.either_way(src), numbers.either_way(dst))
                })
                .collect();
            let case = case(bits, "", &turned);
            check(&case.by_plain_loops(), bytes, bytes > 0, numbers.below(64));
        }
    }
}

/// Matrices that several threads copy, of elements and of contiguous rows.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn large_matrices() {
    let back = usize::wrapping_neg;
    for loops in [
        [(700, 1, 900), (900, back(700), 1)],
        [(700, back(1), 900), (900, back(700), back(1))],
        [(700, back(1), 1), (900, 700, 700)],
        [(700, 1, 1), (900, back(700), 700)],
        [(700, back(1), back(1)), (900, 700, back(700))],
    ] {
        let case = case(32, "", &loops);
        check(&case.by_plain_loops(), usize::MAX, true, 4);
    }
}

/// Matrices whose rows go backward, with lines that share a set of the first-level cache on either
/// side, or on both.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn rows_of_conflicting_lines() {
    let back = usize::wrapping_neg;
    for unit in [1, 2, 3, 4, 8, 16] {
        for (src, dst) in [(4096, 192), (192, 4096), (4096, 4096), (1024, 1024)] {
            for column in [src, back(src)] {
                let loops = [(150, back(1), dst), (130, column, 1)];
                let case = case(8 * unit, "transpose", &loops);
                assert_eq!(kernel_of(&case.copy(1 << 20, 0).nest(true)), case.kernel);
                check(&case.by_plain_loops(), 0, true, 4);
            }
        }
    }
}

/// Executes a copy of one loop between buffers of 64 bytes in each way, and returns whether each
/// panics.
fn panics(bits: usize, [src, dst]: [usize; 2], axis: Axis) -> bool {
    let mut copy = StridedCopy::new(bits);
    (copy.src, copy.dst) = (src, dst);
    assert!(copy.push(axis));
    let hints = Hints {
        bytes: 128,
        by_source: true,
    };
    let mut plan = StridedPlan::new(hints);
    assert!(plan.push(&mut { copy }));
    let run = |run: &dyn Fn(Source<'_>, Destination<'_>)| {
        run(Source::new(&[0; 64]), Destination::new(&mut [0; 64]));
    };
    let by_plan = catch_unwind(|| run(&|from, to| plan.execute(from, to)));
    let at_once = catch_unwind(|| run(&|from, to| copy.execute(hints, from, to)));
    assert_eq!(by_plan.is_err(), at_once.is_err(), "{copy:?}");
    by_plan.is_err()
}

/// The lowest element is the first one of the buffer, or one before it.
#[test]
#[cfg_attr(miri, ignore = "panics take long")]
fn before_the_buffer() {
    let back = usize::wrapping_neg;
    for bits in [8, 24, 32] {
        for (src, dst) in [(back(2), 2), (2, back(2)), (back(2), back(2))] {
            let axis = Axis {
                extent: 4,
                src,
                dst,
            };
            let first = |stride: usize| if stride > 2 { 6 } else { 0 };
            let first = [first(src), first(dst)];
            assert!(!panics(bits, first, axis));
            for at in [0, 1] {
                let mut first = first;
                first[at] = first[at].wrapping_sub(1);
                assert!(panics(bits, first, axis), "{bits} bits: {axis:?}");
            }
        }
        for stride in [isize::MIN as usize, isize::MIN as usize + 1] {
            for (src, dst) in [(stride, 1), (1, stride), (stride, stride)] {
                let axis = Axis {
                    extent: 3,
                    src,
                    dst,
                };
                assert!(panics(bits, [1, 1], axis), "{bits} bits: {axis:?}");
            }
        }
    }
}

/// Elements that are not whole bytes are copied forward only, also if they make whole bytes.
#[test]
#[cfg_attr(miri, ignore = "panics take long")]
fn bits_go_forward() {
    let back = usize::wrapping_neg;
    for bits in [1, 4, 12] {
        for (src, dst) in [(back(8), 8), (8, back(8)), (back(8), back(8))] {
            let axis = Axis {
                extent: 3,
                src,
                dst,
            };
            assert!(panics(bits, [16, 16], axis), "{bits} bits: {axis:?}");
        }
        let forward = Axis {
            extent: 3,
            src: 8,
            dst: 8,
        };
        assert!(!panics(bits, [16, 16], forward));
    }
}
