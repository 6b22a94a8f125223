//! Memory below its heading: all of it, or its tiles and the inside of the followed tile.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use layout_core::util::words::{grouped, joined};

use super::super::canvas::{Canvas, Style};
use super::super::cells::square;
use super::super::grid::{Grid, Square, labels};
use super::panels::narrowest;
use super::{cell_square, heading, paragraph, tile_text};
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
use crate::model::followed::Followed;
use crate::model::memory::{Fill, fills};
use crate::model::shown::{Shown, elide, only};
use crate::model::summary::{Part, plain};

/// Memory below its heading: all of it, or its tiles and the inside of the followed tile.
pub(super) fn draw(anatomy: &Anatomy<'_>, width: usize, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let head = heading(anatomy, "string out", &[Part::Order, Part::Inner]);
    picture.heading(&head, width);
    for line in anatomy.memory_lines() {
        paragraph(&plain(&line), width, picture);
    }
    let len = scene.layout.padded_len();
    let (Some(followed), false) = (&anatomy.followed, anatomy.cells) else {
        let cells = (0..len).map(|position| Cell::at(scene.layout, position));
        let texts = cells.map(|cell| scene.memory_text(&cell).len());
        let column = texts.max().unwrap_or(1).max(1) + 3;
        let per_line = scene.line_len(((width - 1) / column).max(1));
        for start in (0..len).step_by(per_line) {
            positions(anatomy, start..(start + per_line).min(len), picture);
        }
        return;
    };
    let (Some(run), Some(start)) = (scene.run, followed.start) else {
        return some_positions(anatomy, followed.cell.position, width, picture);
    };
    strip(anatomy, run, start / run, width, picture);
    if anatomy.shows_grid() {
        rows_of_tile(anatomy, followed, width, picture);
    } else {
        some_positions(anatomy, start, width, picture);
    }
}

/// The tiles of memory shown: the first two, the followed tile and its successor, the last.
fn strip(anatomy: &Anatomy<'_>, run: usize, own: usize, width: usize, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let len = scene.layout.padded_len();
    let count = len.div_ceil(run);
    let square_of = |entry: &Shown| {
        let number = entry.number()?;
        let range = number * run..((number + 1) * run).min(len);
        let cell = Cell::at(scene.layout, range.start);
        let held = fills(scene.layout, range, 16);
        let padded = held.iter().rev().take_while(|&&fill| fill == Fill::Padding);
        Some(Square {
            padded: padded.count() * 1000 / 16,
            padding: false,
            tile: Some(number),
            group: 0,
            marked: number == own,
            ..square(scene, &cell, tile_text(&cell))
        })
    };
    let grid = |shown: &[Shown]| Grid {
        squares: alloc::vec![shown.iter().map(square_of).collect()],
        column_labels: labels(shown, |number| grouped(number * run)),
        ..Grid::default()
    };
    let fewer = [
        &[0, 1, own, own + 1, count - 1][..],
        &[0, own, count - 1],
        &[own],
    ];
    let fewer = fewer.iter().map(|numbers| grid(&only(count, numbers)));
    let y = picture.height();
    picture.paste(0, y, &narrowest(fewer, width));
}

/// The cells of the followed tile with their positions.
fn rows_of_tile(anatomy: &Anatomy<'_>, followed: &Followed, width: usize, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (high, wide) = plane.tile();
    let corner = followed.corner();
    let cell = |row: usize, column: usize| plane.cell(0, corner.0 + row, corner.1 + column);
    let rows_shown = anatomy.interleaved().unwrap_or(2);
    let first = followed.within.0 / rows_shown * rows_shown;
    let rows = first..(first + rows_shown.min(4)).min(high);
    let at = |row: usize, column: &Shown| {
        let cell = cell(row, column.number()?);
        let text = match cell.is_padding() {
            true => String::new(),
            false => grouped(cell.position).to_string(),
        };
        Some(cell_square(anatomy, &cell, text))
    };
    // A line joins rows that are consecutive in memory.
    let follows = |row: usize, column: usize, next: (usize, usize)| {
        let (from, to) = (cell(row, column), cell(next.0, next.1));
        from.position + 1 == to.position && !from.is_padding() && !to.is_padding()
    };
    let between = |row: usize, column: &Shown| {
        let column = column.number()?;
        let down = follows(row, column, (row + 1, column));
        let right = column + 1 < wide && follows(row + 1, column, (row, column + 1));
        let text = match (down, right) {
            (true, true) => "│ ╱",
            (true, false) => "│  ",
            (false, true) => "  ╱",
            (false, false) => "   ",
        };
        let cell = cell(row, column);
        Some(Square {
            padding: cell.is_padding(),
            ..square(scene, &cell, text.into())
        })
    };
    let grid = |columns: &[Shown]| {
        let mut squares: Vec<Vec<Option<Square>>> = Vec::new();
        let mut row_labels = Vec::new();
        for row in rows.clone() {
            if anatomy.interleaved().is_some() && row > rows.start {
                let line = columns.iter().map(|column| between(row - 1, column));
                squares.push(line.collect());
                row_labels.push(String::new());
            }
            squares.push(columns.iter().map(|column| at(row, column)).collect());
            row_labels.push(grouped(corner.0 + row).to_string());
        }
        Grid {
            squares,
            row_labels,
            column_labels: labels(columns, |column| grouped(corner.1 + column)),
            ..Grid::default()
        }
    };
    let own = followed.within.1;
    let fewer = [
        elide(wide, 4, 1),
        elide(wide, 3, 1),
        only(wide, &[own.saturating_sub(1), own, wide - 1]),
        only(wide, &[own, wide - 1]),
        only(wide, &[own]),
    ];
    let fewer = fewer.iter().map(|columns| grid(columns));
    let number = tile_text(&followed.cell);
    picture.line(&format!("in tile {number}"), Style::BOLD);
    let y = picture.height();
    picture.paste(0, y, &narrowest(fewer, width));
    if rows.end < high {
        let line = format!("then row {}, …", grouped(corner.0 + rows.end));
        picture.line(&line, Style::DIM);
    }
}

/// Positions around one position, as many as fit into a line.
fn some_positions(anatomy: &Anatomy<'_>, from: usize, width: usize, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let len = scene.layout.padded_len();
    let text = joined(&scene.last_index(), ",").to_string().len();
    let column = text.max(grouped(len).len()) + 3;
    let most = ((width - 1) / column).clamp(1, len.min(12));
    let own = anatomy.position().unwrap_or(0);
    let from = if own >= from + most { own - 1 } else { from };
    let from = from.min(len - most);
    positions(anatomy, from..from + most, picture);
}

/// Positions in one row, with an arrow below the followed one.
fn positions(anatomy: &Anatomy<'_>, range: core::ops::Range<usize>, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let own = range
        .clone()
        .position(|position| anatomy.position() == Some(position));
    let cells = range
        .clone()
        .map(|position| Cell::at(scene.layout, position));
    let squares = cells.map(|cell| Some(cell_square(anatomy, &cell, scene.memory_text(&cell))));
    let grid = Grid {
        squares: alloc::vec![squares.collect()],
        column_labels: range
            .map(|position| grouped(position).to_string())
            .collect(),
        labels_below: true,
        numbered: anatomy.cells && anatomy.is_tiled(),
        ..Grid::default()
    };
    let y = picture.height();
    picture.paste(0, y, &grid.draw());
    if let Some(column) = own {
        let y = picture.height();
        picture.put(grid.middle(column), y, "▲", Style::BOLD);
    }
}
