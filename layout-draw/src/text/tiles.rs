//! Large tiled arrays: tiles, the inside of the first, and memory by tiles.

use alloc::string::String;
use alloc::vec::Vec;

use super::canvas::{Canvas, Style};
use super::cells::{self, around, positions, square};
use super::grid::{Grid, Square};
use super::parts;
use crate::model::cell::Cell;
use crate::model::memory::fills;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, elide_to, only};
use crate::model::slice::{Slice, labels};
use layout_core::util::words;

pub(super) fn draw(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    array_and_tile(scene, width, picture);
    picture.blank();
    memory(scene, width, picture);
}

/// The array tile by tile, and the inside of tile 0.
pub(super) fn array_and_tile(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    let mut canvases = parts::slices(scene.plane.slices(), width, |slice| {
        (scene.plane.slice_label(slice), array(scene, slice, width))
    });
    let title = alloc::format!("{}, as {}", scene.array_title(), scene.tiles_text());
    if let [array] = &mut canvases[..] {
        let mut titled = Canvas::new();
        titled.heading(&title, width);
        let below = titled.height();
        titled.paste(0, below, array);
        *array = titled;
    } else {
        picture.heading(&alloc::format!("{title} a slice"), width);
    }
    let mut inside_tile = Canvas::of_line("Inside tile 0, positions", Style::BOLD);
    inside_tile.paste(0, 1, &inside(scene, width).draw());
    canvases.push(inside_tile);
    picture.flow(&canvases, width);
}

/// Returns a slice, drawn tile by tile.
fn array(scene: &Scene<'_>, slice: usize, width: usize) -> Grid {
    let plane = &scene.plane;
    let (mut down, across) = plane.sides();
    down.is_labelled &= down.count > 1 || down.size > 1;
    let corner = if down.is_labelled {
        plane.corner()
    } else {
        String::new()
    };
    let rows = elide(down.count, 2, 2);
    parts::grid((down, across), corner, &rows, 4, width, |row, column| {
        let cell = plane.cell(slice, row * down.extent, column * across.extent);
        let tile = cell.tile.unwrap_or(0);
        let marked = scene.marked_tile() == Some(tile);
        let text = alloc::format!("tile {}", words::grouped(tile));
        Square::of_part(text, tile, scene.color(tile), marked)
    })
}

/// Returns the cells of tile 0 with their positions; fewer columns if `width` requires it.
fn inside(scene: &Scene<'_>, width: usize) -> Grid {
    let (rows, mut columns) = scene.inside((width / 9).clamp(5, 8));
    let numbers = columns.iter().filter_map(|column| column.number());
    let mut numbers: Vec<usize> = numbers.collect();
    loop {
        let slice = Slice::of_tile(scene, (0, 0, 0), (rows.clone(), columns));
        let grid = cells::grid(scene, slice, |cell| scene.position_text(cell)).within(width);
        if grid.width() <= width || numbers.len() < 3 {
            return grid;
        }
        // From both ends in turn: a group may end in the middle.
        let even = numbers.len().is_multiple_of(2);
        numbers.remove(if even { 1 } else { numbers.len() - 2 });
        columns = only(scene.plane.tile().1, &numbers);
    }
}

/// Memory, tile by tile, and its first positions.
fn memory(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    let layout = scene.layout;
    let (len, bits) = (layout.padded_len(), layout.element_bits());
    let Some(run) = scene.run else {
        let positions = words::count(len, "position");
        let title = alloc::format!("Memory, {positions}; tiles are cut apart");
        picture.heading(&title, width);
        return first_positions(scene, width, picture);
    };
    let count = len.div_ceil(run);
    let has_padding = layout.padding_len() > 0;
    let padding = if has_padding {
        "; ░ padding, ▒ both"
    } else {
        ""
    };
    let title = alloc::format!(
        "Memory, {} of {} ({}) {}{}",
        words::count(count, "tile"),
        words::count(run, "position"),
        words::count((run as u128 * bits as u128).div_ceil(8) as usize, "byte"),
        if count == 1 { "in all" } else { "each" },
        padding
    );
    picture.heading(&title, width);
    let (len_text, last) = (words::grouped(len), words::grouped(count - 1));
    let bar_width = 11.max(last.len() + 8).max(len_text.len() + 1);
    let shown = elide_to(count, ((width - 4) / bar_width).min(9));
    // A small number of tiles is drawn wide, so that their padding is visible to scale.
    let least = match shown.len() {
        1 | 2 => (width - 6).min(64) / shown.len(),
        _ => 0,
    };
    let mut texts = Vec::new();
    let mut bars = Vec::new();
    for entry in &shown {
        let &Shown::At(number) = entry else {
            texts.push(None);
            bars.push(None);
            continue;
        };
        let range = number * run..((number + 1) * run).min(len);
        let cell = Cell::at(layout, range.start);
        let mut square = square(scene, &cell, String::new());
        (square.tile, square.group, square.padding) = (Some(number), 0, false);
        square.text = match cell.tile {
            Some(tile) => alloc::format!("tile {}", words::grouped(tile)),
            None => "padding".into(),
        };
        let marked = scene.marked;
        square.marked = marked.is_some_and(|position| range.contains(&position));
        texts.push(Some(square.clone()));
        // One part per character.
        let label = words::grouped(range.start).len();
        let parts = (square.text.len() + 2).max(label).max(least);
        square.bar = fills(layout, range.clone(), range.len().min(parts));
        square.text = " ".into();
        bars.push(Some(square));
    }
    let grid = Grid {
        least,
        squares: alloc::vec![texts, bars],
        column_labels: labels(&shown, |number| words::grouped(number * run)),
        ..Grid::default()
    };
    let y = picture.height();
    picture.paste(0, y, &grid.within(width).draw());
    picture.blank();
    first_positions(scene, width, picture);
}

/// The first positions of memory with the indices of their elements; if the marked position is
/// not among them, also the positions from there on.
fn first_positions(scene: &Scene<'_>, width: usize, picture: &mut Canvas) {
    picture.line("Its first positions", Style::BOLD);
    let shown = positions(scene, 0, width, picture);
    if let Some(position) = scene.marked.filter(|&position| position >= shown) {
        around(scene, position, width, picture);
    }
}
