//! Large tiled arrays: tiles, the inside of one, and memory by tiles.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::boxes::{self, Boxes, GAP};
use super::lens::Lens;
use super::page::{Anchor, BOLD, Page, measured, shortened, wrapped};
use super::style::TILE_LABELS;
use super::{block, memory_bars, vector};
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, gaps, including, ranges};
use crate::model::side::Side;
use crate::model::summary;
use layout_core::util::words;

/// Draws the array, the inside of a tile and memory. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, y: f64) -> f64 {
    let folded = vector::row_len(scene);
    let (margin, slices) = (page.margin(), scene.plane.slices());
    let lens = Lens::new(scene, page.room());
    let stacked = page.is_narrow() || folded.is_some();
    let edge = if stacked {
        page.right()
    } else {
        page.right() - lens.width() - 40.0
    };
    let each = if slices > 1 { " a slice" } else { "" };
    let title = alloc::format!("{}, as {}{each}", scene.array_title(), scene.tiles_text());
    let mut below = y - 18.0;
    for line in wrapped(&title, 14.0 * BOLD, edge - margin) {
        below += 18.0;
        page.text("he", margin, below, Anchor::Start, line);
    }
    // Two slices stand beside one another if both have room.
    let half = (edge - margin - 26.0) / 2.0;
    let room = if slices > 1 && !Tiles::new(scene, 0, half, false).is_tight {
        half
    } else {
        edge - margin
    };
    let (mut x, mut top, mut bottom) = (margin, below, below);
    let lens_tile = scene.lens_tile();
    let mut from = None;
    for slice in including(elide(slices, 2, 1), slices, lens_tile.0) {
        let Shown::At(slice) = slice else {
            page.dots(margin + 90.0, bottom + 22.0, true);
            (x, top) = (margin, bottom + 34.0);
            continue;
        };
        let mut tiles = Tiles::new(scene, slice, room, false);
        if slices == 1 && !stacked {
            tiles.stretch(lens.height());
        }
        if x > margin && x + tiles.boxes.width() > edge {
            (x, top) = (margin, bottom + 12.0);
        }
        let label = scene.plane.slice_label(slice);
        let label = shortened(&label, 13.0 * BOLD, tiles.boxes.width());
        page.text("no b", x, top + 26.0, Anchor::Start, &label);
        let y = top + if slices > 1 { 36.0 } else { 16.0 };
        // From another tile, a line would meet labels; its frame and its number tell it.
        if slice == 0 && lens_tile == (0, 0, 0) {
            from = Some((x + tiles.boxes.indent + 14.0, y + TILE_LABELS));
        }
        bottom = bottom.max(tiles.draw(page, scene, x, y));
        x += tiles.boxes.width() + 26.0;
    }
    let note = padding_note(scene);
    for line in wrapped(&note, 13.0, edge - margin).filter(|line| !line.is_empty()) {
        bottom += 18.0;
        page.text("la", margin, bottom, Anchor::Start, line);
    }
    let bottom = match folded {
        Some(row) => vector::draw(page, scene, row, bottom + 40.0),
        None if stacked => lens.draw(page, scene, margin, bottom + 40.0),
        None => {
            let x = page.right() - lens.width();
            if let Some(from) = from {
                lens.pointer(page, from, (x, y + 16.0));
            }
            bottom.max(lens.draw(page, scene, x, y))
        }
    };
    // The last tile contains the padding of a vector.
    let last = folded
        .and(scene.run)
        .map_or(0, |run| (scene.layout.num_elements() - 1) / run * run);
    memory_bars::draw(page, scene, scene.marked.unwrap_or(last), bottom + 40.0)
}

/// The least height of a tile.
const MIN_TILE_HEIGHT: f64 = 38.0;

/// A slice, drawn tile by tile.
pub(super) struct Tiles {
    slice: usize,
    pub(super) boxes: Boxes,
    /// The text before the number of a tile.
    noun: &'static str,
    /// Some texts have no room.
    pub(super) is_tight: bool,
}

