//! Views, buffers and copies of layouts with sizes known at run time, against the naive definition.

use std::collections::HashSet;
use std::fmt::Display;

use crate::support::case::Case;
use crate::view::{iteration, region_views, runs, tiles};
use layout_oracle::random::Random;
use tiled_layout::{
    Buffer, Layout, LayoutError, LengthError, RelayoutError, RelayoutPlan, Stores, View, ViewMut,
    layout,
};

/// Sizes of unknown extents: zero, one, and around the tiles below.
const SIZES: [usize; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 33];

/// Calls `check` with random sizes of some layouts; `?` in a type is `?` in its list.
macro_rules! for_each_layout {
    ($check:expr, $random:expr) => {
        for_each_layout! { $check, $random,
            [?] layout!(S32[?]<0:T(3)>);
            [?] layout!(S32[?]<0:T(16)(8)(2,1)L(64)>);
            [?] layout!(S32[?]<0:PAD(40)>);
            [?, 5] layout!(S32[?,5]<1,0:T(2,2)>);
            [3, ?] layout!(S32[3,?]<0,1:T(2,2)L(32)>);
            [?, ?] layout!(S32[?,?]);
            [?, ?] layout!(S32[?,?]<0,1>);
            [?, ?] layout!(S32[?,?]<1,0:T(2,2)>);
            [?, ?] layout!(S32[?,?]<1,0:T(6,16)>);
            [?, ?] layout!(S32[?,?]<0,1:T(8,16)(2,1)>);
            [?, ?] layout!(S32[?,?]<1,0:PAD(33,40)>);
            [?, ?] layout!(S32[?,?]<1,0:T(8,8)(4,8)(4,4)(2,4)(2,2)>);
            [?, 4, ?] layout!(S32[?,4,?]<2,1,0:T(*,2,2)>);
            [?, 3, 4] layout!(S32[?,3,4]<2,1,0:T(*,4)>);
            [?, ?, 12] layout!(S32[?,?,12]<2,0,1:T(8,4)(2,1)>);
            [2, ?, ?] layout!(S32[2,?,?]<0,2,1:T(2,1)>);
            [2, ?, 3, 5] layout!(S32[2,?,3,5]<0,3,1,2:T(3,2)>);
        }
    };
    ($check:expr, $random:expr, $([$($size:tt),*] $layout:ty;)*) => {$(
        for _ in 0..12 {
            let dims = [$(for_each_layout!(@ $size $random)),*];
            if dims.iter().product::<usize>() <= 1 << 11 {
                $check(<$layout>::with_dims(dims).unwrap());
            }
        }
    )*};
    (@ ? $random:expr) => { $random.pick(&SIZES) };
    (@ $size:literal $random:expr) => { $size };
}

#[test]
fn iterators_runs_tiles_and_regions() {
    let mut sizes = Random::new(71);
    let mut random = Random::new(72);
    let mut seen = HashSet::new();
    for_each_layout!(
        |mapping| {
            let case = Case::of(&format!("{mapping}"));
            iteration::check(&case, &mapping, &mut random);
            region_views::check(&case, &mapping, &mut random);
            runs::check(&case, &mapping);
            tiles::check(&case, &mapping);
            seen.insert(case.layout);
        },
        sizes
    );
    assert!(seen.len() > 100, "{}", seen.len());
}

/// Positions, the inverse, sizes and slices.
fn check_positions<M: Stores<i32> + Display>(mapping: &M) {
    let case = Case::of(&mapping.to_string());
    assert_eq!(mapping.padded_len(), case.elements.len(), "{mapping}");
    assert_eq!(mapping.num_elements(), case.indices.len(), "{mapping}");
    assert_eq!(*mapping.layout(), case.layout);
    for (numbers, &position) in case.indices.iter().zip(&case.positions) {
        let index = mapping.index_from_slice(numbers).unwrap();
        assert_eq!(mapping.offset(index), position, "{mapping} {numbers:?}");
        assert_eq!(mapping.offset_unchecked(index), position);
    }
    for position in 0..case.elements.len() + 2 {
        let element = case.elements.get(position).copied().flatten();
        let index = mapping.index(position);
        assert_eq!(
            index.as_ref().map(AsRef::as_ref),
            element.map(|n| case.indices[n].as_slice()),
            "{mapping} at {position}"
        );
    }
    let numbers = case.numbered();
    let (view, expected) = (
        mapping.view(&numbers).ok().unwrap(),
        case.layout.view(&numbers).unwrap(),
    );
    assert!(view == expected);
    assert_eq!(format!("{view:?}"), format!("{expected:?}"));
    for (dim, &extent) in case.layout.dims().iter().enumerate() {
        for index in [0, extent / 2] {
            let slice = view.index_axis(dim, index);
            let expected = expected.index_axis(dim, index);
            match (slice, expected) {
                (Ok(slice), Ok(expected)) => {
                    assert_eq!(slice, expected, "{mapping} {dim} {index}");
                    assert_eq!(*slice.layout(), *expected.layout());
                    assert_eq!(slice.as_slice(), expected.as_slice());
                }
                (slice, expected) => assert_eq!(slice.err(), expected.err()),
            }
        }
    }
}

