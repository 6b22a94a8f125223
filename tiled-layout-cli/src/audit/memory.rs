//! What takes the memory of a module, as text.

use std::io;

use layout_core::util::words;
use layout_xla::tally::{AliveArray, Memory, Tally};

use super::table::{BOLD, DIM, MORE, Page, Row, Table, bytes, padding};
use crate::printable::printable;

/// Prints the arguments, the results and the peak of each memory: the answer of an audit.
pub(super) fn print_answer(page: &mut Page, memory: &Memory, tally: &Tally) -> io::Result<()> {
    for line in memory.lines() {
        page.wrapped(&printable(&line), BOLD)?;
    }
    let text = match tally.skipped_count() {
        0 => return Ok(()),
        1 => "without one array that was skipped".to_owned(),
        skipped => format!(
            "without {} arrays that were skipped",
            words::grouped(skipped as usize)
        ),
    };
    page.wrapped(&text, MORE)
}

/// Prints the largest arrays that are alive at the peak, and how far the figures go.
pub(super) fn print_alive(
    page: &mut Page,
    memory: &Memory,
    tally: &Tally,
    top: usize,
) -> io::Result<()> {
    let arrays = &memory.at_peak;
    if arrays.is_empty() {
        return Ok(());
    }
    page.heading(match memory.peak_at {
        Some(_) => "Largest arrays at the peak of HBM",
        None => "Largest arguments and results in HBM",
    })?;
    let shown = &arrays[..top.min(arrays.len())];
    page.table(&Table {
        heads: &["bytes", "padding"],
        text_head: "layout",
        bars: arrays.first().map(|array| array.bytes),
        rows: shown.iter().map(alive_row).collect(),
    })?;
    if shown.len() < arrays.len() {
        let more = words::count(arrays.len() - shown.len(), "more array");
        page.line(&format!("and {more}: --top N shows them"), DIM)?;
    }
    match tally.skipped_count() {
        0 => page.wrapped(memory.accuracy(), DIM),
        _ => Ok(()),
    }
}

fn alive_row(array: &AliveArray) -> Row {
    let layout = array.layout.as_deref();
    Row {
        figures: vec![bytes(array.bytes), padding(array.padding)],
        text: layout.unwrap_or("several arrays").to_owned(),
        notes: vec![array.origin()],
        bar: array.bytes,
    }
}
