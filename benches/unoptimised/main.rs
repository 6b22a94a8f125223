//! The cost of one access in a build without optimisation, beside `ndarray`:
//!
//! ```text
//! cargo run -p unoptimised
//! ```
//!
//! Each way adds up all elements of an array of 64 x 384 numbers by index. Times are those of
//! the fastest of many runs, in nanoseconds per element.

use std::hint::black_box;
use std::time::Instant;

use ndarray::{ArrayView2, ArrayView3};
use tiled_layout::layout;

const ROWS: usize = 64;
const COLUMNS: usize = 384;
const RUNS: usize = 50;

type Plain = layout!(U32[ROWS,COLUMNS]);
type Tpu32 = layout!(U32[ROWS,COLUMNS]<1,0:T(8,128)>);
type Tpu16 = layout!(U32[ROWS,COLUMNS]<1,0:T(8,128)(2,1)>);
type Tpu3 = layout!(U32[8,8,COLUMNS]<2,1,0:T(8,128)>);

/// The sum over all indices, in a loop shared by all ways.
macro_rules! sum {
    (|$i:ident, $j:ident| $element:expr) => {{
        let mut sum = 0u32;
        let mut $i = 0;
        while $i < ROWS {
            let mut $j = 0;
            while $j < COLUMNS {
                sum = sum.wrapping_add($element);
                $j += 1;
            }
            $i += 1;
        }
        sum
    }};
}

fn measure(name: &str, mut sum: impl FnMut() -> u32) {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        black_box(sum());
        best = best.min(start.elapsed().as_secs_f64());
    }
    let nanoseconds = best * 1e9 / (ROWS * COLUMNS) as f64;
    println!("{name:44} {nanoseconds:6.1} ns");
}

fn main() {
    if !cfg!(debug_assertions) {
        println!("this build is optimised; `cargo run -p unoptimised` is not");
    }
    let buffer: Vec<u32> = (0..(ROWS * COLUMNS) as u32).collect();
    let array = ArrayView2::from_shape((ROWS, COLUMNS), &buffer).unwrap();
    let array3 = ArrayView3::from_shape((8, 8, COLUMNS), &buffer).unwrap();
    let plain = Plain::view(&buffer).unwrap();
    let tpu32 = Tpu32::view(&buffer).unwrap();
    let tpu16 = Tpu16::view(&buffer).unwrap();
    let tpu3 = Tpu3::view(&buffer).unwrap();
    let run_time = Tpu32::LAYOUT.view(&buffer).unwrap();

    measure("slice, buffer[i * 384 + j]", || {
        sum!(|i, j| buffer[i * COLUMNS + j])
    });
    measure("slice, T(8,128) by hand", || {
        sum!(|i, j| buffer[i / 8 * 3072 + j / 128 * 1024 + i % 8 * 128 + j % 128])
    });
    measure("ndarray, rank 2", || sum!(|i, j| array[[i, j]]));
    measure("ndarray, rank 3", || sum!(|i, j| array3[[i / 8, i % 8, j]]));
    measure("u32[64,384]{1,0}", || sum!(|i, j| plain[[i, j]]));
    measure("u32[64,384]{1,0:T(8,128)}", || sum!(|i, j| tpu32[[i, j]]));
    measure("u32[64,384]{1,0:T(8,128)(2,1)}", || {
        sum!(|i, j| tpu16[[i, j]])
    });
    measure("u32[8,8,384]{2,1,0:T(8,128)}", || {
        sum!(|i, j| tpu3[[i / 8, i % 8, j]])
    });
    measure("u32[64,384]{1,0:T(8,128)}, run-time layout", || {
        sum!(|i, j| run_time[[i, j]])
    });
}