#[test]
fn positions_and_their_inverse() {
    let mut sizes = Random::new(73);
    for_each_layout!(|mapping| check_positions(&mapping), sizes);
}

/// Copies an array of random layout to `mapping` and from it.
fn check_copies<M>(mapping: M, random: &mut Random)
where
    M: Stores<i32, Error = LengthError> + Display,
{
    let case = Case::of(&mapping.to_string());
    let spec = random.aimed_spec_of(case.spec.dims.clone(), 1 << 11);
    let other = Case::new(&spec);
    let numbers = other.numbered();
    let mut buffer = vec![-1; case.elements.len()];
    let source = other.layout.view(&numbers).unwrap();
    let mut view = mapping.view_mut(&mut buffer).unwrap();
    view.copy_from(&source).unwrap();
    assert!(view.as_view() == source);
    let mut back = vec![-1; other.elements.len()];
    let mut copy = other.layout.view_mut(&mut back).unwrap();
    copy.copy_from(&view.as_view()).unwrap();
    for (position, element) in case.elements.iter().enumerate() {
        let expected = element.map_or(-1, |n| other.positions[n] as i32);
        assert_eq!(
            buffer[position], expected,
            "{mapping} from {}",
            other.layout
        );
    }
    for (position, element) in other.elements.iter().enumerate() {
        let expected = element.map_or(-1, |_| position as i32);
        assert_eq!(back[position], expected, "{mapping} to {}", other.layout);
    }
    let plan = RelayoutPlan::new(&mapping.layout(), &other.layout).unwrap();
    let mut planned = vec![-1; other.elements.len()];
    plan.run(&buffer, &mut planned).unwrap();
    assert_eq!(planned, back);
    // From and to buffers that own their elements.
    let rows: Vec<i32> = source.to_row_major();
    let owned = Buffer::from_row_major_with_layout(mapping, &rows).unwrap();
    assert!(owned.view() == source);
    assert_eq!(owned.to_row_major(), rows);
}

#[test]
fn copies_from_and_to_other_layouts() {
    let mut sizes = Random::new(74);
    let mut random = Random::new(75);
    for_each_layout!(|mapping| check_copies(mapping, &mut random), sizes);
}

type Fixed = layout!(F32[3,5]<1,0:T(2,2)>);
type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
type Any = layout!(F32[?,?]<1,0:T(2,2)>);

#[test]
fn copies_between_the_three_kinds() {
    let fixed = Buffer::<f32, Fixed>::from_fn(|[i, j]| (10 * i + j) as f32);
    let mut rows =
        Buffer::<f32, Rows>::zeroed_with_layout(Rows::with_dims([3, 5]).unwrap()).unwrap();
    rows.view_mut().copy_from(&fixed.view()).unwrap();
    assert_eq!(rows[[2, 3]], 23.0);
    assert_eq!(rows, fixed);
    let mut back = Buffer::<f32, layout!(F32[3,5])>::zeroed();
    back.view_mut().copy_from(&rows.view()).unwrap();
    assert_eq!(back.as_slice()[13], 23.0);
    let other = Rows::with_dims([4, 5]).unwrap();
    let mut other = Buffer::<f32, Rows>::zeroed_with_layout(other).unwrap();
    let error = other.view_mut().copy_from(&fixed.view()).unwrap_err();
    assert!(matches!(error, RelayoutError::Dims { .. }), "{error}");
    let columns = fixed.region((.., 1..3)).unwrap();
    let mut region = other.region_mut((1.., 2..4)).unwrap();
    region.copy_from(columns).unwrap();
    assert_eq!((other[[3, 3]], other[[0, 0]]), (22.0, 0.0));
}

