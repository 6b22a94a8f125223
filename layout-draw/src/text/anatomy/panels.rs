//! The array and its tiles, each below its heading.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use layout_core::util::words::grouped;

use super::super::canvas::{Canvas, Style, Weight};
use super::super::cells::square;
use super::super::grid::{Grid, Square};
use super::{cell_square, panel};
use crate::model::anatomy::Anatomy;
use crate::model::shown::{Shown, elide, only};
use crate::model::summary::Part;

fn labels(anatomy: &Anatomy<'_>, axis: Option<usize>, len: usize) -> Vec<String> {
    let plane = &anatomy.scene.plane;
    let label = |number| {
        axis.map_or(String::new(), |axis| {
            plane.axes[axis].label(plane.layout, number)
        })
    };
    (0..len).map(label).collect()
}

fn corner(anatomy: &Anatomy<'_>) -> String {
    let plane = &anatomy.scene.plane;
    let letters = |axis: usize| plane.axes[axis].letters(plane.layout);
    match (plane.down, plane.across) {
        (Some(down), Some(across)) => format!("{}\\{}", letters(down), letters(across)),
        _ => String::new(),
    }
}

/// The array with its padding.
pub(super) fn array(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let drawing = if anatomy.cells {
        let at = |row, column| {
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
            squares: (0..rows)
                .map(|row| (0..columns).map(|column| at(row, column)).collect())
                .collect(),
            row_labels: labels(anatomy, plane.down, rows),
            column_labels: labels(anatomy, plane.across, columns),
            corner: corner(anatomy),
            ..Grid::default()
        };
        grid.draw()
    } else {
        rectangle(anatomy, width)
    };
    let head = match (anatomy.is_tiled(), plane.merges()) {
        (false, _) => "array",
        (true, false) => "pad",
        (true, true) => "join and pad",
    };
    let lines = anatomy.pad_lines();
    panel(anatomy, head, &[Part::Dims], &lines, &drawing, width)
}

/// A large array and its padding as one rectangle, to scale except for thin padding.
fn rectangle(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    const HEIGHT: usize = 8;
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let size = |axis: Option<usize>| axis.map_or(1, |axis| plane.axes[axis].size);
    let share = |size: usize, padded: usize, room: usize| match size == padded {
        true => room,
        false => ((room as u128 * size as u128 / padded as u128) as usize).clamp(2, room - 2),
    };
    let (real_rows, real_columns) = (size(plane.down), size(plane.across));
    let flat = plane.down.is_none() || rows == 1;
    let row_text = |row: usize| if flat { String::new() } else { grouped(row) };
    let margin = row_text(rows - 1).len().max(corner(anatomy).len()) + 1;
    let full = width.saturating_sub(margin + 2).clamp(12, 26);
    let high = if flat { 2 } else { HEIGHT };
    let (w, h) = (
        share(real_columns, columns, full),
        if real_rows == rows {
            high
        } else {
            share(real_rows, rows, high).max(2)
        },
    );
    let Some(followed) = &anatomy.followed else {
        return Canvas::new();
    };
    let mut canvas = Canvas::new();
    canvas.put(0, 0, &corner(anatomy), Style::DIM);
    let (left, top) = (margin, 1);
    for y in top + 1..top + high {
        canvas.put(left + 1, y, &"░".repeat(full - 1), Style::DIM);
        canvas.put(
            left + 1,
            y,
            &" ".repeat(if y < top + h { w - 1 } else { 0 }),
            Style::PLAIN,
        );
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
    let mut below = Vec::new();
    if plane.slices() > 1 {
        let (name, slices) = (plane.slice_label(0), plane.slices());
        let whole = format!("{name}, … {} more", grouped(slices - 1));
        below.push(match margin + whole.chars().count() <= width {
            true => whole,
            false => format!("{} slices", grouped(slices)),
        });
    }
    if scene.layout.padding_len() > 0 {
        below.push(format!(
            "padding ░: {}",
            grouped(scene.layout.padding_len())
        ));
    }
    for text in below {
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
        let at = |row, column| {
            let cell = plane.cell(0, row, column);
            Some(cell_square(anatomy, &cell, scene.array_text(&cell)))
        };
        let grid = Grid {
            squares: (0..rows)
                .map(|row| (0..columns).map(|column| at(row, column)).collect())
                .collect(),
            column_labels: alloc::vec![" ".into(); columns],
            numbered: true,
            ..Grid::default()
        };
        grid.draw()
    } else {
        boxes(anatomy, width)
    };
    panel(
        anatomy,
        "cut",
        &[Part::Tile],
        &anatomy.cut_lines(),
        &drawing,
        width,
    )
}

/// Tiles as boxes: the first and the last two in each direction, or fewer columns if `width`
/// requires it.
fn boxes(anatomy: &Anatomy<'_>, width: usize) -> Canvas {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (high, wide) = plane.tile();
    let (down, across) = plane.tiles();
    let shown = |tiles: usize| {
        if tiles <= 5 {
            elide(tiles, tiles, 0)
        } else {
            elide(tiles, 2, 2)
        }
    };
    let rows = shown(down);
    let size = |axis: Option<usize>| axis.map_or(1, |axis| plane.axes[axis].size);
    let followed = anatomy.followed.as_ref().map(|followed| followed.tile);
    // The padding below the last row of tiles is a separate line.
    let rows_held = size(plane.down);
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
        let past = ((column + 1) * wide)
            .saturating_sub(size(plane.across))
            .min(wide);
        let number = cell.tile.map(grouped).unwrap_or_default();
        let text = if number.len() % 2 == 1 {
            format!(" {number} ")
        } else {
            number
        };
        Some(Square {
            padding: false,
            padded: (past as u128 * 1000).div_ceil(wide as u128) as usize,
            group: 0,
            marked: followed == Some((row, column)),
            ..square(scene, &cell, text)
        })
    };
    let start = |shown: &Shown, size: usize| match shown {
        Shown::At(number) => grouped(number * size),
        Shown::Gap(count) if size == high && plane.down.is_some() => {
            format!("{} more", grouped(*count))
        }
        Shown::Gap(_) => String::new(),
    };
    let grid = |columns: &[Shown]| Grid {
        squares: lines
            .iter()
            .map(|line| columns.iter().map(|column| at(line, column)).collect())
            .collect(),
        row_labels: match plane.down {
            Some(_) => rows.iter().map(|row| start(row, high)).collect(),
            None => Vec::new(),
        },
        column_labels: columns
            .iter()
            .map(|column| match column {
                Shown::At(number) => grouped(number * wide),
                Shown::Gap(_) => String::new(),
            })
            .collect(),
        ..Grid::default()
    };
    let own = followed.map_or(0, |(_, column)| column);
    let fewer = [
        shown(across),
        elide(across, 2, 1),
        only(across, &sorted([own, across - 1])),
        only(across, &[own]),
    ];
    narrowest(fewer.iter().map(|columns| grid(columns)), width)
}

/// The numbers in ascending order, without duplicates.
pub(super) fn sorted<const N: usize>(mut numbers: [usize; N]) -> Vec<usize> {
    numbers.sort_unstable();
    let mut list = Vec::from(numbers);
    list.dedup();
    list
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
