//! The arithmetic of plans, over all copies of one or two loops: with numbers at the limits,
//! where a copy ends; with small numbers, the loops of the plan visit the same elements.

use std::vec;
use std::vec::Vec;

use crate::plan::{Inner, KernelNest, Odometer};
use crate::{Axis, StridedCopy};

const HALF: u32 = usize::BITS / 2;

/// Strides and starts; extents are those after 0.
const LIMITS: [usize; 10] = [
    0,
    1,
    2,
    3,
    17,
    (1 << HALF) - 1,
    1 << HALF,
    isize::MAX as usize,
    1 << (usize::BITS - 1),
    usize::MAX,
];

/// The bits of elements.
const BITS: [usize; 5] = [1, 4, 8, 24, 128];

/// All pairs of these numbers.
fn pairs(numbers: &[usize]) -> Vec<[usize; 2]> {
    let pair = |&first: &usize| numbers.iter().map(move |&second| [first, second]);
    numbers.iter().flat_map(pair).collect()
}

/// The copy of elements of `bits` bits by two loops.
fn copy(bits: usize, start: [usize; 2], loops: [Axis; 2]) -> StridedCopy {
    let mut copy = StridedCopy::new(bits);
    [copy.src, copy.dst] = start;
    assert!(loops.into_iter().all(|axis| copy.push(axis)));
    copy
}

/// The bits before the lowest element, and those up to the end of the highest one; `None` if an
/// element is before the buffer, or 128 bits cannot count them.
fn range(bits: usize, start: usize, loops: [[usize; 2]; 2]) -> Option<[u128; 2]> {
    let [mut lowest, mut highest] = [start as i128; 2];
    for [extent, stride] in loops {
        let reach = (extent as i128 - 1).checked_mul(stride as isize as i128)?;
        lowest = lowest.checked_add(reach.min(0))?;
        highest = highest.checked_add(reach.max(0))?;
    }
    let end = u128::try_from(highest).ok()?.checked_add(1)?;
    let bits = bits as u128;
    Some([
        u128::try_from(lowest).ok()?.checked_mul(bits)?,
        end.checked_mul(bits)?,
    ])
}

/// The loops of a nest, those of its kernel among them, and the bytes of its unit; `None` for
/// blocks, whose loops are taken apart.
fn all_loops(nest: &KernelNest) -> Option<(Vec<Axis>, usize)> {
    let (mut loops, unit) = match nest.inner {
        Inner::Run { len } => (vec![], len),
        Inner::Transpose {
            unit,
            rows,
            columns,
        } => (vec![rows, columns], unit),
        Inner::Fused {
            unit,
            rows,
            columns,
        } => ([rows, columns].concat(), unit),
        Inner::Shuffle(_) | Inner::Gather(_) | Inner::Bits { .. } => return None,
    };
    loops.extend(&nest.loops);
    Some((loops, unit))
}

