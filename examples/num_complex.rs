//! A spectrum as a tiled array of complex numbers.
//!
//! `cargo run --example num_complex --features num-complex`

use num_complex::Complex;
use tiled_layout::{Buffer, layout};

type Signal = layout!(C64[3,5]<1,0:T(2,2)>);

fn main() {
    let wave = |[row, time]: [usize; 2]| {
        let turns = row as f32 * time as f32 / 5.0;
        Complex::from_polar(1.0, std::f32::consts::TAU * turns)
    };
    let signal: Buffer<Complex<f32>, Signal> = Buffer::from_fn(wave);

    // Row `row` makes `row` turns, so its spectrum has a single line.
    for row in 0..3 {
        let line = |frequency: usize| -> Complex<f32> {
            (0..5)
                .map(|time| signal[[row, time]] * wave([frequency, time]).conj())
                .sum()
        };
        let spectrum: Vec<f32> = (0..5).map(|frequency| line(frequency).norm()).collect();
        println!("row {row}: {spectrum:.3?}");
        for (frequency, size) in spectrum.iter().enumerate() {
            let expected = if frequency == row { 5.0 } else { 0.0 };
            assert!((size - expected).abs() < 1e-4);
        }
    }
}
