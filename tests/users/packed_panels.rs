//! A matrix product as BLAS libraries make it: both matrices are copied into panels, and a small
//! kernel multiplies two panels that it reads from beginning to end.

use std::error::Error;
use tiled_layout::prelude::*;

/// Panels of 4 rows, each column by column.
type Left = layout!(F32[?,?]<1,0:T(4,1)>);
/// Panels of 8 columns, each row by row.
type Right = layout!(F32[?,?]<0,1:T(8,1)>);

/// `a * b`, row by row, of `[m, k]` and `[k, n]`.
fn multiply(a: &[f32], b: &[f32], [m, k, n]: [usize; 3]) -> Result<Vec<f32>, Box<dyn Error>> {
    let mut left = Buffer::<f32, _>::zeroed_with(Left::with_dims([m, k])?)?;
    let mut right = Buffer::<f32, _>::zeroed_with(Right::with_dims([k, n])?)?;
    left.copy_from_row_major(a)?;
    right.copy_from_row_major(b)?;

    let mut out = Buffer::<f32, _>::zeroed_with(<layout!(F32[?,?])>::with_dims([m, n])?)?;
    for (i, left) in left.as_slice().chunks(4 * k).enumerate() {
        for (j, right) in right.as_slice().chunks(8 * k).enumerate() {
            let mut sums = [[0.0; 8]; 4];
            let (columns, rows) = (left.as_chunks::<4>().0, right.as_chunks::<8>().0);
            for (column, row) in columns.iter().zip(rows) {
                for (sums, x) in sums.iter_mut().zip(column) {
                    sums.iter_mut().zip(row).for_each(|(sum, y)| *sum += x * y);
                }
            }
            // Rows and columns of padding are not written.
            let (i, j) = (4 * i, 8 * j);
            let mut block = out.region_mut((i..(i + 4).min(m), j..(j + 8).min(n)))?;
            for ([i, j], element) in block.indexed_iter_mut() {
                *element = sums[i][j];
            }
        }
    }
    Ok(out.to_row_major())
}

#[test]
fn products_of_all_sizes() -> Result<(), Box<dyn Error>> {
    for [m, k, n] in [[1, 1, 1], [4, 3, 8], [5, 7, 9], [13, 2, 17], [8, 16, 24]] {
        let a: Vec<f32> = (0..m * k).map(|i| (i * 7 % 11) as f32 - 5.0).collect();
        let b: Vec<f32> = (0..k * n).map(|i| (i * 5 % 13) as f32 - 6.0).collect();
        let mut expected = Vec::new();
        for i in 0..m {
            for j in 0..n {
                expected.push((0..k).map(|l| a[i * k + l] * b[l * n + j]).sum::<f32>());
            }
        }
        assert_eq!(multiply(&a, &b, [m, k, n])?, expected, "{m} x {k} x {n}");
    }
    Ok(())
}

/// The positions of the panels' elements, by hand.
#[test]
fn panels() -> Result<(), Box<dyn Error>> {
    let left = Left::with_dims([6, 3])?;
    assert_eq!(left.padded_len(), 2 * 4 * 3);
    assert_eq!(
        [
            left.offset([3, 0]),
            left.offset([0, 1]),
            left.offset([5, 2])
        ],
        [3, 4, 21]
    );
    let right = Right::with_dims([3, 10])?;
    assert_eq!(right.padded_len(), 2 * 8 * 3);
    assert_eq!(
        [
            right.offset([0, 7]),
            right.offset([1, 0]),
            right.offset([2, 9])
        ],
        [7, 8, 41]
    );
    Ok(())
}
