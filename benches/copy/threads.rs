//! Copies by several threads, beside `memcpy` by as many.

use crate::measure::{Lines, bandwidth, time};
use rayon::prelude::*;
use tiled_layout::{CopyPlan, Layout};

/// A name, and the layouts of the source and of the destination of a square array.
const JOBS: [(&str, &str, &str, &str); 4] = [
    ("rows to T(8,128)", "f32", "1,0", "1,0:T(8,128)"),
    ("rows to T(8,128)(2,1)", "bf16", "1,0", "1,0:T(8,128)(2,1)"),
    ("T(8,128) to rows", "f32", "1,0:T(8,128)", "1,0"),
    ("transpose", "f32", "0,1", "1,0"),
];

/// Prints, for each number of threads up to the processor's, the bandwidth and its ratio to that of
/// `memcpy` by as many threads and to that of one thread.
pub(crate) fn run() {
    println!(
        "{:40} {:>7} {:>7} {:>8} {:>7} {:>10}",
        "copy", "threads", "GB/s", "memcpy", "ratio", "x 1 thread"
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
                let [ours, memcpy] = job(&src, &dst, threads);
                let one = *one.get_or_insert(ours);
                let [gb, memcpy_gb] = [ours, memcpy].map(|t| bandwidth(src.num_bytes(), t));
                println!(
                    "{:40} {threads:7} {gb:7.1} {memcpy_gb:8.1} {:7.2} {:10.2}",
                    format!("{size} {element}, {name}"),
                    memcpy / ours,
                    one / ours,
                );
            }
        }
    }
}

/// The seconds of a copy and of `memcpy`, both on the given number of threads.
fn job(src: &Layout, dst: &Layout, threads: usize) -> [f64; 2] {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let plan = CopyPlan::new(src, dst).unwrap();
    let bytes = src.num_bytes();
    let from = Lines::filled(src.padded_bytes());
    let mut to = Lines::filled(dst.padded_bytes());
    let copied_from = Lines::filled(bytes);
    let mut copied_to = Lines::filled(bytes);
    let part = bytes.div_ceil(threads);
    pool.unwrap().install(|| {
        time(
            bytes,
            [
                &mut || plan.par_run_bytes(from.bytes(), to.bytes_mut()).unwrap(),
                &mut || {
                    let parts = copied_from.bytes().par_chunks(part);
                    let parts = copied_to.bytes_mut().par_chunks_mut(part).zip(parts);
                    parts.for_each(|(to, from)| to.copy_from_slice(from));
                },
            ],
        )
    })
}
