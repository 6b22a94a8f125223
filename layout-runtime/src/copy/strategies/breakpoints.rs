//! `Breakpoints`: where the tiles of two layouts split a logical dimension, and the loops
//! between these indices.
//!
//! Along one dimension, a flat layout is a sum of digits. A breakpoint is an
//! index where a digit of either layout wraps around. Between two of them both
//! positions have a constant stride. A piece is a part of the dimension that
//! loops of constant strides cover: usually all of it, with a remainder where
//! the last tile is partial.

use layout_core::formula::Evaluator;
use layout_core::spec::{Dims, MAX_PHYSICAL_RANK};

use crate::copy::strategies::{Axis, StridedCopy};

/// The most breakpoints of a dimension.
const MAX_LEVELS: usize = MAX_PHYSICAL_RANK;

/// One of two layouts along a dimension.
#[derive(Clone, Copy)]
struct SideFormula<'a> {
    formula: &'a Evaluator,
    /// The first index that is copied, in all dimensions.
    origin: &'a Dims,
    /// The first index of this dimension, and its position.
    start: usize,
    first: usize,
}

impl<'a> SideFormula<'a> {
    const fn new((formula, origin): (&'a Evaluator, &'a Dims), dim: usize) -> SideFormula<'a> {
        let start = origin.items()[dim];
        // Calls take time in const evaluation.
        let first = match formula {
            Evaluator::Reduced(_) if start == 0 => 0,
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

    /// Breakpoint number `i` of those that `extent` indices reach, in ascending order.
    const fn cut(&self, dim: usize, i: usize, extent: usize) -> Breakpoint {
        if let Some((step, jump)) = self.formula.cut(dim, i)
            && (step < extent || step - extent < self.start)
        {
            return Breakpoint { step, jump };
        }
        Breakpoint {
            step: usize::MAX,
            jump: 0,
        }
    }
}

/// The indices of one dimension that are copied, on both sides, and the breakpoints among
/// them.
pub(crate) struct Breakpoints<'a> {
    src: SideFormula<'a>,
    dst: SideFormula<'a>,
    dim: usize,
    pub(crate) extent: usize,
    /// The first index, on the side that has breakpoints.
    first: usize,
    /// The levels of nested breakpoints; the first level is single elements. Breakpoints nest if
    /// each divides the next, at the same indices on both sides. If not, there are no levels.
    levels: [Level; MAX_LEVELS],
    num_levels: usize,
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
struct Breakpoint {
    /// The digit wraps at multiples of this index; `usize::MAX` after the last cut that the
    /// copy reaches.
    step: usize,
    /// The distance to the element at a multiple, less the distance between other
    /// neighbours.
    jump: usize,
}

impl<'a> Breakpoints<'a> {
    /// The `extent` indices along `dim` from the origins on.
    pub(crate) const fn new(
        src: (&'a Evaluator, &'a Dims),
        dst: (&'a Evaluator, &'a Dims),
        dim: usize,
        extent: usize,
    ) -> Breakpoints<'a> {
        let mut this = Breakpoints {
            src: SideFormula::new(src, dim),
            dst: SideFormula::new(dst, dim),
            dim,
            extent,
            first: 0,
            levels: [Level {
                step: 1,
                src: 0,
                dst: 0,
            }; MAX_LEVELS],
            num_levels: 0,
        };
        this.find_levels();
        this
    }

