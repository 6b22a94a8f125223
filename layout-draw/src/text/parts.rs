//! The tiles or shards of an array as rows and columns.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::canvas::{Canvas, Style};
use super::cells::labelled;
use super::grid::{Grid, Square, squares};
use crate::model::shown::{Shown, elide, elide_to, ranges};
use crate::model::side::Side;
use layout_core::util::words;

/// A row of a picture: the elements of a row of parts, or what of the row is beyond the array.
enum Line {
    Elements(usize),
    Beyond(usize),
    /// The numbers of the omitted rows.
    Gap(Range<usize>),
}

/// Returns the first slices and the last one, each with its label and its parts.
pub(super) fn slices(
    count: usize,
    width: usize,
    slice: impl Fn(usize) -> (String, Grid),
) -> Vec<Canvas> {
    let drawn = |shown: Shown| match shown {
        Shown::At(number) => {
            let (label, grid) = slice(number);
            labelled(&label, &grid, width)
        }
        Shown::Gap(count) => {
            let text = alloc::format!("… {}", words::count(count, "slice"));
            Canvas::of_line(&text, Style::DIM)
        }
    };
    elide(count, 2, 1).into_iter().map(drawn).collect()
}

/// Draws the parts of some rows in at most `most` columns, as many as have room in lines of
/// `width` characters. `part` is the square of a row and a column.
pub(super) fn grid(
    (down, across): (Side, Side),
    corner: String,
    rows: &[Shown],
    most: usize,
    width: usize,
    part: impl Fn(usize, usize) -> Square,
) -> Grid {
    let mut lines = Vec::new();
    for (row, range) in rows.iter().zip(ranges(rows)) {
        match *row {
            Shown::Gap(_) => lines.push(Line::Gap(range)),
            Shown::At(row) => {
                let [elements, beyond] = down.split(row);
                lines.extend((!elements.is_empty()).then_some(Line::Elements(row)));
                lines.extend((!beyond.is_empty()).then_some(Line::Beyond(row)));
            }
        }
    }
    let row_label = |line: &Line| match line {
        Line::Elements(row) => down.text(&down.split(*row)[0]),
        Line::Beyond(row) => down.text(&down.split(*row)[1]),
        Line::Gap(rows) => down.label(rows),
    };
    let row_labels: Vec<String> = lines.iter().map(row_label).collect();
    // On hatching, texts have a space more on both sides.
    let around = if down.is_padded() || across.is_padded() {
        4
    } else {
        2
    };
    let text_len = |column: usize| {
        let rows = rows.iter().filter_map(|row| row.number());
        let texts = rows.map(|row| part(row, column).text.chars().count());
        texts.max().unwrap_or(0) + around
    };
    let samples = [0, across.count / 2, across.count - 1];
    let labels = row_labels.iter().chain([&corner]);
    let margin = labels.map(|label| label.chars().count() + 1).max();
    let room = width.saturating_sub(margin.unwrap_or(0) + 1);
    // The number of columns for which there is room with these labels.
    let fitting = |label: &dyn Fn(usize) -> String| {
        let len = |column: usize| label(column).chars().count().max(text_len(column));
        room / (samples.map(len).into_iter().max().unwrap_or(0) + 1)
    };
    let start_label = |column: usize| across.start(column) + "–";
    // The first indices alone where this is enough for all columns, or for many more.
    let with_ranges = fitting(&|column| across.label(&(column..column + 1)));
    let with_starts = fitting(&start_label);
    let has_starts = most > across.count
        && with_ranges < across.count
        && (with_starts >= across.count || with_ranges < 6);
    let fitting = if has_starts { with_starts } else { with_ranges };
    let columns = elide_to(across.count, fitting.min(most));
    let column_label = |(shown, range): (&Shown, Range<usize>)| match *shown {
        Shown::At(column) if has_starts => start_label(column),
        Shown::Gap(_) if has_starts => String::new(),
        _ => across.label(&range),
    };
    let labels = columns.iter().zip(ranges(&columns)).map(column_label);
    let square_at = |line: &Line, column: &Shown| {
        let (row, is_beyond) = match *line {
            Line::Elements(row) => (row, false),
            Line::Beyond(row) => (row, true),
            Line::Gap(_) => return None,
        };
        let column = column.number()?;
        let square = part(row, column);
        let [elements, beyond] = across.split(column);
        let padded =
            (beyond.len() as u128 * 1000).div_ceil((elements.len() + beyond.len()) as u128);
        // The text is in the first line of a part.
        let has_text = !is_beyond || down.split(row)[0].is_empty();
        Some(Square {
            text: if has_text { square.text } else { String::new() },
            padding: !has_text,
            padded: if is_beyond { 1000 } else { padded as usize },
            marked: square.marked && !is_beyond,
            ..square
        })
    };
    Grid {
        column_labels: labels.collect(),
        room: Some(width),
        squares: squares(lines, &columns, square_at),
        row_labels,
        corner,
        ..Grid::default()
    }
    .within(width)
}
