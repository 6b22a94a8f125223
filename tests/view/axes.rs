//! Arrays along a dimension, in two parts, permuted, and tiles by index: against element by element.

use tiled_layout::{Buffer, Layout, RegionError, layout};

const TEXTS: [&str; 12] = [
    "s32[3,5]{1,0}",
    "s32[3,5]{0,1}",
    "s32[3,5]{1,0:T(2,2)}",
    "s32[4,3,5]{2,1,0:T(2,2)}",
    "s32[4,3,5]{2,0,1:T(2,2)}",
    "s32[4,3,5]{0,1,2:T(4)}",
    "s32[6,4]{1,0:T(2,4)(2,1)}",
    "s32[7,3]{0,1:T(4)(3)}",
    "s32[4,1]{1,0:T(2,1)}",
    "s32[2,3]{1,0:PAD(4,4)}",
    "s32[4,0]{1,0:T(2,2)}",
    "s32[2,6,3]{2,1,0:T(*,2,2)}",
];

/// Each position holds its number.
fn numbered(text: &str) -> Buffer<i32, Layout> {
    let layout = Layout::parse(text).unwrap();
    Buffer::from_vec_with_layout(layout, (0..layout.padded_len() as i32).collect()).unwrap()
}

#[test]
fn items_of_axes_are_those_of_index_axis() {
    let (mut given, mut refused) = (0, 0);
    for text in TEXTS {
        let buffer = numbered(text);
        for (dim, &extent) in buffer.dims().iter().enumerate() {
            let items: Result<Vec<_>, RegionError> = (0..extent)
                .map(|index| buffer.index_axis(dim, index))
                .collect();
            match (items, buffer.axis_iter(dim)) {
                (Ok(items), Ok(iter)) => {
                    given += 1;
                    assert_eq!(iter.len(), extent, "{text}, {dim}");
                    for (item, found) in items.iter().zip(iter.clone()) {
                        assert_eq!(*item.layout(), *found.layout(), "{text}, {dim}");
                        assert_eq!(item.as_slice(), found.as_slice(), "{text}, {dim}");
                    }
                    assert!(iter.rev().eq(items.into_iter().rev()), "{text}, {dim}");
                }
                (Err(_), Err(_)) => refused += 1,
                (items, iter) => panic!("{text}, {dim}: {:?} and {iter:?}", items.err()),
            }
        }
    }
    assert!(given > 8 && refused > 8, "{given} and {refused}");
}

/// All items at once, taken from both ends in turn: each element is written by one of them.
#[test]
fn items_to_be_written_are_disjoint() {
    let mut given = 0;
    for text in TEXTS {
        let whole = numbered(text);
        for (dim, &extent) in whole.dims().iter().enumerate() {
            let mut buffer = whole.clone();
            let Ok(mut iter) = buffer.axis_iter_mut(dim) else {
                assert!(whole.axis_iter(dim).is_err(), "{text}, {dim}");
                continue;
            };
            given += 1;
            let mut items: Vec<_> = (0..extent).map(|_| None).collect();
            let (mut low, mut high) = (0, extent);
            while let Some(item) = iter.next() {
                items[low] = Some(item);
                low += 1;
                if let Some(item) = iter.next_back() {
                    high -= 1;
                    items[high] = Some(item);
                }
                assert_eq!(iter.len(), high - low);
            }
            assert!(iter.next_back().is_none());
            for (index, item) in items.iter_mut().enumerate() {
                let item = item.as_mut().unwrap();
                assert_eq!(
                    *item,
                    whole.index_axis(dim, index).unwrap(),
                    "{text}, {dim}"
                );
                for element in item.iter_mut() {
                    *element += 1000 * (index as i32 + 1);
                }
            }
            for (index, element) in whole.indexed_iter() {
                let expected = element + 1000 * (index[dim] as i32 + 1);
                assert_eq!(buffer[index], expected, "{text}, {dim}");
            }
            let changed = buffer.as_slice().iter().zip(whole.as_slice());
            let changed = changed.filter(|(after, before)| after != before);
            assert_eq!(
                changed.count(),
                whole.len(),
                "{text}, {dim}: padding is kept"
            );
        }
    }
    assert!(given > 8, "{given}");
}

/// Chunks are the subviews of their ranges; one that is no array is refused, and so are all.
#[test]
fn chunks_are_subviews() {
    let (mut given, mut refused) = (0, 0);
    let more = [
        "s32[9,4]{1,0:T(4,2)(2,1)}",
        "s32[8,6]{1,0:T(2,2)(2,1,1,1)}",
        "s32[6,5]{1,0:PAD(8,5)}",
    ];
    for text in TEXTS.into_iter().chain(more) {
        let whole = numbered(text);
        for (dim, &extent) in whole.dims().iter().enumerate() {
            for size in 1..=extent + 1 {
                let starts = (0..extent).step_by(size);
                let chunks: Result<Vec<_>, RegionError> = starts
                    .map(|start| {
                        let mut ranges: Vec<_> = whole.dims().iter().map(|&d| 0..d).collect();
                        ranges[dim] = start..extent.min(start + size);
                        whole.subview(ranges)
                    })
                    .collect();
                let what = format!("{text}, {size} of {dim}");
                match (chunks, whole.axis_chunks_iter(dim, size)) {
                    (Ok(chunks), Ok(iter)) => {
                        given += 1;
                        assert_eq!(iter.len(), chunks.len(), "{what}");
                        for (chunk, found) in chunks.iter().zip(iter.clone()) {
                            assert_eq!(*chunk.layout(), *found.layout(), "{what}");
                            assert_eq!(chunk.as_slice(), found.as_slice(), "{what}");
                        }
                        assert!(iter.rev().eq(chunks.into_iter().rev()), "{what}");
                        let mut buffer = whole.clone();
                        let mut all: Vec<_> =
                            buffer.axis_chunks_iter_mut(dim, size).unwrap().collect();
                        all.iter_mut().for_each(|chunk| chunk.fill(-1));
                        assert_eq!(buffer.iter().sum::<i32>(), -(whole.len() as i32), "{what}");
                    }
                    (Err(_), Err(_)) => refused += 1,
                    (chunks, iter) => panic!("{what}: {:?} and {iter:?}", chunks.err()),
                }
            }
        }
    }
    assert!(given > 40 && refused > 40, "{given} and {refused}");
}

