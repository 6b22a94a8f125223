//! Static layouts become run-time ones, and back.

use tiled_layout::{Layout, LayoutError, View, ViewMut, error::ErrorKind, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

#[test]
fn layouts() {
    let text = "f32[3,5]{1,0:T(2,2)}";
    let free = Layout::from(layout!(F32[3,5]<1,0:T(2,2)>));
    assert_eq!(free.to_string(), text);
    assert_eq!(Fig1::TEXT, text);
    assert_eq!(free, Fig1::new());
    assert_eq!(Fig1::new(), free);
    assert_eq!(Fig1::try_from(free), Ok(Fig1::new()));

    let other = Layout::parse("f32[5,3]{1,0:T(2,2)}").unwrap();
    assert_ne!(other, Fig1::new());
    let error: LayoutError = Fig1::try_from(other).unwrap_err();
    let LayoutError::Mismatch { expected, found } = error else {
        panic!("{error}");
    };
    assert_eq!((&*found, expected), ("f32[5,3]{1,0:T(2,2)}", text));
}

/// Static and run-time layouts in one list.
#[test]
fn one_list() {
    type Rows = layout!(F32[3,5]);
    let layouts: Vec<Layout> = vec![
        Fig1::new().into(),
        Rows::new().into(),
        "bf16[99]{0:T(256)(128)(2,1)}".parse().unwrap(),
    ];
    let bytes: Vec<usize> = layouts.iter().map(Layout::padded_bytes).collect();
    assert_eq!(bytes, [96, 60, 512]);
}

#[test]
fn texts() {
    assert_eq!("F32[3,5]<:T(2,2)>".parse(), Ok(Fig1::new()));
    let error = "f32[3,5]{1,0}".parse::<Fig1>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::AnotherLayout { .. }));
    assert_eq!(
        error.to_string(),
        "another layout than `f32[3,5]{1,0:T(2,2)}`\n  | f32[3,5]{1,0}\n  | ^^^^^^^^^^^^^"
    );
    let error = "f32[3,5]{1,0".parse::<Fig1>().unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Unclosed { expected: '}' });
}

fn corner(view: View<'_, f32, Fig1>) -> f32 {
    view[[2, 4]]
}

#[test]
fn views() {
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let mut buffer: Vec<f32> = (0..24).map(|i| i as f32).collect();
    let view = layout.view(&buffer).unwrap();
    assert_eq!(corner(view.try_into().unwrap()), 20.0);

    let plain = Layout::parse("f32[4,6]{1,0}").unwrap();
    let error = View::<'_, f32, Fig1>::try_from(plain.view(&buffer).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the layout is `f32[4,6]{1,0}`, but `f32[3,5]{1,0:T(2,2)}` was expected"
    );
    let mut view =
        ViewMut::<'_, f32, Fig1>::try_from(layout.view_mut(&mut buffer).unwrap()).unwrap();
    view[[2, 4]] = -1.0;
    assert_eq!(buffer[20], -1.0);
}

/// The parser and the functions that build refuse the same.
#[test]
fn parts_that_no_text_has() {
    use tiled_layout::{ElementType, Layout, LayoutError};

    let rows = |dims: &[usize]| Layout::row_major(ElementType::F32, dims);
    let layout = rows(&[3, 5]).unwrap();
    let (one, many) = (&[1][..], &[1; 13][..]);
    for (built, text) in [
        (rows(many), "f32[1,1,1,1,1,1,1,1,1,1,1,1,1]"),
        (layout.with_dims(many), "f32[1,1,1,1,1,1,1,1,1,1,1,1,1]"),
        (layout.with_minor_to_major(&[0, 0]), "f32[3,5]{0,0}"),
        (layout.with_tiles(&[&[0]]), "f32[3,5]{1,0:T(0)}"),
        (
            layout.with_tiles(&[one; 9]),
            "f32[3,5]{1,0:T(1)(1)(1)(1)(1)(1)(1)(1)(1)}",
        ),
        (
            layout.with_tiles(&[many]),
            "f32[3,5]{1,0:T(1,1,1,1,1,1,1,1,1,1,1,1,1)}",
        ),
    ] {
        let kind = *Layout::parse(text).unwrap_err().kind();
        assert_eq!(built, Err(LayoutError::Invalid(kind)), "{text}");
    }
}
