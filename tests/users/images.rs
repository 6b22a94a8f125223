//! Images of `ndarray` to the layouts that accelerators take, and back.

use ::ndarray::{Array, Array3, ArrayView3, s};
use std::error::Error;
use tiled_layout::prelude::*;

/// Height, width, channels: as a decoder gives it, and one plane after the other.
type Interleaved = layout!(U8[5,7,3]);
type Planes = layout!(U8[5,7,3]<1,0,2>);
/// Blocks of 4 channels, the last one padded: `nChw4c`.
type Blocks = layout!(U8[5,7,3]<1,0,2:T(4,1,1)>);

fn image() -> Array3<u8> {
    Array::from_shape_fn((5, 7, 3), |(y, x, channel)| {
        (y * 40 + x * 5 + channel) as u8
    })
}

#[test]
fn an_image_goes_through_all_layouts() -> Result<(), Box<dyn Error>> {
    let image = image();
    let pixels = image.as_slice().unwrap();

    // A view of a decoder's output, without a copy; `ndarray` views it in turn.
    let interleaved = Interleaved::view(pixels)?;
    let seen: ArrayView3<'_, u8> = interleaved.as_ndarray().unwrap();
    assert_eq!(seen, image);

    let planes = interleaved.to_layout::<Planes>()?;
    for (channel, plane) in planes.as_slice().chunks(5 * 7).enumerate() {
        let expected = image.slice(s![.., .., channel]);
        assert!(plane.iter().eq(expected.iter()), "channel {channel}");
    }
    let view = planes.view();
    assert_eq!(view.as_ndarray().unwrap(), image); // by strides

    let blocks = planes.to_layout::<Blocks>()?;
    assert_eq!(blocks.as_slice().len(), 5 * 7 * 4);
    assert_eq!(blocks.as_slice()[4..8], [5, 6, 7, 0]); // pixel (0, 1) and padding
    let view = blocks.view();
    assert_eq!(view.as_ndarray().unwrap(), image); // one block: it has strides, too

    // A part of an image, from an array with the strides of the whole image.
    let part = image.slice(s![1..;2, ..;-1, ..]);
    let copy: Buffer<u8, layout!(U8[2,7,3]<1,0,2:T(4,1,1)>)> = Buffer::from_ndarray(&part)?;
    assert_eq!(copy[[1, 0, 2]], image[[3, 6, 2]]);
    Ok(())
}

/// The mean of each channel, for any layout of three dimensions.
fn means<M: Mapping<Index = [usize; 3]>>(image: &View<'_, u8, M>) -> Vec<f64> {
    let [height, width, channels] = image.dims().try_into().unwrap();
    let mut sums = vec![0.0; channels];
    for ([_, _, channel], &value) in image.indexed_iter() {
        sums[channel] += f64::from(value);
    }
    sums.iter()
        .map(|sum| sum / (height * width) as f64)
        .collect()
}

#[test]
fn one_function_for_images_of_any_size() -> Result<(), Box<dyn Error>> {
    let image = image();
    let expected: Vec<f64> = (0..3)
        .map(|channel| {
            image
                .slice(s![.., .., channel])
                .mapv(f64::from)
                .mean()
                .unwrap()
        })
        .collect();
    let blocks = Buffer::<u8, Blocks>::from_ndarray(&image)?;
    assert_eq!(means(&blocks.view()), expected);
    // The size comes from the file, the layout from the device.
    let layout = Layout::parse("u8[5,7,3]{0,1,2:T(8,4)}")?;
    let sized = Buffer::<u8, Layout>::from_ndarray_with(layout, &image)?;
    assert_eq!(means(&sized.view().ranked()?), expected);
    Ok(())
}
