//! The audit as text.

use layout_core::util::words;
use std::io::{self, Write};

use anstyle::Style;

use super::AuditArgs;
use super::cause::Cause;
use super::reserved::Reserved;
use super::row::Row;
use super::table::{self, BOLD, DIM, HEADING, MORE, Table, TableRow};
use super::tally::{SkippedText, Tally};
use super::total::Total;
use super::units;
use crate::failure::Failure;
use crate::printable::printable;

/// The maximum number of causes, and of reasons for skipping, that are shown.
const MAX_LISTED: usize = 10;
/// The maximum number of line numbers per reason.
const MAX_LINES: usize = 8;

/// Prints totals, the layouts with the most padding, causes, and skipped texts; a blank line
/// before everything if another file precedes.
pub(super) fn print(tally: &Tally, is_next: bool, args: &AuditArgs) -> Result<(), Failure> {
    let width = table::width();
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    if is_next {
        writeln!(out)?;
    }
    print_head(&mut out, tally, width)?;
    print_totals(&mut out, tally, width)?;
    let worst = tally.worst(args.min_waste.unwrap_or(0.0));
    if !worst.is_empty() {
        writeln!(out, "\n{HEADING}By cause{HEADING:#}\n")?;
        print_causes(&mut out, tally, width)?;
        writeln!(out, "\n{HEADING}Most padding{HEADING:#}\n")?;
        print_worst(&mut out, &worst, args.top, width)?;
    } else if tally.all.wasted_bytes() > 0 {
        writeln!(out, "\nNo layout has that much padding.")?;
    } else if tally.all.arrays > 0 {
        writeln!(out, "\nNo array has padding.")?;
    }
    print_reserved(&mut out, &tally.reserved, args.top, width)?;
    print_skipped(&mut out, tally, width)?;
    out.flush()?;
    Ok(())
}

/// The kind of the file, and the figures of a message.
fn print_head(out: &mut impl Write, tally: &Tally, width: usize) -> io::Result<()> {
    let mut counts = Vec::new();
    if !tally.kind.is_empty() {
        counts.push(tally.kind.to_owned());
    }
    if tally.instructions > 0 {
        counts.push(words::count(tally.instructions as usize, "instruction").to_string());
    }
    if tally.allocations > 0 {
        counts.push(words::count(tally.allocations as usize, "allocation").to_string());
    }
    if tally.all.arrays > 0 || tally.out_of_memory.is_none() {
        let arrays = words::count(tally.all.arrays as usize, "array");
        let layouts = words::count(tally.layouts as usize, "layout");
        counts.push(format!("{arrays} of {layouts}"));
    }
    let file = printable(&tally.file);
    table::print_wrapped(
        out,
        &format!("{file}: {}", counts.join(", ")),
        BOLD,
        0,
        width,
    )?;
    if let Some(message) = &tally.out_of_memory {
        let memory = message.memory.as_deref().unwrap_or("memory");
        let mut text = format!(
            "{} of {} was needed",
            units::bytes(message.needed_bytes),
            printable(memory)
        );
        if let Some(available) = message.available_bytes {
            text.push_str(&format!(", {} is there", units::bytes(available)));
        }
        table::print_wrapped(out, &text, MORE, 0, width)?;
    }
    if tally.out_of_memory.is_some() && tally.all.arrays == 0 {
        let help = "The message has no list of arrays. Before compiling, `layout audit --assume \
                    tpu` reads what `jax.jit(f).lower(x).as_text()` returns, and says which \
                    arrays are large and which are padded.";
        return table::print_wrapped(out, help, Style::new(), 0, width);
    }
    writeln!(out)
}

fn print_totals(out: &mut impl Write, tally: &Tally, width: usize) -> io::Result<()> {
    if tally.all.arrays == 0 && tally.out_of_memory.is_some() {
        return Ok(());
    }
    let predicted = &tally.predicted;
    let mut totals = Table::new(&["arrays", "logical", "padded", "padding", ""], "");
    for (name, total) in [
        ("entry parameters", tally.parameters),
        ("entry computation", tally.entry),
        ("all", tally.all),
        ("predicted, exact", predicted.exact),
        ("predicted, estimate", predicted.estimated),
    ] {
        if name.starts_with("predicted") && total.arrays == 0 {
            continue;
        }
        totals.push(TableRow {
            figures: vec![
                (
                    words::grouped(total.arrays as usize).to_string(),
                    Style::new(),
                ),
                (units::bytes(total.logical_bytes), Style::new()),
                (units::bytes(total.padded_bytes), Style::new()),
                (units::bytes(total.wasted_bytes()), MORE),
                (total.percent_text(), MORE),
            ],
            text: name.into(),
            note: String::new(),
            share: 0.0,
        });
    }
    totals.print(out, width)?;
    let mut notes = vec!["The arrays are not live at the same time.".to_owned()];
    let left_out = tally.scopes.left_out;
    if left_out.arrays > 0 {
        let arrays = words::count(left_out.arrays as usize, "array");
        notes.push(format!(
            "{arrays} within fusions and reductions, which have no memory, are left out: --all \
             counts them."
        ));
    }
    if predicted.exact.arrays + predicted.estimated.arrays > 0 {
        notes.push(
            "The layouts of arguments and results follow the compiler's rule; those of other \
             arrays are an estimate."
                .into(),
        );
    } else if tally.kind == "StableHLO" {
        notes.push("Layouts are not chosen yet: --assume tpu predicts them.".into());
    }
    if tally.kind == "StableHLO" {
        notes.push("Sizes are those of whole arrays, before they are sharded.".into());
    }
    table::print_wrapped(out, &notes.join(" "), DIM, 0, width)
}

