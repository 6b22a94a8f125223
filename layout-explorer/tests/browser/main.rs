//! The page in a headless browser. `driver.js` uses it and reports what it shows; the tests compare
//! that with the library and with the naive definition.

mod chromium;
mod dumps;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use chromium::{Files, Reports};
use layout_oracle::data;
use layout_oracle::naive::Spec;
use layout_oracle::random::{MOST, Random};
use layout_runtime::{CopyPlan, ElementType, Layout};
use serde_json::{Value, json};

const TARGET: &str = "wasm32-unknown-unknown";

/// 4 GiB.
const LARGE: &str = "bf16[64,32,8192,128]{3,2,1,0:T(8,128)(2,1)}";

/// Texts that would run a script if they became markup.
const HOSTILE: [&str; 6] = [
    "<img src=x onerror=\"hacked=1\">",
    "f32[3,5]{1,0}<script>hacked=1</script>",
    "\"><svg onload=hacked=1>",
    "</script><script>hacked=1</script>",
    "javascript:hacked=1",
    "f32[3]{0:T(\u{202e}<iframe srcdoc='<script>parent.hacked=1</script>'>)}",
];

/// What the driver reported, of one run for all tests; `None` where nothing could run.
fn reports(topic: &str) -> Option<&'static [Value]> {
    static REPORTS: OnceLock<Result<Reports, String>> = OnceLock::new();
    match REPORTS.get_or_init(run) {
        Ok(reports) => {
            let reports = reports.get(topic).map_or(&[][..], Vec::as_slice);
            let failed = reports.iter().find(|report| report["failed"].is_string());
            assert_eq!(failed, None);
            Some(reports)
        }
        Err(reason) => {
            let _ = writeln!(std::io::stderr(), "\nskipped test: {topic}: {reason}");
            None
        }
    }
}

fn run() -> Result<Reports, String> {
    let program = chromium::program().ok_or("there is no chromium")?;
    let page = page()?;
    let file = |kind, bytes: &[u8]| (kind, bytes.to_vec());
    let files = Files::from([
        ("/page", ("text/html", page)),
        ("/driver", file("text/html", include_bytes!("driver.html"))),
        (
            "/driver.js",
            file("text/javascript", include_bytes!("driver.js")),
        ),
        ("/module.pb", dumps::module("mlp.hlo_module.pb")),
        ("/module.txt", dumps::module("mlp.txt")),
        (
            "/cases.json",
            ("application/json", cases().to_string().into()),
        ),
    ]);
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chromium");
    Ok(chromium::drive(&program, &profile, files))
}

/// The page, built by this package's program.
fn page() -> Result<Vec<u8>, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let mut rustc = Command::new(rustc);
    let printed = rustc
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    let folder = PathBuf::from(String::from_utf8_lossy(&printed.unwrap().stdout).trim());
    if !folder.is_dir() {
        return Err(format!("the target {TARGET} is not installed"));
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.html");
    let mut build = Command::new(env!("CARGO_BIN_EXE_layout-explorer"));
    assert!(build.arg(&path).status().unwrap().success());
    Ok(std::fs::read(path).unwrap())
}

/// What the driver types.
fn cases() -> Value {
    let hovered = hovered().into_iter().map(
        |(spec, element, index)| json!({ "text": spec.text(&element.to_string()), "index": index }),
    );
    json!({
        "layouts": layouts(),
        "hovered": hovered.collect::<Vec<_>>(),
        "large": { "text": LARGE, "index": last_index(LARGE) },
        "hostile": HOSTILE,
        "dump": { "text": data::dump("gpt_train"), "copies": 540 },
    })
}

/// Every layout of the catalogue and of the dumps that people published.
fn layouts() -> Vec<String> {
    let catalogue = data::rows("catalogue.tsv").into_iter();
    let catalogue = catalogue.map(|mut row| row.remove(1));
    catalogue.chain(data::layouts("real_layouts.tsv")).collect()
}

/// 1,000 random layouts, each with an index.
fn hovered() -> Vec<(Spec, ElementType, Vec<usize>)> {
    let mut random = Random::new(36);
    let layouts = (0..1000).map(|_| {
        let spec = loop {
            let spec = random.aimed_spec(MOST);
            if !spec.dims.contains(&0) {
                break spec;
            }
        };
        let index = spec.dims.iter().map(|&dim| random.below(dim)).collect();
        let element = random.pick(&[ElementType::F32, ElementType::BF16, ElementType::S8]);
        (spec, element, index)
    });
    layouts.collect()
}

