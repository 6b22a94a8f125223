//! Values weigh little: the sizes of layouts, views and errors.

use tiled_layout::{
    BitcastError, BytesError, Error, InvalidLayout, Layout, LengthError, PaddingWaste, ParseError,
    RegionError, RelayoutError, SubviewError, View, ViewError, ViewMut, layout,
};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

#[test]
fn layouts_and_views() {
    assert!(size_of::<Layout>() <= 1536, "{}", size_of::<Layout>());
    assert!(size_of::<View<'_, f32, &Layout>>() <= 4 * size_of::<usize>());
    assert_eq!(size_of::<View<'_, f32, Fig1>>(), size_of::<&[f32]>());
    assert_eq!(size_of::<ViewMut<'_, f32, Fig1>>(), size_of::<&[f32]>());
}

/// From 128 bytes on, clippy warns of each function of a user that returns the error.
#[test]
fn errors() {
    for (name, size) in [
        ("ParseError", size_of::<ParseError>()),
        ("InvalidLayout", size_of::<InvalidLayout>()),
        ("BitcastError", size_of::<BitcastError>()),
        ("SubviewError", size_of::<SubviewError>()),
        ("RegionError", size_of::<RegionError>()),
        ("PaddingWaste", size_of::<PaddingWaste>()),
        ("RelayoutError", size_of::<RelayoutError>()),
        ("LengthError", size_of::<LengthError>()),
        ("BytesError", size_of::<BytesError>()),
        ("ViewError", size_of::<ViewError>()),
    ] {
        assert!(size < 128, "{name}: {size}");
    }
    // Clippy counts an enum's largest variant, which is one of those above.
    assert!(size_of::<Error>() <= 128, "{}", size_of::<Error>());
}

/// A long text is shown around its mistake.
#[test]
fn long_texts() {
    let text = format!("f32[{}3x]{{0}}", " ".repeat(80));
    let shown = Layout::parse(&text).unwrap_err().to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].starts_with("  | ...   "), "{shown}");
    assert!(lines[1].ends_with("3x]{0}"), "{shown}");
    let at = lines[2].find('^').unwrap();
    assert!(lines[1][at..].starts_with("3x"), "{shown}");

    let text = format!("f32[3,5]{{1,0:T(0,2){}}}", "(2,1)".repeat(20));
    let shown = Layout::parse(&text).unwrap_err().to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].ends_with("..."), "{shown}");
    let at = lines[2].find('^').unwrap();
    assert!(lines[1][at..].starts_with("0,2)"), "{shown}");
}
