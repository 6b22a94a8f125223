//! What users of `std` and `ndarray` try first: conversions, comparisons, loops, copies.

use tiled_layout::{Buffer, CopyError, IntoArray, Layout, Storage, View, ViewMut, layout};

type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
type Rows = layout!(S32[3,5]);

/// `10 * i + j` at index `[i, j]`.
fn tiled() -> Buffer<i32, Fig1> {
    Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32)
}

/// The same numbers, row by row.
const NUMBERS: [i32; 15] = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24];

fn run_time(text: &str) -> Layout {
    Layout::parse(text).unwrap()
}

#[test]
fn structs_with_buffers_derive_default() {
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Model {
        weights: Buffer<f32, layout!(F32[3,5]<1,0:T(2,2)>)>,
        step: u32,
    }
    let mut model = Model::default();
    assert_eq!(model.weights.as_slice(), [0.0; 24]);
    model.weights.fill(1.0);
    assert_ne!(model, Model::default());
    assert_eq!(model.step, 0);
}

/// `T::default()` and zeros are two things.
#[test]
fn zeros_are_zero_bytes() {
    use tiled_layout::{Element, types};

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Celsius(f32);
    impl Default for Celsius {
        fn default() -> Self {
            Celsius(20.0)
        }
    }
    impl Element<types::F32> for Celsius {}

    let room = Buffer::<Celsius, layout!(F32[2])>::default();
    assert_eq!(room.as_slice(), [Celsius(20.0); 2]);
    let flags = Buffer::<bool, layout!(PRED[3]<0:T(4)>)>::zeroed();
    assert_eq!(flags.as_slice(), [false; 4]);
}

#[test]
fn views_by_conversion() {
    fn last(view: View<'_, i32, Fig1>) -> i32 {
        view[[2, 4]]
    }
    let mut buffer = tiled();
    assert_eq!(last((&buffer).into()), 24);
    let mut view: ViewMut<'_, i32, Fig1> = (&mut buffer).into();
    view[[2, 4]] = 5;
    assert_eq!(buffer[[2, 4]], 5);
}

#[test]
fn comparisons_both_ways() {
    let mut left = tiled();
    let mut right = Buffer::from_row_major_with(run_time("s32[3,5]{0,1:T(4)}"), &NUMBERS).unwrap();
    left.fill_padding(-1);
    assert_eq!(left, right);
    assert_eq!(right, left);
    assert_eq!(left, right.view());
    assert_eq!(left.view(), right);
    assert_eq!(left.view(), right.view());
    assert_eq!(
        left.region((.., 1..3)).unwrap(),
        right.region((.., 1..3)).unwrap()
    );
    assert_ne!(left.region((.., 1..3)).unwrap(), right);
    assert_eq!(right.region((.., ..)).unwrap(), left);
    assert_eq!(left, right.view_mut());
    assert_eq!(left.view_mut(), right.view());
    right[[2, 4]] += 1;
    assert_ne!(left.view_mut(), right.view_mut());
    assert_ne!(left, right.view());
    let turned = Buffer::<i32, layout!(S32[5,3])>::default();
    assert_ne!(left, turned); // other dimensions
}

#[test]
fn loops_by_value_and_by_reference() {
    let mut buffer = tiled();
    let mut numbers = Vec::new();
    for n in buffer.clone() {
        numbers.push(n);
    }
    assert_eq!(numbers, NUMBERS);
    assert!(
        buffer
            .clone()
            .into_iter()
            .rev()
            .eq(NUMBERS.into_iter().rev())
    );
    assert_eq!(buffer.clone().into_iter().len(), 15);
    assert_eq!(buffer.clone().into_iter().fold(0, i32::max), 24);

    let mut region = buffer.region_mut((1.., 3..)).unwrap();
    for n in &mut region {
        *n = -*n;
    }
    let mut negated = Vec::new();
    for n in &region {
        negated.push(*n);
    }
    assert_eq!(negated, [-13, -14, -23, -24]);
    for n in region {
        *n = -*n;
    }
    let mut sum = 0;
    for n in buffer.region((1.., 3..)).unwrap() {
        sum += n;
    }
    assert_eq!(sum, 13 + 14 + 23 + 24);
}

#[test]
fn copies_from_whatever_is_an_array() {
    let from = tiled();
    let mut rows = Buffer::<i32, Rows>::zeroed();
    rows.copy_from(&from).unwrap();
    assert_eq!(rows.as_slice(), NUMBERS);
    rows.fill(0);
    rows.copy_from(from.view()).unwrap();
    assert_eq!(rows.as_slice(), NUMBERS);
    rows.fill(0);
    rows.view_mut().copy_from(&from.view()).unwrap();
    assert_eq!(rows.as_slice(), NUMBERS);

    let mut columns = Buffer::from_elem_with(run_time("s32[3,5]{0,1:T(4)}"), 7).unwrap();
    columns.copy_from_filling(rows.view_mut(), -1).unwrap();
    assert_eq!(columns.as_slice()[..8], [0, 10, 20, -1, 1, 11, 21, -1]);
    let corner = from.region((2.., 3..)).unwrap();
    let mut region = columns.region_mut((..1, ..2)).unwrap();
    region.copy_from(corner).unwrap();
    assert_eq!((columns[[0, 0]], columns[[0, 1]]), (23, 24));

    fn load(
        to: &mut Buffer<i32, Rows>,
        from: impl IntoArray<Storage: Storage<Elem = i32>>,
    ) -> Result<(), CopyError> {
        to.copy_from(from)
    }
    load(&mut rows, &columns).unwrap();
    assert_eq!(rows[[0, 1]], 24);
}

