//! Copies arrays of `ndarray` into tiles and back, and uses its methods on the tiles.
//!
//! `cargo run --example ndarray --features ndarray`

use std::error::Error;

use ndarray::{Array2, ArrayView2, Axis};
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
    Ok(())
}