impl Tiles {
    /// Returns the tiles that fit into `room`; if `brief`, small ones that have only their numbers,
    /// and labels that are the first rows and columns.
    pub(super) fn new(scene: &Scene<'_>, slice: usize, room: f64, brief: bool) -> Tiles {
        let plane = &scene.plane;
        let (down, across) = plane.sides();
        let label = |side: Side, tiles: core::ops::Range<usize>| {
            if !brief {
                side.label(&tiles)
            } else if tiles.len() > 1 {
                String::new()
            } else {
                side.start(tiles.start)
            }
        };
        let (_, row, column) = scene.lens_tile();
        let rows = including(elide(down.count, 2, 2), down.count, row);
        let row_labels = ranges(&rows).into_iter().filter(|_| plane.down.is_some());
        let row_labels: Vec<String> = row_labels.map(|range| label(down, range)).collect();
        let indent = Boxes::indent_of(&row_labels, if brief { 22.0 } else { 44.0 });
        let (room, around) = (room - indent, if brief { 8.0 } else { 18.0 });
        let number = words::grouped(summary::number_of_tiles(plane) - 1);
        let widest = label(across, across.count - 1..across.count);
        let noun = if brief { "" } else { "tile " };
        let number = measured(&alloc::format!("{noun}{number}"), 13.0);
        let least = number.max(measured(&widest, 12.0)) + around;
        // Two tiles and the gap between them always have room.
        let widest = (room - GAP) / 2.0 - 5.0;
        let is_tight = least > widest;
        let least = least.min(widest).max(MIN_TILE_HEIGHT);
        let most = Boxes::fitting(least, room - 40.0);
        let count = across.count;
        let columns = match most {
            _ if count <= most => elide(count, count, 0),
            4.. => elide(count, 2, 2),
            // The second tile is the one that an anatomy follows.
            _ if brief => elide(count, 2, 1),
            _ if most >= 2 || room > 280.0 => elide(count, 1, 1),
            _ => elide(count, 1, 0),
        };
        let columns = including(columns, count, column);
        let column_labels = ranges(&columns).into_iter();
        let width = Boxes::fill(&columns, room);
        Tiles {
            slice,
            noun,
            is_tight,
            boxes: Boxes {
                column_labels: column_labels.map(|range| label(across, range)).collect(),
                size: if brief {
                    (width.min(72.0), 30.0)
                } else {
                    (width, MIN_TILE_HEIGHT)
                },
                rows,
                columns,
                row_labels,
                corner: if brief { String::new() } else { plane.corner() },
                indent,
            },
        }
    }

    /// Stretches a few rows of tiles to the height of the panel beside them.
    fn stretch(&mut self, height: f64) {
        let gaps = gaps(&self.boxes.rows);
        let beside = height - TILE_LABELS - gaps as f64 * 43.0;
        let rows = self.boxes.rows.len() - gaps;
        self.boxes.size.1 = (beside / rows as f64 - 9.0).clamp(MIN_TILE_HEIGHT, 150.0);
    }

    /// Draws the tiles below their labels. Returns the y coordinate of the lower end.
    pub(super) fn draw(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) -> f64 {
        let plane = &scene.plane;
        let (down, across) = plane.sides();
        self.boxes.draw(page, x, y, |page, (row, column), at| {
            let cell = plane.cell(self.slice, row * down.extent, column * across.extent);
            let past = (across.past(column), down.past(row));
            page.open_tile(&cell);
            let number = words::grouped(cell.tile.unwrap_or(0)).to_string();
            // A number without its first digits would be the number of another tile.
            let is_cut = measured(&number, 13.0) > self.boxes.size.0 - 4.0;
            let short = if self.noun.is_empty() && is_cut {
                ""
            } else {
                &*number
            };
            let texts = [&*alloc::format!("{}{number}", self.noun), short];
            let color = block::color(scene, &cell);
            boxes::part(page, &color, at, self.boxes.size, past, texts);
            if scene.marked.is_some() && scene.marked_tile() == cell.tile {
                let (wide, high) = self.boxes.size;
                page.rect("ln", at.0, at.1, wide, high, 3.0);
            }
            page.raw("</g>\n");
        })
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
