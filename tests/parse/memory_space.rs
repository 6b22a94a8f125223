//! Memory spaces are 0 to 127, whoever asks.

use tiled_layout::{
    Layout, LayoutError,
    error::{ErrorKind, What},
};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A number past what the grammar takes is refused by the validator, whoever asks.
#[test]
fn memory_spaces_are_below_128() {
    let error = |text: &str| Layout::parse(text).unwrap_err();
    let kind = ErrorKind::AboveLimit {
        what: What::MemorySpace,
        limit: 127,
    };
    for space in [
        "128",
        "200",
        "256",
        "9223372036854775808",
        "99999999999999999999999",
    ] {
        let error = error(&format!("f32[3,5]{{1,0:T(2,2)S({space})}}"));
        assert_eq!(error.kind(), &kind, "{space}");
        assert_eq!(error.range(), 21..21 + space.len(), "{space}");
    }
    assert_eq!(
        error("f32[3,5]{1,0:T(0,2)S(200)}").kind(),
        &ErrorKind::ZeroTile
    );
    let tiled = layout("f32[3,5]{1,0:T(2,2)}");
    assert_eq!(
        tiled.with_memory_space(128),
        Err(LayoutError::Invalid(kind))
    );
    assert_eq!(tiled.with_memory_space(127).unwrap().memory_space(), 127);
}
