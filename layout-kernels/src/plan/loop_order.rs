//! The order of the loops around a kernel. A cache line of which a kernel uses a part is
//! used up before it is evicted.

use super::LINE;
use super::axis::{Axes, Axis};
use super::strided_copy::sort;

/// The cache lines of a piece of about so many, which begins anywhere, are mostly used
/// whole.
const LINES: usize = 4;

/// Orders the loops after the first `own` ones, which are a kernel's: by the strides of
/// the side that is visited in memory order, the smallest first.
///
/// Where the kernel copies `pieces` of less than a cache line of one side, the loop that
/// continues these comes first. If both sides' are so short, a part of one of these
/// loops comes before the other.
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

/// The loop around the kernel that continues pieces of `len` bytes, if these are less
/// than a cache line.
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

/// How many steps of a loop make a few cache lines of pieces of `piece` bytes: a divisor
/// of its extent, if there is one, and less.
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
