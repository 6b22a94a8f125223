//! Subviews against the naive definition.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::Range;

use crate::support::case::{Case, for_each_case};
use layout_oracle::naive::{PADDING, Spec};
use layout_oracle::random::Random;
use tiled_layout::{Buffer, Layout, Mapping, RegionError, Subarray, View};

/// The region as a separate array without the dimensions `removed`: the layout
/// of its dimensions, with the padding that follows them.
fn own_spec(whole: &Spec, region: &[Range<usize>], removed: &[usize]) -> Spec {
    let empty = region.iter().any(|range| range.is_empty());
    let mut own = Spec {
        align: 0,
        ..whole.clone()
    };
    for (dim, range) in region.iter().enumerate() {
        own.dims[dim] = range.len();
        if let Some(width) = own.pad.get_mut(dim) {
            let past = *width - whole.dims[dim];
            let at_end = range.end == whole.dims[dim];
            *width = range.len() + if at_end { past } else { 0 };
        }
    }
    if empty {
        own.pad.clear();
    }
    for &dim in removed.iter().rev() {
        own.dims.remove(dim);
        own.minor_to_major.retain(|&other| other != dim);
        for other in &mut own.minor_to_major {
            *other -= usize::from(*other > dim);
        }
        if !own.pad.is_empty() {
            own.pad.remove(dim);
        }
    }
    own
}

/// The positions of the region as a separate array: its elements and its padding
/// are the same, position by position, as in the whole buffer.
fn expected(case: &Case, region: &[Range<usize>], own: &Spec) -> Option<Range<usize>> {
    let inside = case.inside(region);
    let Some(first) = inside.iter().position(|&inside| inside) else {
        return Some(0..0);
    };
    if own.buffer_len() > case.elements.len() {
        return None;
    }
    // The number of each of the whole's elements among those of the region.
    let mut count = 0..;
    let numbers: Vec<i64> = inside
        .iter()
        .map(|&inside| {
            if inside {
                count.next().unwrap()
            } else {
                i64::MAX
            }
        })
        .collect();
    let start = case.positions[first];
    let cells = own.buffer();
    let window = case.elements.get(start..start + cells.len())?;
    let same = window
        .iter()
        .zip(&cells)
        .all(|(element, &cell)| element.map_or(PADDING, |n| numbers[n]) == cell);
    same.then_some(start..start + cells.len())
}

/// A subview is given exactly where there is one, and lies there.
pub(crate) fn check(
    case: &Case,
    region: &[Range<usize>],
    removed: &[usize],
    subview: Result<View<'_, i32, Subarray<&Layout>>, RegionError>,
) -> bool {
    let own = own_spec(&case.spec, region, removed);
    let expected = expected(case, region, &own);
    let what = format!("{} {region:?} without {removed:?}", case.layout);
    match subview {
        Ok(subview) => {
            let own = Layout::parse(&own.text("s32")).unwrap();
            assert_eq!(*subview.layout(), own, "{what}");
            let positions: Vec<i32> = subview.as_slice().to_vec();
            let expected: Vec<i32> = expected
                .unwrap_or_else(|| panic!("{what} is no subview"))
                .map(|position| position as i32)
                .collect();
            assert_eq!(positions, expected, "{what}");
            assert_eq!(subview, own.view(&positions).unwrap(), "{what}");
            for position in 0..=positions.len() {
                let index = Mapping::index(subview.mapping(), position);
                assert_eq!(index, own.index(position), "{what} at {position}");
            }
            true
        }
        Err(RegionError::Uneven) => {
            let flat = |layout: &Layout| layout.terms().is_some();
            let own = Layout::parse(&own.text("s32")).unwrap();
            assert!(!flat(&case.layout) || !flat(&own), "{what}");
            false
        }
        Err(error) => {
            assert_eq!(expected, None, "{what}: {error}");
            false
        }
    }
}

/// A random region; its ends are often the ends of tiles.
pub(crate) fn region(case: &Case, random: &mut Random) -> Vec<Range<usize>> {
    let dims = case.layout.dims();
    let mut region = case.region(random);
    for (range, &extent) in region.iter_mut().zip(dims) {
        let unit = random.pick(&[1, 2, 3, 4, 6, 8]);
        match random.below(4) {
            0 | 1 => *range = 0..extent,
            2 => {
                let start = range.start / unit * unit;
                *range = start..range.end.next_multiple_of(unit).clamp(start, extent);
            }
            _ => (),
        }
    }
    region
}

