//! What the page is told, against the library and examples worked by hand.

use layout_explorer::{answer, audit::Audit};
use layout_runtime::Layout;
use serde_json::{Value, json};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");

fn ask(question: Value) -> Value {
    serde_json::from_str(&answer(&question.to_string())).unwrap()
}

fn rows(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(format!("{DATA}/{file}")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split('\t').next().map(str::to_owned))
        .collect()
}

#[test]
fn figure_1() {
    let text = "f32[3,5]{1,0:T(2,2)}";
    let answer = ask(json!({ "ask": "layout", "text": text }));
    assert_eq!(answer["text"], text);
    assert_eq!(
        (&answer["num_bytes"], &answer["padded_bytes"]),
        (&json!(60), &json!(96))
    );
    assert_eq!(answer["physical_dims"], json!([2, 3, 2, 2]));
    assert_eq!(answer["steps"][0]["name"], "f32[3,5]{1,0}");
    let cell = ask(json!({ "ask": "cell", "text": text, "index": [2, 3] }));
    assert_eq!(
        (&cell["position"], &cell["byte"], &cell["tile"]),
        (&json!(17), &json!(68), &json!(4))
    );
    let cell = ask(json!({ "ask": "cell", "text": text, "position": 18 }));
    assert_eq!(
        cell["work"],
        "padding: (3,2): 3 is past dimension 0, which has 3"
    );
    let compared = ask(json!({ "ask": "compare", "text": text, "other": "f32[3,5]" }));
    assert_eq!(compared["bitcast"], false);
    assert_eq!(
        compared["moved"][0],
        json!({ "index": [0, 2], "from": 4, "to": 2 })
    );
}

#[test]
fn errors_have_places_and_corrections() {
    let answer = ask(json!({ "ask": "layout", "text": "float32[3,5]{1,0}" }));
    let error = &answer["error"];
    assert_eq!((&error["start"], &error["end"]), (&json!(0), &json!(7)));
    assert_eq!(error["corrected"], "f32[3,5]{1,0}");
    for question in [
        "",
        "{}",
        "[",
        "{\"ask\":\"cell\"}",
        "{\"ask\":1,\"text\":\"f32[1]\"}",
    ] {
        let answer: Value = serde_json::from_str(&answer_of(question)).unwrap();
        assert!(
            answer["error"]["message"].is_string(),
            "{question}: {answer}"
        );
    }
}

fn answer_of(question: &str) -> String {
    answer(question)
}

/// Sizes, and the element at the end of each buffer, as the library has them.
#[test]
fn real_layouts_and_the_catalogue() {
    let mut count = 0;
    for text in rows("real_layouts.tsv")
        .into_iter()
        .chain(rows("tpu_sizes.tsv"))
    {
        let Ok(layout) = Layout::parse(&text) else {
            continue;
        };
        let told = ask(json!({ "ask": "layout", "text": text }));
        assert_eq!(told["padded_bytes"], layout.padded_bytes(), "{text}");
        assert!(told["svg"].as_str().unwrap().starts_with("<svg"), "{text}");
        let index: Vec<usize> = layout
            .dims()
            .iter()
            .map(|dim| dim.wrapping_sub(1))
            .collect();
        if layout.num_elements() > 0 {
            let cell = ask(json!({ "ask": "cell", "text": text, "index": index }));
            assert_eq!(cell["position"], layout.offset(&index), "{text}");
        }
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_shape_gets_the_layout_of_a_tpu() {
    let answer = ask(json!({ "ask": "layout", "text": "f32[1000000,3]", "tpu": true }));
    assert_eq!(answer["text"], "f32[1000000,3]{0,1:T(4,128)}");
    assert_eq!(answer["padded_bytes"], 16_001_024);
}

/// In whatever pieces of whole lines it comes, a dump has the same arrays.
#[test]
fn dumps_in_pieces() {
    let text = std::fs::read(format!("{DATA}/hlo/attn.txt")).unwrap();
    let mut whole = Audit::default();
    whole.feed(&text);
    let mut pieces = Audit::default();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        pieces.feed(line);
    }
    let whole = whole.finish();
    assert_eq!(whole, pieces.finish());
    let table: Value = serde_json::from_str(&whole).unwrap();
    let expected = layout_runtime::hlo::layouts(&text)
        .filter(|array| array.is_ok())
        .count();
    assert_eq!(table["arrays"], expected);
    assert!(expected > 100);
}
