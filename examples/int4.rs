//! Weights quantized to 4 bits with a scale per row, in the layout that XLA gives them on a TPU.
//!
//! `cargo run --example int4`

use std::error::Error;

use tiled_layout::{Buffer, PackedBuffer, layout};

layout! {
    type Rows = F32[130,300];
    /// Tiles of 8x128; the 8 rows of a column share 32 bits.
    type Weights = s4[130,300]{1,0:T(8,128)(8,1)E(4)};
}

fn weight([row, column]: [usize; 2]) -> f32 {
    ((row * 31 + column * 17) as f32 / 10.0).sin()
}

fn main() -> Result<(), Box<dyn Error>> {
    let weights = Buffer::<f32, Rows>::from_fn(weight);

    // The largest weight of each row becomes 7.
    let scales: Vec<f32> = weights
        .rows()
        .map(|row| row.iter().fold(0.0, |max: f32, x| max.max(x.abs())) / 7.0)
        .collect();
    let mut packed = PackedBuffer::<i8, Weights>::zeroed();
    packed.copy_from_indexed_map(&weights, |[i, _], x| (x / scales[i]).round() as i8)?;

    let mut back = Buffer::<f32, Rows>::zeroed();
    back.copy_from_indexed_map(&packed, |[i, _], x| f32::from(x) * scales[i])?;

    // By hand: the 4 bits of an element, low bits first. The 8 rows of a column within a tile are
    // one word.
    let bytes = packed.as_bytes();
    for i in 0..130 {
        for j in 0..300 {
            let position = (i / 8 * 3 + j / 128) * 1024 + j % 128 * 8 + i % 8;
            let bits = bytes[position / 2] >> (position % 2 * 4);
            let x = f32::from((bits << 4) as i8 >> 4) * scales[i];
            assert_eq!(back[[i, j]], x);
            assert!((x - weight([i, j])).abs() <= scales[i] * 0.501);
        }
    }
    println!(
        "{} elements of 4 bits in {} bytes",
        Weights::NUM_ELEMENTS,
        bytes.len()
    );
    let first = Weights::offset([16, 130]) / 2;
    let word = u32::from_le_bytes(bytes[first..first + 4].try_into()?);
    println!("rows 16 to 23 of column 130: {word:#010x}");

    // Regions of packed elements: a row, and the word's 8 rows of a column.
    let column = packed.region((16..24, 130))?;
    let low_first = column
        .iter()
        .rev()
        .fold(0, |word, x| word << 4 | (x as u32 & 0xF));
    assert_eq!(low_first, word);
    packed.row_mut(0).fill(0);
    assert!(packed.row(0).iter().all(|x| x == 0));
    Ok(())
}
