//! Rows and columns of arrays, which exist for every layout.

use std::ops::Range;

use tiled_layout::{Buffer, Layout, Mapping, PackedBuffer, RegionError, View, Zip, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn fig1() -> Buffer<f32, Fig1> {
    Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32)
}

/// A function of vectors of any layout.
fn sum<M: Mapping<Index = [usize; 1]>>(vector: View<'_, f32, M>) -> f32 {
    vector.iter().sum()
}

/// By hand: row 1 of the tiles 0 1 / 10 11, 2 3 / 12 13, 4 / 14.
#[test]
fn row_of_each_kind_of_layout() {
    let mut fixed = fig1();
    type Partial = layout!(F32[?,5]<1,0:T(2,2)>);
    let partial = Partial::with_dims([3, 5]).unwrap();
    let partial = partial.view(fixed.as_slice()).unwrap();
    let run_time = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let run_time = run_time.view(fixed.as_slice()).unwrap();
    assert_eq!(sum(fixed.row(1)), 60.0);
    assert_eq!([sum(partial.row(1)), sum(run_time.row(1))], [60.0; 2]);
    assert_eq!(sum(run_time.ranked::<2>().unwrap().row(1)), 60.0);
    assert_eq!(sum(run_time.column(3)), 39.0);
    let off_edge = run_time.region((1.., 1..4)).unwrap();
    assert_eq!(off_edge.row(1).to_row_major(), [21.0, 22.0, 23.0]);
    let positions: Vec<usize> = (0..5).map(|j| fixed.row(1).mapping().offset([j])).collect();
    assert_eq!(positions, [2, 3, 6, 7, 10]);
    let part = fixed.row(1);
    let part = part.region((1..4,)).unwrap();
    assert_eq!(
        (part[[2]], part.to_row_major()),
        (13.0, vec![11.0, 12.0, 13.0])
    );
    assert_eq!(
        format!("{part:?}"),
        "[11.0, 12.0, 13.0], region=[1, 1..4] of f32[3,5]{1,0:T(2,2)}"
    );
    assert_eq!(fixed.row(1).index_axis(0, 4)[[]], 14.0);

    fixed.row_mut(2).fill(7.0);
    let mut column = fixed.column_mut(0);
    column.copy_from_row_major(&[1.0, 2.0, 3.0]).unwrap();
    assert_eq!(fixed.row(2).to_row_major(), [3.0, 7.0, 7.0, 7.0, 7.0]);
    assert_eq!(fixed.as_slice()[9], 0.0); // padding
}

#[test]
fn strides_are_those_of_the_kept_dimensions() {
    let columns = Buffer::<i32, layout!(S32[4,3,5]<0,2,1>)>::zeroed();
    assert_eq!(columns.index_axis(1, 2).logical_strides().unwrap(), [1, 4]);
    assert_eq!(columns.index_axis(0, 3).logical_strides().unwrap(), [20, 4]);
    assert_eq!(fig1().row(1).logical_strides(), None);
}

#[test]
fn rows_with_columns() {
    let a = fig1();
    let mut b = Buffer::<f32, layout!(F32[5,3]<0,1:T(4)>)>::zeroed();
    b.column_mut(2).copy_from(a.row(1)).unwrap();
    assert_eq!(b.column(2), a.row(1));
    Zip::from(b.column_mut(0))
        .and(a.row(2))
        .for_each(|b, a| *b = -*a);
    assert_eq!(b[[4, 0]], -24.0);
    assert!(b.row_mut(0).copy_from(a.row(1)).is_err()); // 3 elements, and 5
}

#[test]
fn packed_rows() {
    type Weights = layout!(S4[3,5]<1,0:T(2,2)E(4)>);
    let mut weights = PackedBuffer::<i8, Weights>::from_fn(|[i, j]| i as i8 - j as i8);
    assert_eq!(weights.row(1).to_row_major(), [1, 0, -1, -2, -3]);
    let copy = weights.clone();
    weights.row_mut(2).copy_from(copy.row(0)).unwrap();
    assert_eq!(weights.row(2), copy.row(0));
    assert_eq!(weights.column(4).to_row_major(), [-4, -3, -4]);
}

