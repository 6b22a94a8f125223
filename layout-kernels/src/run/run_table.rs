//! `RunTable`: copies of short runs at irregular offsets, which many rows share.

use crate::plan::LINE;
use crate::simd::prefetch_line;
use crate::table::Table;

/// The most bytes of a run.
pub const MAX_RUN: usize = 16;

/// The most runs of a table.
pub const MAX_RUNS: usize = 1024;

/// The most cache lines of a row that are prefetched.
const MAX_LINES: usize = 128;

/// Which sides are prefetched: those that are not in a cache.
#[derive(Clone, Copy, Debug)]
pub struct Prefetch {
    /// The source.
    pub src: bool,
    /// The destination.
    pub dst: bool,
}

/// The runs of a row, whose offsets are the same in all rows.
#[derive(Debug)]
pub struct RunTable {
    /// Offsets in bytes, on both sides, sorted by length.
    runs: Table<(usize, usize), MAX_RUNS>,
    /// Runs of `n + 1` bytes end here; they begin where shorter ones end.
    ends: [usize; MAX_RUN],
    /// Where the next run of `n + 1` bytes is added.
    added: [usize; MAX_RUN],
    /// The number of runs that are to be added.
    missing: usize,
    /// The end of the last run on each side.
    reach: (usize, usize),
    /// Offsets of the cache lines of a row, on both sides.
    src_lines: Table<usize, MAX_LINES>,
    dst_lines: Table<usize, MAX_LINES>,
}

impl RunTable {
    /// A table without runs.
    pub fn new() -> RunTable {
        RunTable {
            runs: Table::full((0, 0)),
            ends: [0; MAX_RUN],
            added: [0; MAX_RUN],
            missing: 0,
            reach: (0, 0),
            src_lines: Table::new(0),
            dst_lines: Table::new(0),
        }
    }

    /// Empties the table. `counts[n - 1]` runs of `n` bytes are to be added.
    pub fn clear(&mut self, counts: &[usize; MAX_RUN]) {
        let mut end = 0;
        for (len, count) in counts.iter().enumerate() {
            self.added[len] = end;
            end += count;
            self.ends[len] = end;
        }
        self.missing = end;
        self.reach = (0, 0);
        self.src_lines.clear();
        self.dst_lines.clear();
    }

    /// Adds a run of `len` bytes. Runs of the same length are copied in the order in which they
    /// are added.
    ///
    /// # Panics
    ///
    /// When there are more runs of this length than [`clear`](Self::clear) counted.
    #[track_caller]
    pub fn push(&mut self, len: usize, src: usize, dst: usize) {
        let end = &mut self.added[len - 1];
        assert!(*end < self.ends[len - 1], "each run is counted");
        self.runs[*end] = (src, dst);
        *end += 1;
        self.missing -= 1;
        self.reach.0 = self.reach.0.max(src.saturating_add(len));
        self.reach.1 = self.reach.1.max(dst.saturating_add(len));
        add_line(&mut self.src_lines, src);
        add_line(&mut self.dst_lines, dst);
    }

    /// Copies the runs of all rows, which begin at these offsets in bytes, on both sides, and
    /// prefetches as many of the rows `next`.
    ///
    /// # Panics
    ///
    /// When a run is out of bounds of a buffer, or a run that was counted is not added.
    #[track_caller]
    pub fn copy(
        &self,
        rows: &[(usize, usize)],
        next: &[(usize, usize)],
        prefetch: Prefetch,
        src: &[u8],
        dst: &mut [u8],
    ) {
        let last = rows.iter().fold((0, 0), |last: (usize, usize), row| {
            (last.0.max(row.0), last.1.max(row.1))
        });
        assert!(
            last.0.saturating_add(self.reach.0) <= src.len()
                && last.1.saturating_add(self.reach.1) <= dst.len(),
            "the buffers are as long as what the copy touches"
        );
        assert!(self.missing == 0, "each counted run is added");
        let mut lines = (&[][..], &[][..]);
        if prefetch.src {
            lines.0 = &self.src_lines;
        }
        if prefetch.dst {
            lines.1 = &self.dst_lines;
        }
        let mut first = 0;
        for (len, &end) in (1..).zip(&self.ends) {
            let runs = &self.runs[first..end];
            first = end;
            if runs.is_empty() {
                continue;
            }
            macro_rules! by_len {
                ($($len:literal)*) => {
                    match len {
                        // SAFETY:
                        // - all runs are added since the table was emptied, each with its
                        //   length, so that they end before `reach`;
                        // - the last row and `reach` together are within both slices;
                        // - these do not overlap, because one is `&mut`.
                        $($len => unsafe {
                            copy_runs::<$len>(runs, rows, next, lines, src.as_ptr(), dst.as_mut_ptr())
                        },)*
                        _ => {}
                    }
                };
            }
            by_len!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
            lines = (&[], &[]);
        }
    }
}

