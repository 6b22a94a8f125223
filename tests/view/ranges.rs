//! Regions written with every kind of range, against loops over the indices.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::{Bound, Range};

use tiled_layout::{Buffer, IndexRanges, Layout, RegionError, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn fig1() -> Buffer<f32, Fig1> {
    Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32)
}

/// What a loop over rows and columns reads.
fn naive(rows: Range<usize>, columns: Range<usize>) -> Vec<f32> {
    rows.flat_map(|i| columns.clone().map(move |j| (10 * i + j) as f32))
        .collect()
}

#[test]
fn kinds_of_ranges() {
    let b = fig1();
    let read =
        |region: Result<tiled_layout::RegionView<'_, _, _>, _>| region.unwrap().to_row_major();
    assert_eq!(read(b.region((.., 1..3))), naive(0..3, 1..3));
    assert_eq!(read(b.region((1.., ..))), naive(1..3, 0..5));
    assert_eq!(read(b.region((..=1, 2..=3))), naive(0..2, 2..4));
    assert_eq!(read(b.region((..2, 4..))), naive(0..2, 4..5));
    assert_eq!(read(b.region((3.., ..))), naive(3..3, 0..5)); // as of a `std` slice
    assert_eq!(read(b.region((1..1, ..=4))), naive(1..1, 0..5));
    let after_1 = (Bound::Excluded(1), Bound::Unbounded);
    assert_eq!(read(b.region((after_1, ..))), naive(2..3, 0..5));

    assert_eq!(read(b.region([.., ..])), naive(0..3, 0..5));
    assert_eq!(read(b.region([1.., 2..])), naive(1..3, 2..5));
    assert_eq!(read(b.region(&[1..2, 1..3])), naive(1..2, 1..3));
    let ranges = vec![0..=1, 0..=2];
    assert_eq!(read(b.region(&ranges)), naive(0..2, 0..3));
    assert_eq!(read(b.region(&ranges[..])), naive(0..2, 0..3));
    assert_eq!(read(b.region(ranges)), naive(0..2, 0..3));
}

#[test]
fn whoever_takes_a_region_takes_all_kinds() {
    let mut b = fig1();
    b.region_mut((1.., ..2))
        .unwrap()
        .iter_mut()
        .for_each(|x| *x = -1.0);
    assert_eq!(b.iter().filter(|&&x| x == -1.0).count(), 4);
    let mut view = b.view_mut();
    view.region_mut((.., 4..))
        .unwrap()
        .iter_mut()
        .for_each(|x| *x = -2.0);
    assert_eq!(view.region((.., 4..)).unwrap().to_row_major(), [-2.0; 3]);
    view.subview_mut((2.., ..)).unwrap()[[0, 3]] = 7.0;
    assert_eq!(view.as_slice()[17], 7.0);

    let last_row = b.subview((2.., ..)).unwrap();
    assert_eq!(last_row.layout().to_string(), "f32[1,5]{1,0:T(2,2)}");
    assert_eq!(
        b.view().subview((2.., ..)).unwrap().as_slice(),
        &b.as_slice()[12..]
    );
    b.subview_mut((2..=2, ..)).unwrap()[[0, 0]] = 8.0;
    assert_eq!(b[[2, 0]], 8.0);

    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let ranges: Vec<_> = layout.byte_ranges((2.., ..)).unwrap().collect();
    assert_eq!(
        ranges,
        layout
            .byte_ranges(&[2..3, 0..5])
            .unwrap()
            .collect::<Vec<_>>()
    );
}

/// A function of the user's.
fn count(buffer: &Buffer<f32, Fig1>, region: impl IndexRanges) -> Result<usize, RegionError> {
    Ok(buffer.region(region)?.iter().count())
}

#[test]
fn wrong_ranges_have_the_same_words() {
    let b = fig1();
    let error = |region: Result<usize, RegionError>| region.unwrap_err().to_string();
    assert_eq!(
        error(count(&b, (.., 1..7))),
        "the region's range 1..7 in dimension 1 goes past its size 5"
    );
    assert_eq!(
        error(count(&b, (..=3, ..))),
        "the region's range 0..4 in dimension 0 goes past its size 3"
    );
    assert_eq!(
        error(count(&b, (.., 9..))),
        "the region's range 9..9 in dimension 1 goes past its size 5"
    );
    assert_eq!(
        count(&b, (..=usize::MAX, ..)).unwrap_err(),
        RegionError::OutOfBounds {
            dim: 0,
            start: 0,
            end: usize::MAX,
            extent: 3
        }
    );
    #[expect(clippy::reversed_empty_ranges, reason = "it is the mistake")]
    let backwards = count(&b, (2..1, ..));
    assert_eq!(
        error(backwards),
        "the region's range 2..1 in dimension 0 ends before it starts"
    );
    assert_eq!(
        error(count(&b, (.., .., 0..1))),
        "the region has 3 ranges, but the array has 2 dimensions"
    );
    assert_eq!(
        count(&b, ()).unwrap_err(),
        RegionError::Rank { given: 0, rank: 2 }
    );
    assert_eq!(
        count(&b, ..).unwrap_err(),
        RegionError::Rank { given: 1, rank: 2 }
    );
    assert!(count(&b, vec![0..1; 100]).is_err());
    assert!(matches!(
        b.subview((1..4, ..)).unwrap_err(),
        RegionError::OutOfBounds {
            dim: 0,
            start: 1,
            end: 4,
            extent: 3
        }
    ));
}

#[test]
fn every_rank() {
    let scalar = Buffer::from_elem_with_layout(Layout::parse("s32[]").unwrap(), 7).unwrap();
    assert_eq!(scalar.region(()).unwrap().to_row_major(), [7]);

    let row = Buffer::<i32, layout!(S32[5]{0:T(4)})>::from_fn(|[i]| i as i32);
    assert_eq!(row.region(1..3).unwrap().to_row_major(), [1, 2]);
    assert_eq!(row.region(2..).unwrap().to_row_major(), [2, 3, 4]);
    assert_eq!(row.region(..).unwrap().to_row_major(), [0, 1, 2, 3, 4]);
    assert_eq!(row.region((..=1,)).unwrap().to_row_major(), [0, 1]);
    assert_eq!(row.region([..=1]).unwrap().to_row_major(), [0, 1]);

    type Deep = layout!(S64[2,1,2,1,2,1,1,1,1,1,2,3]<:T(2,2)>);
    let deep = Buffer::<i64, Deep>::from_fn(|i| {
        i.iter()
            .fold(0, |number, &place| 10 * number + place as i64)
    });
    let corner = deep
        .region((1.., .., ..1, 0..1, 1..=1, .., .., .., .., .., 1.., ..2))
        .unwrap();
    assert_eq!(corner.to_row_major(), [100_010_000_010, 100_010_000_011]);
}
