//! Copies of parts of buffers whose gaps others use. Miri, with either borrow model, sees a kernel
//! that loads or stores a gap: it invalidates the mutable slice of the gap, which is then written.

use std::vec;
use std::vec::Vec;

use super::cases::{PlainCopy, cases};
use super::{UNTOUCHED, case};
use crate::exec::{CachePolicy, has_vectors};
use crate::plan::Kernels;
use crate::{Axis, Destination, Hints, Source, StridedCopy, StridedPlan};

/// Returns a mutable slice of each longest range of bytes of `memory` that has no bits of
/// elements, and the address of all bytes.
fn slices_of_gaps<'a>(memory: &'a mut [u8], has_elements: &[bool]) -> (Vec<&'a mut [u8]>, *mut u8) {
    let start = memory.as_mut_ptr();
    let ranges = has_elements.chunk_by(|a, b| a == b);
    let mut at = 0;
    let mut gaps = vec![];
    for range in ranges {
        if !range[0] {
            // SAFETY: the range is within the slice, whose lifetime the gap has, and no other
            // range has these bytes.
            gaps.push(unsafe {
                std::slice::from_raw_parts_mut(start.wrapping_add(at), range.len())
            });
        }
        at += range.len();
    }
    (gaps, start)
}

/// Executes the copy between buffers whose gaps are mutable slices, in use before and after it.
pub(super) fn check(
    expected: &PlainCopy<'_>,
    run: impl Fn(&StridedCopy, Source<'_>, Destination<'_>),
) {
    let (copy, from, to) = expected.buffers();
    let has_elements = expected.bytes_of_elements();
    let (mut src, mut dst) = (from.to_vec(), vec![UNTOUCHED; to.len()]);
    let (mut gaps, src_start) = slices_of_gaps(&mut src, &has_elements[0]);
    let (dst_gaps, dst_start) = slices_of_gaps(&mut dst, &has_elements[1]);
    gaps.extend(dst_gaps);
    gaps.iter_mut().for_each(|gap| gap.fill(1));
    // SAFETY: both buffers have these bytes, and no slice has the bytes of elements.
    let source = unsafe { Source::from_raw_parts(src_start, from.len()) };
    // SAFETY: the same.
    let destination = unsafe { Destination::from_raw_parts(dst_start, to.len()) };
    run(copy, source, destination);
    for gap in gaps {
        assert!(gap == &vec![1; gap.len()][..], "{copy:?}");
        gap.fill(UNTOUCHED);
    }
    assert!(dst == to, "{copy:?}");
}

/// Elements of 8 bits or more and less, by each kernel.
#[test]
fn gaps_that_others_use() {
    let mut policies = &[
        CachePolicy::InOrder,
        CachePolicy::ByTiles,
        CachePolicy::Streaming,
    ][..];
    if cfg!(miri) {
        policies = &policies[..1]; // without streaming stores the others are the same kernels
    }
    for expected in cases() {
        if cfg!(miri) && expected.buffers().2.len() > 4096 {
            continue;
        }
        for &policy in policies {
            check(expected, |copy, from, to| {
                copy.execute_with(policy, true, from, to);
            });
        }
        check(expected, |copy, from, to| {
            let hints = Hints {
                bytes: 1 << 16,
                by_source: true,
            };
            let mut plan = StridedPlan::new(hints);
            assert!(plan.push(&mut { *copy }));
            plan.execute(from, to);
        });
    }
}

