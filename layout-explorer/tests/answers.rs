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
            "pad to whole tiles: 4 × 6",
            "tile (2,2): pad 3 × 5 to 4 × 6, cut into 2 × 2 × 3 × 2, string out as 2 × 3 × 2 × 2",
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
    let copy = compared["copy"].as_str().unwrap();
    assert_eq!(copy.lines().count(), 4, "{copy}");
    assert_eq!(
        compared["moved"][0],
        json!({ "index": [0, 2], "from": 4, "to": 2 })
    );
}

/// Every picture has the cell of the element, in steps, in the anatomy and on a phone.
#[test]
fn pictures_follow_the_element() {
    let texts = [
        "bf16[300,500]{1,0:T(8,128)(2,1)}",
        "f32[12,34]{0,1}",
        "f32[70,9,40,50]",
    ];
    for text in texts {
        let layout = Layout::parse(text).unwrap();
        let index = |share: fn(usize) -> usize| {
            let index: Vec<String> = layout
                .dims()
                .iter()
                .map(|&dim| share(dim).to_string())
                .collect();
            index.join(",")
        };
        let steps = ask(&["layout", text])["steps"].as_array().unwrap().len();
        for index in [index(|_| 0), index(|dim| dim / 2), index(|dim| dim - 1)] {
            let cell = format!("data-index=\"{index}\"");
            for step in (0..steps)
                .map(|step| step.to_string())
                .chain([String::new()])
            {
                for narrow in [&[][..], &["narrow"]] {
                    let question = [narrow, &["picture", text, &index, &step]].concat();
                    let svg = ask(&question)["svg"].to_string().replace('\\', "");
                    assert!(svg.contains(&cell), "{text} {index} {step}");
                    assert!(!svg.contains("PAD("), "{text} {step}");
                }
            }
            let anatomy = ask(&["anatomy", text, &index])["svg"].to_string();
            let position = ask(&["index", text, &index])["position"].as_u64().unwrap();
            let position = layout_core::util::words::grouped(position as usize);
            assert!(anatomy.contains(position.as_str()), "{text} {index}");
        }
    }
    // Inside tile 5 and the last tile of 38 x 4.
    for (index, tile) in [("9,130", 5), ("299,499", 151)] {
        let svg = ask(&["picture", texts[0], index, ""])["svg"].to_string();
        assert!(svg.contains(&format!("Inside tile {tile},")), "{index}");
        assert!(svg.contains("til mk"), "{index}");
    }
    assert!(ask(&["picture", texts[0], "300,0", ""])["error"].is_object());
}

/// Written as the page prints it, or as the command does.
#[test]
fn positions_with_separators() {
    let text = "bf16[300,500]{1,0:T(8,128)(2,1)}";
    for position in ["5125", " 5,125"] {
        assert_eq!(ask(&["position", text, position])["index"], json!([9, 130]));
    }
    for position in ["5,12", "51,25", "5,125,", "-1", "x"] {
        let answer = ask(&["position", text, position]);
        assert_eq!(answer["error"]["message"], "a position is a whole number");
    }
}

