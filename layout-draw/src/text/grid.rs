//! `Grid`: rows and columns of cells with boxes around tiles and groups.

use alloc::string::String;
use alloc::vec::Vec;

use super::canvas::{Canvas, Style, Weight};
use crate::model::memory::Fill;

/// The contents of a cell of a grid.
#[derive(Clone, Debug)]
pub(super) struct Square {
    pub(super) text: String,
    pub(super) padding: bool,
    /// The padded share of its width, from the right, in thousandths.
    pub(super) padded: usize,
    /// The contents of equal parts of its width, shown instead of a text.
    pub(super) bar: Vec<Fill>,
    /// Neighbours of the same tile have no heavy line between them.
    pub(super) tile: Option<usize>,
    /// Neighbours of the same group have no line between them.
    pub(super) group: usize,
    /// The number of the tile's colour.
    pub(super) color: Option<usize>,
    /// True if its text is in brackets.
    pub(super) marked: bool,
}

impl Square {
    /// Returns a tile or a shard.
    pub(super) fn of_part(text: String, number: usize, color: usize, marked: bool) -> Square {
        Square {
            text,
            padding: false,
            padded: 0,
            bar: Vec::new(),
            tile: Some(number),
            group: number,
            color: Some(color),
            marked,
        }
    }

    /// Returns the smallest width of the cell at which padding is to scale and the text fits into
    /// the larger part. It adds at most `extra` characters.
    fn width(&self, extra: usize) -> usize {
        // On padding, hatching is visible on both sides of the text.
        let around = if self.padded > 500 { 4 } else { 2 };
        let text = self.text.chars().count() + around;
        let larger = self.padded.max(1000 - self.padded);
        (text * 1000).div_ceil(larger).min(text + extra)
    }

    /// Returns the padded columns on the right of a cell of width `width`.
    fn padded_width(&self, width: usize) -> usize {
        match self.padded {
            _ if self.padding => width,
            0 => 0,
            1000 => width,
            share => ((width * share + 500) / 1000).clamp(1, width - 1),
        }
    }
}

/// A grid; `None` is an omitted cell.
#[derive(Default, Debug)]
pub(super) struct Grid {
    pub(super) squares: Vec<Vec<Option<Square>>>,
    pub(super) row_labels: Vec<String>,
    pub(super) column_labels: Vec<String>,
    /// True if the column labels are below.
    pub(super) labels_below: bool,
    /// The label above the row labels.
    pub(super) corner: String,
    /// True if tiles have their numbers in the lines above them.
    pub(super) numbered: bool,
    /// The smallest width of a column.
    pub(super) least: usize,
    /// The limit on the characters of a line, if there is one.
    pub(super) room: Option<usize>,
}

/// Returns the squares of rows and columns.
pub(super) fn squares<R, C>(
    rows: impl IntoIterator<Item = R>,
    columns: &[C],
    at: impl Fn(&R, &C) -> Option<Square>,
) -> Vec<Vec<Option<Square>>> {
    let row = |row: R| columns.iter().map(|column| at(&row, column)).collect();
    rows.into_iter().map(row).collect()
}

impl Grid {
    fn at(&self, row: usize, column: usize) -> Option<&Square> {
        self.squares.get(row)?.get(column)?.as_ref()
    }

    /// Returns the line between two cells.
    fn between(a: Option<&Square>, b: Option<&Square>) -> Weight {
        match (a, b) {
            (None, None) => Weight::None,
            (Some(a), Some(b)) if a.tile == b.tile && a.tile.is_some() && a.group == b.group => {
                Weight::None
            }
            (Some(a), Some(b)) if a.tile == b.tile => Weight::Light,
            _ => Weight::Heavy,
        }
    }

    fn columns(&self) -> usize {
        self.squares.first().map_or(0, Vec::len)
    }

    /// Returns the width of each column without its lines; padding is to scale if there is room.
    fn widths(&self) -> Vec<usize> {
        const MAX_EXTRA: usize = 10; // long texts are wide enough to see the scale
        let fits = |widths: &Vec<usize>| self.room.is_none_or(|room| self.total(widths) <= room);
        let mut widths = (1..=MAX_EXTRA).rev().map(|extra| self.widths_with(extra));
        widths.find(fits).unwrap_or_else(|| self.widths_with(0))
    }

    /// Returns the same, with at most `extra` characters added to a text.
    fn widths_with(&self, extra: usize) -> Vec<usize> {
        let width = |column: usize| {
            let squares = self.squares.iter().filter_map(|row| row[column].as_ref());
            let text = squares.map(|square| square.width(extra)).max();
            let label = self.column_labels.get(column);
            let label = label.map_or(3, |label| label.chars().count().max(3));
            text.map_or(3, |text| text.max(self.least)).max(label)
        };
        (0..self.columns()).map(width).collect()
    }