fn last_index(text: &str) -> Vec<usize> {
    let layout = Layout::parse(text).unwrap();
    layout.dims().iter().map(|dim| dim - 1).collect()
}

fn index(text: &str) -> Vec<usize> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    numbers.map(|number| number.parse().unwrap()).collect()
}

/// The numbers of a report as text, from which no precision is gained or lost.
fn string(report: &Value, field: &str) -> String {
    report[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field}: {report}"))
        .to_owned()
}

#[test]
fn first_picture() {
    let Some(reports) = reports("start") else {
        return;
    };
    let [start] = reports else {
        panic!("{reports:?}")
    };
    assert_eq!(start["text"], "f32[3,5]{1,0:T(2,2)}");
    assert!(start["cells"].as_u64() >= Some(15), "{start}");
    println!(
        "loaded after {} ms, first picture after {} ms",
        start["loaded"], start["ready"]
    );
}

#[test]
fn every_known_layout_is_drawn() {
    let Some(reports) = reports("layouts") else {
        return;
    };
    let expected = layouts();
    let (violations, reports) = reports.split_last().unwrap();
    assert_eq!(violations["violations"], json!([]));
    assert_eq!(reports.len(), expected.len());
    for (report, text) in reports.iter().zip(expected) {
        assert_eq!(
            (&report["text"], &report["error"]),
            (&json!(text), &json!(""))
        );
        let canonical = Layout::parse(&text).unwrap().to_string();
        assert_eq!(report["title"], canonical, "{text}");
        assert!(report["cells"].as_u64() > Some(0), "{report}");
        assert!(report["height"].as_f64() > Some(50.0), "{report}");
    }
}

/// Every position that the page shows is the naive definition's and the library's.
#[test]
fn hovered_cells_of_random_layouts() {
    let Some(reports) = reports("hovered") else {
        return;
    };
    let expected = hovered();
    assert_eq!(reports.len(), expected.len());
    let mut cells = 0;
    for (report, (spec, element, typed)) in reports.iter().zip(expected) {
        let text = spec.text(&element.to_string());
        assert_eq!(report["text"], text);
        let layout = Layout::parse(&text).unwrap();
        let buffer = spec.buffer();
        let position = |index: &[usize]| {
            let digits = index.iter().zip(&spec.dims);
            let number = digits.fold(0, |number, (i, dim)| number * dim + i);
            let position = buffer.iter().position(|&held| held == number as i64);
            assert_eq!(position, Some(layout.offset(index)), "{text} {index:?}");
            layout.offset(index).to_string()
        };
        for found in report["found"].as_array().unwrap() {
            if found.is_null() {
                continue;
            }
            let shown = string(found, "index");
            assert_eq!(
                string(found, "position"),
                position(&index(&shown)),
                "{text} {found}"
            );
            assert_eq!(
                (&found["shown"], &found["lit"]),
                (&json!(shown), &json!(true)),
                "{text}"
            );
            cells += 1;
        }
        assert_eq!(
            string(report, "typed"),
            position(&typed),
            "{text} {typed:?}"
        );
        assert_eq!(index(&string(report, "back")), typed, "{text}");
    }
    assert!(cells > 3000, "{cells}");
}

#[test]
fn the_address_carries_the_text() {
    let Some(addresses) = reports("address") else {
        return;
    };
    assert_eq!(addresses.len(), 4);
    for report in addresses {
        assert_eq!(report["before"], report["text"]);
        assert_eq!(report["after"], report["text"]);
    }
    let [report] = reports("history").unwrap() else {
        panic!()
    };
    let [a, b] = [&report["chips"][0], &report["chips"][1]];
    assert_ne!(a, b);
    // Two choices, back, forward: box, address and title agree.
    for (step, text) in [a, b, a, b].into_iter().enumerate() {
        assert_eq!(report["steps"][step], json!([text, text, text]));
    }
}

#[test]
fn four_gibibytes() {
    let Some([report]) = reports("large") else {
        return;
    };
    let layout = Layout::parse(LARGE).unwrap();
    assert_eq!(layout.padded_bytes(), 1 << 32);
    let is_64 = reports("start").unwrap()[0]["is64"] == true;
    if !is_64 {
        // The 32-bit version says that it cannot.
        assert_ne!(report["error"], "");
        return;
    }
    assert_eq!(report["error"], "");
    let position = layout.offset(&last_index(LARGE));
    assert_eq!(report["position"], position.to_string());
    let byte = format!("byte {}", layout_core::util::words::grouped(position * 2));
    assert!(string(report, "answer").contains(&byte), "{report}");
    assert!(string(report, "bill").contains("4,294,967,296"), "{report}");
}

