//! `LoopNest`: loops of fixed strides around the kernel that the innermost ones
//! run.

use super::axis::{Axes, Axis, NO_AXIS};
use super::lane_shuffle::Shuffle;
use super::strided_copy::{StridedCopy, find, merge, sort};
use super::{LANE, LINE};
use crate::list::List;

/// How far ahead a source that is read in memory order is prefetched: two
/// pages, because the hardware prefetcher stops at the end of the first.
const AHEAD_IN_ORDER: usize = 8192;
/// How far any other: pieces of it are short.
pub(crate) const AHEAD: usize = 512;

/// The kernel of the innermost loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inner {
    /// Copies `len` bytes that are contiguous on both sides.
    Run {
        /// In bytes.
        len: usize,
    },
    /// Transposes units of `unit` bytes (1, 2, 4, 8 or 16): they are contiguous
    /// along `rows` in the source, along `columns` in the destination.
    Transpose {
        /// In bytes.
        unit: usize,
        /// Its source stride is `unit`.
        rows: Axis,
        /// Its destination stride is `unit`.
        columns: Axis,
    },
    /// The same where one loop is shorter than a lane on its side, and a second
    /// one continues it there: these are one loop whose steps on the other side
    /// are of two sizes.
    Fused {
        /// In bytes.
        unit: usize,
        /// The second continues the first in the source.
        rows: [Axis; 2],
        /// The second continues the first in the destination.
        columns: [Axis; 2],
    },
    /// Moves blocks of whole lanes with their bytes in another order.
    Shuffle(Shuffle),
    /// Moves one value of `bits` bits that is not whole bytes.
    Bits {
        /// In bits; all strides of the nest then count bits too.
        bits: usize,
    },
}

/// A loop nest: the loops of a kernel and those around it, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nest<'a> {
    pub(crate) inner: &'a Inner,
    /// The two innermost loops around those of `inner`; `NO_AXIS` where there
    /// are fewer.
    pub(crate) repeats: [&'a Axis; 2],
    /// The loops around these, the outermost last.
    pub(crate) outer: &'a [Axis],
    /// How far ahead of what it reads, in bytes, a kernel with streaming stores
    /// prefetches: such stores leave the processor too little to do while it
    /// waits.
    pub(crate) ahead: usize,
}

impl<'a> Nest<'a> {
    /// The kernel of `inner` in `loops`, the innermost first.
    #[inline]
    pub(crate) fn new(inner: &'a Inner, loops: &'a [Axis], ahead: usize) -> Nest<'a> {
        const NONE: &Axis = &NO_AXIS;
        // References, because copies of what was just written stall.
        let (repeats, outer) = match loops {
            [] => ([NONE; 2], loops),
            [inner] => ([inner, NONE], &[][..]),
            [inner, next, outer @ ..] => ([inner, next], outer),
        };
        Nest {
            inner,
            repeats,
            outer,
            ahead,
        }
    }
}

/// Where a copy begins, and where what it touches ends, in bytes from the start
/// of each buffer (bits for [`Inner::Bits`], but for the ends).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extents {
    pub(crate) src_start: usize,
    pub(crate) dst_start: usize,
    pub(crate) src_end: usize,
    pub(crate) dst_end: usize,
}

/// A kernel and the loops around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopNest {
    pub(crate) inner: Inner,
    /// The innermost first.
    pub(crate) loops: Axes,
    pub(crate) extents: Extents,
    pub(crate) ahead: usize,
}

/// The loops of a copy in bytes, or in bits, before a kernel takes some of them.
pub(crate) struct FlatLoops {
    /// Fused where one continues another.
    pub(crate) axes: Axes,
    pub(crate) extents: Extents,
    /// The bytes of an element, or its bits where it has no whole bytes.
    pub(crate) size: usize,
    in_bits: bool,
}

/// Which kernels may take the innermost loops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kernels {
    All,
    /// Blocks of lanes, if there are such; else all.
    Lanes,
    Runs,
}

