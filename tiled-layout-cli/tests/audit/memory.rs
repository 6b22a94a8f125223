//! The memory of a module: its arguments, its results, its peak, and what is alive there.

use layout_oracle::data;
use serde_json::Value;

use super::*;

fn case(name: &str) -> String {
    format!("peak/cases/{name}.txt")
}

fn report(arguments: &[&str], input: &str) -> Value {
    let arguments = [&["--json"], arguments].concat();
    serde_json::from_str(&text_of_input(&arguments, input.as_bytes())).unwrap()
}

/// Checks that a text has a sentence, which may be wrapped.
#[track_caller]
fn says(shown: &str, sentence: &str) {
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(words.join(" ").contains(sentence), "{shown}");
}

/// Checks the first lines of a text.
#[track_caller]
fn begins(shown: &str, lines: &[&str]) {
    let first = shown.lines().next().unwrap_or_default();
    assert_eq!(
        shown.lines().take(lines.len()).collect::<Vec<_>>(),
        lines,
        "{first}"
    );
}

/// Figures of small modules that were worked out by hand.
#[test]
fn json_of_small_modules() {
    let rows = data::rows("peak/cases.tsv");
    assert_eq!(rows.len(), 13);
    for row in rows {
        let report = json(&["--json", &case(&row[0])]);
        assert_eq!(report["schema"], 2);
        assert_eq!(report["exact"], false);
        assert_eq!(report.get("parameters"), None);
        let expected = |column: usize| row[column].parse::<u64>().map_or(Value::Null, Value::from);
        let hbm = &report["hbm"];
        for (field, column) in [
            ("arguments", 1),
            ("results", 2),
            ("donated", 3),
            ("temporaries", 4),
            ("padding_at_peak", 5),
        ] {
            assert_eq!(hbm[field], expected(column), "{}: {field}", row[0]);
        }
        let figure = |column: usize| expected(column).as_u64();
        let peak = figure(4).map(|bytes| figure(1).unwrap() + figure(2).unwrap() + bytes);
        let peak = peak.map(|bytes| bytes - figure(3).unwrap());
        assert_eq!(hbm["peak"].as_u64(), peak, "{}", row[0]);
        // A memory without arrays is null.
        match figure(6) {
            None | Some(0) => assert_eq!(report["vmem"], Value::Null, "{}", row[0]),
            Some(bytes) => assert_eq!(report["vmem"]["temporaries"], bytes, "{}", row[0]),
        }
        match [7, 8].map(figure) {
            [Some(0), Some(0)] => assert_eq!(report["host"], Value::Null, "{}", row[0]),
            host => {
                let fields = ["arguments", "results"].map(|field| report["host"][field].as_u64());
                assert_eq!(fields, host, "{}", row[0]);
            }
        }
        match &*row[10] {
            "-" => assert_eq!(report["peak_at"], Value::Null, "{}", row[0]),
            name => assert_eq!(report["peak_at"]["instruction"], *name, "{}", row[0]),
        }
        // The rows at the peak add up to it.
        let alive = report["at_peak"].as_array().unwrap().iter();
        let alive: u64 = alive.map(|array| array["bytes"].as_u64().unwrap()).sum();
        assert_eq!(alive, peak.unwrap_or(0), "{}", row[0]);
    }
}

