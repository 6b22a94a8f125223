//! The audit as JSON.

use std::io::Write;

use layout_xla::tally::{
    AliveArray, Cause, OutOfMemory, PeakAt, Predicted, Reserved, Row, SkippedText, Space,
    SpaceBytes, Tally, Total,
};
use serde::Serialize;

use super::args::AuditArgs;
use super::read::Audited;
use super::report;
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
    /// Arrays that are only other names of buffers, and are not counted.
    other_names: u64,
    hbm: SpaceReport,
    vmem: Option<SpaceReport>,
    host: Option<SpaceReport>,
    /// True if the peak is what the compiler reserves, false if it is about that.
    exact: bool,
    peak_at: Option<&'a PeakAt>,
    at_peak: &'a [AliveArray],
    /// Why there is no peak.
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
#[derive(Default, Serialize)]
struct SpaceReport {
    arguments: Option<u64>,
    results: Option<u64>,
    /// The results that lie in donated arguments.
    donated: Option<u64>,
    temporaries: Option<u64>,
    peak: Option<u64>,
    padding_at_peak: Option<u64>,
}

impl SpaceReport {
    /// Returns the bytes in one memory; `None` if there are none.
    fn of_space(tally: &Tally, space: Space) -> Option<Self> {
        let Some(memory) = tally.memory() else {
            let arguments = Some(tally.arguments(space)).filter(|&bytes| bytes > 0)?;
            return Some(SpaceReport {
                arguments: Some(arguments),
                ..SpaceReport::default()
            });
        };
        let bytes = match space {
            Space::Vmem => &memory.vmem,
            Space::Host => &memory.host,
            _ => &memory.hbm,
        };
        let has_any = space == Space::Hbm || !bytes.is_empty();
        has_any.then(|| SpaceReport::new(bytes))
    }

    fn new(bytes: &SpaceBytes) -> Self {
        SpaceReport {
            arguments: Some(bytes.arguments),
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
    memory: String,
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
    memory: String,
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
            memory: row.memory().to_string(),
        }
    }
}

/// Prints one object on a line.
pub(super) fn print(audited: &Audited, args: &AuditArgs) -> Result<(), Failure> {
    let Audited { file, tally } = audited;
    let worst = report::worst(tally, args);
    let causes = tally.causes_by_memory().into_iter();
    let mut reserved = tally.reserved().clone();
    reserved.buffers.truncate(args.top);
    let memory = tally.memory();
    let at_peak = memory.map_or(&[][..], |memory| &memory.at_peak);
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
        hbm: SpaceReport::of_space(tally, Space::Hbm).unwrap_or_default(),
        vmem: SpaceReport::of_space(tally, Space::Vmem),
        host: SpaceReport::of_space(tally, Space::Host),
        exact: memory.is_some_and(|memory| memory.is_exact),
        peak_at: memory.and_then(|memory| memory.peak_at.as_ref()),
        at_peak: &at_peak[..args.top.min(at_peak.len())],
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
            .map(|((memory, cause), total)| CauseReport {
                memory: memory.to_string(),
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
