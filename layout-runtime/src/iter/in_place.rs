//! Writes in any order: the positions of all elements, and of all padding.

use core::ops::Range;

use layout_core::formula::run_pattern::RunPattern;

use super::order::Line;
use super::order::segment::Segment;
use super::order::segments::Segments;
use crate::layout::Layout;
use crate::layout::padding_ranges::Repeat;
use crate::map::{Mapping, OwnIndex, lacks_dimensions, run_pattern};

/// The fewest contiguous elements for which the innermost loop may be along a dimension
/// that is not the most minor.
const MIN_RUN: usize = 4;

/// A dimension, and how positions change along it.
type FastDim = (usize, RunPattern);

/// Returns the dimension along which loops are fastest: one with runs of contiguous elements,
/// otherwise the most minor one.
const fn fastest(layout: &Layout) -> FastDim {
    let order = layout.minor_to_major();
    let mut i = 0;
    while i < order.len() {
        let steps = layout.run_pattern_along(order.at(i));
        if is_fast(&steps) {
            return (order.at(i), steps);
        }
        i += 1;
    }
    if order.is_empty() {
        (0, layout.run_pattern())
    } else {
        (order.at(0), layout.run_pattern_along(order.at(0)))
    }
}

const fn is_fast(steps: &RunPattern) -> bool {
    steps.step() == 1 && steps.edges().edge_to_edge() >= MIN_RUN
}

/// The fastest dimension of a static layout.
struct Fastest<M>(M);

impl<M: Mapping> Fastest<M> {
    const STATIC: Option<FastDim> = match M::STATIC {
        Some(layout) => Some(fastest(layout)),
        None => None,
    };
}

#[inline]
fn fastest_of<M: Mapping>(mapping: &M) -> FastDim {
    if let Some(known) = const { Fastest::<M>::STATIC } {
        return known;
    }
    let steps = run_pattern(&mapping);
    let last = mapping.dims().len().saturating_sub(1);
    // Positions have a stride of 1 in one dimension only.
    if steps.step() == 1 || lacks_dimensions(mapping) {
        return (last, steps);
    }
    let dim = match mapping.with_layout(fastest) {
        Some((dim, _)) => dim,
        None => (0..last)
            .find(|&dim| is_fast(&mapping.pattern(dim)))
            .unwrap_or(last),
    };
    if dim + 1 < mapping.dims().len() {
        (dim, mapping.pattern(dim)) // a region's differ from its layout's
    } else {
        (dim, steps)
    }
}

/// Calls a function with the position of each element, in the order of memory where that is fast.
#[inline]
pub(super) fn each_position<M: Mapping>(mapping: &M, mut f: impl FnMut(usize)) {
    // Without padding every position is an element's.
    let len = mapping.buffer_len();
    if mapping.num_elements() == len {
        return (0..len).for_each(f);
    }
    if const { matches!(M::Index::RANK, Some(1)) } {
        return Line::new(mapping.borrowed()).for_each(f);
    }
    let (dim, steps) = fastest_of(mapping);
    // SAFETY: `fastest_of` returns the mapping's pattern along `dim`.
    let walk = unsafe { Segments::along(mapping.borrowed(), dim, steps) };
    let step = walk.run_pattern().step();
    walk.fold((), |(), _, _, segment: Segment| match step {
        1 => (segment.position..segment.position + segment.len).for_each(&mut f),
        _ => (0..segment.len).for_each(|k| f(segment.at(k, step))),
    });
}

/// Calls a function with ranges of positions of a buffer of this layout that are all of its padding.
pub(super) fn each_padded_range(layout: &Layout, mut f: impl FnMut(Range<usize>)) {
    layout.each_padding(|start, loops| each_range(start, loops, &mut f));
}

/// Calls a function with the positions of two nested loops, from `start` on, as ranges.
#[inline]
pub(crate) fn each_range(
    start: usize,
    [outer, inner]: [Repeat; 2],
    mut f: impl FnMut(Range<usize>),
) {
    for from in outer.positions(start) {
        match inner.stride {
            1 => f(from..from + inner.count),
            _ => inner.positions(from).for_each(|at| f(at..at + 1)),
        }
    }
}
