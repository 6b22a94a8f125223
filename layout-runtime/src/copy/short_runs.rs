//! Copies of a block run by run. The position is a sum of one offset per dimension, so that
//! all rows have the same runs: one table holds their offsets.

use alloc::vec::Vec;

use layout_core::spec::MAX_RANK;

use super::side_offsets::SideOffsets;
use super::{MAX_RUN, Prefetch, RunTable};

/// Rows of at most this many runs are joined, as long as these have at most
/// `MAX_JOINED_RUNS` runs.
const MAX_ROW_OF_FEW: usize = 24;
const MAX_JOINED_RUNS: usize = 1024;

/// About the bytes from the row that is copied to the row that is prefetched.
const AHEAD_BYTES: usize = 2048;

/// The most rows that are copied at once, and the most between the row that is copied and
/// the row that is prefetched.
const MAX_ROWS: usize = 512;
const MAX_AHEAD: usize = 128;

/// Offsets on both sides, in bytes.
type Offsets<'a> = (&'a [usize], &'a [usize]);

/// Copies the elements of a block, by runs along the first dimension in `order`. Both slices
/// begin at the least position of the block.
///
/// `overruns`: the destination is dense in this order, and longer than the block by
/// [`MAX_RUN`] bytes. Each run is then a vector, whose last bytes the next run overwrites.
pub(super) fn copy_by_runs(
    table: &mut RunTable,
    (from, src): (&SideOffsets, &[u8]),
    (to, dst): (&SideOffsets, &mut [u8]),
    order: &[usize],
    overruns: bool,
    prefetch: Prefetch,
) {
    const NONE: Offsets<'_> = (&[0], &[0]);
    let overruns = overruns && from.most() + MAX_RUN <= src.len();
    let along = |dim: usize| (from.along(dim), to.along(dim));
    let [run, ref rest @ ..] = *order else {
        return;
    };
    let mut pieces = 0;
    each_piece(from, to, run, overruns, &mut |_, _, _| pieces += 1);
    let (mut joined, mut rest) = (NONE, rest);
    if let [next, ref others @ ..] = *rest
        && pieces <= MAX_ROW_OF_FEW
        && pieces * from.along(next).len() <= MAX_JOINED_RUNS
    {
        (joined, rest) = (along(next), others);
    }
    fill(table, from, to, run, joined, overruns);
    let row_bytes = joined.0.len() * from.along(run).len() * from.size;
    let mut rows = RowQueue {
        rows: alloc::vec![(0, 0); MAX_ROWS],
        len: 0,
        ahead: AHEAD_BYTES.div_ceil(row_bytes).min(MAX_AHEAD),
    };
    let (inner, outer) = match *rest {
        [next, ref others @ ..] => (along(next), others),
        [] => (NONE, rest),
    };
    let mut copy = |rows: &[(usize, usize)], next: &[(usize, usize)]| {
        table.copy(rows, next, prefetch, src, dst);
    };
    let mut index = [0; MAX_RANK];
    loop {
        let mut start = (0, 0);
        for (&dim, &i) in outer.iter().zip(&index) {
            start = (start.0 + from.along(dim)[i], start.1 + to.along(dim)[i]);
        }
        rows.push(start, inner, &mut copy);
        let goes_on = outer.iter().zip(&mut index).any(|(&dim, i)| {
            let next = *i + 1;
            *i = if next < from.along(dim).len() {
                next
            } else {
                0
            };
            *i > 0
        });
        if !goes_on {
            return copy(
                &rows.rows[..rows.len],
                &rows.rows[rows.ahead.min(rows.len)..rows.len],
            );
        }
    }
}

/// Rows to copy: the offsets in bytes of their first runs, on both sides.
struct RowQueue {
    rows: Vec<(usize, usize)>,
    len: usize,
    /// The number of rows between the row that is copied and the row that is prefetched.
    ahead: usize,
}

impl RowQueue {
    /// Adds rows at these offsets from `start`. If the queue is full, copies all but the last
    /// rows, while these are prefetched.
    fn push(
        &mut self,
        start: (usize, usize),
        (mut src, mut dst): Offsets<'_>,
        copy: &mut impl FnMut(&[(usize, usize)], &[(usize, usize)]),
    ) {
        // Ends: each step takes rows out of `src`, for which there is room: a full queue keeps
        // at most `MAX_AHEAD` rows.
        while !src.is_empty() {
            if self.len == MAX_ROWS {
                let done = self.len - self.ahead;
                copy(&self.rows[..done], &self.rows[self.ahead..]);
                self.rows.copy_within(done.., 0);
                self.len = self.ahead;
            }
            let len = src.len().min(MAX_ROWS - self.len);
            let offsets = src[..len].iter().zip(&dst[..len]);
            for (row, offsets) in self.rows[self.len..].iter_mut().zip(offsets) {
                *row = (start.0 + offsets.0, start.1 + offsets.1);
            }
            self.len += len;
            (src, dst) = (&src[len..], &dst[len..]);
        }
    }
}

/// Fills the table with the runs along `run`, in each of the `joined` rows.
fn fill(
    table: &mut RunTable,
    from: &SideOffsets,
    to: &SideOffsets,
    run: usize,
    joined: Offsets<'_>,
    overruns: bool,
) {
    let mut counts = [0; MAX_RUN];
    let rows = joined.0.len();
    each_piece(from, to, run, overruns, &mut |len, _, _| {
        counts[len - 1] += rows;
    });
    table.clear(&counts);
    for (src_row, dst_row) in joined.0.iter().zip(joined.1) {
        each_piece(from, to, run, overruns, &mut |len, src, dst| {
            table.push(len, src_row + src, dst_row + dst);
        });
    }
}

/// Calls a function with the length and the offsets of each run along a dimension. Runs of
/// more than [`MAX_RUN`] bytes are several.
fn each_piece(
    from: &SideOffsets,
    to: &SideOffsets,
    run: usize,
    overruns: bool,
    visit: &mut dyn FnMut(usize, usize, usize),
) {
    let (src, dst) = (from.along(run), to.along(run));
    let follows = |offsets: &[usize], at: usize| offsets[at] == offsets[at - 1] + from.size;
    let mut at = 0;
    // Ends: a piece has an element or more.
    while at < src.len() {
        let mut end = at + 1;
        while end < src.len() && follows(src, end) && follows(dst, end) {
            end += 1;
        }
        let len = (end - at) * from.size;
        for byte in (0..len).step_by(MAX_RUN) {
            let piece = MAX_RUN.min(len - byte);
            let piece = if overruns { MAX_RUN } else { piece };
            visit(piece, src[at] + byte, dst[at] + byte);
        }
        at = end;
    }
}
