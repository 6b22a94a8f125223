//! `Nest`: one nest of loops with fixed strides, and the kernel that its
//! innermost loops run.

use super::cuts::{Axes, Axis, MAX_AXES, NO_AXIS};
use super::kernels::{At, LANE, LINE};
use super::loops::{Loops, find, merge, remove, sort};
use super::processor::{self, Kernel};
use super::run;
use super::shuffle::Shuffle;
use crate::util::array_vec::ArrayVec as List;

/// How far a source that is walked through in memory order is loaded ahead: two
/// pages, of which the processor foresees only the rest of the first.
const AHEAD_IN_ORDER: usize = 8192;
/// How far any other: pieces of it are short.
pub(super) const AHEAD: usize = 512;

/// What the innermost loops do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inner {
    /// Copies `len` bytes that lie together on both sides.
    Run {
        /// In bytes.
        len: usize,
    },
    /// Transposes units of `unit` bytes (1, 2, 4, 8 or 16): along `rows` they
    /// lie together in the source, along `columns` in the destination.
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
    Joined {
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

/// Loops of fixed strides in bytes around a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nest {
    pub(super) inner: Inner,
    /// The two innermost loops around those of `inner`; `NO_AXIS` where there
    /// are fewer.
    pub(super) repeats: [Axis; 2],
    /// The loops around these, the outermost last.
    pub(super) outer: Axes,
    pub(super) src_start: usize,
    pub(super) dst_start: usize,
    /// How far ahead of what it reads, in bytes, a kernel that stores past the
    /// caches has the processor load: such stores leave it too little to do
    /// while it waits.
    pub(super) ahead: usize,
    /// The bytes from the start of each buffer to the end of what is touched.
    pub(super) src_end: usize,
    pub(super) dst_end: usize,
}

impl Loops {
    /// The nest that walks the source in memory order, or else the destination.
    pub(crate) const fn nest(self, walk_src: bool) -> Nest {
        self.nest_with(walk_src, false)
    }

    /// The nest that walks the source in memory order and moves blocks of lanes,
    /// if there are such.
    pub(super) const fn nest_of_lanes(self) -> Nest {
        self.nest_with(true, true)
    }

    const fn nest_with(mut self, walk_src: bool, lanes: bool) -> Nest {
        merge(&mut self.axes);
        let mut unit = self.bits;
        if !self.bits.is_multiple_of(8) {
            unit = self.whole_bytes();
        }
        let Loops {
            mut axes, src, dst, ..
        } = self;
        let in_bits = !unit.is_multiple_of(8);
        let scale = if in_bits { unit } else { unit / 8 };
        let mut i = 0;
        while i < axes.len() {
            let Axis { extent, src, dst } = axes.at(i);
            axes.set(
                i,
                Axis {
                    extent,
                    src: src * scale,
                    dst: dst * scale,
                },
            );
            i += 1;
        }
        let inner = if in_bits {
            Inner::Bits { bits: unit }
        } else if lanes && let Some(shuffle) = Shuffle::take(&mut axes, scale) {
            Inner::Shuffle(shuffle)
        } else {
            inner(&mut axes, scale)
        };
        sort(&mut axes, walk_src);
        let mut nest = Nest {
            inner,
            repeats: [NO_AXIS; 2],
            outer: List::new(NO_AXIS),
            src_start: src * scale,
            dst_start: dst * scale,
            ahead: if walk_src { AHEAD_IN_ORDER } else { AHEAD },
            src_end: 0,
            dst_end: 0,
        };
        nest.set_loops(axes);
        nest.find_ends();
        nest
    }
}

/// The kernel for units of `unit` bytes; its loops are taken out of `axes`.
const fn inner(axes: &mut Axes, mut unit: usize) -> Inner {
    if let Some(at) = find(axes, Some(unit), Some(unit)) {
        let len = unit * axes.at(at).extent;
        remove(axes, at);
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
        if let Some(joined) = take_joined(axes, unit, rows, columns) {
            return joined;
        }
    }
    remove(axes, if rows > columns { rows } else { columns });
    remove(axes, if rows > columns { columns } else { rows });
    inner
}

