//! Parts with their own layouts, items of a dimension, chunks, blocks and halves, by hand.

#![allow(
    clippy::single_range_in_vec_init,
    reason = "a region of one dimension has one range"
)]

use std::ops::Range;

use tiled_layout::{Array, Buffer, Layout, PackedBuffer, PackedViewMut, RegionError, layout};

fn zeroed(text: &str) -> Buffer<i32, Layout> {
    Buffer::zeroed_with(Layout::parse(text).unwrap()).unwrap()
}

/// The layouts of parts, and why a region has none.
#[test]
fn own_layouts_by_hand() {
    let own = |text: &str, region: &[Range<usize>]| {
        let layout = Layout::parse(text).unwrap();
        let buffer = vec![0f32; layout.padded_len()];
        let view = layout.view(&buffer).unwrap();
        let own = view.region(region).unwrap().into_whole();
        let own = own.map_err(|error| error.to_string())?;
        Ok::<_, String>(own.layout().to_string())
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
        assert_eq!(own(text, &region).as_deref(), Ok(expected));
    }
    for (text, region, expected) in [
        (
            tpu,
            [8..24, 128..256],
            "the region has no layout of its own: along dimension 0 its elements are 4096 apart, \
             and 1024 would be contiguous",
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
        assert_eq!(own(text, &region).unwrap_err(), expected);
    }
    let uneven = own("f32[7,6]{0,1:T(3,4)(2,2)}", &[0..7, 0..3]).unwrap_err();
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
        let mut part = buffer.region_mut(&region).unwrap();
        assert!(part.as_slice().is_none() && part.as_mut_slice().is_none());
        let error = part.into_whole().unwrap_err();
        assert_eq!(error, RegionError::Occupied { index }, "{text}");
    }
}

#[test]
fn items_of_dimensions() {
    let mut buffer = zeroed("s32[4,3,5]{2,1,0:T(2,2)}");
    let item = buffer.region_mut(&[1..2, 0..3, 0..5]).unwrap();
    item.into_whole().unwrap().fill(1);
    buffer.index_axis_mut(0, 2).fill(2);
    assert_eq!(buffer.iter().sum::<i32>(), 15 + 30);
    let item = buffer.index_axis(0, 2);
    assert_eq!(item.index_axis(0, 2).to_row_major(), [2; 5]);
    let rows = buffer.index_axis(1, 0);
    assert_eq!(rows.dims(), [4, 5]);
    assert_eq!(
        rows.into_whole().unwrap_err(),
        RegionError::Scattered {
            dim: 0,
            distance: 24,
            expected: 2
        }
    );
    let error = buffer.region((4, .., ..)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "index 4 is out of bounds of dimension 0, whose size is 4"
    );
    buffer.region((usize::MAX, .., ..)).unwrap_err();
}

/// The padding after the last index of a dimension is not part of the item there.
#[test]
fn last_items_of_padded_dimensions() {
    let columns = zeroed("s32[2,3]{0,1:PAD(3,5)}");
    let last = columns.column(2);
    assert_eq!(last.as_slice().map(<[i32]>::len), Some(3));
    let own = last.into_whole().unwrap();
    assert_eq!(own.layout().to_string(), "s32[2]{0:PAD(3)}");
    assert_eq!(own.as_slice().len(), own.layout().padded_len());
    let row = zeroed("s32[1,5]{1,0:PAD(1,6)}");
    assert_eq!(row.column(4).as_slice(), Some(&[0][..]));
}

/// A row of tiles of two rows has a layout only if no other row is in its tiles.
#[test]
fn rows_with_a_layout() {
    let mut buffer = zeroed("s32[3,5]{1,0:T(2,2)}");
    for row in 0..2 {
        assert_eq!(buffer.row(row).as_slice(), None);
        assert!(buffer.row(row).into_whole().is_err());
        assert_eq!(buffer.row(row).dims(), [5]);
    }
    let last = buffer.region_mut((2.., ..)).unwrap().into_whole().unwrap();
    assert_eq!(last.layout().to_string(), "s32[1,5]{1,0:T(2,2)}");
    let vector = zeroed("s32[5]{0:T(2)}");
    assert!(vector.index_axis(0, 1).dims().is_empty());
    // Of the last tile, the second position is padding.
    assert_eq!(vector.index_axis(0, 3).as_slice(), None);
    assert_eq!(vector.region((4..,)).unwrap().as_slice(), Some(&[0; 2][..]));
}

