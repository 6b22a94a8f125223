//! Arrays of strides: what they say, what is refused, and parts that are in use at the same time.
//! `.ci/run miri` runs these tests. The laws check all else.

use std::panic::{self, AssertUnwindSafe};

use tiled_layout::error::{CopyError, InvalidStrides};
use tiled_layout::{Array, CopyPlan, Index, Layout, Mapping, Strides, View, ViewError, layout};

/// Rows of 5, with a gap after each, the last one first.
fn bottom_up(container: &[i32]) -> View<'_, i32, Strides<[usize; 2]>> {
    Array::strided(container, [3, 5], &[-6, 1], 12).unwrap()
}

fn message<R>(f: impl FnOnce() -> R) -> String {
    let Err(panic) = panic::catch_unwind(AssertUnwindSafe(f)) else {
        panic!("it does not panic");
    };
    *panic.downcast::<String>().unwrap()
}

#[test]
fn debug() {
    let numbers: Vec<i32> = (0..17).collect();
    let array = bottom_up(&numbers);
    assert_eq!(
        format!("{array:?}"),
        "[[12, 13, 14, 15, 16],\n [6, 7, 8, 9, 10],\n [0, 1, 2, 3, 4]], strides=[-6, 1], first=12"
    );
    assert_eq!(
        format!("{:?}", array.region((1.., 2)).unwrap()),
        "[8, 2], strides=[-6], first=8"
    );
    let strides = [-6, 0];
    let array = Array::strided(&numbers, Index::from_slice(&[2, 0]), &strides, 99).unwrap();
    assert_eq!(format!("{array:?}"), "[[],\n []], strides=[0, 0], first=0");
}

#[test]
fn positions() {
    let numbers: Vec<i32> = (0..17).collect();
    let array = bottom_up(&numbers);
    assert_eq!(array.logical_strides().as_deref(), Some(&[-6, 1][..]));
    assert_eq!(
        array.permuted(&[1, 0]).logical_strides().as_deref(),
        Some(&[1, -6][..])
    );
    let cut = array.sliced(0, 1..3, -1).sliced(1, 0..5, 2);
    assert_eq!((cut.dims(), cut.mapping().first()), (&[2, 3][..], 0));
    assert_eq!(*cut.mapping().strides(), [6, 2]);
    assert_eq!(cut.mapping().buffer_len(), 17);
    assert!(cut.iter().eq(&[0, 2, 4, 6, 8, 10]));
    // One index, and none: strides are not used.
    let one = array.sliced(0, 2..3, isize::MIN);
    assert_eq!((one.dims(), one[[0, 4]]), (&[1, 5][..], 4));
    assert_eq!(*one.mapping().strides(), [0, 1]);
    let none = array.sliced(1, 2..2, 3);
    assert_eq!((none.dims(), none.mapping().first()), (&[3, 0][..], 0));
}

#[test]
fn panics_say_what_is_wrong() {
    let numbers = [0; 17];
    let array = bottom_up(&numbers);
    assert_eq!(
        message(|| array[[3, 0]]),
        "index [3, 0] is out of bounds of an array of size [3, 5]"
    );
    let row = array.index_axis(0, 1);
    assert_eq!(
        message(|| row[[5]]),
        "index [5] is out of bounds of an array of size [5]"
    );
    let mut strided = [0; 17];
    let mut strided = Array::strided_mut(&mut strided, [3, 5], &[6, 1], 0).unwrap();
    assert_eq!(
        message(|| strided.set([0, 5], 1)),
        "index [0, 5] is out of bounds of an array of size [3, 5]"
    );
    assert_eq!(
        message(|| array.sliced(1, 2..6, 1)),
        "2..6 by 1 is not a range of dimension 1, which has 5 indices"
    );
    assert_eq!(
        message(|| array.sliced(0, 0..3, 0)),
        "0..3 by 0 is not a range of dimension 0, which has 3 indices"
    );
    assert!(message(|| array.sliced(2, 0..1, 1)).contains("dimension 2"));
}

fn refused<R>(array: Result<R, ViewError>) -> String {
    match array {
        Err(error) => error.to_string(),
        Ok(_) => panic!("it is not refused"),
    }
}

