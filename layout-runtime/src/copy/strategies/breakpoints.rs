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

    /// Returns the position of index `at`, relative to the first index's position; it may be before
    /// it, and wraps.
    const fn position(&self, dim: usize, at: usize) -> usize {
        if at == 0 {
            return 0;
        }
        let position = self.formula.along(self.origin, dim, self.start + at);
        position.wrapping_sub(self.first)
    }

    /// Returns the stride from index `at` on, and the number of elements that have it.
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

    /// Returns the indices after which positions repeat, at the same distance on both sides.
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

    /// Returns an index, counted from the origins, and its positions.
    pub(crate) const fn start(&self, at: usize) -> Start {
        Start {
            at,
            src: self.src.position(self.dim, at),
            dst: self.dst.position(self.dim, at),
        }
    }

    /// Returns the steps of size `step` from `at` up to the next multiple of `breakpoint`, on the
    /// side that meets it first.
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

    /// Returns a piece between nested breakpoints: whole blocks of the largest breakpoint that
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

    /// Returns a piece between other breakpoints: the elements between two of them, as often as
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

    /// Returns the number of blocks of `len` elements from `from` on, before `end`, that have the
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

    /// Returns the elements from index `at` on, before `end`, that have the same strides.
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

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::copy::strategies::layout_pair::LayoutPair;
    use crate::layout::Layout;

    /// A piece: the index where it begins, and its loops of (extent, source stride, destination
    /// stride), the innermost first.
    type Piece = (usize, Vec<(usize, usize, usize)>);

    /// Calls `check` with the breakpoints along the first dimension, from index `start` on.
    fn along<R>(
        [src, dst]: [&str; 2],
        start: usize,
        extent: usize,
        check: impl FnOnce(&Breakpoints<'_>) -> R,
    ) -> R {
        let [src, dst] = [src, dst].map(|text| Layout::parse(text).unwrap());
        let layouts = LayoutPair {
            src: &src,
            dst: &dst,
        };
        let [src, dst] = layouts.formulas().unwrap();
        let mut origin = Dims::filled(0, layouts.src.rank());
        origin.set(0, start);
        check(&Breakpoints::new((src, &origin), (dst, &origin), 0, extent))
    }

    /// Returns the pieces, which together hold each index once, at its positions.
    fn pieces(texts: [&str; 2], start: usize, extent: usize) -> Vec<Piece> {
        along(texts, start, extent, |breakpoints| {
            let (mut pieces, mut at) = (Vec::new(), 0);
            let mut copied = Vec::new();
            while at < extent {
                let first = breakpoints.start(at);
                let mut copy = StridedCopy::new(8);
                at = breakpoints.piece(&first, &mut copy).unwrap();
                let mut places = alloc::vec![(first.src, first.dst)];
                for axis in copy.axes() {
                    places = (0..axis.extent)
                        .flat_map(|step| {
                            places.iter().map(move |&(src, dst)| {
                                let src = src.wrapping_add(axis.src.wrapping_mul(step));
                                (src, dst.wrapping_add(axis.dst.wrapping_mul(step)))
                            })
                        })
                        .collect();
                }
                copied.extend(places);
                let loops = copy.axes().iter();
                let loops = loops.map(|axis| (axis.extent, axis.src, axis.dst));
                pieces.push((first.at, loops.collect()));
            }
            copied.sort_unstable();
            let all = (0..extent).map(|at| breakpoints.start(at));
            let mut all: Vec<_> = all.map(|start| (start.src, start.dst)).collect();
            all.sort_unstable();
            assert_eq!(copied, all, "{texts:?}");
            pieces
        })
    }

    /// Rows of 5 elements to tiles of 2 x 2, of which a row of tiles has 12 elements:
    ///
    /// ```text
    /// row     0   1 | 2   3 | 4
    /// src     0   5  10  15  20
    /// dst     0   2  12  14  24
    /// ```
    #[test]
    fn whole_tiles_and_a_rest() {
        let texts = ["u8[5,5]{1,0}", "u8[5,5]{1,0:T(2,2)}"];
        let whole = alloc::vec![(2, 5, 2), (2, 10, 12)];
        assert_eq!(pieces(texts, 0, 5), [(0, whole), (4, alloc::vec![])]);
        // From row 1 on: the rest of a tile, one tile, and the first row of another.
        let tile = alloc::vec![(2, 5, 2)];
        let expected = [(0, alloc::vec![]), (1, tile), (3, alloc::vec![])];
        assert_eq!(pieces(texts, 1, 4), expected);
    }

    /// Tiles of 2 rows within tiles of 4: a loop for each level.
    #[test]
    fn a_level_for_each_tile() {
        let texts = ["u8[8,4]{1,0}", "u8[8,4]{1,0:T(4,2)(2,1)}"];
        let loops = alloc::vec![(2, 4, 1), (2, 8, 4), (2, 16, 16)];
        assert_eq!(pieces(texts, 0, 8), [(0, loops)]);
        along(texts, 0, 8, |breakpoints| {
            assert!(breakpoints.nest() && !breakpoints.alternate());
        });
    }

    /// Tiles of 2 rows to tiles of 3 do not nest. Their breakpoints repeat after 6 rows, and each
    /// piece is copied in all periods:
    ///
    /// ```text
    /// row     0   1 | 2   3 | 4   5 || 6
    /// src     0   2 | 8  10 |16  18 ||24
    /// dst     0   2   4 |12  14  16 ||24
    /// ```
    #[test]
    fn tiles_that_do_not_nest_alternate() {
        let texts = ["u8[12,4]{1,0:T(2,2)}", "u8[12,4]{1,0:T(3,2)}"];
        let twice = (2, 24, 24);
        let expected = [
            (0, alloc::vec![twice, (2, 2, 2)]),
            (2, alloc::vec![twice, (2, 2, 8)]),
            (4, alloc::vec![twice, (2, 2, 2)]),
        ];
        assert_eq!(pieces(texts, 0, 12), expected);
        along(texts, 0, 12, |breakpoints| {
            assert!(!breakpoints.nest() && breakpoints.alternate());
        });
        // Within one period nothing repeats.
        along(texts, 0, 6, |breakpoints| assert!(!breakpoints.alternate()));
    }

    /// Equal tiles nest from the same index on, but not from different indices within a tile.
    #[test]
    fn origins_within_a_tile() {
        let [src, dst] = ["u8[12,4]{1,0:T(4,2)}"; 2].map(|text| Layout::parse(text).unwrap());
        let layouts = LayoutPair {
            src: &src,
            dst: &dst,
        };
        let [src, dst] = layouts.formulas().unwrap();
        let nest = |from: usize, to: usize| {
            let [from, to] = [from, to].map(|row| Dims::from_slice(&[row, 0]));
            Breakpoints::new((src, &from), (dst, &to), 0, 8).nest()
        };
        assert!(nest(1, 1) && nest(0, 4));
        assert!(!nest(0, 1));
    }
}