/// A program that writes no types.
#[test]
fn types_are_inferred() -> Result<(), RegionError> {
    let fixed = fig1();
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let view = layout.view(fixed.as_slice()).unwrap();
    let i = 2;
    assert_eq!(view.region((1, ..))?[[2]], 12.0);
    assert_eq!(fixed.region((1, ..))?[[2]], 12.0);
    assert_eq!(view.region((i, ..))?.iter().sum::<f32>(), 110.0);
    assert_eq!(fixed.region((i, ..))?.iter().sum::<f32>(), 110.0);
    assert_eq!(fixed.region((.., 4))?.to_row_major(), [4.0, 14.0, 24.0]);
    assert_eq!(fixed.region((1, 3))?[[]], 13.0);
    assert_eq!(view.region((1, 3))?.iter().sum::<f32>(), 13.0);
    assert_eq!(fixed.region((1.., 3))?.region((1,))?[[]], 23.0);
    assert_eq!(view.row(1)[[2]] + fixed.column(2)[[1]], 24.0);
    let maximum = fixed.rows().map(|row| row[[0]].max(row[[4]]));
    assert_eq!(maximum.fold(0.0, f32::max), 24.0);
    let last = fixed.axis_iter(1).next_back().unwrap();
    assert_eq!(last.region(1..)?.to_row_major(), [14.0, 24.0]);
    Ok(())
}

/// The first row of a matrix of any layout.
fn first_row<M: Mapping<Index = [usize; 2]>>(view: View<'_, f32, M>) -> Vec<f32> {
    view.region((0, ..)).unwrap().to_row_major()
}

/// The elements after the first one of each dimension, of any rank.
fn without_edges<M: Mapping>(view: View<'_, f32, M>) -> Result<Vec<f32>, RegionError> {
    let ranges: Vec<Range<usize>> = view.dims().iter().map(|&extent| 1..extent).collect();
    let part = view.region(&ranges[..])?;
    assert_eq!(
        part.region(ranges.iter().map(|_| ..).collect::<Vec<_>>())?,
        part
    );
    Ok(part.to_row_major())
}

/// The sum of each item of a dimension, and of its items.
fn sums<M: Mapping>(view: View<'_, f32, M>, dim: usize) -> Vec<f32> {
    let items = view.axis_iter(dim);
    let sums = items.map(|item| {
        if item.rank() == 0 {
            return item.iter().sum();
        }
        let parts = item.axis_iter(0);
        parts.map(|part| part.iter().sum::<f32>()).sum()
    });
    sums.collect()
}

#[test]
fn generic_code_has_parts() -> Result<(), RegionError> {
    let fixed = fig1();
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let view = layout.view(fixed.as_slice()).unwrap();
    assert_eq!(first_row(fixed.view()), [0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(
        first_row(view.ranked::<2>().unwrap()),
        first_row(fixed.view())
    );
    assert_eq!(first_row(fixed.region((1.., 3..))?), [13.0, 14.0]);
    let expected = [11.0, 12.0, 13.0, 14.0, 21.0, 22.0, 23.0, 24.0];
    assert_eq!(without_edges(fixed.view())?, expected);
    assert_eq!(without_edges(view)?, expected);
    assert_eq!(without_edges(fixed.row(2))?, [21.0, 22.0, 23.0, 24.0]);
    assert_eq!(sums(fixed.view(), 0), [10.0, 60.0, 110.0]);
    assert_eq!(sums(view, 1), [30.0, 33.0, 36.0, 39.0, 42.0]);
    assert_eq!(sums(view.column(1), 0), [1.0, 11.0, 21.0]);
    Ok(())
}

#[test]
fn rows_that_do_not_exist() {
    let error = RegionError::IndexOutOfBounds {
        dim: 1,
        index: 5,
        extent: 5,
    };
    assert_eq!(fig1().region((.., 5)).unwrap_err(), error);
}

#[test]
#[should_panic(expected = "index 3 is out of bounds of dimension 0, whose size is 3")]
fn row_past_the_last() {
    let _ = fig1().row(3);
}

#[test]
#[should_panic(expected = "index 5 is out of bounds of dimension 1, whose size is 5")]
fn column_past_the_last() {
    let _ = fig1().column_mut(5);
}

/// Of a static layout of three dimensions it is an error of the compiler.
#[test]
#[should_panic(expected = "rows and columns need an array of 2 dimensions, but this one has 3")]
fn row_of_three_dimensions() {
    let layout = Layout::parse("s32[4,3,5]").unwrap();
    let _ = Buffer::<i32, Layout>::zeroed_with(layout).unwrap().row(0);
}

#[test]
#[should_panic(expected = "rows and columns need an array of 2 dimensions, but this one has 1")]
fn rows_of_one_dimension() {
    let layout = Layout::parse("s32[4]").unwrap();
    let _ = Buffer::<i32, Layout>::zeroed_with(layout).unwrap().rows();
}
