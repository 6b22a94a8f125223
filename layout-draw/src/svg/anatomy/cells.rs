//! Panels of small arrays, which show each cell.

use alloc::format;
use alloc::vec::Vec;

use super::super::block::{self, step};
use super::super::page::{Anchor, Page, number};
use super::PanelEnd;
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
use crate::model::plane::Plane;
use layout_core::util::words::grouped;

/// The distance between cells, and the size of a cell.
const CELL_PITCH: f64 = 30.0;
const CELL_SIZE: f64 = 28.0;
const TILE_GAP: f64 = 8.0;
/// The labels of rows.
const ROW_LABEL_WIDTH: f64 = 26.0;
/// Badges stand above tiles.
const BADGE_HEIGHT: f64 = 28.0;

/// The widths of the array's panel and of the tiles' panel.
pub(super) fn widths(anatomy: &Anatomy<'_>) -> (f64, f64) {
    let (_, columns) = anatomy.scene.plane.size();
    let (_, across) = anatomy.scene.plane.tiles();
    let cells = columns as f64 * CELL_PITCH;
    let gaps = across.saturating_sub(1) as f64 * TILE_GAP;
    (ROW_LABEL_WIDTH + cells - 2.0, cells + gaps - 2.0)
}

/// One cell, in its tile's colour or in grey.
fn cell(page: &mut Page, anatomy: &Anatomy<'_>, cell: &Cell, x: f64, y: f64, grey: bool) {
    let scene = &anatomy.scene;
    page.open_cell(cell, &scene.full_text(cell));
    if grey {
        let class = if cell.is_padding() { "ra" } else { "rb" };
        page.rect(class, x, y, CELL_SIZE, CELL_SIZE, 3.0);
        if cell.is_padding() {
            page.hatch(x, y, CELL_SIZE, CELL_SIZE, 3.0);
        }
    } else {
        page.fill(
            &block::color(scene, cell),
            cell,
            (x, y),
            (CELL_SIZE, CELL_SIZE),
            3.0,
        );
    }
    if !cell.is_padding() {
        let (class, down) = if scene.has_names() {
            ("na", 20.0)
        } else {
            ("sm", 19.0)
        };
        let text = scene.array_text(cell);
        page.text(class, x + CELL_SIZE / 2.0, y + down, Anchor::Middle, &text);
    }
    page.raw("</g>\n");
    if anatomy.follows(cell) {
        page.rect(
            "ln",
            x - 0.5,
            y - 0.5,
            CELL_SIZE + 1.0,
            CELL_SIZE + 1.0,
            4.0,
        );
    }
}

/// Where the line from a cell at (`x`, `y`) starts: between columns if named cells are below, so
/// that it misses their names.
fn mark(plane: &Plane<'_>, row: usize, column: usize, (x, y): (f64, f64)) -> (f64, f64) {
    let (rows, _) = plane.size();
    let below = (row + 1..rows).any(|row| !plane.cell(0, row, column).is_padding());
    let middle = if below {
        CELL_SIZE + 1.0
    } else {
        CELL_SIZE / 2.0
    };
    (x + middle, y + CELL_SIZE + 0.5)
}

/// The panel of the array with its padding.
pub(super) fn array(page: &mut Page, anatomy: &Anatomy<'_>, x: f64, y: f64) -> PanelEnd {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let left = x + ROW_LABEL_WIDTH;
    let mut marked = None;
    let mut real = (0.0, 0.0);
    for row in 0..rows {
        for column in 0..columns {
            let at = plane.cell(0, row, column);
            let (cx, cy) = (
                left + column as f64 * CELL_PITCH,
                y + row as f64 * CELL_PITCH,
            );
            if !at.is_padding() {
                real = (
                    f64::max(real.0, cx + CELL_SIZE),
                    f64::max(real.1, cy + CELL_SIZE),
                );
            }
            if anatomy.follows(&at) {
                marked = Some(mark(plane, row, column, (cx, cy)));
            }
            cell(page, anatomy, &at, cx, cy, true);
        }
    }
    for column in 0..columns {
        let middle = left + column as f64 * CELL_PITCH + CELL_SIZE / 2.0;
        let label = plane.label(plane.across, column);
        page.text("lb", middle, y - 8.0, Anchor::Middle, &label);
    }
    for row in 0..rows {
        let middle = y + row as f64 * CELL_PITCH + 19.0;
        let label = plane.label(plane.down, row);
        page.text("lb", left - 8.0, middle, Anchor::End, &label);
    }
    page.text("lb it", left - 4.0, y - 8.0, Anchor::End, &plane.corner());
    let (w, h) = (real.0 - left + 2.0, real.1 - y + 2.0);
    page.rect("own s1", left - 1.0, y - 1.0, w, h, 4.0);
    let mut bottom = y + rows as f64 * CELL_PITCH;
    let padded = anatomy.is_tiled() && scene.layout.padding_len() > 0;
    if padded && real.1 + 1.0 < bottom {
        let right = left + columns as f64 * CELL_PITCH - 2.0;
        page.text("lb", right, bottom + 15.0, Anchor::End, "padding");
        bottom += 18.0;
    }
    PanelEnd::new(bottom, marked)
}

