//! Copies whose destination is contiguous but begins within a cache line, with streaming stores.
//!
//! ```text
//! kernel:       ..|11111111|2222        ordinary stores of a stretch, at the phase within a line
//! sink:         ..|11111111|2222....    in the first-level cache
//! destination:    |11111111|            streaming stores of whole lines; 2222 stays in the sink,
//!                                       and the next stretch continues it
//! ```
//!
//! No line is written in parts. If the ends of each stretch were written with ordinary stores and
//! the lines between them with streaming stores, the copy would take ten times as long: a load
//! that spans two recent stores waits until all earlier streaming stores are done.
//!
//! Without it, rows of bf16 to T(8,128)(2,1), at 16 bytes past a line, take 1.3 to 1.7 times as long.

use super::{VECTORS, dispatch};
use crate::plan::{Axes, Axis, Extents, Inner, KernelNest, LINE, NO_AXIS, Odometer, PAGE};
use crate::sides::{Destination, Source};

/// The bytes of a sink, which is a part of the first-level cache.
const BYTES: usize = 3 * PAGE;
/// The most bytes of a stretch. Each stretch is a call of a kernel.
const MAX_STRETCH: usize = PAGE;
/// The fewest bytes of a stretch.
const MIN_STRETCH: usize = 4 * LINE;
/// How far ahead of a stretch its source is prefetched, in bytes of each contiguous piece.
const PREFETCH_DISTANCE: usize = 1024;

/// Bytes on their way to the destination, at the destination's phase within a line.
#[repr(align(64))]
struct Sink {
    bytes: [u8; BYTES],
    /// The sink has the bytes `start..end`. Only the first bytes of a stretch that does not
    /// continue another begin within a line.
    start: usize,
    end: usize,
    /// The position of byte `start` in the destination.
    to: usize,
}

impl KernelNest {
    /// Executes the loops through a sink if they write long stretches, and returns whether they
    /// do.
    ///
    /// # Panics
    ///
    /// When the loops are out of bounds of a buffer.
    #[track_caller]
    #[inline(never)] // because the sink is a large part of a stack without `alloc`
    pub(super) fn execute_through_sink(&self, src: Source<'_>, mut dst: Destination<'_>) -> bool {
        let Some((stretch, own, loops)) = self.stretches() else {
            return false;
        };
        let outer = &loops[own..];
        let reach: usize = outer.iter().map(|axis| (axis.extent - 1) * axis.src).sum();
        let mut nest = *self;
        nest.loops = loops;
        nest.loops.len = own;
        nest.extents = Extents {
            src_end: self.extents.src_end - self.extents.src_start - reach,
            dst_end: stretch,
            ..Extents::EMPTY
        };
        let address = dst.addr();
        let phase = |to: usize| (address + to) % LINE;
        let mut sink = Sink {
            bytes: [0; BYTES],
            start: phase(self.extents.dst_start),
            end: phase(self.extents.dst_start),
            to: self.extents.dst_start,
        };
        for (from, to) in Odometer::new(outer) {
            let to = self.extents.dst_start + to;
            if to != sink.to + sink.end - sink.start {
                sink.flush(&mut dst);
                (sink.start, sink.end, sink.to) = (phase(to), phase(to), to);
            }
            let src = src.tail(self.extents.src_start + from);
            nest.prefetch(src);
            let stretch_in_sink = Destination::new(&mut sink.bytes[sink.end..]);
            nest.execute_by(VECTORS, 0, src, stretch_in_sink);
            sink.end += stretch;
            sink.stream_lines(&mut dst);
        }
        sink.flush(&mut dst);
        dispatch::finish_streaming();
        true
    }

