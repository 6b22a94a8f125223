//! `GatherBlock`: the loops of a block whose destination lanes are each gathered from
//! several windows of the source.

use super::axis::{Axes, Axis, UNUSED};
use super::{L1_BYTES, LANE, LINE};
use crate::list::List;

/// The most loops of a block.
const MAX_LOOPS: usize = 6;

/// The most units of a block.
pub(crate) const MAX_UNITS: usize = 2048;

/// The fewest bytes of a copy for which the table of a gathered block pays off.
///
/// Miri, which takes minutes for so many, has fewer.
const MIN_BYTES: usize = if cfg!(miri) { 256 } else { L1_BYTES };

/// The fewest units per lane that are gathered; fewer are copied one by one.
const MIN_UNITS: usize = 3;

/// A block of units of `unit` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GatherBlock {
    pub(crate) unit: usize,
    /// The loops, the innermost first: their strides in the destination ascend.
    pub(crate) loops: List<Axis, MAX_LOOPS>,
    /// The bytes from the start of the block to its end.
    src_span: usize,
    dst_span: usize,
}

impl GatherBlock {
    /// Returns true if `axes` contain a block that is worth gathering.
    pub(super) const fn is_in(axes: &Axes, unit: usize) -> bool {
        let (mut bytes, mut i) = (unit, 0);
        while i < axes.len {
            bytes = bytes.saturating_mul(axes.items[i].extent);
            i += 1;
        }
        let mut axes = *axes;
        bytes >= MIN_BYTES && Self::take(&mut axes, unit).is_some()
    }

    /// Takes the loops of a block out of `axes`: about a cache line of the destination, and
    /// at least a lane on each side.
    pub(crate) const fn take(axes: &mut Axes, unit: usize) -> Option<GatherBlock> {
        let mut block = GatherBlock {
            unit,
            loops: List::new(UNUSED),
            src_span: unit,
            dst_span: unit,
        };
        let mut units = 1;
        // This loop and the next one end: each step takes two steps or more of a loop out of
        // `axes`.
        while block.dst_span < LINE && axes.len > 0 {
            let at = least(axes, false);
            let axis = axes.at(at);
            let ends = axis.dst > block.dst_span && block.dst_span >= LANE;
            if ends && (block.src_span >= LANE || units >= LINE) {
                break;
            }
            // All steps of a loop without a stride write the same unit.
            if axis.dst >= LANE && units < MIN_UNITS || axis.dst == 0 {
                return None;
            }
            let steps = steps(axis.extent, (LINE - block.dst_span).div_ceil(axis.dst) + 1);
            units = usize::saturating_mul(units, steps);
            if units > MAX_UNITS || block.loops.is_full() {
                return None;
            }
            block.push(axes, at, steps);
        }
        while block.src_span < LANE && axes.len > 0 {
            let at = least(axes, true);
            let axis = axes.at(at);
            let steps = steps(axis.extent, 2);
            units = usize::saturating_mul(units, steps);
            if units > MAX_UNITS || block.loops.is_full() {
                return None;
            }
            block.push(axes, at, steps);
        }
        if block.dst_span < LANE || block.src_span < LANE || units < MIN_UNITS {
            return None;
        }
        Some(block)
    }

    /// Takes `steps` steps of the loop numbered `at`.
    const fn push(&mut self, axes: &mut Axes, at: usize, steps: usize) {
        let axis = axes.at(at);
        let mut place = self.loops.len();
        while place > 0 && self.loops.at(place - 1).dst > axis.dst {
            place -= 1;
        }
        self.loops.insert(
            place,
            Axis {
                extent: steps,
                ..axis
            },
        );
        self.src_span += (steps - 1) * axis.src;
        self.dst_span += (steps - 1) * axis.dst;
        if steps < axis.extent {
            axes.set(
                at,
                Axis {
                    extent: axis.extent / steps,
                    src: axis.src * steps,
                    dst: axis.dst * steps,
                },
            );
        } else {
            axes.swap_remove(at);
        }
    }

    /// Returns the bytes of the contiguous pieces in the source and in the destination.
    pub(super) const fn pieces(&self) -> (usize, usize) {
        let (mut src, mut dst) = (self.unit, self.unit);
        let mut i = 0;
        while i < self.loops.len * self.loops.len {
            let axis = &self.loops.items[i % self.loops.len];
            if axis.src == src {
                src *= axis.extent;
            }
            if axis.dst == dst {
                dst *= axis.extent;
            }
            i += 1;
        }
        (src, dst)
    }
}

/// Returns the loop with the least stride in the source or in the destination.
const fn least(axes: &Axes, in_src: bool) -> usize {
    let (mut least, mut i) = (0, 1);
    while i < axes.len {
        let (axis, other) = (&axes.items[i], &axes.items[least]);
        if if in_src {
            axis.src < other.src
        } else {
            axis.dst < other.dst
        } {
            least = i;
        }
        i += 1;
    }
    least
}

/// Returns the least divisor of `extent` that is at least `least`, or `extent` itself.
const fn steps(extent: usize, least: usize) -> usize {
    let mut steps = if least < 2 { 2 } else { least };
    while steps < extent && !extent.is_multiple_of(steps) && steps <= MAX_UNITS {
        steps += 1;
    }
    if steps > extent || steps > MAX_UNITS {
        extent
    } else {
        steps
    }
}