#[test]
#[should_panic(expected = "there is no dimension 3: the array has 3 dimensions")]
fn no_such_dimension() {
    let _ = zeroed("s32[4,3,5]{2,1,0:T(2,2)}").index_axis(3, 0);
}

#[test]
#[should_panic(expected = "index 4 is out of bounds of dimension 0, whose size is 4")]
fn no_such_item() {
    let _ = zeroed("s32[4,3,5]{2,1,0:T(2,2)}").index_axis_mut(0, 4);
}

#[test]
#[should_panic(expected = "index 4 is past dimension 0, whose size is 3")]
fn no_such_half() {
    let _ = zeroed("s32[3,5]").split_at(0, 4);
}

#[test]
#[should_panic(expected = "the size of a chunk is 0")]
fn chunks_of_nothing() {
    let _ = zeroed("s32[3,5]").axis_chunks(0, 0);
}

#[test]
#[should_panic(expected = "the size of a block contains 0: [2, 0]")]
fn blocks_of_nothing() {
    let _ = Buffer::<i32, layout!(S32[3,5])>::zeroed().blocks([2, 0]);
}

#[test]
#[should_panic(expected = "the blocks have 1 dimensions, but the array has 2")]
fn blocks_of_another_rank() {
    let mut buffer = zeroed("s32[3,5]");
    let size = Layout::parse("s32[9]").unwrap().index(7).unwrap();
    let _ = buffer.blocks_mut(size);
}

/// Blocks along two dimensions, in row-major order, and those of a part.
#[test]
fn blocks_by_hand() {
    let buffer =
        Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::from_fn(|[i, j]| (10 * i + j) as i32);
    let blocks = buffer.blocks([2, 3]).map(|block| block.to_row_major());
    let expected = [
        vec![0, 1, 2, 10, 11, 12],
        vec![3, 4, 13, 14],
        vec![20, 21, 22],
        vec![23, 24],
    ];
    assert!(blocks.eq(expected));
    let part = buffer.region((1.., 1..)).unwrap();
    let blocks = part.blocks([2, 3]).map(|block| block.to_row_major());
    assert!(blocks.eq([vec![11, 12, 13, 21, 22, 23], vec![14, 24]]));
    let column = buffer.column(4);
    let chunks = column.axis_chunks(0, 2).map(|chunk| chunk.to_row_major());
    assert!(chunks.eq([vec![4, 14], vec![24]]));
    // Larger than the array.
    assert_eq!(buffer.blocks([usize::MAX, 9]).len(), 1);
    assert_eq!(buffer.axis_chunks(1, usize::MAX).len(), 1);
    // Without elements.
    let empty = buffer.region((1..1, ..)).unwrap();
    assert_eq!(empty.blocks([1, 1]).len(), 0);
    assert_eq!(empty.axis_chunks(1, 2).len(), 3);
    assert_eq!(empty.rows().len(), 0);
}

/// What all arrays have, by hand: the elements are `10 * i + j`.
macro_rules! shared_parts {
    ($array:ident) => {{
        let mut rows = $array.rows();
        assert_eq!(rows.nth(1).unwrap().to_row_major(), [10, 11, 12, 13, 14]);
        assert_eq!($array.row(2).region(3..).unwrap().to_row_major(), [23, 24]);
        assert_eq!($array.column(3).to_row_major(), [3, 13, 23]);
        assert_eq!($array.index_axis(1, 4).to_row_major(), [4, 14, 24]);
        assert_eq!(
            $array.index_axis(0, 2).index_axis(0, 1).to_row_major(),
            [21]
        );
        let part = $array.region((1.., 1..4)).unwrap();
        assert_eq!(part.to_row_major(), [11, 12, 13, 21, 22, 23]);
        assert_eq!(part.column(2).to_row_major(), [13, 23]);
        assert_eq!(part.region((1, 1..)).unwrap().to_row_major(), [22, 23]);
        let (low, high) = part.split_at(1, 1);
        assert_eq!(low.to_row_major(), [11, 21]);
        assert_eq!(
            high.axis_iter(1).next_back().unwrap().to_row_major(),
            [13, 23]
        );
        let chunk = $array.axis_chunks(0, 2).nth(1).unwrap();
        assert_eq!(chunk.to_row_major(), [20, 21, 22, 23, 24]);
        assert_eq!(
            high.axis_chunks(0, 1).next_back().unwrap().to_row_major(),
            [22, 23]
        );
    }};
}

