//! `ShapeProto` and `LayoutProto`, to and from bytes, against the bytes that XLA writes and against
//! `prost`.

use layout_oracle::data;
use layout_oracle::random::{MOST, Random};
use prost::Message;
use tiled_layout::xla::proto::{self, ProtoError};
use tiled_layout::{COMBINE, ElementType, Layout, PaddingValue, error::NotAnArray};

#[derive(Clone, PartialEq, Message)]
struct ShapeProto {
    #[prost(int64, tag = "2")]
    element_type: i64,
    #[prost(int64, repeated, tag = "3")]
    dimensions: Vec<i64>,
    #[prost(message, repeated, tag = "4")]
    tuple_shapes: Vec<ShapeProto>,
    #[prost(message, optional, tag = "5")]
    layout: Option<LayoutProto>,
    #[prost(bool, repeated, tag = "6")]
    is_dynamic: Vec<bool>,
}

#[derive(Clone, PartialEq, Message)]
struct LayoutProto {
    #[prost(int64, repeated, packed = "false", tag = "1")]
    minor_to_major: Vec<i64>,
    #[prost(int64, repeated, tag = "2")]
    padded_dimensions: Vec<i64>,
    #[prost(int64, tag = "3")]
    padding_value: i64,
    #[prost(message, repeated, tag = "6")]
    tiles: Vec<TileProto>,
    #[prost(int64, tag = "7")]
    element_size_in_bits: i64,
    #[prost(int64, tag = "8")]
    memory_space: i64,
    #[prost(int64, repeated, tag = "9")]
    dim_level_types: Vec<i64>,
    #[prost(int64, tag = "15")]
    metadata_prefix_bytes: i64,
    #[prost(int64, tag = "16")]
    tail_padding_alignment: i64,
    #[prost(message, repeated, tag = "17")]
    split_configs: Vec<SplitProto>,
}

