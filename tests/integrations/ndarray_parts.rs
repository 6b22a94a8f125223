//! Slices of one array of `ndarray` that are in use at the same time: a copy from or to one reads and
//! writes its elements only, though those of another lie between them. `.ci/run miri` runs these tests,
//! because such an access changes no value.

use std::thread;

use ::ndarray::{Array2, ArrayViewMut2, s};
use tiled_layout::{Layout, NoUninit, PackedBuffer, View, ViewMut, Zip};

/// Rows, columns, tiles, and tiles that do not divide one another.
const LAYOUTS: [&str; 4] = ["{1,0}", "{0,1}", "{1,0:T(4,4)}", "{0,1:T(6,8)(4,3)}"];

/// Two slices of an array whose elements lie between one another: columns, rows, and some of both,
/// backward.
fn slices<T>(array: &mut Array2<T>, kind: usize) -> (ArrayViewMut2<'_, T>, ArrayViewMut2<'_, T>) {
    match kind {
        0 => array.multi_slice_mut((s![.., ..;2], s![.., 1..;2])),
        1 => array.multi_slice_mut((s![..;2, ..], s![1..;2, ..])),
        2 => array.multi_slice_mut((s![..;-2, ..;-2], s![..;2, ..;2])),
        _ => array.multi_slice_mut((s![.., ..;-2], s![.., ..;2])),
    }
}

macro_rules! each_way {
    ($($element:literal, $type:ty;)*) => {$(
        for kind in 0..4 {
            for (number, layout) in LAYOUTS.iter().enumerate() {
                if !cfg!(miri) || number == kind {
                    each_way::<$type>($element, layout, kind, |n| n as $type);
                }
            }
        }
    )*};
}

/// Copies while this thread, and then another one, writes the other slice.
fn each_way<T: NoUninit + PartialEq + Send + Sync + tiled_layout::Element>(
    element: &str,
    layout: &str,
    kind: usize,
    value: fn(usize) -> T,
) {
    let mut array = Array2::from_shape_fn((12, 24), |(i, j)| value(24 * i + j));
    let (mut one, mut other) = slices(&mut array, kind);
    let dims = one.dim();
    let text = format!("{element}[{},{}]{layout}", dims.0, dims.1);
    let layout = Layout::parse(&text).unwrap();
    let mut buffer = vec![value(0); layout.padded_len()];
    let mut copy = layout.view_mut(&mut buffer).unwrap();

    other[[0, 0]] = value(1);
    copy.copy_from(&one).unwrap();
    other[[1, 1]] = value(2);
    assert!(copy == View::from(&one), "{text}");
    copy.copy_from_map(&one, |x| x).unwrap();
    other[[0, 1]] = value(3);
    assert!(
        View::from(&one).to_row_major().iter().eq(one.iter()),
        "{text}"
    );
    Zip::from(&mut copy)
        .and(View::from(&one))
        .for_each(|x, y| *x = *y);
    other.fill(value(4));
    thread::scope(|scope| {
        scope.spawn(|| other.iter_mut().for_each(|x| *x = value(5)));
        copy.copy_from(&one).unwrap();
        let rows = View::from(&one).to_row_major();
        ViewMut::from(&mut one).copy_from_row_major(&rows).unwrap();
    });

    // To a slice.
    let mut view = ViewMut::from(&mut one);
    other[[0, 0]] = value(1);
    view.copy_from(&copy).unwrap();
    other[[1, 1]] = value(2);
    view.fill(value(9));
    other[[0, 1]] = value(6);
    view.copy_from_map(&copy, |x| x).unwrap();
    other[[1, 0]] = value(7);
    assert!(view == copy, "{text}");
    thread::scope(|scope| {
        scope.spawn(|| other.iter_mut().for_each(|x| *x = value(8)));
        view.copy_from(&copy).unwrap();
        view.copy_from_indexed_map(&copy, |_, x| x).unwrap();
    });
    assert!(
        other.iter().all(|x| *x == value(8)) && view == copy,
        "{text}"
    );

    // Between the slices.
    if one.dim() == other.dim() {
        let mut to = ViewMut::from(&mut one);
        *other.iter_mut().next().unwrap() = value(3);
        to.copy_from(&other).unwrap();
        other[[0, 0]] = value(2);
        assert!(to[[0, 0]] == value(3), "{text}");
    }
}

#[test]
fn copies_while_another_slice_is_written() {
    each_way! {
        "u8", u8;
        "u32", u32;
    }
    if !cfg!(miri) {
        each_way! {
            "u16", u16;
            "u64", u64;
        }
    }
}

/// Elements of a slice are searched for some that do not fit; those of another may change.
#[test]
fn packed_while_another_slice_is_written() {
    for kind in 0..4 {
        let mut array = Array2::from_elem((18, 22), 5u8);
        let (mut one, mut other) = slices(&mut array, kind);
        let (rows, columns) = one.dim();
        let text = format!("u4[{rows},{columns}]{{1,0:T(4,4)E(4)}}");
        let layout = Layout::parse(&text).unwrap();
        let mut packed = PackedBuffer::<u8, _>::zeroed_with(layout).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| other.fill(200));
            packed.try_copy_from(&one).unwrap();
            packed.copy_from(&one).unwrap();
            packed.copy_from_saturating(&one).unwrap();
        });
        assert!(packed.iter().all(|x| x == 5));
        packed.fill(6);
        let mut view = ViewMut::from(&mut one);
        thread::scope(|scope| {
            scope.spawn(|| other.fill(201));
            view.copy_from(&packed).unwrap();
            view.copy_from_map(&packed, |x: u8| x).unwrap();
        });
        assert!(view.iter().all(|x| *x == 6) && other.iter().all(|x| *x == 201));
    }
}

/// Views of parts of a slice, and of the reverse of one.
#[test]
fn parts_of_slices() {
    let mut array = Array2::from_shape_fn((12, 14), |(i, j)| (14 * i + j) as u32);
    let (mut one, mut other) = array.multi_slice_mut((s![.., ..;2], s![.., 1..;2]));
    let mut view = ViewMut::from(&mut one);
    let (mut low, mut high) = view.split_at_mut(0, 6);
    other[[0, 0]] = 0;
    let mut elements = other.iter_mut();
    low.copy_from(&high).unwrap();
    *elements.next().unwrap() = 1;
    high.fill(3);
    let reversed = low.view().as_strided().unwrap().sliced(0, 0..6, -1);
    *elements.next().unwrap() = 2;
    high.copy_from(reversed).unwrap();
    *elements.next().unwrap() = 3;
    assert!(high.view().as_strided().unwrap().sliced(0, 0..6, -1) == low);
    let again = low.view().as_ndarray().unwrap();
    *elements.next().unwrap() = 4;
    assert!(View::from(&again) == low && again[[0, 0]] == 84);
    let mut nd = high.as_ndarray_mut().unwrap();
    nd[[0, 0]] = 7;
    *elements.next().unwrap() = 5;
    nd.fill(8);
    assert!(elements.len() == 79 && low[[0, 0]] == 84);
}
