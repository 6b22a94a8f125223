//! Memory tile by tile, for large arrays.

use alloc::string::ToString;
use core::ops::Range;

use super::memory_lens::{self, Strip};
use super::memory_lines;
use super::page::{Anchor, BOLD, Page, measured, shortened};
use crate::model::cell::Cell;
use crate::model::memory::{Fill, fills};
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, gaps, including};
use layout_core::util::words;

/// Draws memory tile by tile, and positions of the tile `seen`. Returns the y coordinate of the
/// lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, seen: usize, x: f64, y: f64) -> f64 {
    let layout = scene.layout;
    let (len, bits) = (layout.padded_len(), layout.element_bits());
    let bytes = |count: usize| (count as u128 * bits as u128).div_ceil(8) as usize;
    let Some(run) = scene.run else {
        let note = alloc::format!(
            "{}; a later tile cuts across tiles, so that none lies in one piece; some positions",
            words::count(len, "position")
        );
        let y = page.heading("Memory", &note, 74.0, y);
        let ranges = memory_lens::seen(scene, 0..len, page.right() - x);
        return memory_lens::cells(page, scene, len, &ranges, (x, y + 24.0));
    };
    let count = len.div_ceil(run);
    let ranges = memory_lens::seen(
        scene,
        seen * run..((seen + 1) * run).min(len),
        page.right() - x,
    );
    let below = match (&ranges[..], seen) {
        ([range], 0) if range.start == 0 => "its first positions".into(),
        _ if count == 1 => "some positions".into(),
        _ => alloc::format!("positions of tile {}", words::grouped(seen)),
    };
    let note = alloc::format!(
        "{} of {} ({}){}; below, {below}",
        words::count(count, "tile"),
        words::count(run, "position"),
        words::count(bytes(run), "byte"),
        if count > 1 { ", one after another" } else { "" },
    );
    let y = page.heading("Memory", &note, 74.0, y);
    let label = measured(&words::grouped(count - 1), 13.0) + 14.0;
    let fit = (((page.right() - x - 42.0) / (label.max(62.0) + 4.0)) as usize).clamp(2, 9);
    let shown = including(elide(count, fit.div_ceil(2), fit / 2), count, seen);
    let gaps = gaps(&shown) as f64;
    let bars = shown.len() as f64 - gaps;
    let widest = measured(&words::grouped(len), 12.0) + 8.0;
    let width = ((page.right() - x - gaps * 42.0) / bars - 4.0)
        .min(if count == 1 { page.room() } else { 160.0 })
        .max(40.0);
    let top = y + 38.0;
    let mut left = x;
    let mut labelled = x;
    let mut strip = None;
    for entry in &shown {
        let &Shown::At(number) = entry else {
            page.dots(left + 18.0, top + 17.0, false);
            left += 42.0;
            continue;
        };
        let range = number * run..((number + 1) * run).min(len);
        if left >= labelled && left + widest < page.right() + 30.0 {
            let start = words::grouped(range.start);
            page.text("nu", left, top - 8.0, Anchor::Start, &start);
            labelled = left + widest;
        }
        if number == seen {
            strip = Some(Strip {
                range: range.clone(),
                left,
                width,
                bottom: top + 38.0,
            });
        }
        bar(page, scene, range, left, top, width);
        left += width + 4.0;
    }
    let bottom = match strip {
        Some(strip) => memory_lens::draw(page, scene, &strip, &ranges, x, top + 82.0),
        None => top + 54.0,
    };
    let last = alloc::format!("last position {}", words::grouped(len - 1));
    let (at, below, anchor) = match left + measured(&last, 12.0) < page.right() {
        true => (left + 8.0, top + 21.0, Anchor::Start),
        false if count == 1 => (page.right(), top - 8.0, Anchor::End),
        false => (left - 4.0, top + 50.0, Anchor::End),
    };
    page.text("la", at, below, anchor, &last);
    bottom
}

/// One tile of memory: its elements, and its number.
pub(super) fn bar(
    page: &mut Page,
    scene: &Scene<'_>,
    range: Range<usize>,
    x: f64,
    y: f64,
    width: f64,
) {
    const BAR_HEIGHT: f64 = 34.0;
    let color = memory_lines::shade(scene, range.start);
    let cell = Cell::at(scene.layout, range.start);
    // Parts narrower than two positions would be too thin for hatching.
    let most = if width > 400.0 { 128 } else { 64 };
    let parts = range.len().div_ceil(2).min(most);
    let held = fills(scene.layout, range.clone(), parts);
    page.rect(&alloc::format!("p{color}"), x, y, width, BAR_HEIGHT, 3.0);
    page.hatch(x, y, width, BAR_HEIGHT, 3.0);
    let elements = elements(page, &color, &held, (x, y), (width, BAR_HEIGHT), parts > 2);
    let text = match cell.tile {
        Some(tile) => words::grouped(tile).to_string(),
        None => "padding".into(),
    };
    let room = measured(&text, 13.0);
    let middle = match elements {
        Some((left, right)) if right - left > room => (left + right) / 2.0,
        _ => x + width / 2.0,
    };
    let text = shortened(&text, 13.0 * BOLD, width - 4.0);
    page.text("no b", middle, y + 21.6, Anchor::Middle, &text);
}

/// Draws the elements over the padding of a bar, whose equal parts hold `held`, and returns their
/// left and right ends. With `has_edges`, a single part with both contains the boundary between
/// elements and padding, and has no stripes.
pub(super) fn elements(
    page: &mut Page,
    color: &str,
    held: &[Fill],
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    has_edges: bool,
) -> Option<(f64, f64)> {
    let part = width / held.len() as f64;
    let mut ends: Option<(f64, f64)> = None;
    let mut start = 0;
    for run in held.chunk_by(|a, b| a == b) {
        let (left, w) = (x + part * start as f64, part * run.len() as f64);
        start += run.len();
        if run[0] == Fill::Padding {
            continue;
        }
        let round = if w == width { 3.0 } else { 0.0 };
        page.rect(&alloc::format!("c{color}"), left, y, w, height, round);
        if run[0] == Fill::Both && !(has_edges && run.len() == 1) {
            page.stripes(left, y, w, height);
        }
        ends = Some((ends.map_or(left, |(first, _)| first), left + w));
    }
    ends
}