#[derive(Clone, PartialEq, Message)]
struct TileProto {
    #[prost(int64, repeated, packed = "false", tag = "1")]
    dimensions: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
struct SplitProto {
    #[prost(int64, tag = "1")]
    dimension: i64,
    #[prost(int64, repeated, tag = "2")]
    split_indices: Vec<i64>,
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}

/// Text as given, bytes, and the text that XLA prints.
fn rows() -> Vec<(String, Vec<u8>, String)> {
    let rows = data::rows("shape_protos.tsv").into_iter();
    rows.map(|row| (row[0].clone(), bytes_of(&row[1]), row[2].clone()))
        .collect()
}

#[test]
fn bytes_that_xla_writes() {
    let mut arrays = 0;
    for (given, bytes, printed) in rows() {
        match Layout::parse(&given) {
            Ok(layout) => {
                arrays += 1;
                assert_eq!(proto::from_shape_proto(&bytes), Ok(layout), "{given}");
                assert_eq!(layout.to_string(), printed);
                assert_eq!(proto::to_shape_proto(&layout).as_slice(), bytes, "{given}");
            }
            Err(_) => {
                let error = proto::from_shape_proto(&bytes).unwrap_err();
                assert!(matches!(error, ProtoError::NotAnArray(_)), "{given}");
            }
        }
    }
    assert!(arrays > 90, "{arrays}");
}

fn numbers(list: &[usize]) -> Vec<i64> {
    let number = |&number: &usize| match number {
        COMBINE => i64::MIN,
        _ => number as i64,
    };
    list.iter().map(number).collect()
}

/// The message of a layout, lists of which are written one number a field.
fn message(layout: &Layout) -> ShapeProto {
    let bytes = proto::to_shape_proto(layout);
    let pad = layout.pad();
    let layout_proto = LayoutProto {
        minor_to_major: numbers(&layout.minor_to_major()),
        padded_dimensions: pad.map_or(vec![], |pad| numbers(&pad.widths)),
        padding_value: pad.map_or(0, |pad| match pad.value {
            PaddingValue::Zero => 1,
            PaddingValue::One => 2,
            PaddingValue::Lowest => 3,
            PaddingValue::Highest => 4,
            PaddingValue::Unknown => 5,
        }),
        tiles: (layout.tiles().iter())
            .map(|tile| TileProto {
                dimensions: numbers(tile),
            })
            .collect(),
        element_size_in_bits: if layout.to_string().contains("E(") {
            layout.element_bits() as i64
        } else {
            0
        },
        memory_space: layout.memory_space().into(),
        dim_level_types: vec![],
        metadata_prefix_bytes: layout.metadata_prefix_bytes() as i64,
        tail_padding_alignment: layout.tail_padding_alignment_in_elements() as i64,
        split_configs: (layout.split_configs().iter())
            .map(|split| SplitProto {
                dimension: split.dimension as i64,
                split_indices: numbers(&split.indices),
            })
            .collect(),
    };
    ShapeProto {
        element_type: bytes[1].into(), // checked against XLA's bytes above
        dimensions: numbers(layout.dims()),
        tuple_shapes: vec![],
        layout: Some(layout_proto),
        is_dynamic: vec![false; layout.rank()],
    }
}

/// `prost` reads our bytes, and we read its bytes, packed and unpacked.
#[test]
fn prost_agrees() {
    const SECTIONS: [&str; 6] = [
        "f32[3,5]{0,1:T(2,2)L(64)S(5)M(32)}",
        "f32[7,3,4]{2,1,0:T(*,2,2)}",
        "u8[2,3]{1,0:PAD(4,8=highest)}",
        "s4[16,16]{1,0:T(8,128)(8,1)E(4)SC(0:2,4)}",
        "f32[300,300]{1,0:SC(1:128,256)}",
        "f32[]{:T(128)}",
    ];
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    let texts = SECTIONS.map(str::to_owned).into_iter();
    let texts = texts.chain((0..500).map(|_| random.aimed_spec(MOST).text("bf16")));
    for text in texts {
        let Ok(layout) = Layout::parse(&text) else {
            continue;
        };
        let message = message(&layout);
        let ours = ShapeProto::decode(&proto::to_shape_proto(&layout)[..]).unwrap();
        assert_eq!(ours, message, "{text}");
        let bytes = message.encode_to_vec();
        assert_eq!(proto::from_shape_proto(&bytes), Ok(layout), "{text}");
        let proto = message.layout.unwrap();
        assert_eq!(
            LayoutProto::decode(&proto::to_layout_proto(&layout)[..]).unwrap(),
            proto
        );
        let layout_proto = proto.encode_to_vec();
        assert_eq!(
            proto::from_layout_proto(layout.element_type(), layout.dims(), &layout_proto),
            Ok(layout)
        );
    }
}

#[test]
fn tuples_are_taken_apart() {
    let array = |text: &str| message(&Layout::parse(text).unwrap());
    let tuple = |shapes: &[&ShapeProto]| ShapeProto {
        element_type: 13,
        tuple_shapes: shapes.iter().map(|&shape| shape.clone()).collect(),
        ..ShapeProto::default()
    };
    let token = ShapeProto {
        element_type: 17,
        ..ShapeProto::default()
    };
    let (a, b) = (array("f32[3,5]{1,0:T(2,2)}"), array("u8[4]"));
    let shape = tuple(&[&a, &tuple(&[&b, &tuple(&[]), &token]), &a]).encode_to_vec();
    let arrays: Vec<_> = proto::arrays(&shape).map(Result::unwrap).collect();
    let places: Vec<_> = arrays.iter().map(|array| array.tuple_index()).collect();
    assert_eq!(places, [&[0][..], &[1, 0], &[1, 2], &[2]]);
    assert_eq!(arrays[1].layout().unwrap().to_string(), "u8[4]{0}");
    let token = arrays[2].layout().unwrap_err();
    assert_eq!(token, ProtoError::NotAnArray(NotAnArray::Token));
    assert_eq!(proto::arrays(&a.encode_to_vec()).count(), 1);

    // A buffer is its array, and a buffer of a buffer is none.
    let buffer = |shape: &ShapeProto| ShapeProto {
        element_type: 34,
        tuple_shapes: vec![shape.clone()],
        ..ShapeProto::default()
    };
    let shape = tuple(&[&buffer(&a), &buffer(&buffer(&a)), &b]).encode_to_vec();
    let mut arrays = proto::arrays(&shape);
    let first = arrays.next().unwrap().unwrap();
    assert_eq!(
        (first.tuple_index(), first.layout().unwrap().rank()),
        (&[0][..], 2)
    );
    let nested = ProtoError::NotAnArray(NotAnArray::BufferShape);
    assert_eq!(arrays.next(), Some(Err(nested)));
    assert_eq!(arrays.next().unwrap().unwrap().tuple_index(), [2]);
}

#[test]
fn what_is_no_dense_array_is_refused() {
    let array = ShapeProto {
        element_type: 11,
        dimensions: vec![3, 5],
        ..ShapeProto::default()
    };
    let with_layout = |layout: LayoutProto| ShapeProto {
        layout: Some(layout),
        ..array.clone()
    };
    let order = LayoutProto {
        minor_to_major: vec![1, 0],
        ..LayoutProto::default()
    };
    let cases = [
        (
            ShapeProto {
                element_type: 99,
                ..array.clone()
            },
            ProtoError::ElementType { number: 99 },
        ),
        (
            ShapeProto {
                dimensions: vec![i64::MIN],
                ..array.clone()
            },
            ProtoError::Unbounded,
        ),
        (
            ShapeProto {
                dimensions: vec![-1],
                ..array.clone()
            },
            ProtoError::OutOfRange { number: -1 },
        ),
        (
            with_layout(LayoutProto {
                dim_level_types: vec![1, 1],
                ..order.clone()
            }),
            ProtoError::Sparse,
        ),
        (
            with_layout(LayoutProto {
                memory_space: -3,
                ..order.clone()
            }),
            ProtoError::OutOfRange { number: -3 },
        ),
    ];
    for (shape, error) in cases {
        assert_eq!(
            proto::from_shape_proto(&shape.encode_to_vec()),
            Err(error),
            "{shape:?}"
        );
    }
    for shape in [
        ShapeProto {
            dimensions: vec![1; 13],
            ..array.clone()
        },
        ShapeProto {
            dimensions: vec![i64::MAX; 3],
            ..array.clone()
        },
        with_layout(LayoutProto {
            minor_to_major: vec![1, 1],
            ..order.clone()
        }),
        with_layout(LayoutProto {
            minor_to_major: vec![],
            ..order.clone()
        }),
        with_layout(LayoutProto {
            memory_space: 128,
            ..order.clone()
        }),
        with_layout(LayoutProto {
            tiles: vec![TileProto {
                dimensions: vec![0],
            }],
            ..order.clone()
        }),
        with_layout(LayoutProto {
            tiles: vec![
                TileProto {
                    dimensions: vec![1]
                };
                9
            ],
            ..order.clone()
        }),
    ] {
        let error = proto::from_shape_proto(&shape.encode_to_vec()).unwrap_err();
        assert!(
            matches!(error, ProtoError::Invalid(_)),
            "{shape:?}: {error}"
        );
    }
    // A shape without a layout has the default one.
    assert_eq!(
        proto::from_shape_proto(&array.encode_to_vec())
            .unwrap()
            .to_string(),
        "f32[3,5]{1,0}"
    );
    assert_eq!(ElementType::F32.name(), "f32");
}

/// A field that is not known can change the layout.
#[test]
fn unknown_fields_are_refused() {
    let array = [0x10, 11, 0x1a, 2, 3, 5];
    let with_layout = |layout: &[u8]| {
        let len = [0x2a, 4 + layout.len() as u8, 0x0a, 2, 1, 0];
        [&array[..], &len, layout].concat()
    };
    for (bytes, message, field) in [
        ([&array[..], &[0x38, 1]].concat(), "ShapeProto", 7),
        (with_layout(&[0x90, 1, 1]), "LayoutProto", 18),
        (
            with_layout(&[0x32, 6, 0x0a, 2, 2, 2, 0x10, 1]),
            "TileProto",
            2,
        ),
        (
            with_layout(&[0x8a, 1, 5, 0x12, 1, 2, 0x18, 1]),
            "SplitConfigProto",
            3,
        ),
    ] {
        let error = ProtoError::UnreadField { message, field };
        assert_eq!(proto::from_shape_proto(&bytes), Err(error), "{bytes:?}");
        let words = format!("field {field} of `{message}` is not read, and can change its meaning");
        assert_eq!(error.to_string(), words);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let error = tiled_layout::notation::System::XlaProto.parse(&hex, None);
        assert_eq!(error.unwrap_err().message(), &*words);
    }
    let layout = [0x0a, 2, 1, 0, 0x90, 1, 1];
    let error = proto::from_layout_proto(ElementType::F32, &[3, 5], &layout);
    let (message, field) = ("LayoutProto", 18);
    assert_eq!(error, Err(ProtoError::UnreadField { message, field }));

    let tuple = [0x10, 13, 0x22, 2, 0x10, 11, 0x38, 1];
    let arrays: Vec<_> = proto::arrays(&tuple).collect();
    let (message, field) = ("ShapeProto", 7);
    assert_eq!(arrays, [Err(ProtoError::UnreadField { message, field })]);

    // An array type with the shapes of a tuple.
    let both = [&array[..], &[0x22, 2, 0x10, 11]].concat();
    let tuple = ProtoError::NotAnArray(NotAnArray::Tuple);
    assert_eq!(proto::from_shape_proto(&both), Err(tuple));

    // The number of dimensions, and the most elements of a sparse array, of old versions.
    let old = with_layout(&[0x20, 1, 0x28, 9]);
    let old = [&[0x08, 2][..], &old].concat();
    let layout = proto::from_shape_proto(&old).unwrap();
    assert_eq!(layout.to_string(), "f32[3,5]{1,0}");
}

/// Cut anywhere, or with bytes changed: an error or a layout, and no panic.
#[test]
fn hostile_bytes() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for (_, bytes, _) in rows() {
        for cut in 0..bytes.len() {
            let _ = proto::from_shape_proto(&bytes[..cut]);
        }
        for _ in 0..if cfg!(miri) { 2 } else { 200 } {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            let _ = proto::from_shape_proto(&bytes);
            assert!(proto::arrays(&bytes).count() <= bytes.len());
        }
    }
    assert_eq!(proto::from_shape_proto(&[0x10; 1]), Err(ProtoError::CutOff));
    assert_eq!(
        proto::from_shape_proto(&[0xff; 99]),
        Err(ProtoError::Malformed)
    );
}

