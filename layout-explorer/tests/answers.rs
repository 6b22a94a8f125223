//! What the page is told, against the library and examples worked by hand.

use layout_explorer::{answer, audit::Audit};
use layout_runtime::Layout;
use serde_json::{Value, json};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");

fn ask(fields: &[&str]) -> Value {
    serde_json::from_str(&answer(&fields.join("\0"))).unwrap()
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
    let answer = ask(&["layout", text]);
    assert_eq!(answer["text"], text);
    assert_eq!(
        (&answer["num_bytes"], &answer["padded_bytes"]),
        (&json!(60), &json!(96))
    );
    assert_eq!(answer["physical_dims"], json!([2, 3, 2, 2]));
    let steps = answer["steps"].as_array().unwrap();
    let steps: Vec<&Value> = steps.iter().map(|step| &step["what"]).collect();
    assert_eq!(
        steps,
        [
            "the array: [3,5], most minor dimension first: {1,0}",
            "pad to whole tiles: [4,6]",
            "tile (2,2): pad [3,5] to [4,6], cut into [2,2,3,2], string out as [2,3,2,2]",
        ]
    );
    assert!(
        answer["anatomy"]
            .as_str()
            .unwrap()
            .contains("minor to major")
    );
    let cell = ask(&["index", text, "2,3"]);
    assert_eq!(
        (&cell["position"], &cell["byte"], &cell["tile"]),
        (&json!(17), &json!(68), &json!(4))
    );
    let cell = ask(&["position", text, "18"]);
    assert_eq!(
        cell["work"],
        "padding: (3,2): 3 is past dimension 0, which has 3"
    );
    let compared = ask(&["compare", text, "f32[3,5]"]);
    assert_eq!(compared["bitcast"], false);
    assert_eq!(compared["copied_bytes"], 120);
    assert_eq!(compared["compared"], 15);
    // Whole tiles, the last column, the last row, and the corner.
    assert_eq!(compared["loops"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        compared["moved"][0],
        json!({ "index": [0, 2], "from": 4, "to": 2 })
    );
}

#[test]
fn errors_have_places_and_corrections() {
    let answer = ask(&["layout", "float32[3,5]{1,0}"]);
    let error = &answer["error"];
    assert_eq!((&error["start"], &error["end"]), (&json!(0), &json!(7)));
    assert_eq!(error["corrected"], "f32[3,5]{1,0}");
    for question in [
        "",
        "\0",
        "tpu",
        "layout",
        "cell\0f32[1]",
        "index\0f32[1]\0-1",
        "index\0f32[1]\0",
        "index\x00f32[1]\x001",
        "position\0f32[1]\x0099999999999999999999",
        "position\x00f32[1]\x001",
        "compare\0f32[1]\0\0",
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
        let told = ask(&["layout", &text]);
        assert_eq!(told["padded_bytes"], layout.padded_bytes(), "{text}");
        assert!(told["svg"].as_str().unwrap().starts_with("<svg"), "{text}");
        let index: Vec<usize> = layout
            .dims()
            .iter()
            .map(|dim| dim.wrapping_sub(1))
            .collect();
        if layout.num_elements() > 0 {
            let cell = ask(&["index", &text, &format!("{index:?}")]);
            assert_eq!(cell["position"], layout.offset(&index), "{text}");
        }
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_shape_gets_the_layout_of_a_tpu() {
    let answer = ask(&["tpu", "layout", "f32[1000000,3]"]);
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
    // Of the computations that no fusion and no reduction calls, the results.
    let text = String::from_utf8(text).unwrap();
    let expected: usize = (layout_xla::hlo::instructions(&text).flatten())
        .filter(|instruction| {
            layout_xla::hlo::caller(&text, instruction.computation())
                .is_none_or(|caller| matches!(caller.opcode(), "call" | "while" | "conditional"))
        })
        .map(|instruction| instruction.arrays().flatten().count())
        .sum();
    assert_eq!(table["arrays"], expected);
    assert!(expected > 15, "{expected}");
}

/// A serialized module has the arrays of its text.
#[test]
fn protos() {
    let table = |file: &str| -> Value {
        let mut audit = Audit::default();
        let bytes = std::fs::read(format!("{DATA}/dump_kinds/{file}")).unwrap();
        // In pieces, as the page reads them.
        for piece in bytes.chunks(1000).collect::<Vec<_>>() {
            audit.feed(piece);
        }
        serde_json::from_str(&audit.finish()).unwrap()
    };
    let whole = |file: &str| -> Value {
        let mut audit = Audit::default();
        audit.feed(&std::fs::read(format!("{DATA}/dump_kinds/{file}")).unwrap());
        serde_json::from_str(&audit.finish()).unwrap()
    };
    for (proto, text) in [
        ("mlp.hlo_module.pb", "mlp.txt"),
        (
            "cpu.cpu_after_optimizations.hlo.pb",
            "cpu.cpu_after_optimizations.txt",
        ),
    ] {
        let (proto, text) = (table(proto), whole(text));
        assert_eq!(proto["failed"], Value::Null);
        assert!(proto["arrays"].as_u64() > Some(5), "{proto}");
        assert_eq!(proto["arrays"], text["arrays"]);
        let rows = |table: &Value| -> Vec<(String, u64)> {
            let rows = table["rows"].as_array().unwrap().iter();
            let mut rows: Vec<_> = rows
                .map(|row| (row["layout"].to_string(), row["count"].as_u64().unwrap()))
                .collect();
            rows.sort();
            rows
        };
        assert_eq!(rows(&proto), rows(&text));
    }
    let mut audit = Audit::default();
    audit.feed(&[0x1a, 0xff, 0xff, 0xff, 0xff, 0x7f, 1]);
    let table: Value = serde_json::from_str(&audit.finish()).unwrap();
    assert!(table["failed"].is_string(), "{table}");
}
