//! Memory below its heading: all of it, or its tiles and the inside of the followed tile.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use layout_core::util::words::grouped;

use super::super::canvas::{Canvas, Style};
use super::super::cells::square;
use super::super::grid::{Grid, Square};
use super::panels::{narrowest, sorted};
use super::{cell_square, heading, is_followed, paragraph};
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
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
        let texts =
            (0..len).map(|position| scene.memory_text(&Cell::at(scene.layout, position)).len());
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
    let plain_tile = scene.layout.tiles().len() < 2 || anatomy.interleaved().is_some();
    if scene.plane.down.is_some() && plain_tile {
        places(anatomy, width, picture);
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
        let &Shown::At(number) = entry else {
            return None;
        };
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
            ..square(scene, &cell, cell.tile.map(grouped).unwrap_or_default())
        })
    };
    let label = |entry: &Shown| match entry {
        Shown::At(number) => grouped(number * run),
        Shown::Gap(_) => String::new(),
    };
    let grid = |shown: &[Shown]| Grid {
        squares: alloc::vec![shown.iter().map(square_of).collect()],
        column_labels: shown.iter().map(label).collect(),
        ..Grid::default()
    };
    let fewer = [
        sorted([0, 1, own, own + 1, count - 1]),
        sorted([0, own, count - 1]),
        sorted([own]),
    ];
    let fewer = fewer.iter().map(|numbers| grid(&only(count, numbers)));
    let y = picture.height();
    picture.paste(0, y, &narrowest(fewer, width));
}

/// The cells of the followed tile with their positions.
fn places(anatomy: &Anatomy<'_>, width: usize, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let Some(followed) = &anatomy.followed else {
        return;
    };
    let (high, wide) = plane.tile();
    let corner = (
        followed.row - followed.place.0,
        followed.column - followed.place.1,
    );
    let rows_shown = anatomy.interleaved().unwrap_or(2);
    let first = followed.place.0 / rows_shown * rows_shown;
    let rows = first..(first + rows_shown.min(4)).min(high);
    let at = |row: usize, column: &Shown| {
        let &Shown::At(column) = column else {
            return None;
        };
        let cell = plane.cell(0, corner.0 + row, corner.1 + column);
        let text = if cell.is_padding() {
            String::new()
        } else {
            grouped(cell.position)
        };
        Some(cell_square(anatomy, &cell, text))
    };
    let label = |column: &Shown| match column {
        Shown::At(column) => grouped(corner.1 + column),
        Shown::Gap(_) => String::new(),
    };
    // A line joins rows that are consecutive in memory.
    let follows = |row: usize, column: usize, next: (usize, usize)| {
        let place = |(row, column)| plane.cell(0, corner.0 + row, corner.1 + column);
        let (from, to) = (place((row, column)), place(next));
        from.position + 1 == to.position && !from.is_padding() && !to.is_padding()
    };
    let between = |row: usize, column: &Shown| {
        let &Shown::At(column) = column else {
            return None;
        };
        let next = (row + 1, column);
        let mut text = String::from(if follows(row, column, next) {
            "│"
        } else {
            " "
        });
        let right = column + 1 < wide && follows(row + 1, column, (row, column + 1));
        text += if right { " ╱" } else { "  " };
        let cell = plane.cell(0, corner.0 + row, corner.1 + column);
        Some(Square {
            padding: cell.is_padding(),
            ..square(scene, &cell, text)
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
            row_labels.push(grouped(corner.0 + row));
        }
        Grid {
            squares,
            row_labels,
            column_labels: columns.iter().map(label).collect(),
            ..Grid::default()
        }
    };
    let own = followed.place.1;
    let fewer = [
        elide(wide, 4, 1),
        elide(wide, 3, 1),
        only(wide, &sorted([own.saturating_sub(1), own, wide - 1])),
        only(wide, &sorted([own, wide - 1])),
        only(wide, &[own]),
    ];
    let fewer = fewer.iter().map(|columns| grid(columns));
    let number = followed.cell.tile.map(grouped).unwrap_or_default();
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
    let last: Vec<usize> = scene
        .layout
        .dims()
        .iter()
        .map(|dim| dim.saturating_sub(1))
        .collect();
    let text = layout_core::util::words::joined(&last, ",").len();
    let column = text.max(grouped(len).len()) + 3;
    let most = ((width - 1) / column).clamp(1, len.min(12));
    let own = anatomy
        .followed
        .as_ref()
        .map_or(0, |followed| followed.cell.position);
    let from = if own >= from + most { own - 1 } else { from };
    let from = from.min(len - most);
    positions(anatomy, from..from + most, picture);
}

/// Positions in one row, with an arrow below the followed one.
fn positions(anatomy: &Anatomy<'_>, range: core::ops::Range<usize>, picture: &mut Canvas) {
    let scene = &anatomy.scene;
    let cells: Vec<Cell> = range
        .clone()
        .map(|position| Cell::at(scene.layout, position))
        .collect();
    let squares = cells
        .iter()
        .map(|cell| Some(cell_square(anatomy, cell, scene.memory_text(cell))));
    let grid = Grid {
        squares: alloc::vec![squares.collect()],
        column_labels: range.map(grouped).collect(),
        labels_below: true,
        numbered: anatomy.cells && anatomy.is_tiled(),
        ..Grid::default()
    };
    let y = picture.height();
    picture.paste(0, y, &grid.draw());
    if let Some(column) = cells.iter().position(|cell| is_followed(anatomy, cell)) {
        let y = picture.height();
        picture.put(grid.middle(column), y, "▲", Style::BOLD);
    }
}