#[test]
fn strides_that_are_no_array() {
    let mut data = [0u32; 15];
    let strided = |dims: &[usize], strides: &[isize], first| {
        let dims = Index::from_slice(dims);
        refused(Array::strided(&data, dims, strides, first))
    };
    assert_eq!(
        strided(&[3, 5], &[5], 0),
        "the array has 2 dimensions, but 1 strides"
    );
    let past = "the array has positions 0 to 15, but the container has only 15 elements";
    assert_eq!(strided(&[4, 6], &[5, 0], 0), past);
    assert_eq!(strided(&[16], &[-1], 15), past);
    assert!(
        strided(&[2, 2], &[isize::MIN, isize::MAX], 0).starts_with("the array has positions -")
    );
    assert!(strided(&[usize::MAX, 2], &[isize::MAX, isize::MAX], 0).contains("more bytes than"));
    let most = isize::MAX as usize;
    assert!(strided(&[most / 3], &[0], 0).contains("more than `isize::MAX`"));
    let units = Array::strided(&[(), ()], [2], &[1], 0);
    assert_eq!(refused(units), "the elements have no bytes");
    let mut mutable =
        |dims: [usize; 2], strides| refused(Array::strided_mut(&mut data, dims, strides, 0));
    assert_eq!(
        mutable([3, 5], &[4, 1]),
        "elements overlap: dimension 0 has a stride of 4, which must be at least 5 or at most -5"
    );
    assert!(mutable([3, 5], &[0, 1]).contains("dimension 0 has a stride of 0"));
    assert!(mutable([3, 3], &[2, 2]).contains("dimension 1 has a stride of 2"));
}

/// A container has no elements of some bits.
#[test]
fn plans_of_packed_elements() {
    let strides = *Array::strided(&[0u8; 3], [3], &[-1], 2).unwrap().mapping();
    let repeated = *Array::strided(&[0u8; 3], [3], &[0], 2).unwrap().mapping();
    for text in ["u4[3]{0:E(4)}", "u4[3]{0:E(5)}", "u1[3]{0:E(1)}"] {
        let packed = Layout::parse(text).unwrap();
        let bits = packed.element_bits();
        let errors = [
            CopyPlan::new(&packed, &strides).unwrap_err(),
            CopyPlan::new(&strides, &packed).unwrap_err(),
        ];
        let [src, dst] =
            [(bits, 8), (8, bits)].map(|(src, dst)| CopyError::ElementBits { src, dst });
        assert_eq!(errors, [src, dst], "{text}");
    }
    let bytes = Layout::parse("u4[3]").unwrap();
    let plan = CopyPlan::new(&bytes, &strides).unwrap();
    let mut to = [9u8; 3];
    plan.run(&[1, 2, 3], &mut to).unwrap();
    assert_eq!(to, [3, 2, 1]);
    assert!(matches!(
        CopyPlan::new(&bytes, &repeated),
        Err(CopyError::Strides(InvalidStrides::Overlap { .. }))
    ));
}

/// Elements that overlap are read in each way, and a copy does not write them.
#[test]
fn elements_that_overlap() {
    let numbers: Vec<u32> = (0..24).collect();
    // Windows of 12, each one element further, and rows that are all the same one.
    for (strides, first) in [
        ([1, 1], 0),
        ([0, 1], 7),
        ([1, 0], 3),
        ([-1, 1], 12),
        ([0, 0], 23),
    ] {
        let array = Array::strided(&numbers, [12, 12], &strides, first).unwrap();
        let value = |[i, j]: [usize; 2]| {
            (first as isize + i as isize * strides[0] + j as isize * strides[1]) as u32
        };
        assert!(array.indexed_iter().all(|(index, &x)| x == value(index)));
        let expected: Vec<u32> = array.iter().copied().collect();
        assert_eq!(array.to_row_major(), expected);
        for text in ["u32[12,12]", "u32[12,12]{0,1}", "u32[12,12]{1,0:T(8,4)}"] {
            let layout = Layout::parse(text).unwrap();
            let mut buffer = vec![0; layout.padded_len()];
            let mut view = layout.view_mut(&mut buffer).unwrap();
            view.copy_from(array).unwrap();
            assert!(view == array, "{text}, {strides:?}");
            view.copy_from_map(array.permuted(&[1, 0]), |x| x + 1)
                .unwrap();
            assert!(
                view.indexed_iter()
                    .all(|(i, &x)| x == value([i[1], i[0]]) + 1)
            );
            CopyPlan::new(array.mapping(), &layout)
                .unwrap()
                .run(&numbers, &mut buffer)
                .unwrap();
            assert!(
                layout.view(&buffer).unwrap() == array,
                "{text}, {strides:?}"
            );
        }
        let mut other = vec![9; 14 * 12];
        let mut gaps = Array::strided_mut(&mut other, [12, 12], &[14, 1], 0).unwrap();
        gaps.copy_from(array).unwrap();
        assert!(gaps == array && other[12..14] == [9, 9]);
    }
}

