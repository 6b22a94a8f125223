//! Converts 4-bit weights with one scale per tile to `f32`, tile by tile.
//!
//! `cargo run --release --example int4_dequant`

use std::error::Error;

use tiled_layout::{Buffer, PackedBuffer, layout};

/// Tiles of 8x128; the 8 rows of a column share 32 bits.
type Weights = layout!(S4[1024,1024]<1,0:T(8,128)(8,1)E(4)>);
type Floats = layout!(F32[1024,1024]<1,0:T(8,128)>);
/// One scale per tile of `Weights`.
type Scales = layout!(F32[128,8]);

/// Writes the weights, multiplied by their scales, into the tiles of `floats`.
fn dequantize(
    weights: &PackedBuffer<i8, Weights>,
    scales: &Buffer<f32, Scales>,
    floats: &mut Buffer<f32, Floats>,
) {
    let weights = weights.view();
    for mut tile in floats.tiles_mut() {
        let (row, column) = (tile.index()[0], tile.index()[1]);
        let scale = scales[[row, column]];
        let Some((bytes, out)) = weights.tile_bytes([row, column]).zip(tile.as_mut_slice()) else {
            unreachable!("the tiles of both are contiguous");
        };
        for (column, word) in bytes.as_chunks::<4>().0.iter().enumerate() {
            let word = u32::from_le_bytes(*word);
            for row in 0..8 {
                // The low bits are the first row; the shift back extends the sign.
                let weight = (word << (28 - 4 * row)) as i32 >> 28;
                out[row * 128 + column] = weight as f32 * scale;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let weight = |[i, j]: [usize; 2]| ((i * 31 + j * 17) % 16) as i8 - 8;
    let weights = PackedBuffer::<i8, Weights>::from_fn(weight);
    let scales = Buffer::<f32, Scales>::from_fn(|[i, j]| (i + j + 1) as f32 / 64.0);
    let mut floats = Buffer::<f32, Floats>::zeroed();

    dequantize(&weights, &scales, &mut floats);
    for ([i, j], &float) in floats.indexed_iter() {
        let scale = scales[[i / 8, j / 128]];
        assert_eq!(float, f32::from(weight([i, j])) * scale);
    }
    println!(
        "{} weights: {} bytes to {}",
        Weights::NUM_ELEMENTS,
        Weights::PADDED_BYTES,
        Floats::PADDED_BYTES
    );
    Ok(())
}
