//! `layout audit --diff`: what grew between two dumps.

use layout_core::util::words;
use std::io::{self, Write};

use anstyle::Style;
use serde::Serialize;

use super::Args;
use super::audit_json;
use super::cause::Cause;
use super::report::place;
use super::table::{self, BAD, BOLD, DIM, GOOD, HEADING, Table, TableRow};
use super::tally::{Row, Tally, Total};
use super::units;
use crate::failure::Failure;
use crate::printable::printable;

/// A layout whose arrays take other bytes than before.
#[derive(Serialize)]
struct Change<'a> {
    instruction: &'a str,
    line: usize,
    layout: &'a str,
    old: Total,
    new: Total,
    cause: String,
}

impl<'a> Change<'a> {
    /// How many bytes more, padding included.
    fn growth(&self) -> i128 {
        growth(&self.old, &self.new)
    }

    /// `row` is that of the new dump, if it has one.
    fn new(row: &'a Row, old: Option<&Row>, new: Option<&Row>) -> Self {
        let total = |row: Option<&Row>| row.map_or_else(Total::default, |row| row.total);
        Change {
            instruction: &row.instruction,
            line: row.line,
            layout: &row.text,
            old: total(old),
            new: total(new),
            cause: Cause::of(&row.layout()).to_string(),
        }
    }
}

fn growth(old: &Total, new: &Total) -> i128 {
    i128::from(new.padded_bytes) - i128::from(old.padded_bytes)
}

#[derive(Serialize)]
struct Comparison<'a> {
    old_file: &'a str,
    new_file: &'a str,
    parameters: [Total; 2],
    entry: [Total; 2],
    all: [Total; 2],
    changes: Vec<Change<'a>>,
}

/// Prints the totals of both dumps, and the layouts that take more or fewer
/// bytes, the largest growth first.
pub(super) fn print(old: &Tally, new: &Tally, args: &Args) -> Result<(), Failure> {
    let mut changes = changes(old, new);
    if args.json {
        changes.truncate(args.top);
        return audit_json::print_line(&Comparison {
            old_file: &old.file,
            new_file: &new.file,
            parameters: [old.parameters, new.parameters],
            entry: [old.entry, new.entry],
            all: [old.all, new.all],
            changes,
        });
    }
    let width = table::width();
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    writeln!(
        out,
        "{BOLD}{}{BOLD:#} -> {BOLD}{}{BOLD:#}\n",
        printable(&old.file),
        printable(&new.file)
    )?;
    print_totals(&mut out, old, new, width)?;
    if changes.is_empty() {
        writeln!(out, "\nThe same arrays have the same layouts.")?;
    } else {
        writeln!(out, "\n{HEADING}What grew, and what shrank{HEADING:#}\n")?;
        print_changes(&mut out, &changes, args.top, width)?;
    }
    out.flush()?;
    Ok(())
}

/// The layouts with other bytes, the largest growth first; of those that do
/// not fit into the table, the largest loss is the last.
fn changes<'a>(old: &'a Tally, new: &'a Tally) -> Vec<Change<'a>> {
    let in_new = new
        .rows()
        .map(|row| Change::new(row, old.row(&row.text), Some(row)));
    let gone = old.rows().filter(|row| new.row(&row.text).is_none());
    let mut changes: Vec<_> = in_new
        .chain(gone.map(|row| Change::new(row, Some(row), None)))
        .filter(|change| change.old != change.new)
        .collect();
    changes.sort_by_key(|change| (-change.growth(), change.line, change.layout));
    changes
}

fn style(growth: i128) -> Style {
    match growth {
        ..0 => GOOD,
        0 => Style::new(),
        _ => BAD,
    }
}

fn print_totals(out: &mut impl Write, old: &Tally, new: &Tally, width: usize) -> io::Result<()> {
    let mut table = Table::new(&["growth", "old", "new", "old padding", "new padding"], "");
    for (name, old, new) in [
        ("entry parameters", old.parameters, new.parameters),
        ("entry computation", old.entry, new.entry),
        ("all", old.all, new.all),
    ] {
        let growth = growth(&old, &new);
        table.push(TableRow {
            figures: vec![
                (units::difference(growth), style(growth)),
                (units::bytes(old.padded_bytes), Style::new()),
                (units::bytes(new.padded_bytes), Style::new()),
                (units::bytes(old.wasted_bytes()), Style::new()),
                (units::bytes(new.wasted_bytes()), Style::new()),
            ],
            text: name.into(),
            note: String::new(),
        });
    }
    table.print(out, width)
}

fn print_changes(
    out: &mut impl Write,
    changes: &[Change<'_>],
    top: usize,
    width: usize,
) -> io::Result<()> {
    let mut table = Table::new(&["growth", "old", "new", "arrays"], "layout");
    for change in changes.iter().take(top) {
        let growth = change.growth();
        table.push(TableRow {
            figures: vec![
                (units::difference(growth), style(growth)),
                (units::bytes(change.old.padded_bytes), Style::new()),
                (units::bytes(change.new.padded_bytes), Style::new()),
                (
                    format!("{} -> {}", change.old.arrays, change.new.arrays),
                    Style::new(),
                ),
            ],
            text: change.layout.to_owned(),
            note: format!(
                "{} ({})",
                change.cause,
                place(change.line, change.instruction)
            ),
        });
    }
    table.print(out, width)?;
    if changes.len() > top {
        let more = words::count(changes.len() - top, "more layout");
        writeln!(out, "{DIM}and {more}: --top N shows them{DIM:#}")?;
    }
    Ok(())
}
