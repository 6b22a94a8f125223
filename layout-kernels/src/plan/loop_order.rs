//! The order of the loops around a kernel: a cache line that the kernel uses in parts is
//! used up before it is evicted. Without it, rows of s8 to COL32 take 4.9 to 7.5 times as long.

use super::axis::{Axes, Axis};
use super::strided_copy::sort;
use super::{LINE, SETS};

/// About how many cache lines a piece spans for most of its lines to be used whole,
/// wherever it begins.
const LINES: usize = 4;

/// Orders the loops after the first `own` ones, which belong to the kernel, by their
/// strides on the side that is visited in memory order, the smallest first.
///
/// If the loops visit the destination in memory order, and the source's pieces are whole lines
/// that conflict, the loop that continues them is split: a few of its steps come first.
///
/// `(src, dst)` are the bytes of the kernel's contiguous pieces. If one side's pieces are
/// less than a cache line, the loop that continues them comes first. If both sides' pieces
/// are, the loop that continues the side in memory order comes after a few steps of the
/// loop that continues the opposite side.
pub(super) const fn order_loops(
    axes: &mut Axes,
    own: usize,
    walk_src: bool,
    (src, dst): (usize, usize),
) {
    sort(axes, own, walk_src);
    match (
        continuing(axes, own, src, true),
        continuing(axes, own, dst, false),
    ) {
        (None, None) if !walk_src => read_lines_together(axes, own, src),
        (None, None) => {}
        (Some(at), None) | (None, Some(at)) => move_to(axes, at, own),
        (Some(along_src), Some(along_dst)) => {
            let (near, far, piece) = if walk_src {
                (along_src, along_dst, dst)
            } else {
                (along_dst, along_src, src)
            };
            if near == far {
                move_to(axes, near, own);
            } else if let Some(steps) = steps_of_lines(axes.at(far), piece)
                && !axes.is_full()
            {
                let within = split(axes, far, steps);
                move_to(axes, near, own);
                axes.insert(own, within);
            }
        }
    }
}

/// Exchanges the two innermost loops around short runs if the first one has few steps, and the second
/// one many. Pairs of every second element of 2 bytes take 5 times as long pair by pair.
pub(super) const fn put_many_steps_first(axes: &mut Axes) {
    const FEW: usize = 8;
    const MANY: usize = 32;
    if axes.len > 1 && axes.items[0].extent < FEW && axes.items[1].extent >= MANY {
        (axes.items[0], axes.items[1]) = (axes.items[1], axes.items[0]);
    }
}

/// Puts a few steps of the loop that continues pieces of `len` bytes of the source innermost, if
/// the innermost loop reads lines that share a set of the first-level cache. Rows of s8 to
/// BA16a64b4a take 1.67 to 6.9 times as long without it.
const fn read_lines_together(axes: &mut Axes, own: usize, len: usize) {
    let mut at = own;
    while at < axes.len && axes.items[at].src != len {
        at += 1;
    }
    if at == own || at >= axes.len || axes.is_full() || !axes.items[own].src.is_multiple_of(SETS) {
        return;
    }
    let mut steps = LINES * LINE / len;
    while steps > 1 && !axes.items[at].extent.is_multiple_of(steps) {
        steps -= 1;
    }
    if steps > 1 {
        let within = split(axes, at, steps);
        axes.insert(own, within);
    }
}

/// Splits a loop after `steps` steps, a divisor of its extent, and returns the loop of these.
const fn split(axes: &mut Axes, at: usize, steps: usize) -> Axis {
    let axis = axes.at(at);
    let (extent, src) = (axis.extent / steps, axis.src.wrapping_mul(steps));
    let dst = axis.dst * steps;
    axes.set(at, Axis { extent, src, dst });
    Axis {
        extent: steps,
        ..axis
    }
}

/// Returns the loop around the kernel that continues pieces of `len` bytes, backward or forward, if
/// they are less than a cache line.
const fn continuing(axes: &Axes, own: usize, len: usize, in_src: bool) -> Option<usize> {
    let mut at = own;
    while len < LINE && at < axes.len {
        let axis = &axes.items[at];
        if len
            == if in_src {
                (axis.src as isize).unsigned_abs()
            } else {
                axis.dst
            }
        {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// How many steps of a loop over pieces of `piece` bytes make a few cache lines: a proper
/// divisor of its extent, if there is one.
const fn steps_of_lines(axis: Axis, piece: usize) -> Option<usize> {
    let least = LINE.div_ceil(piece);
    let mut steps = LINES * least;
    while steps >= least {
        if steps < axis.extent && axis.extent.is_multiple_of(steps) {
            return Some(steps);
        }
        steps -= 1;
    }
    None
}

/// Puts the loop numbered `at` before the one numbered `first`.
const fn move_to(axes: &mut Axes, at: usize, first: usize) {
    let axis = axes.at(at);
    axes.remove(at);
    axes.insert(first, axis);
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use crate::plan::KernelNest;
    use crate::tests::case;

    /// Returns the extents of the loops around a kernel, the innermost first.
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
}
