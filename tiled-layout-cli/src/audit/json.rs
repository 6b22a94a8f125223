//! The audit as JSON.

use std::io::Write;

use layout_xla::tally::{
    AliveArray, Cause, Memory, OutOfMemory, PeakAt, Predicted, Reserved, Row, SkippedText,
    SpaceBytes, Total,
};
use serde::Serialize;

use super::args::AuditArgs;
use super::read::Audited;
use crate::failure::Failure;
use crate::printable::printable_lines;
use crate::streams;

/// The version of the objects: it rises when a field changes its meaning or is removed.
pub(super) const SCHEMA: u32 = 2;

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    file: &'a str,
    instructions: u64,
    allocations: u64,
    arrays: u64,
    layouts: u64,
    logical_bytes: u64,
    padded_bytes: u64,
    entry: Total,
    /// Arrays that are only other names of buffers.
    other_names: u64,
    hbm: Option<SpaceReport>,
    vmem: Option<SpaceReport>,
    host: Option<SpaceReport>,
    /// True if the peak is what the compiler reserves, false if it is about that.
    exact: bool,
    peak_at: Option<&'a PeakAt>,
    at_peak: &'a [AliveArray],
    no_peak: Option<String>,
    /// Arrays without memory.
    left_out: Total,
    predicted: Predicted,
    unknown: u64,
    /// What the text of a module lacks; only its parameters are counted then.
    cut: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_memory: Option<&'a OutOfMemory>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserved: Option<&'a Reserved>,
    skipped_count: u64,
    skipped: &'a [SkippedText],
    causes: Vec<CauseReport>,
    worst: Vec<RowReport<'a>>,
}

/// The bytes in one memory; `null` where nothing can be said.
#[derive(Serialize)]
struct SpaceReport {
    arguments: u64,
    results: u64,
    donated: u64,
    temporaries: Option<u64>,
    peak: Option<u64>,
    padding_at_peak: Option<u64>,
}

impl SpaceReport {
    fn new(bytes: &SpaceBytes) -> Self {
        SpaceReport {
            arguments: bytes.arguments,
            results: bytes.results,
            donated: bytes.donated,
            temporaries: bytes.temporaries,
            peak: bytes.peak(),
            padding_at_peak: bytes.padding_at_peak,
        }
    }
}

#[derive(Serialize)]
struct CauseReport {
    cause: String,
    #[serde(flatten)]
    total: Total,
}

/// One layout; bytes are totals over all `count` arrays.
#[derive(Serialize)]
struct RowReport<'a> {
    instruction: &'a str,
    line: usize,
    layout: &'a str,
    count: u64,
    logical_bytes: u64,
    padded_bytes: u64,
    cause: String,
    remedy: Option<String>,
    op_name: Option<&'a str>,
    source: Option<&'a str>,
    predicted: bool,
}

impl<'a> RowReport<'a> {
    fn new(row: &'a Row) -> Self {
        let layout = row.layout();
        let cause = Cause::of(&layout);
        RowReport {
            instruction: &row.instruction,
            line: row.line,
            layout: &row.text,
            count: row.total.arrays,
            logical_bytes: row.total.logical_bytes,
            padded_bytes: row.total.padded_bytes,
            cause: cause.to_string(),
            remedy: cause.remedy(&layout),
            op_name: row.op_name.as_deref(),
            source: row.source.as_deref(),
            predicted: row.is_predicted,
        }
    }
}

/// Prints one object on a line.
pub(super) fn print(audited: &Audited, args: &AuditArgs) -> Result<(), Failure> {
    let Audited { file, tally } = audited;
    let worst = tally.worst(args.min_waste.unwrap_or(0.0));
    let causes = tally.causes().into_iter();
    let mut reserved = tally.reserved().clone();
    reserved.buffers.truncate(args.top);
    let memory = tally.memory();
    let space = |of: fn(&Memory) -> &SpaceBytes| {
        let bytes = memory.map(of).filter(|bytes| !bytes.is_empty());
        bytes.map(SpaceReport::new)
    };
    print_line(&Report {
        schema: SCHEMA,
        file,
        instructions: tally.instructions(),
        allocations: tally.allocations(),
        arrays: tally.all().arrays,
        layouts: tally.layouts(),
        logical_bytes: tally.all().logical_bytes,
        padded_bytes: tally.all().padded_bytes,
        entry: tally.entry(),
        other_names: tally.other_names(),
        hbm: memory.map(|memory| SpaceReport::new(&memory.hbm)),
        vmem: space(|memory| &memory.vmem),
        host: space(|memory| &memory.host),
        exact: memory.is_some_and(|memory| memory.is_exact),
        peak_at: memory.and_then(|memory| memory.peak_at.as_ref()),
        at_peak: memory.map_or(&[], |memory| &memory.at_peak),
        no_peak: memory.and_then(|memory| Some(memory.no_peak?.to_string())),
        left_out: tally.left_out(),
        predicted: tally.predicted(),
        unknown: tally.unknown(),
        cut: tally.cut().as_ref().map(ToString::to_string),
        out_of_memory: tally.out_of_memory(),
        reserved: Some(&reserved).filter(|reserved| reserved.allocations > 0),
        skipped_count: tally.skipped_count(),
        skipped: tally.skipped(),
        causes: causes
            .map(|(cause, total)| CauseReport {
                cause: cause.to_string(),
                total,
            })
            .collect(),
        worst: worst
            .into_iter()
            .take(args.top)
            .map(RowReport::new)
            .collect(),
    })
}

/// Prints a value on a line.
pub(super) fn print_line(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(Failure::new)?;
    writeln!(streams::stdout(), "{}", printable_lines(&text))?;
    Ok(())
}
