//! Fills and sums a large array on all cores, by runs, rows and blocks.
//!
//! `cargo run --release --example rayon --features rayon`

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use tiled_layout::{Buffer, layout};

macro_rules! matrices {
    ($($name:ident: [$rows:expr, $columns:expr];)*) => {
        layout! { $(
            /// Tiles of 8x128; the last ones in each direction are partial.
            type $name = F32[{ $rows },{ $columns }]<1,0:T(8,128)>;
        )* }
    };
}

const ROWS: usize = 1000;

matrices! {
    Large: [ROWS, 1500];
    Norms: [1, ROWS];
}

fn main() {
    let mut buffer = Buffer::<f32, Large>::zeroed();
    buffer.par_runs_mut().for_each(|([i, j], run)| {
        for (k, element) in run.iter_mut().enumerate() {
            *element = ((i + j + k) % 64) as f32;
        }
    });

    // All rows may be in use at the same time, one per thread.
    buffer
        .rows_mut()
        .into_par_iter()
        .enumerate()
        .for_each(|(i, mut row)| {
            assert_eq!(row[[0]], (i % 64) as f32);
            let largest = row.iter().copied().fold(0.0, f32::max);
            row.map_inplace(|x| *x /= largest);
        });

    // Blocks of four tiles: the partial ones at the ends are smaller.
    let sum: f64 = buffer
        .blocks([8, 512])
        .into_par_iter()
        .map(|block| block.iter().map(|&x| f64::from(x)).sum::<f64>())
        .sum();

    // By hand.
    let mut expected = 0.0;
    for i in 0..ROWS {
        for j in 0..1500 {
            let position = (i / 8 * 12 + j / 128) * 1024 + i % 8 * 128 + j % 128;
            let x = ((i + j) % 64) as f32 / 63.0;
            assert_eq!(buffer.as_slice()[position], x);
            expected += f64::from(x);
        }
    }
    assert!((sum - expected).abs() < 1e-6 * expected);
    println!(
        "{} blocks on {} threads: sum {sum}",
        buffer.blocks([8, 512]).len(),
        rayon::current_num_threads()
    );

    let mut norms = Buffer::<f32, Norms>::zeroed();
    for (norm, row) in norms.iter_mut().zip(buffer.rows()) {
        *norm = row.iter().map(|x| x * x).sum::<f32>().sqrt();
    }
    assert!(norms.iter().all(|&norm| norm > 20.0));
}
