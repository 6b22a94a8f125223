//! `Breakpoints`: where the tiles of two layouts split a logical dimension, and the loops
//! between these indices.
//!
//! Along one dimension, a flat layout is a sum of digits. A breakpoint is an
//! index where a digit of either layout wraps around. Between two of them both
//! positions have a constant stride. A piece is a part of the dimension that
//! loops of constant strides cover: usually all of it, with a remainder where
//! the last tile is partial.
//!
//! A layout that is not flat has constant strides between breakpoints too. Its pieces
//! repeat after a number of indices that follows from the terms, and one loop copies all
//! repetitions of a piece.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::{Dims, MAX_PHYSICAL_RANK};
use layout_core::util::arithmetic::least_common_multiple;

use crate::copy::strategies::{Axis, StridedCopy};

/// The most breakpoints of a dimension.
const MAX_LEVELS: usize = MAX_PHYSICAL_RANK;

/// The most blocks of a piece that are compared one by one. Blocks can be equally far apart
/// although a digit wraps between them.
const MAX_COMPARED_BLOCKS: usize = 4;

/// One of two layouts along a dimension.
#[derive(Clone, Copy)]
struct SideFormula<'a> {
    formula: FormulaRef<'a>,
    /// The first index that is copied, in all dimensions.
    origin: &'a Dims,
    /// The first index of this dimension, and its position.
    start: usize,
    first: usize,
}

impl<'a> SideFormula<'a> {
    const fn new((formula, origin): (FormulaRef<'a>, &'a Dims), dim: usize) -> SideFormula<'a> {
        let start = origin.items[dim];
        // Calls take time in const evaluation.
        let first = match formula {
            FormulaRef::Reduced(_) if start == 0 => 0,
            _ => formula.along(origin, dim, start),
        };
        SideFormula {
            formula,
            origin,
            start,
            first,
        }
    }

    /// The position of index `at`, relative to the first index's position; it may be before
    /// it, and wraps.
    const fn position(&self, dim: usize, at: usize) -> usize {
        if at == 0 {
            return 0;
        }
        let position = self.formula.along(self.origin, dim, self.start + at);
        position.wrapping_sub(self.first)
    }

    /// The stride from index `at` on, and the number of elements that have it.
    const fn linear(&self, dim: usize, at: usize) -> (usize, usize) {
        let linear = self.formula.linear(self.origin, dim, self.start + at);
        (linear.stride, linear.len)
    }

    /// How often the `len` elements from index `at` on repeat.
    const fn repeats(&self, dim: usize, at: usize, len: usize) -> usize {
        self.formula.repeats(self.origin, dim, self.start + at, len)
    }

    /// Cut number `i` of those that `extent` indices reach, in ascending order.
    const fn cut(&self, dim: usize, i: usize, extent: usize) -> Cut {
        if let Some((step, jump)) = self.formula.cut(dim, i)
            && (step < extent || step - extent < self.start)
        {
            return Cut { step, jump };
        }
        Cut {
            step: usize::MAX,
            jump: 0,
        }
    }

    /// After how many indices the breakpoints repeat.
    const fn period(&self, dim: usize, extent: usize) -> usize {
        self.formula.period(dim, self.start.saturating_add(extent))
    }
}

/// The indices of one dimension that are copied, on both sides, and the breakpoints among
/// them.
pub(crate) struct Breakpoints<'a> {
    src: SideFormula<'a>,
    dst: SideFormula<'a>,
    dim: usize,
    extent: usize,
    /// The levels of nested breakpoints; the first level is single elements. Only flat
    /// formulas have levels, and only if their breakpoints nest: each divides the next, at
    /// the same indices on both sides.
    levels: [Level; MAX_LEVELS],
    num_levels: usize,
    /// The number of indices after which breakpoints repeat; `usize::MAX` if it is more
    /// than the extent.
    period: usize,
}

/// The elements between two breakpoints of a level, and their strides.
#[derive(Clone, Copy)]
struct Level {
    /// The number of elements from one breakpoint to the next.
    step: usize,
    src: usize,
    dst: usize,
}

/// Where a digit of a flat formula wraps.
#[derive(Clone, Copy)]
struct Cut {
    /// The digit wraps at multiples of this index; `usize::MAX` after the last cut that the
    /// copy reaches.
    step: usize,
    /// The distance to the element at a multiple, less the distance between other
    /// neighbours.
    jump: usize,
}

