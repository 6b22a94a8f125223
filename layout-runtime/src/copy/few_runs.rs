//! Copies of few contiguous runs, without a plan: making a plan takes longer than running
//! it.

use layout_core::formula::formula_ref::FormulaRef;
use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::arithmetic::product;

use super::layout_pair::LayoutPair;
use crate::map::Mapping;
use crate::view::iter::zip::pieces::{Lane, Lanes, Positions, RowCursor};

/// The most bytes, the most runs, and the most runs along one dimension, that are copied
/// this way.
const MAX_BYTES: usize = 1 << 14;
const MAX_RUNS: usize = 64;
const MAX_RUNS_ALONG: usize = 16;

/// The most bytes of one row whose elements have strides that are copied this way. Kernels
/// copy such a row element by element, too, and larger ones with several threads.
const MAX_ROW_BYTES: usize = 1 << 20;

/// The fewest elements of the runs of such a row, unless there are few runs.
const MIN_STRIDED_RUN: usize = 8;

/// A position, or a difference of positions, on both sides, in bytes.
#[derive(Clone, Copy)]
struct Position {
    src: usize,
    dst: usize,
}

/// Elements that are contiguous on both sides: their position and their number of bytes.
#[derive(Clone, Copy)]
struct PieceRun {
    at: Position,
    len: usize,
}

/// The runs along a dimension.
struct DimRuns {
    runs: [PieceRun; MAX_RUNS_ALONG],
    len: usize,
}

/// A region of elements of two flat layouts.
struct FlatRegion<'a> {
    formulas: [FormulaRef<'a>; 2],
    origins: [&'a Dims; 2],
    extents: &'a [usize],
    /// The bytes of an element.
    size: usize,
}

/// Copies a region of `extents` elements from index `origins[0]` of the source to index
/// `origins[1]` of the destination. Copies nothing and returns false if a plan is faster.
pub(super) fn copy_few_runs(
    layouts: LayoutPair<'_>,
    origins: [&Dims; 2],
    extents: &[usize],
    from: &[u8],
    to: &mut [u8],
) -> bool {
    let bits = layouts.src.element_bits();
    let elements = product(extents);
    if !bits.is_multiple_of(8) || elements == 0 || elements > MAX_BYTES / (bits / 8) {
        return elements == 0;
    }
    let Some([src, dst]) = layouts.formulas() else {
        return false;
    };
    let array = FlatRegion {
        formulas: [src, dst],
        origins,
        extents,
        size: bits / 8,
    };
    // Runs can only be along the most minor dimension of the destination.
    let minor = layouts.dst.minor_to_major();
    let Some(&inner) = minor.iter().find(|&&dim| extents[dim] > 1) else {
        return false;
    };
    // The first run is as long as the others, unless an origin is within a tile.
    if !src.is_flat() || !dst.is_flat() || elements / array.contiguous(inner, 0) > MAX_RUNS {
        return false;
    }
    let Some(runs) = array.runs(inner) else {
        return false;
    };
    let few = elements / extents[inner] * runs.len <= MAX_RUNS;
    if few {
        array.copy(inner, &runs.runs[..runs.len], from, to);
    }
    few
}

impl FlatRegion<'_> {
    /// The difference of positions that index `at` of dimension `dim` makes, counted from
    /// the origins.
    #[inline]
    fn along(&self, dim: usize, at: usize) -> Position {
        let ([src, dst], [from, to]) = (self.formulas, self.origins);
        Position {
            src: src.along(from, dim, from.items[dim] + at) * self.size,
            dst: dst.along(to, dim, to.items[dim] + at) * self.size,
        }
    }

    /// The number of elements from index `at` on that are contiguous along `dim` on both
    /// sides.
    fn contiguous(&self, dim: usize, at: usize) -> usize {
        let mut len = self.extents[dim] - at;
        for (formula, origin) in self.formulas.iter().zip(self.origins) {
            let linear = formula.linear(origin, dim, origin.items[dim] + at);
            len = len.min(if linear.stride == 1 { linear.len } else { 1 });
        }
        len
    }

    /// The runs along `dim`; `None` when there are too many.
    fn runs(&self, dim: usize) -> Option<DimRuns> {
        let none = PieceRun {
            at: Position { src: 0, dst: 0 },
            len: 0,
        };
        let mut runs = DimRuns {
            runs: [none; MAX_RUNS_ALONG],
            len: 0,
        };
        let mut at = 0;
        while at < self.extents[dim] {
            let len = self.contiguous(dim, at);
            *runs.runs.get_mut(runs.len)? = PieceRun {
                at: self.along(dim, at),
                len: len * self.size,
            };
            runs.len += 1;
            at += len;
        }
        Some(runs)
    }

    /// Copies the runs along dimension `inner` at each index of the other dimensions.
    fn copy(&self, inner: usize, runs: &[PieceRun], from: &[u8], to: &mut [u8]) {
        let mut index = [0; MAX_RANK];
        let mut parts = [Position { src: 0, dst: 0 }; MAX_RANK];
        let mut start = Position { src: 0, dst: 0 };
        for dim in (0..self.extents.len()).filter(|&dim| dim != inner) {
            parts[dim] = self.along(dim, 0);
            start = start.plus(parts[dim]);
        }
        loop {
            for run in runs {
                copy_run(start.plus(run.at), run.len, from, to);
            }
            let mut outer = (0..self.extents.len()).rev().filter(|&dim| dim != inner);
            let goes_on = outer.any(|dim| {
                let next = index[dim] + 1;
                index[dim] = if next < self.extents[dim] { next } else { 0 };
                let part = self.along(dim, index[dim]);
                start = start.minus(parts[dim]).plus(part);
                parts[dim] = part;
                index[dim] > 0
            });
            if !goes_on {
                return;
            }
        }
    }
}

