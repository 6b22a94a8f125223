//! Small arrays and arrays without tiles: every cell, with memory below.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::canvas::{Canvas, Style};
use super::grid::{Grid, Square};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, elide_to};
use crate::model::slice::Slice;
use crate::model::summary::plain;
use layout_core::util::words;

pub(super) fn draw(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    array(scene, width, picture);
    picture.blank();
    memory(scene, width, picture);
    for sentence in scene.example().iter().flat_map(|(_, sentences)| sentences) {
        for line in words::wrapped(&plain(sentence), width) {
            picture.line(line, Style::PLAIN);
        }
    }
}

/// Draws the slices of the array below their heading.
pub(super) fn array(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    picture.heading(&scene.array_title(), width);
    picture.flow(&slices(scene, width), width);
}

/// Returns a cell as a square with the given text.
pub(super) fn square(scene: &Scene<'_>, cell: &Cell, text: String) -> Square {
    let tiled = !scene.layout.tiles().is_empty();
    Square {
        text,
        padding: cell.is_padding(),
        padded: 0,
        bar: Vec::new(),
        tile: cell.tile,
        group: cell.position / scene.group,
        color: cell
            .tile
            .filter(|_| tiled || scene.layout.rank() > 1)
            .map(|tile| scene.color(tile)),
        marked: scene.marked == Some(cell.position),
    }
}

/// Returns the slices of the array as the first tile sees it.
fn slices(scene: &Scene<'_>, width: usize) -> Vec<Canvas> {
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let digits = if scene.has_names() {
        1
    } else {
        words::grouped(scene.layout.padded_len() - 1).len()
    };
    let corner = plane.corner().len();
    let margin = (plane.label(plane.down, rows - 1).len() + 4).max(corner + 2);
    let most = width.saturating_sub(margin) / (digits + 3);
    let shown_columns = elide_to(columns, most.min(20));
    let many = plane.slices().saturating_mul(rows) > 64;
    let shown_rows = elide_to(rows, if many { 6 } else { 16 });
    let mut canvases = Vec::new();
    for slice in elide(plane.slices(), if many { 2 } else { 8 }, 1) {
        let Shown::At(slice) = slice else {
            canvases.push(Canvas::of_line("…", Style::DIM));
            continue; // the last slice says which one it is
        };
        let shown = (shown_rows.clone(), shown_columns.clone());
        let mut slice = Slice::of_plane(scene, slice, shown);
        let title = core::mem::take(&mut slice.title);
        let grid = Grid {
            numbered: !scene.layout.tiles().is_empty(),
            ..grid(scene, slice, |cell| scene.array_text(cell))
        };
        canvases.push(labelled(&title, &grid, width));
    }
    canvases
}

/// Returns the cells of a slice as squares.
pub(super) fn grid(scene: &Scene<'_>, slice: Slice, text: impl Fn(&Cell) -> String) -> Grid {
    let square = |cell: &Option<Cell>| Some(square(scene, cell.as_ref()?, text(cell.as_ref()?)));
    let row = |row: &Vec<Option<Cell>>| row.iter().map(square).collect();
    Grid {
        squares: slice.cells.iter().map(row).collect(),
        row_labels: slice.row_labels,
        column_labels: slice.column_labels,
        corner: slice.corner,
        ..Grid::default()
    }
}

/// Returns a grid below its label.
pub(super) fn labelled(label: &str, grid: &Grid, width: usize) -> Canvas {
    let mut canvas = Canvas::new();
    if !label.is_empty() {
        words::wrapped(label, width).for_each(|line| canvas.line(line, Style::PLAIN));
    }
    let y = canvas.height();
    canvas.paste(0, y, &grid.draw());
    canvas
}

/// Memory as lines of cells; lines in the middle are omitted.
fn memory(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    let len = scene.layout.padded_len();
    let positions = words::count(len, "position");
    picture.line(&alloc::format!("Memory, {positions}"), Style::BOLD);
    let widest = if scene.has_names() {
        1
    } else {
        words::joined(&scene.last_index(), ",")
            .to_string()
            .len()
            .max(2)
    };
    let digits = words::grouped(len - 1).len();
    let column = widest.max(digits.saturating_sub(2)).max(1) + 3;
    let per_line = scene.line_len(((width - 1) / column).clamp(1, 32));
    let mut left_out = scene.marked;
    for start in scene.memory_lines(per_line, 12) {
        let Some(start) = start else {
            picture.line(" ┊", Style::DIM);
            continue;
        };
        left_out = left_out.filter(|position| !(start..start + per_line).contains(position));
        let grid = memory_line(scene, start, (start + per_line).min(len), false);
        let y = picture.height();
        picture.paste(0, y, &grid.draw());
    }
    if let Some(position) = left_out {
        around(scene, position, width, picture);
    }
}

/// Returns the positions from `start` to `end` as one row.
fn memory_line(scene: &Scene<'_>, start: usize, end: usize, more: bool) -> Grid {
    let cells = (start..end).map(|position| Cell::at(scene.layout, position));
    let squares = cells.map(|cell| Some(square(scene, &cell, scene.memory_text(&cell))));
    let mut row: Vec<Option<Square>> = squares.collect();
    let labels = (start..end).map(|position| words::grouped(position).to_string());
    let mut labels: Vec<String> = labels.collect();
    if more {
        row.push(None);
        labels.push(String::new());
    }
    // All columns are as wide as the widest, so that cells of all lines are aligned.
    let widest = row.iter().flatten().map(|square| square.text.len());
    let widest = widest.max().unwrap_or(1);
    for square in row.iter_mut().flatten() {
        let missing = widest - square.text.len();
        square.text.insert_str(0, &" ".repeat(missing.div_ceil(2)));
        square.text += &" ".repeat(missing / 2);
    }
    Grid {
        squares: alloc::vec![row],
        column_labels: labels,
        labels_below: true,
        numbered: !more && !scene.layout.tiles().is_empty(),
        ..Grid::default()
    }
}

/// The positions from `from` on that other lines omit.
pub(super) fn around(scene: &Scene<'_>, position: usize, width: usize, picture: &mut Canvas) {
    let start = position / scene.group * scene.group;
    picture.blank();
    picture.line("Around the marked one", Style::BOLD);
    positions(scene, start, width, picture);
}

/// Draws as many positions as fit into a line. Returns the position after the last.
pub(super) fn positions(
    scene: &Scene<'_>,
    start: usize,
    width: usize,
    picture: &mut Canvas,
) -> usize {
    let len = scene.layout.padded_len();
    let mut count = (len - start).min(32);
    loop {
        let end = start + count;
        let grid = memory_line(scene, start, end, end < len);
        if count == 1 || grid.width() <= width {
            let y = picture.height();
            picture.paste(0, y, &grid.draw());
            return end;
        }
        count -= 1;
        if count > scene.group {
            count = count / scene.group * scene.group;
        }
    }
}
