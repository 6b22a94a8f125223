//! Arrays are the text of their layout and their elements in row-major order.

use std::fmt;

use ::serde::de::DeserializeOwned;
use ::serde::de::value::{MapDeserializer, SeqDeserializer};
use ::serde::{Deserialize, Serialize};
use layout_oracle::naive::{PADDING, Spec};
use layout_oracle::random::{MOST, Random};
use serde_json::{Value, json};
use tiled_layout::{Array, Buffer, Layout, PackedBuffer, layout};

type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
type Rows = layout!(S32[?,5]<1,0:T(2,2)>);
type Any = Buffer<i32, Layout>;

/// Element (i,j) is 10 * i + j.
const FIG1: &str =
    r#"{"layout":"s32[3,5]{1,0:T(2,2)}","elements":[0,1,2,3,4,10,11,12,13,14,20,21,22,23,24]}"#;

fn fig1() -> Buffer<i32, Fig1> {
    Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32)
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

fn from_json<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// The message, without the place that `serde_json` adds.
fn refused<T: DeserializeOwned + fmt::Debug>(json: &str) -> String {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    let (message, place) = error.rsplit_once(" at line 1 column ").unwrap();
    assert!(place.parse::<usize>().unwrap() <= json.len(), "{error}");
    message.trim_end().to_owned()
}

#[test]
fn every_kind_of_layout() {
    let buffer = fig1();
    assert_eq!(to_json(&buffer), FIG1);
    assert_eq!(from_json::<Buffer<i32, Fig1>>(FIG1), buffer);
    let layout = *buffer.layout();

    let rows = from_json::<Buffer<i32, Rows>>(FIG1);
    assert_eq!(*rows.mapping(), Rows::with_dims([3, 5]).unwrap());
    assert_eq!(rows, buffer);
    assert_eq!(to_json(&rows), FIG1);

    let run_time = from_json::<Any>(FIG1);
    assert_eq!(*run_time.layout(), layout);
    assert_eq!(run_time, buffer);
    assert_eq!(to_json(&run_time), FIG1);

    let vec = from_json::<Array<Vec<i32>, Fig1>>(FIG1);
    assert_eq!(vec, buffer);
    assert_eq!(to_json(&vec), FIG1);
    assert_eq!(vec.into_storage(), buffer.as_slice());
    assert_eq!(from_json::<Array<Vec<i32>, Rows>>(FIG1), buffer);
    assert_eq!(from_json::<Array<Vec<i32>, Layout>>(FIG1), buffer);

    // Borrowed and boxed elements are written too.
    assert_eq!(to_json(&run_time.view()), FIG1);
    assert_eq!(to_json(&layout.view(buffer.as_slice()).unwrap()), FIG1);
    let boxed: Box<[i32]> = buffer.as_slice().into();
    assert_eq!(to_json(&Array::new(layout, boxed).unwrap()), FIG1);
    let mut buffer = buffer;
    assert_eq!(to_json(&buffer.view_mut()), FIG1);
    // Padding is not.
    buffer.fill_padding(99);
    assert_eq!(to_json(&buffer), FIG1);
}

