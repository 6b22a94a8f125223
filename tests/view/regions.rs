//! Regions of arrays against the naive definition.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::Range;

use crate::support::case::for_each_case;
use layout_oracle::random::Random;
use tiled_layout::{Layout, RegionError};

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
        let ranges: Vec<_> = layout.byte_ranges(&region[..]).unwrap().collect();
        assert_eq!(ranges, merged(&positions, 32), "{layout} {region:?}");
        // The whole array.
        let all: Vec<_> = layout.dims().iter().map(|&extent| 0..extent).collect();
        let elements: Vec<bool> = case.elements.iter().map(Option::is_some).collect();
        let ranges: Vec<_> = layout.byte_ranges(&all[..]).unwrap().collect();
        assert_eq!(ranges, merged(&elements, 32), "{layout}");
        // Elements of less than a byte, and of no whole number of bytes.
        for (element, bits) in [("s4", 4), ("f6e2m3fn", 6), ("pred", 1), ("c128", 128)] {
            let packed = case.spec.text(element);
            let packed = Layout::parse(&packed)
                .unwrap()
                .with_element_bits(bits)
                .unwrap();
            let ranges: Vec<_> = packed.byte_ranges(&region[..]).unwrap().collect();
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

/// Without a look at the elements, also where the tiles of the other dimensions do not flatten.
#[test]
fn contiguous_slices_of_large_arrays() {
    for (text, dim, expected) in [
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)}", 0, true),
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)}", 1, false),
        ("u8[1048575,1048575,99]{2,1,0:T(8,128)(3,5)}", 0, true),
    ] {
        let layout = Layout::parse(text).unwrap();
        assert_eq!(layout.slice_is_contiguous(dim), expected, "{text}: {dim}");
    }
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
    assert!(layout.byte_ranges(&vec![0..1; 100][..]).is_err());
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
            assert_eq!(layout.slice_is_contiguous(dim), expected, "{layout}: {dim}");
            contiguous += usize::from(expected);
        }
    });
    assert!(contiguous > 200, "{contiguous}");
}