#[test]
#[should_panic(expected = "chunks have at least one index")]
fn chunks_of_nothing() {
    let _ = numbered("s32[3,5]").axis_chunks_iter(0, 0);
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

#[test]
fn parts_have_the_elements_of_regions() {
    let mut given = 0;
    for text in TEXTS {
        let mut buffer = numbered(text);
        let whole = buffer.clone();
        for (dim, &extent) in whole.dims().iter().enumerate() {
            for index in 0..=extent {
                let mut ranges: Vec<_> = whole.dims().iter().map(|&extent| 0..extent).collect();
                ranges[dim] = 0..index;
                let low = whole.region(&ranges[..]).unwrap();
                ranges[dim] = index..extent;
                let high = whole.region(&ranges[..]).unwrap();
                if let Ok((before, after)) = whole.view().split_at(dim, index) {
                    given += 1;
                    assert_eq!(before, low, "{text}, {dim} at {index}");
                    assert_eq!(after, high, "{text}, {dim} at {index}");
                    let mut view = buffer.view_mut();
                    let (mut before, mut after) = view.split_at_mut(dim, index).unwrap();
                    assert_eq!(before, low, "{text}, {dim} at {index}");
                    assert_eq!(after, high, "{text}, {dim} at {index}");
                    before.fill(-1);
                    after.fill(-2);
                    let all = before.len() + 2 * after.len();
                    assert_eq!(buffer.iter().sum::<i32>(), -(all as i32), "{text}");
                    buffer = whole.clone();
                }
            }
            assert!(whole.view().split_at(dim, extent + 1).is_err());
        }
    }
    assert!(given > 40, "{given}");
}

#[test]
fn permuted_arrays_copy_nothing() {
    let buffer = numbered("s32[4,3,5]{2,0,1:T(2,2)}");
    let view = buffer.view();
    let permuted = view.permuted(&[2, 0, 1]);
    assert_eq!(permuted.dims(), [5, 4, 3]);
    assert_eq!(permuted.as_slice().as_ptr(), view.as_slice().as_ptr());
    for (index, element) in permuted.indexed_iter() {
        assert_eq!(*element, view[[index[1], index[2], index[0]]]);
    }
    let fig1 = Buffer::<i32, layout!(S32[3,5]<1,0:T(2,2)>)>::from_fn(|[i, j]| (10 * i + j) as i32);
    assert_eq!(fig1.view().permuted(&[1, 0])[[4, 2]], 24);
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
    let _ = numbered("s32[3,5]").view().permuted(&[1, 1]);
}

/// Each element of a tile by index, by iterator and by position.
#[test]
fn tiles_have_elements_by_index() {
    for text in TEXTS {
        let mut buffer = numbered(text);
        let whole = buffer.clone();
        let mut elements = 0;
        for tile in whole.tiles() {
            let listed: Vec<i32> = tile.iter().copied().collect();
            elements += listed.len();
            let mut by_index: Vec<i32> = Vec::new();
            let extents = tile.extents();
            for number in 0..extents.iter().product() {
                let mut index = vec![0; extents.len()];
                let mut rest: usize = number;
                for (place, &extent) in index.iter_mut().zip(extents.iter()).rev() {
                    (*place, rest) = (rest % extent, rest / extent);
                }
                by_index.extend(tile.get(&index));
            }
            assert_eq!(by_index, listed, "{text}");
            let mut past = extents.to_vec();
            assert_eq!(tile.get(&past), None, "{text}");
            past.push(0);
            assert_eq!(tile.get(&past), None, "{text}");
            let mut same = buffer.tile_mut(tile.index()).unwrap();
            same.iter_mut().for_each(|element| *element = -1);
        }
        assert_eq!(elements, whole.len(), "{text}");
        assert!(buffer.iter().all(|&element| element == -1), "{text}");
        let padding = whole.as_slice().iter().zip(buffer.as_slice());
        let kept = padding.filter(|(before, after)| before == after).count();
        assert_eq!(kept, whole.as_slice().len() - whole.len(), "{text}");
    }
}

#[test]
#[should_panic(expected = "index [1, 1] is out of bounds of a tile of extents [2, 1]")]
fn past_the_extents_of_a_tile() {
    let _ = numbered("s32[3,5]{1,0:T(2,2)}").tile([0, 2]).unwrap()[[1, 1]];
}