/// Hostile text stays text, in the box, the address, the other inputs and a dump.
#[test]
fn hostile_text() {
    let Some(reports) = reports("hostile") else {
        return;
    };
    assert_eq!(reports.len(), HOSTILE.len());
    for (report, text) in reports.iter().zip(HOSTILE) {
        assert_eq!(report["ran"], false, "{report}");
        let [before, after, loaded] = &report["elements"].as_array().unwrap()[..] else {
            panic!("{report}");
        };
        assert!(before == after && before == loaded, "{report}");
        assert_eq!(report["violations"], json!([]), "{report}");
        assert_eq!(report["box"], text);
        for error in ["error", "loaded"] {
            assert!(string(report, error).contains(text), "{report}");
        }
    }
}

/// A part of the text lights its panel, and the picture shows its step.
#[test]
fn parts_of_the_text() {
    let Some([report]) = reports("parts") else {
        return;
    };
    let parts = report["parts"].as_array().unwrap();
    let told: Vec<_> = parts
        .iter()
        .map(|part| (string(part, "text"), string(part, "step")))
        .collect();
    let (padded, tiled) = (
        "pad to whole tiles: 4 × 6",
        "tile (2,2): pad 3 × 5 to 4 × 6, cut into 2 × 2 × 3 × 2, string out as 2 × 3 × 2 × 2",
    );
    let expected = [
        ("f32", tiled),
        ("[3,5]", padded),
        ("{1,0", padded),
        ("T(2,2)", tiled),
    ];
    assert_eq!(
        told,
        expected.map(|(text, step)| (text.into(), step.into()))
    );
    // All cells of the padded array, of the tiles and of memory; the type has no panel.
    let cells: Vec<_> = parts.iter().map(|part| part["cells"].as_u64()).collect();
    assert_eq!(cells, [0, 24, 24, 24].map(Some));
    assert_eq!(report["after"], tiled);
    assert_eq!(report["still_lit"], 0);
}

/// The verdict, the elements that move and the loops of the copy.
#[test]
fn compared() {
    let Some([report]) = reports("compare") else {
        return;
    };
    let [a, b] = ["f32[4,6]{1,0:T(2,2)}", "f32[4,6]{1,0}"].map(|text| Layout::parse(text).unwrap());
    let moved = (0..24).filter(|i| a.offset(&[i / 6, i % 6]) != b.offset(&[i / 6, i % 6]));
    let moved = format!("{} of 24 elements move", moved.count());
    let plan = CopyPlan::new(&a, &b).unwrap().to_string();
    let verdict = string(report, "verdict");
    for part in ["Not a bitcast", &moved, &plan] {
        assert!(verdict.contains(part), "{part}: {verdict}");
    }
    // The element is lit in all pictures, typed or pointed at in the other layout's.
    assert_eq!(report["typed"], json!(["2,3", "2,3", "2,3"]));
    assert_eq!(report["hovered"], json!(["1,2", "1,2", "1,2"]));
    assert_eq!(report["beside"], true);
    let captions = ["f32[4,6]{1,0:T(2,2)}: 96 bytes", "f32[4,6]{1,0}: 96 bytes"];
    assert_eq!(report["captions"], json!(captions));
}

/// The answer is in the window, and an element whose cell is omitted has its tile and its lens.
#[test]
fn pictures_follow_the_element() {
    let Some(reports) = reports("follow") else {
        return;
    };
    assert_eq!(reports.len(), 9);
    for report in reports {
        let tile = match string(report, "index").as_str() {
            "9,130" => "5",
            "299,499" => "151",
            _ => "73", // row 18 of 4 tiles, column 1
        };
        assert_eq!(report["answers"], json!([true, true]), "{report}");
        assert_eq!(
            (&report["tile"], &report["lens"], &report["cell"]),
            (&json!(tile), &json!(true), &report["index"]),
            "{report}"
        );
    }
    for report in self::reports("opened").unwrap() {
        assert_eq!(report["lens"], true, "{report}");
    }
}

