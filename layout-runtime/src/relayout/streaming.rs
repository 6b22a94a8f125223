//! Whether and how a nest stores past the caches.

use super::kernels::{LANE, LINE, has_lines, is_group};
use super::nest::{Inner, Nest};
use super::processor;
use super::walk::Walk;

impl Nest {
    /// Whether the kernel writes whole cache lines of `dst`.
    #[inline]
    pub(super) fn fills_lines(&self, dst: &[u8]) -> bool {
        let whole = |bytes: usize| bytes.is_multiple_of(LINE);
        let group = |extent: usize, unit: usize, pitch: usize| {
            is_group(extent, unit, pitch, processor::widest())
        };
        let inner = match self.inner {
            Inner::Run { len } => whole(len),
            // Only groups that lie together are stored line by line.
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => {
                let (along_src, along_dst) = (rows.extent * unit, columns.extent * unit);
                if along_src >= processor::widest() && group(columns.extent, unit, rows.dst) {
                    whole(rows.extent * rows.dst)
                } else {
                    let takes_apart = group(rows.extent, unit, columns.src);
                    (takes_apart || along_src >= LINE && has_lines(unit))
                        && whole(along_dst)
                        && whole(rows.dst)
                }
            }
            Inner::Shuffle(_) | Inner::Bits { .. } => false,
        };
        inner
            && whole(dst.as_ptr().addr() + self.dst_start)
            && self.loops().all(|axis| whole(axis.dst))
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

    /// Whether the kernel copies runs of some cache lines.
    #[inline]
    pub(super) fn is_of_long_runs(&self) -> bool {
        matches!(self.inner, Inner::Run { len } if len >= 4 * LINE)
    }
    /// Copies long runs, the whole cache lines of each past the caches.
    #[inline]
    pub(super) fn stream_runs(&self, src: &[u8], dst: &mut [u8]) {
        let Inner::Run { len } = self.inner else {
            return self.run(src, dst);
        };
        for (from, to) in Walk::new(self.outer()) {
            for (from_within, to_within) in Walk::new(&self.repeats) {
                let from = self.src_start + from + from_within;
                let to = self.dst_start + to + to_within;
                processor::stream(&src[from..from + len], &mut dst[to..to + len]);
            }
        }
        processor::finish_streaming();
    }
}
