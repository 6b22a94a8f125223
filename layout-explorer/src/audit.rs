//! The arrays of a dump, as `layout audit` counts them.

use std::collections::BTreeMap;

use layout_core::util::words::{byte_size, count};
use layout_xla::audit::{self, AuditError};
use layout_xla::tally::{AliveArray, Cause, Kind, Options, Tally, Total};
use serde_json::{Value, json};

/// The maximum number of rows of a table.
const MAX_ROWS: usize = 500;
/// The maximum number of arrays at the peak, which is the command's.
const MAX_ALIVE: usize = 20;
/// The maximum number of causes.
const MAX_CAUSES: usize = 10;
/// The maximum number of names kept per row, for the filter of the table.
const MAX_NAMES: usize = 40;

/// The arrays of a dump that is read in pieces of any length.
#[derive(Debug)]
pub struct Audit {
    audit: audit::Audit,
    failed: Option<AuditError>,
}

impl Default for Audit {
    fn default() -> Self {
        let options = Options {
            keeps_names: true,
            ..Options::default()
        };
        Audit {
            audit: audit::Audit::new(options),
            failed: None,
        }
    }
}

impl Audit {
    /// Reads the next piece.
    pub fn feed(&mut self, piece: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.audit.read(piece).err();
        }
    }

    /// Returns the memory at its peak, the totals, the causes of padding, and a table, the layouts
    /// with the most padding first, as JSON text.
    #[must_use]
    pub fn finish(self) -> String {
        match self.failed.map_or_else(|| self.audit.finish(), Err) {
            Ok(tally) => found(&tally).to_string(),
            Err(error) => json!({ "failed": error.to_string(), "arrays": 0 }).to_string(),
        }
    }
}

fn found(tally: &Tally) -> Value {
    let mut names: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for (name, row) in tally.names() {
        let names = names.entry(row.number).or_default();
        if names.len() < MAX_NAMES {
            names.push(name);
        }
    }
    // The order of the command, then the layouts without padding.
    let mut rows = tally.worst(0.0);
    let mut rest: Vec<_> = tally
        .rows()
        .filter(|row| row.total.wasted_bytes() == 0)
        .collect();
    rest.sort_by_key(|row| (u64::MAX - row.total.padded_bytes, &row.text));
    rows.extend(rest);
    rows.truncate(MAX_ROWS);
    let rows = rows.into_iter().map(|row| {
        let mut value = figures(&row.total);
        let (layout, names) = (row.layout(), names.remove(&row.number));
        let cause = Cause::of(&layout);
        value["layout"] = json!(row.text);
        value["names"] = json!(names.unwrap_or_default());
        value["cause"] = json!(cause.to_string());
        value["remedy"] = json!(cause.remedy(&layout));
        value
    });
    let mut causes = tally.causes();
    let rest = causes.split_off(causes.len().min(MAX_CAUSES));
    let mut others = tally.others();
    rest.iter().for_each(|(_, total)| others.add(*total));
    let causes = causes.into_iter().map(|(cause, total)| {
        let mut value = figures(&total);
        value["cause"] = json!(cause.to_string());
        value
    });
    let totals = [
        ("entry parameters", tally.parameters()),
        ("entry computation", tally.entry()),
        ("all", tally.all()),
    ];
    let totals = totals.into_iter();
    let totals = totals.filter(|(name, total)| *name != "all" || *total != tally.entry());
    let totals = totals.map(|(name, total)| {
        let mut value = figures(&total);
        value["name"] = json!(name);
        value
    });
    let kind = match tally.kind() {
        Kind::Module => String::new(),
        kind => kind.to_string(),
    };
    let mut found = figures(&tally.all());
    found["kind"] = json!(kind);
    found["instructions"] = json!(tally.instructions());
    found["layouts"] = json!(tally.layouts());
    found["skipped_count"] = json!(tally.skipped_count());
    found["skipped"] = json!(tally.skipped_lines());
    if let Some(message) = &tally.out_of_memory() {
        found["out_of_memory"] = json!(message.to_string());
        if tally.all().arrays == 0 {
            found["advice"] = json!(message.advice());
        }
    }
    found["noun"] = json!("array");
    if let Some(memory) = tally.memory() {
        found["noun"] = json!("buffer");
        found["memory"] = json!(memory.lines());
        found["accuracy"] = json!(memory.accuracy());
        let alive = memory.at_peak.iter().take(MAX_ALIVE);
        found["alive"] = alive.map(alive_row).collect();
    }
    found["notes"] = json!(notes(tally));
    found["left_out"] = json!(tally.left_out().arrays);
    found["totals"] = totals.collect();
    found["causes"] = causes.collect();
    found["more_causes"] = json!(rest.len());
    found["others"] = figures(&others);
    found["rows"] = rows.collect();
    found
}

/// An array at the peak, in the words of the command.
fn alive_row(array: &AliveArray) -> Value {
    json!({
        "bytes": byte_size(array.bytes).as_str(),
        "padding": byte_size(array.padding).as_str(),
        "layout": array.layout,
        "origin": array.origin(),
    })
}

/// What the totals leave out, and what they are not.
fn notes(tally: &Tally) -> Vec<String> {
    let mut notes = Vec::new();
    if tally.memory().is_some() {
        notes.push(tally.buffer_notes());
    } else if tally.out_of_memory().is_none() {
        notes.push("The arrays are not live at the same time.".into());
    }
    let left_out = tally.left_out().arrays;
    if left_out > 0 {
        let arrays = count(left_out as usize, "array");
        notes.push(format!(
            "{arrays} within fusions and reductions, which have no memory, are left out."
        ));
    }
    if tally.kind() == Kind::Stablehlo {
        notes.push(
            "Layouts are not chosen yet: `layout audit --assume tpu` predicts them. Sizes are \
             those of whole arrays, before they are sharded."
                .into(),
        );
    }
    notes
}

/// A total, and its bytes as the command prints them.
fn figures(total: &Total) -> Value {
    let words = |bytes: u64| json!(byte_size(bytes).as_str());
    json!({
        "arrays": total.arrays,
        "logical_bytes": total.logical_bytes,
        "padded_bytes": total.padded_bytes,
        "logical": words(total.logical_bytes),
        "padded": words(total.padded_bytes),
        "padding": words(total.wasted_bytes()),
        "padding_bytes": total.wasted_bytes(),
        "percent": total.percent(),
        "percent_text": total.percent_text(),
    })
}
