//! Normalises rows in place, with one function for all kinds of layouts and for regions.
//!
//! `cargo run --example normalise`

use std::error::Error;

use tiled_layout::{Buffer, Layout, Mapping, ViewMut, layout};

/// Gives each row the mean 0 and the variance 1.
fn normalise<M: Mapping>(mut array: ViewMut<'_, f32, M>) {
    for mut row in array.axis_iter_mut(0) {
        let len = row.len() as f32;
        let mean = row.iter().sum::<f32>() / len;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / len;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        row.map_inplace(|x| *x = (*x - mean) * scale);
    }
}

/// The same by hand, of rows one after another.
fn by_hand(rows: &mut [f32], columns: usize) {
    for row in rows.chunks_mut(columns) {
        let len = columns as f32;
        let mean = row.iter().sum::<f32>() / len;
        let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / len;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        for x in row {
            *x = (*x - mean) * scale;
        }
    }
}

fn value([i, j]: [usize; 2]) -> f32 {
    ((i * 31 + j * 17) % 64) as f32
}

layout! {
    type Static = F32[30,200]<1,0:T(8,128)>;
    type Partial = F32[?,200]<1,0:T(8,128)>;
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut expected = Buffer::<f32, layout!(F32[30,200])>::from_fn(value);
    by_hand(expected.as_mut_slice(), 200);

    let mut of_static = Buffer::<f32, Static>::from_fn(value);
    normalise(of_static.view_mut());
    assert_eq!(of_static, expected);

    let mut of_partial = Buffer::from_fn_with(Partial::with_dims([30, 200])?, value)?;
    normalise(of_partial.view_mut());
    assert_eq!(of_partial, expected);

    let layout = Layout::parse("f32[30,200]{0,1:T(16)}")?; // columns are contiguous
    let mut of_layout = Buffer::from_fn_with(layout.ranked::<2>()?, value)?;
    normalise(of_layout.view_mut());
    assert_eq!(of_layout, expected);

    // A region that begins within a tile. Elements around it do not change.
    let inner = |[i, j]: [usize; 2]| match (i, j) {
        (3..33, 100..300) => value([i - 3, j - 100]),
        _ => f32::INFINITY,
    };
    let mut around = Buffer::<f32, layout!(F32[40,310]<1,0:T(8,128)>)>::from_fn(inner);
    normalise(around.region_mut((3..33, 100..300))?);
    assert_eq!(around.region((3..33, 100..300))?, expected);
    assert_eq!(
        around.iter().filter(|x| x.is_infinite()).count(),
        40 * 310 - 6000
    );

    println!("30 rows of 200, in four layouts: equal to a loop over slices");
    Ok(())
}
