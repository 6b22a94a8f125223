//! Copies arrays of `ndarray` into tiles and back, and uses its methods on the tiles.
//!
//! `cargo run --example ndarray --features ndarray`

use std::error::Error;

use ndarray::{Array2, ArrayView2, Axis, s};
use tiled_layout::{Buffer, layout};

type Tiled = layout!(F32[6,10]<1,0:T(4,8)>);
type Columns = layout!(F32[6,10]<0,1>);

fn main() -> Result<(), Box<dyn Error>> {
    let array = Array2::from_shape_fn((6, 10), |(i, j)| (i * 10 + j) as f32);

    // Row-major in and out.
    let tiled: Buffer<f32, Tiled> = Buffer::from_ndarray(&array)?;
    assert_eq!(tiled.view().to_ndarray(), array);

    // The buffer as it lies in memory: 2x2 tiles of 4x8, without a copy.
    let tiles = tiled.view().as_physical_ndarray();
    println!("tiles and elements of each: {:?}", tiles.shape());
    let sums = tiles.sum_axis(Axis(3)).sum_axis(Axis(2));
    println!("sum of each tile, padding being zero:\n{sums}");
    assert_eq!(sums.sum(), array.sum());

    // Without tiles the logical array itself is a view of `ndarray`.
    let mut columns: Buffer<f32, Columns> = Buffer::zeroed();
    columns.view_mut().copy_from(&tiled.view())?;
    let view = columns.view();
    let view: ArrayView2<'_, f32> = view.as_ndarray().ok_or("tiles have no strides")?;
    println!(
        "strides {:?}, mean of each row {}",
        view.strides(),
        view.sum_axis(Axis(1)) / 10.0
    );
    assert_eq!(view, array);
    assert!(tiled.view().as_ndarray().is_none());
    // A region within one tile has strides too.
    let inner = tiled.region((1..4, 2..8))?;
    assert_eq!(inner.as_ndarray(), Some(array.slice(s![1..4, 2..8])));

    // Slices of any strides, also backwards, are copied into regions.
    let slice = array.slice(s![..;-2, 1..;3]); // rows 5, 3, 1; columns 1, 4, 7
    let mut copy = tiled.clone();
    copy.region_mut((..3, 7..))?.copy_from(&slice)?;
    for i in 0..6 {
        for j in 0..10 {
            let (row, column) = match (i, j) {
                (..3, 7..) => (5 - 2 * i, 1 + 3 * (j - 7)),
                _ => (i, j),
            };
            assert_eq!(copy[[i, j]], (row * 10 + column) as f32);
        }
    }
    Ok(())
}
