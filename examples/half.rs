//! Reads a dump of bfloat16 weights, as a TPU keeps them, into rows of `f32`.
//!
//! `cargo run --example half --features half`

use std::error::Error;

use half::bf16;
use tiled_layout::{Buffer, layout};

layout! {
    /// Tiles of 8x128, in which pairs of rows share 32 bits.
    type Weights = BF16[300,500]<1,0:T(8,128)(2,1)>;
    type Rows = F32[300,500];
}

/// The dump: the element in row i and column j is i + j / 512.
fn dump() -> Vec<u8> {
    let value = |[i, j]: [usize; 2]| bf16::from_f32(i as f32 + j as f32 / 512.0);
    Buffer::<bf16, Weights>::from_fn(value).as_bytes().to_vec()
}

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = dump();
    let weights = Buffer::<bf16, Weights>::from_bytes(&bytes)?;

    let mut rows = Buffer::<f32, Rows>::zeroed();
    rows.copy_from_map(&weights, f32::from)?;
    let sums: Vec<f32> = weights
        .rows()
        .map(|row| row.iter().map(|x| x.to_f32()).sum())
        .collect();

    println!("{}", weights.layout());
    println!("{} bytes, {} with padding", Weights::NUM_BYTES, bytes.len());
    println!("sums of the first rows: {:?}", &sums[..3]);

    // By hand: the two bytes of an element, in the tile and the pair of its row.
    for i in 0..300 {
        let mut sum = 0.0;
        for j in 0..500 {
            let tile = i / 8 * 4 + j / 128;
            let position = tile * 1024 + i % 8 / 2 * 256 + j % 128 * 2 + i % 2;
            let x = bf16::from_ne_bytes([bytes[2 * position], bytes[2 * position + 1]]).to_f32();
            assert_eq!(rows[[i, j]], x);
            sum += x;
        }
        assert_eq!(sums[i], sum);
    }

    // A TPU reads 32 bits at once: two rows of a column.
    let position = Weights::offset([2, 7]);
    let pair = &weights.as_slice()[position..position + 2];
    assert_eq!(pair, [weights[[2, 7]], weights[[3, 7]]]);
    println!("at {position}: {pair:?}, column 7 of rows 2 and 3");
    Ok(())
}
