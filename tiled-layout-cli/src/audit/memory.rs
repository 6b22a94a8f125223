//! What takes the memory of a module, as text.

use std::io;

use layout_xla::tally::{AliveArray, Memory, Tally};

use super::table::{BOLD, DIM, Page, Row, Table, bytes, padding};
use crate::printable::printable;

/// Prints the arguments, the results and the peak of each memory: the answer of an audit.
pub(super) fn print_answer(page: &mut Page, memory: &Memory, tally: &Tally) -> io::Result<()> {
    let mut lines = memory.lines(tally.all()).into_iter();
    lines.try_for_each(|line| page.wrapped(&printable(&line), BOLD))
}

/// Prints the largest arrays that are alive at the peak, and how far the figures go.
pub(super) fn print_alive(page: &mut Page, memory: &Memory, top: usize) -> io::Result<()> {
    if memory.at_peak.is_empty() {
        return Ok(());
    }
    page.heading("Alive at the peak of HBM")?;
    let shown = memory.at_peak.iter().take(top);
    page.table(&Table {
        heads: &["bytes", "padding"],
        text_head: "layout",
        bars: memory.at_peak.first().map(|array| array.bytes),
        rows: shown.map(alive_row).collect(),
    })?;
    page.wrapped(memory.accuracy(), DIM)
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