/// The ends of a copy are exact, or longer than any buffer; its loops reach these ends, and go back
/// to its lowest elements.
fn check_ends(bits: usize, start: [usize; 2], loops: [Axis; 2]) -> bool {
    let [src, dst] = [|axis: Axis| axis.src, |axis: Axis| axis.dst]
        .map(|stride| loops.map(|axis| [axis.extent, stride(axis)]));
    let ranges = [range(bits, start[0], src), range(bits, start[1], dst)];
    let bytes = ranges.map(|range| usize::try_from(range?[1].div_ceil(8)).ok());
    // Elements of less than a byte, if they do not become whole bytes, are counted in bits.
    let in_bits = ranges.map(|range| usize::try_from(range?[1]).ok());
    let backward = |axis: &Axis| axis.extent > 1 && ((axis.src | axis.dst) as isize) < 0;
    let is_unknown = bits < 8 && (in_bits.contains(&None) || loops.iter().any(backward));
    for walk_src in [true, false] {
        let nest = copy(bits, start, loops).nest(walk_src);
        let found = [nest.extents.src_end, nest.extents.dst_end];
        let context = (bits, start, loops);
        let [Some(src_end), Some(dst_end)] = bytes else {
            assert_eq!(found, [usize::MAX; 2], "{context:?}");
            continue;
        };
        if found != [src_end, dst_end] {
            let is_long = src_end.max(dst_end) > isize::MAX as usize;
            let too_long = found == [usize::MAX; 2] && (is_unknown || is_long);
            assert!(too_long, "{context:?}: {found:?}");
            continue;
        }
        if let Some((loops, unit)) = all_loops(&nest) {
            let reach = |start, stride: fn(&Axis) -> usize| {
                let steps = loops
                    .iter()
                    .map(|axis| (axis.extent as u128 - 1) as i128 * stride(axis) as isize as i128);
                let [back, on] = [i128::min, i128::max]
                    .map(|end| steps.clone().map(|step| end(step, 0)).sum::<i128>());
                [start as i128 + back, start as i128 + on + unit as i128]
            };
            let src = reach(nest.extents.src_start, |axis| axis.src);
            let dst = reach(nest.extents.dst_start, |axis| axis.dst);
            let expected = ranges.map(|range| range.unwrap().map(|bits| bits as i128 / 8));
            assert_eq!([src, dst], expected, "{context:?}: {nest:?}");
            // Only the rows of a transpose, which come first, go backward in the destination.
            let rows = usize::from(matches!(nest.inner, Inner::Transpose { .. }));
            let goes_on = |axis: &Axis| axis.dst as isize >= 0;
            assert!(loops[rows..].iter().all(goes_on), "{context:?}: {nest:?}");
        }
    }
    bytes.iter().all(Option::is_some)
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn ends_at_the_limits() {
    let (mut all, mut fit) = (0, 0);
    let extents = pairs(&LIMITS[1..]);
    for bits in BITS {
        for &[a, b] in &pairs(&LIMITS) {
            for &[first, second] in &extents {
                for [c, d] in [[b, a], [1, a], [a, usize::MAX], [0, 2]] {
                    for start in [[1, 7], [b, 0]] {
                        let axis = |extent, src, dst| Axis { extent, src, dst };
                        let loops = [axis(first, a, c), axis(second, b, d)];
                        all += 1;
                        fit += usize::from(check_ends(bits, start, loops));
                    }
                }
            }
        }
    }
    assert_eq!(all, 324_000);
    assert!(fit > all / 20, "{fit} of {all} fit into memory");
}

/// What loops of units read and write, unit by unit, all multiplied by `scale`; in ascending
/// order.
fn visited(loops: &[Axis], start: [usize; 2], unit: usize, scale: usize) -> Vec<[usize; 2]> {
    let mut visited = vec![];
    for (src, dst) in Odometer::new(loops) {
        let first = [start[0] + src, start[1] + dst].map(|first| first * scale);
        visited.extend((0..unit * scale).map(|i| first.map(|first| first + i)));
    }
    visited.sort_unstable();
    visited
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn plans_visit_the_same_elements() {
    let (mut count, mut blocks) = (0, 0);
    let strides = pairs(&[0, 1, 2, 3, 4, 8]);
    for bits in [1, 2, 4, 8, 24] {
        for [first, second] in pairs(&[2, 3, 8]) {
            for &[a, b] in &strides {
                for &[c, d] in &strides {
                    for start in [[0, 0], [3, 8]] {
                        let axis = |extent, src, dst| Axis { extent, src, dst };
                        let loops = [axis(first, a, c), axis(second, b, d)];
                        let nest = copy(bits, start, loops).nest(true);
                        // Elements of less than a byte are compared bit by bit, others byte
                        // by byte.
                        let (unit, in_bytes) = if bits < 8 { (bits, 8) } else { (bits / 8, 1) };
                        let (own, len, scale) = match (nest.inner, all_loops(&nest)) {
                            (Inner::Bits { bits }, _) => (nest.loops.to_vec(), bits, 1),
                            (_, Some((loops, len))) => (loops, len, in_bytes),
                            (_, None) => {
                                blocks += 1;
                                continue;
                            }
                        };
                        let starts = [nest.extents.src_start, nest.extents.dst_start];
                        let found = visited(&own, starts, len, scale);
                        let expected = visited(&loops, start, 1, unit);
                        assert!(found == expected, "{bits} bits: {loops:?}: {nest:?}");
                        count += 1;
                    }
                }
            }
        }
    }
    assert_eq!((count, blocks), (116_628, 12));
}
