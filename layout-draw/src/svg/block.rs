//! `Block`: rows and columns of cells with their coordinates.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::page::{Anchor, Page, number, text_width};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::Shown;

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
    /// Cells of size `least` or larger, with room for their texts.
    pub(super) fn for_texts<'t>(
        texts: impl Iterator<Item = &'t String>,
        least: f64,
        class: &'static str,
    ) -> Sizes {
        let size = match class {
            "na" => 17.0,
            "po" => 14.0,
            _ => 12.0,
        };
        let widest = texts
            .map(|text| text_width(text, size) + 10.0)
            .fold(least, f64::max);
        Sizes {
            width: widest,
            height: least,
            apart: 10.0,
            class,
        }
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
const GAP: f64 = 34.0;

impl Block {
    /// Lays out cells: cells of one group touch, cells of one tile nearly touch.
    pub(super) fn new(
        scene: &Scene<'_>,
        rows: Vec<Shown>,
        columns: Vec<Shown>,
        sizes: Sizes,
        cell: impl Fn(usize, usize) -> Cell,
        text: impl Fn(&Cell) -> String,
    ) -> Block {
        let mut cells: Vec<Vec<Option<Cell>>> = Vec::new();
        for row in &rows {
            let at = |column: &Shown| match (row, column) {
                (&Shown::At(row), &Shown::At(column)) => Some(cell(row, column)),
                _ => None,
            };
            cells.push(columns.iter().map(at).collect());
        }
        let along_x = |column: usize| -> Vec<(Option<Cell>, Option<Cell>)> {
            cells
                .iter()
                .map(|row| (row[column - 1], row[column]))
                .collect()
        };
        let along_y = |row: usize| -> Vec<(Option<Cell>, Option<Cell>)> {
            cells[row - 1]
                .iter()
                .copied()
                .zip(cells[row].iter().copied())
                .collect()
        };
        let xs = places(scene, &columns, sizes.width, sizes.apart, along_x);
        let ys = places(scene, &rows, sizes.height, sizes.apart, along_y);
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

    /// The placed cell of a position.
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
            if placed.cell.is_padding() {
                page.rect(&alloc::format!("p{color}"), left, top, w, h, round);
                page.hatch(left, top, w, h, round);
            } else {
                page.rect(&alloc::format!("c{color}"), left, top, w, h, round);
            }
            let (cx, cy) = (x + placed.x + width / 2.0, y + placed.y + height / 2.0);
            let down = if class == "na" { 6.0 } else { 4.8 };
            page.text(class, cx, cy + down, Anchor::Middle, &placed.text);
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
        let next = self
            .placed
            .iter()
            .find(|next| next.row == row && next.column == column);
        match next {
            Some(next) if scene.same_group(&placed.cell, &next.cell) => 1.0,
            _ => 0.0,
        }
    }

    /// Outlines around the groups that form rectangles.
    fn outlines(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) {
        let part = |shown: &[Shown], at: usize| {
            let gaps = shown[..at]
                .iter()
                .filter(|shown| matches!(shown, Shown::Gap(_)));
            gaps.count()
        };
        let key = |placed: &Placed| {
            (
                placed.cell.tile,
                placed.cell.position / scene.group,
                part(&self.rows, placed.row),
                part(&self.columns, placed.column),
            )
        };
        let mut done = Vec::new();
        for first in &self.placed {
            if done.contains(&key(first)) {
                continue;
            }
            done.push(key(first));
            let members = || self.placed.iter().filter(|other| key(other) == key(first));
            let last_row = members()
                .map(|member| member.row)
                .max()
                .unwrap_or(first.row);
            let last_column = members()
                .map(|member| member.column)
                .max()
                .unwrap_or(first.column);
            let left = members()
                .map(|member| member.column)
                .min()
                .unwrap_or(first.column);
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
                        page.dots(left + GAP / 2.0 - 1.0, top + h / 2.0, false);
                    }
                    (Shown::At(_), Shown::Gap(_)) => {
                        page.dots(left + w / 2.0, top + GAP / 2.0 - 1.0, true);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The labels of columns: the middle of each column, with its number.
    pub(super) fn column_middles(&self) -> Vec<(f64, usize)> {
        middles(&self.columns, &self.xs, self.sizes.width)
    }

    pub(super) fn row_middles(&self) -> Vec<(f64, usize)> {
        middles(&self.rows, &self.ys, self.sizes.height)
    }
}

fn middles(shown: &[Shown], places: &[f64], size: f64) -> Vec<(f64, usize)> {
    let middle = |(shown, place): (&Shown, &f64)| match shown {
        Shown::At(number) => Some((place + size / 2.0, *number)),
        Shown::Gap(_) => None,
    };
    shown.iter().zip(places).filter_map(middle).collect()
}

/// The colour class of a cell, without its letter.
pub(super) fn color(scene: &Scene<'_>, cell: &Cell) -> String {
    match cell.tile {
        Some(tile) => scene.color(tile).to_string(),
        None => "n".into(),
    }
}

/// The starts of rows or columns, and the end of the last. The gap between two neighbours is
/// the smallest that any of their cells allows.
fn places(
    scene: &Scene<'_>,
    shown: &[Shown],
    size: f64,
    apart: f64,
    neighbours: impl Fn(usize) -> Vec<(Option<Cell>, Option<Cell>)>,
) -> Vec<f64> {
    let tiled = !scene.layout.tiles().is_empty();
    let near = if scene.group > 1 { 4.0 } else { 2.0 };
    let mut places = alloc::vec![0.0];
    let mut place = 0.0;
    for (i, entry) in shown.iter().enumerate() {
        place += match entry {
            Shown::At(_) => size,
            Shown::Gap(_) => GAP,
        };
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
        let gap = matches!(entry, Shown::Gap(_)) || matches!(shown[i + 1], Shown::Gap(_));
        place += if gap {
            0.0
        } else {
            pairs.map(between).fold(apart, f64::min)
        };
        places.push(place);
    }
    places.push(place);
    places
}

/// An `M`, `L` or `H` command of a path, with its point.
pub(super) fn step(letter: char, x: f64, y: f64) -> String {
    match letter {
        'H' => alloc::format!("H{}", number(x)),
        'V' => alloc::format!("V{}", number(y)),
        _ => alloc::format!("{letter}{} {}", number(x), number(y)),
    }
}
