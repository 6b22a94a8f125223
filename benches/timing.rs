//! Time measurements, for all benchmarks.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The approximate duration of all turns of one row.
const ROW: Duration = Duration::from_millis(200);
const MIN_TURNS: u32 = 5;
const MAX_TURNS: u32 = 400;

/// The seconds of each of `N` tasks, which `run` runs by number and which take turns: the minimum,
/// because other load on the machine only adds time. Each turn runs a task once more, so that what the
/// other tasks did to the caches is not counted, and then `batch` times. Every second turn goes from
/// the last task to the first: what runs after a streaming copy finds its destination outside of the
/// caches, and the order alone made a factor of 1.3.
pub(crate) fn time_in_turn<const N: usize>(batch: usize, mut run: impl FnMut(usize)) -> [f64; N] {
    let mut least = [f64::INFINITY; N];
    let start = Instant::now();
    let mut turn = 0;
    while turn < MIN_TURNS || turn < MAX_TURNS && start.elapsed() < ROW {
        for at in 0..N {
            let task = if turn % 2 == 0 { at } else { N - 1 - at };
            let least = &mut least[task];
            run(task);
            let start = Instant::now();
            (0..batch).for_each(|_| run(task));
            *least = least.min(start.elapsed().as_secs_f64() / batch as f64);
        }
        turn += 1;
    }
    least
}

/// The same for functions.
pub(crate) fn time<R, const N: usize>(
    batch: usize,
    mut tasks: [&mut dyn FnMut() -> R; N],
) -> [f64; N] {
    time_in_turn(batch, |task| {
        black_box(tasks[task]());
    })
}
