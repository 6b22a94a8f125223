//! Whether and how a nest stores past the caches.

use super::cuts::{Axes, Axis, NO_AXIS};
use super::kernels::{Groups, LANE, LINE, fills_lines};
use super::nest::{Inner, Nest};
use super::processor;
use crate::list::List;

/// The bytes of a long run.
const LONG: usize = 4 * LINE;

impl Nest {
    /// Runs the loops and stores past the caches, if they fill lines; whether
    /// they do.
    ///
    /// # Panics
    ///
    /// When a buffer ends before what the loops touch.
    #[inline]
    pub(super) fn run_streaming(&self, src: &[u8], dst: &mut [u8]) -> bool {
        let kernel = processor::kernel(true);
        let fills = self.fills_lines(dst, kernel.vector);
        if fills {
            self.run_by(kernel, src, dst);
            processor::finish_streaming();
        }
        fills
    }

    /// Whether the kernel for vectors of `vector` bytes writes whole cache lines
    /// of `dst`, but for the ends of long runs and rows.
    #[inline]
    pub(super) fn fills_lines(&self, dst: &[u8], vector: usize) -> bool {
        let whole = |bytes: usize| bytes.is_multiple_of(LINE);
        let begin =
            whole(dst.as_ptr().addr() + self.dst_start) && self.loops().all(|axis| whole(axis.dst));
        match self.inner {
            // A part of a line at each end does little harm.
            Inner::Run { len } => len >= LONG || begin && whole(len),
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => {
                let along_rows = begin && whole(columns.extent * unit) && whole(rows.dst);
                match Groups::of(unit, &rows, &columns, vector) {
                    Groups::Columns => begin && whole(rows.extent * rows.dst),
                    Groups::Rows => along_rows,
                    Groups::Neither => fills_lines(unit, &rows, &columns, along_rows),
                }
            }
            Inner::Shuffle(_) | Inner::Bits { .. } => false,
        }
    }

    /// The same loops in an order in which what is written goes on to about the
    /// end of a page, where one or two runs are written at a time; then the
    /// source is loaded ahead by all that is read for so much of all runs.
    #[inline]
    pub(super) fn by_pages(mut self) -> Nest {
        const PAGE: usize = 4096;
        let run = match self.inner {
            Inner::Run { len } => len,
            Inner::Transpose {
                unit,
                rows,
                columns,
            } if rows.extent <= 2 => columns.extent * unit,
            _ => return self,
        };
        let mut loops: Axes = List::new(NO_AXIS);
        for &axis in self.loops().filter(|axis| axis.extent > 1) {
            loops.push(axis);
        }
        let Some(at) = loops.iter().position(|axis| axis.dst == run) else {
            return self;
        };
        if run < LONG || at == 0 || loops.is_full() {
            return self; // the loop is the innermost one, or one more is too many
        }
        let whole = loops[at];
        let mut steps = 2..=whole.extent.min(PAGE / run);
        let Some(extent) = steps.rfind(|&steps| whole.extent.is_multiple_of(steps)) else {
            return self;
        };
        let pages = Axis {
            extent: whole.extent / extent,
            src: whole.src * extent,
            dst: whole.dst * extent,
        };
        loops.set(at, pages);
        loops.insert(0, Axis { extent, ..whole });
        self.set_loops(loops);
        self.ahead = pages.src;
        self
    }

    /// Whether the loops read short pieces of the source from so many places in
    /// turn that no cache keeps what lies beside them until it is read.
    #[inline]
    pub(super) fn scatters_reads(&self) -> bool {
        const SHORT: usize = 256; // bytes
        const MANY: usize = 256;
        let piece = match self.inner {
            Inner::Run { len } => len,
            Inner::Transpose {
                unit,
                rows,
                columns,
            } if columns.src == rows.extent * unit => columns.extent * columns.src,
            Inner::Transpose { unit, rows, .. } => rows.extent * unit,
            Inner::Shuffle(_) => LANE,
            Inner::Bits { .. } => return false,
        };
        let before = self.loops().take_while(|axis| axis.src != piece);
        let places: usize = before.map(|axis| axis.extent).product();
        piece < SHORT && places > MANY
    }
}
