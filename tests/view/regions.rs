//! Regions: written with every kind of range, refused, and as byte ranges, by hand.

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
    let read = |region: Result<tiled_layout::View<'_, _, tiled_layout::Region<_>>, _>| {
        region.unwrap().to_row_major()
    };
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
    let last = view.region_mut((2.., ..)).unwrap();
    last.into_whole().unwrap()[[0, 3]] = 7.0;
    assert_eq!(view.as_slice()[17], 7.0);

    let last_row = b.region((2.., ..)).unwrap().into_whole().unwrap();
    assert_eq!(last_row.layout().to_string(), "f32[1,5]{1,0:T(2,2)}");
    assert_eq!(
        b.view().region((2.., ..)).unwrap().as_slice(),
        Some(&b.as_slice()[12..])
    );
    b.region_mut((2..=2, ..)).unwrap().as_mut_slice().unwrap()[0] = 8.0;
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
fn count(
    buffer: &Buffer<f32, Fig1>,
    region: impl IndexRanges<[usize; 2]>,
) -> Result<usize, RegionError> {
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
        error(count(&b, &[0..3, 0..5, 0..1][..])),
        "the region has 3 ranges and indices, but the array has 2 dimensions"
    );
    assert_eq!(
        count(&b, &[0..0; 0][..]).unwrap_err(),
        RegionError::Rank { given: 0, rank: 2 }
    );
    assert_eq!(
        count(&b, &[..][..]).unwrap_err(),
        RegionError::Rank { given: 1, rank: 2 }
    );
    assert!(count(&b, vec![0..1; 100]).is_err());
    assert!(matches!(
        b.region((1..4, ..)).unwrap_err(),
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
    let scalar = Buffer::from_elem_with(Layout::parse("s32[]").unwrap(), 7).unwrap();
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

#[test]
fn of_a_buffer() {
    type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    let region = buffer.region(&[1..3, 3..5]).unwrap();
    assert_eq!(
        format!("{region:?}"),
        "[[13, 14],\n [23, 24]], region=[1..3, 3..5] of s32[3,5]{1,0:T(2,2)}"
    );
    let mut region = buffer.region_mut(&[1..3, 3..5]).unwrap();
    region[[1, 1]] = 7;
    assert_eq!(region.to_row_major(), [13, 14, 23, 7]);
    assert_eq!(buffer[[2, 4]], 7);
    assert!(buffer.region(&[1..3][..]).is_err());
    assert!(buffer.region_mut(&[1..4, 0..5]).is_err());
}

#[test]
#[should_panic(
    expected = "index [2, 0] is out of bounds of a region of size [2, 2] of s32[3,5]{1,0:T(2,2)}"
)]
fn index_outside() {
    let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}").unwrap();
    let buffer = Buffer::<i32, Layout>::zeroed_with(layout).unwrap();
    let _ = buffer.region(&[1..3, 3..5]).unwrap()[[2, 0]];
}

#[test]
fn byte_ranges_by_hand() {
    let ranges = |text: &str, region: &[Range<usize>]| -> Vec<_> {
        Layout::parse(text)
            .unwrap()
            .byte_ranges(region)
            .unwrap()
            .collect()
    };
    assert_eq!(ranges("f32[]{:T(128)}", &[]), [0..4]);
    assert_eq!(
        ranges("f32[3,5]{1,0:T(2,2)}", &[0..3, 0..5]),
        [0..36, 40..44, 48..56, 64..72, 80..84]
    );
    assert_eq!(ranges("f32[3,5]{1,0:T(2,2)}", &[0..2, 2..4]), [16..32]);
    assert_eq!(ranges("f32[3,5]{1,0:T(2,2)}", &[2..3, 4..5]), [80..84]);
    assert!(ranges("f32[3,5]{1,0:T(2,2)}", &[1..1, 0..5]).is_empty());
    // One row of a large array: 128 elements of each tile.
    let row = ranges("f32[4096,4096]{1,0:T(8,128)}", &[9..10, 0..4096]);
    assert_eq!(row.len(), 32);
    assert_eq!(row[1], (32768 + 1024 + 128) * 4..(32768 + 1024 + 256) * 4);
    // The elements 1 and 2 of a row share bytes with their neighbours.
    assert_eq!(ranges("s4[2,4]{1,0:E(4)}", &[0..1, 1..3]), [0..2]);
    // Metadata before the data is not counted.
    assert_eq!(ranges("f32[4]{0:M(64)}", &[1..3]), [4..12]);
}