#[test]
fn text_of_small_modules() {
    let shown = text(&[&case("02_while_inplace")]);
    begins(
        &shown,
        &[
            "arguments 4.00 KiB, results 4.00 KiB",
            "temporaries at most 20.5 KiB at their peak, 508 B of it padding, at %e (body of the while at line",
            "37)",
            "HBM at most 28.5 KiB; VMEM 0; host 0",
            "peak/cases/02_while_inplace.txt: 21 instructions, 9 buffers of 4 layouts",
        ],
    );
    let shown = text(&[&case("03_copy_start_vmem")]);
    begins(
        &shown,
        &[
            "arguments 4.00 KiB, results 4.00 KiB",
            "temporaries at most 4.00 KiB at their peak, at %n",
            "HBM at most 12.0 KiB; VMEM 4.00 KiB; host 0",
        ],
    );
    assert!(
        shown.contains("\n    temporary %n, lines 6 to 8\n"),
        "{shown}"
    );
    says(&shown, "which operands and results share");
    // Without temporaries, nothing is about.
    let shown = text(&[&case("04_donation")]);
    begins(
        &shown,
        &[
            "arguments 8.00 KiB, results 8.00 KiB (4.00 KiB in donated arguments)",
            "no temporaries",
            "HBM 12.0 KiB; VMEM 0; host 0",
        ],
    );
    assert!(
        shown.contains("\nLargest arguments and results in HBM\n"),
        "{shown}"
    );
    let shown = text(&[&case("10_host")]);
    assert!(
        shown.contains("\nHBM at most 12.0 KiB; VMEM 0; host 8.00 KiB\n"),
        "{shown}"
    );
    assert!(shown.contains("  in host memory\n"), "{shown}");
    says(&shown, "4 names of other buffers are left out.");
    let shown = text(&[&case("11_not_scheduled")]);
    begins(
        &shown,
        &[
            "arguments 4.00 KiB, results 4.00 KiB",
            "distinct arrays 16.0 KiB, not all alive at once; no peak: the module is not scheduled",
            "peak/cases/11_not_scheduled.txt: 4 instructions, 4 arrays of 1 layout",
        ],
    );
}

/// A compiler that says which arrays may share a buffer: the peak is about what it reserves.
#[test]
fn peaks_are_about() {
    let shown = text(&["peak/v5e_tscan.txt"]);
    begins(
        &shown,
        &[
            "arguments 318 MiB, results 302 MiB",
            "temporaries about 3.36 GiB at their peak, 89.2 MiB of it padding, at %fusion.244 (body of the while",
            "at line 1,236)",
            "HBM about 3.96 GiB; VMEM 165 MiB; host 0",
        ],
    );
    says(&shown, "up to a tenth of the temporaries");
    says(&shown, "The sums are exact");
    says(&shown, "524 names of other buffers are left out.");
    let report = json(&["--json", "--top", "3", "peak/v5e_tscan.txt"]);
    let at = &report["peak_at"];
    assert_eq!(
        (&at["instruction"], &at["line"]),
        (&"fusion.244".into(), &1048.into())
    );
    assert!(at["computation"].as_str().unwrap().starts_with("wide.wide"));
    let first = &report["at_peak"][0];
    for (key, value) in [
        ("instruction", Value::from("custom-call.4")),
        ("layout", "f32[6,4,10,1000,1000]{3,4,2,1,0:T(8,128)}".into()),
        ("bytes", 983_040_000.into()), // 6 x 4 x 10 x 1,024 x 1,000 x 4
        ("padding", 23_040_000.into()),
        ("role", "temporary".into()),
        ("from_line", 1169.into()),
        ("to_line", 1245.into()),
        ("source", "big.py:38".into()),
    ] {
        assert_eq!(first[key], value, "{key}");
    }
    assert_eq!(report["at_peak"].as_array().unwrap().len(), 3);
    // Small temporaries are mostly granules: no share is said.
    let shown = text(&["peak/v5p_bools.txt"]);
    assert!(
        shown.contains("\ntemporaries about 48.0 KiB at their peak"),
        "{shown}"
    );
    assert!(!shown.contains("a tenth"), "{shown}");
}