/// A container of its own: gaps may be read, and stay what they are.
#[test]
fn gaps_are_not_written() {
    type Tiled = layout!(U16[9,11]<1,0:T(4,4)>);
    let tiles: Vec<u16> = (0..12 * 12).collect();
    let tiled = Tiled::view(&tiles).unwrap();
    for (strides, first) in [([26, 2], 1), ([-13, 1], 104), ([2, 19], 0), ([1, -10], 100)] {
        let mut container = vec![u16::MAX; 256];
        let mut array = Array::strided_mut(&mut container, [9, 11], &strides, first).unwrap();
        array.copy_from(tiled).unwrap();
        assert!(array == tiled);
        array.iter_mut().for_each(|x| *x += 1);
        array.rows_mut().for_each(|mut row| row[[3]] = 7);
        array.view_mut().sliced(0, 0..9, -2).fill(0);
        assert_eq!((array[[1, 3]], array[[2, 3]]), (7, 0));
        let rows = array.to_row_major();
        array.copy_from_row_major(&rows).unwrap();
        let mut copy = vec![0u16; 12 * 12];
        let mut tiled = Tiled::view_mut(&mut copy).unwrap();
        tiled.copy_from(&array).unwrap();
        assert!(tiled == array);
        let written = container.iter().filter(|&&x| x != u16::MAX).count();
        assert_eq!(written, 9 * 11, "{strides:?}");
    }
}

#[test]
fn parts_are_written_alternately() {
    for (strides, first) in [([13, 1], 0), ([-13, 1], 143), ([1, 13], 5), ([24, -2], 30)] {
        let mut container = vec![0u32; 300];
        let mut array = Array::strided_mut(&mut container, [12, 12], &strides, first).unwrap();
        let (mut low, mut high) = array.split_at_mut(1, 5);
        for i in 0..12 {
            low[[i, 4]] = i as u32;
            high[[i, 0]] = 100 + i as u32;
            std::mem::swap(&mut low[[i, 4]], &mut high[[i, 0]]);
        }
        // A side is copied while the other one is written.
        let mut buffer = vec![0; 12 * 8];
        let tiled = Layout::parse("u32[12,5]{1,0:T(4,4)}").unwrap();
        let mut tiled = tiled.view_mut(&mut buffer).unwrap();
        let mut elements = high.iter_mut();
        *elements.next().unwrap() = 50;
        tiled.copy_from(&low).unwrap();
        *elements.next().unwrap() = 51;
        low.copy_from(&tiled).unwrap();
        *elements.next().unwrap() = 52;
        let rows = low.to_row_major();
        *elements.next_back().unwrap() = 53;
        low.copy_from_map(&tiled, |x| x + 1).unwrap();
        low.copy_from_row_major(&rows).unwrap();
        elements.for_each(|x| *x += 1);
        assert!(low == tiled && low.view().as_strided().unwrap() == tiled);
        let mut iter = array.axis_iter_mut(0);
        let (mut first, mut last) = (iter.next().unwrap(), iter.next_back().unwrap());
        first[[0]] = 1;
        last.copy_from(&first).unwrap();
        first.fill(2);
        iter.for_each(|mut row| row.copy_from(&last).unwrap());
        assert_eq!((array[[0, 0]], array[[5, 0]], array[[11, 0]]), (2, 1, 1));
        let mut blocks: Vec<_> = array.blocks_mut([5, 7]).collect();
        let (one, others) = blocks.split_first_mut().unwrap();
        for other in others {
            other.fill(8);
            let all = other.dims().to_vec();
            let mut part = one.region_mut((..all[0], ..all[1])).unwrap();
            part.copy_from(&*other).unwrap();
            other.fill(9);
        }
    }
}
