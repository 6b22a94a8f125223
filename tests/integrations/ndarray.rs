//! Views as views of `ndarray`, without copying.

use ::ndarray::{Array2, ArrayView2, ArrayView3, ArrayViewMut2, IxDyn, array, s};
use layout_oracle::naive::{PADDING, Spec, for_each_index};
use tiled_layout::{Buffer, Layout, ViewError, ViewMut, WholeBuffer, layout};

#[test]
fn untiled_layouts() {
    type Rows = layout!(S32[2, 3]);
    let buffer = [1, 2, 3, 4, 5, 6];
    let view = Rows::view(&buffer).unwrap();
    let array: ArrayView2<'_, i32> = view.as_ndarray().unwrap();
    assert_eq!(array, array![[1, 2, 3], [4, 5, 6]]);
    assert!(std::ptr::eq(&array[[1, 2]], &buffer[5]));

    type Middle = layout!(S32[2,3,4]<0,2,1>);
    let buffer: Vec<i32> = (0..24).collect();
    let view = Middle::view(&buffer).unwrap();
    let array: ArrayView3<'_, i32> = view.as_ndarray().unwrap();
    assert_eq!(array.strides(), [1, 8, 2]);
    for ((i, j, k), element) in array.indexed_iter() {
        assert_eq!(*element, view[[i, j, k]]);
    }

    let mut buffer = [0; 6];
    let mut view = Rows::view_mut(&mut buffer).unwrap();
    let mut array: ArrayViewMut2<'_, i32> = view.as_ndarray_mut().unwrap();
    array.assign(&array![[1, 2, 3], [4, 5, 6]]);
    assert_eq!(view[[1, 0]], 4);
    assert_eq!(buffer, [1, 2, 3, 4, 5, 6]);
}

/// A layout has strides exactly if its positions do.
#[test]
fn strides_are_those_of_the_positions() {
    let dims = [&[1][..], &[7], &[3, 5], &[4, 8], &[1, 6], &[2, 3, 4]];
    let tiles = [
        "",
        "T(2)",
        "T(8)",
        "T(1,8)",
        "T(2,2)",
        "T(2,4)",
        "T(*,4)",
        "T(4)(2)",
        "T(2,4)(2,1)",
    ];
    let (mut with, mut without) = (0, 0);
    for dims in dims {
        for tile in tiles {
            for backwards in [false, true] {
                let mut order: Vec<usize> = (0..dims.len()).collect();
                if backwards {
                    order.reverse();
                }
                let list = |numbers: &[usize]| {
                    numbers
                        .iter()
                        .map(usize::to_string)
                        .collect::<Vec<_>>()
                        .join(",")
                };
                let colon = if tile.is_empty() { "" } else { ":" };
                let text = format!("s32[{}]{{{}{colon}{tile}}}", list(dims), list(&order));
                let spec = Spec::parse(&text);
                let layout = Layout::parse(&text).unwrap();

                let buffer: Vec<i64> = spec.buffer();
                let position = |index: &[usize]| {
                    let number = index.iter().zip(dims).fold(0, |n, (&i, &d)| n * d + i);
                    buffer
                        .iter()
                        .position(|&element| element == number as i64)
                        .unwrap()
                };
                let unit = |dim: usize| {
                    (0..dims.len())
                        .map(|d| usize::from(d == dim))
                        .collect::<Vec<_>>()
                };
                let steps: Vec<usize> = (0..dims.len())
                    .map(|dim| {
                        if dims[dim] == 1 {
                            0
                        } else {
                            position(&unit(dim))
                        }
                    })
                    .collect();
                let mut linear = true;
                for_each_index(dims, |index| {
                    let sum: usize = index.iter().zip(&steps).map(|(i, s)| i * s).sum();
                    linear &= sum == position(index);
                });

                let numbers: Vec<i32> = buffer.iter().map(|&e| e as i32).collect();
                let view = layout.view(&numbers).unwrap();
                let array = view.as_ndarray();
                assert_eq!(array.is_some(), linear, "{text}");
                if let Some(array) = array {
                    assert_eq!(array.shape(), dims);
                    assert!(
                        array.iter().copied().eq(0..layout.num_elements() as i32),
                        "{text}"
                    );
                    with += 1;
                } else {
                    without += 1;
                }
            }
        }
    }
    assert!(
        with > 50 && without >= 20,
        "{with} with strides, {without} without"
    );
}

