//! Parts of one buffer that are in use at the same time: each one reads and writes its elements only.
//! `.ci/run miri` runs these tests, because an access between the elements of a part changes no value.

use std::thread;

use tiled_layout::{Buffer, CopyError, Layout, layout};

/// Rows, columns, and tiles of one and two levels.
const LAYOUTS: [&str; 4] = [
    "u8[5,6]",
    "u8[5,6]{0,1}",
    "u8[5,6]{1,0:T(2,2)}",
    "u8[5,6]{1,0:T(4,4)(2,1)}",
];

fn numbered(text: &str) -> Buffer<u8, Layout> {
    let layout = Layout::parse(text).unwrap();
    Buffer::from_fn_with(layout, |index| (10 * index[0] + index[1]) as u8).unwrap()
}

/// Two parts on the two sides of an index within a tile.
#[test]
fn halves_are_written_alternately() {
    for (text, dim) in LAYOUTS.iter().flat_map(|text| [(text, 0), (text, 1)]) {
        let mut buffer = numbered(text);
        let (mut low, mut high) = buffer.split_at_mut(dim, 3);
        let in_high = high.dims()[0].min(low.dims()[0]);
        for i in 0..in_high {
            low[[i, 0]] += 100;
            high[[i, 1]] += 100;
            std::mem::swap(&mut low[[i, 1]], &mut high[[i, 2]]);
        }
        low.row_mut(0).fill(0);
        high.column_mut(0).fill(1);
        low.column_mut(2).iter_mut().for_each(|x| *x = 2);
        let (a, b) = (low.iter_mut(), high.iter_mut());
        a.zip(b).for_each(|(a, b)| std::mem::swap(a, b));
        assert_eq!((low[[0, 0]], high[[0, 0]]), (1, 0), "{text}");
    }
}

#[test]
fn parts_outlive_their_iterator() {
    for text in LAYOUTS {
        let mut buffer = numbered(text);
        let mut columns = {
            let mut iter = buffer.axis_iter_mut(1);
            [iter.nth(1).unwrap(), iter.next_back().unwrap()]
        };
        for i in 0..5 {
            for column in &mut columns {
                column[[i]] = i as u8;
            }
        }
        let mut chunks: Vec<_> = buffer.axis_chunks_mut(1, 4).collect();
        chunks.iter_mut().for_each(|chunk| chunk.fill(7));
        let mut rows: Vec<_> = buffer.rows_mut().skip(1).collect();
        let (first, rest) = rows.split_first_mut().unwrap();
        for row in rest {
            first.copy_from(&*row).unwrap();
            row.fill(9);
        }
        assert_eq!(buffer[[4, 5]], 9, "{text}");
    }
}

#[test]
fn a_part_is_read_while_another_is_written() {
    for text in LAYOUTS {
        let mut buffer = numbered(text);
        let (mut left, right) = buffer.split_at_mut(1, 3);
        let (view, column) = (right.view(), right.column(1));
        let mut elements = view.iter();
        for element in left.iter_mut() {
            *element = *elements.next().unwrap();
        }
        left.fill(1);
        let sum: u32 = column.iter().map(|&x| u32::from(x)).sum();
        left.index_axis_mut(0, 4).fill(2);
        assert_eq!(sum, 4 + 14 + 24 + 34 + 44, "{text}");
        assert_eq!(view.to_row_major()[..3], [3, 4, 5], "{text}");
    }
}

#[test]
fn blocks_are_written_by_threads() {
    type Tiled = layout!(U8[5,6]<1,0:T(4,4)>);
    let mut buffer = Buffer::<u8, Tiled>::zeroed();
    thread::scope(|scope| {
        for (number, mut block) in buffer.blocks_mut([2, 3]).enumerate() {
            scope.spawn(move || {
                block.fill(number as u8);
                block.iter_mut().for_each(|x| *x += 1);
            });
        }
    });
    for (number, block) in buffer.blocks([2, 3]).enumerate() {
        assert!(block.iter().all(|&x| usize::from(x) == number + 1));
    }
}

