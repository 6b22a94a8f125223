//! Copies from and into regions, as a user writes them.

use tiled_layout::{Buffer, CopyError, Layout, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

/// A cache of keys: each step writes one row, and reads all rows so far.
#[test]
fn a_cache_is_filled_row_by_row() -> Result<(), Box<dyn std::error::Error>> {
    type Cache = layout!(F32[6,2,5]<2,0,1:T(2,4)>); // a matrix for each of two heads
    type Row = layout!(F32[1,2,5]);
    let mut cache = Buffer::<f32, Cache>::zeroed();
    cache.fill_padding(-1.0);
    for step in 0..4 {
        let row = Buffer::<f32, Row>::from_fn(|[_, head, i]| (100 * step + 10 * head + i) as f32);
        cache.region_mut((step..=step, .., ..))?.copy_from(&row)?;
        let seen = cache.region((..=step, .., ..))?;
        assert_eq!(seen[[step, 1, 4]], (100 * step + 14) as f32);
    }
    assert_eq!(cache.region((4.., .., ..))?.iter().sum::<f32>(), 0.0);
    let padding = cache.as_slice().iter().filter(|&&value| value == -1.0);
    assert_eq!(padding.count(), 96 - 60);

    // The second head of the rows so far, in a separate buffer.
    let head = cache.region((..4, 1.., ..))?;
    let rows = head.to_layout::<layout!(F32[4,1,5])>()?;
    assert_eq!(rows.as_slice()[5..10], [110.0, 111.0, 112.0, 113.0, 114.0]);
    let rows = head.to_layout_with(Layout::parse("f32[4,1,5]{2,0,1:T(4,8)}")?)?;
    assert_eq!(rows, head);
    Ok(())
}

/// What a region is copied from: views and buffers by value and by reference, parts with a layout, permuted
/// views, other regions.
#[test]
fn every_kind_of_source() -> Result<(), Box<dyn std::error::Error>> {
    let mut tiled = Buffer::<f32, Fig1>::zeroed();
    let columns = Buffer::<f32, layout!(F32[3,2]<0,1>)>::from_fn(|[i, j]| (10 * i + j) as f32);
    let expected = columns.to_row_major();
    let transposed = columns
        .view()
        .permuted(&[1, 0])
        .to_layout_with(Layout::parse("f32[2,3]")?)?;
    let larger =
        Buffer::<f32, layout!(F32[6,2]<1,0:T(3,2)>)>::from_fn(|[i, j]| (10 * (i % 3) + j) as f32);
    let mut copy = columns.clone();
    let run_time = Layout::parse("f32[3,2]{1,0:T(4,2)}")?;
    let run_time = columns.to_layout_with(run_time)?;
    let check = |tiled: &mut Buffer<f32, Fig1>| -> Result<(), Box<dyn std::error::Error>> {
        let mut region = tiled.region_mut((.., 2..4))?;
        assert_eq!(region.to_row_major(), expected);
        region.fill(-1.0);
        Ok(())
    };
    tiled.region_mut((.., 2..4))?.copy_from(&columns)?;
    check(&mut tiled)?;
    tiled.region_mut((.., 2..4))?.copy_from(columns.view())?;
    check(&mut tiled)?;
    tiled.region_mut((.., 2..4))?.copy_from(copy.view_mut())?;
    check(&mut tiled)?;
    tiled.region_mut((.., 2..4))?.copy_from(&run_time)?;
    check(&mut tiled)?;
    tiled
        .region_mut((.., 2..4))?
        .copy_from(transposed.view().permuted(&[1, 0]))?;
    check(&mut tiled)?;
    tiled
        .region_mut((.., 2..4))?
        .copy_from(larger.region((3.., ..))?.into_whole()?)?;
    check(&mut tiled)?;
    tiled
        .region_mut((.., 2..4))?
        .copy_from(larger.region((1..4, ..))?)?;
    assert_eq!(tiled[[2, 2]], 0.0); // row 3 begins again
    tiled
        .region_mut((.., 2..4))?
        .copy_from(copy.region_mut((.., ..))?)?;
    check(&mut tiled)?;
    assert_eq!(tiled.iter().sum::<f32>(), -6.0); // nothing outside was written
    Ok(())
}

/// Whole arrays take regions; a region of a region counts from its first index.
#[test]
fn regions_as_sources() -> Result<(), Box<dyn std::error::Error>> {
    let image = Buffer::<u8, layout!(U8[7,9])>::from_fn(|[i, j]| (10 * i + j) as u8);
    let middle = image.region((2..5, 3..8))?;
    let mut tiled = Buffer::<u8, layout!(U8[3,5]<1,0:T(2,2)>)>::zeroed();
    tiled.copy_from(middle)?;
    assert_eq!(tiled, middle);
    tiled.copy_from_filling(&middle, 255)?;
    assert_eq!(tiled.as_slice()[16..20], [45, 46, 255, 255]);
    let corner = image.region((5.., 5..))?;
    let mut region = tiled.region_mut((..1, ..2))?;
    region.copy_from(corner.region((1.., 1..3))?)?;
    assert_eq!((tiled[[0, 0]], tiled[[0, 1]]), (66, 67));
    Ok(())
}

/// Regions of regions: a window over an image, and a corner of it.
#[test]
fn regions_of_regions() -> Result<(), Box<dyn std::error::Error>> {
    type Image = layout!(U8[7,9]<1,0:T(4,4)>);
    let mut image = Buffer::<u8, Image>::from_fn(|[i, j]| (10 * i + j) as u8);
    let window = image.region((2..6, 3..8))?;
    let corner = window.region((2.., 3..))?;
    assert_eq!(corner.to_row_major(), [46, 47, 56, 57]);
    assert_eq!(corner, image.region((4..6, 6..8))?);
    assert_eq!(
        window.region((.., 3..6)).unwrap_err().to_string(),
        "the region's range 3..6 in dimension 1 goes past its size 5"
    );
    let corner = corner.to_layout::<layout!(U8[2,2])>()?;
    let mut window = image.region_mut((2..6, 3..8))?;
    window.region_mut((..2, ..2))?.copy_from(&corner)?;
    assert_eq!(window.region((1..2, ..3))?.to_row_major(), [56, 57, 35]);
    assert_eq!((image[[2, 3]], image[[3, 4]], image[[4, 4]]), (46, 57, 44));
    Ok(())
}

#[test]
fn shapes_that_differ_are_named() {
    let mut tiled = Buffer::<f32, Fig1>::zeroed();
    let rows = Buffer::<f32, layout!(F32[3,2])>::zeroed();
    let error = tiled
        .region_mut((1.., ..2))
        .unwrap()
        .copy_from(&rows)
        .unwrap_err();
    let words = "an array of dimensions [3,2] cannot be copied to one of dimensions [2,2]";
    assert_eq!(error.to_string(), words);
    let error = tiled
        .copy_from(rows.region((..2, ..)).unwrap())
        .unwrap_err();
    let words = "an array of dimensions [2,2] cannot be copied to one of dimensions [3,5]";
    assert_eq!(error.to_string(), words);
    let flat = Buffer::<f32, layout!(F32[6])>::zeroed();
    assert!(
        tiled
            .region_mut((.., ..2))
            .unwrap()
            .copy_from(&flat)
            .is_err()
    );
    let error = rows
        .region((.., ..))
        .unwrap()
        .to_layout::<Fig1>()
        .unwrap_err();
    assert!(matches!(error, CopyError::Dims { .. }));
    // Elements of another type of the same size, at run time.
    let bits = Layout::parse("bf16[3,2]").unwrap();
    let mut halves = Buffer::<u16, layout!(F16[3,5]<1,0:T(2,2)>)>::zeroed();
    let error = halves
        .region_mut((.., 1..3))
        .unwrap()
        .copy_from(bits.view(&[0u16; 6]).unwrap());
    let words = error.unwrap_err().to_string();
    assert!(words.starts_with("elements of type bf16 cannot be copied to elements of type f16"));
}