/// Copies `len` bytes; a few bytes without a call.
#[inline]
fn copy_run(at: Position, len: usize, from: &[u8], to: &mut [u8]) {
    let (from, to) = (&from[at.src..][..len], &mut to[at.dst..][..len]);
    macro_rules! by_len {
        ($($len:literal)*) => {
            match len {
                $($len => to[..$len].copy_from_slice(&from[..$len]),)*
                _ => to.copy_from_slice(from),
            }
        };
    }
    by_len!(1 2 4 8 16)
}

impl Position {
    #[inline]
    fn plus(self, other: Position) -> Position {
        Position {
            src: self.src + other.src,
            dst: self.dst + other.dst,
        }
    }

    #[inline]
    fn minus(self, other: Position) -> Position {
        Position {
            src: self.src - other.src,
            dst: self.dst - other.dst,
        }
    }
}

/// Copies arrays of elements of `size` bytes. Copies nothing and returns false unless their
/// dimensions are equal, and they are few pieces that are contiguous on both sides.
pub(super) fn copy_few_pieces(
    size: usize,
    sides: [&dyn Positions; 2],
    [src_dims, dims]: [&[usize]; 2],
    from: &[u8],
    to: &mut [u8],
) -> bool {
    // One by one: wider loads would wait for a region's extents, which were just stored.
    let mut pairs = src_dims.iter().zip(dims);
    if src_dims.len() != dims.len() || !pairs.all(|(src, dst)| src == dst) {
        return false;
    }
    let elements = product(dims);
    let bytes = elements.saturating_mul(size);
    if elements > 0 && bytes <= MAX_ROW_BYTES && dims.last() == Some(&elements) {
        return copy_row(size, sides, dims, from, to);
    }
    if elements == 0 || bytes > MAX_BYTES {
        return elements == 0;
    }
    let lanes = Lanes::<2>::new(sides.map(Lane::new), dims);
    // By their mean length, without a division; ends of rows make them twice as many at most.
    if !lanes.contiguous() || elements > MAX_RUNS * lanes.shared_run() {
        return false;
    }
    lanes.all(|piece| {
        let [src, dst] = piece.positions().map(|position| position * size);
        let len = piece.len() * size;
        to[dst..][..len].copy_from_slice(&from[src..][..len]);
        true
    })
}