/// Of each memory, the most padding first; HBM before the others, which are named.
#[test]
fn padding_in_hbm_comes_first() {
    let report = json(&["--json", "--top", "100", "hlo/conv.txt"]);
    let causes = report["causes"].as_array().unwrap();
    let worst = report["worst"].as_array().unwrap();
    for rows in [causes, worst] {
        let padding = |row: &Value| {
            row["padded_bytes"].as_u64().unwrap() - row["logical_bytes"].as_u64().unwrap()
        };
        let keys = rows
            .iter()
            .map(|row| (row["memory"] != "HBM", u64::MAX - padding(row)));
        let keys: Vec<_> = keys.collect();
        assert!(keys.is_sorted(), "{rows:?}");
        assert!(!keys[0].0 && keys.last().unwrap().0, "{rows:?}");
    }
    for row in worst {
        let is_of_vmem = row["layout"].as_str().unwrap().contains("S(1)");
        assert_eq!(row["memory"] == "VMEM", is_of_vmem, "{row}");
    }
    let shown = text(&["hlo/conv.txt"]);
    assert!(shown.contains(" rounds up to 128, in VMEM\n"), "{shown}");
    assert!(shown.contains("\n    in VMEM; dimension "), "{shown}");
}

const NAMES: &str = "\
ENTRY %e (p: f32[9,128]) -> f32[9,128] {
  %p = f32[9,128]{1,0:T(8,128)} parameter(0)
  %a = f32[1024,128]{1,0:T(8,128)} custom-call(%p)
  %b = f32[1024,128]{1,0:T(8,128)} bitcast(%a)
  %t = (f32[1024,128]{1,0:T(8,128)}, f32[1024,128]{1,0:T(8,128)}) tuple(%a, %b)
  ROOT %r = f32[9,128]{1,0:T(8,128)} custom-call(%t)
}
";

/// By hand: `p` and `r` of 9 x 128 need 16 x 128, 8,192 bytes for 4,608; `a` of 524,288 bytes has
/// no padding and four names.
#[test]
fn limits_and_comparisons_count_buffers() {
    let head = "HloModule m, is_scheduled=true\n\n";
    let scheduled = temporary("scheduled.txt", (head.to_owned() + NAMES).as_bytes());
    let scheduled = scheduled.to_str().unwrap();
    let free = temporary(
        "free.txt",
        ("HloModule m\n\n".to_owned() + NAMES).as_bytes(),
    );
    let free = free.to_str().unwrap();
    let (once, padding) = (524_288, 2 * (8192 - 4608));
    let of_buffers = 100.0 * f64::from(padding) / f64::from(once + 2 * 4608);
    let of_arrays = 100.0 * f64::from(padding) / f64::from(4 * once + 2 * 4608);
    assert!(of_buffers > 1.34 && of_arrays < 0.35);
    for (file, limit, code) in [
        (scheduled, "1.34%", 1),
        (scheduled, "1.35%", 0),
        // All arrays, as of StableHLO: the order, and thus what shares memory, is not known.
        (free, "0.34%", 1),
        (free, "0.35%", 0),
    ] {
        let output = run(&["--fail-above", limit, file]);
        assert_eq!(output.status.code(), Some(code), "{file} {limit}");
    }
    let compared = json(&["--json", "--diff", scheduled, free]);
    assert_eq!(compared["all"][0]["padded_bytes"], once + 2 * 8192);
    assert_eq!(compared["all"][1]["padded_bytes"], 4 * once + 2 * 8192);
    // What is alive at most at the same time is not known, but what is distinct is.
    let shown = text(&[free]);
    begins(
        &shown,
        &[
            "arguments 8.00 KiB, results 8.00 KiB",
            "distinct arrays 528 KiB, not all alive at once; no peak: the module is not scheduled",
        ],
    );
    says(&shown, "3 names of other buffers are counted, too.");
    let shown = text(&[scheduled]);
    says(&shown, "3 names of other buffers are left out.");
}