/// Elements with the same strides.
struct StridedRun {
    src: usize,
    dst: usize,
    len: usize,
}

/// Where a piece begins.
pub(crate) struct Start {
    /// The index, counted from the origins.
    pub(crate) at: usize,
    /// The distance of its source position from the origin's; it wraps if negative.
    pub(crate) src: usize,
    pub(crate) dst: usize,
}

impl<'a> Breakpoints<'a> {
    /// The `extent` indices along `dim` from the origins on.
    pub(crate) const fn new(
        src: (FormulaRef<'a>, &'a Dims),
        dst: (FormulaRef<'a>, &'a Dims),
        dim: usize,
        extent: usize,
    ) -> Breakpoints<'a> {
        let mut this = Breakpoints {
            src: SideFormula::new(src, dim),
            dst: SideFormula::new(dst, dim),
            dim,
            extent,
            levels: [Level {
                step: 1,
                src: 0,
                dst: 0,
            }; MAX_LEVELS],
            num_levels: 0,
            period: 1,
        };
        if !this.find_levels() {
            let (src, dst) = (this.src.period(dim, extent), this.dst.period(dim, extent));
            this.period = least_common_multiple(src, dst);
        }
        this
    }

    /// Finds the levels; false when breakpoints do not nest.
    const fn find_levels(&mut self) -> bool {
        let (dim, extent) = (self.dim, self.extent);
        let (Some(src), Some(dst)) = (self.src.formula.stride(dim), self.dst.formula.stride(dim))
        else {
            return false;
        };
        let mut level = Level { step: 1, src, dst };
        let (mut src_cuts, mut dst_cuts, mut len) = (0, 0, 0);
        let (mut src, mut dst) = (self.src.cut(dim, 0, extent), self.dst.cut(dim, 0, extent));
        // Ends: each step adds a level, of which there are at most `MAX_LEVELS`.
        loop {
            self.levels[len] = level;
            len += 1;
            let step = if src.step < dst.step {
                src.step
            } else {
                dst.step
            };
            if step == usize::MAX {
                break;
            }
            if len == MAX_LEVELS || step % level.step != 0 {
                return false;
            }
            let times = step / level.step;
            level = Level {
                step,
                src: level.src * times,
                dst: level.dst * times,
            };
            if src.step == step {
                level.src = level.src.wrapping_add(src.jump);
                src_cuts += 1;
                src = self.src.cut(dim, src_cuts, extent);
            }
            if dst.step == step {
                level.dst = level.dst.wrapping_add(dst.jump);
                dst_cuts += 1;
                dst = self.dst.cut(dim, dst_cuts, extent);
            }
        }
        let (src, dst) = (self.src.start, self.dst.start);
        if src != dst && src.abs_diff(dst) % level.step != 0 {
            return false;
        }
        self.num_levels = len;
        true
    }

    /// Returns true if pieces alternate. Each is copied in all periods at once.
    pub(crate) const fn alternate(&self) -> bool {
        !self.nest() && self.period < self.extent
    }

    /// The indices after which positions repeat, at the same distance on both sides.
    #[cfg(feature = "kernels")]
    pub(crate) const fn repeat(&self) -> usize {
        match self.num_levels {
            0 => self.period,
            levels => self.levels[levels - 1].step,
        }
    }

    /// Returns true if breakpoints nest, so that there are few pieces.
    pub(crate) const fn nest(&self) -> bool {
        self.num_levels > 0
    }

    /// An index, counted from the origins, and its positions.
    pub(crate) const fn start(&self, at: usize) -> Start {
        Start {
            at,
            src: self.src.position(self.dim, at),
            dst: self.dst.position(self.dim, at),
        }
    }

    /// The steps of size `step` from `at` up to the next multiple of `breakpoint`, on
    /// the side that meets it first.
    const fn steps_to(&self, at: usize, breakpoint: usize, step: usize) -> usize {
        let src = breakpoint - (self.src.start + at) % breakpoint;
        let dst = breakpoint - (self.dst.start + at) % breakpoint;
        (if src < dst { src } else { dst }) / step
    }

    /// Adds the loops of the piece that begins at `start` to `copy`. Returns where the next
    /// piece begins, which is after `start`, or the extent; `None` if there are too many loops.
    pub(crate) const fn piece(&self, start: &Start, copy: &mut StridedCopy) -> Option<usize> {
        if self.nest() {
            self.nested_piece(start, copy)
        } else {
            self.segment(start, copy)
        }
    }

    /// A piece between nested breakpoints: whole blocks of the largest breakpoint that
    /// fits, with a loop for each smaller one.
    const fn nested_piece(&self, from: &Start, copy: &mut StridedCopy) -> Option<usize> {
        let start = from.at;
        let mut level = self.num_levels - 1;
        while !(self.src.start + start).is_multiple_of(self.levels[level].step)
            || start + self.levels[level].step > self.extent
        {
            level -= 1; // a breakpoint of 1 always fits
        }
        let size = self.levels[level].step;
        let mut count = (self.extent - start) / size;
        if level + 1 < self.num_levels {
            let steps = self.steps_to(start, self.levels[level + 1].step, size);
            count = if steps < count { steps } else { count };
        }
        let mut within = 0;
        while within <= level {
            let Level { step, src, dst } = self.levels[within];
            within += 1;
            let extent = if within > level {
                count
            } else {
                self.levels[within].step / step
            };
            if !copy.push(Axis { extent, src, dst }) {
                return None;
            }
        }
        Some(start + count * size)
    }

    /// A piece between other breakpoints: the elements between two of them, as often as
    /// they repeat, in all periods at once.
    const fn segment(&self, from: &Start, copy: &mut StridedCopy) -> Option<usize> {
        let periods = self.extent / self.period;
        let in_periods = from.at < self.period && periods > 0;
        let end = if in_periods { self.period } else { self.extent };
        let len = self.stretch(from.at, end).len;
        let count = self.count(from, len, end);
        let mut next = from.at + count * len;
        if in_periods {
            if next == self.period {
                next = periods * self.period;
            }
            if self.add_axis(copy, from, self.period, periods).is_none() {
                return None;
            }
        }
        if self.add_axis(copy, from, len, count).is_none() {
            return None;
        }
        match self.add_axis(copy, from, 1, len) {
            Some(()) => Some(next),
            None => None,
        }
    }

    /// The number of blocks of `len` elements from `from` on, before `end`, that have the
    /// same strides and are equally far apart.
    const fn count(&self, from: &Start, len: usize, end: usize) -> usize {
        let mut count = (end - from.at) / len;
        let src = self.src.repeats(self.dim, from.at, len);
        let dst = self.dst.repeats(self.dim, from.at, len);
        count = if src < count { src } else { count };
        count = if dst < count { dst } else { count };
        // Blocks with a digit that wraps between them can be equally far apart, too.
        let most = count + MAX_COMPARED_BLOCKS;
        while count < most && self.repeats(from, len, count, end) {
            count += 1;
        }
        count
    }

    /// Returns true if block number `count` is as far from the previous block as the earlier
    /// blocks are.
    const fn repeats(&self, from: &Start, len: usize, count: usize, end: usize) -> bool {
        let at = from.at + count * len;
        if at + len > end {
            return false;
        }
        let (first, here) = (self.stretch(from.at, end), self.stretch(at, end));
        if here.len != len || len > 1 && (here.src != first.src || here.dst != first.dst) {
            return false;
        }
        let (next, here) = (self.start(from.at + len), self.start(at));
        let src = next.src.wrapping_sub(from.src);
        let dst = next.dst.wrapping_sub(from.dst);
        src <= isize::MAX as usize
            && dst <= isize::MAX as usize
            && here.src == from.src.wrapping_add(src * count)
            && here.dst == from.dst.wrapping_add(dst * count)
    }

    /// The elements from index `at` on, before `end`, that have the same strides.
    const fn stretch(&self, at: usize, end: usize) -> StridedRun {
        let (src, src_len) = self.src.linear(self.dim, at);
        let (dst, dst_len) = self.dst.linear(self.dim, at);
        let mut len = end - at;
        len = if src_len < len { src_len } else { len };
        len = if dst_len < len { dst_len } else { len };
        StridedRun { src, dst, len }
    }

    const fn add_axis(
        &self,
        copy: &mut StridedCopy,
        start: &Start,
        step: usize,
        count: usize,
    ) -> Option<()> {
        if count > 1 {
            let next = self.start(start.at + step);
            let axis = Axis {
                extent: count,
                src: next.src.wrapping_sub(start.src),
                dst: next.dst.wrapping_sub(start.dst),
            };
            if !copy.push(axis) {
                return None;
            }
        }
        Some(())
    }
}
