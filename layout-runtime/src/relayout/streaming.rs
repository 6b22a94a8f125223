//! Whether and how a nest stores past the caches.

use super::kernels::{Groups, LANE, LINE, fills_lines};
use super::nest::{Inner, Nest};
use super::processor;

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
