//! Memory as lines of cells, each with its position below.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use super::block::{Block, Sizes, color, step};
use super::page::{Anchor, Page, number};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::Shown;
use layout_core::util::words;

/// The memory cells drawn: their positions, with the middle and the bottom of each cell and
/// label.
pub(super) struct Drawn {
    pub(super) bottom: f64,
    /// The width of a cell.
    pub(super) width: f64,
    cells: Vec<(usize, f64, f64)>,
}

impl Drawn {
    /// The middle and the bottom of the cell and label at a position.
    pub(super) fn find(&self, position: usize) -> Option<(f64, f64)> {
        let found = self.cells.iter().find(|cell| cell.0 == position);
        found.map(|&(_, x, y)| (x, y))
    }

    /// True if a cell is in the last line.
    pub(super) fn in_last_line(&self, position: usize) -> bool {
        let found = self.find(position);
        found.is_some_and(|(_, y)| y + 1.0 > self.bottom)
    }
}

/// The smallest width of a cell, used if a tile then fits into one line.
pub(super) const MIN_CELL_WIDTH: f64 = 36.0;
const MIN_TIGHT_CELL_WIDTH: f64 = 24.0;

/// The cells from `start` to `end` in one row, each of width `least` at least, plus `extra`.
pub(super) fn line(scene: &Scene<'_>, start: usize, end: usize, least: f64, extra: f64) -> Block {
    let class = match scene.has_names() {
        true => "na",
        false if least < MIN_CELL_WIDTH => "ix",
        false => "no",
    };
    let text = |position| scene.memory_text(&Cell::at(scene.layout, position));
    let texts = (start..end)
        .map(text)
        .chain([words::grouped(end - 1).to_string()]);
    let texts: Vec<_> = texts.collect();
    let mut sizes = Sizes::for_texts(texts.iter(), least, class);
    if least < MIN_CELL_WIDTH {
        sizes.width = (sizes.width - 7.0).max(MIN_TIGHT_CELL_WIDTH - 2.0);
    }
    sizes.height = 36.0;
    sizes.width += extra;
    Block::new(
        scene,
        alloc::vec![Shown::At(0)],
        (start..end).map(Shown::At).collect(),
        sizes,
        |_, position| Cell::at(scene.layout, position),
        |cell| scene.memory_text(cell),
    )
}

/// The number of positions in a line of width `width`, each of width `least` at least.
fn positions_per_line(scene: &Scene<'_>, width: f64, least: f64) -> usize {
    let len = scene.layout.padded_len();
    let mut most = ((width / (least + 2.0).min(38.0)) as usize).clamp(1, len.max(1));
    loop {
        let count = scene.line_len(most).min(len);
        // The last positions have the longest texts.
        let ends = [count, len / 2 + count / 2, len].map(|end| end.clamp(count, len));
        let widest = ends.map(|end| line(scene, end - count, end, least, 0.0).width());
        if most == 1 || widest.into_iter().fold(0.0, f64::max) <= width {
            return count;
        }
        most -= 1;
    }
}