    /// Returns the bytes of a stretch, the number of loops within it, and all loops, of which one
    /// may be split. `None` if stretches are short, or there are no streaming stores.
    fn stretches(&self) -> Option<(usize, usize, Axes)> {
        let mut loops = self.loops;
        let (mut stretch, mut own) = (self.contiguous_bytes(), 0);
        // Ends: each turn puts one more loop within the stretch.
        while let Some(&axis) = loops.get(own)
            && axis.dst == stretch
            && let Some(extent) = (2..=axis.extent.min(MAX_STRETCH / stretch))
                .rfind(|&steps| axis.extent.is_multiple_of(steps))
        {
            if extent < axis.extent && loops.is_full() {
                break;
            }
            loops.set(own, Axis { extent, ..axis });
            own += 1;
            stretch *= extent;
            if extent < axis.extent {
                let outer = Axis {
                    extent: axis.extent / extent,
                    src: axis.src * extent,
                    dst: axis.dst * extent,
                };
                loops.insert(own, outer);
                break;
            }
        }
        let is_long = (MIN_STRETCH..=MAX_STRETCH).contains(&stretch);
        (is_long && dispatch::STREAMING.streams).then_some((stretch, own, loops))
    }

    /// Prefetches the source of a later stretch.
    fn prefetch(&self, src: Source<'_>) {
        let (piece, columns) = match self.inner {
            Inner::Transpose {
                unit,
                rows,
                columns,
            } => (rows.extent * unit, columns),
            _ => return,
        };
        let from = src.as_ptr().wrapping_add(PREFETCH_DISTANCE);
        for (at, _) in Odometer::new(&self.loops) {
            for column in 0..columns.extent {
                dispatch::prefetch(from.wrapping_add(at + column * columns.src), piece);
            }
        }
    }

    /// Returns the bytes of the destination that the kernel writes, if it interleaves columns and
    /// they are contiguous; otherwise 0.
    fn contiguous_bytes(&self) -> usize {
        match self.inner {
            Inner::Transpose {
                unit,
                rows,
                columns,
            } if rows.dst == columns.extent * unit => rows.extent * rows.dst,
            _ => 0,
        }
    }
}

impl Sink {
    /// Copies all whole lines to the destination, and the bytes before the first of them.
    fn stream_lines(&mut self, dst: &mut Destination<'_>) {
        let first = self.start.next_multiple_of(LINE);
        let whole = self.end - self.end % LINE;
        let from = &self.bytes[self.start..];
        let partial = first - self.start;
        dst.bytes(self.to, partial)
            .copy_from_slice(&from[..partial]);
        if whole > first {
            // A line ends before `whole` if it begins before the last bytes of a line.
            let len = whole - first - (LINE - 1);
            let (from, to) = (Source::new(&from[partial..]), dst.tail(self.to + partial));
            dispatch::stream_lines(len, &[NO_AXIS], from, to);
        }
        self.to += whole - self.start;
        self.start = whole;
        if self.end + MAX_STRETCH > BYTES {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
    }

    /// Copies all bytes to the destination.
    fn flush(&mut self, dst: &mut Destination<'_>) {
        let rest = &self.bytes[self.start..self.end];
        dst.bytes(self.to, rest.len()).copy_from_slice(rest);
    }
}

#[cfg(test)]
mod tests {
    use crate::exec::{dispatch, has_vectors};
    use crate::tests::case;

    /// Stretches that continue each other, ones with gaps between them, and a split loop, at all
    /// phases of a line.
    #[test]
    fn stretches() {
        if !has_vectors() || !dispatch::STREAMING.streams {
            return; // nothing is copied through the sink
        }
        for (bits, loops) in [
            (16, &[(65, 1, 2), (2, 65, 1), (40, 130, 130)][..]),
            (8, &[(96, 1, 4), (4, 96, 1), (3, 384, 384), (4, 1152, 1201)]),
            (
                16,
                &[(128, 1, 2), (2, 2048, 1), (4, 4096, 256), (16, 128, 1024)],
            ),
        ] {
            let case = case(bits, "", loops);
            let expected = case.by_plain_loops();
            for skew in (0..64).step_by(if cfg!(miri) { 37 } else { 1 }) {
                expected.check(skew, |copy, from, to| {
                    let ran = copy.nest(false).execute_through_sink(from, to);
                    assert!(ran, "{loops:?}");
                });
            }
        }
    }
}
