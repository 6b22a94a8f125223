//! `Block`: rows and columns of cells with their coordinates.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::page::{Anchor, Page, measured, number, shortened};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, gaps};
use crate::model::slice::Slice;
use layout_core::util::words;

/// The sizes of a block's cells, and the gaps between them.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The gap between tiles.
    pub(super) apart: f64,
    /// The CSS class of the texts.
    pub(super) class: &'static str,
}

impl Sizes {
    /// Returns the sizes of the array's cells, which hold names or positions.
    pub(super) fn of_cells(scene: &Scene<'_>, least: f64) -> Sizes {
        let last = words::grouped(scene.layout.padded_len() - 1).to_string();
        if scene.has_names() {
            Sizes::for_texts([].into_iter(), least, "na")
        } else {
            Sizes::for_texts([&last].into_iter(), least, "po")
        }
    }

    /// Cells of size `least` or larger, with room for their texts.
    pub(super) fn for_texts<'t>(
        texts: impl Iterator<Item = &'t String>,
        least: f64,
        class: &'static str,
    ) -> Sizes {
        let size = font_size(class);
        let widest = texts
            .map(|text| measured(text, size) + 10.0)
            .fold(least, f64::max);
        Sizes {
            width: widest,
            height: least,
            apart: 10.0,
            class,
        }
    }
}

/// Returns the font size of a class of cells.
fn font_size(class: &str) -> f64 {
    match class {
        "na" => 17.0,
        "po" => 14.0,
        "no" => 13.0,
        _ => 12.0,
    }
}

/// A cell with its coordinates.
pub(super) struct Placed {
    pub(super) cell: Cell,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) row: usize,
    pub(super) column: usize,
    text: String,
}

/// Cells with their coordinates, starting at (0, 0).
pub(super) struct Block {
    pub(super) placed: Vec<Placed>,
    pub(super) sizes: Sizes,
    /// The start of each row and column, and the end of the last.
    pub(super) ys: Vec<f64>,
    pub(super) xs: Vec<f64>,
    pub(super) rows: Vec<Shown>,
    pub(super) columns: Vec<Shown>,
}

/// The size of the gap for omitted cells.
const GAP_SIZE: f64 = 34.0;

