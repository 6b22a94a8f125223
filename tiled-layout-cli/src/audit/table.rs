//! `Page`: headings, wrapped text, and tables of figures.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use layout_core::util::words;

use crate::printable::printable;
use crate::streams;
use crate::terminal;

const HEADING: Style = Style::new().bold().underline();
pub(super) const PLAIN: Style = Style::new();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
/// Padding and growth: orange, which colour-blind people can tell from blue.
pub(super) const MORE: Style = Ansi256Color(208).on_default();
/// What shrinks.
pub(super) const LESS: Style = Ansi256Color(33).on_default();

/// The width of a bar in columns.
const BAR: usize = 12;
/// The indent of a note in columns.
const NOTE_INDENT: usize = 4;

/// A figure of a table.
pub(super) type Figure = (String, Style);

pub(super) fn number(number: u64) -> Figure {
    (words::grouped(number as usize).to_string(), PLAIN)
}

pub(super) fn bytes(bytes: u64) -> Figure {
    (words::byte_size(bytes).to_string(), PLAIN)
}

pub(super) fn padding(bytes: u64) -> Figure {
    (words::byte_size(bytes).to_string(), MORE)
}

/// A bar of `share` of its full length, in eighths of a column.
fn bar(share: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * columns as f64 * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A row of a table: figures, a text in bold, and notes below, each on its own lines.
#[derive(Default)]
pub(super) struct Row {
    pub(super) figures: Vec<Figure>,
    pub(super) text: String,
    pub(super) notes: Vec<String>,
    /// The bytes that its bar shows.
    pub(super) bar: u64,
}

/// Figures are aligned to the right, in columns as wide as their widest figure. The text
/// follows them, or goes below if it does not fit.
pub(super) struct Table {
    pub(super) heads: &'static [&'static str],
    pub(super) text_head: &'static str,
    /// The bytes of a whole bar; without bars, `None`.
    pub(super) bars: Option<u64>,
    pub(super) rows: Vec<Row>,
}

/// Standard output, as wide as the terminal.
pub(super) struct Page {
    out: Box<dyn Write>,
    width: usize,
}

impl Page {
    /// The width of the terminal in columns, at least 40; 100 if the output is no terminal.
    pub(super) fn new() -> Page {
        Page {
            out: Box::new(io::BufWriter::new(streams::stdout())),
            width: terminal::columns().unwrap_or(100).max(40),
        }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }

    pub(super) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "\n{HEADING}{text}{HEADING:#}\n")
    }

    /// Prints a text on a line.
    pub(super) fn line(&mut self, text: &str, style: Style) -> io::Result<()> {
        writeln!(self.out, "{style}{text}{style:#}")
    }

    /// Prints a text, wrapped at blanks.
    pub(super) fn wrapped(&mut self, text: &str, style: Style) -> io::Result<()> {
        self.indented(text, style, 0)
    }

    /// Prints a text from column `indent` on, wrapped at blanks, or inside a word that is too
    /// long.
    fn indented(&mut self, text: &str, style: Style, indent: usize) -> io::Result<()> {
        let room = self.width - indent;
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
            writeln!(self.out, "{:indent$}{style}{line}{style:#}", "")?;
        }
        Ok(())
    }

    /// Prints a table, whose texts and notes may come from a file.
    pub(super) fn table(&mut self, table: &Table) -> io::Result<()> {
        let Table { heads, rows, .. } = table;
        let figure_width = |column: usize| {
            let figures = rows.iter().map(|row| row.figures[column].0.chars().count());
            figures.chain([heads[column].len()]).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..heads.len()).map(figure_width).collect();
        let full = table.bars.filter(|_| self.width >= 70);
        let bar_width = full.map_or(0, |_| BAR + 1);
        // Drops the last columns if there is no room.
        let sum = |widths: &[usize]| widths.iter().map(|width| width + 2).sum::<usize>();
        while widths.len() > 1 && sum(&widths) > self.width + 2 {
            widths.pop();
        }
        let indent = bar_width + sum(&widths);
        let mut head = " ".repeat(bar_width);
        for (name, width) in heads.iter().zip(&widths) {
            let _ = write!(head, "{name:>width$}  ");
        }
        if head.len() + table.text_head.len() <= self.width {
            head.push_str(table.text_head);
        }
        self.line(head.trim_end(), DIM)?;
        let are_apart = rows.iter().any(|row| row.notes.len() > 1);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 && are_apart {
                self.blank()?;
            }
            if let Some(full) = full {
                let bar = bar(row.bar as f64 / full.max(1) as f64, BAR);
                write!(self.out, "{MORE}{bar:BAR$}{MORE:#} ")?;
            }
            for (column, ((figure, style), width)) in row.figures.iter().zip(&widths).enumerate() {
                let gap = if column > 0 { "  " } else { "" };
                write!(self.out, "{gap}{style}{figure:>width$}{style:#}")?;
            }
            let text = printable(&row.text);
            if indent + text.chars().count() <= self.width {
                writeln!(self.out, "  {BOLD}{text}{BOLD:#}")?;
            } else {
                writeln!(self.out)?;
                self.indented(&text, BOLD, NOTE_INDENT)?;
            }
            for note in &row.notes {
                self.indented(&printable(note), PLAIN, NOTE_INDENT)?;
            }
        }
        Ok(())
    }
}