/// The address has all state, and what is copied is confirmed.
#[test]
fn the_address_holds_all_state() {
    let Some([report]) = reports("state") else {
        return;
    };
    let first = &report["first"];
    assert_eq!(first["title"], "f32[1000000,3]{0,1:T(4,128)}");
    assert_eq!(first["tpu"], true);
    assert_eq!(first["index"], "5,2");
    assert_eq!(first["other"], "f32[1000000,3]");
    assert_eq!(report["before"], report["after"], "{report}");
    let after = &report["after"];
    assert_eq!(after["language"], "LaTeX");
    assert!(string(after, "step").starts_with("the array"), "{after}");
    assert!(string(after, "located").contains("device 3"), "{after}");
    assert_eq!(
        report["hash"],
        "#f32[1000000,3]&tpu&step=0&at=999999,1&with=f32[1000000,3]\
         &sharding={devices=[4,1]%3C=[4]}&in=LaTeX"
    );
    let done = ["Link copied.", "Image copied.", "Formula copied."];
    assert_eq!(report["done"], json!(done));
    assert_eq!(
        (&report["is_address"], &report["formula"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(report["png"], json!(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(reports("embed").unwrap()[0]["visible"], json!(["svg"]));
}

/// What fields accept, mark as wrong and forget; steps of one height.
#[test]
fn fields_and_steps() {
    let Some([report]) = reports("fields") else {
        return;
    };
    assert_eq!(report["grouped"], "9,130");
    assert_eq!(report["wrong"], "true");
    let state = |invalid: &str, opacity: &str| json!({ "invalid": invalid, "opacity": opacity });
    assert_eq!(report["error"], state("true", "0.35"));
    assert_eq!(report["right"], state("false", "1"));
    assert_eq!(report["cleared"], json!(["", "", ""]));
    let steps = report["steps"].as_array().unwrap();
    for (n, step) in steps.iter().enumerate() {
        assert_eq!(step["height"], steps[0]["height"], "{report}");
        assert_eq!(step["has_pad"], false, "{report}");
        let value = format!("{} of 3: {}", n + 1, string(step, "name"));
        assert_eq!(step["value"], value);
    }
    assert!(report["texts"].as_u64() > Some(20), "{report}");
    assert_eq!(report["repeated"], 0);
}

#[test]
fn an_array_over_devices() {
    let Some([report]) = reports("sharding") else {
        return;
    };
    let (last, first) = (string(report, "last"), string(report, "first"));
    assert!(
        last.contains("on devices 2,3: tile 20, byte 41,134 of 43,008"),
        "{last}"
    );
    assert!(
        first.contains("(0,7) is (0,7) of the shard on devices 0,1: tile 0, byte 28"),
        "{first}"
    );
    assert_eq!(report["shards"], 2);
    assert_eq!(report["invalid"], "true");
    assert!(!string(report, "error").is_empty());
}

/// The page with both modules, as servers send it.
#[test]
fn the_page_is_small() {
    /// 472.8 KiB.
    const MAX_BYTES: usize = 484_147;
    if reports("start").is_none() {
        return;
    }
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.html");
    let Ok(gzip) = Command::new("gzip").args(["-9", "-c"]).arg(page).output() else {
        let _ = writeln!(std::io::stderr(), "\nskipped test: size: there is no gzip");
        return;
    };
    let len = gzip.stdout.len();
    println!("{len} bytes, {:.1} KiB", len as f64 / 1024.0);
    assert!((100_000..MAX_BYTES).contains(&len), "{len}");
}

/// One stop among the cells; arrows go along rows and columns.
#[test]
fn keyboard() {
    let Some([report]) = reports("keyboard") else {
        return;
    };
    assert_eq!(report["stops"], 1);
    assert_eq!(report["unlabelled"], json!([]));
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    // Within the array, to the padding at the row's end, and back.
    let steps = [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 2],
        [1, 1],
        [0, 1],
        [0, 5],
        [0, 0],
    ];
    let padded = Layout::parse("f32[4,6]{1,0:T(2,2)}").unwrap();
    let expected = steps.map(|[row, column]| {
        let index = match layout.checked_offset(&[row, column]) {
            Some(_) => format!("{row},{column}"),
            None => String::new(),
        };
        json!([index, padded.offset(&[row, column]).to_string()])
    });
    assert_eq!(report["told"], json!(expected));
}

#[test]
fn a_telephone() {
    let Some(reports) = reports("narrow") else {
        return;
    };
    assert_eq!(reports.len(), layouts().len());
    for report in reports {
        assert_eq!(report["overflow"], 0, "{report}");
    }
    let [cards] = self::reports("cards").unwrap() else {
        panic!()
    };
    assert_eq!(cards["display"], "block");
    assert!(cards["height"].as_f64() < Some(400.0), "{cards}");
}
