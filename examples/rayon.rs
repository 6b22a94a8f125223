//! Fills and sums a large array on all cores, slice by slice.
//!
//! `cargo run --release --example rayon --features rayon`

use rayon::iter::ParallelIterator;
use tiled_layout::{Buffer, layout};

/// Tiles of 8x128; the last ones in each direction are partial.
type Large = layout!(F32[1000,1500]<1,0:T(8,128)>);

fn main() {
    let mut buffer: Buffer<f32, Large> = Buffer::zeroed();
    buffer.view_mut().par_runs_mut().for_each(|([i, j], run)| {
        for (k, element) in run.iter_mut().enumerate() {
            *element = (i + j + k) as f32;
        }
    });

    // A run lies in one row of one tile; the sum of so few numbers is exact.
    let view = buffer.view();
    let sum: f64 = view
        .par_runs()
        .map(|(_, run)| f64::from(run.iter().sum::<f32>()))
        .sum();
    println!(
        "{} runs on {} threads: sum {sum}",
        view.runs().count(),
        rayon::current_num_threads()
    );
    assert_eq!(sum, 1000.0 * 1500.0 * (999.0 + 1499.0) / 2.0);
}
