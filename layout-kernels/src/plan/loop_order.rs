//! The order of the loops around a kernel: a cache line that the kernel uses in parts is
//! used up before it is evicted.

use super::LINE;
use super::axis::{Axes, Axis};
use super::strided_copy::sort;

/// About how many cache lines a piece spans for most of its lines to be used whole,
/// wherever it begins.
const LINES: usize = 4;

/// Orders the loops after the first `own` ones, which belong to the kernel, by their
/// strides on the side that is visited in memory order, the smallest first.
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
                let axis = axes.at(far);
                let (extent, src, dst) = (axis.extent / steps, axis.src * steps, axis.dst * steps);
                axes.set(far, Axis { extent, src, dst });
                move_to(axes, near, own);
                axes.insert(
                    own,
                    Axis {
                        extent: steps,
                        ..axis
                    },
                );
            }
        }
    }
}

/// The loop around the kernel that continues pieces of `len` bytes, if they are less than a
/// cache line.
const fn continuing(axes: &Axes, own: usize, len: usize, in_src: bool) -> Option<usize> {
    let mut at = own;
    while len < LINE && at < axes.len {
        let axis = &axes.items[at];
        if len == if in_src { axis.src } else { axis.dst } {
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
