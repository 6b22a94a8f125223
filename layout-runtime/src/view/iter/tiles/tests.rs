//! Tiles in use at the same time, and tiles of elements.

#[cfg(feature = "alloc")]
use layout_oracle::part::{Elements, tile_of};
#[cfg(feature = "alloc")]
use layout_oracle::{naive::Spec, random};

use crate::layout::Layout;
/// The tile of each element by the definition; it has the element within its ranges, and
/// strides exactly if the region of these ranges has them.
#[cfg(feature = "alloc")]
#[test]
#[cfg_attr(miri, ignore = "many layouts")]
fn tiles_of_elements() {
    let given = [
        "f32[]{:T(128)}",
        "f32[12,20]{0,1:T(4,8)}",
        "f32[9,20]{1,0:T(4,8)(2,1)}",
        "f32[4,4]{1,0:T(2,2)(2,1,1,1)}",
        "f32[2,3,4]{2,1,0:T(*,2,2)}",
        "f32[4,2,4]{2,1,0:T(*,2,2)}",
        "f32[2,3]{0,1:T(2,4)PAD(5,6)}",
        "f32[0,3]{1,0:T(2,2)}",
    ];
    for text in random::texts(&given, 50, "f32") {
        let layout = Layout::parse(&text).unwrap();
        if layout.padded_len() > 4096 {
            continue;
        }
        let elements = Elements::of(&Spec::parse(&text));
        let buffer = alloc::vec![0f32; layout.padded_len()];
        let view = layout.view(&buffer).unwrap();
        for number in 0..elements.positions.len() {
            let index = elements.index(number);
            let tile = view.tile_at(&index).unwrap();
            let expected = tile_of(&Spec::parse(&text), &index).0;
            assert_eq!(tile.index(), expected[..], "{text} {index:?}");
            let ranges = tile.ranges();
            let mut within = ranges.iter().zip(&index);
            assert!(within.all(|(range, at)| range.contains(at)), "{text}");
            let region = view.region(&ranges).unwrap();
            let count = tile.iter().count();
            assert!(region.len() >= count, "{text}");
            if region.len() == count {
                let of_tile = tile.region().unwrap();
                assert_eq!(
                    of_tile.logical_strides(),
                    region.logical_strides(),
                    "{text}"
                );
                let pointer = |offset: usize| &raw const buffer[offset];
                assert_eq!(tile.as_ptr(), region.as_ptr(), "{text}");
                let low: alloc::vec::Vec<_> = ranges.iter().map(|r| r.start).collect();
                assert_eq!(tile.as_ptr(), pointer(layout.offset(&low)), "{text}");
            } else {
                assert!(text.contains('*'), "{text}");
                assert!(tile.region().is_none(), "{text}");
            }
        }
        let past = view.mapping().dims().to_vec();
        if !past.is_empty() {
            assert!(view.tile_at(&past).is_none(), "{text}");
        }
    }
}

/// All tiles in use at once, by elements, as slices and as arrays.
#[test]
fn all_tiles_at_once() {
    for (text, stretches) in [
        ("s32[3,5]{1,0:T(2,2)}", true),
        ("s32[4,4]{1,0:T(2,2)(2,1,1,1)}", false),
        ("s32[]{:T(2)}", true),
    ] {
        let layout = Layout::parse(text).unwrap();
        let mut memory = [0; 24];
        let buffer = &mut memory[..layout.padded_len()];
        let mut view = layout.view_mut(buffer).unwrap();
        let mut tiles = view.tiles_mut();
        let mut lent = [const { None }; 6];
        for (slot, tile) in lent.iter_mut().zip(&mut tiles) {
            *slot = Some(tile);
        }
        assert!(tiles.next().is_none());
        for tile in lent.iter_mut().flatten() {
            for (_, element) in tile.indexed_iter_mut() {
                *element += 1;
            }
            if let Some(slice) = tile.as_mut_slice() {
                slice.iter_mut().for_each(|element| *element += 1);
            }
            if let Ok(mut view) = tile.view_mut() {
                view.iter_mut().for_each(|element| *element += 1);
            }
            assert_eq!(tile.as_mut_slice().is_some(), stretches);
        }
        let mut slices = lent.map(|tile| tile.and_then(|tile| tile.into_mut_slice()));
        for slice in slices.iter_mut().flatten() {
            slice.iter_mut().for_each(|element| *element += 1);
        }
        let (each, whole) = (layout.num_elements(), layout.padded_len());
        let expected = each + if stretches { 3 * whole } else { 0 };
        assert_eq!(memory.iter().sum::<i32>(), expected as i32);
    }
}
