//! The audit as text.

use std::collections::BTreeMap;
use std::io;

use layout_core::util::words;
use layout_xla::tally::{Cause, Kind, Reserved, Row, Space, Tally, Total};

use super::args::AuditArgs;
use super::memory;
use super::read::Audited;
use super::table::{self, BOLD, DIM, MORE, PLAIN, Page, Table, bytes, number, padding};
use crate::failure::Failure;
use crate::printable::printable;

/// The maximum number of causes that are shown.
const MAX_LISTED: usize = 10;

/// Prints totals, the layouts with the most padding, causes, and skipped texts; a blank line
/// before everything if another file precedes.
pub(super) fn print(audited: &Audited, is_next: bool, args: &AuditArgs) -> Result<(), Failure> {
    let Audited { file, tally } = audited;
    let mut page = Page::new();
    if is_next {
        page.blank()?;
    }
    match tally.memory() {
        Some(memory) => {
            memory::print_answer(&mut page, memory, tally)?;
            print_head(&mut page, file, tally)?;
            memory::print_alive(&mut page, memory, tally, args.top)?;
            if has_totals(tally) {
                page.heading(if tally.counts_buffers() {
                    "All buffers"
                } else {
                    "All arrays"
                })?;
                print_answer(&mut page, tally.all())?;
                page.blank()?;
            }
        }
        None => {
            print_answer(&mut page, tally.all())?;
            print_head(&mut page, file, tally)?;
        }
    }
    print_totals(&mut page, tally)?;
    let worst = worst(tally, args);
    if !worst.is_empty() {
        page.heading("By main cause")?;
        print_causes(&mut page, tally)?;
        page.heading("Most padding")?;
        print_worst(&mut page, &worst, args.top)?;
    } else if tally.all().wasted_bytes() > 0 {
        page.line("\nNo layout has that much padding.", PLAIN)?;
    } else if tally.all().arrays > 0 {
        let text = match tally.skipped_count() {
            0 => "\nNo array has padding.",
            _ => "\nNo array that was read has padding.",
        };
        page.line(text, PLAIN)?;
    }
    print_reserved(&mut page, tally.reserved(), args.top)?;
    print_skipped(&mut page, tally)?;
    page.finish()?;
    Ok(())
}

fn count(number: u64, of: &str) -> String {
    words::count(number as usize, of).to_string()
}

/// The padding of all arrays.
fn print_answer(page: &mut Page, all: Total) -> io::Result<()> {
    if all.arrays == 0 {
        return Ok(());
    }
    let answer = format!(
        "padding {} on {} ({})",
        words::byte_size(all.wasted_bytes()),
        words::byte_size(all.logical_bytes),
        all.percent_text(),
    );
    page.wrapped(&answer, BOLD)
}

/// The kind of the file, and the figures of a message.
fn print_head(page: &mut Page, file: &str, tally: &Tally) -> io::Result<()> {
    let mut counts = Vec::new();
    if tally.kind() != Kind::Module {
        counts.push(tally.kind().to_string());
    }
    if tally.instructions() > 0 {
        counts.push(count(tally.instructions(), "instruction"));
    }
    if tally.allocations() > 0 {
        counts.push(count(tally.allocations(), "allocation"));
    }
    if tally.all().arrays > 0 || tally.out_of_memory().is_none() {
        let what = if tally.counts_buffers() {
            "buffer"
        } else {
            "array"
        };
        let arrays = count(tally.all().arrays, what);
        counts.push(format!("{arrays} of {}", count(tally.layouts(), "layout")));
    }
    if tally.skipped_count() > 0 {
        counts.push(format!(
            "{} skipped",
            words::grouped(tally.skipped_count() as usize)
        ));
    }
    let head = format!("{}: {}", printable(file), counts.join(", "));
    page.wrapped(&head, BOLD)?;
    if let Some(message) = tally.out_of_memory() {
        page.wrapped(&printable(&message.to_string()), MORE)?;
        if tally.all().arrays == 0 {
            return page.wrapped(message.advice(), PLAIN);
        }
    }
    if let Some(cut) = tally.cut() {
        let text =
            format!("{cut}: only the entry parameters are known, from `entry_computation_layout`");
        page.wrapped(&printable(&text), MORE)?;
    }
    if has_totals(tally) && tally.memory().is_none() {
        page.blank()
    } else {
        Ok(())
    }
}

/// Returns false if nothing was counted: then there is nothing to say of padding.
fn has_totals(tally: &Tally) -> bool {
    tally.all().arrays > 0 || tally.left_out().arrays > 0
}

