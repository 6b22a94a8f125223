//! Memory as lines of cells, each with its position below.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::block::{Block, Sizes, step};
use super::page::{Anchor, Page, measured, number};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::Shown;
use crate::model::slice::Slice;
use layout_core::util::words;

/// The memory cells drawn: their positions, with the middle and the bottom of each cell and
/// label.
pub(super) struct Drawn {
    pub(super) bottom: f64,
    /// The width of a cell.
    width: f64,
    cells: Vec<(usize, f64, f64)>,
}

impl Drawn {
    pub(super) fn new(bottom: f64) -> Drawn {
        Drawn {
            bottom,
            width: 0.0,
            cells: Vec::new(),
        }
    }

    /// Draws a line of cells with their positions below.
    pub(super) fn draw(
        &mut self,
        page: &mut Page,
        scene: &Scene<'_>,
        block: &Block,
        (x, y): (f64, f64),
    ) {
        block.draw(page, scene, x, y);
        for placed in &block.placed {
            let (middle, position) = (placed.x + block.sizes.width / 2.0, placed.cell.position);
            let text = words::grouped(position);
            page.text("nu", x + middle, y + 52.0, Anchor::Middle, &text);
            self.cells.push((position, x + middle, y + 58.0));
        }
        self.width = block.sizes.width;
        self.bottom = y + 58.0;
    }

    /// Returns the middle and the bottom of the cell and label at a position.
    pub(super) fn find(&self, position: usize) -> Option<(f64, f64)> {
        let found = self.cells.iter().find(|cell| cell.0 == position);
        found.map(|&(_, x, y)| (x, y))
    }

    /// True if a cell is in the last line.
    pub(super) fn in_last_line(&self, position: usize) -> bool {
        let found = self.find(position);
        found.is_some_and(|(_, y)| y + 1.0 > self.bottom)
    }

    /// Draws a frame around the cell at a position.
    pub(super) fn frame(&self, page: &mut Page, position: usize) {
        if let Some((x, y)) = self.find(position) {
            let left = x - self.width / 2.0 - 1.0;
            page.rect("ln", left, y - 59.0, self.width + 2.0, 38.0, 4.0);
        }
    }
}

/// The smallest width of a cell.
pub(super) const MIN_CELL_WIDTH: f64 = 36.0;

/// Returns the cells of a range in one row, each of width `least` at least, plus `extra`.
pub(super) fn line(scene: &Scene<'_>, range: Range<usize>, least: f64, extra: f64) -> Block {
    let class = if scene.has_names() { "na" } else { "no" };
    let last = measured(&words::grouped(range.end - 1), 13.0) + 6.0;
    let texts = range
        .clone()
        .map(|at| scene.memory_text(&Cell::at(scene.layout, at)));
    let texts: Vec<String> = texts.collect();
    let mut sizes = Sizes::for_texts(texts.iter(), least.max(last), class);
    sizes.height = 36.0;
    sizes.width += extra;
    let shown = (alloc::vec![Shown::At(0)], range.map(Shown::At).collect());
    let slice = Slice::new(shown, |_, position| Cell::at(scene.layout, position));
    Block::new(scene, slice, sizes, |cell| scene.memory_text(cell))
}

/// Returns the number of positions in a line of width `width`, each of width `least` at least.
fn positions_per_line(scene: &Scene<'_>, width: f64, least: f64) -> usize {
    let len = scene.layout.padded_len();
    let mut most = ((width / (least + 2.0)) as usize).clamp(1, len.max(1));
    loop {
        let count = scene.line_len(most).min(len);
        // The last positions have the longest texts.
        let ends = [count, len / 2 + count / 2, len].map(|end| end.clamp(count, len));
        let widest = ends.map(|end| line(scene, end - count..end, least, 0.0).width());
        if most == 1 || widest.into_iter().fold(0.0, f64::max) <= width {
            return count;
        }
        most -= 1;
    }
}

