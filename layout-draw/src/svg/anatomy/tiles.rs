//! Panels of large arrays: the array is a rectangle, and each tile a box.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::block::{self, step as path};
use super::super::page::{Anchor, BOLD, Page, measured, shortened, wrapped};
use super::PanelEnd;
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
use crate::model::followed::Followed;
use crate::model::shown::{Shown, elide, including};
use layout_core::util::words::grouped;

/// The size of the padded array.
const ARRAY_SIZE: (f64, f64) = (160.0, 150.0);
/// The size of a tile's box, and the distance between boxes.
pub(super) const BOX_SIZE: (f64, f64) = (42.0, 30.0);
const BOX_GAP: f64 = 6.0;
const DOTS_SIZE: f64 = 26.0;
/// The least visible extent of padding.
const MIN_PADDING_SIZE: f64 = 20.0;

/// The widths of the array's panel and of the tiles' panel.
pub(super) fn widths(anatomy: &Anatomy<'_>) -> (f64, f64) {
    let (_, columns) = shown_tiles(anatomy);
    let last = grouped(anatomy.scene.plane.size().1.saturating_sub(1));
    (
        array_labels(anatomy) + ARRAY_SIZE.0.max(measured(&last, 14.0)),
        row_labels(anatomy) + boxes_width(&columns) - BOX_GAP,
    )
}

/// The width of the row numbers beside the array.
fn array_labels(anatomy: &Anatomy<'_>) -> f64 {
    let (rows, _) = anatomy.scene.plane.size();
    (measured(&grouped(rows.saturating_sub(1)), 14.0) + 10.0).max(38.0)
}

/// The rows or columns of tiles drawn: all of up to five, otherwise the first and the last two.
fn shown_tiles(anatomy: &Anatomy<'_>) -> (Vec<Shown>, Vec<Shown>) {
    let (down, across) = anatomy.scene.plane.tiles();
    let (row, column) = anatomy.followed.as_ref().map_or((0, 0), |one| one.tile);
    (
        including(elide(down, 2, 2), down, row),
        including(elide(across, 2, 2), across, column),
    )
}

fn boxes_width(shown: &[Shown]) -> f64 {
    shown.iter().map(|entry| step(entry, BOX_SIZE.0)).sum()
}

fn row_labels(anatomy: &Anatomy<'_>) -> f64 {
    let plane = &anatomy.scene.plane;
    let last = plane.size().0.saturating_sub(plane.tile().0);
    let gap = shown_tiles(anatomy)
        .0
        .into_iter()
        .find_map(|row| match row {
            Shown::Gap(rows) => Some(measured(&gap_label(rows), 14.0)),
            Shown::At(_) => None,
        });
    match plane.down {
        // The label of a gap may reach into the space between panels.
        Some(_) => {
            let widest = measured(&grouped(last), 14.0).max(54.0);
            widest.max(gap.unwrap_or(0.0) - 14.0) + 8.0
        }
        None => 0.0,
    }
}

fn gap_label(rows: usize) -> String {
    format!("{} rows", grouped(rows))
}

/// Labels from left to right or top to bottom, without those nearer than `apart` to a more
/// important label. The input is in order of importance.
fn spaced(labels: Vec<(f64, f64, usize, bool)>) -> Vec<(f64, usize, bool)> {
    let mut kept: Vec<(f64, f64, usize, bool)> = Vec::new();
    for label in labels {
        let far = |other: &(f64, f64, usize, bool)| {
            (label.0 - other.0).abs() >= (label.1 + other.1) / 2.0
        };
        if kept.iter().all(far) {
            kept.push(label);
        }
    }
    kept.into_iter()
        .map(|(at, _, number, bold)| (at, number, bold))
        .collect()
}

/// Draws the labels that [`spaced`] keeps, each at the point `at` of its middle.
pub(super) fn draw_spaced(
    page: &mut Page,
    labels: Vec<(f64, f64, usize, bool)>,
    anchor: Anchor,
    at: impl Fn(f64) -> (f64, f64),
) {
    for (middle, number, bold) in spaced(labels) {
        let (x, y) = at(middle);
        let class = if bold { "sm b" } else { "lb" };
        page.text(class, x, y, anchor, &grouped(number));
    }
}

/// The share of `room` that elements take, if `size` of `padded` are elements.
fn share(size: usize, padded: usize, room: f64) -> f64 {
    match size == padded {
        true => room,
        false => (room * size as f64 / padded as f64)
            .min(room - MIN_PADDING_SIZE)
            .max(MIN_PADDING_SIZE),
    }
}

