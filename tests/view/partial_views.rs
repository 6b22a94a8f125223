//! Views, buffers and copies of layouts with sizes known at run time.

use tiled_layout::{
    Array, Buffer, CopyError, Layout, LayoutError, LengthError, View, ViewMut, layout,
};

type Fixed = layout!(F32[3,5]<1,0:T(2,2)>);
type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
type Any = layout!(F32[?,?]<1,0:T(2,2)>);

#[test]
fn copies_between_the_three_kinds() {
    let fixed = Buffer::<f32, Fixed>::from_fn(|[i, j]| (10 * i + j) as f32);
    let mut rows = Buffer::<f32, Rows>::zeroed_with(Rows::with_dims([3, 5]).unwrap()).unwrap();
    rows.view_mut().copy_from(&fixed.view()).unwrap();
    assert_eq!(rows[[2, 3]], 23.0);
    assert_eq!(rows, fixed);
    let mut back = Buffer::<f32, layout!(F32[3,5])>::zeroed();
    back.view_mut().copy_from(&rows.view()).unwrap();
    assert_eq!(back.as_slice()[13], 23.0);
    let other = Rows::with_dims([4, 5]).unwrap();
    let mut other = Buffer::<f32, Rows>::zeroed_with(other).unwrap();
    let error = other.view_mut().copy_from(&fixed.view()).unwrap_err();
    assert!(matches!(error, CopyError::Dims { .. }), "{error}");
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
    assert_eq!(corner(view.view()), -1.0);
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
    assert!(Array::new(rows, vec![0.0f32; 23]).is_err());
    assert!(Buffer::<f32, Rows>::from_row_major_with(rows, &[0.0; 24]).is_err());
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
    let mut buffer = Buffer::from_elem_with(padded, 2.0f32).unwrap();
    assert_eq!(buffer.as_slice().iter().sum::<f32>(), 6.0 * 2.0 + 9.0);
    buffer.fill_padding(0.0);
    assert_eq!(buffer.as_slice().iter().sum::<f32>(), 12.0);
}
