//! Subviews, items of a dimension, chunks and halves, by hand.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::Range;

use tiled_layout::{Buffer, Layout, RegionError, layout};

fn zeroed(text: &str) -> Buffer<i32, Layout> {
    Buffer::zeroed_with(Layout::parse(text).unwrap()).unwrap()
}

/// The layouts of subviews, and why a region has none.
#[test]
fn subviews_by_hand() {
    let subview = |text: &str, region: &[Range<usize>]| {
        let layout = Layout::parse(text).unwrap();
        let buffer = vec![0f32; layout.padded_len()];
        let view = layout.view(&buffer).unwrap();
        let subview = view.subview(region).map_err(|error| error.to_string())?;
        Ok::<_, String>(subview.layout().to_string())
    };
    let tpu = "f32[64,500]{1,0:T(8,128)}";
    for (text, region, expected) in [
        (tpu, [8..24, 0..500], "f32[16,500]{1,0:T(8,128)}"),
        (tpu, [8..16, 128..256], "f32[8,128]{1,0:T(8,128)}"),
        (
            "f32[2,3]{0,1:PAD(3,5)}",
            [0..2, 1..3],
            "f32[2,2]{0,1:PAD(3,4)}",
        ),
        (
            "f32[4,1]{1,0:L(16)S(5)M(8)}",
            [0..4, 0..1],
            "f32[4,1]{1,0:S(5)}",
        ),
        ("f32[3,5]{1,0:T(2,2)}", [1..1, 0..5], "f32[0,5]{1,0:T(2,2)}"),
    ] {
        assert_eq!(subview(text, &region).as_deref(), Ok(expected));
    }
    for (text, region, expected) in [
        (
            tpu,
            [8..24, 128..256],
            "along dimension 0 the region's elements lie 4096 apart, in an array of their own it \
             would be 1024",
        ),
        (
            tpu,
            [4..16, 0..500],
            "index 4 in dimension 0 lies within a tile, so that the region has no layout of its own",
        ),
        (
            "f32[1,2]{1,0:T(1,2)}",
            [0..1, 1..2],
            "the region has no layout: it would go past the end of the buffer, which has 2 \
             elements",
        ),
    ] {
        assert_eq!(subview(text, &region).unwrap_err(), expected);
    }
    let uneven = subview("f32[7,6]{0,1:T(3,4)(2,2)}", &[0..7, 0..3]).unwrap_err();
    assert!(uneven.contains("unevenly"), "{uneven}");
}

/// Padding of a part is not an element of the whole array.
#[test]
fn occupied_padding() {
    for (text, region, index) in [
        ("s32[1,6]{1,0:PAD(2,6)}", [0..1, 4..5], [0, 5]),
        ("s32[3,6]{1,0:T(*,3)}", [1..2, 4..5], [1, 5]),
        ("s32[3,5]{1,0:T(2,2)}", [0..1, 0..5], [1, 0]),
    ] {
        let mut buffer = zeroed(text);
        let layout = *buffer.layout();
        let index = layout.index(layout.offset(&index)).unwrap();
        let error = buffer.subview_mut(&region).unwrap_err();
        assert_eq!(error, RegionError::Occupied { index }, "{text}");
    }
}

#[test]
fn items_of_dimensions() {
    let mut buffer = zeroed("s32[4,3,5]{2,1,0:T(2,2)}");
    buffer.subview_mut(&[1..2, 0..3, 0..5]).unwrap().fill(1);
    buffer.index_axis_mut(0, 2).unwrap().fill(2);
    assert_eq!(buffer.iter().sum::<i32>(), 15 + 30);
    let item = buffer.index_axis(0, 2).unwrap();
    assert_eq!(item.index_axis(0, 2).unwrap().to_row_major(), [2; 5]);
    let error = |dim, index| buffer.index_axis(dim, index).unwrap_err();
    assert_eq!(
        error(0, 4).to_string(),
        "index 4 is out of bounds of dimension 0, whose size is 4"
    );
    error(0, usize::MAX);
    assert_eq!(
        error(1, 0).to_string(),
        "the elements at index 0 of dimension 1 have no layout of their own: the dimension is \
         tiled, or it is not the most major one\n\
         help: `region_at::<2>(1, 0)` is a view of them"
    );
    assert_eq!(buffer.region_at::<2>(1, 0).unwrap().dims(), [4, 5]);
}

/// The help of each error is a region of the elements at that index.
#[test]
fn regions_of_indices_without_a_layout() {
    let buffer = zeroed("s32[3,5]{1,0:T(2,2)}");
    for row in 0..2 {
        let error = buffer.index_axis(0, row).unwrap_err().to_string();
        let help = format!("help: `row({row})` is a view");
        assert!(error.contains(&help), "{error}");
        assert_eq!(buffer.row(row).dims(), [5]);
    }
    assert!(buffer.index_axis(0, 2).is_ok());
    let vector = zeroed("s32[5]{0:T(2)}");
    let error = vector.index_axis(0, 1).unwrap_err().to_string();
    assert!(error.contains("help: `region_at::<0>(0, 1)`"), "{error}");
    assert!(vector.region_at::<0>(0, 1).unwrap().dims().is_empty());
    // Several indices have no help.
    let batch = zeroed("s32[4,3,5]{2,1,0:T(2,2)}");
    let error = batch.index_axis(1, [0, 0]).unwrap_err().to_string();
    assert!(!error.contains("help"), "{error}");
}

#[test]
#[should_panic(expected = "dimension 3 of an array that has 3")]
fn no_such_dimension() {
    let _ = zeroed("s32[4,3,5]{2,1,0:T(2,2)}").index_axis(3, 0);
}

#[test]
#[should_panic(expected = "chunks have at least one index")]
fn chunks_of_nothing() {
    let _ = zeroed("s32[3,5]").axis_chunks_iter(0, 0);
}

/// A batch, normalised item by item on several threads.
#[test]
fn items_go_to_threads() {
    type Batch = layout!(F32[4,3,5]<:T(2,2)>);
    let mut batch = Buffer::<f32, Batch>::from_fn(|[b, i, j]| (100 * b + 10 * i + j + 1) as f32);
    std::thread::scope(|scope| {
        for mut item in batch.axis_iter_mut(0).unwrap() {
            scope.spawn(move || {
                let sum: f32 = item.iter().sum();
                item.iter_mut().for_each(|element| *element /= sum);
            });
        }
    });
    for item in batch.axis_iter(0).unwrap() {
        assert!((item.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
    assert_eq!(
        batch.axis_iter_mut(0).unwrap().nth(2).unwrap().dims(),
        [3, 5]
    );
}

/// A buffer has what its views have.
#[test]
fn buffers_in_two_parts_and_permuted() -> Result<(), RegionError> {
    type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    let (above, below) = buffer.split_at(0, 2)?;
    assert_eq!((above[[1, 4]], below[[0, 4]]), (14, 24));
    assert_eq!(buffer.permuted(&[1, 0]).to_row_major()[..3], [0, 10, 20]);
    buffer.permuted_mut(&[1, 0])[[4, 2]] = -1;
    let (mut above, mut below) = buffer.split_at_mut(0, 2)?;
    std::mem::swap(&mut above[[0, 0]], &mut below[[0, 4]]);
    assert_eq!((buffer[[0, 0]], buffer[[2, 4]]), (-1, 0));
    Ok(())
}

#[test]
#[should_panic(expected = "the permutation [1,1] does not name each of 2 dimensions once")]
fn no_permutation() {
    let _ = zeroed("s32[3,5]").view().permuted(&[1, 1]);
}