    /// Returns the whole width, with labels.
    pub(super) fn width(&self) -> usize {
        self.total(&self.widths())
    }

    fn total(&self, widths: &[usize]) -> usize {
        self.margin() + widths.iter().map(|width| width + 1).sum::<usize>() + 1
    }

    /// Returns the grid with at most `room` characters in a line, if shorter labels are enough for
    /// it: `12,345,678` becomes `…345,678`, then `…678`; then omitted columns have no label.
    pub(super) fn within(mut self, room: usize) -> Grid {
        for groups in [2, 1] {
            if self.width() <= room {
                break;
            }
            let squares = self.squares.iter_mut().flatten().flatten();
            let texts = squares.map(|square| &mut square.text);
            let labels = self.row_labels.iter_mut().chain(&mut self.column_labels);
            for text in texts.chain(labels) {
                *text = with_last_groups(text, groups);
            }
        }
        if self.width() > room {
            for (column, label) in self.column_labels.iter_mut().enumerate() {
                if self.squares.iter().all(|row| row[column].is_none()) {
                    label.clear();
                }
            }
        }
        self
    }

    fn has_labels_above(&self) -> bool {
        !self.labels_below && self.column_labels.iter().any(|label| !label.is_empty())
    }

    fn margin(&self) -> usize {
        let labels = self.row_labels.iter().chain([&self.corner]);
        match labels.map(|label| label.chars().count()).max() {
            None | Some(0) => 0,
            Some(len) => len + 1,
        }
    }

    pub(super) fn draw(&self) -> Canvas {
        let widths = self.widths();
        let margin = self.margin();
        let mut xs = alloc::vec![margin];
        for width in &widths {
            xs.push(xs[xs.len() - 1] + width + 1);
        }
        let mut canvas = Canvas::new();
        let mut y = 0;
        if self.has_labels_above() {
            self.column_labels(&mut canvas, &xs, y);
            canvas.put(0, y, &self.corner, Style::DIM);
            y += 1;
        }
        let mut line = None; // of the row before, where it has one below it
        for row in 0..=self.squares.len() {
            let weight = |column: usize| {
                let above = row.checked_sub(1).and_then(|above| self.at(above, column));
                Self::between(above, self.at(row, column))
            };
            if (0..widths.len()).any(|column| weight(column) != Weight::None) {
                for column in 0..widths.len() {
                    canvas.across(xs[column], xs[column + 1], y, weight(column));
                }
                self.line_tints(&mut canvas, &xs, row, y);
                line = Some(y);
                y += 1;
            }
            if row == self.squares.len() {
                break;
            }
            self.row(&mut canvas, &xs, row, y);
            for (column, &x) in xs.iter().enumerate() {
                let left = column.checked_sub(1).and_then(|left| self.at(row, left));
                let weight = Self::between(left, self.at(row, column));
                let top = line.unwrap_or(y);
                if weight != Weight::None {
                    canvas.down(x, top.min(y - usize::from(y > 0)), y, weight);
                    canvas.down(x, y, y + 1, weight);
                }
            }
            line = None;
            y += 1;
        }
        if self.numbered {
            self.numbers(&mut canvas, &xs);
        }
        if self.labels_below {
            self.column_labels(&mut canvas, &xs, y);
        }
        canvas
    }

    fn column_labels(&self, canvas: &mut Canvas, xs: &[usize], y: usize) {
        for (column, label) in self.column_labels.iter().enumerate() {
            let width = xs[column + 1] - xs[column] - 1;
            let x = xs[column] + 1 + (width - label.chars().count()).div_ceil(2);
            canvas.put(x, y, label, Style::DIM);
        }
    }

