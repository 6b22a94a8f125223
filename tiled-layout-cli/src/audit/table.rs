//! `Table`: columns of figures, followed by text that wraps.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};

use crate::printable::printable;
use crate::stdio;

pub(super) const HEADING: Style = Style::new().bold().underline();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
/// Padding and growth: orange, which colour-blind people can tell from blue.
pub(super) const MORE: Style = Ansi256Color(208).on_default();
/// What shrinks.
pub(super) const LESS: Style = Ansi256Color(33).on_default();

/// The width of a bar in columns.
const BAR: usize = 12;

/// A bar of `share` of its full length, in eighths of a column.
pub(super) fn bar(share: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * columns as f64 * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// The width of the terminal in columns, at least 40; 100 if the output is no terminal.
pub(super) fn width() -> usize {
    stdio::columns().unwrap_or(100).max(40)
}

/// The indent of a note in columns.
const NOTE_INDENT: usize = 4;

/// A row of a table: figures, a text in bold, and a note below, which may be empty.
pub(super) struct TableRow {
    pub(super) figures: Vec<(String, Style)>,
    pub(super) text: String,
    pub(super) note: String,
    /// The length of its bar, from 0 to 1.
    pub(super) share: f64,
}

/// Figures are aligned to the right, in columns as wide as their widest figure. The text
/// follows them, or goes below if it does not fit.
pub(super) struct Table {
    heads: Vec<&'static str>,
    text_head: &'static str,
    rows: Vec<TableRow>,
    has_bars: bool,
}

impl Table {
    pub(super) fn new(heads: &[&'static str], text_head: &'static str) -> Table {
        Table {
            heads: heads.to_vec(),
            text_head,
            rows: Vec::new(),
            has_bars: false,
        }
    }

    /// A table whose rows begin with bars, if there is room.
    pub(super) fn with_bars(self) -> Table {
        Table {
            has_bars: true,
            ..self
        }
    }

    /// Adds a row; its text and note may come from a file.
    pub(super) fn push(&mut self, mut row: TableRow) {
        row.text = printable(&row.text).into_owned();
        row.note = printable(&row.note).into_owned();
        self.rows.push(row);
    }

    pub(super) fn print(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let mut widths: Vec<usize> = (0..self.heads.len())
            .map(|column| {
                let figures = self
                    .rows
                    .iter()
                    .map(|row| row.figures[column].0.chars().count());
                figures.chain([self.heads[column].len()]).max().unwrap_or(0)
            })
            .collect();
        let columns = if self.has_bars && width >= 70 { BAR } else { 0 };
        let bar_width = if columns > 0 { columns + 1 } else { 0 };
        // Drops the last columns if there is no room.
        while widths.len() > 1 && widths.iter().map(|width| width + 2).sum::<usize>() > width + 2 {
            widths.pop();
        }
        let indent: usize = bar_width + widths.iter().map(|width| width + 2).sum::<usize>();
        let mut head = " ".repeat(bar_width);
        for (name, width) in self.heads.iter().zip(&widths) {
            let _ = write!(head, "{name:>width$}  ");
        }
        if head.len() + self.text_head.len() <= width {
            head.push_str(self.text_head);
        }
        writeln!(out, "{DIM}{}{DIM:#}", head.trim_end())?;
        for row in &self.rows {
            if columns > 0 {
                let bar = bar(row.share, columns);
                write!(out, "{MORE}{bar:columns$}{MORE:#} ")?;
            }
            for (column, ((figure, style), width)) in row.figures.iter().zip(&widths).enumerate() {
                let gap = if column > 0 { "  " } else { "" };
                write!(out, "{gap}{style}{figure:>width$}{style:#}")?;
            }
            if indent + row.text.chars().count() <= width {
                writeln!(out, "  {BOLD}{}{BOLD:#}", row.text)?;
            } else {
                writeln!(out)?;
                print_wrapped(out, &row.text, BOLD, NOTE_INDENT, width)?;
            }
            if !row.note.is_empty() {
                print_wrapped(out, &row.note, Style::new(), NOTE_INDENT, width)?;
            }
        }
        Ok(())
    }
}

/// Prints a text from column `indent` on, wrapped at blanks, or inside a word that is too long.
pub(super) fn print_wrapped(
    out: &mut impl Write,
    text: &str,
    style: Style,
    indent: usize,
    width: usize,
) -> io::Result<()> {
    let room = width - indent;
    let mut lines = vec![Vec::new()];
    for word in text.split(' ') {
        let word: Vec<char> = word.chars().collect();
        let mut line: Vec<char> = lines.pop().unwrap_or_default();
        if !line.is_empty() && line.len() + 1 + word.len() > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word);
        lines.extend(line.chunks(room).map(<[char]>::to_vec));
    }
    for line in lines {
        let line: String = line.into_iter().collect();
        writeln!(out, "{:indent$}{style}{line}{style:#}", "")?;
    }
    Ok(())
}