    /// Finds the levels, if breakpoints nest.
    const fn find_levels(&mut self) {
        let (dim, extent) = (self.dim, self.extent);
        let (Some(src), Some(dst)) = (self.src.formula.stride(dim), self.dst.formula.stride(dim))
        else {
            return;
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
                return;
            }
            let times = step / level.step;
            level = Level {
                step,
                src: level.src.wrapping_mul(times),
                dst: level.dst.wrapping_mul(times),
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
        if src_cuts == 0 || dst_cuts == 0 || src.abs_diff(dst) % level.step == 0 {
            self.first = if src_cuts > 0 { src } else { dst };
            self.num_levels = len;
        }
    }

    /// Returns true if formulas are flat and breakpoints nest.
    pub(crate) const fn nest(&self) -> bool {
        self.num_levels > 0
    }

    /// Returns the positions of an index, relative to those of the first index; they wrap if
    /// negative.
    pub(crate) const fn positions(&self, at: usize) -> (usize, usize) {
        (
            self.src.position(self.dim, at),
            self.dst.position(self.dim, at),
        )
    }

    /// Adds the loops of the piece that begins at `start` to `copy`: whole blocks of the largest
    /// breakpoint that fits, with a loop for each smaller one. Returns where the next piece begins,
    /// which is after `start`, or the extent; `None` if there are too many loops.
    pub(crate) const fn piece(&self, start: usize, copy: &mut StridedCopy) -> Option<usize> {
        let first = self.first + start;
        let mut level = self.num_levels - 1;
        while !first.is_multiple_of(self.levels[level].step)
            || start + self.levels[level].step > self.extent
        {
            level -= 1; // a breakpoint of 1 always fits
        }
        let size = self.levels[level].step;
        let mut count = (self.extent - start) / size;
        if level + 1 < self.num_levels {
            let next = self.levels[level + 1].step;
            let steps = (next - first % next) / size;
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
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::copy::strategies::sides::Sides;
    use crate::layout::Layout;

    /// A piece: the index where it begins, and its loops of (extent, source stride, destination
    /// stride), the innermost first.
    type Piece = (usize, Vec<(usize, usize, usize)>);

    /// Calls `check` with the breakpoints along the first dimension, from an index on each side;
    /// `None` if they do not nest.
    fn along<R>(
        texts: [&str; 2],
        starts: [usize; 2],
        extent: usize,
        check: impl FnOnce(&Breakpoints<'_>) -> R,
    ) -> Option<R> {
        let [src, dst] = texts.map(|text| Layout::parse(text).unwrap());
        let [src, dst] = Sides::of_layouts(&src, &dst).formulas().unwrap();
        let [from, to] = starts.map(|start| Dims::from_slice(&[start, 0]));
        let breakpoints = Breakpoints::new((src, &from), (dst, &to), 0, extent);
        breakpoints.nest().then(|| check(&breakpoints))
    }

    /// Returns the pieces, which together hold each index once, at its positions.
    fn pieces(texts: [&str; 2], starts: [usize; 2], extent: usize) -> Option<Vec<Piece>> {
        along(texts, starts, extent, |breakpoints| {
            let (mut pieces, mut at) = (Vec::new(), 0);
            let mut copied = Vec::new();
            while at < extent {
                let first = at;
                let mut copy = StridedCopy::new(8);
                at = breakpoints.piece(first, &mut copy).unwrap();
                let mut places = alloc::vec![breakpoints.positions(first)];
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
                pieces.push((first, loops.collect()));
            }
            copied.sort_unstable();
            let mut all: Vec<_> = (0..extent).map(|at| breakpoints.positions(at)).collect();
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
        let expected = alloc::vec![(0, whole), (4, alloc::vec![])];
        assert_eq!(pieces(texts, [0, 0], 5), Some(expected));
        // From row 1 on: the rest of a tile, one tile, and the first row of another.
        let tile = alloc::vec![(2, 5, 2)];
        let expected = alloc::vec![(0, alloc::vec![]), (1, tile), (3, alloc::vec![])];
        assert_eq!(pieces(texts, [1, 1], 4), Some(expected));
    }

    /// Tiles of 2 rows within tiles of 4: a loop for each level.
    #[test]
    fn a_level_for_each_tile() {
        let texts = ["u8[8,4]{1,0}", "u8[8,4]{1,0:T(4,2)(2,1)}"];
        let loops = alloc::vec![(2, 4, 1), (2, 8, 4), (2, 16, 16)];
        assert_eq!(pieces(texts, [0, 0], 8), Some(alloc::vec![(0, loops)]));
    }

    #[test]
    fn tiles_that_do_not_nest() {
        let texts = ["u8[12,4]{1,0:T(2,2)}", "u8[12,4]{1,0:T(3,2)}"];
        assert_eq!(pieces(texts, [0, 0], 12), None);
        // The first tile of each side.
        assert_eq!(pieces(texts, [0, 0], 2).map(|pieces| pieces.len()), Some(1));
    }

    /// Equal tiles nest from the same index on, but not from different indices within a tile.
    /// Rows nest with tiles from any index on.
    #[test]
    fn origins_within_a_tile() {
        let tiles = "u8[12,4]{1,0:T(4,2)}";
        let count = |texts, starts| pieces(texts, starts, 8).map(|pieces| pieces.len());
        assert_eq!(count([tiles; 2], [1, 1]), Some(3));
        assert_eq!(count([tiles; 2], [0, 4]), Some(1));
        assert_eq!(count([tiles; 2], [0, 1]), None);
        assert_eq!(count([tiles, "u8[12,4]{1,0}"], [1, 0]), Some(3));
        assert_eq!(count(["u8[12,4]{1,0}", tiles], [1, 0]), Some(1));
    }
}
