//! A 3x3 convolution with regions of tiled images.
//!
//! `cargo run --release --example convolution`

use std::error::Error;

use tiled_layout::{Buffer, Mapping, RegionError, View, Zip, layout};

layout! {
    /// 4 channels of 20x140, with a border of 1 around them.
    type Image = F32[4,22,142]<2,1,0:T(8,128)>;
    /// Output channel, input channel, y, x.
    type Weights = F32[3,4,3,3];
    type Output = F32[3,20,140]<2,1,0:T(8,128)>;
}

/// Adds each weight times the image, shifted by the weight's index, to its output channel.
fn convolve<A, W>(
    image: View<'_, f32, A>,
    weights: View<'_, f32, W>,
) -> Result<Buffer<f32, Output>, RegionError>
where
    A: Mapping<Index = [usize; 3]>,
    W: Mapping<Index = [usize; 4]>,
{
    let mut output = Buffer::<f32, Output>::zeroed();
    let [_, height, width] = output.dims().try_into().unwrap_or_default();
    for (k, mut channel) in output.axis_iter_mut(0).enumerate() {
        for ([c, y, x], &weight) in weights.index_axis(0, k).indexed_iter() {
            let shifted = image.region((c, y..y + height, x..x + width))?;
            Zip::from(&mut channel)
                .and(shifted)
                .for_each(|sum, x| *sum += weight * x);
        }
    }
    Ok(output)
}

fn main() -> Result<(), Box<dyn Error>> {
    let pixel = |[c, y, x]: [usize; 3]| match (y, x) {
        (1..21, 1..141) => ((c * 5 + y * 3 + x) % 16) as f32,
        _ => 0.0, // the border
    };
    let image = Buffer::<f32, Image>::from_fn(pixel);
    let weight = |[k, c, y, x]: [usize; 4]| (k + 2 * c + y + x) as f32 - 4.0;
    let weights = Buffer::<f32, Weights>::from_fn(weight);
    let output = convolve(image.view(), weights.view())?;

    // By hand.
    for ([k, i, j], &found) in output.indexed_iter() {
        let mut sum = 0.0;
        for c in 0..4 {
            for y in 0..3 {
                for x in 0..3 {
                    sum += weight([k, c, y, x]) * pixel([c, i + y, j + x]);
                }
            }
        }
        assert_eq!(found, sum);
    }

    // A region is an image too, without a copy of its pixels. This one has too few rows.
    let part = image.region((.., 5.., ..))?;
    println!("{}", convolve(part, weights.view()).unwrap_err());
    println!("{} output pixels equal a loop by hand", output.len());
    Ok(())
}