#[test]
fn subviews_against_the_definition() {
    let mut random = Random::new(22);
    let (mut accepted, mut refused) = (0, 0);
    let mut count = |given| *(if given { &mut accepted } else { &mut refused }) += 1;
    for_each_case(23, 300, |case| {
        let numbers = case.numbered();
        let view = case.layout.view(&numbers).unwrap();
        let whole: Vec<_> = view.dims().iter().map(|&extent| 0..extent).collect();
        check(case, &whole, &[], view.subview(&whole));
        for _ in 0..8 {
            let region = region(case, &mut random);
            count(check(case, &region, &[], view.subview(&region)));
        }
        for dim in 0..whole.len() {
            let extent = whole[dim].end;
            assert!(view.index_axis(dim, extent).is_err());
            for index in (0..extent).take(4) {
                let mut region = whole.clone();
                region[dim] = index..index + 1;
                let subview = view.index_axis(dim, index);
                count(check(case, &region, &[dim], subview));
                let Some(&next) = case.layout.dims().get(dim + 1) else {
                    continue;
                };
                let Some(last) = next.checked_sub(1) else {
                    continue;
                };
                region[dim + 1] = last..next;
                let subview = view.index_axis(dim, [index, last]);
                count(check(case, &region, &[dim, dim + 1], subview));
            }
        }
    });
    assert!(accepted > 500 && refused > 1000, "{accepted} and {refused}");
}

/// A subview's padding holds no element of the whole array.
#[test]
fn padding_of_a_subview_is_padding_of_the_whole() {
    for (text, region, index) in [
        ("s32[1,6]{1,0:PAD(2,6)}", [0..1, 4..5], [0, 5]),
        ("s32[3,6]{1,0:T(*,3)}", [1..2, 4..5], [1, 5]),
        ("s32[3,5]{1,0:T(2,2)}", [0..1, 0..5], [1, 0]),
    ] {
        let layout = Layout::parse(text).unwrap();
        let mut buffer: Vec<i32> = (0..layout.padded_len() as i32).collect();
        let mut view = layout.view_mut(&mut buffer).unwrap();
        let error = view.subview_mut(&region).unwrap_err();
        let index = layout.index(layout.offset(&index)).unwrap();
        assert_eq!(error, RegionError::Occupied { index }, "{text}");
    }
    let layout = Layout::parse("s32[1,3]{1,0:PAD(2,3)}").unwrap();
    let mut buffer = vec![0; 6];
    let mut view = layout.view_mut(&mut buffer).unwrap();
    let error = view.index_axis_mut(1, 1).unwrap_err();
    assert_eq!(error, RegionError::Axis { dim: 1, index: 1 });
    // The positions after the last column are padding.
    view.index_axis_mut(1, 2).unwrap().fill_padding(-1);
    assert_eq!(buffer, [0, 0, 0, -1, 0, 0]);
}

#[test]
fn subviews_past_the_end_are_errors() {
    for (text, region) in [
        ("s32[3,6]{1,0:T(*,3)}", [2..3, 5..6]),
        ("s32[7,8]{1,0:T(*,1)(5)(4,8,3)}", [6..7, 5..6]),
    ] {
        let layout = Layout::parse(text).unwrap();
        let buffer = vec![0; layout.padded_len()];
        layout.view(&buffer).unwrap().subview(&region).unwrap_err();
    }
    for (text, index) in [
        ("s32[1,1]{0,1:T(9,1)PAD(1,4)}", 0),
        ("s32[5,1]{0,1:T(5,1)PAD(5,3)}", 3),
    ] {
        let layout = Layout::parse(text).unwrap();
        let buffer = vec![0; layout.padded_len()];
        let view = layout.view(&buffer).unwrap();
        view.index_axis(0, index).unwrap_err();
    }
    let layout = Layout::parse("s32[2]{0:T(2)}").unwrap();
    let view = layout.view(&[0, 1]).unwrap();
    let error = view.subview(&[1..2]).unwrap_err();
    assert_eq!(error, RegionError::PastEnd { padded_len: 2 });
    assert_eq!(
        error.to_string(),
        "as an array of its own the region would go past the end of the buffer, which has 2 \
         elements"
    );
}