#[test]
fn views_become_buffers() {
    let mut whole = tiled();
    whole.fill_padding(-1);
    let copy: Buffer<i32, Fig1> = whole.view().to_owned();
    assert_eq!(copy.as_slice(), whole.as_slice()); // padding too
    let layout = run_time("s32[3,5]{1,0:T(2,2)}");
    let numbers: Vec<i32> = (0..24).collect();
    let copy: Buffer<i32, Layout> = layout.view(&numbers).unwrap().to_owned();
    drop(numbers);
    assert_eq!(copy[[2, 3]], 17);

    let rows = whole.view().to_layout::<Rows>().unwrap();
    assert_eq!(rows.as_slice(), NUMBERS);
    let columns = rows
        .view()
        .to_layout_with(run_time("s32[3,5]{0,1:T(4)}"))
        .unwrap();
    assert_eq!(columns.as_slice()[..4], [0, 10, 20, 0]);
    assert_eq!(columns.to_layout::<Fig1>().unwrap(), whole);
    let error = rows.to_layout_with(run_time("s32[5,3]")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an array of dimensions [3,5] cannot be copied to one of dimensions [5,3]"
    );
    assert!(rows.to_layout_with(run_time("f32[3,5]")).is_err());
}

/// Checked positions are keys of maps, in the order of memory; a layout of a type is one value.
#[test]
fn positions_are_keys() {
    use std::collections::{BTreeMap, HashMap, HashSet};

    let corner = Fig1::at([2, 4]); // the last tile's first element: 5 tiles of 4 before it
    let names = BTreeMap::from([(corner, "corner"), (Fig1::at([0, 0]), "first")]);
    assert_eq!(
        format!("{names:?}"),
        r#"{Offset(0): "first", Offset(20): "corner"}"#
    );
    let hashed: HashMap<_, _> = names.into_iter().collect();
    assert_eq!(hashed.get(&Clone::clone(&corner)), Some(&"corner"));
    let layouts = HashSet::from([Fig1::default(), Fig1::default()]);
    assert_eq!(layouts.len(), 1);
}

/// What generic code asks of a layout, of each kind.
#[test]
fn numbers_of_any_layout() {
    use tiled_layout::{ElementType, WholeBuffer};

    fn check<M: WholeBuffer>(map: &M) {
        assert_eq!(map.element_type(), ElementType::S32);
        assert_eq!((map.element_bits(), map.rank()), (32, 2));
        // 6 tiles of 4, of which those at the edges hold 2 and 1.
        assert_eq!(
            (map.num_elements(), map.padded_len(), map.padding_len()),
            (15, 24, 9)
        );
        assert_eq!(
            [3, 9, 20, 23, 24].map(|at| map.is_padding(at)),
            [false, true, false, true, false]
        );
    }
    check(&Fig1::default());
    check(&run_time("s32[3,5]{1,0:T(2,2)}"));
    check(&<layout!(S32[?,5]<1,0:T(2,2)>)>::with_dims([3, 5]).unwrap());
}

#[test]
fn copies_of_views_and_elements_without_a_check() {
    let mut buffer = tiled();
    let view = buffer.view();
    assert_eq!(Clone::clone(&view), view);
    let mut pairs = view.indexed_iter();
    let first = pairs.next();
    let mut again = pairs.clone();
    assert_eq!(
        (first, pairs.next()),
        (Some(([0, 0], &0)), Some(([0, 1], &1)))
    );
    assert_eq!(again.next(), Some(([0, 1], &1)));
    let mut view = buffer.view_mut();
    // SAFETY: the index is in bounds.
    assert_eq!(unsafe { *view.get_unchecked([2, 4]) }, 24);
    *view.tile_mut([0, 1]).unwrap().get_mut([1, 0]).unwrap() = 99;
    assert_eq!(view[[1, 2]], 99);
    let rows = Buffer::<i32, Rows>::from_elem(1);
    buffer.zip_mut_with(&rows, |a, b| *a += b);
    assert_eq!((buffer[[0, 0]], buffer[[1, 2]]), (1, 100));
}

/// A `for` loop takes a view, a buffer, or a reference to one.
#[test]
fn for_loops() {
    type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    let mut sum = 0;
    for element in &buffer {
        sum += element;
    }
    for element in buffer.view() {
        sum += element;
    }
    let view = buffer.view();
    for element in &view {
        sum += element;
    }
    assert_eq!(sum, 3 * 180);
    for element in &mut buffer {
        *element += 1;
    }
    for element in buffer.view_mut() {
        *element += 1;
    }
    let mut view = buffer.view_mut();
    for element in &mut view {
        *element += 1;
    }
    for element in &view {
        sum += element;
    }
    assert_eq!(sum, 4 * 180 + 3 * 15);
    assert_eq!(view.indexed_iter().max(), Some(([2, 4], &27)));
}
