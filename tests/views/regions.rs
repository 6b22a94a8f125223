//! Regions of arrays against the naive definition.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::Range;

use crate::support::case::{Case, for_each_case};
use crate::support::random::Random;
use tiled_layout::{Buffer, Layout, RegionError, SliceError, View};

/// The bytes of positions that are marked, in as few ranges as there can be.
fn merged(positions: &[bool], bits: usize) -> Vec<Range<usize>> {
    let mut bytes = vec![false; (positions.len() * bits).div_ceil(8)];
    for position in (0..positions.len()).filter(|&p| positions[p]) {
        bytes[position * bits / 8..((position + 1) * bits).div_ceil(8)].fill(true);
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for byte in (0..bytes.len()).filter(|&b| bytes[b]) {
        match ranges.last_mut() {
            Some(last) if last.end == byte => last.end += 1,
            _ => ranges.push(byte..byte + 1),
        }
    }
    ranges
}

#[test]
fn byte_ranges_against_the_definition() {
    let mut random = Random::new(20);
    for_each_case(21, 400, |case| {
        let region = case.region(&mut random);
        let inside = case.inside(&region);
        let positions: Vec<bool> = case
            .elements
            .iter()
            .map(|element| element.is_some_and(|n| inside[n]))
            .collect();
        let layout = &case.layout;
        let ranges: Vec<_> = layout.byte_ranges(&region).unwrap().collect();
        assert_eq!(ranges, merged(&positions, 32), "{layout} {region:?}");
        // The whole array.
        let all: Vec<_> = layout.dims().iter().map(|&extent| 0..extent).collect();
        let elements: Vec<bool> = case.elements.iter().map(Option::is_some).collect();
        let ranges: Vec<_> = layout.byte_ranges(&all).unwrap().collect();
        assert_eq!(ranges, merged(&elements, 32), "{layout}");
        // Elements of less than a byte, and of no whole number of bytes.
        for (element, bits) in [("s4", 4), ("f6e2m3fn", 6), ("pred", 1), ("c128", 128)] {
            let packed = case.spec.text(element);
            let packed = Layout::parse(&packed)
                .unwrap()
                .with_element_bits(bits)
                .unwrap();
            let ranges: Vec<_> = packed.byte_ranges(&region).unwrap().collect();
            assert_eq!(ranges, merged(&positions, bits), "{packed} {region:?}");
        }
    });
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
    assert_eq!(ranges("f32[3,5]{1,0:T(2,2)}", &[1..1, 0..5]), []);
    // One row of a large array: 128 elements of each tile.
    let row = ranges("f32[4096,4096]{1,0:T(8,128)}", &[9..10, 0..4096]);
    assert_eq!(row.len(), 32);
    assert_eq!(row[1], (32768 + 1024 + 128) * 4..(32768 + 1024 + 256) * 4);
    // The elements 1 and 2 of a row share bytes with their neighbours.
    assert_eq!(ranges("s4[2,4]{1,0:E(4)}", &[0..1, 1..3]), [0..2]);
    // Metadata before the data is not counted.
    assert_eq!(ranges("f32[4]{0:M(64)}", &[1..3]), [4..12]);
}

#[test]
fn wrong_regions() {
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let error = |region: &[Range<usize>]| layout.byte_ranges(region).unwrap_err();
    assert_eq!(error(&[0..3]), RegionError::Rank { given: 1, rank: 2 });
    assert_eq!(
        error(&[0..3]).to_string(),
        "the region has 1 ranges, but the array has 2 dimensions"
    );
    assert_eq!(
        error(&[0..3, 2..7]).to_string(),
        "the region's range 2..7 in dimension 1 goes past its size 5"
    );
    #[expect(clippy::reversed_empty_ranges, reason = "it is the mistake")]
    let backwards = error(&[2..1, 0..5]);
    assert_eq!(
        backwards.to_string(),
        "the region's range 2..1 in dimension 0 ends before it starts"
    );
    error(&[0..usize::MAX, 0..5]);
    assert!(layout.byte_ranges(&vec![0..1; 100]).is_err());
}

#[test]
fn contiguous_slices_against_the_definition() {
    let mut contiguous = 0;
    for_each_case(24, 400, |case| {
        let layout = &case.layout;
        for dim in 0..layout.rank() {
            // In memory order, each index comes up once.
            let mut met: Vec<usize> = Vec::new();
            for &n in case.elements.iter().flatten() {
                let place = case.indices[n][dim];
                if met.last() != Some(&place) {
                    met.push(place);
                }
            }
            let blocks = met.len();
            met.sort_unstable();
            met.dedup();
            let expected = met.len() == blocks;
            assert_eq!(
                layout.slice_is_contiguous(dim as isize),
                expected,
                "{layout}: {dim}"
            );
            contiguous += usize::from(expected);
        }
    });
    assert!(contiguous > 200, "{contiguous}");
}

/// A slice has the region's elements, and no padding that holds others.
fn is_right(case: &Case, buffer: &[i32], region: &[Range<usize>], slice: &View<'_, i32, Layout>) {
    let what = format!("{} {region:?} as {}", case.layout, slice.layout());
    let inside = case.inside(region);
    let expected: Vec<i32> = (0..inside.len())
        .filter(|&n| inside[n])
        .map(|n| case.positions[n] as i32)
        .collect();
    assert_eq!(slice.to_row_major(), expected, "{what}");
    for (index, &position) in slice.physical_iter() {
        let of_whole = case.elements[position as usize].is_some_and(|n| inside[n]);
        let other = case.elements[position as usize].is_some() && !of_whole;
        assert!(!other, "{what}: {position} is another element");
        assert_eq!(index.is_some(), of_whole, "{what}: at {position}");
    }
    assert!(slice.as_slice().len() <= buffer.len(), "{what}");
}

#[test]
fn slices_against_the_definition() {
    let mut random = Random::new(22);
    let (mut sliced, mut refused) = (0, 0);
    for_each_case(23, 600, |case| {
        let numbers = case.numbered();
        let view = case.layout.view(&numbers).unwrap();
        let whole: Vec<_> = view.dims().iter().map(|&extent| 0..extent).collect();
        // One dimension cut, which is what can work, or all of them.
        let mut region = case.region(&mut random);
        if !whole.is_empty() && random.below(4) > 0 {
            let dim = random.below(whole.len());
            let range = region[dim].clone();
            region = whole.clone();
            region[dim] = range;
        }
        match view.slice(&region) {
            Ok(slice) => {
                is_right(case, &numbers, &region, &slice);
                sliced += 1;
            }
            Err(_) => refused += 1,
        }
        match view.slice(&whole) {
            Ok(slice) => is_right(case, &numbers, &whole, &slice),
            Err(error) => assert_eq!((error, view.layout().terms()), (SliceError::Uneven, None)),
        }
        for dim in 0..whole.len() {
            let extent = whole[dim].end;
            assert!(view.index_axis(dim as isize, extent).is_err());
            for index in (0..extent).take(3) {
                let mut region = whole.clone();
                region[dim] = index..index + 1;
                if let Ok(slice) = view.index_axis(dim as isize, index) {
                    assert_eq!(slice.dims().len(), whole.len() - 1);
                    is_right(case, &numbers, &region, &slice);
                    sliced += 1;
                }
            }
        }
    });
    assert!(sliced > 300 && refused > 100, "{sliced} and {refused}");
}

#[test]
fn slices_by_hand() {
    let slice = |text: &str, region: &[Range<usize>]| {
        let layout = Layout::parse(text).unwrap();
        let buffer = vec![0f32; layout.padded_len()];
        let view = layout.view(&buffer).unwrap();
        let slice = view.slice(region).map_err(|error| error.to_string())?;
        let start = slice.as_slice().as_ptr().addr() - buffer.as_ptr().addr();
        Ok::<_, String>((slice.layout().to_string(), start / 4))
    };
    let of = |text: &str, start: usize| Ok((text.to_string(), start));
    // Rows of tiles, and blocks of rows.
    let tpu = "f32[64,500]{1,0:T(8,128)}";
    assert_eq!(
        slice(tpu, &[8..24, 0..500]),
        of("f32[16,500]{1,0:T(8,128)}", 8 * 512)
    );
    assert_eq!(
        slice(tpu, &[56..64, 0..500]),
        of("f32[8,500]{1,0:T(8,128)}", 56 * 512)
    );
    // In one row of tiles also columns.
    assert_eq!(
        slice(tpu, &[8..16, 128..256]),
        of("f32[8,128]{1,0:T(8,128)}", 8 * 512 + 1024)
    );
    assert_eq!(
        slice(tpu, &[8..24, 128..256]).unwrap_err(),
        "along dimension 0 the region's elements lie 4096 apart, in an array of their own it \
         would be 1024"
    );
    assert!(
        slice(tpu, &[4..16, 0..500])
            .unwrap_err()
            .starts_with("index 4 in dimension 0")
    );
    // Dimensions without a tile.
    let batch = "f32[8,64,500]{2,1,0:T(8,128)}";
    assert_eq!(
        slice(batch, &[3..5, 0..64, 0..500]),
        of("f32[2,64,500]{2,1,0:T(8,128)}", 3 * 64 * 512)
    );
    assert_eq!(slice("f32[10]", &[3..7]), of("f32[4]{0}", 3));
    assert_eq!(
        slice("f32[2,3]{0,1:PAD(3,5)}", &[0..2, 1..3]),
        of("f32[2,2]{0,1:PAD(3,4)}", 3)
    );
    assert_eq!(
        slice("f32[4]{0:L(16)S(5)M(8)}", &[0..4]),
        of("f32[4]{0:S(5)}", 0)
    );
    assert_eq!(
        slice("f32[3,5]{1,0:T(2,2)}", &[1..1, 0..5]),
        of("f32[0,5]{1,0:T(2,2)}", 0)
    );
    let uneven = slice("f32[7,3]{0,1:T(4)(3)}", &[0..7, 0..1]).unwrap_err();
    assert!(uneven.contains("unevenly"), "{uneven}");
}

#[test]
fn slices_to_be_written() {
    let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}").unwrap();
    let mut buffer = Buffer::from_elem_in(1, layout).unwrap();
    buffer
        .index_axis_mut(-3, 2)
        .unwrap()
        .iter_mut()
        .for_each(|element| *element = 2);
    buffer.slice_mut(&[1..2, 0..3, 0..5]).unwrap()[[0, 2, 4]] = 3;
    assert_eq!(buffer[[1, 2, 4]], 3);
    assert_eq!(buffer.iter().sum::<i32>(), 60 + 15 + 2);
    let first = buffer.index_axis(0, 2).unwrap();
    assert_eq!(first.index_axis(0, 2).unwrap().to_row_major(), [2; 5]);
    let error = buffer.index_axis(0, 4).unwrap_err().to_string();
    assert_eq!(
        error,
        "the region's range 4..5 in dimension 0 goes past its size 4"
    );
    let last = buffer.index_axis(0, usize::MAX);
    assert!(last.is_err());
}

#[test]
#[should_panic(expected = "dimension 3 of an array that has 3")]
fn no_such_dimension() {
    let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}").unwrap();
    let _ = Buffer::from_elem_in(1, layout).unwrap().index_axis(3, 0);
}