fn print_totals(page: &mut Page, tally: &Tally) -> io::Result<()> {
    if !has_totals(tally) {
        return Ok(());
    }
    let predicted = &tally.predicted();
    let memories = by_memory(tally);
    let mut totals = vec![
        ("entry parameters".to_owned(), tally.parameters()),
        ("entry computation".to_owned(), tally.entry()),
    ];
    if tally.all() != tally.entry() {
        totals.push(("all".to_owned(), tally.all()));
    }
    if memories.len() > 1 {
        let memories = memories.into_iter();
        totals.extend(memories.map(|(memory, total)| (format!("in {memory}"), total)));
    }
    for (name, total) in [
        ("exact", predicted.exact),
        ("estimate", predicted.estimated),
    ] {
        if total.arrays > 0 {
            totals.push((format!("predicted, {name}"), total));
        }
    }
    let row = |(text, total): (String, Total)| table::Row {
        figures: vec![
            number(total.arrays),
            bytes(total.logical_bytes),
            bytes(total.padded_bytes),
            padding(total.wasted_bytes()),
            (total.percent_text(), MORE),
        ],
        text,
        ..table::Row::default()
    };
    page.table(&Table {
        heads: &["arrays", "logical", "padded", "padding", ""],
        text_head: "",
        bars: None,
        rows: totals.into_iter().map(row).collect(),
    })?;
    let mut notes = Vec::new();
    if tally.memory().is_some() || tally.counts_buffers() {
        notes.push(tally.buffer_notes());
    } else if tally.out_of_memory().is_none() {
        notes.push("The arrays are not live at the same time.".to_owned());
    }
    let left_out = tally.left_out().arrays;
    if left_out > 0 {
        notes.push(format!(
            "{} within fusions and reductions, which have no memory, are left out: --all counts \
             them.",
            count(left_out, "array")
        ));
    }
    let bounded = tally.rows().filter(|row| is_bounded(row));
    let bounded: u64 = bounded.map(|row| row.total.arrays).sum();
    if bounded > 0 {
        notes.push(format!(
            "{} with dimensions up to a bound, `<=`, {} counted at the bound, which the compiler \
             reserves.",
            count(bounded, "array"),
            if bounded == 1 { "is" } else { "are" }
        ));
    }
    let is_stablehlo = tally.kind() == Kind::Stablehlo;
    if predicted.exact.arrays + predicted.estimated.arrays > 0 {
        notes.push(
            "The layouts of arguments and results follow the compiler's rule; those of other \
             arrays are an estimate."
                .into(),
        );
    } else if is_stablehlo {
        notes.push("Layouts are not chosen yet: --assume tpu predicts them.".into());
    }
    if is_stablehlo {
        notes.push("Sizes are those of whole arrays, before they are sharded.".into());
    }
    if notes.is_empty() {
        Ok(())
    } else {
        page.wrapped(&notes.join(" "), DIM)
    }
}

/// The rows with padding: those of HBM first, and of each memory, the most padding first.
pub(super) fn worst<'a>(tally: &'a Tally, args: &AuditArgs) -> Vec<&'a Row> {
    let mut worst = tally.worst(args.min_waste.unwrap_or(0.0));
    worst.sort_by_key(|row| row.memory());
    worst
}

/// The total in each memory, unless layouts were dropped to bound the memory.
fn by_memory(tally: &Tally) -> BTreeMap<Space, Total> {
    let mut memories = BTreeMap::<Space, Total>::new();
    if tally.others().arrays == 0 {
        for row in tally.rows() {
            memories.entry(row.memory()).or_default().add(row.total);
        }
    }
    memories
}

fn print_worst(page: &mut Page, worst: &[&Row], top: usize) -> io::Result<()> {
    let (shown, rest) = worst.split_at(top.min(worst.len()));
    page.table(&Table {
        heads: &["padding", "", "padded", "logical", "arrays"],
        text_head: "layout",
        bars: worst.iter().map(|row| row.total.wasted_bytes()).max(),
        rows: shown.iter().map(|row| worst_row(row)).collect(),
    })?;
    if rest.is_empty() {
        return Ok(());
    }
    let mut total = Total::default();
    rest.iter().for_each(|row| total.add(row.total));
    let text = format!(
        "and {} with {} of padding: --top N shows them",
        count(rest.len() as u64, "more layout"),
        words::byte_size(total.wasted_bytes()),
    );
    page.wrapped(&text, DIM)
}