/// Copies between parts while references to the elements of the other parts, which lie in between,
/// are in use.
#[test]
fn copies_between_live_parts() -> Result<(), CopyError> {
    for (to, from) in LAYOUTS.iter().flat_map(|to| LAYOUTS.map(|from| (to, from))) {
        for dim in 0..2 {
            let [mut a, mut b] = [numbered(to), numbered(from)];
            let (mut of_a, mut rest_of_a) = a.split_at_mut(dim, 3);
            let (mut rest_of_b, of_b) = b.split_at_mut(dim, b_len(dim) - 3);
            let mut held: Vec<&mut u8> = rest_of_a.iter_mut().chain(rest_of_b.iter_mut()).collect();
            of_a.copy_from(&of_b)?;
            of_a.copy_from_map(&of_b, |x| x + 1)?;
            let mut rows = of_b.to_row_major();
            of_a.copy_from_row_major(&rows).unwrap();
            of_a.copy_to_row_major(&mut rows).unwrap();
            assert_eq!(of_a, of_b, "{to} from {from}");
            held.iter_mut().for_each(|element| **element = 0);
            // Lines of both parts, which lie between each other.
            of_a.row_mut(0).copy_from(of_b.row(1))?;
            of_a.column_mut(1).copy_from(of_b.column(0))?;
            rest_of_a.row_mut(0).copy_from(of_a.row(1)).ok();
            assert_eq!(of_a[[0, 1]], of_b[[0, 0]], "{to} from {from}");
        }
    }
    // Within one buffer.
    for text in LAYOUTS {
        let mut buffer = numbered(text);
        let (mut left, mut right) = buffer.split_at_mut(1, 3);
        left.copy_from(&right)?;
        left.column_mut(0).copy_from(right.column(2))?;
        right
            .region_mut((1..4, ..))
            .unwrap()
            .copy_from(left.region((..3, ..)).unwrap())?;
        assert_eq!((left[[2, 0]], right[[3, 1]]), (25, 24), "{text}");
    }
    Ok(())
}

fn b_len(dim: usize) -> usize {
    [5, 6][dim]
}

/// The rows of tiles have memory that no other part has, with padding.
#[test]
fn memory_of_a_part_beside_another_one() {
    for (text, len) in [
        ("u8[5,6]{1,0:T(2,2)}", 12),
        ("u8[5,6]{1,0:T(4,4)(2,1)}", 32),
    ] {
        let mut buffer = numbered(text);
        let tile = buffer.layout().tiles()[0][0];
        let (mut low, mut high) = buffer.split_at_mut(0, tile);
        let slice = low.as_mut_slice().unwrap();
        assert_eq!(slice.len(), len, "{text}");
        high.row_mut(0).fill(7);
        let of_high = high.as_mut_slice().unwrap();
        slice.fill(1);
        of_high[0] = 3;
        slice.fill(2);
        let mut own = high.into_whole().unwrap();
        own.fill_padding(9);
        own[[0, 1]] = 4;
        low[[0, 0]] += own[[0, 0]];
        own.as_mut_slice()[0] += 1;
        assert_eq!((low[[0, 0]], own[[0, 0]]), (5, 4), "{text}");
    }
    // An empty part has an empty slice.
    let mut buffer = numbered("u8[5,6]{1,0:T(2,2)}");
    let (mut none, mut all) = buffer.split_at_mut(0, 0);
    let empty = none.as_mut_slice().unwrap();
    all.fill(1);
    assert!(empty.is_empty());
}

/// The elements of the other part lie between the rows of the `ndarray`.
#[test]
#[cfg(feature = "ndarray")]
fn a_part_as_ndarray_beside_another_one() {
    for text in ["u8[5,6]", "u8[5,6]{0,1}", "u8[3,4]{1,0:T(4,4)}"] {
        let mut buffer = numbered(text);
        let (mut left, mut right) = buffer.split_at_mut(1, 2);
        let mut elements: Vec<&mut u8> = right.iter_mut().collect();
        let mut array = left.as_ndarray_mut().unwrap();
        array[[2, 1]] = 5;
        *elements[0] = 6;
        array.fill(1);
        *elements[1] = 7;
        let view = left.view();
        let array = view.as_ndarray().unwrap();
        *elements[0] += 1;
        assert_eq!(
            (array.sum(), right[[0, 0]]),
            (2 * array.shape()[0] as u8, 7),
            "{text}"
        );
    }
}