/// Ranges are found without a loop over the elements before, between and after them.
#[test]
#[cfg(target_pointer_width = "64")]
fn small_regions_of_large_arrays() {
    let ranges = |text: &str, region: &[Range<usize>]| -> Vec<_> {
        let layout = Layout::parse(text).unwrap();
        layout.byte_ranges(region).unwrap().collect()
    };
    let (far, rows) = (1 << 40, "u8[4503599627370495,200]{1,0:T(8,128)}");
    assert_eq!(
        ranges(rows, &[far + 7..far + 9, 127..129]),
        [7 * 128 + 127, 1024 + 7 * 128, 2048 + 127, 3072].map(|at| {
            let start = far * 256 + at;
            start..start + 1
        })
    );
    // Bit 39 of an index has stride 1, the bits below it twice their own.
    let scattered = "u8[2199023255551]{0:T(1099511627776)(549755813888)(2,1)}";
    let near = 1 << 38;
    assert_eq!(
        ranges(scattered, &[near + 5..near + 7]),
        [near + 5, near + 6].map(|i| 2 * i..2 * i + 1)
    );
    let upper = (1 << 39) + near;
    assert_eq!(
        ranges(scattered, &[upper..upper + 1]),
        [2 * near + 1..2 * near + 2]
    );
}

/// One range, however many elements it joins.
#[test]
#[cfg(target_pointer_width = "64")]
fn dense_regions_of_large_arrays() {
    const N: usize = 1 << 20;
    for (text, region, expected) in [
        (
            "bf16[1048576,1048576]{1,0:T(8,128)(2,1)}",
            [0..N, 0..N],
            0..2 * N * N,
        ),
        (
            "bf16[1048576,1048576]{1,0:T(8,128)(2,1)}",
            [8..N / 2, 0..N],
            16 * N..N * N,
        ),
        (
            "bf16[1048576,1048576]{0,1:T(8,128)(2,1)}",
            [0..N, 8..N / 2],
            16 * N..N * N,
        ),
        (
            "s4[1048576,1048576]{1,0:E(4)}",
            [3..N, 0..N],
            3 * N / 2..N * N / 2,
        ),
        // To the end of the array, within a tile.
        (
            "u8[1048575,128]{1,0:T(8,128)}",
            [1..N - 1, 0..128],
            128..128 * (N - 1),
        ),
        // Without terms, but without padding as well.
        ("u8[1048576,9]{1,0:T(*,6)}", [0..N, 0..9], 0..9 * N),
    ] {
        let layout = Layout::parse(text).unwrap();
        let ranges: Vec<_> = layout.byte_ranges(&region[..]).unwrap().collect();
        assert_eq!(ranges, [expected], "{text}: {region:?}");
    }
    // The left half of each row of tiles.
    let layout = Layout::parse("bf16[1048576,1048576]{1,0:T(8,128)(2,1)}").unwrap();
    let mut left = layout.byte_ranges((.., ..N / 2)).unwrap();
    assert_eq!(left.next(), Some(0..8 * N));
    assert_eq!(left.next(), Some(16 * N..24 * N));
    assert_eq!(left.nth(97), Some(99 * 16 * N..(99 * 16 + 8) * N));
}

/// Without a look at the elements, also where the tiles of the other dimensions do not flatten.
#[test]
fn contiguous_slices_of_large_arrays() {
    for (text, dim, expected) in [
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)}", 0, Some(true)),
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)}", 1, Some(false)),
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)(3,5)}", 0, Some(true)),
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)(3,5)}", 1, None), // no look at the elements
    ] {
        let layout = Layout::parse(text).unwrap();
        assert_eq!(layout.slice_is_contiguous(dim), expected, "{text}: {dim}");
    }
}
