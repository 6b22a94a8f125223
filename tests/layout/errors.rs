//! The error types of the crate: which there are, and what all of them can do.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

use tiled_layout::notation::TextError;
use tiled_layout::xla::audit::AuditError;
use tiled_layout::xla::hlo::{Reason, Skipped};
use tiled_layout::xla::proto;
use tiled_layout::xla::proto::ProtoError;
use tiled_layout::xla::shards::ShardingError;
use tiled_layout::xla::tpu::TpuError;
use tiled_layout::{
    CopyError, CopyPlan, Layout, LayoutError, LengthError, ParseError, RegionError, ViewError,
};

/// The most error types that the crate has.
const MAX_ERROR_TYPES: usize = 12;

/// From 128 bytes on, clippy warns of each function of a user that returns the error
/// (`result_large_err`).
const MAX_BYTES: usize = 120;

/// The type's name, after checks of its size and, by the bounds, of its traits.
fn checked<E>(name: &'static str) -> &'static str
where
    E: core::error::Error + Debug + Display + Clone + PartialEq + Send + Sync + 'static,
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
        AuditError LayoutError LengthError ParseError ProtoError RegionError CopyError ShardingError
        Skipped TextError TpuError ViewError
    }
    .into();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let mut found = BTreeSet::new();
    let mut folders = [
        "layout-core/src",
        "layout-runtime/src",
        "layout-draw/src",
        "layout-suggestions/src",
        "layout-notation/src",
        "layout-xla/src",
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

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap()
}

#[test]
fn words_of_differences() {
    for (from, to, difference) in [
        (
            "f32[4]{0}",
            "s32[4]{0}",
            "its elements are of another type or size",
        ),
        ("f32[4]{0}", "f32[5]{0}", "the array has 4 elements, not 5"),
        ("f32[3]{0:T(4)}", "f32[3]{0}", "it has 4 positions, not 3"),
        (
            "f32[4]{0:M(64)}",
            "f32[4]{0}",
            "it has 64 bytes of metadata, not 0",
        ),
        (
            "f32[2,2]{0,1}",
            "f32[2,2]{1,0}",
            "elements lie at other positions",
        ),
    ] {
        let error = layout(from).check_bitcast_of(&layout(to)).unwrap_err();
        let expected = format!("a buffer of `{from}` cannot be read as `{to}`: {difference}");
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(
        layout("f32[4]").ranked::<2>().unwrap_err().to_string(),
        "the array has 1 dimension, not 2"
    );
    assert_eq!(
        layout("f32[4,4]{1,0:T(2,2)(2,1,1,1)}")
            .tile_layout()
            .unwrap_err()
            .to_string(),
        "a later tile splits across the tiles of the first level, so that these have no layout \
         of their own"
    );
    #[cfg(target_pointer_width = "64")]
    assert_eq!(
        layout("u16[0]{0:T(4611686018427387904)}")
            .tile_layout()
            .unwrap_err()
            .to_string(),
        "one tile is larger than the largest buffer, which has 9223372036854775807 bytes"
    );
}

#[test]
fn words_of_copies() {
    let (src, dst) = (layout("f32[3,5]"), layout("f32[4,4]"));
    let region = |origin: &[usize], extents: &[usize]| {
        let plan = CopyPlan::region((&src, origin), (&dst, &[0, 0]), extents);
        plan.unwrap_err().to_string()
    };
    assert_eq!(
        region(&[1, 0], &[3, 2]),
        "3 elements from index 1 on are not within dimension 0, which has 3"
    );
    assert_eq!(
        region(&[1], &[3, 2]),
        "the origin has 1 entries and the region 2 extents, but the array has rank 2"
    );
    let packed = layout("s4[8]{0:E(4)}");
    let plan = CopyPlan::new(&packed, &packed).unwrap();
    assert_eq!(
        plan.run(&[0u8; 8], &mut [0u8; 8]).unwrap_err().to_string(),
        "the source's values have 8 bits, but the layout's elements 4\n\
         help: copy packed elements as bytes, with `run_bytes`"
    );
    assert_eq!(
        plan.run_bytes(&[0; 3], &mut [0; 4])
            .unwrap_err()
            .to_string(),
        "the source has 3 bytes, but the layout takes 4 with padding"
    );
    type Fig1 = tiled_layout::layout!(F32[3,5]<1,0:T(2,2)>);
    let length = Fig1::view(&[0f32; 14]).unwrap_err();
    let words = "the buffer has 14 elements, but the layout takes 24 with padding (15 without)";
    assert_eq!(format!("{length:?}"), format!("LengthError({words})"));
    assert_eq!((length.len(), length.padded_len()), (14, 24));
    assert_eq!(CopyError::from(length).to_string(), words);
}

#[test]
fn words_of_protos() {
    let minus_one = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    let negative = [&[0x10, 11, 0x18][..], &minus_one].concat();
    let unbounded = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1];
    let unbounded = [&[0x10, 11, 0x18][..], &unbounded].concat();
    for (bytes, words) in [
        (&[0x10][..], "the bytes end within a field"),
        (&[0x13], "the bytes are not a protocol buffer"),
        (&[0x12, 0], "field 2 has an unexpected wire type"),
        (&[0x10, 99], "no element type is number 99"),
        (&[0x10, 13], "a tuple, not an array"),
        (&[0x10, 14], "an opaque value has no layout"),
        (&[0x10, 17], "a token holds no data"),
        (&[0x10, 34], "a buffer, not an array"),
        (&unbounded, "a dimension without a bound"),
        (
            &[0x10, 11, 0x2a, 2, 0x20, 2],
            "a sparse array has no dense layout",
        ),
        (&negative, "-1 is out of range"),
    ] {
        let error = proto::from_shape_proto(bytes).unwrap_err();
        assert_eq!(error.to_string(), words, "{bytes:x?}");
    }
    for (reason, words) in [
        (
            Reason::Dynamic,
            "a dynamic dimension: its size is not known",
        ),
        (Reason::Unbounded, "a dimension without a bound"),
        (Reason::Token, "a token holds no data"),
        (Reason::Opaque, "an opaque value has no layout"),
        (Reason::Sparse, "a sparse array has no dense layout"),
        (Reason::Unclosed, "a bracket is not closed"),
        (Reason::NotAShape, "not a shape"),
        (Reason::NoOpcode, "no opcode after the result"),
    ] {
        assert_eq!(reason.to_string(), words);
    }
}

/// `{:?}` of errors that keep their text privately says what a reader needs.
#[test]
fn debug() {
    let error = Layout::parse("f32[3,5]{1,0:T(0)}").unwrap_err();
    let text = format!("{error:?}");
    assert!(
        text.contains("kind: ZeroTile") && text.contains("range: 15..16"),
        "{text}"
    );
    let error = tiled_layout::notation::System::XlaProto
        .parse("1g", None)
        .unwrap_err();
    let text = format!("{error:?}");
    assert!(
        text.contains("range: 1..2") && text.contains("hexadecimal"),
        "{text}"
    );
    let waste = layout("f32[3,5]{1,0:T(2,2)}")
        .check_padding(50)
        .unwrap_err();
    let text = format!("{waste:?}");
    assert!(
        text.contains("padded_len: 24") && text.contains("percent: 60"),
        "{text}"
    );
}
