//! `Table`: columns of figures, with text behind them that wraps.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::printable::printable;
use crate::terminal;

pub(super) const HEADING: Style = Style::new().bold().underline();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const WARN: Style = AnsiColor::Yellow.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default();

/// The style of padding: green below a twentieth, red from the size of the
/// arrays on.
pub(super) fn waste_style(percent: f64) -> Style {
    match percent {
        ..5.0 => GOOD,
        ..100.0 => WARN,
        _ => BAD,
    }
}

/// The columns of the terminal, at least 40; 100 where the output is none.
pub(super) fn width() -> usize {
    terminal::columns().unwrap_or(100).max(40)
}

/// The columns before a note.
const NOTE_INDENT: usize = 4;

/// A line of a table: figures, a text in bold, and a note below, which may be
/// empty.
pub(super) struct TableRow {
    pub(super) figures: Vec<(String, Style)>,
    pub(super) text: String,
    pub(super) note: String,
}

/// Figures are aligned to the right, each column as wide as its widest figure;
/// the text stands behind them, or below where it does not fit.
pub(super) struct Table {
    heads: Vec<&'static str>,
    text_head: &'static str,
    rows: Vec<TableRow>,
}

impl Table {
    pub(super) fn new(heads: &[&'static str], text_head: &'static str) -> Table {
        Table {
            heads: heads.to_vec(),
            text_head,
            rows: Vec::new(),
        }
    }

    /// Adds a row; its text and note may be those of a file.
    pub(super) fn push(&mut self, mut row: TableRow) {
        row.text = printable(&row.text).into_owned();
        row.note = printable(&row.note).into_owned();
        self.rows.push(row);
    }

    pub(super) fn print(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.heads.len())
            .map(|column| {
                let figures = self
                    .rows
                    .iter()
                    .map(|row| row.figures[column].0.chars().count());
                figures.chain([self.heads[column].len()]).max().unwrap_or(0)
            })
            .collect();
        let indent: usize = widths.iter().map(|width| width + 2).sum();
        let mut head = String::new();
        for (name, width) in self.heads.iter().zip(&widths) {
            let _ = write!(head, "{name:>width$}  ");
        }
        head.push_str(self.text_head);
        writeln!(out, "{DIM}{}{DIM:#}", head.trim_end())?;
        for row in &self.rows {
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

/// Prints a text from column `indent` on, wrapped at blanks and, where a word
/// is too long, after any character.
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
