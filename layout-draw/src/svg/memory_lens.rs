//! Single positions of a tile of memory, with their contents.

use alloc::vec::Vec;
use core::ops::Range;

use super::memory_lines::{self, Drawn, MIN_CELL_WIDTH};
use super::page::Page;
use crate::model::scene::Scene;

/// The gap for dots between two ranges.
pub(super) const DOTS_WIDTH: f64 = 46.0;
/// A lens with more cells is illegible.
const MAX_CELLS: usize = 26;

/// Returns the positions of a range that fit into a lens of width `width`, the position
/// `wanted` among them: the first ones, those around the next boundaries of elements and
/// padding, and the last.
pub(super) fn seen(
    scene: &Scene<'_>,
    range: Range<usize>,
    wanted: usize,
    width: f64,
) -> Vec<Range<usize>> {
    let group = scene.group;
    let head = |groups: usize| range.start..(range.start + groups * group).min(range.end);
    let changes = match group {
        1 => changes(scene, head(4).end, range.end),
        2..MAX_CELLS => changes(scene, head(3).end, range.end),
        _ => Vec::new(),
    };
    let has_wanted =
        |ranges: &Vec<Range<usize>>| ranges.iter().any(|range| range.contains(&wanted));
    let fits = |ranges: &Vec<Range<usize>>| {
        let cells = ranges.iter().map(|range| block_width(scene, range));
        let end = ranges.last().map_or(range.start, |last| last.end);
        let gaps = ranges.len() - usize::from(end == range.end);
        cells.sum::<f64>() + gaps as f64 * DOTS_WIDTH <= width
    };
    let tail = group.max(2);
    // Fewer boundaries, and fewer positions around each, until the cells fit.
    for (taken, near) in [(2, 3), (2, 2), (1, 3), (1, 2), (1, 1)] {
        if taken > changes.len() || near > 2 && group > 1 {
            continue;
        }
        for groups in (2..=8).rev() {
            let mut ranges = alloc::vec![head(groups)];
            for &change in &changes[..taken] {
                let around = change.saturating_sub(near * group)..change + near * group;
                add(&mut ranges, around);
            }
            add(&mut ranges, range.end.saturating_sub(tail)..range.end);
            if let Some(last) = ranges.last_mut() {
                last.end = last.end.min(range.end);
            }
            if fits(&ranges) && has_wanted(&ranges) {
                return ranges;
            }
        }
    }
    // The first positions, or those from the group of the wanted one on.
    let from = |start: usize| {
        let lens = (1..=(range.end - start).min(MAX_CELLS)).rev();
        let whole = lens.filter(|&len| len < group || len % group == 0);
        whole.map(move |len| alloc::vec![start..start + len])
    };
    let mut candidates = from(range.start).chain(from(wanted / group * group));
    let found = candidates.find(|ranges| fits(ranges) && has_wanted(ranges));
    found.unwrap_or_else(|| alloc::vec![wanted..wanted + 1])
}

/// Adds a range, or extends the last range if the two touch.
fn add(ranges: &mut Vec<Range<usize>>, next: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if next.start <= last.end + 1 => last.end = last.end.max(next.end),
        _ => ranges.push(next),
    }
}

/// Returns the first groups, at most two, whose elements have another pattern than those of the
/// previous group.
fn changes(scene: &Scene<'_>, start: usize, end: usize) -> Vec<usize> {
    /// The search stops here in longer tiles.
    const MAX_SEARCHED: usize = 1 << 12;
    let (layout, group) = (scene.layout, scene.group);
    let holds = |position: usize| layout.index(position).is_some();
    let last = end.min(start.saturating_add(MAX_SEARCHED));
    let starts = (start..last).step_by(group);
    let differs = |&start: &usize| {
        let mut positions = start..(start + group).min(last);
        positions.any(|at| holds(at) != holds(at - group))
    };
    starts.filter(differs).take(2).collect()
}

pub(super) fn block_width(scene: &Scene<'_>, range: &Range<usize>) -> f64 {
    memory_lines::line(scene, range.clone(), MIN_CELL_WIDTH, 0.0).width()
}

/// Draws the ranges as cells, with dots for omitted positions up to `end`.
pub(super) fn draw(
    page: &mut Page,
    scene: &Scene<'_>,
    end: usize,
    ranges: &[Range<usize>],
    (x, y): (f64, f64),
) -> Drawn {
    let mut drawn = Drawn::new(y + 58.0);
    let mut left = x;
    for range in ranges {
        let block = memory_lines::line(scene, range.clone(), MIN_CELL_WIDTH, 0.0);
        drawn.draw(page, scene, &block, (left, y));
        let right = left + block.width();
        if range.end < end {
            page.dots(right + DOTS_WIDTH / 2.0, y + 18.0, false);
        }
        left = right + DOTS_WIDTH;
    }
    drawn
}