/// One mutable part, which packed arrays have too.
macro_rules! mutable_part {
    ($array:ident) => {{
        $array.row_mut(0).fill(0);
        $array.column_mut(4).fill(1);
        $array.index_axis_mut(1, 3).region_mut(1..).unwrap().fill(2);
        let mut part = $array.region_mut((1.., ..3)).unwrap();
        part.index_axis_mut(0, 1).fill(3);
        part.column_mut(1).fill(4);
        let mut row = $array.region_mut((0, 1..)).unwrap();
        row.region_mut(..2).unwrap().fill(5);
        assert_eq!(
            $array.to_row_major(),
            [0, 5, 5, 0, 1, 10, 4, 12, 2, 1, 3, 4, 3, 2, 1]
        );
    }};
}

/// Several mutable parts.
macro_rules! mutable_parts {
    ($array:ident) => {{
        let (mut low, mut high) = $array.split_at_mut(1, 3);
        low.column_mut(0).copy_from(high.column(1)).unwrap();
        high.index_axis_mut(0, 2).fill(-1);
        let columns: Vec<_> = high.axis_iter_mut(1).collect();
        columns
            .into_iter()
            .zip(6..)
            .for_each(|(mut column, number)| column[[0]] = number);
        for (mut chunk, number) in low.axis_chunks_mut(1, 2).zip(7..) {
            chunk.row_mut(1).fill(number);
        }
        for (mut row, number) in $array.rows_mut().zip(20..) {
            row[[2]] = number;
        }
        assert_eq!(
            $array.to_row_major(),
            [1, 5, 20, 6, 7, 7, 7, 21, 2, 1, 1, 4, 22, -1, -1]
        );
    }};
}

#[test]
fn parts_of_each_storage() {
    type Tiled = layout!(S32[3,5]<1,0:T(2,2)>);
    type Rows = layout!(S32[?,5]<0,1:T(2,2)(2,1)>);
    let element = |i: usize, j: usize| (10 * i + j) as i32;
    let text = Layout::parse("s32[3,5]{1,0:T(4,2)}").unwrap();
    let partial = Rows::with_dims([3, 5]).unwrap();
    let run_time = || Buffer::from_fn_with(text, |index| element(index[0], index[1])).unwrap();
    macro_rules! all_parts {
        ($($array:expr;)*) => {$({
            let mut array = $array;
            shared_parts!(array);
            mutable_part!(array);
            mutable_parts!(array);
        })*};
    }
    let fixed = || Buffer::<i32, Tiled>::from_fn(|[i, j]| element(i, j));
    let mut numbers = fixed().as_slice().to_vec();
    let mut buffer = fixed();
    type Batch = layout!(S32[3,2,5]<0,2,1:T(3,2)>);
    let mut batch = Buffer::<i32, Batch>::from_fn(|[i, n, j]| element(i, j) - 7 * (1 - n as i32));
    all_parts! {
        fixed();
        run_time();
        Buffer::<i32, Rows>::from_fn_with(partial, |[i, j]| element(i, j)).unwrap();
        Array::new(Tiled::new(), numbers.clone()).unwrap();
        Array::new(Tiled::new(), numbers.clone().into_boxed_slice()).unwrap();
        Array::new(text, run_time().as_slice().to_vec()).unwrap();
        Array::new(Tiled::new(), <[i32; 24]>::try_from(&numbers[..]).unwrap()).unwrap();
        Tiled::view_mut(&mut numbers).unwrap();
        buffer.view_mut();
        batch.index_axis_mut(1, 1);
    }
    assert_eq!(batch.index_axis(1, 0).to_row_major()[..3], [-7, -6, -5]);

    type Nibbles = layout!(S8[3,5]<1,0:T(2,2)>);
    let mut packed = PackedBuffer::<i8, Nibbles>::from_fn(|[i, j]| element(i, j) as i8);
    shared_parts!(packed);
    mutable_part!(packed);
    let mut bytes = PackedBuffer::<i8, Nibbles>::from_fn(|[i, j]| element(i, j) as i8)
        .as_bytes()
        .to_vec();
    let mut packed = PackedViewMut::<i8, _>::from_bytes(Nibbles::new(), &mut bytes).unwrap();
    shared_parts!(packed);
    mutable_part!(packed);
}