/// The array and its padding as one rectangle.
pub(super) fn array(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    (x, y): (f64, f64),
    _: f64,
) -> PanelEnd {
    let scene = &anatomy.scene;
    let plane = &scene.plane;
    let (rows, columns) = plane.size();
    let (real_rows, real_columns) = plane.elements();
    let has_rows = plane.down.is_some() && rows > 1;
    let high = if has_rows { ARRAY_SIZE.1 } else { 36.0 };
    let left = x + array_labels(anatomy);
    let w = share(real_columns, columns, ARRAY_SIZE.0);
    let h = share(real_rows, rows, high);
    if plane.slices() > 1 {
        page.rect("ra", left + 7.0, y - 6.0, ARRAY_SIZE.0 - 1.0, high, 4.0);
    }
    page.rect("ra", left, y, ARRAY_SIZE.0, high, 3.0);
    page.hatch(left, y, ARRAY_SIZE.0, high, 3.0);
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
    // The followed label first, then the ends.
    let end = |padded: usize, size: usize, room: f64, real: f64| {
        [(0.0, 0), (real, size - 1), (room, padded - 1)]
    };
    let width = |number: usize| BOLD * measured(&grouped(number), 14.0) + 8.0;
    let least = |number: usize| left + width(number) / 2.0 - 4.0;
    let first = at.0.max(least(followed.column));
    let mut labels = alloc::vec![(first, width(followed.column), followed.column, true)];
    for (at, number) in end(columns, real_columns, ARRAY_SIZE.0, w) {
        let middle = (left + at - width(number) / 2.0 + 4.0).max(least(number));
        labels.push((middle, width(number), number, false));
    }
    draw_spaced(page, labels, Anchor::Middle, |middle| (middle, y - 8.0));
    if has_rows {
        let mut labels = alloc::vec![(at.1, 14.0, followed.row, true)];
        for (at, number) in end(rows, real_rows, high, h) {
            labels.push(((y + at - 6.0).max(y + 6.0), 14.0, number, false));
        }
        draw_spaced(page, labels, Anchor::End, |middle| {
            (left - 7.0, middle + 5.0)
        });
    }
    page.text("lb it", left - 7.0, y - 8.0, Anchor::End, &plane.corner());
    page.rect("ik", at.0 - 4.0, at.1 - 4.0, 8.0, 8.0, 1.0);
    // On the wider side of the vertical line.
    let end = left + ARRAY_SIZE.0;
    let mut bottom = y + high + 3.0;
    let (room, end) = match end - at.0 > at.0 - x {
        true => (end - at.0 - 8.0, end),
        false => (at.0 - x - 8.0, at.0 - 8.0),
    };
    for note in anatomy.notes("padding", |note| measured(note, 14.0) <= room) {
        for line in wrapped(&note, 14.0, room) {
            bottom += 16.0;
            let line = shortened(line, 14.0, room);
            page.text("lb", end, bottom, Anchor::End, &line);
        }
    }
    PanelEnd::new(bottom + 2.0, Some((at.0, at.1 + 3.0)))
}

/// One tile of the array as a box with its padding and its number.
fn tile(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    cell: &Cell,
    (x, y): (f64, f64),
    (w, h): (f64, f64),
) {
    let color = block::color(&anatomy.scene, cell);
    page.open_tile(cell);
    page.rect(&format!("p{color}"), x, y, BOX_SIZE.0, BOX_SIZE.1, 3.0);
    if w < BOX_SIZE.0 || h < BOX_SIZE.1 {
        page.hatch(x, y, BOX_SIZE.0, BOX_SIZE.1, 3.0);
    }
    page.rect(&format!("c{color}"), x, y, w, h, 3.0);
    if let Some(tile) = cell.tile {
        let middle = (x + BOX_SIZE.0 / 2.0, y + BOX_SIZE.1 / 2.0);
        number_in_box(
            page,
            anatomy.scene.color(tile),
            tile,
            middle,
            BOX_SIZE.0 + 4.0,
        );
    }
    page.raw("</g>\n");
}

/// The number of a tile in its box, if it has room.
pub(super) fn number_in_box(
    page: &mut Page,
    color: usize,
    tile: usize,
    (x, y): (f64, f64),
    room: f64,
) {
    let text = grouped(tile);
    if measured(&text, 11.5) + 12.0 <= room {
        page.badge(color, x, y, &text);
    }
}

/// The share of a tile's box that is elements, given its padded rows and columns.
fn held(anatomy: &Anatomy<'_>, row: usize, column: usize) -> (f64, f64) {
    let plane = &anatomy.scene.plane;
    let part = |axis: Option<usize>, number: usize, room: f64| {
        let Some(axis) = axis.map(|axis| &plane.axes[axis]) else {
            return room;
        };
        let held = axis.size.saturating_sub(number * axis.tile).min(axis.tile);
        match held {
            0 => 0.0,
            _ if held == axis.tile => room,
            _ => (room * held as f64 / axis.tile as f64)
                .max(6.0)
                .min(room - 6.0),
        }
    };
    let w = part(plane.across, column, BOX_SIZE.0);
    (w, part(plane.down, row, BOX_SIZE.1))
}