#[test]
fn physical_dimensions() {
    for text in [
        "s32[3,5]{1,0:T(2,2)}",
        "s32[13,9]{0,1:T(4,8)(2,1)}",
        "s32[3,4,5]{0,2,1:T(*,2,3)(2)}",
        "s32[5]{0:T(2)L(7)}",
        "s32[]{}",
        "s32[0,5]{1,0:T(2,2)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let mut buffer: Vec<i32> = Spec::parse(text)
            .buffer()
            .iter()
            .map(|&e| e as i32)
            .collect();
        let view = layout.view(&buffer).unwrap();
        let array = view.as_physical_ndarray();
        assert_eq!(array.shape(), layout.physical_dims());
        for_each_index(&layout.physical_dims(), |index| {
            let strides = layout.strides();
            let position: usize = index.iter().zip(&strides).map(|(i, s)| i * s).sum();
            assert_eq!(array[IxDyn(index)], buffer[position]);
        });
        let tail = layout.padded_len() - array.len();
        let mut view = layout.view_mut(&mut buffer).unwrap();
        view.as_physical_ndarray_mut().fill(7);
        assert_eq!(
            buffer.iter().filter(|&&e| e == 7).count(),
            buffer.len() - tail
        );
        assert!(
            buffer[buffer.len() - tail..]
                .iter()
                .all(|&e| i64::from(e) == PADDING)
        );
    }
}

/// `ndarray` works on tiles: the largest element of each.
#[test]
fn reductions_over_tiles() {
    let layout = Layout::parse("s32[4,6]{1,0:T(2,3)}").unwrap();
    let mut buffer = vec![0; 24];
    let mut view = layout.view_mut(&mut buffer).unwrap();
    for i in 0..4 {
        for j in 0..6 {
            view[[i, j]] = (i * 6 + j) as i32;
        }
    }
    let tiles = layout.view(&buffer).unwrap();
    let tiles = tiles.as_physical_ndarray();
    let largest = tiles.map_axis(::ndarray::Axis(3), |row| *row.iter().max().unwrap());
    let largest = largest.map_axis(::ndarray::Axis(2), |column| *column.iter().max().unwrap());
    let expected: Array2<i32> = array![[8, 11], [20, 23]];
    assert_eq!(largest, expected.into_dyn());
}

/// Arrays of any strides in, row-major arrays out.
#[test]
fn in_and_out() {
    type Tiled = layout!(S32[3,5]<1,0:T(2,2)>);
    let array = Array2::from_shape_fn((3, 5), |(i, j)| (10 * i + j) as i32);
    let buffer: Buffer<i32, Tiled> = Buffer::from_ndarray(&array).unwrap();
    for ((i, j), element) in array.indexed_iter() {
        assert_eq!(buffer[[i, j]], *element);
    }
    assert_eq!(buffer.as_slice()[17], 23);
    let back: Array2<i32> = buffer.view().to_ndarray();
    assert_eq!(back, array);
    assert!(back.is_standard_layout());

    let layout = Layout::parse("s32[3,5]{0,1:T(2,3)(2)}").unwrap();
    let transposed = Array2::from_shape_fn((5, 3), |(j, i)| (10 * i + j) as i32);
    let buffer = Buffer::from_ndarray_with(layout, &transposed.t()).unwrap();
    assert_eq!(buffer.view().to_ndarray(), array.clone().into_dyn());
    let every_second = Array2::from_shape_fn((6, 5), |(i, j)| (5 * i + j) as i32);
    let every_second = every_second.slice(::ndarray::s![..;-2, ..]);
    let buffer = Buffer::from_ndarray_with(layout, &every_second).unwrap();
    assert_eq!(buffer.view().to_ndarray(), every_second.into_dyn());

    // Padding stays as it is.
    let mut memory = [-1; 24];
    let mut view = Tiled::view_mut(&mut memory).unwrap();
    view.copy_from(&array).unwrap();
    assert_eq!(memory.iter().filter(|&&e| e == -1).count(), 9);
}

#[test]
fn errors_name_the_numbers() {
    type Tiled = layout!(S32[3,5]<1,0:T(2,2)>);
    let wrong = array![[1, 2, 3], [4, 5, 6]];
    let error = Buffer::<i32, Tiled>::from_ndarray(&wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the array has dimensions [2,3], but the layout [3,5]"
    );
    let layout = Layout::parse("f32[2,3]").unwrap();
    let error = Buffer::from_ndarray_with(layout, &wrong).unwrap_err();
    assert!(matches!(error, ViewError::Element { .. }));
    let many = ::ndarray::ArrayD::<f32>::zeros(vec![1; 20]);
    assert!(Buffer::from_ndarray_with(layout, &many).is_err());
}

/// Scalars, and arrays without elements.
#[test]
fn no_dimensions_and_no_elements() {
    let buffer: Buffer<i32, layout!(S32[])> = Buffer::from_ndarray(&::ndarray::arr0(7)).unwrap();
    assert_eq!(buffer.view().to_ndarray(), ::ndarray::arr0(7));
    assert_eq!(
        buffer.view().as_ndarray().unwrap(),
        ::ndarray::arr0(7).view()
    );
    let layout = Layout::parse("s32[0,5]{1,0:T(2,2)}").unwrap();
    let array = Array2::<i32>::zeros((0, 5));
    let buffer = Buffer::from_ndarray_with(layout, &array).unwrap();
    assert_eq!(buffer.view().to_ndarray(), array.into_dyn());
    for text in [
        "s32[3,0]",
        "s32[2,0]{0,1}",
        "s32[3,2,0]",
        "s32[0,3]{1,0:T(2,2)}",
    ] {
        let mut buffer = Buffer::<i32, Layout>::zeroed_with(Layout::parse(text).unwrap()).unwrap();
        let dims = buffer.dims().to_vec();
        assert_eq!(buffer.view().as_ndarray().unwrap().shape(), dims);
        assert_eq!(buffer.as_ndarray_mut().unwrap().shape(), dims);
    }
    let mut buffer = Buffer::<i32, layout!(S32[5,3])>::zeroed();
    let mut part = buffer.region_mut((1..4, 0..0)).unwrap();
    assert_eq!(part.as_ndarray_mut().unwrap().shape(), [3, 0]);
}

