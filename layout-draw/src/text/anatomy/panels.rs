//! The array and its tiles, each below its heading.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use layout_core::util::words::grouped;

use super::super::canvas::{Canvas, Style, Weight};
use super::super::cells::square;
use super::super::grid::{Grid, Square, labels, squares};
use super::{cell_square, panel, tile_text};
use crate::model::anatomy::Anatomy;
use crate::model::shown::{Shown, elide, only};
use crate::model::summary::Part;

/// The array with its padding.
pub(super) fn array(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let drawing = if anatomy.cells {
        let at = |&row: &usize, &column: &usize| {
            let cell = plane.cell(0, row, column);
            // Elements are one block with lines between cells.
            Some(Square {
                tile: (!cell.is_padding()).then_some(0),
                group: row * columns + column,
                color: None,
                ..cell_square(anatomy, &cell, scene.array_text(&cell))
            })
        };
        let grid = Grid {
            squares: squares(0..rows, &(0..columns).collect::<Vec<_>>(), at),
            row_labels: (0..rows).map(|row| plane.label(plane.down, row)).collect(),
            column_labels: (0..columns)
                .map(|column| plane.label(plane.across, column))
                .collect(),
            corner: plane.corner(),
            ..Grid::default()
        };
        grid.draw()
    } else {
        rectangle(anatomy, width)
    };
    let (head, lines) = (anatomy.first_step(), anatomy.pad_lines());
    panel(anatomy, head, &[Part::Dims], &lines, &drawing, width)
}

/// A large array and its padding as one rectangle, to scale except for thin padding.
fn rectangle(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    const RECTANGLE_HEIGHT: usize = 8;
    let plane = &anatomy.scene.plane;
    let (rows, columns) = plane.size();
    let share = |size: usize, padded: usize, room: usize| match size == padded {
        true => room,
        false => ((room as u128 * size as u128 / padded as u128) as usize).clamp(2, room - 2),
    };
    let (real_rows, real_columns) = plane.elements();
    let flat = plane.down.is_none() || rows == 1;
    let row_text = |row: usize| match flat {
        true => String::new(),
        false => grouped(row).to_string(),
    };
    let margin = row_text(rows - 1).len().max(plane.corner().len()) + 1;
    let full = width.saturating_sub(margin + 2).clamp(12, 26);
    let high = if flat { 2 } else { RECTANGLE_HEIGHT };
    let w = share(real_columns, columns, full);
    let h = share(real_rows, rows, high).max(2);
    let Some(followed) = &anatomy.followed else {
        return Canvas::new();
    };
    let mut canvas = Canvas::new();
    canvas.put(0, 0, &plane.corner(), Style::DIM);
    let (left, top) = (margin, 1);
    for y in top + 1..top + high {
        canvas.put(left + 1, y, &"░".repeat(full - 1), Style::DIM);
        let blanks = if y < top + h { w - 1 } else { 0 };
        canvas.put(left + 1, y, &" ".repeat(blanks), Style::PLAIN);
    }
    if h < high {
        canvas.put(left + 1, top + h, &"░".repeat(full - 1), Style::DIM);
    }
    let frame = |canvas: &mut Canvas, w: usize, h: usize, weight: Weight| {
        for y in [top, top + h] {
            canvas.across(left, left + w, y, weight);
        }
        for x in [left, left + w] {
            canvas.down(x, top, top + h, weight);
        }
    };
    frame(&mut canvas, full, high, Weight::Light);
    for y in top..=top + h {
        if w < full && y > top && y < top + h {
            canvas.put(left + w, y, " ", Style::PLAIN);
        }
    }
    if h < high {
        canvas.put(left + 1, top + h, &" ".repeat(w - 1), Style::PLAIN);
    }
    frame(&mut canvas, w, h, Weight::Heavy);
    let along = |number: usize, size: usize, room: usize| {
        1 + (number as u128 * (room - 1) as u128 / size as u128) as usize
    };
    let x = left + along(followed.column, real_columns, w).min(w - 1);
    let y = top + along(followed.row, real_rows, h).min(h - 1);
    canvas.put(x, y, "■", Style::BOLD);
    // The first of several labels that are too near stays.
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (at, number) in [
        (x, followed.column),
        (left, 0),
        (left + w, real_columns - 1),
        (left + full, columns - 1),
    ] {
        let text = grouped(number);
        let start = (at + 1).saturating_sub(text.len()).max(left);
        let free = |other: &(usize, usize)| start + text.len() < other.0 || start > other.1;
        if taken.iter().all(free) {
            taken.push((start, start + text.len()));
            canvas.put(start, 0, &text, Style::DIM);
        }
    }
    let mut rows_taken = Vec::new();
    for (at, number) in [
        (y, followed.row),
        (top + 1, 0),
        (top + h - 1, real_rows - 1),
        (top + high - 1, rows - 1),
    ] {
        if !rows_taken.contains(&at) && !flat {
            rows_taken.push(at);
            let text = grouped(number);
            canvas.put(margin - 1 - text.len(), at, &text, Style::DIM);
        }
    }
    let fits = |note: &str| margin + note.chars().count() <= width;
    for text in anatomy.notes("padding ░", fits) {
        let row = canvas.height();
        canvas.put(margin, row, &text, Style::DIM);
    }
    canvas
}