/// The panel of the array cut into tiles.
pub(super) fn tiles(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    (x, y): (f64, f64),
    _: f64,
) -> PanelEnd {
    let plane = &anatomy.scene.plane;
    let (high, wide) = plane.tile();
    let (rows, columns) = shown_tiles(anatomy);
    let left = x + row_labels(anatomy);
    let followed = anatomy.followed.as_ref();
    let mut mark = None;
    let mut top = y;
    let mut cuts: Vec<String> = Vec::new();
    let mut bottom = y;
    for row in &rows {
        let mut at = left;
        for column in &columns {
            if let (&Shown::At(row), &Shown::At(column)) = (row, column) {
                let cell = plane.cell(0, row * high, column * wide);
                tile(page, anatomy, &cell, (at, top), held(anatomy, row, column));
                if let Some(followed) = followed.filter(|one| one.tile == (row, column)) {
                    let (dx, dy) = inside(followed, (high, wide));
                    page.rect("ik", at + dx - 4.0, top + dy - 4.0, 8.0, 8.0, 1.0);
                    mark = Some((at + dx, top + dy + 3.0));
                }
            } else if let (Shown::At(_), Shown::Gap(_)) = (row, column) {
                page.dots(
                    at + DOTS_SIZE / 2.0 - BOX_GAP / 2.0,
                    top + BOX_SIZE.1 / 2.0,
                    false,
                );
            } else if let (Shown::Gap(_), Shown::At(_)) = (row, column) {
                page.dots(
                    at + BOX_SIZE.0 / 2.0,
                    top + DOTS_SIZE / 2.0 - BOX_GAP / 2.0 + 2.0,
                    true,
                );
            }
            at += step(column, BOX_SIZE.0);
        }
        let right = at - BOX_GAP;
        let middle = top + BOX_SIZE.1 / 2.0 + 5.0;
        if plane.down.is_some() {
            match *row {
                Shown::At(row) => {
                    page.text("lb", left - 8.0, middle, Anchor::End, &grouped(row * high));
                }
                Shown::Gap(rows) => {
                    let text = gap_label(rows);
                    page.text("lb", left - 8.0, top + 8.0, Anchor::End, &text);
                    page.text("lb", left - 8.0, top + 23.0, Anchor::End, "of tiles");
                }
            }
        }
        top += step(row, BOX_SIZE.1);
        bottom = top - BOX_GAP;
        cuts.push(path('M', left, top - BOX_GAP / 2.0) + &path('H', right, 0.0));
    }
    let mut at = left;
    let mut labels = Vec::new();
    for column in &columns {
        if let &Shown::At(column) = column {
            let width = measured(&grouped(column * wide), 14.0) + 6.0;
            let right = left + boxes_width(&columns) + 8.0;
            let middle = (at + BOX_SIZE.0 / 2.0).max(left + width / 2.0 - 3.0);
            let middle = middle.min(right - width / 2.0);
            labels.push((middle, width, column * wide, false));
        }
        at += step(column, BOX_SIZE.0);
        cuts.push(path('M', at - BOX_GAP / 2.0, y) + &path('V', 0.0, bottom));
    }
    for (middle, number, _) in spaced(labels) {
        page.text("lb", middle, y - 8.0, Anchor::Middle, &grouped(number));
    }
    // The last cut in both directions is the outer edge.
    cuts.pop();
    cuts.remove(rows.len() - 1);
    let inner = cuts.concat();
    if !inner.is_empty() {
        page.path("cut s3", &inner);
    }
    PanelEnd::new(bottom, mark)
}

fn step(entry: &Shown, size: f64) -> f64 {
    entry.room(
        size + BOX_GAP,
        DOTS_SIZE + if size == BOX_SIZE.1 { 8.0 } else { 0.0 },
    )
}

/// The coordinates of the followed element in its tile's box.
fn inside(followed: &Followed, (high, wide): (usize, usize)) -> (f64, f64) {
    let (row, column) = followed.within;
    (
        along(column, wide, BOX_SIZE.0),
        along(row, high, BOX_SIZE.1),
    )
}

/// The middle of entry `number` of `size` in a room, not too near its ends.
fn along(number: usize, size: usize, room: f64) -> f64 {
    let middle = room * (number as f64 + 0.5) / size as f64;
    middle.max(5.0).min(room - 5.0)
}