/// Tuples of tuples: too many levels are an error, and time is that of the bytes.
#[test]
fn nested_tuples() {
    let mut shape = vec![0x10, 11];
    for depth in 0..10_000usize {
        let mut outer = vec![0x10, 13, 0x22];
        let mut len = shape.len();
        while len >= 0x80 {
            outer.push(len as u8 | 0x80);
            len >>= 7;
        }
        outer.push(len as u8);
        outer.extend(shape);
        shape = outer;
        if depth.is_power_of_two() {
            let arrays: Vec<_> = proto::arrays(&shape).collect();
            assert_eq!(arrays.len(), 1);
            if depth < 64 {
                assert!(arrays[0].is_ok())
            } else {
                assert_eq!(arrays[0], Err(ProtoError::TooDeep))
            }
        }
    }
}

/// A split between memories that names no index has no text.
#[test]
fn a_split_without_indices() {
    use tiled_layout::error::{ErrorKind, What};

    // `S32[3]`, and in its layout an empty split of dimension 0.
    let shape = [0x10, 4, 0x1a, 1, 3, 0x2a, 6, 0x0a, 1, 0, 0x8a, 1, 0];
    let error = ErrorKind::MissingNumber(What::Split);
    assert_eq!(
        proto::from_shape_proto(&shape),
        Err(ProtoError::Invalid(error))
    );
    let split = [
        0x10, 4, 0x1a, 1, 3, 0x2a, 9, 0x0a, 1, 0, 0x8a, 1, 3, 0x12, 1, 2,
    ];
    assert_eq!(
        proto::from_shape_proto(&split).unwrap().to_string(),
        "s32[3]{0:SC(0:2)}"
    );
}
