//! Dumps that are dropped on the page.

use std::path::Path;

use layout_oracle::data;
use layout_runtime::Layout;
use layout_xla::audit::Audit;
use layout_xla::tally::Options;
use serde_json::Value;

use crate::{reports, string};

/// A dump of a module, in one of its two forms.
pub(crate) fn module(file: &str) -> (&'static str, Vec<u8>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/dump_kinds");
    let bytes = std::fs::read(folder.join(file)).unwrap();
    ("application/octet-stream", bytes)
}

/// A dump of 300 MB is read beside the page, which answers meanwhile.
#[test]
fn a_large_dump() {
    let Some([report]) = reports("dump") else {
        return;
    };
    assert!(report["size"].as_u64() > Some(300_000_000), "{report}");
    assert_eq!(report["during"]["reading"], true);
    let answer = string(&report["during"], "answer");
    let expected = Layout::parse("f32[3,5]{1,0:T(2,2)}")
        .unwrap()
        .offset(&[2, 3]);
    assert!(
        answer.contains(&format!("position {expected},")),
        "{answer}"
    );
    assert!(report["values"].as_u64() > Some(20), "{report}");
    let (whole, longest) = (&report["milliseconds"], &report["longest"]);
    // Its own clock ticks on, too.
    assert!(report["ticks"].as_u64() > Some(100), "{report}");
    println!(
        "{} bytes in {whole} ms; the page answered within {longest} ms",
        report["size"]
    );
    let mut audit = Audit::new(Options::default());
    audit.read(data::dump("gpt_train").as_bytes()).unwrap();
    let arrays = (540 * audit.finish().unwrap().all().arrays).to_string();
    let digits: String = string(report, "table").replace(',', "");
    assert!(digits.contains(&arrays), "{arrays}: {report}");
}

/// A serialized module and its text have one table, which is sorted and filtered.
#[test]
fn audit_table() {
    let Some([report]) = reports("audit") else {
        return;
    };
    let [proto, text] = ["proto", "text"].map(|kind| report[kind].as_array().unwrap());
    assert!(proto.len() > 3, "{report}");
    // Layouts with as much padding are in the order of lines, which a proto does not have.
    let sorted = |layouts: &[Value]| {
        let mut layouts: Vec<String> = layouts.iter().map(Value::to_string).collect();
        layouts.sort();
        layouts
    };
    assert_eq!(sorted(proto), sorted(text));
    // The order of the command: the most padding first.
    let paddings: Vec<_> = proto
        .iter()
        .map(|layout| {
            let layout = Layout::parse(layout.as_str().unwrap()).unwrap();
            layout.padded_bytes() - layout.num_bytes()
        })
        .collect();
    assert_eq!(paddings.iter().max(), paddings.first());
    assert!(string(report, "head").starts_with("arguments "), "{report}");
    let mut sorted = proto.clone();
    sorted.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    assert_eq!(report["by_layout"].as_array(), Some(&sorted));
    let by_name = report["by_name"].as_array().unwrap();
    assert!(
        !by_name.is_empty() && by_name.len() < proto.len(),
        "{report}"
    );
    assert_eq!(report["opened"], by_name[0]);
}
