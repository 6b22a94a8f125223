//! The memory of large arrays: tiles in order, and a lens on the followed tile.

use alloc::format;
use alloc::vec::Vec;

use super::super::block;
use super::super::page::measured;
use super::super::page::{Anchor, Page, number};
use super::PanelEnd;
use super::lens::{grid, positions};
use super::tiles::{BOX, number_in_box, spaced};
use crate::model::anatomy::Anatomy;
use crate::model::cell::Cell;
use crate::model::memory::{Fill, fills};
use crate::model::shown::{Shown, only};
use layout_core::util::words::grouped;

/// Draws memory: tiles in order, and a lens on the followed tile.
pub(super) fn memory(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    (x, y): (f64, f64),
    width: f64,
) -> PanelEnd {
    let scene = &anatomy.scene;
    let (Some(followed), Some(run)) = (&anatomy.followed, scene.run) else {
        return positions(page, anatomy, 0, (x, y), width);
    };
    let Some(start) = followed.start else {
        return positions(page, anatomy, followed.cell.position, (x, y), width);
    };
    let len = scene.layout.padded_len();
    let (tiles, own) = (len.div_ceil(run), start / run);
    let shown = only(tiles, &sorted([0, 1, own, own + 1, tiles - 1]));
    let width_of = |entry: &Shown| match entry {
        Shown::At(_) => BOX.0 + 4.0,
        Shown::Gap(_) => 34.0,
    };
    let total: f64 = shown.iter().map(width_of).sum();
    let scale = ((width + 4.0) / total).clamp(0.5, 1.4);
    let mut left = x;
    let mut lens = (x, x);
    let mut labels = Vec::new();
    for entry in &shown {
        let w = width_of(entry) * scale;
        if let &Shown::At(tile) = entry {
            let bar = (left, y, w - 4.0);
            strip_tile(page, anatomy, tile * run..((tile + 1) * run).min(len), bar);
            let text = measured(&grouped(tile * run), 14.0) + 8.0;
            let middle = (left + (w - 4.0) / 2.0)
                .max(x + text / 2.0 - 4.0)
                .min(x + width - text / 2.0 + 4.0);
            if tile == own {
                page.rect("ln", left - 1.0, y - 1.0, w - 2.0, BOX.1 + 2.0, 4.0);
                lens = (left, left + w - 4.0);
                labels.insert(0, (middle, text, tile * run, true));
            } else {
                labels.push((middle, text, tile * run, false));
            }
        } else {
            page.dots(left + w / 2.0 - 2.0, y + BOX.1 / 2.0, false);
        }
        left += w;
    }
    for (middle, number, bold) in spaced(labels) {
        let class = if bold { "sm b" } else { "lb" };
        page.text(class, middle, y - 8.0, Anchor::Middle, &grouped(number));
    }
    let top = y + BOX.1 + 44.0;
    let body_left = x + 36.0;
    page.path(
        "rb",
        &format!(
            "M{} {}H{}L{} {}H{}z",
            number(lens.0),
            number(y + BOX.1 + 2.0),
            number(lens.1),
            number(x + width),
            number(top - 20.0),
            number(body_left - 4.0)
        ),
    );
    if scene.plane.down.is_some()
        && (scene.layout.tiles().len() < 2 || anatomy.interleaved().is_some())
    {
        return grid(page, anatomy, followed, (body_left, top), x + width);
    }
    positions(page, anatomy, start, (x, top - 10.0), width)
}

/// The numbers in ascending order, without duplicates.
fn sorted(mut numbers: [usize; 5]) -> Vec<usize> {
    numbers.sort_unstable();
    let mut list = Vec::from(numbers);
    list.dedup();
    list
}

/// A tile of memory as a bar, with its padding hatched.
fn strip_tile(
    page: &mut Page,
    anatomy: &Anatomy<'_>,
    range: core::ops::Range<usize>,
    (x, y, w): (f64, f64, f64),
) {
    let scene = &anatomy.scene;
    let cell = Cell::at(scene.layout, range.start);
    let color = block::color(scene, &cell);
    page.open_tile(&cell);
    page.rect(&format!("p{color}"), x, y, w, BOX.1, 3.0);
    let parts = range.len().min(16);
    let held = fills(scene.layout, range, parts);
    if held.iter().any(|&fill| fill != Fill::Elements) {
        page.hatch(x, y, w, BOX.1, 3.0);
    }
    let part = w / parts as f64;
    let mut from = 0;
    for to in 1..=parts {
        if to < parts && held[to] == held[from] {
            continue;
        }
        let (left, wide) = (x + part * from as f64, part * (to - from) as f64);
        if held[from] != Fill::Padding {
            let round = if wide == w { 3.0 } else { 0.0 };
            page.rect(&format!("c{color}"), left, y, wide, BOX.1, round);
            if held[from] == Fill::Both {
                page.stripes(left, y, wide, BOX.1);
            }
        }
        from = to;
    }
    if let Some(tile) = cell.tile {
        number_in_box(
            page,
            scene.color(tile),
            tile,
            (x + w / 2.0, y + BOX.1 / 2.0),
            w,
        );
    }
    page.raw("</g>\n");
}
