//! The memory of large arrays: tiles in order, and a lens on the followed tile.

use alloc::format;
use alloc::vec::Vec;

use super::super::block::{self, step};
use super::super::memory_bars::elements;
use super::super::page::{Anchor, Page, measured};
use super::PanelEnd;
use super::lens::{grid, positions};
use super::tiles::{BOX_SIZE, draw_spaced, number_in_box};
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
    let shown = only(tiles, &[0, 1, own, own + 1, tiles - 1]);
    let width_of = |entry: &Shown| entry.room(BOX_SIZE.0 + 4.0, 34.0);
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
                page.rect("ln", left - 1.0, y - 1.0, w - 2.0, BOX_SIZE.1 + 2.0, 4.0);
                lens = (left, left + w - 4.0);
                labels.insert(0, (middle, text, tile * run, true));
            } else {
                labels.push((middle, text, tile * run, false));
            }
        } else {
            page.dots(left + w / 2.0 - 2.0, y + BOX_SIZE.1 / 2.0, false);
        }
        left += w;
    }
    draw_spaced(page, labels, Anchor::Middle, |middle| (middle, y - 8.0));
    let top = y + BOX_SIZE.1 + 44.0;
    let body_left = x + 36.0;
    let funnel = step('M', lens.0, y + BOX_SIZE.1 + 2.0) + &step('H', lens.1, 0.0);
    let funnel = funnel + &step('L', x + width, top - 20.0) + &step('H', body_left - 4.0, 0.0);
    page.path("rb", &(funnel + "z"));
    if anatomy.shows_grid() {
        return grid(page, anatomy, followed, (body_left, top), x + width);
    }
    positions(page, anatomy, start, (x, top - 10.0), width)
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
    page.rect(&format!("p{color}"), x, y, w, BOX_SIZE.1, 3.0);
    let parts = range.len().min(16);
    let held = fills(scene.layout, range, parts);
    if held.iter().any(|&fill| fill != Fill::Elements) {
        page.hatch(x, y, w, BOX_SIZE.1, 3.0);
    }
    elements(page, &color, &held, (x, y), (w, BOX_SIZE.1), false);
    if let Some(tile) = cell.tile {
        let middle = (x + w / 2.0, y + BOX_SIZE.1 / 2.0);
        number_in_box(page, scene.color(tile), tile, middle, w);
    }
    page.raw("</g>\n");
}
