//! Modules as text: totals, tables, limits, comparisons.

use serde_json::Value;

use super::*;

/// The figures that the compiler printed beside the dumps.
#[test]
fn parameters_are_the_compilers_argument_bytes() {
    let table = std::fs::read_to_string(format!("{DATA}/hlo_memory.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let files: Vec<String> = rows.iter().map(|row| dump(row[0])).collect();
    let mut arguments = vec!["--json"];
    arguments.extend(files.iter().map(String::as_str));
    let text = text(&arguments);
    let reports: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(reports.len(), 32);
    for ((report, row), file) in reports.iter().zip(&rows).zip(&files) {
        assert_eq!(report["file"], **file);
        assert_eq!(report["hbm"]["arguments"].to_string(), row[1], "{file}");
        assert_eq!(report["skipped_count"], 0, "{file}");
    }
}

/// By hand: the argument, the result, and within the fusion the broadcast of a scalar. Its other
/// arrays are names of the first two. 1,000,000 x 3 elements take 4 x 1,000,064.
#[test]
fn every_figure_of_a_small_dump() {
    let report = json(&["--json", "--all", &dump("skinny")]);
    for (key, value) in [
        ("instructions", 6),
        ("arrays", 4),
        ("other_names", 2),
        ("layouts", 2),
        ("logical_bytes", 3 * 12_000_000 + 4),
        ("padded_bytes", 3 * 16_001_024 + 512),
    ] {
        assert_eq!(report[key], value, "{key}");
    }
    assert_eq!(report["hbm"]["arguments"], 16_001_024);
    assert_eq!(report["entry"]["arrays"], 2);
    let worst = report["worst"].as_array().unwrap();
    assert_eq!(worst.len(), 2);
    for (key, value) in [
        ("instruction", Value::from("x.1")), // the first one in the entry computation
        ("layout", "f32[1000000,3]{0,1:T(4,128)}".into()),
        ("count", 3.into()),
        ("logical_bytes", 36_000_000.into()),
        ("padded_bytes", 48_003_072.into()),
        ("cause", "dimension 1 of 3 rounds up to 4".into()),
    ] {
        assert_eq!(worst[0][key], value, "{key}");
    }
}

#[test]
fn one_computation() {
    let all = json(&["--json", &dump("skinny")]);
    assert_eq!(all["arrays"], 2);
    assert_eq!(all["left_out"]["arrays"], 2);
    let entry = json(&["--json", "--computation", "ENTRY", &dump("skinny")]);
    assert_eq!(entry["arrays"], 2);
    for field in ["arguments", "results", "donated"] {
        assert_eq!(entry["hbm"][field], all["hbm"][field]);
    }
    assert_eq!(entry["hbm"]["peak"], Value::Null);
    assert_eq!(entry["entry"], all["entry"]);
    let named = json(&["--json", "--computation", "%main.1", &dump("skinny")]);
    assert_eq!(named, entry);
    let fused = json(&[
        "--json",
        "--computation",
        "fused_computation",
        &dump("skinny"),
    ]);
    assert_eq!(
        (&fused["arrays"], &fused["other_names"]),
        (&3.into(), &1.into())
    );
    assert_eq!(fused["hbm"]["arguments"], Value::Null);
}

#[test]
fn a_table_that_fits() {
    let text = text(&["--top", "1", &dump("gpt_train")]);
    assert!(!text.contains('\x1b'), "colours without a terminal: {text}");
    assert!(
        text.contains("  bf16[8,383,32000]{2,1,0:T(8,128)(2,1)}\n"),
        "{text}"
    );
    assert!(
        text.contains("dimension 1 of 383 rounds up to 384"),
        "{text}"
    );
    assert!(
        text.contains("1.95 MiB       3  dimension of 383 rounds up to 384"),
        "{text}"
    );
    assert!(text.contains("more layouts"), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn least_waste() {
    let rows = |arguments: &[&str]| {
        let report = json(&[&["--json", "--top", "1000"], arguments].concat());
        report["worst"].as_array().unwrap().clone()
    };
    let file = dump("gpt_train");
    let (all, some) = (rows(&[&file]), rows(&["--min-waste", "50%", &file]));
    let is_wasteful = |row: &&Value| {
        let padding =
            row["padded_bytes"].as_u64().unwrap() - row["logical_bytes"].as_u64().unwrap();
        2 * padding >= row["logical_bytes"].as_u64().unwrap()
    };
    let expected: Vec<Value> = all.iter().filter(is_wasteful).cloned().collect();
    assert!(!some.is_empty() && some.len() < all.len());
    assert_eq!(some, expected);
}

#[test]
fn a_limit_sets_the_exit_code() {
    let file = dump("skinny"); // a third more
    for (limit, code) in [("34%", 0), ("33%", 1), ("0", 1), ("much", 2)] {
        let output = run(&["--fail-above", limit, &file]);
        assert_eq!(output.status.code(), Some(code), "{limit}");
    }
    let output = run(&["--fail-above", "20%", &dump("fp8"), &file]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("padding adds 33.3% to the arrays of"),
        "{error}"
    );
}

#[test]
fn standard_input_and_compressed_files() {
    let text = std::fs::read(format!("{DATA}/{}", dump("sort"))).unwrap();
    let mut compressed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    compressed.write_all(&text).unwrap();
    let compressed = compressed.finish().unwrap();

    let mut expected = json(&["--json", &dump("sort")]);
    expected["file"] = "standard input".into();
    for input in [&text, &compressed] {
        let report = text_of_input(&["--json"], input);
        assert_eq!(serde_json::from_str::<Value>(&report).unwrap(), expected);
    }

    let cut = temporary("cut.gz", &compressed[..compressed.len() / 2]);
    let error = error(&["--json", cut.to_str().unwrap()]);
    assert!(error.contains("its data breaks off"), "{error}");
}

/// The figures are those of the report: 6.00G for 48.00M, 32.00G for 1.00G.
#[test]
fn memory_reports() {
    let report = "\
Ran out of memory in memory space hbm. Used 41.74G of 16.00G hbm.

  Largest program allocations in hbm:

  1. Size: 32.00G
     Operator: op_type=\"FloorMod\" op_name=\"update/FloorMod\"
     Shape: s32[8388608,8,4]{2,1,0:T(8,128)}
     Unpadded size: 1.00G
     Extra memory due to padding: 31.00G (32.0x expansion)
     XLA label: %copy.40 = s32[8388608,8,4]{2,1,0:T(8,128)} copy(s32[8388608,8,4]{0,2,1:T(4,128)} %g...
     Allocation type: HLO temp
     ==========================

2020-05-04 09:05:40.719785: E 1578 xla_util.cc:76]   2. Size: 6.00G
2020-05-04 09:05:40.719796: E 1578 xla_util.cc:76]      Shape: u32[12582912,1]{1,0:T(8,128)}
2020-05-04 09:05:40.719805: E 1578 xla_util.cc:76]      Unpadded size: 48.00M
2020-05-04 09:05:40.719846: E 1578 xla_util.cc:76]      Extra memory due to padding: 5.95G (128.0x expansion)
";
    let json: Value = serde_json::from_str(&text_of_input(&["--json"], report.as_bytes())).unwrap();
    assert_eq!(
        (&json["instructions"], &json["allocations"]),
        (&0.into(), &2.into())
    );
    let worst = json["worst"].as_array().unwrap();
    for (row, (name, line, padded, logical)) in worst.iter().zip([
        ("copy.40", 7, 32 << 30, 1 << 30),
        ("", 15, 6u64 << 30, 48 << 20),
    ]) {
        assert_eq!(row["instruction"], name);
        assert_eq!(row["line"], line);
        assert_eq!(row["padded_bytes"], padded);
        assert_eq!(row["logical_bytes"], logical);
    }
    let shown = text_of_input(&[], report.as_bytes());
    assert!(shown.contains("a memory report, 2 allocations"), "{shown}");
}

#[test]
fn what_grew() {
    let old = "ENTRY e {\n p = f32[8,128]{1,0:T(8,128)} parameter(0)\n q = f32[9] parameter(1)\n}";
    let new = "ENTRY e {\n p = f32[9,128]{1,0:T(8,128)} parameter(0)\n q = f32[9] parameter(1)\n}";
    let old = temporary("old.txt", old.as_bytes());
    let new = temporary("new.txt", new.as_bytes());
    let (old, new) = (old.to_str().unwrap(), new.to_str().unwrap());
    let report = text(&["--diff", old, new]);
    assert!(report.contains("+4.00 KiB"), "{report}");
    assert!(report.contains("f32[8 -> 9,128]{1,0:T(8,128)}"), "{report}");
    assert!(!report.contains("f32[9] "), "{report}");

    let report = json(&["--json", "--diff", old, new]);
    assert_eq!(report["parameters"][1]["padded_bytes"], 16 * 128 * 4 + 36);
    let changes = report["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0]["layout"], "f32[9,128]{1,0:T(8,128)}");
    assert_eq!(changes[0]["old_layout"], "f32[8,128]{1,0:T(8,128)}");

    // Instructions without a counterpart are counted by layout.
    let other =
        "ENTRY e {\n r = f32[9,128]{1,0:T(8,128)} parameter(0)\n q = f32[9] parameter(1)\n}";
    let other = temporary("other.txt", other.as_bytes());
    let report = json(&["--json", "--diff", old, other.to_str().unwrap()]);
    let changes = report["changes"].as_array().unwrap();
    assert_eq!(changes[0]["layout"], "f32[9,128]{1,0:T(8,128)}");
    assert_eq!(changes[1]["layout"], "f32[8,128]{1,0:T(8,128)}");
    assert_eq!(changes[1]["new"]["arrays"], 0);

    assert!(text(&["--diff", old, old]).contains("the same"));
    assert_eq!(run(&["--diff", old]).status.code(), Some(2));
}

/// Parts of a file end within lines, and lines are longer than a part and than
/// what is kept of a line.
#[test]
fn long_files_and_long_lines() {
    let line =
        |number: usize| format!("  %p.{number} = f32[3,5]{{1,0:T(2,2)}} parameter({number})\n");
    let mut input = String::from("ENTRY %e (p: f32[3,5]) -> f32[3,5] {\n");
    input.extend((0..50_000).map(line));
    for len in [100_000, 1 << 20, 3 << 20, 9 << 20] {
        input.push_str("  %c = f32[2]{0} constant({");
        input.push_str(&"1, ".repeat(len / 3));
        input.push_str("})\n");
        input.push_str(&line(1));
    }
    input.push_str("  %cut = (f32[2]{0}");
    input.push_str(&", f32[2]{0}".repeat(600_000));
    input.push_str(") tuple()\n  broken\n  %t = f32[?] last()");
    let report = text_of_input(&["--json"], input.as_bytes());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["instructions"], 50_000 + 4 + 4 + 1);
    // Each is 96 bytes, rounded up.
    assert_eq!(report["hbm"]["arguments"], 50_004 * 512);
    assert_eq!(report["arrays"], 50_004 + 4);
    let lines: Vec<_> = report["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| &s["line"])
        .collect();
    assert_eq!(lines, [50_010, 50_012]);
}

#[test]
fn more_layouts_than_are_kept() {
    let lines = (1..=80_000).map(|n| format!("  %p.{n} = f32[{n}]{{0:T(128)}} parameter({n})\n"));
    let input: String = std::iter::once("ENTRY %e {\n".to_owned())
        .chain(lines)
        .collect();
    let report: Value =
        serde_json::from_str(&text_of_input(&["--json", "--top", "1"], input.as_bytes())).unwrap();
    assert_eq!(report["layouts"], 80_000);
    assert_eq!(report["arrays"], 80_000);
    let padded: u64 = (1..=80_000u64).map(|n| n.next_multiple_of(128) * 4).sum();
    assert_eq!(report["padded_bytes"], padded);
    let worst = &report["worst"][0];
    let padding =
        worst["padded_bytes"].as_u64().unwrap() - worst["logical_bytes"].as_u64().unwrap();
    assert_eq!(padding, 127 * 4);
}

#[test]
fn mistakes_of_the_caller() {
    for arguments in [&["no such file"][..], &[DATA], &["--top", "x"]] {
        error(arguments);
    }
}

/// Escape sequences of names, labels and files never reach the terminal.
#[test]
fn what_a_terminal_would_obey_is_escaped() {
    let evil = "\x1b]0;owned\x07\u{9b}2J\u{202e}";
    let dump = format!(
        "ENTRY e {{\n %{evil} = f32[8,129]{{1,0:T(8,128)}} parameter(0)\n \
         %q = f32[2,2]{{1,1}} parameter(1)\n}}"
    );
    let report = format!(
        "  1. Size: 6.00G\n     Shape: f32[8,130]{{1,0:T(8,128)}}\n     XLA label: %{evil} = f32[]"
    );
    let dump = temporary(&format!("dump{evil}.txt"), dump.as_bytes());
    let report = temporary("report.txt", report.as_bytes());
    let (dump, report) = (dump.to_str().unwrap(), report.to_str().unwrap());
    let bad_option = format!("--{evil}");
    for arguments in [
        &[dump][..],
        &[report],
        &["--json", dump],
        &["--diff", dump, report],
        &["--diff", "--json", dump, report],
        &["--fail-above", "1", dump],
        &["--computation", evil, dump],
        &["--top", "1", "--computation", "ENTRY", dump],
        &[evil],
        &["--top", evil],
        &[&bad_option],
    ] {
        for force_colors in ["0", "1"] {
            let output = command(arguments)
                .env("CLICOLOR_FORCE", force_colors)
                .output()
                .unwrap();
            for bytes in [output.stdout, output.stderr] {
                let text = String::from_utf8(bytes).unwrap();
                assert!(!text.contains("\x1b]"), "{arguments:?}: {text:?}");
                for hidden in ['\x07', '\u{9b}', '\u{202e}'] {
                    assert!(!text.contains(hidden), "{arguments:?}: {text:?}");
                }
            }
        }
    }
    assert!(text(&[dump]).contains(r"%\u001b]0;owned\u0007\u009b2J\u202e"));
    let error = String::from_utf8(run(&[&bad_option]).stderr).unwrap();
    assert!(error.contains(r"--\u001b]0;owned"), "{error}");
}
