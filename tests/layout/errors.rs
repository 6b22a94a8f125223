//! The error types of the crate: which there are, and what all of them can do.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

use tiled_layout::formats::FormatError;
use tiled_layout::hlo::Skipped;
use tiled_layout::proto::ProtoError;
use tiled_layout::shards::ShardingError;
use tiled_layout::{
    Error, LayoutError, LengthError, ParseError, RegionError, RelayoutError, ViewError,
};

/// The most error types that the crate has.
const MAX_ERROR_TYPES: usize = 11;

/// From 128 bytes on, clippy warns of each function of a user that returns the error
/// (`result_large_err`).
const MAX_BYTES: usize = 120;

/// The type's name, after checks of its size and, by the bounds, of its traits.
fn checked<E>(name: &'static str) -> &'static str
where
    E: core::error::Error + Debug + Display + Clone + PartialEq + Send + Sync + 'static,
    Error: From<E>,
{
    assert!(size_of::<E>() <= MAX_BYTES, "{name}: {}", size_of::<E>());
    name
}

/// Calls `checked` with each type and its name.
macro_rules! checked {
    ($($name:ident)*) => { [$(checked::<$name>(stringify!($name))),*] };
}

/// The types of the crate that implement `core::error::Error` are these, and no more.
#[test]
fn error_types() {
    let list: BTreeSet<&str> = checked! {
        Error FormatError LayoutError LengthError ParseError ProtoError RegionError RelayoutError
        ShardingError Skipped ViewError
    }
    .into();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let mut found = BTreeSet::new();
    let mut folders = [
        "layout-core/src",
        "layout-runtime/src",
        "layout-draw/src",
        "src",
    ]
    .map(|folder| root.unwrap().join(folder))
    .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for after in text.split("error::Error for ").skip(1) {
                let name = after.split([' ', '<']).next().unwrap();
                assert!(found.insert(name.to_owned()), "{name} twice");
            }
        }
    }
    assert!(found.iter().eq(&list), "{found:?}");
    assert!(found.len() <= MAX_ERROR_TYPES, "{found:?}");
}