/// Copies that load gaps if the source owns them, store gaps if the destination owns them, and
/// bits that end within a byte, whose next byte is a gap.
#[test]
fn kernels_that_use_their_own_gaps() {
    let fused = case(8, "fused", &[(9, 1, 40), (36, 12, 1)]);
    let steps = if cfg!(miri) { 15 } else { 1700 };
    let gathered = [(5, 2, 1), (4, 10, 6), (steps, 50, 31)];
    let gathered = case(8, "gather", &gathered);
    let bits = case(4, "bits", &[(2, 1, 1), (9, 5, 6)]);
    for case in [fused, gathered, bits] {
        let expected = case.by_plain_loops_from(1, 1);
        let kernel = super::kernel_of(&case.copy(0, 0).nest(true));
        assert_eq!(kernel, case.kernel);
        check(&expected, |copy, from, to| {
            copy.execute_with(CachePolicy::InOrder, true, from, to);
        });
        // Chosen for sides that own their gaps.
        if has_vectors() {
            check(&expected, |copy, from, to| {
                copy.nest(true).execute(from, to)
            });
        }
    }
}

/// Gathered lanes need both gaps, short rows those of the source.
#[test]
fn kernels_between_parts() {
    let kernel = |loops, kernels| {
        let copy = case(8, "", loops).copy(0, 0);
        super::kernel_of(&copy.nest_of(true, kernels))
    };
    let every_second: &[_] = &[(1 << 16, 2, 1)];
    assert_eq!(kernel(every_second, Kernels::All), "gather");
    assert_eq!(kernel(every_second, Kernels::WithoutGaps), "run");
    let short_rows = &[(9, 1, 40), (36, 12, 1)];
    assert_eq!(kernel(short_rows, Kernels::All), "fused");
    assert_eq!(kernel(short_rows, Kernels::WithoutGaps), "transpose");
    let (from, mut to) = ([0; 4], [0; 4]);
    let whole = Source::new(&from);
    // SAFETY: the array has these bytes.
    let part = unsafe { Source::from_raw_parts(from.as_ptr(), 4) };
    let to = Destination::new(&mut to);
    assert!(Kernels::between(whole, &to) == Kernels::All);
    assert!(Kernels::between(part.tail(1), &to) == Kernels::WithoutGaps);
}

/// The even rows of a matrix are copied to its odd rows while its last row is in use.
#[test]
fn even_rows_to_odd_rows() {
    const ROWS: usize = 7;
    const COLUMNS: usize = 37;
    let mut matrix: Vec<u8> = (0..ROWS * COLUMNS).map(|i| i as u8).collect();
    let before = matrix.clone();
    let start = matrix.as_mut_ptr();
    // SAFETY: the last row is within the vector; the copy does not touch it.
    let last = unsafe {
        std::slice::from_raw_parts_mut(start.wrapping_add((ROWS - 1) * COLUMNS), COLUMNS)
    };
    last.fill(1);
    let mut copy = StridedCopy::new(8);
    let rows = Axis {
        extent: 3,
        src: 2 * COLUMNS,
        dst: 2 * COLUMNS,
    };
    let columns = Axis {
        extent: COLUMNS,
        src: 1,
        dst: 1,
    };
    assert!(copy.push(columns) && copy.push(rows));
    copy.dst = COLUMNS;
    let hints = Hints {
        bytes: 6 * COLUMNS,
        by_source: true,
    };
    let mut plan = StridedPlan::new(hints);
    assert!(plan.push(&mut { copy }));
    for by_plan in [true, false] {
        // SAFETY: the copy reads rows 0, 2 and 4, which nothing writes.
        let source = unsafe { Source::from_raw_parts(start, matrix.len()) };
        // SAFETY: it writes rows 1, 3 and 5, which nothing else uses.
        let destination = unsafe { Destination::from_raw_parts(start, matrix.len()) };
        if by_plan {
            plan.execute(source, destination);
        } else {
            copy.execute(hints, source, destination);
        }
        last[0] += 1;
    }
    last.fill(2);
    for (at, row) in matrix.chunks(COLUMNS).enumerate().take(ROWS - 1) {
        assert_eq!(row, &before[at / 2 * 2 * COLUMNS..][..COLUMNS]);
    }
    assert_eq!(matrix[(ROWS - 1) * COLUMNS..], [2; COLUMNS]);
}