#[test]
fn no_peak_of_parts_and_of_several_modules() {
    let conv = dump("conv");
    let whole = json(&["--json", &conv]);
    for (options, reason) in [
        (&["--all"][..], "arrays within fusions are counted, too"),
        (
            &["--computation", "ENTRY"],
            "only one computation is counted",
        ),
    ] {
        let report = json(&[options, &["--json", &conv]].concat());
        assert_eq!(report["no_peak"], reason);
        assert_eq!(report["hbm"]["arguments"], whole["hbm"]["arguments"]);
        for field in ["temporaries", "peak", "padding_at_peak"] {
            assert_eq!(report["hbm"][field], Value::Null, "{field}");
        }
        assert_eq!(report["at_peak"].as_array().unwrap().len(), 0);
        let shown = text(&[options, &[&conv]].concat());
        assert!(
            !shown.contains("at their peak") && !shown.contains("HBM 1"),
            "{shown}"
        );
    }
    // The buffers that the body defines, `e`, `one` and `i1`: not its parameter.
    let file = case("02_while_inplace");
    let body = json(&["--json", "--computation", "body", &file]);
    assert_eq!(body["arrays"], 3);
    assert_eq!(body["hbm"]["arguments"], Value::Null);
    let content = std::fs::read_to_string(format!("{DATA}/{conv}")).unwrap();
    let twice = report(&[], &content.repeat(2));
    assert_eq!(twice["no_peak"], "the file has several modules");
    let arguments = whole["hbm"]["arguments"].as_u64().unwrap();
    assert_eq!(twice["hbm"]["arguments"], 2 * arguments);
    assert_eq!(twice["hbm"]["peak"], Value::Null);
    let shown = text_of_input(&[], content.repeat(2).as_bytes());
    says(&shown, "no peak: the file has several modules");
    // A computation after its caller is legal.
    let (computations, entry) = content.split_at(content.find("\nENTRY").unwrap());
    let is_run = entry.contains(" while(") || entry.contains(" call(");
    assert!(!is_run && !computations.is_empty());
    let text = std::fs::read_to_string(format!("{DATA}/{}", case("07_call"))).unwrap();
    let (before, entry) = text.split_at(text.find("\nENTRY").unwrap());
    let (head, callee) = before.split_at(before.find("\n\n").unwrap());
    let late = report(&[], &format!("{head}\n{entry}\n{callee}\n"));
    assert_eq!(
        late["no_peak"],
        "a computation comes after one that runs it"
    );
    assert_eq!(late["hbm"]["peak"], Value::Null);
}

/// Other files have arguments, if these are known, and no peak.
#[test]
fn other_files_have_no_peak() {
    for (file, arguments) in [
        (
            "stablehlo/layout_mode_tiled.mlir",
            Value::from(384 * 504 * 2),
        ),
        ("oom/gpu_peak_buffers.txt", (384 << 10).into()),
        ("oom/hbm_v5e.txt", Value::Null),
    ] {
        let report = json(&["--json", file]);
        assert_eq!(report["hbm"]["arguments"], arguments, "{file}");
        for field in ["results", "temporaries", "peak", "padding_at_peak"] {
            assert_eq!(report["hbm"][field], Value::Null, "{file}: {field}");
        }
        for field in ["vmem", "host", "peak_at", "no_peak"] {
            assert_eq!(report[field], Value::Null, "{file}: {field}");
        }
        assert!(!text(&[file]).contains("at their peak"));
    }
}

/// What was not read is not zero.
#[test]
fn skipped_arrays_are_not_in_the_figures() {
    let module = "HloModule m, is_scheduled=true\n\nENTRY %e (p: f32[?]) -> f32[8] {\n  \
                  %p = f32[?] parameter(0)\n  ROOT %r = f32[8]{0} custom-call(%p)\n}\n";
    let shown = text_of_input(&[], module.as_bytes());
    begins(
        &shown,
        &[
            "arguments 0, results 32 B",
            "no temporaries",
            "HBM 32 B; VMEM 0; host 0",
            "without one array that was skipped",
        ],
    );
    assert!(!shown.contains("exact"), "{shown}");
}
