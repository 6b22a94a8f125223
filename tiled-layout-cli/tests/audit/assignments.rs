//! Buffer assignments: given themselves, within a proto, and beside the text of a module.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{DATA, json as report, run, text};
use crate::kinds::gzip;

const STEM: &str = "dump_kinds/step.cpu_after_optimizations";

/// An empty folder with this name.
fn folder(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What JAX's `memory_analysis()` says of the program.
fn exact() -> Value {
    json!({
        "arguments": 54_520,
        "results": 33_908,
        "donated": 30_800,
        "temporaries": 62_304,
        "peak": 54_520 + 33_908 - 30_800 + 62_304,
    })
}

#[track_caller]
fn assert_exact(report: &Value) {
    assert_eq!(report["exact"], true);
    for (name, bytes) in exact().as_object().unwrap() {
        assert_eq!(report["hbm"][name], *bytes, "{name}");
    }
}

#[test]
fn assignments_come_first() {
    for end in [".txt", ".hlo.pb", "-buffer-assignment.txt"] {
        assert_exact(&report(&["--json", &format!("{STEM}{end}")]));
        let text = text(&[&format!("{STEM}{end}")]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines = "arguments 53.2 KiB, results 33.1 KiB (30.1 KiB in donated arguments)";
        assert!(text.starts_with(lines), "{text}");
        assert!(
            text.contains(" temporaries 60.8 KiB at their peak"),
            "{text}"
        );
        assert!(text.contains(" HBM 117 KiB; VMEM 0; host 0 "), "{text}");
    }
}

#[test]
fn assignments_beside_a_dump() {
    let from = |end: &str| fs::read(format!("{DATA}/{STEM}{end}")).unwrap();
    let (module, assignment) = (from(".txt"), from("-buffer-assignment.txt"));
    let cases = [
        ("m.txt", "m-buffer-assignment.txt", true),
        ("m.txt", "m-buffer-assignment.txt.gz", true),
        ("m.txt.gz", "m-buffer-assignment.txt", true),
        ("m.txt.gz", "m-buffer-assignment.txt.gz", true),
        ("m.txt", "n-buffer-assignment.txt", false),
        ("m.hlo", "m-buffer-assignment.txt", false),
    ];
    let write = |path: &str, bytes: &[u8]| {
        if path.ends_with(".gz") {
            fs::write(path, gzip(bytes)).unwrap()
        } else {
            fs::write(path, bytes).unwrap()
        }
    };
    for (number, (dump, beside, is_exact)) in cases.into_iter().enumerate() {
        let folder = folder(&format!("assignment_{number}"));
        let dump = format!("{folder}/{dump}");
        write(&dump, &module);
        write(&format!("{folder}/{beside}"), &assignment);
        let report = report(&["--json", &dump]);
        if is_exact {
            assert_exact(&report)
        } else {
            assert_eq!(report["exact"], false, "{dump} {beside}")
        }
    }
}

/// An assignment that is not the module's is left out, with a word.
#[test]
fn other_assignments_beside_a_dump() {
    let folder = folder("assignment_of_another_module");
    let dump = format!("{folder}/m.txt");
    fs::copy(format!("{DATA}/{STEM}.txt"), &dump).unwrap();
    let other = format!("{DATA}/dump_kinds/cpu.cpu_after_optimizations-buffer-assignment.txt");
    let other = fs::read(other).unwrap();
    for (content, reason) in [
        (&other[..], "it is not the buffer assignment of this module"),
        (b"", "this is an empty file"),
    ] {
        fs::write(format!("{folder}/m-buffer-assignment.txt"), content).unwrap();
        let output = run(&["--json", &dump]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["exact"], false);
        assert_eq!(report["hbm"]["arguments"], 54_520);
        let error = String::from_utf8(output.stderr).unwrap();
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(error.contains(reason), "{error}");
    }
}