#[test]
fn subviews_by_hand() {
    let subview = |text: &str, region: &[Range<usize>]| {
        let layout = Layout::parse(text).unwrap();
        let buffer = vec![0f32; layout.padded_len()];
        let view = layout.view(&buffer).unwrap();
        let subview = view.subview(region).map_err(|error| error.to_string())?;
        let start = subview.as_slice().as_ptr().addr() - buffer.as_ptr().addr();
        Ok::<_, String>((subview.layout().to_string(), start / 4))
    };
    let of = |text: &str, start: usize| Ok((text.to_string(), start));
    // Rows of tiles, and blocks of rows.
    let tpu = "f32[64,500]{1,0:T(8,128)}";
    assert_eq!(
        subview(tpu, &[8..24, 0..500]),
        of("f32[16,500]{1,0:T(8,128)}", 8 * 512)
    );
    assert_eq!(
        subview(tpu, &[56..64, 0..500]),
        of("f32[8,500]{1,0:T(8,128)}", 56 * 512)
    );
    // In one row of tiles also columns.
    assert_eq!(
        subview(tpu, &[8..16, 128..256]),
        of("f32[8,128]{1,0:T(8,128)}", 8 * 512 + 1024)
    );
    assert_eq!(
        subview(tpu, &[8..24, 128..256]).unwrap_err(),
        "along dimension 0 the region's elements lie 4096 apart, in an array of their own it \
         would be 1024"
    );
    assert!(
        subview(tpu, &[4..16, 0..500])
            .unwrap_err()
            .starts_with("index 4 in dimension 0")
    );
    // Dimensions without a tile.
    let batch = "f32[8,64,500]{2,1,0:T(8,128)}";
    assert_eq!(
        subview(batch, &[3..5, 0..64, 0..500]),
        of("f32[2,64,500]{2,1,0:T(8,128)}", 3 * 64 * 512)
    );
    assert_eq!(subview("f32[10]", &[3..7]), of("f32[4]{0}", 3));
    assert_eq!(
        subview("f32[2,3]{0,1:PAD(3,5)}", &[0..2, 1..3]),
        of("f32[2,2]{0,1:PAD(3,4)}", 3)
    );
    assert_eq!(
        subview("f32[4]{0:L(16)S(5)M(8)}", &[0..4]),
        of("f32[4]{0:S(5)}", 0)
    );
    assert_eq!(
        subview("f32[3,5]{1,0:T(2,2)}", &[1..1, 0..5]),
        of("f32[0,5]{1,0:T(2,2)}", 0)
    );
    let uneven = subview("f32[7,3]{0,1:T(4)(3)}", &[0..7, 0..1]).unwrap_err();
    assert!(uneven.contains("unevenly"), "{uneven}");
}

#[test]
fn subviews_to_be_written() {
    let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}").unwrap();
    let mut buffer = Buffer::from_elem_with_layout(layout, 1).unwrap();
    buffer
        .index_axis_mut(0, 2)
        .unwrap()
        .iter_mut()
        .for_each(|element| *element = 2);
    buffer.subview_mut(&[1..2, 0..3, 0..5]).unwrap()[[0, 2, 4]] = 3;
    assert_eq!(buffer[[1, 2, 4]], 3);
    assert_eq!(buffer.iter().sum::<i32>(), 60 + 15 + 2);
    let first = buffer.index_axis(0, 2).unwrap();
    assert_eq!(first.index_axis(0, 2).unwrap().to_row_major(), [2; 5]);
    let error = buffer.index_axis(0, 4).unwrap_err().to_string();
    assert_eq!(
        error,
        "index 4 is out of bounds of dimension 0, whose size is 4"
    );
    let last = buffer.index_axis(0, usize::MAX);
    assert!(last.is_err());
    let error = buffer.index_axis(1, 0).unwrap_err();
    assert_eq!(error, RegionError::Axis { dim: 1, index: 0 });
    assert!(
        error
            .to_string()
            .starts_with("the elements at index 0 of dimension 1")
    );
}

#[test]
#[should_panic(expected = "dimension 3 of an array that has 3")]
fn no_such_dimension() {
    let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}").unwrap();
    let _ = Buffer::from_elem_with_layout(layout, 1)
        .unwrap()
        .index_axis(3, 0);
}
