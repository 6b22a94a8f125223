//! The panels of an anatomy: the array with its padding, its tiles, and memory.

use alloc::vec::Vec;

use super::super::block::Sizes;
use super::super::labelled::Labelled;
use super::super::page::{Anchor, BOLD, Page, measured, shortened, wrapped};
use super::super::style::TILE_LABELS;
use super::super::tiles::Tiles;
use super::super::{memory_bars, memory_lines};
use super::PanelEnd;
use crate::model::anatomy::Anatomy;
use crate::model::scene::Scene;
use crate::model::shown::elide;
use layout_core::util::words::grouped;

/// The size of the padded array.
const ARRAY_SIZE: (f64, f64) = (160.0, 150.0);
/// The least visible extent of padding.
const MIN_PADDING_SIZE: f64 = 20.0;
/// The size of a cell, of which a panel of a wide page has room for eight.
const CELL_SIZE: f64 = 28.0;
/// The room of tiles in a wide page.
const TILES_WIDTH: f64 = 250.0;

/// Returns the widths of the array's panel and of the tiles' panel.
pub(super) fn widths(anatomy: &Anatomy<'_>) -> (f64, f64) {
    let scene = &anatomy.scene;
    if anatomy.cells {
        let [array, tiles] = [true, false].map(|grey| cells(scene, grey).width());
        (array, tiles)
    } else {
        let last = grouped(scene.plane.size().1.saturating_sub(1));
        (
            array_labels(scene) + ARRAY_SIZE.0.max(measured(&last, 14.0)),
            Tiles::new(scene, 0, TILES_WIDTH, true).boxes.width(),
        )
    }
}

/// All cells of a small array, in grey or with their tiles.
fn cells(scene: &Scene<'_>, grey: bool) -> Labelled {
    let (rows, columns) = scene.plane.size();
    let sizes = Sizes {
        width: CELL_SIZE,
        height: CELL_SIZE,
        apart: if grey { 2.0 } else { 10.0 },
        class: "na",
    };
    let shown = (elide(rows, rows, 0), elide(columns, columns, 0));
    let mut cells = Labelled::of_plane(scene, 0, shown, sizes);
    if grey {
        cells.numbered = false
    } else {
        // The grey array has the labels and the frame.

        (cells.row_labels, cells.column_labels) = Default::default();
        (cells.corner, cells.frame) = Default::default();
    }
    cells
}

/// Draws the array with its padding, or its tiles, cell by cell.
pub(super) fn small(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    x: f64,
    y: f64,
    grey: bool,
) -> PanelEnd {
    // A grey array has neither tiles nor groups.
    let scene = if grey {
        &Scene {
            grey,
            group: 1,
            run: Some(1),
            marked: anatomy.scene.marked,
            ..Scene::by_tiles(anatomy.scene.layout)
        }
    } else {
        &anatomy.scene
    };
    let mut cells = cells(scene, grey);
    cells.framed = framed(anatomy);
    let top = y - cells.top();
    cells.draw(page, scene, x, top);
    let mark = anatomy.position().and_then(|at| cells.mark(at, x, top));
    PanelEnd::new(top + cells.height(), mark)
}

/// Returns the width of the row numbers beside the array.
fn array_labels(scene: &Scene<'_>) -> f64 {
    let (rows, _) = scene.plane.size();
    (measured(&grouped(rows.saturating_sub(1)), 14.0) + 10.0).max(38.0)
}

/// Draws labels, the most important first, each at the point `at` of its middle; labels that
/// would meet an earlier one are omitted. A label is its middle, its size, its number, and true
/// if it is bold.
fn labels(
    page: &mut Page,
    labels: &[(f64, f64, usize, bool)],
    anchor: Anchor,
    at: impl Fn(f64) -> (f64, f64),
) {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for &(middle, size, number, bold) in labels {
        let far =
            |&(other, its_size): &(f64, f64)| (middle - other).abs() >= (size + its_size) / 2.0;
        if kept.iter().all(far) {
            kept.push((middle, size));
            let (x, y) = at(middle);
            page.text(
                if bold { "sm b" } else { "lb" },
                x,
                y,
                anchor,
                &grouped(number),
            );
        }
    }
}

/// Returns the part of `room` that elements take, if `size` of `padded` are elements.
fn share(size: usize, padded: usize, room: f64) -> f64 {
    if size == padded {
        room
    } else {
        (room * size as f64 / padded as f64)
            .min(room - MIN_PADDING_SIZE)
            .max(MIN_PADDING_SIZE)
    }
}