/// Takes the loops numbered `rows` and `columns`, and those that continue them
/// where they are shorter than a lane, if that makes lanes of both.
const fn take_joined(axes: &mut Axes, unit: usize, rows: usize, columns: usize) -> Option<Inner> {
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
    Some(Inner::Joined {
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

impl Axis {
    /// How far the last step is from the first, on both sides.
    const fn reach(self) -> (usize, usize) {
        ((self.extent - 1) * self.src, (self.extent - 1) * self.dst)
    }
}

impl Nest {
    /// Moves nothing.
    pub(super) const NONE: Nest = Nest {
        inner: Inner::Run { len: 0 },
        repeats: [NO_AXIS; 2],
        outer: List::new(NO_AXIS),
        src_start: 0,
        dst_start: 0,
        ahead: 0,
        src_end: 0,
        dst_end: 0,
    };

    /// Sets the loops around the kernel, the innermost first.
    pub(super) const fn set_loops(&mut self, loops: Axes) {
        self.outer = loops;
        self.repeats = [NO_AXIS; 2];
        let mut i = 0;
        while i < self.repeats.len() && !self.outer.is_empty() {
            self.repeats[i] = self.outer.at(0);
            remove(&mut self.outer, 0);
            i += 1;
        }
    }

    const fn find_ends(&mut self) {
        let mut ends = (self.src_start, self.dst_start);
        let mut i = 0;
        while i < self.outer.len() {
            ends = plus(ends, self.outer.at(i).reach());
            i += 1;
        }
        ends = plus(ends, self.repeats[0].reach());
        ends = plus(ends, self.repeats[1].reach());
        let size = match self.inner {
            Inner::Run { len } => len,
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => {
                ends = plus(plus(ends, rows.reach()), columns.reach());
                unit
            }
            Inner::Joined {
                unit,
                rows,
                columns,
            } => {
                ends = plus(plus(ends, rows[0].reach()), rows[1].reach());
                ends = plus(plus(ends, columns[0].reach()), columns[1].reach());
                unit
            }
            Inner::Shuffle(shuffle) => {
                ends = plus(ends, shuffle.reach());
                1
            }
            Inner::Bits { bits } => bits,
        };
        ends = plus(ends, (size, size));
        if let Inner::Bits { .. } = self.inner {
            ends = (ends.0.div_ceil(8), ends.1.div_ceil(8));
        }
        (self.src_end, self.dst_end) = ends;
    }

    /// Runs the loops.
    ///
    /// # Panics
    ///
    /// When a buffer ends before what the loops touch.
    #[inline]
    pub(super) fn run(&self, src: &[u8], dst: &mut [u8]) {
        self.run_by(processor::kernel(false), src, dst);
    }

    #[inline]
    pub(super) fn run_by(&self, kernel: Kernel, src: &[u8], dst: &mut [u8]) {
        assert!(
            src.len() >= self.src_end && dst.len() >= self.dst_end,
            "the buffers are as long as the plan's layouts say"
        );
        assert!(
            !kernel.streams || self.fills_lines(dst, kernel.vector),
            "a kernel that stores past the caches has whole lines to store"
        );
        let at = At {
            src: src.as_ptr(),
            dst: dst.as_mut_ptr(),
        };
        // SAFETY:
        // - every byte that the loops touch lies between the start of a buffer
        //   and `src_end` or `dst_end`, because strides only add to the start
        //   and `find_ends` adds the last step of each; the slices are at
        //   least that long;
        // - they do not overlap, because one is `&mut`;
        // - `processor` gave the kernel, so the processor has its vector;
        // - the loops fill lines if the kernel streams.
        unsafe { run::nest(self, kernel, at) }
    }

    /// All loops around the kernel, the innermost first.
    pub(super) fn loops(&self) -> impl Iterator<Item = &Axis> {
        self.repeats.iter().chain(self.outer())
    }

    /// The loops around the two innermost ones, the outermost last.
    pub(super) const fn outer(&self) -> &[Axis] {
        self.outer.as_slice()
    }
}

const fn plus(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0 + b.0, a.1 + b.1)
}

const _: () = assert!(MAX_AXES >= 2);