#[test]
fn conversions() {
    let rows = Rows::with_dims([3, 5]).unwrap();
    let layout = Layout::from(rows);
    assert_eq!(layout.to_string(), "f32[3,5]{1,0:T(2,2)}");
    assert_eq!(Rows::try_from(layout), Ok(rows));
    assert_eq!(Rows::from(Fixed::new()), rows);
    assert_eq!(Fixed::try_from(rows), Ok(Fixed::new()));
    assert_eq!(rows, layout);
    assert_eq!(layout, rows);
    assert_eq!(rows, Fixed::new());
    assert_eq!(Fixed::new(), rows);
    let four = Rows::with_dims([4, 5]).unwrap();
    assert_ne!(four, layout);
    assert_ne!(layout, four);
    assert_ne!(four, Fixed::new());
    assert_ne!(Fixed::new(), four);
    let error: LayoutError = Fixed::try_from(four).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the layout is `f32[4,5]{1,0:T(2,2)}`, but `f32[3,5]{1,0:T(2,2)}` was expected"
    );
    for (text, fits) in [
        ("f32[9,5]{1,0:T(2,2)}", true),
        ("f32[0,5]{1,0:T(2,2)}", true),
        ("f32[5,9]{1,0:T(2,2)}", false),
        ("f32[9,5]{0,1:T(2,2)}", false),
        ("f32[9,5]{1,0:T(2,4)}", false),
        ("f32[9,5]{1,0:T(2,2)S(1)}", false),
        ("f32[<=9,5]{1,0:T(2,2)}", false),
        ("s32[9,5]{1,0:T(2,2)}", false),
        ("f32[9,5,1]{2,1,0:T(2,2)}", false),
    ] {
        let layout = Layout::parse(text).unwrap();
        let result = Rows::try_from(layout);
        assert_eq!(result.is_ok(), fits, "{text}");
        if let Err(error) = result {
            assert_eq!(
                error.to_string(),
                format!("the layout is `{text}`, but `f32[?,5]{{1,0:T(2,2)}}` was expected")
            );
        }
    }
    assert_eq!(Any::from(Fixed::new()).dims(), &[3, 5]);
}

/// A function of views of a partial layout takes those of the other kinds.
#[test]
fn views_of_other_kinds() {
    fn corner(view: View<'_, f32, Rows>) -> f32 {
        view[[view.dims()[0] - 1, 4]]
    }
    let mut buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    assert_eq!(corner(Fixed::view(&buffer).unwrap().into()), 20.0);
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    assert_eq!(
        corner(layout.view(&buffer).unwrap().try_into().unwrap()),
        20.0
    );
    let plain = Layout::parse("f32[3,8]{1,0}").unwrap();
    let error = View::<'_, f32, Rows>::try_from(plain.view(&buffer).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the layout is `f32[3,8]{1,0}`, but `f32[?,5]{1,0:T(2,2)}` was expected"
    );
    let mut view: ViewMut<'_, f32, Rows> =
        layout.view_mut(&mut buffer).unwrap().try_into().unwrap();
    view[[2, 4]] = -1.0;
    assert_eq!(corner(view.as_view()), -1.0);
    assert_eq!(size_of::<View<'_, f32, Rows>>(), 16 + 40);
}

#[test]
fn lengths_are_checked() {
    let rows = Rows::with_dims([3, 5]).unwrap();
    let error: LengthError = rows.view(&[0.0; 15]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the buffer has 15 elements, but the layout takes 24 with padding"),
        "{error}"
    );
    assert!(Buffer::<f32, Rows>::from_vec_with_layout(rows, vec![0.0; 23]).is_err());
    assert!(Buffer::<f32, Rows>::from_row_major_with_layout(rows, &[0.0; 24]).is_err());
}

#[test]
#[should_panic(expected = "index [2, 5] is out of bounds")]
fn an_index_out_of_bounds() {
    let rows = Rows::with_dims([3, 5]).unwrap();
    let _ = rows.view(&[0.0; 24]).unwrap()[[2, 5]];
}

#[test]
fn bytes_and_packed_elements() {
    let rows = <layout!(U8[?,5]<1,0:T(2,2)>)>::with_dims([3, 5]).unwrap();
    let bytes: Vec<u8> = (0..24).collect();
    assert_eq!(rows.view_bytes::<u8>(&bytes).unwrap()[[2, 3]], 17);
    let packed = <layout!(S4[?,5]<1,0:T(2,2)E(4)>)>::with_dims([3, 5]).unwrap();
    let mut bytes = [0; 12];
    let mut view = packed.packed_view_mut::<i8>(&mut bytes).unwrap();
    let data: Vec<i8> = (-8..7).collect();
    view.copy_from_row_major(&data).unwrap();
    assert_eq!(view.get([2, 3]), Some(5));
    assert_eq!(bytes[8], 0x54); // places 16 and 17: elements (2,2) and (2,3)
    let view = packed.packed_view::<i8>(&bytes).unwrap();
    assert!(view.iter().eq(data));
    assert!(packed.packed_view::<i8>(&[0; 11]).is_err());
}

#[test]
fn padding_has_the_value_of_pad() {
    let padded = <layout!(F32[?,3]<1,0:PAD(3,5=one)>)>::with_dims([2, 3]).unwrap();
    let mut buffer = Buffer::from_elem_with_layout(padded, 2.0f32).unwrap();
    assert_eq!(buffer.as_slice().iter().sum::<f32>(), 6.0 * 2.0 + 9.0);
    buffer.fill_padding(0.0);
    assert_eq!(buffer.as_slice().iter().sum::<f32>(), 12.0);
}