/// The panel of the array cut into tiles.
pub(super) fn tiles(page: &mut Page, anatomy: &Anatomy<'_>, x: f64, y: f64) -> PanelEnd {
    let plane = &anatomy.scene.plane;
    let (rows, columns) = plane.size();
    let (high, wide) = plane.tile();
    let at = |row: usize, column: usize| {
        (
            x + column as f64 * CELL_PITCH + (column / wide) as f64 * TILE_GAP,
            y + row as f64 * CELL_PITCH + (row / high) as f64 * BADGE_HEIGHT,
        )
    };
    let mut marked = None;
    for row in 0..rows {
        for column in 0..columns {
            let one = plane.cell(0, row, column);
            let (cx, cy) = at(row, column);
            cell(page, anatomy, &one, cx, cy, false);
            if anatomy.follows(&one) {
                marked = Some(mark(plane, row, column, (cx, cy)));
            }
            if row % high == 0 && column % wide == 0 {
                let tile = one.tile.unwrap_or(0);
                let middle = cx + (wide as f64 * CELL_PITCH - 2.0) / 2.0;
                page.badge(anatomy.scene.color(tile), middle, cy - 14.0, &grouped(tile));
            }
        }
    }
    let (right, bottom) = at(rows - 1, columns - 1);
    let (right, bottom) = (right + CELL_SIZE, bottom + CELL_SIZE);
    for column in (wide..columns).step_by(wide) {
        let middle = at(0, column).0 - TILE_GAP / 2.0 - 1.0;
        let line = step('M', middle, y - 4.0) + &step('V', 0.0, bottom + 2.0);
        page.path("cut s3", &line);
    }
    for row in (high..rows).step_by(high) {
        let middle = at(row, 0).1 - BADGE_HEIGHT + 2.0;
        let line = step('M', x, middle) + &step('H', right, 0.0);
        page.path("cut s3", &line);
    }
    PanelEnd::new(bottom, marked)
}

/// The panel of memory, in lines of whole tiles.
pub(super) fn memory(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    (x, y): (f64, f64),
    width: f64,
) -> PanelEnd {
    let scene = &anatomy.scene;
    let len = scene.layout.padded_len();
    let tiled = anatomy.is_tiled();
    let run = scene.run.filter(|_| scene.layout.rank() > 1 || tiled);
    let gap = if tiled { 10.0 } else { TILE_GAP };
    let fit = |per_line: usize| {
        let tiles = run.map_or(0, |run| per_line / run.max(1));
        per_line as f64 * CELL_PITCH + tiles as f64 * gap <= width + gap + 2.0
    };
    let most = (1..=len).rev().find(|&per_line| fit(per_line)).unwrap_or(1);
    let mut per_line = scene.line_len(most);
    while !fit(per_line) && per_line > 1 {
        per_line -= 1;
    }
    let badges = tiled && run.is_some();
    let line_height = if badges { 92.0 } else { 64.0 };
    let mut mark = None;
    let mut top = y;
    let mut ends: Vec<(f64, f64)> = Vec::new();
    let mut last_line = 0;
    for (line, start) in (0..len).step_by(per_line).enumerate() {
        let mut left = x;
        for position in start..(start + per_line).min(len) {
            let one = Cell::at(scene.layout, position);
            let first = run.is_some_and(|run| position % run == 0);
            if first && position > start {
                left += gap;
            }
            if let (true, true, Some(run), Some(tile)) = (first, badges, run, one.tile) {
                let cells = run.min((start + per_line).min(len) - position);
                let middle = left + (cells as f64 * CELL_PITCH - 2.0) / 2.0;
                page.badge(scene.color(tile), middle, top - 14.0, &grouped(tile));
            }
            cell(page, anatomy, &one, left, top, false);
            let here = anatomy.follows(&one);
            let class = if here { "no b" } else { "lb" };
            let (middle, below) = (left + CELL_SIZE / 2.0, top + CELL_SIZE + 15.0);
            page.text(class, middle, below, Anchor::Middle, &grouped(position));
            if here {
                mark = Some((left + CELL_SIZE / 2.0, top + CELL_SIZE + 22.0));
                last_line = line;
            }
            left += CELL_PITCH;
        }
        ends.push((left - 2.0, top));
        top += line_height;
    }
    // The thread from each line to the next.
    for pair in ends.windows(2) {
        let ((right, above), (_, below)) = (pair[0], pair[1]);
        let between = above + CELL_SIZE + 26.0;
        let line = format!(
            "M{} {}h8q4 0 4 4V{}q0 4-4 4H{}q-4 0-4 4V{}q0 4 4 4h4",
            number(right + 2.0),
            number(above + 14.0),
            number(between - 4.0),
            number(x - 8.0),
            number(below + 10.0),
        );
        page.arrow("thr s2", "t2", &line, (x - 1.0, below + 14.0), false);
    }
    let free = last_line + 1 == ends.len();
    PanelEnd {
        bottom: top - line_height + CELL_SIZE + 18.0,
        mark,
        free,
    }
}
