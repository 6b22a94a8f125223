//! Large tiled arrays: tiles, the inside of the first, and memory by tiles.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::lens::Lens;
use super::memory_bars;
use super::page::{Anchor, BOLD, Page, measured, shortened, wrapped};
use super::style::TILE_LABELS;
use super::vector;
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, gaps, including, ranges};
use crate::model::summary;
use layout_core::util::words;

/// Draws the array, tile 0 and memory. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, y: f64) -> f64 {
    let title = alloc::format!("{}, as {}", scene.array_title(), scene.tiles_text());
    if let Some(bottom) = vector::draw(page, scene, y) {
        return bottom;
    }
    let slices = scene.plane.slices();
    let margin = page.margin();
    if page.is_narrow() {
        return stacked(page, scene, &title, y);
    }
    let lens = Lens::new(scene, page.room());
    let edge = page.right() - lens.width() - 40.0;
    let title = if slices == 1 {
        title
    } else {
        alloc::format!("{title} a slice")
    };
    let mut below = y - 18.0;
    for line in wrapped(&title, 14.0 * BOLD, edge - margin) {
        below += 18.0;
        page.text("he", margin, below, Anchor::Start, line);
    }
    if slices == 1 {
        let room = page.room() - lens.width() - 44.0;
        let mut tiles = Tiles::new(scene, 0, room);
        // A few rows of tiles are stretched to the height of the panel beside them.
        let gaps = gaps(&tiles.rows); // one at most
        let beside = lens.height() - TILE_LABELS - gaps as f64 * 43.0;
        let rows_drawn = tiles.rows.len() - gaps;
        tiles.tile_height = (beside / rows_drawn as f64 - 9.0).clamp(MIN_TILE_HEIGHT, 150.0);
        let mut bottom = tiles.draw(page, scene, margin, below + 16.0);
        let note = padding_note(scene);
        let end = margin + tiles.width() - 5.0;
        let (left, anchor) = match end - measured(&note, 12.0) < margin {
            true => (margin, Anchor::Start),
            false => (end, Anchor::End),
        };
        for line in wrapped(&note, 12.0, edge - margin).filter(|line| !line.is_empty()) {
            bottom += 17.0;
            page.text("la", left, bottom, anchor, line);
        }
        let x = page.right() - lens.width();
        if let Some(column) = tiles.lens_column(scene) {
            let from = (margin + column + 14.0, below + 16.0 + TILE_LABELS);
            lens.pointer(page, from, (x, y + 16.0));
        }
        let lens_bottom = lens.draw(page, scene, x, y);
        return memory_bars::draw(
            page,
            scene,
            seen_tile(scene),
            margin,
            bottom.max(lens_bottom) + 40.0,
        );
    }
    // Two slices stand beside one another if both have room.
    let half = (edge - margin - 26.0) / 2.0;
    let room = match Tiles::new(scene, 0, half).is_tight {
        true => edge - margin,
        false => half,
    };
    let (mut x, mut top, mut bottom) = (margin, below, below);
    let first = below + 36.0;
    for slice in shown_slices(scene) {
        let Shown::At(slice) = slice else {
            page.dots(margin + 90.0, bottom + 22.0, true);
            (x, top) = (margin, bottom + 34.0);
            continue;
        };
        let tiles = Tiles::new(scene, slice, room);
        if x > margin && x + tiles.width() > edge {
            (x, top) = (margin, bottom + 12.0);
        }
        let label = scene.plane.slice_label(slice);
        let label = shortened(&label, 13.0 * BOLD, tiles.width());
        page.text("no b", x, top + 26.0, Anchor::Start, &label);
        bottom = bottom.max(tiles.draw(page, scene, x, top + 36.0));
        x += tiles.width() + 26.0;
    }
    let tiles = Tiles::new(scene, 0, room);
    let lens_x = page.right() - lens.width();
    if let Some(column) = tiles.lens_column(scene) {
        let from = (margin + column + 14.0, first + TILE_LABELS);
        lens.pointer(page, from, (lens_x, y + 16.0));
    }
    let lens_bottom = lens.draw(page, scene, lens_x, y);
    let note = padding_note(scene);
    page.text("la", margin, bottom + 20.0, Anchor::Start, &note);
    bottom += if note.is_empty() { 0.0 } else { 20.0 };
    memory_bars::draw(
        page,
        scene,
        seen_tile(scene),
        margin,
        bottom.max(lens_bottom) + 40.0,
    )
}

/// The slices drawn: the first two, the last, and the marked one.
fn shown_slices(scene: &Scene<'_>) -> Vec<Shown> {
    let slices = scene.plane.slices();
    including(elide(slices, 2, 1), slices, scene.lens_tile().0)
}

