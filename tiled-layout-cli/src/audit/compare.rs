//! `layout audit --diff`: the growth between two dumps.

use layout_core::util::words;
use std::collections::HashMap;
use std::io::{self, Write};

use anstyle::Style;
use layout_runtime::Layout;
use serde::Serialize;

use super::AuditArgs;
use super::audit_json;
use super::cause::Cause;
use super::report::source_of;
use super::row::Row;
use super::table::{self, BOLD, DIM, HEADING, LESS, MORE, Table, TableRow};
use super::tally::Tally;
use super::total::Total;
use super::units;
use crate::failure::Failure;
use crate::printable::printable;

/// Arrays whose bytes changed.
#[derive(Serialize)]
struct Change<'a> {
    instruction: &'a str,
    line: usize,
    /// The new layout, or the removed one.
    layout: &'a str,
    /// The previous layout of instructions with the same names.
    old_layout: Option<&'a str>,
    old: Total,
    new: Total,
    cause: String,
}

impl Change<'_> {
    /// The growth in bytes, padding included.
    fn growth(&self) -> i128 {
        growth(&self.old, &self.new)
    }

    /// The layout, with the changes of its dimensions.
    fn text(&self) -> String {
        self.old_layout.map_or_else(
            || self.layout.to_owned(),
            |old| changed_text(old, self.layout),
        )
    }
}

/// `f32[8,383 -> 384,32000]{2,1,0:T(8,128)}` for two layouts of the same rank.
fn changed_text(old: &str, new: &str) -> String {
    let parts = |text| -> Option<(Layout, String)> {
        let layout = Layout::parse(text).ok()?;
        let printed = layout.to_string();
        Some((layout, printed[printed.find(']')? + 1..].to_owned()))
    };
    let (Some((old_layout, old_end)), Some((new_layout, new_end))) = (parts(old), parts(new))
    else {
        return format!("{old} -> {new}");
    };
    let dims = old_layout.dims().iter().zip(new_layout.dims());
    let dims: Vec<String> = dims
        .map(|(old, new)| match old == new {
            true => new.to_string(),
            false => format!("{old} -> {new}"),
        })
        .collect();
    let end = match old_end == new_end {
        true => new_end,
        false => format!("{old_end} -> {new_end}"),
    };
    format!("{}[{}]{end}", new_layout.element_type(), dims.join(","))
}

fn growth(old: &Total, new: &Total) -> i128 {
    i128::from(new.padded_bytes) - i128::from(old.padded_bytes)
}

#[derive(Serialize)]
struct Comparison<'a> {
    schema: u32,
    old_file: &'a str,
    new_file: &'a str,
    parameters: [Total; 2],
    entry: [Total; 2],
    all: [Total; 2],
    changes: Vec<Change<'a>>,
}

/// Prints the totals of both dumps, and the layouts whose bytes changed, the largest growth
/// first.
pub(super) fn print(old: &Tally, new: &Tally, args: &AuditArgs) -> Result<(), Failure> {
    let mut changes = changes(old, new);
    if args.json {
        changes.truncate(args.top);
        return audit_json::print_line(&Comparison {
            schema: audit_json::SCHEMA,
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
    let files = format!("{} -> {}", printable(&old.file), printable(&new.file));
    table::print_wrapped(&mut out, &files, BOLD, 0, width)?;
    writeln!(out)?;
    print_totals(&mut out, old, new, width)?;
    let note = "The arrays are not live at the same time.";
    table::print_wrapped(&mut out, note, DIM, 0, width)?;
    if changes.is_empty() {
        writeln!(out, "\nThe same arrays have the same layouts.")?;
    } else {
        writeln!(out, "\n{HEADING}What grew, and what shrank{HEADING:#}\n")?;
        print_changes(&mut out, &changes, args.top, width)?;
    }
    out.flush()?;
    Ok(())
}

/// The changes, the largest growth first. Arrays of instructions with the same name are one
/// change if their element type and rank agree; the remaining ones are counted by layout.
fn changes<'a>(old: &'a Tally, new: &'a Tally) -> Vec<Change<'a>> {
    let mut pairs: HashMap<[u32; 2], (&Row, &Row, u64)> = HashMap::new();
    let mut paired: [HashMap<&str, u64>; 2] = Default::default();
    let new_named = new.named();
    for (name, old_rows) in old.named() {
        let Some(new_rows) = new_named
            .get(name)
            .filter(|rows| rows.len() == old_rows.len())
        else {
            continue;
        };
        for (&old, &new) in old_rows.iter().zip(new_rows) {
            if old.text != new.text && is_alike(&old.layout(), &new.layout()) {
                pairs
                    .entry([old.number, new.number])
                    .or_insert((old, new, 0))
                    .2 += 1;
                *paired[0].entry(&old.text).or_default() += 1;
                *paired[1].entry(&new.text).or_default() += 1;
            }
        }
    }
    let total = |row: &Row, count: u64| {
        let mut total = Total::default();
        total.add_times(row.each, count);
        total
    };
    let change = |row: &'a Row, old_layout, old: Total, new: Total| Change {
        instruction: &row.instruction,
        line: row.line,
        layout: &row.text,
        old_layout,
        old,
        new,
        cause: Cause::of(&row.layout()).to_string(),
    };
    let mut changes: Vec<_> = pairs
        .into_values()
        .map(|(old, new, count)| {
            change(new, Some(&*old.text), total(old, count), total(new, count))
        })
        .collect();
    let mut left: HashMap<&str, [Option<&Row>; 2]> = HashMap::new();
    for (side, tally) in [old, new].into_iter().enumerate() {
        for row in tally.rows() {
            left.entry(&row.text).or_default()[side] = Some(row);
        }
    }
    for (text, rows) in left {
        let unpaired = [0, 1].map(|side: usize| {
            let count = paired[side].get(text).copied().unwrap_or(0);
            rows[side].map_or_else(Total::default, |row| {
                total(row, row.total.arrays - count.min(row.total.arrays))
            })
        });
        if let Some(row) = rows[1].or(rows[0])
            && unpaired[0] != unpaired[1]
        {
            changes.push(change(row, None, unpaired[0], unpaired[1]));
        }
    }
    changes.sort_by_key(|change| (-change.growth(), change.line, change.layout));
    changes
}

/// True if one layout can have become the other.
fn is_alike(old: &Layout, new: &Layout) -> bool {
    old.element_type() == new.element_type() && old.rank() == new.rank()
}

fn style(growth: i128) -> Style {
    match growth {
        ..0 => LESS,
        0 => Style::new(),
        _ => MORE,
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
            share: 0.0,
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
    let mut table = Table::new(&["growth", "old", "new", "arrays"], "layout").with_bars();
    let growths = changes.iter().map(|change| change.growth().unsigned_abs());
    let most = growths.max().unwrap_or(0).max(1);
    for change in changes.iter().take(top) {
        let growth = change.growth();
        let source = source_of(change.line, change.instruction);
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
            text: change.text(),
            note: format!("{} ({source})", change.cause),
            share: change.growth().unsigned_abs() as f64 / most as f64,
        });
    }
    table.print(out, width)?;
    if changes.len() > top {
        let more = words::count(changes.len() - top, "more layout");
        writeln!(out, "{DIM}and {more}: --top N shows them{DIM:#}")?;
    }
    Ok(())
}