fn worst_row(row: &Row) -> table::Row {
    let layout = row.layout();
    let cause = Cause::of(&layout);
    let mut note = cause.to_string();
    if let Some(remedy) = cause.remedy(&layout) {
        note = format!("{note}: {remedy}");
    }
    if is_bounded(row) {
        note = format!("counted at its bound; {note}");
    }
    if row.memory() != Space::Hbm {
        note = format!("in {}; {note}", row.memory());
    }
    let mut source = source_of(row.line, &row.instruction);
    for part in [&row.op_name, &row.source].into_iter().flatten() {
        source = format!("{source}, {}", part.replace("\\'", "'"));
    }
    table::Row {
        figures: vec![
            padding(row.total.wasted_bytes()),
            (row.total.percent_text(), MORE),
            bytes(row.total.padded_bytes),
            bytes(row.total.logical_bytes),
            number(row.total.arrays),
        ],
        text: row.text.to_string(),
        notes: vec![note, source],
        bar: row.total.wasted_bytes(),
    }
}

/// Returns true if a size is known only when the program runs.
fn is_bounded(row: &Row) -> bool {
    row.text.contains("<=")
}

/// The memory that the compiler reserves, and the live buffers at the peak.
fn print_reserved(page: &mut Page, reserved: &Reserved, top: usize) -> io::Result<()> {
    if reserved.allocations == 0 {
        return Ok(());
    }
    page.heading("What the compiler reserves")?;
    let allocations = count(reserved.allocations, "allocation");
    let mut text = format!("{} in {allocations}", reserved.size_text());
    let compared = count(reserved.compared, "buffer");
    match (reserved.compared, reserved.differing) {
        (0, _) => {}
        (_, 0) => text.push_str(&format!(
            "; {compared} compared, all have the bytes of their layouts"
        )),
        (_, differing) => text.push_str(&format!(
            "; of {compared} compared, {} have other bytes than their layouts",
            words::grouped(differing as usize)
        )),
    }
    page.wrapped(&text, PLAIN)?;
    if !reserved.buffers.is_empty() {
        page.blank()?;
        let buffers = reserved.buffers.iter().take(top);
        let rows = buffers.map(|buffer| table::Row {
            figures: vec![
                bytes(buffer.bytes),
                (buffer.allocation.to_string(), PLAIN),
                number(buffer.offset),
            ],
            text: buffer.instruction.to_string(),
            bar: buffer.bytes,
            ..table::Row::default()
        });
        page.table(&Table {
            heads: &["bytes", "allocation", "offset"],
            text_head: "buffer",
            bars: Some(reserved.buffers[0].bytes),
            rows: rows.collect(),
        })?;
    }
    if let Some(peak) = &reserved.peak {
        let live = peak.live.iter().take(top);
        let live: Vec<_> = live
            .map(|live| {
                let name = printable(&live.instruction);
                format!("{name} {}", words::byte_size(live.bytes))
            })
            .collect();
        let mut text = format!(
            "At the peak, {} of temporaries are live together: {}",
            words::byte_size(peak.bytes),
            live.join(", ")
        );
        if peak.live.len() > top {
            let more = words::grouped(peak.live.len() - top);
            text.push_str(&format!(", and {more} more"));
        }
        page.blank()?;
        page.wrapped(&text, PLAIN)?;
    }
    Ok(())
}

/// The origin of an array: its line, and its instruction if it has a name.
pub(super) fn source_of(line: usize, instruction: &str) -> String {
    match instruction {
        "" => format!("line {line}"),
        name if line == 0 => format!("%{name}"), // of a proto
        name => format!("%{name}, line {line}"),
    }
}

fn print_causes(page: &mut Page, tally: &Tally) -> io::Result<()> {
    let mut causes = tally.causes_by_memory();
    let most = causes.iter().map(|(_, total)| total.wasted_bytes()).max();
    let rest = causes.split_off(causes.len().min(MAX_LISTED));
    let row = |&((memory, cause), total): &((Space, Cause), Total)| table::Row {
        figures: vec![padding(total.wasted_bytes()), number(total.arrays)],
        text: match memory {
            Space::Hbm => cause.to_string(),
            memory => format!("{cause}, in {memory}"),
        },
        bar: total.wasted_bytes(),
        ..table::Row::default()
    };
    page.table(&Table {
        heads: &["padding", "arrays"],
        text_head: "cause",
        bars: most,
        rows: causes.iter().map(row).collect(),
    })?;
    if rest.is_empty() {
        return Ok(());
    }
    let mut total = tally.others();
    rest.iter().for_each(|(_, more)| total.add(*more));
    let text = format!(
        "and {}: {}, {}",
        count(rest.len() as u64, "more cause"),
        count(total.arrays, "array"),
        words::byte_size(total.wasted_bytes()),
    );
    page.line(&text, DIM)
}

fn print_skipped(page: &mut Page, tally: &Tally) -> io::Result<()> {
    if tally.skipped_count() == 0 {
        return Ok(());
    }
    page.heading("Skipped")?;
    let mut lines = tally.skipped_lines().into_iter();
    lines.try_for_each(|line| page.wrapped(&printable(&line), PLAIN))
}