/// Draws slices, tile 0 and memory below each other. Returns the y coordinate of the lower end.
fn stacked(page: &mut Page, scene: &Scene<'_>, title: &str, y: f64) -> f64 {
    let slices = scene.plane.slices();
    let each = if slices > 1 { " a slice" } else { "" };
    let margin = page.margin();
    let mut bottom = page.lines("he", y, &alloc::format!("{title}{each}"));
    for slice in shown_slices(scene) {
        let Shown::At(slice) = slice else {
            page.dots(margin + 90.0, bottom + 22.0, true);
            bottom += 34.0;
            continue;
        };
        let label = scene.plane.slice_label(slice);
        if !label.is_empty() {
            page.text("no b", margin, bottom + 26.0, Anchor::Start, &label);
            bottom += 20.0;
        }
        bottom = Tiles::new(scene, slice, page.room()).draw(page, scene, margin, bottom + 16.0);
    }
    let note = padding_note(scene);
    if !note.is_empty() {
        bottom = page.lines("la", bottom + 17.0, &note);
    }
    let bottom = Lens::new(scene, page.room()).draw(page, scene, margin, bottom + 40.0);
    memory_bars::draw(page, scene, seen_tile(scene), margin, bottom + 40.0)
}

/// The tile whose positions in memory are drawn.
fn seen_tile(scene: &Scene<'_>) -> usize {
    match (scene.marked, scene.run) {
        (Some(position), Some(run)) => position / run,
        _ => 0,
    }
}

/// The least height of a tile.
const MIN_TILE_HEIGHT: f64 = 38.0;

/// A slice, drawn tile by tile.
struct Tiles {
    slice: usize,
    rows: Vec<Shown>,
    columns: Vec<Shown>,
    indent: f64,
    tile_width: f64,
    tile_height: f64,
    /// Some texts have no room.
    is_tight: bool,
}

impl Tiles {
    fn new(scene: &Scene<'_>, slice: usize, room: f64) -> Tiles {
        let plane = &scene.plane;
        let (down, across) = plane.tiles();
        let (_, marked_row, marked_column) = scene.lens_tile();
        let (rows, columns) = plane.size();
        let (tile_rows, tile_columns) = plane.tile();
        let widest = |last: usize, tile: usize| measured(&words::range(last - tile, last), 12.0);
        let indent = match plane.down {
            // Both ends of each gap have their numbers.
            Some(_) => {
                let range = measured(&words::range(rows / 2, rows), 12.0);
                range.max(widest(rows, tile_rows)).max(44.0) + 12.0
            }
            None => 0.0,
        };
        let count = summary::number_of_tiles(plane);
        let number = measured(&alloc::format!("tile {}", words::grouped(count - 1)), 13.0);
        let least = number.max(widest(columns, tile_columns)) + 18.0;
        // Two tiles, the gap between them, and the labels of rows always have room.
        let widest = (room - indent - 34.0) / 2.0 - 5.0;
        let is_tight = least > widest;
        let least = least.min(widest).max(MIN_TILE_HEIGHT);
        let most = ((room - indent - 40.0) / (least + 5.0)) as usize;
        let shown = match across {
            _ if across <= most => elide(across, across, 0),
            _ if most >= 4 => elide(across, 2, 2),
            // On a wide page two always fit, since the widths are estimates from above.
            _ if most >= 2 || room > 340.0 => elide(across, 1, 1),
            _ => elide(across, 1, 0),
        };
        let shown = including(shown, across, marked_column);
        let gaps = gaps(&shown) as f64;
        let tiles = shown.len() as f64 - gaps;
        let width = (room - indent - gaps * 34.0) / tiles - 5.0;
        Tiles {
            slice,
            rows: including(elide(down, 2, 2), down, marked_row),
            columns: shown,
            indent,
            tile_width: width.max(least),
            tile_height: MIN_TILE_HEIGHT,
            is_tight,
        }
    }

    /// The width of a column, with the space after it.
    fn column_width(&self, column: &Shown) -> f64 {
        column.room(self.tile_width + 5.0, 34.0)
    }

    /// The distance from the left of the lens's tile, if it is in the first row of this slice.
    fn lens_column(&self, scene: &Scene<'_>) -> Option<f64> {
        let (0, 0, tile) = scene.lens_tile() else {
            return None;
        };
        let before = self.columns.iter();
        let before = before.take_while(|&&column| column != Shown::At(tile));
        let before = before.map(|column| self.column_width(column));
        Some(self.indent + before.sum::<f64>())
    }

    fn width(&self) -> f64 {
        let columns = self.columns.iter().map(|column| self.column_width(column));
        self.indent + columns.sum::<f64>()
    }

