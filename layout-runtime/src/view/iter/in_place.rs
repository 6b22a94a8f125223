//! Writes in any order: to all elements, and to all padding.

use layout_core::formula::run_pattern::RunPattern;

use crate::layout::Layout;
use crate::layout::padding_ranges::Repeat;
use crate::map::{Mapping, lacks_dimensions, layout_of, run_pattern};
use crate::view::ViewMut;
use crate::view::iter::lend::Lent;
use crate::view::iter::order::segments::Segments;

/// The fewest contiguous elements for which the innermost loop may be along a dimension
/// that is not the most minor.
const MIN_RUN: usize = 4;

/// The fewest contiguous positions that are filled as a slice.
const MIN_FILL: usize = 8;

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
    // Positions have a stride of 1 in one dimension only.
    if steps.step() == 1 || lacks_dimensions(mapping) {
        return (mapping.dims().len().saturating_sub(1), steps);
    }
    let (dim, _) = fastest(&layout_of(mapping));
    if dim + 1 < mapping.dims().len() {
        (dim, mapping.pattern(dim)) // a region's differ from its layout's
    } else {
        (dim, steps)
    }
}

/// Calls a function with each element, in the order of memory where that is fast.
pub(super) fn map<T, M: Mapping>(view: ViewMut<'_, T, M>, f: impl FnMut(&mut T)) {
    // Without padding every position is an element's.
    let mapping = view.mapping();
    if mapping.num_elements() == mapping.buffer_len() {
        return view.into_parts().0.iter_mut().for_each(f);
    }
    let (dim, steps) = fastest_of(mapping);
    // SAFETY: `fastest_of` returns the mapping's pattern along `dim`.
    let walk = |mapping| unsafe { Segments::along(mapping, dim, steps) };
    // SAFETY: the walk is of the mapping that it is given.
    let lent = unsafe { Lent::new(view, walk) };
    lent.for_each(f);
}

/// Writes a value to all padding of a buffer of this layout.
pub(crate) fn fill_padding<T: Copy>(layout: &Layout, buffer: &mut [T], value: T) {
    layout.each_padding(|start, loops| fill(buffer, start, loops, value));
}

/// Writes a value to the positions of two nested loops, from `start` on.
#[inline]
pub(crate) fn fill<T: Copy>(buffer: &mut [T], start: usize, [outer, inner]: [Repeat; 2], value: T) {
    for from in outer.positions(start) {
        match inner.stride {
            1 if inner.count >= MIN_FILL => buffer[from..][..inner.count].fill(value),
            _ => inner.positions(from).for_each(|at| buffer[at] = value),
        }
    }
}
