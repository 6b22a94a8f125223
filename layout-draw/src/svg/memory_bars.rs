//! Memory tile by tile, for large arrays.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use super::block::{self, step};
use super::memory_lens::{self, DOTS_WIDTH};
use super::memory_lines::Drawn;
use super::page::{Anchor, BOLD, Page, measured, shortened};
use crate::model::cell::Cell;
use crate::model::memory::{Fill, fills};
use crate::model::scene::Scene;
use crate::model::shown::{Shown, elide, gaps, only};
use layout_core::util::words;

const BAR_HEIGHT: f64 = 34.0;
/// The room of omitted tiles.
const GAP: f64 = 42.0;

/// Draws memory tile by tile below a heading, and positions of the tile of the position `wanted`,
/// which is among them. Returns the y coordinate of the lower end.
pub(super) fn draw(page: &mut Page, scene: &Scene<'_>, wanted: usize, y: f64) -> f64 {
    let layout = scene.layout;
    let (len, bits) = (layout.padded_len(), layout.element_bits());
    let bytes = |count: usize| (count as u128 * bits as u128).div_ceil(8) as usize;
    let note = match scene.run {
        None => alloc::format!(
            "{}; a later tile cuts across tiles, so that none lies in one piece; some positions",
            words::count(len, "position")
        ),
        Some(run) => alloc::format!(
            "{} of {} ({}){}; below, positions of tile {}",
            words::count(len.div_ceil(run), "tile"),
            words::count(run, "position"),
            words::count(bytes(run), "byte"),
            if len > run { ", one after another" } else { "" },
            words::grouped(wanted / run),
        ),
    };
    let y = page.heading("Memory", &note, 74.0, y);
    strip(page, scene, wanted, (page.margin(), y + 38.0), page.room()).bottom
}

/// Draws the tiles of memory, and positions of the tile of the position `wanted`, which is among
/// them.
pub(super) fn strip(
    page: &mut Page,
    scene: &Scene<'_>,
    wanted: usize,
    (x, y): (f64, f64),
    room: f64,
) -> Drawn {
    let len = scene.layout.padded_len();
    let Some(run) = scene.run else {
        let ranges = memory_lens::seen(scene, 0..len, wanted, room);
        return memory_lens::draw(page, scene, len, &ranges, (x, y - 14.0));
    };
    let (count, seen) = (len.div_ceil(run), wanted / run);
    let tile = |number: usize| number * run..((number + 1) * run).min(len);
    let ranges = memory_lens::seen(scene, tile(seen), wanted, room);
    let shown = shown(count, seen, room);
    let gaps = gaps(&shown) as f64;
    let bars = shown.len() as f64 - gaps;
    let widest = measured(&words::grouped(len), 13.0) + 8.0;
    let most = if count == 1 { room } else { 160.0 };
    let width = ((room - gaps * GAP) / bars - 4.0).clamp(30.0, most);
    let (mut left, mut labelled) = (x, x);
    let mut strip = (x, tile(seen));
    for entry in &shown {
        let &Shown::At(number) = entry else {
            page.dots(left + GAP / 2.0 - 3.0, y + BAR_HEIGHT / 2.0, false);
            left += GAP;
            continue;
        };
        if left >= labelled && left + widest < page.width() - 2.0 {
            let start = words::grouped(number * run);
            page.text("nu", left, y - 8.0, Anchor::Start, &start);
            labelled = left + widest;
        }
        if number == seen {
            strip.0 = left;
        }
        bar(page, scene, tile(number), (left, y), width);
        left += width + 4.0;
    }
    funnels(
        page,
        scene,
        &strip,
        &ranges,
        (x, y + BAR_HEIGHT + 4.0),
        width,
    );
    let last = alloc::format!("last position {}", words::grouped(len - 1));
    let (at, below, anchor) = if left + measured(&last, 12.0) < x + room {
        (left + 8.0, y + 21.0, Anchor::Start)
    } else if count == 1 {
        (x + room, y - 8.0, Anchor::End)
    } else {
        (left - 4.0, y + 50.0, Anchor::End)
    };
    page.text("la", at, below, anchor, &last);
    memory_lens::draw(page, scene, strip.1.end, &ranges, (x, y + 82.0))
}

/// Returns the tiles drawn: the first ones, `seen` and the last ones.
fn shown(count: usize, seen: usize, room: f64) -> Vec<Shown> {
    let label = measured(&words::grouped(count - 1), 13.0) + 14.0;
    let fit = (((room - GAP) / (label.max(62.0) + 4.0)) as usize).clamp(2, 9);
    let first = fit.div_ceil(2);
    if seen < first || count - seen <= fit / 2 {
        elide(count, first, fit / 2)
    } else {
        only(count, &[0, seen, count - 1])
    }
}

/// Bands from the ranges of a tile's bar of width `width` to their cells.
fn funnels(
    page: &mut Page,
    scene: &Scene<'_>,
    (bar, tile): &(f64, Range<usize>),
    ranges: &[Range<usize>],
    (x, y): (f64, f64),
    width: f64,
) {
    let at = |position: usize| {
        let share = (position - tile.start) as f64 / tile.len() as f64;
        bar + width * share
    };
    let mut left = x;
    for range in ranges {
        let right = left + memory_lens::block_width(scene, range);
        let (from, to) = (at(range.start), at(range.end));
        // Narrow ranges stay visible.
        let (from, to) = if to - from < 6.0 {
            (from.min(bar + width - 6.0), from + 6.0)
        } else {
            (from, to)
        };
        let funnel = step('M', from, y) + &step('H', to.min(bar + width), 0.0);
        let funnel = funnel + &step('L', right, y + 40.0) + &step('H', left, 0.0) + "z";
        page.path("rb", &funnel);
        left = right + DOTS_WIDTH;
    }
}

/// One tile of memory: its elements, and its number.
fn bar(page: &mut Page, scene: &Scene<'_>, range: Range<usize>, (x, y): (f64, f64), width: f64) {
    let cell = Cell::at(scene.layout, range.start);
    let color = block::color(scene, &cell);
    // Parts narrower than two positions would be too thin for hatching.
    let most = if width > 400.0 { 128 } else { 64 };
    let parts = range.len().div_ceil(2).min(most);
    let held = fills(scene.layout, range, parts);
    page.open_tile(&cell);
    page.rect(&alloc::format!("p{color}"), x, y, width, BAR_HEIGHT, 3.0);
    page.hatch(x, y, width, BAR_HEIGHT, 3.0);
    let elements = elements(page, &color, &held, (x, y), width);
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
    page.raw("</g>\n");
}

/// Draws the elements over the padding of a bar, whose equal parts hold `held`, and returns their
/// left and right ends.
fn elements(
    page: &mut Page,
    color: &str,
    held: &[Fill],
    (x, y): (f64, f64),
    width: f64,
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
        page.rect(&alloc::format!("c{color}"), left, y, w, BAR_HEIGHT, round);
        // A single part with both contains the boundary between elements and padding.
        if run[0] == Fill::Both && (held.len() <= 2 || run.len() > 1) {
            page.stripes(left, y, w, BAR_HEIGHT);
        }
        ends = Some((ends.map_or(left, |(first, _)| first), left + w));
    }
    ends
}