fn print_worst(out: &mut impl Write, worst: &[&Row], top: usize, width: usize) -> io::Result<()> {
    let rows = Table::new(&["padding", "", "padded", "logical", "arrays"], "layout");
    let mut rows = rows.with_bars();
    let most = worst.first().map_or(0, |row| row.total.wasted_bytes());
    for row in worst.iter().take(top) {
        rows.push(worst_row(row, most));
    }
    rows.print(out, width)?;
    if let [_, ..] = worst[top.min(worst.len())..] {
        let mut rest = Total::default();
        worst[top..].iter().for_each(|row| rest.add(row.total));
        let text = format!(
            "and {} with {} of padding: --top N shows them",
            words::count(worst.len() - top, "more layout"),
            units::bytes(rest.wasted_bytes()),
        );
        table::print_wrapped(out, &text, DIM, 0, width)?;
    }
    Ok(())
}

fn worst_row(row: &Row, most: u64) -> TableRow {
    let layout = row.layout();
    let cause = Cause::of(&layout);
    let mut note = cause.to_string();
    if let Some(remedy) = cause.remedy(&layout) {
        note = format!("{note}: {remedy}");
    }
    note = format!("{note} ({})", source_of(row.line, &row.instruction));
    let source = [&row.op_name, &row.source];
    let source: Vec<&str> = source.into_iter().flatten().map(|text| &**text).collect();
    if !source.is_empty() {
        note = format!("{note} from {}", source.join(", "));
    }
    TableRow {
        figures: vec![
            (units::bytes(row.total.wasted_bytes()), MORE),
            (row.total.percent_text(), MORE),
            (units::bytes(row.total.padded_bytes), Style::new()),
            (units::bytes(row.total.logical_bytes), Style::new()),
            (
                words::grouped(row.total.arrays as usize).to_string(),
                Style::new(),
            ),
        ],
        text: row.text.to_string(),
        note,
        share: share(row.total.wasted_bytes(), most),
    }
}

fn share(bytes: u64, most: u64) -> f64 {
    bytes as f64 / most.max(1) as f64
}

/// The memory that the compiler reserves, and the live buffers at the peak.
fn print_reserved(
    out: &mut impl Write,
    reserved: &Reserved,
    top: usize,
    width: usize,
) -> io::Result<()> {
    if reserved.allocations == 0 {
        return Ok(());
    }
    writeln!(out, "\n{HEADING}What the compiler reserves{HEADING:#}\n")?;
    let allocations = words::count(reserved.allocations as usize, "allocation");
    let mut text = format!("{} in {allocations}", units::bytes(reserved.bytes));
    match (reserved.compared, reserved.differing) {
        (0, _) => {}
        (compared, 0) => {
            let buffers = words::count(compared as usize, "buffer");
            text.push_str(&format!(
                "; {buffers} compared, all have the bytes of their layouts"
            ));
        }
        (compared, differing) => {
            let buffers = words::count(compared as usize, "buffer");
            text.push_str(&format!(
                "; of {buffers} compared, {} have other bytes than their layouts",
                words::grouped(differing as usize)
            ));
        }
    }
    table::print_wrapped(out, &text, Style::new(), 0, width)?;
    if !reserved.buffers.is_empty() {
        writeln!(out)?;
        let mut table = Table::new(&["bytes", "allocation", "offset"], "buffer").with_bars();
        for buffer in reserved.buffers.iter().take(top) {
            table.push(TableRow {
                figures: vec![
                    (units::bytes(buffer.bytes), Style::new()),
                    (buffer.allocation.to_string(), Style::new()),
                    (
                        words::grouped(buffer.offset as usize).to_string(),
                        Style::new(),
                    ),
                ],
                text: buffer.instruction.to_string(),
                note: String::new(),
                share: share(buffer.bytes, reserved.buffers[0].bytes),
            });
        }
        table.print(out, width)?;
    }
    if let Some(peak) = &reserved.peak {
        let live: Vec<_> = (peak.live.iter().take(top))
            .map(|live| {
                format!(
                    "{} {}",
                    printable(&live.instruction),
                    units::bytes(live.bytes)
                )
            })
            .collect();
        let mut text = format!(
            "At the peak, {} of temporaries are live together: {}",
            units::bytes(peak.bytes),
            live.join(", ")
        );
        if peak.live.len() > top {
            text.push_str(&format!(
                ", and {} more",
                words::grouped(peak.live.len() - top)
            ));
        }
        writeln!(out)?;
        table::print_wrapped(out, &text, Style::new(), 0, width)?;
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

fn print_causes(out: &mut impl Write, tally: &Tally, width: usize) -> io::Result<()> {
    let mut causes = tally.causes();
    let rest = causes.split_off(causes.len().min(MAX_LISTED));
    let most = causes.first().map_or(0, |(_, total)| total.wasted_bytes());
    let mut table = Table::new(&["padding", "arrays"], "cause").with_bars();
    for (cause, total) in &causes {
        table.push(TableRow {
            figures: vec![
                (units::bytes(total.wasted_bytes()), MORE),
                (
                    words::grouped(total.arrays as usize).to_string(),
                    Style::new(),
                ),
            ],
            text: cause.to_string(),
            note: String::new(),
            share: share(total.wasted_bytes(), most),
        });
    }
    table.print(out, width)?;
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
            _ => format!("{reason}: {}, lines ", words::count(lines.len(), "time")),
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
