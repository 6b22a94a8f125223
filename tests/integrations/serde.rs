//! Layouts and element types are their texts.

use ::serde::{Deserialize, Serialize};
use layout_oracle::random::{MOST, Random};
use tiled_layout::{ElementType, Layout, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Parameter {
    name: String,
    layout: Layout,
    accumulate: ElementType,
}

#[test]
fn there_and_back() {
    let json = r#"{"name":"w","layout":"bf16[300,500]{1,0:T(8,128)(2,1)}","accumulate":"f32"}"#;
    let parameter: Parameter = serde_json::from_str(json).unwrap();
    assert_eq!(parameter.layout.padded_bytes(), 311_296);
    assert_eq!(parameter.accumulate, ElementType::F32);
    assert_eq!(serde_json::to_string(&parameter).unwrap(), json);
    // The canonical text is what is written, whatever was read.
    let layout: Layout = serde_json::from_str(r#""F32[3, 5]<:T(2,2)>""#).unwrap();
    let text = serde_json::to_string(&layout).unwrap();
    assert_eq!(text, r#""f32[3,5]{1,0:T(2,2)}""#);
    // Strings that must be unescaped, and readers, hand over no borrowed text.
    let escaped = r#""f32[3,5]{1\u002c0}""#;
    assert!(serde_json::from_str::<Layout>(escaped).is_ok());
    assert!(serde_json::from_reader::<_, Layout>(escaped.as_bytes()).is_ok());
}

/// Random layouts with all sections that a text can have: the text is canonical, and the same layout
/// comes back.
#[test]
fn random_layouts() {
    let mut random = Random::new(2806);
    for _ in 0..2000 {
        let spec = random.aimed_spec(MOST);
        let element = random.pick(&["f32", "bf16", "s8", "f8e4m3fn", "pred", "c128"]);
        let text = spec.text(element);
        let json = serde_json::to_string(&Layout::parse(&text).unwrap()).unwrap();
        let back: Layout = serde_json::from_str(&json).unwrap();
        assert_eq!(Layout::parse(&text).unwrap(), back, "{json}");
        // The default order and `PAD`'s default value are left out or added; nothing else changes.
        assert_eq!(serde_json::to_string(&back).unwrap(), json);
    }
}

#[test]
fn static_layouts() {
    let text = serde_json::to_string(&Fig1::new()).unwrap();
    assert_eq!(text, r#""f32[3,5]{1,0:T(2,2)}""#);
    let back: Fig1 = serde_json::from_str(&text).unwrap();
    assert_eq!(back, Fig1::new());
    // Another spelling is the same layout; another layout is not.
    assert!(serde_json::from_str::<Fig1>(r#""F32[3,5]<:T(2,2)>""#).is_ok());
    let error = serde_json::from_str::<Fig1>(r#""f32[3,5]{0,1:T(2,2)}""#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid value: string \"f32[3,5]{0,1:T(2,2)}\", \
         expected the layout f32[3,5]{1,0:T(2,2)} at line 1 column 22"
    );
}

/// Errors carry the words of the parser.
#[test]
fn mistakes() {
    let text = "f32[3,5]{1,0:T(0,2)}";
    let words = Layout::parse(text).unwrap_err();
    let error = serde_json::from_str::<Layout>(&format!("{text:?}")).unwrap_err();
    assert!(error.to_string().starts_with(&words.to_string()), "{error}");
    assert!(error.to_string().starts_with("tile entry is 0"), "{error}");
    assert!(serde_json::from_str::<Fig1>(&format!("{text:?}")).is_err());
    // Help and note are lines, to which the position is not added.
    type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
    for text in ["float[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0:T(2,*)}"] {
        let words = Layout::parse(text).unwrap_err().to_string();
        assert!(
            words.contains("help: ") || words.contains("note: "),
            "{words}"
        );
        let json = format!("{text:?}");
        let expected = format!("{words}\n at line 1 column {}", json.len());
        for error in [
            serde_json::from_str::<Layout>(&json).unwrap_err(),
            serde_json::from_str::<Fig1>(&json).unwrap_err(),
            serde_json::from_str::<Rows>(&json).unwrap_err(),
        ] {
            assert_eq!(error.to_string(), expected);
        }
    }

    let error = serde_json::from_str::<Layout>("5").unwrap_err().to_string();
    assert!(
        error.starts_with("invalid type: integer `5`, expected the text of a layout"),
        "{error}"
    );
    let error = serde_json::from_str::<ElementType>(r#""f23""#).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("invalid value: string \"f23\", expected an element type"),
        "{error}"
    );
}

#[test]
fn every_element_type() {
    for &element in ElementType::ALL {
        let text = serde_json::to_string(&element).unwrap();
        assert_eq!(text, format!("\"{element}\""));
        assert_eq!(serde_json::from_str::<ElementType>(&text).unwrap(), element);
    }
}

/// A layout with sizes known at run time is the text of its value.
#[test]
fn sizes_known_at_run_time() {
    type Rows = layout!(F32[?,5]<1,0:T(2,2)>);
    let rows = Rows::with_dims([3, 5]).unwrap();
    let json = serde_json::to_string(&rows).unwrap();
    assert_eq!(json, r#""f32[3,5]{1,0:T(2,2)}""#);
    assert_eq!(serde_json::from_str::<Rows>(&json).unwrap(), rows);
    let error = serde_json::from_str::<Rows>(r#""f32[3,6]{1,0:T(2,2)}""#).unwrap_err();
    let words = "the layout is `f32[3,6]{1,0:T(2,2)}`, but `f32[?,5]{1,0:T(2,2)}` was expected";
    assert!(error.to_string().starts_with(words), "{error}");
}

/// Arrays are written also without an allocator: the text of the layout, and the elements in
/// row-major order.
#[test]
fn views() {
    type Rows = layout!(F32[2,3]<1,0:T(2,2)>);
    // Element (i,j) is 10 * i + j; positions 5 and 7 are padding.
    let buffer = [0.0f32, 1.0, 10.0, 11.0, 2.0, -1.0, 12.0, -1.0];
    let view = Rows::view_array(&buffer);
    assert_eq!(
        serde_json::to_string(&view).unwrap(),
        r#"{"layout":"f32[2,3]{1,0:T(2,2)}","elements":[0.0,1.0,2.0,10.0,11.0,12.0]}"#
    );
    assert_eq!(
        serde_json::to_string(&view.region((1.., ..2)).unwrap()).unwrap(),
        r#"{"layout":"f32[1,2]{1,0}","elements":[10.0,11.0]}"#
    );
}