/// Draws a large array and its padding as one rectangle.
pub(super) fn array(page: &mut Page, anatomy: &Anatomy<'_>, x: f64, y: f64) -> PanelEnd {
    let plane = &anatomy.scene.plane;
    let (rows, columns) = plane.size();
    let (real_rows, real_columns) = plane.elements();
    let has_rows = plane.down.is_some() && rows > 1;
    let (wide, high) = (ARRAY_SIZE.0, if has_rows { ARRAY_SIZE.1 } else { 36.0 });
    let left = x + array_labels(&anatomy.scene);
    let (w, h) = (
        share(real_columns, columns, wide),
        share(real_rows, rows, high),
    );
    if plane.slices() > 1 {
        page.rect("ra", left + 7.0, y - 6.0, wide - 1.0, high, 4.0);
    }
    page.rect("ra", left, y, wide, high, 3.0);
    page.hatch(left, y, wide, high, 3.0);
    page.rect("cb", left, y, w, h, 3.0);
    page.rect("rb", left, y, w, h, 3.0);
    page.rect("own s1", left, y, w, h, 3.0);
    let Some(followed) = &anatomy.followed else {
        return PanelEnd::new(y + high, None);
    };
    let at = (
        left + along(followed.column, real_columns, w),
        y + along(followed.row, real_rows, h),
    );
    let width = |number: usize| BOLD * measured(&grouped(number), 14.0) + 8.0;
    let least = |number: usize| left + width(number) / 2.0 - 4.0;
    let end = |at: f64, number: usize| {
        let middle = (left + at - width(number) / 2.0 + 4.0).max(least(number));
        (middle, width(number), number, false)
    };
    let first = at.0.max(least(followed.column));
    let own = (first, width(followed.column), followed.column, true);
    let ends = [
        own,
        end(0.0, 0),
        end(w, real_columns - 1),
        end(wide, columns - 1),
    ];
    labels(page, &ends, Anchor::Middle, |middle| (middle, y - 8.0));
    if has_rows {
        let end = |at: f64, number: usize| ((y + at - 6.0).max(y + 6.0), 14.0, number, false);
        let own = (at.1, 14.0, followed.row, true);
        let ends = [own, end(0.0, 0), end(h, real_rows - 1), end(high, rows - 1)];
        labels(page, &ends, Anchor::End, |middle| {
            (left - 7.0, middle + 5.0)
        });
    }
    page.corner(left + 3.0, y, &plane.corner());
    page.rect("ik", at.0 - 4.0, at.1 - 4.0, 8.0, 8.0, 1.0);
    // On the wider side of the vertical line.
    let end = left + wide;
    let mut bottom = y + high + 3.0;
    let (room, end) = if end - at.0 > at.0 - x {
        (end - at.0 - 8.0, end)
    } else {
        (at.0 - x - 8.0, at.0 - 8.0)
    };
    for note in anatomy.notes() {
        for line in wrapped(&note, 14.0, room) {
            bottom += 16.0;
            page.text("lb", end, bottom, Anchor::End, &shortened(line, 14.0, room));
        }
    }
    PanelEnd::new(bottom + 2.0, Some((at.0, at.1 + 3.0)))
}

/// Draws a large array cut into tiles.
pub(super) fn tiles(page: &mut Page, anatomy: &Anatomy<'_>, x: f64, y: f64) -> PanelEnd {
    let scene = &anatomy.scene;
    let tiles = Tiles::new(scene, 0, TILES_WIDTH, true);
    let top = y - TILE_LABELS;
    let bottom = tiles.draw(page, scene, x, top);
    let mark = anatomy.followed.as_ref().map(|followed| {
        let (high, wide) = scene.plane.tile();
        let ((row, column), (width, height)) = (followed.within, tiles.boxes.size);
        let (left, top) = tiles.boxes.at(followed.tile, x, top);
        let at = (
            left + along(column, wide, width),
            top + along(row, high, height),
        );
        page.rect("ik", at.0 - 4.0, at.1 - 4.0, 8.0, 8.0, 1.0);
        (at.0, at.1 + 3.0)
    });
    PanelEnd::new(bottom, mark)
}

/// Draws memory: its cells, or its tiles and positions of the followed one.
pub(super) fn memory(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    (x, y): (f64, f64),
    width: f64,
) -> PanelEnd {
    let scene = &anatomy.scene;
    let position = anatomy.position().unwrap_or(0);
    let drawn = if anatomy.cells {
        // Badges stand above tiles.
        let has_badges = scene.run.is_some_and(|run| run < scene.layout.padded_len());
        let y = if has_badges && anatomy.is_tiled() {
            y - 30.0
        } else {
            y
        };
        memory_lines::draw(page, scene, (x, y), (width, 0.0), 28.0, 9)
    } else {
        memory_bars::strip(page, scene, position, (x, y), width)
    };
    if let Some(position) = framed(anatomy) {
        drawn.frame(page, position);
    }
    PanelEnd {
        bottom: drawn.bottom,
        mark: drawn.find(position),
        free: drawn.in_last_line(position),
    }
}

/// Returns the position that has a frame in each panel. A block frames a marked one itself.
fn framed(anatomy: &Anatomy<'_>) -> Option<usize> {
    anatomy
        .position()
        .filter(|_| anatomy.scene.marked.is_none())
}

/// Returns the middle of entry `number` of `size` in a room, not too near its ends.
fn along(number: usize, size: usize, room: f64) -> f64 {
    let middle = room * (number as f64 + 0.5) / size as f64;
    middle.max(5.0).min(room - 5.0)
}
