//! `layout audit --diff`: the growth between two dumps.

use std::collections::HashMap;
use std::io;

use layout_core::util::words;
use layout_runtime::Layout;
use layout_xla::tally::{Cause, Row, Tally, Total};
use serde::Serialize;

use super::args::AuditArgs;
use super::json;
use super::read::Audited;
use super::report::source_of;
use super::table::{self, BOLD, DIM, Figure, LESS, MORE, PLAIN, Page, Table, bytes};
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
        .map(|(old, new)| {
            if old == new {
                new.to_string()
            } else {
                format!("{old} -> {new}")
            }
        })
        .collect();
    let end = if old_end == new_end {
        new_end
    } else {
        format!("{old_end} -> {new_end}")
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
pub(super) fn print(old: &Audited, new: &Audited, args: &AuditArgs) -> Result<(), Failure> {
    let (old_file, new_file) = (&*old.file, &*new.file);
    let (old, new) = (&old.tally, &new.tally);
    let mut changes = changes(old, new);
    if args.json {
        changes.truncate(args.top);
        return json::print_line(&Comparison {
            schema: json::SCHEMA,
            old_file,
            new_file,
            parameters: [old.parameters(), new.parameters()],
            entry: [old.entry(), new.entry()],
            all: [old.all(), new.all()],
            changes,
        });
    }
    let mut page = Page::new();
    let files = format!("{} -> {}", printable(old_file), printable(new_file));
    page.wrapped(&files, BOLD)?;
    page.blank()?;
    print_totals(&mut page, old, new)?;
    page.wrapped("The arrays are not live at the same time.", DIM)?;
    if changes.is_empty() {
        page.line("\nThe same arrays have the same layouts.", PLAIN)?;
    } else {
        page.heading("What grew, and what shrank")?;
        print_changes(&mut page, &changes, args.top)?;
    }
    page.finish()?;
    Ok(())
}

/// The changes, the largest growth first. Arrays of instructions with the same name are one
/// change if their element type and rank agree; the remaining ones are counted by layout.
fn changes<'a>(old: &'a Tally, new: &'a Tally) -> Vec<Change<'a>> {
    let mut pairs: HashMap<[u32; 2], (&Row, &Row, u64)> = HashMap::new();
    let mut paired: [HashMap<&str, u64>; 2] = Default::default();
    let (old_named, new_named) = (by_name(old), by_name(new));
    for (name, old_rows) in old_named {
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
    let total = |row: &Row, count: u64| row.each.times(count);
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

/// The layouts of the arrays of each instruction.
fn by_name(tally: &Tally) -> HashMap<&str, Vec<&Row>> {
    let mut named = HashMap::<_, Vec<_>>::new();
    for (name, row) in tally.names() {
        named.entry(name).or_default().push(row);
    }
    named
}

/// True if one layout can have become the other.
fn is_alike(old: &Layout, new: &Layout) -> bool {
    old.element_type() == new.element_type() && old.rank() == new.rank()
}

/// A difference in bytes, with its sign.
fn difference(bytes: i128) -> Figure {
    let (sign, style) = match bytes {
        0 => ("", PLAIN),
        ..0 => ("-", LESS),
        _ => ("+", MORE),
    };
    let magnitude = u64::try_from(bytes.unsigned_abs()).unwrap_or(u64::MAX);
    (format!("{sign}{}", words::byte_size(magnitude)), style)
}

fn print_totals(page: &mut Page, old: &Tally, new: &Tally) -> io::Result<()> {
    let totals = [
        ("entry parameters", old.parameters(), new.parameters()),
        ("entry computation", old.entry(), new.entry()),
        ("all", old.all(), new.all()),
    ];
    let rows = totals.map(|(name, old, new)| table::Row {
        figures: vec![
            difference(growth(&old, &new)),
            bytes(old.padded_bytes),
            bytes(new.padded_bytes),
            bytes(old.wasted_bytes()),
            bytes(new.wasted_bytes()),
        ],
        text: name.into(),
        ..table::Row::default()
    });
    page.table(&Table {
        heads: &["growth", "old", "new", "old padding", "new padding"],
        text_head: "",
        bars: None,
        rows: rows.into(),
    })
}

fn print_changes(page: &mut Page, changes: &[Change<'_>], top: usize) -> io::Result<()> {
    let size =
        |change: &Change<'_>| u64::try_from(change.growth().unsigned_abs()).unwrap_or(u64::MAX);
    let rows = changes.iter().take(top).map(|change| table::Row {
        figures: vec![
            difference(change.growth()),
            bytes(change.old.padded_bytes),
            bytes(change.new.padded_bytes),
            (
                format!("{} -> {}", change.old.arrays, change.new.arrays),
                PLAIN,
            ),
        ],
        text: change.text(),
        notes: vec![format!(
            "{} ({})",
            change.cause,
            source_of(change.line, change.instruction)
        )],
        bar: size(change),
    });
    page.table(&Table {
        heads: &["growth", "old", "new", "arrays"],
        text_head: "layout",
        bars: changes.iter().map(size).max(),
        rows: rows.collect(),
    })?;
    if changes.len() > top {
        let more = words::count(changes.len() - top, "more layout");
        page.line(&format!("and {more}: --top N shows them"), DIM)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn signs() {
        assert_eq!(difference(-2048).0, "-2.00 KiB");
        assert_eq!(difference(2048).0, "+2.00 KiB");
        assert_eq!(difference(0).0, "0 B");
    }
}
