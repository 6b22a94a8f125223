//! Weights in bfloat16 as a TPU keeps them, with `half::bf16` as their type.
//!
//! `cargo run --example half --features half`

use half::bf16;
use tiled_layout::{Buffer, View, layout};

/// Tiles of 8x128; pairs of rows share 32 bits.
type Weights = layout!(BF16[5,300]<1,0:T(8,128)(2,1)>);

/// The sum of a row, in `f32`.
fn row_sum(weights: View<'_, bf16, Weights>, row: usize) -> f32 {
    (0..300).map(|column| weights[[row, column]].to_f32()).sum()
}

fn main() {
    let weights =
        Buffer::<bf16, Weights>::from_fn(|[i, j]| bf16::from_f32(i as f32 + j as f32 / 256.0));

    println!("{}", weights.layout());
    println!(
        "{} elements of 2 bytes in {}",
        Weights::NUM_ELEMENTS,
        Weights::PADDED_BYTES
    );
    for row in 0..5 {
        println!("row {row}: sum {:>8}", row_sum(weights.view(), row));
    }

    // A TPU reads 32 bits at once: two rows of a column.
    let position = Weights::offset([2, 7]);
    let pair = &weights.as_slice()[position..position + 2];
    assert_eq!(pair, [weights[[2, 7]], weights[[3, 7]]]);
    println!("at {position}: {pair:?}, column 7 of rows 2 and 3");
}