    fn row(&self, canvas: &mut Canvas, xs: &[usize], row: usize, y: usize) {
        if let Some(label) = self.row_labels.get(row).filter(|label| !label.is_empty()) {
            let x = self.margin() - 1 - label.chars().count();
            canvas.put(x, y, label, Style::DIM);
        }
        let all_left_out = self.squares[row].iter().all(Option::is_none);
        for column in 0..xs.len() - 1 {
            let (x, width) = (xs[column] + 1, xs[column + 1] - xs[column] - 1);
            let Some(square) = self.at(row, column) else {
                let above = row.checked_sub(1).and_then(|above| self.at(above, column));
                let dots = match (all_left_out, above) {
                    (true, Some(_)) => "┊",
                    (false, _) => "…",
                    _ => "",
                };
                canvas.put(x + (width - 1) / 2, y, dots, Style::DIM);
                continue;
            };
            let (fill, hatch) = match square.color {
                Some(color) => (Style::fill(color), Style::hatch(color)),
                None => (Style::PLAIN, Style::DIM),
            };
            let padded = square.padded_width(width);
            canvas.put(x + width - padded, y, &"░".repeat(padded), hatch);
            if square.padding {
                continue;
            }
            if !square.bar.is_empty() {
                for i in 0..width {
                    let (character, style) = match square.bar[i * square.bar.len() / width] {
                        Fill::Elements => (" ", fill),
                        Fill::Padding => ("░", hatch),
                        Fill::Both => ("▒", fill),
                    };
                    canvas.put(x + i, y, character, style);
                }
                continue;
            }
            let room = width - padded;
            canvas.tint(x, y, x + room, fill);
            let len = square.text.chars().count();
            let right = self.squares.len() > 1
                && square.text.ends_with(|c: char| c.is_ascii_digit())
                && !square.text.contains(' ');
            // Numbers of a column are aligned at their ends.
            let at = if len + 2 > room && padded > len + 2 {
                // On padding, some of which stays visible.
                let at = room + (padded - len) / 2;
                canvas.put(x + at - 1, y, &alloc::format!(" {} ", square.text), hatch);
                continue;
            } else if right {
                room.saturating_sub(len + 1)
            } else {
                room.saturating_sub(len).div_ceil(2)
            };
            canvas.put(x + at, y, &square.text, fill);
            if square.marked {
                canvas.put(x + at - 1, y, "[", fill);
                canvas.put(x + at + len, y, "]", fill);
            }
            let same = |next: &Square| next.tile == square.tile && !next.padding;
            if padded == 0 && self.at(row, column + 1).is_some_and(same) {
                canvas.tint(x + width, y, x + width + 1, fill);
            }
        }
    }

    /// Lines inside a tile have the tile's colour.
    fn line_tints(&self, canvas: &mut Canvas, xs: &[usize], row: usize, y: usize) {
        for column in 0..xs.len() - 1 {
            let above = row.checked_sub(1).and_then(|above| self.at(above, column));
            if let (Some(above), Some(below)) = (above, self.at(row, column))
                && above.tile == below.tile
                && !above.padding
                && !below.padding
                && let Some(color) = below.color
            {
                let next = self.at(row, column + 1);
                let joined = next.is_some_and(|next| next.tile == below.tile && !next.padding);
                let end = xs[column + 1] + usize::from(joined);
                canvas.tint(xs[column] + 1, y, end, Style::fill(color));
            }
        }
    }

    /// Writes the number of each tile into the line above it. A row has such a line if it is
    /// the first of its tile.
    fn numbers(&self, canvas: &mut Canvas, xs: &[usize]) {
        let mut y = usize::from(self.has_labels_above());
        for row in 0..self.squares.len() {
            let above = |column: usize| row.checked_sub(1).and_then(|above| self.at(above, column));
            let has_line = (0..xs.len() - 1)
                .any(|column| Self::between(above(column), self.at(row, column)) != Weight::None);
            let mut column = 0;
            while column + 1 < xs.len() {
                let start = column;
                column += 1;
                let Some(Square {
                    tile: Some(tile), ..
                }) = self.at(row, start)
                else {
                    continue;
                };
                let same = |square: Option<&Square>| square.and_then(|s| s.tile) == Some(*tile);
                while column + 1 < xs.len() && same(self.at(row, column)) {
                    column += 1;
                }
                let label = alloc::format!(" {tile} ");
                let room = xs[column] - xs[start] - 1;
                if !same(above(start)) && label.len() < room {
                    let x = xs[start] + 1 + (room - label.len()) / 2;
                    canvas.put(x, y, &label, Style::BOLD);
                }
            }
            y += 1 + usize::from(has_line);
        }
    }
}

/// Returns a text in which each number has at most `groups` groups of three digits, its last
/// ones.
fn with_last_groups(text: &str, groups: usize) -> String {
    let is_digit = |c: char| c.is_ascii_digit() || c == ',';
    let mut shortened = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_digit) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|c| !is_digit(c)).unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        shortened += before;
        let omitted = number.split(',').count().saturating_sub(groups);
        match number.match_indices(',').nth(omitted.wrapping_sub(1)) {
            Some((comma, _)) => {
                // One that is shortened further has the sign already.
                shortened += if shortened.ends_with('…') {
                    ""
                } else {
                    "…"
                };
                shortened += &number[comma + 1..];
            }
            None => shortened += number,
        }
        rest = after;
    }
    shortened + rest
}
