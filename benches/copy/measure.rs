//! Time measurements, and the buffers of the copies.

use std::time::Instant;
use tiled_layout::{CopyPlan, Layout};

const PAGE: usize = 4096;

/// A buffer that begins at a cache line, with all pages mapped.
pub(crate) struct Lines {
    lines: Vec<Line>,
    len: usize,
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[allow(dead_code, reason = "read as bytes")] [u8; 64]);

impl Lines {
    pub(crate) fn filled(len: usize) -> Lines {
        let lines = (0..len.div_ceil(64)).map(|i| Line([i as u8; 64])).collect();
        Lines { lines, len }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: lines are 64 bytes without padding, and there are enough of them.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: lines are 64 bytes without padding, and there are enough of them.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }

    /// A buffer for [`bytes_at`](Self::bytes_at) with up to `len` bytes.
    pub(crate) fn with_offsets(len: usize) -> Lines {
        Lines::filled(len + 2 * PAGE)
    }

    /// The `len` bytes that begin `offset` bytes past the first page; every offset shares pages.
    pub(crate) fn bytes_at(&self, offset: usize, len: usize) -> &[u8] {
        &self.bytes()[self.first_page() + offset..][..len]
    }

    pub(crate) fn bytes_at_mut(&mut self, offset: usize, len: usize) -> &mut [u8] {
        let start = self.first_page() + offset;
        &mut self.bytes_mut()[start..][..len]
    }

    fn first_page(&self) -> usize {
        self.lines.as_ptr().addr().next_multiple_of(PAGE) - self.lines.as_ptr().addr()
    }
}

/// The seconds of each of `tasks`, which take turns: the minimum, because other load on the
/// machine only adds time.
pub(crate) fn time<const N: usize>(bytes: usize, mut tasks: [&mut dyn FnMut(); N]) -> [f64; N] {
    time_in_turn(bytes, |task| tasks[task]())
}

/// The same for the tasks that `run` runs by number, which may share buffers.
pub(crate) fn time_in_turn<const N: usize>(bytes: usize, mut run: impl FnMut(usize)) -> [f64; N] {
    let batch = ((1 << 21) / bytes.max(1)).clamp(1, 10_000);
    let samples = ((1usize << 30) / (bytes * batch)).clamp(3, 51);
    let mut times = [const { Vec::new() }; N];
    (0..N).for_each(&mut run);
    for _ in 0..samples {
        for (task, times) in times.iter_mut().enumerate() {
            run(task); // what the other task did to the caches is not counted
            let start = Instant::now();
            for _ in 0..batch {
                run(task);
            }
            times.push(start.elapsed().as_secs_f64() / batch as f64);
        }
    }
    times.map(|times| times.into_iter().fold(f64::INFINITY, f64::min))
}

/// A copy between two layouts, with its buffers.
pub(crate) struct Copied {
    pub(crate) src: Layout,
    pub(crate) from: Lines,
    pub(crate) to: Lines,
    /// Bytes without padding.
    pub(crate) bytes: usize,
    /// Seconds of the copy, and of `memcpy` of the same bytes.
    pub(crate) copy: f64,
    pub(crate) memcpy: f64,
}

impl Copied {
    /// Times the copy from `src` to `dst` in turn with `memcpy`.
    pub(crate) fn beside_memcpy(src: &str, dst: &str) -> Copied {
        let layout = |text: &str| Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        Copied::of(&layout(src), &layout(dst), None)
    }

    /// The same with this number of `samples`; `None` chooses it by the bytes.
    pub(crate) fn of(src: &Layout, dst: &Layout, samples: Option<usize>) -> Copied {
        let plan = CopyPlan::new(src, dst).unwrap();
        let from = Lines::filled(src.padded_bytes());
        let mut to = Lines::filled(dst.padded_bytes());
        let bytes = src.num_bytes();
        let copied_from = Lines::filled(bytes);
        let mut copied_to = Lines::filled(bytes);
        let mut copy = || plan.run_bytes(from.bytes(), to.bytes_mut()).unwrap();
        let mut memcpy = || copied_to.bytes_mut().copy_from_slice(copied_from.bytes());
        let [copy, memcpy] = match samples {
            None => time(bytes, [&mut copy, &mut memcpy]),
            Some(samples) => least_in_turn(samples, |task| match task {
                0 => copy(),
                _ => memcpy(),
            }),
        };
        Copied {
            src: *src,
            from,
            to,
            bytes,
            copy,
            memcpy,
        }
    }

    /// The columns of both bandwidths and of their ratio.
    pub(crate) fn columns(&self) -> String {
        format!(
            "{:7.1} {:8.1} {:7.2}",
            bandwidth(self.bytes, self.copy),
            bandwidth(self.bytes, self.memcpy),
            self.memcpy / self.copy,
        )
    }
}

/// The minimum seconds of each of `N` tasks, which take turns.
pub(crate) fn least_in_turn<const N: usize>(
    samples: usize,
    mut run: impl FnMut(usize),
) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    for _ in 0..samples {
        for (task, least) in least.iter_mut().enumerate() {
            let start = Instant::now();
            run(task);
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    least
}

/// GB/s of a copy of `bytes` bytes, each of which is read and written.
pub(crate) fn bandwidth(bytes: usize, seconds: f64) -> f64 {
    2.0 * bytes as f64 / seconds / 1e9
}
