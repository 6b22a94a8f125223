//! `Table`: columns of figures, with text behind them that wraps.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

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

/// The columns of the terminal; 100 where the output is none.
pub(super) fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(100).max(40)
}

/// A line of a table: figures, and text with notes below it.
pub(super) struct TableRow {
    pub(super) figures: Vec<(String, Style)>,
    pub(super) text: (String, Style),
    pub(super) notes: Vec<(String, Style)>,
}

/// Figures are aligned to the right, each column as wide as its widest figure;
/// the text and its notes stand behind them.
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

    pub(super) fn push(&mut self, row: TableRow) {
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
        writeln!(out, "{DIM}{head}{}{DIM:#}", self.text_head)?;
        for row in &self.rows {
            for ((figure, style), width) in row.figures.iter().zip(&widths) {
                write!(out, "{style}{figure:>width$}{style:#}  ")?;
            }
            print_wrapped(out, &row.text, indent, width)?;
            for note in &row.notes {
                write!(out, "{:indent$}", "")?;
                print_wrapped(out, note, indent, width)?;
            }
        }
        Ok(())
    }
}

/// Prints a text that begins in column `indent` and its line end, wrapped at
/// blanks and, where a word is too long, after any character.
pub(super) fn print_wrapped(
    out: &mut impl Write,
    (text, style): &(String, Style),
    indent: usize,
    width: usize,
) -> io::Result<()> {
    let room = width.saturating_sub(indent).max(20);
    let mut line = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let len = word.chars().count();
        if column > 0 && column + 1 + len > room {
            writeln!(out, "{style}{line}{style:#}")?;
            write!(out, "{:indent$}", "")?;
            line.clear();
            column = 0;
        } else if column > 0 {
            line.push(' ');
            column += 1;
        }
        for character in word.chars() {
            if column == room {
                writeln!(out, "{style}{line}{style:#}")?;
                write!(out, "{:indent$}", "")?;
                line.clear();
                column = 0;
            }
            line.push(character);
            column += 1;
        }
    }
    writeln!(out, "{style}{line}{style:#}")
}