/// Regions are views of `ndarray` if their positions are affine, tiles or not; all kinds.
#[test]
fn regions_within_a_tile() {
    macro_rules! check {
        ($buffer:expr) => {{
            let mut buffer = $buffer;
            for region in [[2..7, 100..120], [9..16, 128..256], [7..9, 127..129]] {
                let part = buffer.region(&region).unwrap();
                let array = part.as_ndarray().unwrap();
                assert!(array.iter().eq(part.iter()), "{region:?}");
                assert!(std::ptr::eq(array.as_ptr(), part.as_ptr()), "{region:?}");
                assert_eq!(array.to_owned(), part.to_ndarray());
            }
            assert!(
                buffer
                    .region((2..7, 100..130))
                    .unwrap()
                    .as_ndarray()
                    .is_none()
            );
            let mut part = buffer.region_mut((2..7, 100..120)).unwrap();
            part.as_ndarray_mut().unwrap().fill(-1);
            assert_eq!(buffer.iter().filter(|x| **x == -1).count(), 100);
        }};
    }
    type Tiled = layout!(S32[16,256]<1,0:T(8,128)>);
    check!(Buffer::<i32, Tiled>::from_fn(|[i, j]| (256 * i + j) as i32));
    let partial = <layout!(S32[?,?]<1,0:T(8,128)>)>::with_dims([16, 256]).unwrap();
    check!(Buffer::from_fn_with(partial, |[i, j]| (256 * i + j) as i32).unwrap());
    let layout = Layout::parse("s32[16,256]{1,0:T(8,128)}").unwrap();
    check!(Buffer::from_fn_with(layout, |i| (256 * i[0] + i[1]) as i32).unwrap());

    // A negative stride: from the last index of a tile to the first one of the next.
    let layout = Layout::parse("s32[300]{0:T(256)(128)(2,1)}").unwrap();
    let buffer = Buffer::from_fn_with(layout, |i| i[0] as i32).unwrap();
    let part = buffer.region(127..129).unwrap();
    assert_eq!(part.logical_strides().unwrap(), [-253]);
    assert!(part.as_ndarray().unwrap().iter().eq(&[127, 128]));
}

/// Arrays of any strides to and from layouts of each kind and a region off a tile's edge: rows with
/// gaps, steps, reversed and repeated rows, reversed columns, and axes in another order.
#[test]
fn arrays_of_any_strides() {
    let wide = Array2::from_shape_fn((14, 24), |(i, j)| (100 * i + j + 1) as i32);
    let row = wide.row(3).slice_move(s![..12]);
    let views = [
        wide.slice(s![..7, ..12]),
        wide.slice(s![..;2, ..;2]),
        wide.slice(s![7..;-1, ..12]),
        wide.slice(s![..7, 12..;-1]),
        wide.slice(s![7.., ..12]).reversed_axes().reversed_axes(),
        row.broadcast((7, 12)).unwrap(),
    ];
    let columns = wide.slice(s![..12, ..7]).to_owned();
    let layout = Layout::parse("s32[9,15]{1,0:T(4,8)(2,1)}").unwrap();
    type Fixed = layout!(S32[9,15]<1,0:T(4,8)(2,1)>);
    type Partial = layout!(S32[?,15]<1,0:T(4,8)(2,1)>);
    for view in views.into_iter().chain([columns.t()]) {
        fn check<M: WholeBuffer>(mut buffer: Buffer<i32, M>, array: ArrayView2<'_, i32>) {
            let mut whole = buffer.view_mut();
            let mut region = whole.region_mut(&[1..8, 3..15][..]).unwrap();
            region.copy_from(&array).unwrap();
            assert!(region.iter().eq(array.iter()));
            let mut pitched = Array2::zeros((7, 15));
            let mut to = pitched.slice_mut(s![..;-1, ..12]);
            ViewMut::from(&mut to).copy_from(&region).unwrap();
            assert!(to.iter().eq(array.iter()));
            let copied = buffer
                .as_slice()
                .iter()
                .filter(|&&number| number > 0)
                .count();
            assert_eq!(copied, 7 * 12, "nothing else is written");
        }
        check(Buffer::from_elem_with(layout, -1).unwrap(), view);
        check(Buffer::<i32, Fixed>::from_elem(-1), view);
        let partial = Partial::with_dims([9, 15]).unwrap();
        check(Buffer::from_elem_with(partial, -1).unwrap(), view);
    }
}