/// The array cut into tiles.
pub(super) fn tiles(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let drawing = if anatomy.cells {
        let (rows, columns) = plane.size();
        let at = |&row: &usize, &column: &usize| {
            let cell = plane.cell(0, row, column);
            Some(cell_square(anatomy, &cell, scene.array_text(&cell)))
        };
        let grid = Grid {
            squares: squares(0..rows, &(0..columns).collect::<Vec<_>>(), at),
            column_labels: alloc::vec![" ".into(); columns],
            numbered: true,
            ..Grid::default()
        };
        grid.draw()
    } else {
        boxes(anatomy, width)
    };
    let lines = anatomy.cut_lines();
    panel(anatomy, "cut", &[Part::Tile], &lines, &drawing, width)
}

/// Tiles as boxes: the first and the last two in each direction, or fewer columns if `width`
/// requires it.
fn boxes(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (high, wide) = plane.tile();
    let (down, across) = plane.tiles();
    let rows = elide(down, 2, 2);
    let followed = anatomy.followed.as_ref().map(|followed| followed.tile);
    // The padding below the last row of tiles is a separate line.
    let (rows_held, columns_held) = plane.elements();
    let mut lines: Vec<(Shown, bool)> = rows.iter().map(|&row| (row, false)).collect();
    if plane.down.is_some() && down * high > rows_held && (down - 1) * high < rows_held {
        lines.push((Shown::At(down - 1), true));
    }
    let at = |(row, padding): &(Shown, bool), column: &Shown| {
        let (&Shown::At(row), &Shown::At(column)) = (row, column) else {
            return None;
        };
        let cell = plane.cell(0, row * high, column * wide);
        if *padding {
            return Some(Square {
                padding: true,
                group: 0,
                ..square(scene, &cell, String::new())
            });
        }
        let past = ((column + 1) * wide).saturating_sub(columns_held).min(wide);
        let number = tile_text(&cell);
        let text = match number.len() % 2 {
            1 => format!(" {number} "),
            _ => number,
        };
        Some(Square {
            padding: false,
            padded: (past as u128 * 1000).div_ceil(wide as u128) as usize,
            group: 0,
            marked: followed == Some((row, column)),
            ..square(scene, &cell, text)
        })
    };
    let start = |row: &Shown| match row {
        Shown::At(number) => grouped(number * high).to_string(),
        Shown::Gap(count) => format!("{} more", grouped(*count)),
    };
    let grid = |columns: &[Shown]| Grid {
        squares: squares(lines.clone(), columns, at),
        row_labels: match plane.down {
            Some(_) => rows.iter().map(start).collect(),
            None => Vec::new(),
        },
        column_labels: labels(columns, |number| grouped(number * wide)),
        ..Grid::default()
    };
    let own = followed.map_or(0, |(_, column)| column);
    let fewer = [
        elide(across, 2, 2),
        elide(across, 2, 1),
        only(across, &[own, across - 1]),
        only(across, &[own]),
    ];
    narrowest(fewer.iter().map(|columns| grid(columns)), width)
}

/// The first grid of at most `width` columns, or the last grid, in which padding is then to
/// scale as far as there is room.
pub(super) fn narrowest(
    grids: impl DoubleEndedIterator<Item = Grid> + Clone,
    width: usize,
) -> Canvas {
    let fitting = grids.clone().find(|grid| grid.width() <= width);
    let mut grids = grids;
    let narrow = || {
        let last = grids.next_back()?;
        let room = Some(width);
        Some(Grid { room, ..last }.within(width))
    };
    let grid = fitting.or_else(narrow);
    grid.map_or_else(Canvas::new, |grid| grid.draw())
}