/// Draws memory from (`x`, `y`) on, in cells of width `least` at least, in at most `most` lines,
/// about `height` high if there is room.
pub(super) fn draw(
    page: &mut Page,
    scene: &Scene<'_>,
    (x, y): (f64, f64),
    (room, height): (f64, f64),
    least: f64,
    most: usize,
) -> Drawn {
    let len = scene.layout.padded_len();
    let numbered = !scene.layout.tiles().is_empty() && scene.run.is_some_and(|run| run < len);
    let above = if numbered { 30.0 } else { 0.0 };
    let mut per_line = positions_per_line(scene, room, least);
    // All cells are as wide as the widest. Spare room goes to the cells, and between the lines.
    let (lines, cell, widest) = loop {
        let lines = scene.memory_lines(per_line, most);
        let starts = lines.iter().flatten();
        let block = |&start: &usize| line(scene, start..(start + per_line).min(len), least, 0.0);
        let blocks: Vec<Block> = starts.map(block).collect();
        let cells = blocks.iter().map(|line| line.sizes.width);
        let cell = cells.fold(0.0, f64::max);
        let added = |line: &Block| (cell - line.sizes.width) * per_line as f64;
        let totals = blocks.iter().map(|line| line.width() + added(line));
        let widest = totals.fold(0.0, f64::max);
        if widest <= room || per_line == 1 {
            break (lines, cell, widest);
        }
        per_line -= 1;
    };
    let wrapping = if lines.len() > 1 { 10.0 } else { 0.0 };
    let extra = ((room - widest - wrapping) / per_line as f64).clamp(0.0, 6.0);
    let high = lines.len() as f64 * (60.0 + above);
    let free = (height - high) / (lines.len() as f64 - 1.0).max(1.0);
    let spacing = free.clamp(if numbered { 0.0 } else { 16.0 }, 16.0);
    let mut drawn = Drawn::new(y);
    let mut top = y;
    let mut before: Option<(f64, f64)> = None;
    for start in &lines {
        let Some(start) = *start else {
            page.dots(x + 20.0, top + 14.0, true);
            top += 34.0;
            before = None;
            continue;
        };
        top += above;
        let range = start..(start + per_line).min(len);
        let own = line(scene, range.clone(), least, 0.0).sizes.width;
        let block = line(scene, range, least, cell + extra - own);
        drawn.draw(page, scene, &block, (x, top));
        if numbered {
            badges(page, scene, &block, (x, top));
        }
        if let Some((end, higher)) = before.filter(|_| lines.len() <= 5) {
            // Between the position labels of a line and the next line, or its badges.
            let below = if numbered { top - 24.0 } else { top };
            let between = (higher + 53.0 + below) / 2.0;
            wrap(page, (x + end, x), (higher + 18.0, between, top + 18.0));
        }
        before = Some((block.width(), top));
        top += 60.0 + spacing;
    }
    drawn
}

/// The tile numbers above a line.
fn badges(page: &mut Page, scene: &Scene<'_>, block: &Block, (x, y): (f64, f64)) {
    let runs = block.placed.chunk_by(|a, b| a.cell.tile == b.cell.tile);
    for run in runs {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        if let Some(tile) = first.cell.tile {
            let middle = (first.x + last.x + block.sizes.width) / 2.0;
            page.badge(
                scene.color(tile),
                x + middle,
                y - 14.0,
                &words::grouped(tile),
            );
        }
    }
}

/// A thin line from the end of a line of memory to the start of the next, through the space
/// between them.
fn wrap(page: &mut Page, (end, start): (f64, f64), (from, middle, to): (f64, f64, f64)) {
    let (right, left) = (end + 10.0, start - 14.0);
    let mut path = step('M', end + 2.0, from);
    path += &alloc::format!(
        "H{}q4 0 4 4V{}q0 4-4 4H{}q-4 0-4 4V{}q0 4 4 4h1",
        number(right - 4.0),
        number(middle - 4.0),
        number(left + 4.0),
        number(to - 4.0),
    );
    page.arrow("th", "am", &path, (start - 5.0, to), false);
}
