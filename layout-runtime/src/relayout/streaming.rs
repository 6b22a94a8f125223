//! Whether and how a nest stores past the caches.

use super::kernels::{LANE, LINE, has_lines, is_group};
use super::nest::{Inner, Nest};

/// The bytes of a long run.
const LONG: usize = 4 * LINE;

impl Nest {
    /// Whether the kernel for vectors of `vector` bytes writes whole cache lines
    /// of `dst`, but for the ends of long runs.
    #[inline]
    pub(super) fn fills_lines(&self, dst: &[u8], vector: usize) -> bool {
        let whole = |bytes: usize| bytes.is_multiple_of(LINE);
        let group =
            |extent: usize, unit: usize, pitch: usize| is_group(extent, unit, pitch, vector);
        let inner = match self.inner {
            // A part of a line at each end does little harm.
            Inner::Run { len } if len >= LONG => return true,
            Inner::Run { len } => whole(len),
            // Only groups that lie together are stored line by line.
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => {
                let (along_src, along_dst) = (rows.extent * unit, columns.extent * unit);
                if along_src >= vector && group(columns.extent, unit, rows.dst) {
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
}