impl StridedCopy {
    /// The nest that visits the source in memory order, or else the
    /// destination.
    pub(crate) const fn nest(&self, walk_src: bool) -> LoopNest {
        self.flat_loops().nest(walk_src, Kernels::All)
    }

    /// The nest that visits the source in memory order and copies blocks of
    /// lanes, if there are any.
    pub(crate) const fn nest_of_lanes(&self) -> LoopNest {
        self.flat_loops().nest(true, Kernels::Lanes)
    }

    /// A nest that copies contiguous runs, and has no other kernel.
    pub(crate) const fn nest_of_runs(&self, walk_src: bool) -> LoopNest {
        self.flat_loops().nest(walk_src, Kernels::Runs)
    }

    pub(crate) const fn flat_loops(&self) -> FlatLoops {
        let mut copy = *self;
        let unit = if copy.bits.is_multiple_of(8) {
            copy.bits
        } else {
            copy.whole_bytes()
        };
        let in_bits = !unit.is_multiple_of(8);
        let size = if in_bits { unit } else { unit / 8 };
        let mut i = 0;
        while i < copy.axes.len() {
            let axis = copy.axes.at(i);
            copy.axes.set(i, axis.scaled(size));
            i += 1;
        }
        let starts = (copy.src.saturating_mul(size), copy.dst.saturating_mul(size));
        let extents = Extents::of(&copy.axes, starts, size, in_bits);
        merge(&mut copy.axes);
        FlatLoops {
            axes: copy.axes,
            extents,
            size,
            in_bits,
        }
    }
}

impl FlatLoops {
    const fn nest(mut self, walk_src: bool, kernels: Kernels) -> LoopNest {
        let inner = self.take_inner(walk_src, kernels);
        LoopNest {
            inner,
            loops: self.axes,
            extents: self.extents,
            ahead: ahead(walk_src),
        }
    }

    /// Takes the loops of a kernel out, and sorts the others, the innermost first.
    pub(super) const fn take_inner(&mut self, walk_src: bool, kernels: Kernels) -> Inner {
        let (size, in_bits) = (self.size, self.in_bits);
        let axes = &mut self.axes;
        let inner = if in_bits {
            Inner::Bits { bits: size }
        } else if matches!(kernels, Kernels::Runs) {
            let at = find(axes, Some(size), Some(size));
            Inner::Run {
                len: take_run(axes, at, size),
            }
        } else if matches!(kernels, Kernels::Lanes)
            && let Some(shuffle) = Shuffle::take(axes, size)
        {
            Inner::Shuffle(shuffle)
        } else {
            inner(axes, size)
        };
        sort(axes, walk_src);
        inner
    }
}

/// The bytes of a run of units of `size` bytes along the loop numbered `at`,
/// which is taken out; without it, those of a unit.
const fn take_run(axes: &mut Axes, at: Option<usize>, size: usize) -> usize {
    match at {
        Some(at) => {
            let len = size * axes.at(at).extent;
            axes.remove(at);
            len
        }
        None => size,
    }
}

/// The prefetch distance of a nest, which depends on whether it visits the
/// source in memory order.
pub(crate) const fn ahead(walk_src: bool) -> usize {
    if walk_src { AHEAD_IN_ORDER } else { AHEAD }
}

impl Extents {
    /// Of no bytes.
    pub(crate) const EMPTY: Extents = Extents {
        src_start: 0,
        dst_start: 0,
        src_end: 0,
        dst_end: 0,
    };

    /// Of loops around `size` bytes, or bits. Ends saturate: then no buffer is
    /// long enough.
    const fn of(axes: &Axes, (src, dst): (usize, usize), size: usize, in_bits: bool) -> Extents {
        let (mut src_end, mut dst_end) = (src.saturating_add(size), dst.saturating_add(size));
        let mut i = 0;
        while i < axes.len() {
            let axis = axes.at(i);
            let steps = axis.extent - 1;
            src_end = src_end.saturating_add(axis.src.saturating_mul(steps));
            dst_end = dst_end.saturating_add(axis.dst.saturating_mul(steps));
            i += 1;
        }
        if in_bits {
            (src_end, dst_end) = (src_end.div_ceil(8), dst_end.div_ceil(8));
        }
        Extents {
            src_start: src,
            dst_start: dst,
            src_end,
            dst_end,
        }
    }
}

