//! The audit as JSON.

use std::io::Write;

use serde::Serialize;

use super::Args;
use super::cause::Cause;
use super::tally::{Row, SkippedText, Tally, Total};
use crate::failure::Failure;
use crate::printable::printable_lines;

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    instructions: u64,
    allocations: u64,
    arrays: u64,
    layouts: u64,
    logical_bytes: u64,
    padded_bytes: u64,
    parameters: Total,
    entry: Total,
    skipped_count: u64,
    skipped: &'a [SkippedText],
    causes: Vec<CauseReport>,
    worst: Vec<RowReport<'a>>,
}

#[derive(Serialize)]
struct CauseReport {
    cause: String,
    #[serde(flatten)]
    total: Total,
}

/// One layout; bytes are those of all `count` arrays together.
#[derive(Serialize)]
pub(super) struct RowReport<'a> {
    instruction: &'a str,
    line: usize,
    layout: &'a str,
    count: u64,
    logical_bytes: u64,
    padded_bytes: u64,
    cause: String,
    remedy: Option<String>,
}

impl<'a> RowReport<'a> {
    pub(super) fn new(row: &'a Row) -> Self {
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
        }
    }
}

/// Prints one object on a line.
pub(super) fn print(tally: &Tally, args: &Args) -> Result<(), Failure> {
    let worst = tally.worst(args.min_waste.unwrap_or(0.0));
    let causes = tally.causes().into_iter();
    print_line(&Report {
        file: &tally.file,
        instructions: tally.instructions,
        allocations: tally.allocations,
        arrays: tally.all.arrays,
        layouts: tally.layouts,
        logical_bytes: tally.all.logical_bytes,
        padded_bytes: tally.all.padded_bytes,
        parameters: tally.parameters,
        entry: tally.entry,
        skipped_count: tally.skipped_count,
        skipped: &tally.skipped,
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
    writeln!(std::io::stdout(), "{}", printable_lines(&text))?;
    Ok(())
}
