//! Weights of 4 bits with one scale a row, and their product with a vector.

use std::error::Error;
use tiled_layout::prelude::*;

/// Tiles of 8x128; the 8 rows of a column share 32 bits.
type Weights = layout!(S4[20,300]<1,0:T(8,128)(8,1)E(4)>);

fn weight([i, j]: [usize; 2]) -> i8 {
    ((i * 7 + j * 3) % 16) as i8 - 8
}

/// The product with a vector; of any layout of rank 2.
fn apply<M>(weights: &PackedView<'_, i8, M>, scales: &[f32], x: &[f32]) -> Vec<f32>
where
    M: Mapping<Index = [usize; 2]>,
{
    let mut out = vec![0.0; scales.len()];
    for ([i, j], weight) in weights.indexed_iter() {
        out[i] += scales[i] * f32::from(weight) * x[j];
    }
    out
}

#[test]
fn weights_of_half_a_byte() -> Result<(), Box<dyn Error>> {
    let scales: Vec<f32> = (0..20).map(|i| 0.25 * (i + 1) as f32).collect();
    let x: Vec<f32> = (0..300).map(|j| (j % 5) as f32).collect();
    let expected: Vec<f32> = (0..20)
        .map(|i| {
            (0..300)
                .map(|j| scales[i] * f32::from(weight([i, j])) * x[j])
                .sum()
        })
        .collect();

    let packed = PackedBuffer::<i8, Weights>::from_fn(weight);
    assert_eq!(packed.as_bytes().len(), 24 * 384 / 2);
    assert_eq!(apply(&packed.view(), &scales, &x), expected);

    // By hand: element (9, 130) is in tile (1, 1), row 1, column 2.
    let position = (3 + 1) * 8 * 128 + 2 * 8 + 1;
    assert_eq!(Weights::offset([9, 130]), position);
    let byte = packed.as_bytes()[position / 2];
    assert_eq!((byte as i8) >> 4, weight([9, 130])); // the high half

    // A file has them in rows, two a byte.
    let rows = PackedBuffer::<i8, layout!(S4[20,300]<1,0:E(4)>)>::from_fn(weight);
    assert_eq!(rows.as_bytes().len(), 20 * 150);
    let mut tiled = PackedBuffer::<i8, Weights>::zeroed();
    tiled.copy_from(&rows)?;
    assert_eq!(tiled.as_bytes(), packed.as_bytes());

    let error = tiled.try_set([0, 0], 8);
    assert!(error.unwrap_err().to_string().contains("does not fit"));
    Ok(())
}
