//! The audit for people.

use layout_core::util::words;
use std::io::{self, Write};

use anstyle::Style;

use super::Args;
use super::cause::Cause;
use super::table::{self, BOLD, DIM, HEADING, Table, TableRow, waste_style};
use super::tally::{Row, SkippedText, Tally, Total};
use super::units;
use crate::failure::Failure;
use crate::printable::printable;

/// The most causes and the most reasons for skipping that are shown.
const MAX_LISTED: usize = 10;
/// The most line numbers of one reason.
const MAX_LINES: usize = 8;

/// Prints totals, the worst layouts, causes, and what was skipped; a blank
/// line before all if there is another file before.
pub(super) fn print(tally: &Tally, is_next: bool, args: &Args) -> Result<(), Failure> {
    let width = table::width();
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    if is_next {
        writeln!(out)?;
    }
    write!(out, "{BOLD}{}{BOLD:#}: ", printable(&tally.file))?;
    match tally.allocations {
        0 => write!(
            out,
            "{}, ",
            words::count(tally.instructions as usize, "instruction")
        )?,
        count => write!(
            out,
            "a memory report, {}, ",
            words::count(count as usize, "allocation")
        )?,
    }
    write!(
        out,
        "{} of ",
        words::count(tally.all.arrays as usize, "array")
    )?;
    writeln!(out, "{}\n", words::count(tally.layouts as usize, "layout"))?;
    print_totals(&mut out, tally, width)?;
    let worst = tally.worst(args.min_waste.unwrap_or(0.0));
    if !worst.is_empty() {
        writeln!(out, "\n{HEADING}Most padding{HEADING:#}\n")?;
        print_worst(&mut out, &worst, args.top, width)?;
        writeln!(out, "\n{HEADING}By cause{HEADING:#}\n")?;
        print_causes(&mut out, tally)?;
    } else if tally.all.wasted_bytes() > 0 {
        writeln!(out, "\nNo layout has that much padding.")?;
    } else if tally.all.arrays > 0 {
        writeln!(out, "\nNo array has padding.")?;
    }
    print_skipped(&mut out, tally, width)?;
    out.flush()?;
    Ok(())
}

fn print_totals(out: &mut impl Write, tally: &Tally, width: usize) -> io::Result<()> {
    let mut totals = Table::new(&["arrays", "logical", "padded", "padding", ""], "");
    for (name, total) in [
        ("entry parameters", tally.parameters),
        ("entry computation", tally.entry),
        ("all", tally.all),
    ] {
        let style = waste_style(total.percent());
        totals.push(TableRow {
            figures: vec![
                (total.arrays.to_string(), Style::new()),
                (units::bytes(total.logical_bytes), Style::new()),
                (units::bytes(total.padded_bytes), Style::new()),
                (units::bytes(total.wasted_bytes()), style),
                (total.percent_text(), style),
            ],
            text: name.into(),
            note: String::new(),
        });
    }
    totals.print(out, width)
}

fn print_worst(out: &mut impl Write, worst: &[&Row], top: usize, width: usize) -> io::Result<()> {
    let mut rows = Table::new(&["padding", "", "padded", "logical", "arrays"], "layout");
    for row in worst.iter().take(top) {
        rows.push(worst_row(row));
    }
    rows.print(out, width)?;
    if let [_, ..] = worst[top.min(worst.len())..] {
        let mut rest = Total::default();
        worst[top..].iter().for_each(|row| rest.add(row.total));
        writeln!(
            out,
            "{DIM}and {} with {} of padding: --top N shows them{DIM:#}",
            words::count(worst.len() - top, "more layout"),
            units::bytes(rest.wasted_bytes()),
        )?;
    }
    Ok(())
}

fn worst_row(row: &Row) -> TableRow {
    let style = waste_style(row.total.percent());
    let layout = row.layout();
    let cause = Cause::of(&layout);
    let mut note = cause.to_string();
    if let Some(remedy) = cause.remedy(&layout) {
        note = format!("{note}: {remedy}");
    }
    note = format!("{note} ({})", place(row.line, &row.instruction));
    TableRow {
        figures: vec![
            (units::bytes(row.total.wasted_bytes()), style),
            (row.total.percent_text(), style),
            (units::bytes(row.total.padded_bytes), Style::new()),
            (units::bytes(row.total.logical_bytes), Style::new()),
            (row.total.arrays.to_string(), Style::new()),
        ],
        text: row.text.to_string(),
        note,
    }
}

/// Where an array is: its line, and its instruction if it has a name.
pub(super) fn place(line: usize, instruction: &str) -> String {
    match instruction {
        "" => format!("line {line}"),
        name => format!("%{name}, line {line}"),
    }
}

fn print_causes(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    let mut causes = tally.causes();
    let rest = causes.split_off(causes.len().min(MAX_LISTED));
    let lines: Vec<_> = causes
        .iter()
        .map(|(cause, total)| {
            let arrays = words::count(total.arrays as usize, "array");
            (format!("{cause}:"), arrays, total)
        })
        .collect();
    let width = lines
        .iter()
        .map(|(cause, ..)| cause.len())
        .max()
        .unwrap_or(0);
    let arrays_width = lines
        .iter()
        .map(|(_, arrays, _)| arrays.len())
        .max()
        .unwrap_or(0);
    for (cause, arrays, total) in &lines {
        let style = waste_style(total.percent());
        let wasted = units::bytes(total.wasted_bytes());
        writeln!(
            out,
            "{cause:width$} {arrays:>arrays_width$}, {style}{wasted}{style:#}"
        )?;
    }
    if !rest.is_empty() {
        let mut total = tally.others;
        rest.iter().for_each(|(_, more)| total.add(*more));
        writeln!(
            out,
            "{DIM}and {}: {}, {}{DIM:#}",
            words::count(rest.len(), "more cause"),
            words::count(total.arrays as usize, "array"),
            units::bytes(total.wasted_bytes()),
        )?;
    }
    Ok(())
}

fn print_skipped(out: &mut impl Write, tally: &Tally, width: usize) -> io::Result<()> {
    if tally.skipped_count == 0 {
        return Ok(());
    }
    writeln!(out, "\n{HEADING}Skipped{HEADING:#}\n")?;
    let mut reasons: Vec<(&str, Vec<usize>)> = Vec::new();
    for SkippedText { line, reason } in &tally.skipped {
        let is_room = reasons.len() < MAX_LISTED;
        match reasons.iter_mut().find(|(known, _)| **known == **reason) {
            Some((_, lines)) => lines.push(*line),
            None if is_room => reasons.push((reason, vec![*line])),
            None => {}
        }
    }
    let mut listed = 0;
    for (reason, lines) in reasons {
        listed += lines.len() as u64;
        let mut text = match lines[..] {
            [_] => format!("{reason}: line "),
            _ => format!("{reason}: {} times, lines ", lines.len()),
        };
        let numbers: Vec<String> = lines.iter().take(MAX_LINES).map(usize::to_string).collect();
        text.push_str(&numbers.join(", "));
        if lines.len() > MAX_LINES {
            text.push_str(", ...");
        }
        table::print_wrapped(out, &printable(&text), Style::new(), 0, width)?;
    }
    if listed < tally.skipped_count {
        let more = words::count((tally.skipped_count - listed) as usize, "more place");
        writeln!(out, "{DIM}and {more}{DIM:#}")?;
    }
    Ok(())
}