impl Block {
    /// Lays out cells: cells of one group touch, cells of one tile nearly touch.
    pub(super) fn new(
        scene: &Scene<'_>,
        slice: Slice,
        sizes: Sizes,
        text: impl Fn(&Cell) -> String,
    ) -> Block {
        let Slice {
            rows,
            columns,
            cells,
            ..
        } = slice;
        let along_x = |column: usize| -> Vec<(Option<Cell>, Option<Cell>)> {
            let pairs = cells.iter().map(|row| (row[column - 1], row[column]));
            pairs.collect()
        };
        let along_y = |row: usize| -> Vec<(Option<Cell>, Option<Cell>)> {
            let above = cells[row - 1].iter().copied();
            above.zip(cells[row].iter().copied()).collect()
        };
        let xs = starts(scene, &columns, sizes.width, sizes.apart, along_x);
        let ys = starts(scene, &rows, sizes.height, sizes.apart, along_y);
        let mut placed = Vec::new();
        for (row, line) in cells.iter().enumerate() {
            for (column, cell) in line.iter().enumerate() {
                placed.extend(cell.map(|cell| Placed {
                    text: text(&cell),
                    cell,
                    x: xs[column],
                    y: ys[row],
                    row,
                    column,
                }));
            }
        }
        Block {
            placed,
            sizes,
            ys,
            xs,
            rows,
            columns,
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.xs[self.xs.len() - 1]
    }

    pub(super) fn height(&self) -> f64 {
        self.ys[self.ys.len() - 1]
    }

    /// Returns the placed cell of a position.
    pub(super) fn find(&self, position: usize) -> Option<&Placed> {
        self.placed
            .iter()
            .find(|placed| placed.cell.position == position)
    }

    /// Draws the cells with the upper left corner at (`x`, `y`).
    pub(super) fn draw(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) {
        let Sizes {
            width,
            height,
            class,
            ..
        } = self.sizes;
        let grouped = scene.group > 1;
        let (inset, round) = if grouped { (1.0, 0.0) } else { (0.0, 3.0) };
        for placed in &self.placed {
            let color = color(scene, &placed.cell);
            let (left, top) = (x + placed.x + inset, y + placed.y + inset);
            let (w, h) = (width - 2.0 * inset, height - 2.0 * inset);
            let (w, h) = (
                w + self.joined(scene, placed, 0, 1) * 2.0 * inset,
                h + self.joined(scene, placed, 1, 0) * 2.0 * inset,
            );
            page.open_cell(&placed.cell, &scene.full_text(&placed.cell));
            page.fill(&color, &placed.cell, (left, top), (w, h), round);
            let (cx, cy) = (x + placed.x + width / 2.0, y + placed.y + height / 2.0);
            let down = if class == "na" { 6.0 } else { 4.8 };
            let text = shortened(&placed.text, font_size(class), width);
            page.text(class, cx, cy + down, Anchor::Middle, &text);
            if scene.marked == Some(placed.cell.position) {
                page.rect("ln", left, top, w, h, 3.0);
            }
            page.raw("</g>\n");
        }
        if grouped {
            self.outlines(page, scene, x, y);
        }
        self.left_out(page, x, y);
    }

    /// 1 if the cell and its neighbour below or to the right belong to one group, otherwise 0.
    fn joined(&self, scene: &Scene<'_>, placed: &Placed, down: usize, right: usize) -> f64 {
        let (row, column) = (placed.row + down, placed.column + right);
        let is_next = |next: &&Placed| next.row == row && next.column == column;
        match self.placed.iter().find(is_next) {
            Some(next) if scene.same_group(&placed.cell, &next.cell) => 1.0,
            _ => 0.0,
        }
    }

    /// Outlines around the groups that form rectangles.
    fn outlines(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) {
        let key = |placed: &Placed| {
            let group = placed.cell.position / scene.group;
            let row_part = gaps(&self.rows[..placed.row]);
            let column_part = gaps(&self.columns[..placed.column]);
            (placed.cell.tile, group, row_part, column_part)
        };
        let mut done = Vec::new();
        for first in &self.placed {
            if done.contains(&key(first)) {
                continue;
            }
            done.push(key(first));
            let members = || self.placed.iter().filter(|other| key(other) == key(first));
            let columns = || members().map(|member| member.column);
            let last_row = members().fold(first.row, |last, member| last.max(member.row));
            let last_column = columns().fold(first.column, usize::max);
            let left = columns().fold(first.column, usize::min);
            let area = (last_row - first.row + 1) * (last_column - left + 1);
            if area != members().count() {
                continue;
            }
            let (left, top) = (self.xs[left], self.ys[first.row]);
            let right = self.xs[last_column] + self.sizes.width;
            let bottom = self.ys[last_row] + self.sizes.height;
            let class = alloc::format!("o{}", color(scene, &first.cell));
            page.rect(&class, x + left, y + top, right - left, bottom - top, 5.0);
        }
    }

    /// Dots for omitted rows and columns.
    fn left_out(&self, page: &mut Page, x: f64, y: f64) {
        let (w, h) = (self.sizes.width, self.sizes.height);
        for (column, shown) in self.columns.iter().enumerate() {
            for (row, other) in self.rows.iter().enumerate() {
                let (left, top) = (x + self.xs[column], y + self.ys[row]);
                match (shown, other) {
                    (Shown::Gap(_), Shown::At(_)) => {
                        page.dots(left + GAP_SIZE / 2.0 - 1.0, top + h / 2.0, false);
                    }
                    (Shown::At(_), Shown::Gap(_)) => {
                        page.dots(left + w / 2.0, top + GAP_SIZE / 2.0 - 1.0, true);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Returns the middle of each column, and of each gap between columns.
    pub(super) fn column_middles(&self) -> impl Iterator<Item = (f64, Shown)> {
        middles(&self.columns, &self.xs, self.sizes.width)
    }

    pub(super) fn row_middles(&self) -> impl Iterator<Item = (f64, Shown)> {
        middles(&self.rows, &self.ys, self.sizes.height)
    }
}

fn middles(shown: &[Shown], starts: &[f64], size: f64) -> impl Iterator<Item = (f64, Shown)> {
    let middle = move |(shown, start): (&Shown, &f64)| (start + size / 2.0, *shown);
    shown.iter().zip(starts).map(middle)
}

/// Returns the colour class of a cell, without its letter.
pub(super) fn color(scene: &Scene<'_>, cell: &Cell) -> String {
    match cell.tile {
        Some(tile) if !scene.grey => scene.color(tile).to_string(),
        _ => "n".into(),
    }
}

/// Returns the starts of rows or columns, and the end of the last. The gap between two
/// neighbours is the smallest that any of their cells allows.
fn starts(
    scene: &Scene<'_>,
    shown: &[Shown],
    size: f64,
    apart: f64,
    neighbours: impl Fn(usize) -> Vec<(Option<Cell>, Option<Cell>)>,
) -> Vec<f64> {
    let tiled = !scene.layout.tiles().is_empty();
    let near = if scene.group > 1 { 4.0 } else { 2.0 };
    let mut starts = alloc::vec![0.0];
    let mut start = 0.0;
    for (i, entry) in shown.iter().enumerate() {
        start += entry.room(size, GAP_SIZE);
        if i + 1 == shown.len() {
            break;
        }
        let pairs = neighbours(i + 1);
        let pairs = pairs.iter().filter_map(|(a, b)| Some(((*a)?, (*b)?)));
        let between = |(a, b): (Cell, Cell)| match (a.tile == b.tile, scene.same_group(&a, &b)) {
            (true, true) => 0.0,
            (true, false) => near,
            (false, _) if tiled => apart,
            (false, _) => near,
        };
        if gaps(&shown[i..i + 2]) == 0 {
            start += pairs.map(between).fold(apart, f64::min);
        }
        starts.push(start);
    }
    starts.push(start);
    starts
}

/// An `M`, `L` or `H` command of a path, with its point.
pub(super) fn step(letter: char, x: f64, y: f64) -> String {
    match letter {
        'H' => alloc::format!("H{}", number(x)),
        'V' => alloc::format!("V{}", number(y)),
        _ => alloc::format!("{letter}{} {}", number(x), number(y)),
    }
}
