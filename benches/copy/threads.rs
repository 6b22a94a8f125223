//! Copies by several threads, beside `memcpy` by as many.

use crate::measure::{Lines, bandwidth, time_in_turn};
use rayon::prelude::*;
use std::time::{Duration, Instant};
use tiled_layout::{CopyPlan, Layout};

/// A name, and the layouts of the source and of the destination of a square array.
const JOBS: [(&str, &str, &str, &str); 4] = [
    ("rows to T(8,128)", "f32", "1,0", "1,0:T(8,128)"),
    ("rows to T(8,128)(2,1)", "bf16", "1,0", "1,0:T(8,128)(2,1)"),
    ("T(8,128) to rows", "f32", "1,0:T(8,128)", "1,0"),
    ("transpose", "f32", "0,1", "1,0"),
];

/// Prints, for each number of threads up to the processor's, the bandwidth and its ratio to that of
/// `memcpy` by as many threads and to that of one thread; the ratio of a copy between buffers that
/// begin 16 bytes past a page to the aligned one; and the cores that the aligned copy keeps busy.
pub(crate) fn run() {
    println!(
        "{:40} {:>7} {:>7} {:>8} {:>7} {:>10} {:>7} {:>6}",
        "copy", "threads", "GB/s", "memcpy", "ratio", "x 1 thread", "at +16", "cores"
    );
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    for (size, bytes) in [("1MiB", 1 << 20), ("8MiB", 8 << 20), ("256MiB", 256 << 20)] {
        for (name, element, src, dst) in JOBS {
            let of_element = if element == "f32" { 4 } else { 2 };
            let side = ((bytes / of_element) as f64).sqrt() as usize / 128 * 128;
            let layout = |body| Layout::parse(&format!("{element}[{side},{side}]{{{body}}}"));
            let [src, dst] = [src, dst].map(|body| layout(body).unwrap());
            let mut one = None;
            for threads in (0..).map(|i| 1 << i).take_while(|&n| n <= most) {
                let ([ours, shifted, memcpy], cores) = job(&src, &dst, threads);
                let one = *one.get_or_insert(ours);
                let [gb, memcpy_gb] = [ours, memcpy].map(|t| bandwidth(src.num_bytes(), t));
                println!(
                    "{:40} {threads:7} {gb:7.1} {memcpy_gb:8.1} {:7.2} {:10.2} {:7.2} {:>6}",
                    format!("{size} {element}, {name}"),
                    memcpy / ours,
                    one / ours,
                    ours / shifted,
                    cores.map_or("-".to_string(), |cores| format!("{cores:.2}")),
                );
            }
        }
    }
}

/// The seconds of a copy, of a copy between buffers that begin 16 bytes past a page, and of
/// `memcpy`, all on the given number of threads; and the cores that the first keeps busy.
fn job(src: &Layout, dst: &Layout, threads: usize) -> ([f64; 3], Option<f64>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let plan = CopyPlan::new(src, dst).unwrap();
    let (bytes, src_len, dst_len) = (src.num_bytes(), src.padded_bytes(), dst.padded_bytes());
    let from = Lines::with_offsets(src_len);
    let mut to = Lines::with_offsets(dst_len);
    let copied_from = Lines::filled(bytes);
    let mut copied_to = Lines::filled(bytes);
    let part = bytes.div_ceil(threads);
    let mut copy = |offset| {
        let to = to.bytes_at_mut(offset, dst_len);
        plan.par_run_bytes(from.bytes_at(offset, src_len), to)
            .unwrap();
    };
    pool.unwrap().install(|| {
        let seconds = time_in_turn(bytes, |task| match task {
            0 => copy(0),
            1 => copy(16),
            _ => {
                let parts = copied_from.bytes().par_chunks(part);
                let parts = copied_to.bytes_mut().par_chunks_mut(part).zip(parts);
                parts.for_each(|(to, from)| to.copy_from_slice(from));
            }
        });
        (seconds, cores_busy(|| copy(0)))
    })
}

/// The processor time of this program by the wall time while `run` repeats.
fn cores_busy(mut run: impl FnMut()) -> Option<f64> {
    const LONG: Duration = Duration::from_millis(500); // of ticks of 10 ms
    let (start, before) = (Instant::now(), processor_seconds()?);
    while start.elapsed() < LONG {
        run();
    }
    Some((processor_seconds()? - before) / start.elapsed().as_secs_f64())
}

/// The seconds that all threads ran, on Linux, whose `/proc` counts 100 ticks per second.
fn processor_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(") ")?; // the name may contain spaces
    let mut ticks = fields.split(' ').skip(11).map_while(|n| n.parse().ok());
    let (user, system): (f64, f64) = (ticks.next()?, ticks.next()?);
    Some((user + system) / 100.0)
}