impl Default for RunTable {
    fn default() -> RunTable {
        RunTable::new()
    }
}

/// Copies runs of `N` bytes in each row.
///
/// # Safety
///
/// All runs of all rows are in bounds of both buffers, which do not overlap.
#[inline(never)] // because the loop then keeps all that it needs in registers
unsafe fn copy_runs<const N: usize>(
    runs: &[(usize, usize)],
    rows: &[(usize, usize)],
    next: &[(usize, usize)],
    lines: (&[usize], &[usize]),
    src: *const u8,
    dst: *mut u8,
) {
    for (i, row) in rows.iter().enumerate() {
        if let Some(next) = next.get(i) {
            for line in lines.0 {
                prefetch_line(src.wrapping_add(next.0).wrapping_add(*line));
            }
            for line in lines.1 {
                prefetch_line(dst.wrapping_add(next.1).wrapping_add(*line));
            }
        }
        for run in runs {
            // SAFETY: the run is in bounds of the source, and so is its start.
            let src = unsafe { src.add(row.0 + run.0) };
            // SAFETY: the same of the destination.
            let dst = unsafe { dst.add(row.1 + run.1) };
            // SAFETY:
            // - both sides have the `N` bytes of the run, and do not overlap;
            // - arrays of bytes need no alignment, and any bytes are valid ones.
            unsafe { core::ptr::copy_nonoverlapping(src.cast::<[u8; N]>(), dst.cast(), 1) };
        }
    }
}

/// Adds the offset of a cache line, unless it is less than a line after the last one, or there are
/// too many.
fn add_line(lines: &mut Table<usize, MAX_LINES>, offset: usize) {
    let last = lines.last();
    if last.is_none_or(|&last| offset.wrapping_sub(last) >= LINE) {
        let _ = lines.push(offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;
    use std::vec::Vec;

    /// Runs of all lengths, in rows of which the last ends where both buffers end.
    #[test]
    fn runs_of_all_lengths() {
        let runs: Vec<_> = (1..=MAX_RUN)
            .map(|len| (len, len * 40 % 331, 17 * len))
            .collect();
        let rows = [(0, 0), (700, 300), (350, 600)];
        let end = |side: fn(&(usize, usize, usize)) -> usize| {
            runs.iter().map(|run| side(run) + run.0).max().unwrap()
        };
        let source: Vec<u8> = (0..700 + end(|run| run.1))
            .map(|i| (i * 31 + i / 251) as u8)
            .collect();
        let mut expected = vec![0xa5; 600 + end(|run| run.2)];
        for row in rows {
            for &(len, src, dst) in &runs {
                let run = &source[row.0 + src..][..len];
                expected[row.1 + dst..][..len].copy_from_slice(run);
            }
        }
        let mut table = RunTable::new();
        table.clear(&[1; MAX_RUN]);
        for &(len, src, dst) in &runs {
            table.push(len, src, dst);
        }
        let mut copied = vec![0xa5; expected.len()];
        let prefetch = Prefetch {
            src: true,
            dst: true,
        };
        table.copy(&rows, &rows[1..], prefetch, &source, &mut copied);
        assert_eq!(copied, expected);
    }

    #[test]
    #[should_panic(expected = "as long as what the copy touches")]
    fn beyond_the_destination() {
        let mut table = RunTable::new();
        table.clear(&only(3));
        table.push(3, 0, 6);
        table.copy(&[(0, 0)], &[], NEITHER, &[1; 16], &mut [0; 8]);
    }

    #[test]
    #[should_panic(expected = "each counted run is added")]
    fn fewer_runs_than_counted() {
        let mut table = RunTable::new();
        table.clear(&only(3));
        table.copy(&[(0, 0)], &[], NEITHER, &[1; 16], &mut [0; 8]);
    }

    #[test]
    #[should_panic(expected = "each run is counted")]
    fn more_runs_than_counted() {
        let mut table = RunTable::new();
        table.clear(&only(3));
        table.push(4, 0, 0);
    }

    const NEITHER: Prefetch = Prefetch {
        src: false,
        dst: false,
    };

    /// One run of `len` bytes.
    fn only(len: usize) -> [usize; MAX_RUN] {
        let mut counts = [0; MAX_RUN];
        counts[len - 1] = 1;
        counts
    }
}