    /// Draws the tiles below their labels. Returns the y coordinate of the lower end.
    fn draw(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) -> f64 {
        let plane = &scene.plane;
        let (tile_rows, tile_columns) = plane.tile();
        let (rows, columns) = plane.elements();
        let mut top = y + TILE_LABELS;
        let left = x + self.indent;
        page.corner(left, top, &plane.corner());
        for (row, range) in self.rows.iter().zip(ranges(&self.rows)) {
            let mut left = x + self.indent;
            let height = row.room(self.tile_height, MIN_TILE_HEIGHT);
            let middle = top + height / 2.0;
            let label = words::range(range.start * tile_rows, range.end * tile_rows);
            if plane.down.is_some() {
                page.text("la", left - 10.0, middle + 4.0, Anchor::End, &label);
            }
            for column in &self.columns {
                if let (&Shown::At(row), &Shown::At(column)) = (row, column) {
                    let share = |end: usize, size: usize, tile: usize| {
                        end.saturating_sub(size).min(tile) as f64 / tile as f64
                    };
                    let past_rows = share((row + 1) * tile_rows, rows, tile_rows);
                    let past_columns = share((column + 1) * tile_columns, columns, tile_columns);
                    let cell = plane.cell(self.slice, row * tile_rows, column * tile_columns);
                    self.tile(page, scene, &cell, (left, top), (past_columns, past_rows));
                } else if let (Shown::At(_), Shown::Gap(_)) = (row, column) {
                    page.dots(left + 14.0, middle, false);
                } else if let (Shown::Gap(_), Shown::At(_)) = (row, column) {
                    page.dots(left + self.tile_width / 2.0, middle, true);
                }
                left += self.column_width(column);
            }
            top += height + 5.0;
        }
        let mut left = x + self.indent;
        for column in &self.columns {
            if let &Shown::At(column) = column {
                let label = words::range(column * tile_columns, (column + 1) * tile_columns);
                let middle = left + self.tile_width / 2.0;
                let label = shortened(&label.to_string(), 12.0, self.tile_width);
                page.text("la", middle, y + TILE_LABELS - 8.0, Anchor::Middle, &label);
            }
            left += self.column_width(column);
        }
        top - 5.0
    }

    /// One tile, with the padded shares of its width and height.
    fn tile(
        &self,
        page: &mut Page,
        scene: &Scene<'_>,
        cell: &Cell,
        at: (f64, f64),
        past: (f64, f64),
    ) {
        let ((x, y), (past_x, past_y)) = (at, past);
        let color = super::block::color(scene, cell);
        let seen = |share: f64, size: f64, least: f64| match share {
            0.0 => 0.0,
            1.0 => size,
            _ => (share * size).max(least).min(size - least),
        };
        let high = self.tile_height;
        let w = self.tile_width - seen(past_x, self.tile_width, 8.0);
        let h = high - seen(past_y, high, 7.0);
        let number = words::grouped(cell.tile.unwrap_or(0));
        let pale = alloc::format!("p{color}");
        page.open_tile(cell);
        if w < self.tile_width || h < high {
            page.rect(&pale, x, y, self.tile_width, high, 3.0);
            page.hatch(x, y, self.tile_width, high, 3.0);
            page.rect("cb", x, y, w, h, 3.0);
        }
        if w > 0.0 && h > 0.0 {
            page.rect(&alloc::format!("c{color}"), x, y, w, h, 3.0);
            let long = alloc::format!("tile {number}");
            let text = match measured(&long, 13.0) <= self.tile_width {
                true => long,
                false => shortened(&number.to_string(), 13.0, self.tile_width - 4.0),
            };
            // A text that does not fit into its part stands beside it on a pale background.
            let room = measured(&text, 13.0);
            let (from, to) = (x + w, x + self.tile_width);
            let (centre, middle) = match (w, h) {
                (w, h) if room < w && h >= 16.0 => (x + w / 2.0, y + h / 2.0),
                (w, _) if room < w => (x + w / 2.0, y + (h + high) / 2.0),
                (_, h) if to - from > room => ((from + to) / 2.0, y + h / 2.0),
                (_, h) => (x + room / 2.0 + 4.0, y + h / 2.0),
            };
            if room >= w {
                let left = from.max(centre - room / 2.0);
                let right = centre + room / 2.0 + 2.0;
                page.rect(&pale, left, middle - 9.0, right - left, 18.0, 3.0);
            } else if h < 16.0 {
                page.rect(&pale, centre - room / 2.0, middle - 9.0, room, 18.0, 3.0);
            }
            page.text("no", centre, middle + 4.6, Anchor::Middle, &text);
        }
        if scene.marked.is_some() && scene.marked_tile() == cell.tile {
            page.rect("ln", x, y, self.tile_width, high, 3.0);
        }
        page.raw("</g>\n");
    }
}

/// `padding: columns 500–511 and rows 300–303`.
fn padding_note(scene: &Scene<'_>) -> String {
    let (rows, columns) = scene.plane.elements();
    let (padded_rows, padded_columns) = scene.plane.size();
    let named = |noun, start: usize, end: usize| {
        let s = if end - start == 1 { "" } else { "s" };
        alloc::format!("{noun}{s} {}", words::range(start, end))
    };
    let mut parts = Vec::new();
    if columns < padded_columns {
        parts.push(named("column", columns, padded_columns));
    }
    if rows < padded_rows {
        parts.push(named("row", rows, padded_rows));
    }
    match &parts[..] {
        [] => String::new(),
        parts => alloc::format!("padding: {}", parts.join(" and ")),
    }
}