/// Copies arrays of these dimensions, of elements of `size` bytes, piece by piece.
pub(super) fn copy_pieces(
    size: usize,
    sides: [&dyn Positions; 2],
    dims: &[usize],
    from: &[u8],
    to: &mut [u8],
) {
    let lanes = Lanes::<2>::new(sides.map(Lane::new), dims);
    lanes.all(|piece| {
        let [src, dst] = piece.positions().map(|position| position * size);
        let [src_step, dst_step] = piece.steps().map(|step| step * size);
        let (at, strides) = (
            Position { src, dst },
            Position {
                src: src_step,
                dst: dst_step,
            },
        );
        match piece.is_contiguous() {
            true => copy_run(at, piece.len() * size, from, to),
            false => copy_strided(size, at, strides, piece.len(), from, to),
        }
        true
    });
}

/// Calls `f` with the positions of each element in two arrays of the same dimensions.
pub(super) fn each_pair(src: &impl Mapping, dst: &impl Mapping, mut f: impl FnMut(usize, usize)) {
    let sides = [Lane::new(src), Lane::new(dst)];
    Lanes::<2>::new(sides, dst.dims()).all(|piece| {
        let (&[from, to], &[a, b]) = (piece.positions(), piece.steps());
        (0..piece.len()).for_each(|k| f(from + k * a, to + k * b));
        true
    });
}

/// [`copy_few_pieces`] of arrays with one row.
fn copy_row(
    size: usize,
    [src, dst]: [&dyn Positions; 2],
    dims: &[usize],
    from: &[u8],
    to: &mut [u8],
) -> bool {
    let (last, elements) = (dims.len() - 1, dims[dims.len() - 1]);
    let steps = [src.along(last), dst.along(last)];
    let shared = steps
        .iter()
        .fold(elements, |run, steps| run.min(steps.edges().edge_to_edge()));
    let contiguous = steps.iter().all(|steps| steps.step() == 1);
    let few = elements <= MAX_RUNS * shared;
    let is_fast = match contiguous {
        true => few && elements * size <= MAX_BYTES,
        false => few || shared >= MIN_STRIDED_RUN,
    };
    if !is_fast {
        return false;
    }
    let strides = Position {
        src: steps[0].step() * size,
        dst: steps[1].step() * size,
    };
    let mut cursor = RowCursor::new([src.first(), dst.first()], &steps);
    let mut place = 0;
    loop {
        let len = cursor.len(elements - place);
        let [src_at, dst_at] = cursor.positions;
        let at = Position {
            src: src_at * size,
            dst: dst_at * size,
        };
        if contiguous {
            copy_run(at, len * size, from, to);
        } else {
            copy_strided(size, at, strides, len, from, to);
        }
        place += len;
        if place == elements {
            return true;
        }
        cursor.advance(len, &steps, |k| {
            let mut index = Dims::filled(0, dims.len());
            index.set(last, place);
            [src, dst][k].position(&index)
        });
    }
}

/// Copies `len` elements of `size` bytes at these strides.
fn copy_strided(
    size: usize,
    at: Position,
    strides: Position,
    len: usize,
    from: &[u8],
    to: &mut [u8],
) {
    let (from, to) = (&from[at.src..], &mut to[at.dst..]);
    // All but the last element fill their strides. A single element may have a stride of 0.
    let (src, dst) = (strides.src.max(1), strides.dst.max(1));
    let (from, last) = from.split_at((len - 1) * src);
    let (to, last_to) = to.split_at_mut((len - 1) * dst);
    let elements = from.chunks_exact(src).zip(to.chunks_exact_mut(dst));
    macro_rules! by_size {
        ($($size:literal)*) => {
            match size {
                $($size => elements.for_each(|(from, to)| to[..$size].copy_from_slice(&from[..$size])),)*
                _ => elements.for_each(|(from, to)| to[..size].copy_from_slice(&from[..size])),
            }
        };
    }
    by_size!(1 2 4 8 16);
    last_to[..size].copy_from_slice(&last[..size]);
}