#[test]
fn arrays_without_dimensions_and_without_elements() {
    for text in ["s32[]", "s32[0]{0}", "s32[3,0,5]{2,1,0:T(8,128)}"] {
        let layout = Layout::parse(text).unwrap();
        let array = Buffer::from_elem_with(layout, 7).unwrap();
        let json = to_json(&array);
        let elements = if array.is_empty() { "[]" } else { "[7]" };
        assert_eq!(
            json,
            format!(r#"{{"layout":"{layout}","elements":{elements}}}"#)
        );
        assert_eq!(from_json::<Any>(&json), array);
    }
}

/// Fields of a user's struct, of elements that are not numbers.
#[test]
fn within_other_types() {
    type Mask = layout!(PRED[2,2]<0,1>);
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Model {
        name: String,
        weights: Buffer<[f32; 2], Layout>,
        mask: Option<Array<Vec<bool>, Mask>>,
    }
    let json = concat!(
        r#"{"name":"a","weights":{"layout":"c64[2]{0:T(4)}","elements":[[1.5,0.0],[0.1,-2.0]]},"#,
        r#""mask":{"layout":"pred[2,2]{0,1}","elements":[true,false,false,false]}}"#
    );
    let model = from_json::<Model>(json);
    assert_eq!(model.weights.as_slice()[1], [0.1, -2.0]);
    assert_eq!(
        model.mask.as_ref().unwrap().as_slice(),
        [true, false, false, false]
    );
    assert_eq!(to_json(&model), json);
}

/// The order of fields, readers and values, and a sequence of two, as formats without names write.
#[test]
fn forms() {
    let buffer = fig1();
    let value: Value = from_json(FIG1);
    let (layout, elements) = (&value["layout"], &value["elements"]);
    for json in [
        format!(r#"{{"elements":{elements},"layout":{layout}}}"#),
        format!(r#"{{"layout":{layout},"elements":{elements}}}"#),
        format!(r#"[{layout},{elements}]"#),
        // The text may be spelled otherwise.
        format!(r#"["S32[3, 5]<:T(2,2)>",{elements}]"#),
    ] {
        assert_eq!(from_json::<Buffer<i32, Fig1>>(&json), buffer);
        assert_eq!(from_json::<Buffer<i32, Rows>>(&json), buffer);
        assert_eq!(from_json::<Any>(&json), buffer);
        assert_eq!(from_json::<Array<Vec<i32>, Layout>>(&json), buffer);
        assert_eq!(
            serde_json::from_reader::<_, Any>(json.as_bytes()).unwrap(),
            buffer
        );
    }
    assert_eq!(serde_json::to_value(&buffer).unwrap(), value);
    assert_eq!(
        serde_json::from_value::<Any>(value.clone()).unwrap(),
        buffer
    );

    let fields = || [layout.clone(), elements.clone()].into_iter();
    let sequence = SeqDeserializer::<_, serde_json::Error>::new(fields());
    assert_eq!(Any::deserialize(sequence).unwrap(), buffer);
    // Numbers and bytes as names of fields.
    let numbers = MapDeserializer::<_, serde_json::Error>::new([0u64, 1].into_iter().zip(fields()));
    assert_eq!(Any::deserialize(numbers).unwrap(), buffer);
    let names = [&b"layout"[..], b"elements"];
    let bytes = MapDeserializer::<_, serde_json::Error>::new(names.into_iter().zip(fields()));
    assert_eq!(Any::deserialize(bytes).unwrap(), buffer);
    let numbers = MapDeserializer::<_, serde_json::Error>::new([2u64].into_iter().zip(fields()));
    assert_eq!(
        Any::deserialize(numbers).unwrap_err().to_string(),
        "invalid value: integer `2`, expected `layout` or `elements`"
    );
    let bytes = [&b"\xFF"[..]].into_iter().zip(fields());
    let bytes = MapDeserializer::<_, serde_json::Error>::new(bytes);
    assert_eq!(
        Any::deserialize(bytes).unwrap_err().to_string(),
        "invalid value: byte array, expected `layout` or `elements`"
    );
}

/// What was read cannot be told from what a constructor makes.
#[test]
fn padding_is_as_of_constructors() {
    for text in [
        "s32[3,5]{1,0:T(2,2)}",
        "s32[2,3]{0,1:PAD(3,5)}",
        "s32[2,3]{0,1:PAD(3,5=one)}",
        "s32[2,3]{0,1:T(4)PAD(3,5=lowest)}",
        "s32[2,3]{1,0:PAD(3,5=highest)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let mut number = 0;
        let array = Buffer::<i32, _>::from_fn_with(layout, |_| {
            number += 1;
            number
        });
        let array = array.unwrap();
        let back = from_json::<Any>(&to_json(&array));
        assert_eq!(back.as_slice(), array.as_slice(), "{text}");
        let back = from_json::<Array<Vec<i32>, Layout>>(&to_json(&array));
        assert_eq!(back.as_slice(), array.as_slice(), "{text}");
    }
    // By hand: 6 elements, and a column and a row of ones.
    type Ones = layout!(U8[2,3]<1,0:PAD(3,4=one)>);
    let json = r#"{"elements":[4,5,6,7,8,9],"layout":"u8[2,3]{1,0:PAD(3,4=one)}"}"#;
    assert_eq!(
        from_json::<Buffer<u8, Ones>>(json).as_slice(),
        [4, 5, 6, 1, 7, 8, 9, 1, 1, 1, 1, 1]
    );
    for pad in ["", "PAD(4,6=one)", "PAD(4,6=lowest)"] {
        let layout = Layout::parse(&format!("s4[3,5]{{1,0:T(2,2)E(4){pad}}}")).unwrap();
        let array = PackedBuffer::<i8, _>::from_elem_with(layout, -3).unwrap();
        let back = from_json::<PackedBuffer<i8, Layout>>(&to_json(&array));
        assert_eq!(back.as_bytes(), array.as_bytes(), "{layout}");
    }
}

#[test]
fn packed_elements_are_values() {
    type Fours = layout!(S4[2,3]<1,0:T(2,2)E(4)>);
    let array = PackedBuffer::<i8, Fours>::from_fn(|[i, j]| i as i8 - 2 * j as i8);
    let json = r#"{"layout":"s4[2,3]{1,0:T(2,2)E(4)}","elements":[0,-2,-4,1,-1,-3]}"#;
    assert_eq!(to_json(&array), json);
    assert_eq!(to_json(&array.view()), json);
    assert_eq!(from_json::<PackedBuffer<i8, Fours>>(json), array);
    let back = from_json::<PackedBuffer<i8, Layout>>(json);
    assert_eq!(back.as_bytes(), array.as_bytes());
    assert_eq!(
        to_json(&array.region((.., 1..)).unwrap()),
        r#"{"layout":"s4[2,2]{1,0:E(4)}","elements":[-2,-4,-1,-3]}"#
    );

    let json = r#"{"layout":"s4[3]{0:E(4)}","elements":[7,-8,8]}"#;
    assert_eq!(
        refused::<PackedBuffer<i8, Layout>>(json),
        "8 does not fit an element of type s4, which has 4 bits (element 2 of the data)"
    );
    assert_eq!(
        refused::<Buffer<i8, Layout>>(json),
        "`s4[3]{0:E(4)}`: a buffer of `i8` cannot hold elements of type s4 of 4 bits"
    );
    assert_eq!(
        refused::<PackedBuffer<u8, Layout>>(r#"{"layout":"f32[3]","elements":[7,8,8]}"#),
        "`f32[3]{0}`: a buffer of `u8` cannot hold elements of type f32 of 32 bits"
    );
}

/// A region is written as an array with row-major layout.
#[test]
fn regions() {
    let buffer = fig1();
    let json = r#"{"layout":"s32[2,3]{1,0}","elements":[12,13,14,22,23,24]}"#;
    let region = buffer.region((1.., 2..)).unwrap();
    assert_eq!(to_json(&region), json);
    assert_eq!(from_json::<Any>(json), region);
    let row = r#"{"layout":"s32[5]{0}","elements":[20,21,22,23,24]}"#;
    assert_eq!(to_json(&buffer.row(2)), row);
    assert_eq!(from_json::<Any>(row), buffer.row(2));
    let none = buffer.region((3.., 2..)).unwrap();
    assert_eq!(
        to_json(&none),
        r#"{"layout":"s32[0,3]{1,0}","elements":[]}"#
    );
    // Merged by `*`, sizes may be larger than in rows, if there are no elements.
    let layout = Layout::parse("f32[4294967296,0,4294967296]{2,1,0:T(*,2)}").unwrap();
    let empty = Array::new(layout, Vec::<f32>::new()).unwrap();
    let error = serde_json::to_string(&empty.region((.., .., ..)).unwrap()).unwrap_err();
    assert!(error.to_string().contains("stride"), "{error}");
    // A part with its own layout: the layout is written.
    let last = buffer.region((2.., ..)).unwrap().into_whole().unwrap();
    let json = to_json(&last);
    assert!(json.contains("T(2,2)"), "{json}");
    assert_eq!(from_json::<Any>(&json), last);
}

#[test]
fn counts_of_elements() {
    let json = |layout: &str, count: usize| {
        let elements = vec![1; count];
        [
            json!({"layout": layout, "elements": elements}).to_string(),
            format!(r#"{{"elements":{},"layout":"{layout}"}}"#, json!(elements)),
            json!([layout, elements]).to_string(),
        ]
    };
    const TEXT: &str = "s32[3,5]{1,0:T(2,2)}";
    for (count, found) in [(0, "0"), (14, "14"), (16, "16"), (1000, "1,000")] {
        for json in json(TEXT, count) {
            let words = format!("`elements` has {found} elements, but the array `{TEXT}` has 15");
            assert_eq!(refused::<Any>(&json), words);
            assert_eq!(refused::<Buffer<i32, Fig1>>(&json), words);
            assert_eq!(refused::<Array<Vec<i32>, Rows>>(&json), words);
        }
    }
    for json in json(TEXT, 24) {
        assert_eq!(
            refused::<Any>(&json),
            "`elements` has 24 elements, but the array `s32[3,5]{1,0:T(2,2)}` has 15\n\
             help: this is the length with padding; write the elements in row-major order, \
             without padding"
        );
    }
    for json in json("s4[3,5]{1,0:E(4)}", 14) {
        assert_eq!(
            refused::<PackedBuffer<i8, Layout>>(&json),
            "`elements` has 14 elements, but the array `s4[3,5]{1,0:E(4)}` has 15"
        );
    }
    // Sizes alone reserve nothing.
    for json in json("s32[1099511627776]{0}", 3) {
        assert_eq!(
            refused::<Any>(&json),
            "`elements` has 3 elements, but the array `s32[1099511627776]{0}` has 1,099,511,627,776"
        );
    }
    let cut = &FIG1[..FIG1.len() - 10];
    assert!(refused::<Any>(cut).starts_with("EOF while parsing"));
}

/// Memory for padding that there is not is an error, not an abort.
#[test]
#[cfg(target_pointer_width = "64")]
#[cfg_attr(miri, ignore = "Miri aborts if an allocation fails")]
fn more_padding_than_memory() {
    // More than the addresses of a process, so that no machine has it.
    const POSITIONS: usize = 1 << 60;
    let layout = format!("f32[1]{{0:T({POSITIONS})}}");
    let json = [
        format!(r#"{{"layout":"{layout}","elements":[1.0]}}"#),
        format!(r#"{{"elements":[1.0],"layout":"{layout}"}}"#),
        format!(r#"["{layout}",[1.0]]"#),
    ];
    for json in json {
        let words =
            format!("cannot allocate 4,611,686,018,427,387,904 bytes for the buffer of `{layout}`");
        assert_eq!(refused::<Buffer<f32, Layout>>(&json), words);
        assert_eq!(refused::<Array<Vec<f32>, Layout>>(&json), words);
        type Known = layout!(F32[1]<0:T(1152921504606846976)>);
        assert_eq!(refused::<Buffer<f32, Known>>(&json), words);
    }
    let json = format!(r#"["s4[1]{{0:T({POSITIONS})E(4)}}",[1]]"#);
    let error = refused::<PackedBuffer<i8, Layout>>(&json);
    assert!(
        error.starts_with("cannot allocate 576,460,752,303,423,488 bytes for the buffer of `s4[1]"),
        "{error}"
    );
}

#[test]
fn mistakes() {
    for (json, words) in [
        (
            r#"{"layout":"s32[1]","elements":[1],"padding":0}"#,
            "unknown field `padding`, expected `layout` or `elements`",
        ),
        (
            r#"{"layout":"s32[1]","layout":"s32[1]","elements":[1]}"#,
            "duplicate field `layout`",
        ),
        (
            r#"{"elements":[1],"elements":[1],"layout":"s32[1]"}"#,
            "duplicate field `elements`",
        ),
        (r#"{"elements":[1]}"#, "missing field `layout`"),
        (r#"{"layout":"s32[1]"}"#, "missing field `elements`"),
        (
            "[]",
            "invalid length 0, expected an array: `layout`, then `elements` in row-major order",
        ),
        (
            r#"["s32[1]"]"#,
            "invalid length 1, expected an array: `layout`, then `elements` in row-major order",
        ),
        (
            "5",
            "invalid type: integer `5`, expected an array: `layout`, then `elements` in row-major order",
        ),
        (
            r#"{"layout":"s32[1]","elements":1}"#,
            "invalid type: integer `1`, expected the elements in row-major order",
        ),
        (
            r#"{"layout":"s32[1]","elements":[true]}"#,
            "invalid type: boolean `true`, expected i32",
        ),
        (
            r#"{"layout":"f32[1]","elements":[1]}"#,
            "`f32[1]{0}`: a buffer of `i32` cannot hold elements of type f32 of 32 bits",
        ),
    ] {
        assert_eq!(refused::<Any>(json), words, "{json}");
        assert_eq!(refused::<Array<Vec<i32>, Layout>>(json), words, "{json}");
    }
    assert_eq!(
        serde_json::from_str::<Any>(r#"["s32[1]",[1],[1]]"#)
            .unwrap_err()
            .to_string(),
        "trailing characters at line 1 column 15"
    );

    // The text must be of the layout.
    let other = FIG1.replace("T(2,2)", "T(4)");
    assert_eq!(
        refused::<Buffer<i32, Fig1>>(&other),
        "invalid value: string \"s32[3,5]{1,0:T(4)}\", expected the layout s32[3,5]{1,0:T(2,2)}"
    );
    let words = "the layout is `s32[3,5]{1,0:T(4)}`, but `s32[?,5]{1,0:T(2,2)}` was expected";
    let error = refused::<Buffer<i32, Rows>>(&other);
    assert!(error.starts_with(words), "{error}");
    let text = FIG1.replace("T(2,2)", "T(0,2)");
    let words = Layout::parse("s32[3,5]{1,0:T(0,2)}")
        .unwrap_err()
        .to_string();
    assert_eq!(refused::<Any>(&text), words);
    assert_eq!(refused::<Buffer<i32, Fig1>>(&text), words);
    assert_eq!(refused::<Array<Vec<i32>, Rows>>(&text), words);
}

/// Random layouts: what is written has the elements' numbers in order, and the same array comes back.
#[test]
fn random_arrays() {
    let mut random = Random::new(7707);
    let (count, most) = if cfg!(miri) { (5, 20) } else { (300, MOST / 4) };
    for _ in 0..count {
        let part = random.aimed_part(most);
        let layout = Layout::parse(&part.spec.text("s32")).unwrap();
        let buffer = numbered(&part.spec);
        let array = Array::new(layout, buffer).unwrap();
        let json = to_json(&array);
        let numbers = Vec::from_iter(0..array.len());
        assert_eq!(
            serde_json::from_str::<Value>(&json).unwrap(),
            json!({"layout": layout, "elements": numbers})
        );
        assert_eq!(from_json::<Array<Vec<i32>, Layout>>(&json), array, "{json}");
        let back = from_json::<Any>(&json);
        assert_eq!(back, array, "{json}");
        assert_eq!(*back.layout(), layout, "{json}");
        assert_eq!(to_json(&back), json);

        let region = array.region(&part.region[..]).unwrap();
        let json = to_json(&region);
        let numbers = Vec::from_iter(part.positions().iter().map(|&at| array.as_slice()[at]));
        let value = serde_json::from_str::<Value>(&json).unwrap();
        assert_eq!(value["elements"], json!(numbers), "{json}");
        assert_eq!(from_json::<Any>(&json), region, "{json}");
    }
}

/// For each position the number of the element there; 77 is padding.
fn numbered(spec: &Spec) -> Vec<i32> {
    let number = |cell| if cell == PADDING { 77 } else { cell as i32 };
    spec.buffer().into_iter().map(number).collect()
}

#[test]
fn random_packed_arrays() {
    let mut random = Random::new(7708);
    let (count, most) = if cfg!(miri) { (5, 20) } else { (200, MOST / 4) };
    for _ in 0..count {
        let part = random.aimed_part(most);
        let bits = 4 + random.below(5);
        let layout = Layout::parse(&part.spec.text("s4")).unwrap();
        let layout = layout.with_element_bits(bits).unwrap();
        let array = PackedBuffer::<i8, _>::from_fn_with(layout, |_| random.below(16) as i8 - 8);
        let array = array.unwrap();
        let json = to_json(&array);
        let back = from_json::<PackedBuffer<i8, Layout>>(&json);
        assert_eq!(back, array, "{json}");
        assert_eq!(back.as_bytes(), array.as_bytes(), "{json}");
        assert_eq!(*back.layout(), layout, "{json}");
        let region = array.region(&part.region[..]).unwrap();
        let json = to_json(&region);
        assert_eq!(
            from_json::<PackedBuffer<i8, Layout>>(&json),
            region,
            "{json}"
        );
    }
}