/// The kernel for units of `unit` bytes; its loops are taken out of `axes`.
const fn inner(axes: &mut Axes, mut unit: usize) -> Inner {
    let run = find(axes, Some(unit), Some(unit));
    if run.is_some() {
        let len = take_run(axes, run, unit);
        if len > 16 || !len.is_power_of_two() || axes.is_empty() {
            return Inner::Run { len };
        }
        unit = len;
    }
    if unit > 16 || !unit.is_power_of_two() {
        return Inner::Run { len: unit };
    }
    let (Some(rows), Some(columns)) = (find(axes, Some(unit), None), find(axes, None, Some(unit)))
    else {
        return Inner::Run { len: unit };
    };
    let inner = Inner::Transpose {
        unit,
        rows: axes.at(rows),
        columns: axes.at(columns),
    };
    if !suits_transpose(unit, axes.at(rows), axes.at(columns)) {
        if let Some(shuffle) = Shuffle::take(axes, unit) {
            return Inner::Shuffle(shuffle);
        }
        if let Some(fused) = take_fused(axes, unit, rows, columns) {
            return fused;
        }
    }
    axes.remove(if rows > columns { rows } else { columns });
    axes.remove(if rows > columns { columns } else { rows });
    inner
}

/// Takes the loops numbered `rows` and `columns`, and those that continue them
/// where they are shorter than a lane, if that makes lanes of both.
const fn take_fused(axes: &mut Axes, unit: usize, rows: usize, columns: usize) -> Option<Inner> {
    let (along_src, along_dst) = (axes.at(rows).extent * unit, axes.at(columns).extent * unit);
    let mut more_rows = rows;
    if along_src < LANE
        && let Some(at) = find(axes, Some(along_src), None)
    {
        more_rows = at;
    }
    let mut more_columns = columns;
    if along_dst < LANE
        && let Some(at) = find(axes, None, Some(along_dst))
    {
        more_columns = at;
    }
    if more_rows == rows && more_columns == columns {
        return None;
    }
    if more_rows == columns || more_columns == rows || more_rows == more_columns {
        return None; // a loop of one side cannot continue the other side's as well
    }
    let rows_of = [axes.at(rows), axis_but(axes, more_rows, rows)];
    let columns_of = [axes.at(columns), axis_but(axes, more_columns, columns)];
    if along_src * rows_of[1].extent < LANE || along_dst * columns_of[1].extent < LANE {
        return None;
    }
    let mut others = List::new(NO_AXIS);
    let mut i = 0;
    while i < axes.len() {
        if i != rows && i != columns && i != more_rows && i != more_columns {
            others.push(axes.at(i));
        }
        i += 1;
    }
    *axes = others;
    Some(Inner::Fused {
        unit,
        rows: rows_of,
        columns: columns_of,
    })
}

/// The loop numbered `at`, but none if it is the one numbered `other`.
const fn axis_but(axes: &Axes, at: usize, other: usize) -> Axis {
    if at == other { NO_AXIS } else { axes.at(at) }
}

/// Whether a transpose of these loops uses whole vectors.
const fn suits_transpose(unit: usize, rows: Axis, columns: Axis) -> bool {
    let (along_src, along_dst) = (rows.extent * unit, columns.extent * unit);
    let interleaves = columns.extent.is_power_of_two() && along_dst == rows.dst;
    let takes_apart = rows.extent.is_power_of_two() && along_src == columns.src;
    let long = along_src >= LINE || along_dst >= LINE;
    along_src >= LINE && interleaves && along_dst <= LINE
        || along_dst >= LINE && takes_apart && along_src <= LINE
        || along_src >= LANE && along_dst >= 2 * LANE && (unit < LANE || long)
}