/// A batch, normalised item by item on several threads.
#[test]
fn items_go_to_threads() {
    type Batch = layout!(F32[4,3,5]<:T(2,2)>);
    let mut batch = Buffer::<f32, Batch>::from_fn(|[b, i, j]| (100 * b + 10 * i + j + 1) as f32);
    std::thread::scope(|scope| {
        for mut item in batch.axis_iter_mut(0) {
            scope.spawn(move || {
                let sum: f32 = item.iter().sum();
                item.iter_mut().for_each(|element| *element /= sum);
            });
        }
    });
    for item in batch.axis_iter(0) {
        assert!((item.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
    assert_eq!(batch.axis_iter_mut(0).nth(2).unwrap().dims(), [3, 5]);
}

/// A buffer has what its views have.
#[test]
fn buffers_in_two_parts_and_permuted() {
    type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    let (above, below) = buffer.split_at(0, 2);
    assert_eq!((above[[1, 4]], below[[0, 4]]), (14, 24));
    assert_eq!(buffer.permuted(&[1, 0]).to_row_major()[..3], [0, 10, 20]);
    buffer.permuted_mut(&[1, 0])[[4, 2]] = -1;
    let (mut above, mut below) = buffer.split_at_mut(0, 2);
    std::mem::swap(&mut above[[0, 0]], &mut below[[0, 4]]);
    assert_eq!((buffer[[0, 0]], buffer[[2, 4]]), (-1, 0));
}

#[test]
#[should_panic(expected = "the permutation [1,1] does not name each of 2 dimensions once")]
fn no_permutation() {
    let _ = zeroed("s32[3,5]").view().permuted(&[1, 1]);
}

/// A part whose array has more dimensions may have indices of a static rank, and so have its parts.
#[test]
fn parts_of_parts_of_a_static_rank() {
    for text in [
        "s32[3,4,5]",
        "s32[3,4,5]{2,1,0:T(2,2)}",
        "s32[3,4,5]{0,1,2:T(2,2)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let value = |i: tiled_layout::Index| (100 * i[0] + 10 * i[1] + i[2]) as i32;
        let mut buffer = Buffer::<i32, Layout>::from_fn_with(layout, value).unwrap();
        for dim in 0..3 {
            let expected = buffer.index_axis(dim, 1).to_row_major();
            let part = buffer.index_axis(dim, 1).ranked::<2>().unwrap();
            let [rows, columns]: [usize; 2] = part.dims().try_into().unwrap();
            assert!(buffer.index_axis(dim, 1).ranked::<3>().is_err());
            assert_eq!(part.to_row_major(), expected, "{text}");
            for (i, row) in part.rows().enumerate() {
                let expected = &expected[i * columns..][..columns];
                assert_eq!(row.to_row_major(), expected, "{text}");
                assert_eq!(part.row(i).to_row_major(), expected);
                assert_eq!(part.region((i, ..)).unwrap().to_row_major(), expected);
            }
            let (_, below) = part.split_at(0, 1);
            assert_eq!(below.to_row_major(), &expected[columns..]);
            assert_eq!(part.axis_chunks(0, 2).next_back().unwrap()[[0, 1]], {
                let start = (rows - 1) / 2 * 2;
                expected[start * columns + 1]
            });
            assert_eq!(
                part.blocks([1, 1]).nth(columns + 1).unwrap()[[0, 0]],
                part[[1, 1]]
            );
            assert_eq!(part.permuted(&[1, 0])[[2, 1]], part[[1, 2]]);
            let mut part = buffer.index_axis_mut(dim, 0).ranked::<2>().unwrap();
            part.row_mut(1)
                .iter_mut()
                .for_each(|element| *element += 1000);
            let changed = buffer.iter().filter(|&&element| element >= 1000).count();
            assert_eq!(changed, columns, "{text}");
            buffer.map_inplace(|element| *element %= 1000);
        }
    }
}