/// The figures of the documentation of `layout_draw::Shards`.
#[test]
fn an_array_over_devices() {
    let sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}";
    let text = "bf16[100,300]{1,0:T(8,128)(2,1)}";
    let answer = ask(&["sharding", text, sharding, ""]);
    assert_eq!(answer["shard"], "bf16[50,300]{1,0:T(8,128)(2,1)}");
    assert_eq!(
        answer["location"],
        "(99,299) is (49,299) of the shard on devices 2,3: tile 20, byte 41,134 of 43,008"
    );
    assert!(answer["svg"].as_str().unwrap().contains("data-shard"));
    let answer = ask(&["sharding", text, sharding, "0,0"]);
    assert!(answer["location"].as_str().unwrap().contains("devices 0,1"));
    // Without braces, a shard has the layout that a TPU chooses.
    let answer = ask(&["sharding", "f32[1000,12]", "{devices=[4,1]<=[4]}", ""]);
    assert_eq!(answer["shard"], "f32[250,12]{0,1:T(8,128)}");
    for (text, sharding) in [
        ("f32[4]", "{devices=[2,2]<=[4]}"),
        ("f32[4]", "devices"),
        ("f32[4]{0:PAD(4)}", "{devices=[2]<=[2]}"),
        ("f32[4]", "{unknown}"),
    ] {
        let answer = ask(&["sharding", text, sharding, ""]);
        assert!(
            answer["error"]["message"].is_string() || text.contains("PAD"),
            "{answer}"
        );
    }
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
            if count % 4 == 0 {
                let index = layout_core::util::words::joined(&index, ",").to_string();
                let marked = ask(&["picture", &text, &index, ""])["svg"].to_string();
                let has_cell = marked.contains(&format!("data-index=\\\"{index}\\\""));
                assert!(has_cell, "{text} {index}");
                let anatomy = ask(&["anatomy", &text, &index]);
                assert!(anatomy["svg"].is_string(), "{text}");
            }
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

fn table(bytes: &[u8], piece: usize) -> Value {
    let mut audit = Audit::default();
    bytes.chunks(piece).for_each(|piece| audit.feed(piece));
    serde_json::from_str(&audit.finish()).unwrap()
}

/// In whatever pieces it comes, a dump has the same arrays.
#[test]
fn dumps_in_pieces() {
    let text = std::fs::read(format!("{DATA}/hlo/attn.txt")).unwrap();
    let whole = table(&text, text.len());
    for piece in [1, 100, 4096] {
        assert_eq!(whole, table(&text, piece), "{piece}");
    }
    assert!(whole["arrays"].as_u64() > Some(10), "{whole}");
}

/// What the command prints of the memory, in its words.
#[test]
fn the_memory_of_the_command() {
    let found = |file: &str| {
        let bytes = std::fs::read(format!("{DATA}/{file}")).unwrap();
        table(&bytes, 1000)
    };
    let train = found("peak/v5e_mlptrain.txt");
    let lines: Vec<&str> = (train["memory"].as_array().unwrap().iter())
        .map(|line| line.as_str().unwrap())
        .collect();
    let [boundary, temporaries, memories] = lines[..] else {
        panic!("{lines:?}");
    };
    assert!(boundary.starts_with("arguments "), "{boundary}");
    assert!(
        temporaries.starts_with("temporaries about "),
        "{temporaries}"
    );
    assert!(memories.starts_with("HBM about "), "{memories}");
    assert_eq!(train["noun"], "buffer");
    let alive = &train["alive"][0];
    assert!(alive["layout"].is_string() && alive["bytes"].is_string());
    let origin = alive["origin"].as_str().unwrap();
    assert!(
        origin.contains(" %") && origin.contains(", line"),
        "{origin}"
    );
    let notes = train["notes"].to_string();
    assert!(
        notes.contains(" names of other buffers are left out."),
        "{notes}"
    );

    // A buffer assignment is exact, alone and in a proto.
    for end in [".hlo.pb", "-buffer-assignment.txt"] {
        let step = found(&format!("dump_kinds/step.cpu_after_optimizations{end}"));
        assert_eq!(
            step["memory"][0],
            "arguments 53.2 KiB, results 33.1 KiB (30.1 KiB in donated arguments)"
        );
        assert_eq!(step["memory"][2], "HBM 117 KiB; VMEM 0; host 0");
    }
    // Nothing is predicted, and nothing said of a peak.
    let plain = found("stablehlo/layout_mode_plain.mlir");
    assert_eq!(
        (&plain["memory"], &plain["noun"]),
        (&Value::Null, &json!("array"))
    );
    assert_eq!(plain["padding_bytes"], 0);
    let notes = plain["notes"].to_string();
    assert!(notes.contains("Layouts are not chosen yet"), "{notes}");
}

