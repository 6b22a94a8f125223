//! `Boxes`: rows and columns of tiles or shards, each drawn as one box.

use alloc::string::String;
use alloc::vec::Vec;

use super::page::{Anchor, Page, measured, shortened};
use super::style::TILE_LABELS;
use crate::model::shown::{Shown, gaps};

/// The space between boxes.
const APART: f64 = 5.0;
/// The room of omitted columns.
pub(super) const GAP: f64 = 34.0;

/// Rows and columns of boxes with labels; the middle may be omitted.
pub(super) struct Boxes {
    pub(super) rows: Vec<Shown>,
    pub(super) columns: Vec<Shown>,
    /// The label of each entry of `rows`; empty if rows have no labels.
    pub(super) row_labels: Vec<String>,
    pub(super) column_labels: Vec<String>,
    /// The letters of both axes, such as `y\x`.
    pub(super) corner: String,
    /// The distance of the first column from the left.
    pub(super) indent: f64,
    /// The width and the height of a box.
    pub(super) size: (f64, f64),
}

impl Boxes {
    /// Returns the room of row labels.
    pub(super) fn indent_of(labels: &[String], least: f64) -> f64 {
        let widths = labels.iter().map(|label| measured(label, 12.0));
        match labels {
            [] => 0.0,
            _ => widths.fold(least, f64::max) + 12.0,
        }
    }

    /// Returns the width of each box if `columns` fill `room`.
    pub(super) fn fill(columns: &[Shown], room: f64) -> f64 {
        let gaps = gaps(columns) as f64;
        (room - gaps * GAP) / (columns.len() as f64 - gaps) - APART
    }

    /// Returns the number of boxes of width `width` that fit into `room`.
    pub(super) fn fitting(width: f64, room: f64) -> usize {
        (room / (width + APART)) as usize
    }

    fn step(&self, column: &Shown) -> f64 {
        column.room(self.size.0 + APART, GAP)
    }

    pub(super) fn width(&self) -> f64 {
        let columns = self.columns.iter().map(|column| self.step(column));
        self.indent + columns.sum::<f64>()
    }

    /// Returns the upper left corner of a box, if the labels start at (`x`, `y`).
    pub(super) fn at(&self, (row, column): (usize, usize), x: f64, y: f64) -> (f64, f64) {
        let columns = self.columns.iter();
        let columns = columns.take_while(|&&shown| shown != Shown::At(column));
        let rows = self.rows.iter();
        let rows = rows.take_while(|&&shown| shown != Shown::At(row));
        let left: f64 = columns.map(|column| self.step(column)).sum();
        let above: f64 = rows.map(|row| row.room(self.size.1, GAP) + APART).sum();
        (x + self.indent + left, y + TILE_LABELS + above)
    }

    /// Draws the labels and the boxes, each with `draw`. Returns the y coordinate of the lower
    /// end.
    pub(super) fn draw(
        &self,
        page: &mut Page,
        x: f64,
        y: f64,
        mut draw: impl FnMut(&mut Page, (usize, usize), (f64, f64)),
    ) -> f64 {
        let (width, height) = self.size;
        let first = x + self.indent;
        let mut top = y + TILE_LABELS;
        page.corner(first, top, &self.corner);
        let label_size = if page.is_narrow() { 13.0 } else { 12.0 };
        let mut left = first;
        for (column, label) in self.columns.iter().zip(&self.column_labels) {
            if column.number().is_some() {
                let label = shortened(label, label_size, width + APART);
                page.text("la", left + width / 2.0, top - 8.0, Anchor::Middle, &label);
            }
            left += self.step(column);
        }
        for (n, row) in self.rows.iter().enumerate() {
            let high = row.room(height, GAP);
            let middle = top + high / 2.0;
            if let Some(label) = self.row_labels.get(n) {
                page.text("la", first - 10.0, middle + 4.0, Anchor::End, label);
            }
            let mut left = first;
            for column in &self.columns {
                match (row, column) {
                    (&Shown::At(row), &Shown::At(column)) => draw(page, (row, column), (left, top)),
                    (Shown::At(_), Shown::Gap(_)) => page.dots(left + 14.0, middle, false),
                    (Shown::Gap(_), Shown::At(_)) => page.dots(left + width / 2.0, middle, true),
                    _ => {}
                }
                left += self.step(column);
            }
            top += high + APART;
        }
        top - APART
    }
}

/// Draws a box with padded shares of its width and height. Its text, `long` or, without room,
/// `short`, stands in the elements; if they are too small, in the padding on a pale background.
pub(super) fn part(
    page: &mut Page,
    color: &str,
    (x, y): (f64, f64),
    (wide, high): (f64, f64),
    (past_x, past_y): (f64, f64),
    [long, short]: [&str; 2],
) {
    let held = |past: f64, size: f64, least: f64| match past {
        0.0 => size,
        1.0 => 0.0,
        _ => ((1.0 - past) * size).max(least).min(size - least),
    };
    let (w, h) = (held(past_x, wide, 8.0), held(past_y, high, 7.0));
    let pale = alloc::format!("p{color}");
    if w < wide || h < high {
        page.rect(&pale, x, y, wide, high, 3.0);
        page.hatch(x, y, wide, high, 3.0);
    }
    if w > 0.0 && h > 0.0 {
        page.rect("cb", x, y, w, h, 3.0);
        page.rect(&alloc::format!("c{color}"), x, y, w, h, 3.0);
    }
    let text = if measured(long, 13.0) + 8.0 <= w.max(wide - w) {
        long.into()
    } else {
        shortened(short, 13.0, wide - 4.0)
    };
    let room = measured(&text, 13.0);
    let (centre, middle) = match () {
        () if room < w && h >= 16.0 => (x + w / 2.0, y + h / 2.0),
        () if room < w => (x + w / 2.0, y + (h + high) / 2.0),
        () if wide - w > room => (x + (w + wide) / 2.0, y + high / 2.0),
        () => (x + wide / 2.0, y + high / 2.0),
    };
    if (room >= w || h < 16.0) && room > 0.0 && (w < wide || h < high) {
        let half = f64::min(room + 8.0, wide) / 2.0;
        page.rect(&pale, centre - half, middle - 9.0, 2.0 * half, 18.0, 3.0);
    }
    page.text("no", centre, middle + 4.6, Anchor::Middle, &text);
}