/// Draws memory from (`x`, `y`) on, in at most `most` lines, about `height` high if there is
/// room.
pub(super) fn draw(
    page: &mut Page,
    scene: &Scene<'_>,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    most: usize,
) -> Drawn {
    let len = scene.layout.padded_len();
    let tiled = !scene.layout.tiles().is_empty();
    let run = scene.run.unwrap_or(0);
    let mut least = MIN_CELL_WIDTH;
    let mut per_line = positions_per_line(scene, width, least);
    if run > per_line && run <= positions_per_line(scene, width, MIN_TIGHT_CELL_WIDTH) {
        least = MIN_TIGHT_CELL_WIDTH;
        per_line = run;
    }
    // A line with a single tile has the tile's number on the left.
    let beside = tiled && scene.group > 1 && run == per_line && least == MIN_CELL_WIDTH;
    let (mut left, mut room) = (x, width);
    if beside {
        left += 30.0;
        room -= 30.0;
        per_line = positions_per_line(scene, room, least);
    }
    let numbered = tiled && len > run && scene.run.is_some();
    let above = if numbered && !beside { 30.0 } else { 0.0 };
    // All cells are as wide as the widest. Spare room goes to the cells, and between the lines.
    let (lines, widest) = loop {
        let lines = scene.memory_lines(per_line, most);
        let starts = lines.iter().flatten();
        let block = |&start: &usize| line(scene, start, (start + per_line).min(len), least, 0.0);
        let blocks: Vec<Block> = starts.map(block).collect();
        let cells = blocks.iter().map(|line| line.sizes.width);
        let cell = cells.fold(0.0, f64::max);
        let added = |line: &Block| (cell - line.sizes.width) * per_line as f64;
        let totals = blocks.iter().map(|line| line.width() + added(line));
        let widest = (cell, totals.fold(0.0, f64::max));
        if widest.1 <= room || per_line == 1 {
            break (lines, widest);
        }
        per_line -= 1;
    };
    let end = |start: usize| (start + per_line).min(len);
    let wraps = lines.len() > 1 && !beside;
    let wrapping = if wraps { 10.0 } else { 0.0 };
    let extra = ((room - widest.1 - wrapping) / per_line as f64).clamp(0.0, 6.0);
    let cell_width = widest.0 + extra;
    let high = lines.len() as f64 * (60.0 + above);
    let spacing = match lines.len() {
        2.. if !beside => {
            let least = if above == 0.0 { 16.0 } else { 0.0 };
            ((height - high) / (lines.len() - 1) as f64).clamp(least, 16.0)
        }
        _ => 0.0,
    };
    let mut drawn = Drawn {
        bottom: y,
        width: 0.0,
        cells: Vec::new(),
    };
    let mut top = y;
    let mut before: Option<(f64, f64)> = None;
    for start in &lines {
        let Some(start) = *start else {
            page.dots(left + 20.0, top + 14.0, true);
            top += 34.0;
            before = None;
            continue;
        };
        top += above;
        let own = line(scene, start, end(start), least, 0.0).sizes.width;
        let block = line(scene, start, end(start), least, cell_width - own);
        block.draw(page, scene, left, top);
        if numbered {
            badges(page, scene, &block, (left, top), beside.then_some(x + 10.0));
        }
        if let Some((end, higher)) = before
            && lines.len() <= 5
            && !beside
        {
            // Between the position labels of a line and the next line, or its badges.
            let below = if numbered { top - 24.0 } else { top };
            let between = (higher + 53.0 + below) / 2.0;
            let rows = (higher + 18.0, between, top + 18.0);
            wrap(page, (left + end, left), rows);
        }
        for (middle, position) in block.column_middles() {
            let text = words::grouped(position);
            page.text("nu", left + middle, top + 52.0, Anchor::Middle, &text);
            drawn.cells.push((position, left + middle, top + 58.0));
        }
        before = Some((block.width(), top));
        drawn.width = block.sizes.width;
        drawn.bottom = top + 58.0;
        top += if beside { 59.0 } else { 60.0 + spacing };
    }
    drawn
}

/// The tile numbers of a line, above or to the left of it.
fn badges(page: &mut Page, scene: &Scene<'_>, block: &Block, at: (f64, f64), left: Option<f64>) {
    let cells = &block.placed;
    let runs = cells.chunk_by(|a, b| a.cell.tile == b.cell.tile);
    let runs = runs.filter(|run| run[0].cell.tile.is_some());
    for run in runs.take(if left.is_some() { 1 } else { usize::MAX }) {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        let Some(tile) = first.cell.tile else {
            continue;
        };
        let (shade, text) = (scene.color(tile), words::grouped(tile));
        match left {
            Some(x) => page.badge(shade, x, at.1 + 18.0, &text),
            None => {
                let middle = (first.x + last.x + block.sizes.width) / 2.0;
                page.badge(shade, at.0 + middle, at.1 - 14.0, &text);
            }
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

/// Draws the positions of a range as a line. Returns the x coordinate of the right end.
pub(super) fn range(
    page: &mut Page,
    scene: &Scene<'_>,
    range: Range<usize>,
    x: f64,
    y: f64,
) -> f64 {
    let block = line(scene, range.start, range.end, MIN_CELL_WIDTH, 0.0);
    block.draw(page, scene, x, y);
    for (middle, position) in block.column_middles() {
        let text = words::grouped(position);
        page.text("nu", x + middle, y + 52.0, Anchor::Middle, &text);
    }
    x + block.width()
}

/// The colour of the tile at a position.
pub(super) fn shade(scene: &Scene<'_>, position: usize) -> alloc::string::String {
    color(scene, &Cell::at(scene.layout, position))
}