/// What the command's tests expect of the same file: `--top 1` prints `1.95 MiB` of 15 arrays for
/// this cause, and `+0.1%` in all.
#[test]
fn the_figures_of_the_command() {
    let text = std::fs::read(format!("{DATA}/hlo/gpt_train.txt")).unwrap();
    let found = table(&text, text.len());
    assert_eq!(found["percent_text"], "+0.1%");
    let paddings: Vec<u64> = (found["rows"].as_array().unwrap().iter())
        .map(|row| row["padding_bytes"].as_u64().unwrap())
        .collect();
    assert!(paddings.is_sorted_by(|a, b| a >= b), "{paddings:?}");
    let causes = found["causes"].as_array().unwrap();
    let is_383 = |cause: &&Value| cause["cause"] == "dimension of 383 rounds up to 384";
    let cause = causes.iter().find(is_383).unwrap();
    assert_eq!(
        (&cause["padding"], &cause["arrays"]),
        (&json!("1.95 MiB"), &json!(15))
    );

    let skinny = std::fs::read(format!("{DATA}/hlo/skinny.txt")).unwrap();
    let found = table(&skinny, skinny.len());
    let row = &found["rows"][0];
    assert_eq!(row["layout"], "f32[1000000,3]{0,1:T(4,128)}");
    assert_eq!(row["names"][0], "x.1");
    assert_eq!(row["percent_text"], "+33.3%");
    assert_eq!(row["cause"], "dimension 1 of 3 rounds up to 4");
    assert_eq!(found["left_out"], 2);
}

/// The totals of every dump are the library's, which the command prints.
#[test]
fn the_figures_of_all_dumps() {
    use layout_xla::tally::Options;
    let mut read = 0;
    for folder in ["hlo", "dump_kinds", "stablehlo", "oom"] {
        for file in std::fs::read_dir(format!("{DATA}/{folder}")).unwrap() {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let mut audit = layout_xla::audit::Audit::new(Options::default());
            let tally = audit.read(&bytes).and_then(|()| audit.finish());
            let found = table(&bytes, 1000);
            match tally {
                Ok(tally) => {
                    assert_eq!(found["arrays"], tally.all().arrays, "{}", path.display());
                    let lines = tally.memory().map(|memory| memory.lines());
                    assert_eq!(found["memory"], json!(lines));
                    assert_eq!(found["logical_bytes"], tally.all().logical_bytes);
                    assert_eq!(found["padded_bytes"], tally.all().padded_bytes);
                    assert_eq!(found["percent_text"], tally.all().percent_text());
                    assert_eq!(found["failed"], Value::Null);
                    read += 1;
                }
                Err(error) => assert_eq!(found["failed"], error.to_string()),
            }
        }
    }
    assert!(read > 40, "{read}");
}

/// A serialized module has the arrays of its text.
#[test]
fn protos() {
    for (proto, text) in [
        ("mlp.hlo_module.pb", "mlp.txt"),
        (
            "cpu.cpu_after_optimizations.hlo.pb",
            "cpu.cpu_after_optimizations.txt",
        ),
    ] {
        let [proto, text] = [proto, text].map(|file| {
            let bytes = std::fs::read(format!("{DATA}/dump_kinds/{file}")).unwrap();
            table(&bytes, 1000)
        });
        assert_eq!(proto["failed"], Value::Null);
        assert!(proto["arrays"].as_u64() > Some(4), "{proto}");
        for key in ["arrays", "logical_bytes", "padded_bytes", "causes"] {
            assert_eq!(proto[key], text[key], "{key}");
        }
        let rows = |table: &Value| -> Vec<(String, u64)> {
            let rows = table["rows"].as_array().unwrap().iter();
            let mut rows: Vec<_> = rows
                .map(|row| (row["layout"].to_string(), row["arrays"].as_u64().unwrap()))
                .collect();
            rows.sort();
            rows
        };
        assert_eq!(rows(&proto), rows(&text));
    }
    let failed = table(&[0x1a, 0xff, 0xff, 0xff, 0xff, 0x7f, 1], 7);
    assert!(failed["failed"].is_string(), "{failed}");
}
