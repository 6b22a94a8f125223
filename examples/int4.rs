//! Weights quantized to 4 bits, in the layout that XLA gives them on a TPU.
//!
//! `cargo run --example int4`

use std::error::Error;

use tiled_layout::{PackedBuffer, layout};

/// Tiles of 8x128; the 8 rows of a column share 32 bits.
type Weights = layout!(s4[260,390]{1,0:T(8,128)(8,1)E(4)});

/// One scale per row; the row's largest weight becomes 7.
fn scale(row: usize) -> f32 {
    (0..390)
        .map(|column| weight([row, column]).abs())
        .fold(0.0, f32::max)
        / 7.0
}

fn weight([row, column]: [usize; 2]) -> f32 {
    ((row * 31 + column * 17) as f32 / 10.0).sin()
}

fn main() -> Result<(), Box<dyn Error>> {
    let scales: Vec<f32> = (0..260).map(scale).collect();
    let packed = PackedBuffer::<i8, Weights>::from_fn(|index| {
        (weight(index) / scales[index[0]]).round() as i8
    });
    let worst = packed
        .indexed_iter()
        .map(|(index, small)| (f32::from(small) * scales[index[0]] - weight(index)).abs())
        .fold(0.0, f32::max);

    println!(
        "{} elements of 4 bits in {} bytes",
        Weights::NUM_ELEMENTS,
        packed.as_bytes().len()
    );
    println!("a weight is at most {worst:.4} off");
    assert!(worst <= 0.5 / 7.0 + 1e-6);

    // The 8 elements of a column within a tile, low bits first, are one word.
    let first = Weights::offset([16, 130]) / 2;
    let word = u32::from_le_bytes(packed.as_bytes()[first..first + 4].try_into()?);
    println!("rows 16 to 23 of column 130: {word:#010x}");
    for row in 0..8 {
        let nibble = (word >> (4 * row)) as u8 & 0xF;
        let expected = packed.get([16 + row, 130]).unwrap_or_default();
        assert_eq!(nibble, expected as u8 & 0xF);
    }
    Ok(())
}
