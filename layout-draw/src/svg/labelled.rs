//! `Labelled`: a block with labels along its edges.

use alloc::string::String;
use alloc::vec::Vec;

use super::block::{Block, Placed, Sizes};
use super::boxes::Boxes;
use super::order_path;
use super::page::{Anchor, BOLD, Page, shortened};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shown::Shown;
use crate::model::slice::Slice;
use layout_core::util::words;

/// Longer labels of rows lose their start.
pub(super) const MAX_LABEL_WIDTH: f64 = 110.0;

/// A block with labels along its edges.
pub(super) struct Labelled {
    pub(super) block: Block,
    pub(super) title: String,
    /// The letters of the vertical and the horizontal axis, such as `y\x`.
    pub(super) corner: String,
    pub(super) row_labels: Vec<String>,
    pub(super) column_labels: Vec<String>,
    /// The rows and columns without padding, if a frame shows them.
    pub(super) frame: Option<(usize, usize)>,
    pub(super) numbered: bool,
    /// The position of the worked example.
    pub(super) framed: Option<usize>,
}

impl Labelled {
    /// Returns a block of cells without a frame or numbers of tiles.
    pub(super) fn new(
        scene: &Scene<'_>,
        mut slice: Slice,
        sizes: Sizes,
        text: impl Fn(&Cell) -> String,
    ) -> Labelled {
        for label in &mut slice.row_labels {
            *label = shortened(label, 12.0, MAX_LABEL_WIDTH);
        }
        Labelled {
            title: core::mem::take(&mut slice.title),
            corner: core::mem::take(&mut slice.corner),
            row_labels: core::mem::take(&mut slice.row_labels),
            column_labels: core::mem::take(&mut slice.column_labels),
            block: Block::new(scene, slice, sizes, text),
            frame: None,
            numbered: false,
            framed: None,
        }
    }

    /// Rows and columns of a slice of the array as the first tile sees it.
    pub(super) fn of_plane(
        scene: &Scene<'_>,
        slice: usize,
        shown: (Vec<Shown>, Vec<Shown>),
        sizes: Sizes,
    ) -> Labelled {
        let plane = &scene.plane;
        let slice = Slice::of_plane(scene, slice, shown);
        let is_padded = plane.elements() != plane.size();
        Labelled {
            frame: (is_padded && !plane.merges()).then(|| plane.elements()),
            numbered: !scene.layout.tiles().is_empty()
                && plane.axes.iter().any(|axis| axis.tiles() > 1),
            ..Labelled::new(scene, slice, sizes, |cell| scene.array_text(cell))
        }
    }

    /// Returns the distance of the block from the left.
    pub(super) fn indent(&self) -> f64 {
        Boxes::indent_of(&self.row_labels, 12.0)
    }

    pub(super) fn width(&self) -> f64 {
        self.indent() + self.block.width()
    }

    pub(super) fn top(&self) -> f64 {
        if self.title.is_empty() { 22.0 } else { 44.0 }
    }

    pub(super) fn height(&self) -> f64 {
        self.top() + self.block.height()
    }

    /// Returns the point below a cell where a line begins: between columns if elements are below
    /// the cell, so that the line misses their texts.
    pub(super) fn mark(&self, position: usize, x: f64, y: f64) -> Option<(f64, f64)> {
        let placed = self.block.find(position)?;
        let is_below = |other: &Placed| {
            other.column == placed.column && other.row > placed.row && !other.cell.is_padding()
        };
        let Sizes { width, height, .. } = self.block.sizes;
        let right = if self.block.placed.iter().any(is_below) {
            width + 1.0
        } else {
            width / 2.0
        };
        let (left, top) = (x + self.indent() + placed.x, y + self.top() + placed.y);
        Some((left + right, top + height + 1.0))
    }

    pub(super) fn draw(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) {
        let (left, top) = (x + self.indent(), y + self.top());
        let title = shortened(&self.title, 13.0 * BOLD, self.width() + 4.0);
        page.text("no b", x + 4.0, y + 12.0, Anchor::Start, &title);
        for ((middle, _), label) in self.block.column_middles().zip(&self.column_labels) {
            page.text("la", left + middle, top - 8.0, Anchor::Middle, label);
        }
        for ((middle, _), label) in self.block.row_middles().zip(&self.row_labels) {
            page.text("la", left - 10.0, top + middle + 4.3, Anchor::End, label);
        }
        page.corner(left, top, &self.corner);
        self.block.draw(page, scene, left, top);
        if scene.group > 1 || scene.run.is_none() {
            order_path::draw(page, scene, &self.block, left, top);
        }
        if let Some((rows, columns)) = self.frame {
            let block = &self.block;
            let sizes = block.sizes;
            let right = end(block.column_middles(), columns) + sizes.width / 2.0;
            let bottom = end(block.row_middles(), rows) + sizes.height / 2.0;
            page.rect("ln", left - 3.0, top - 3.0, right + 5.0, bottom + 5.0, 5.0);
        }
        if let Some(placed) = self.framed.and_then(|position| self.block.find(position)) {
            let (x, y) = (left + placed.x - 1.0, top + placed.y - 1.0);
            let sizes = self.block.sizes;
            page.rect("ln", x, y, sizes.width + 2.0, sizes.height + 2.0, 4.0);
        }
        if self.numbered {
            self.badges(page, scene, left, top);
        }
    }

    /// The number of each tile: in the middle of the tile if cells touch, otherwise at its
    /// corner.
    fn badges(&self, page: &mut Page, scene: &Scene<'_>, left: f64, top: f64) {
        let (rows, columns) = scene.plane.tile();
        let in_middle = rows % 2 == 0 && columns % 2 == 0 && scene.group == 1;
        let mut seen = Vec::new();
        for placed in &self.block.placed {
            let Some(tile) = placed.cell.tile.filter(|tile| !seen.contains(tile)) else {
                continue;
            };
            seen.push(tile);
            let sizes = self.block.sizes;
            let member = |other: &&Placed| other.cell.tile == Some(tile);
            let members = self.block.placed.iter().filter(member);
            let (x, y) = members.fold((0.0, 0.0), |(x, y), other| {
                (f64::max(x, other.x), f64::max(y, other.y))
            });
            let (right, bottom) = (x + sizes.width, y + sizes.height);
            let (x, y) = if in_middle {
                ((placed.x + right) / 2.0, (placed.y + bottom) / 2.0)
            } else {
                (placed.x + 1.0, placed.y + 1.0)
            };
            page.badge(scene.color(tile), left + x, top + y, &words::grouped(tile));
        }
    }
}

/// Returns the middle of the last of the first `count` rows or columns.
fn end(middles: impl Iterator<Item = (f64, Shown)>, count: usize) -> f64 {
    let inside = middles.filter(|(_, shown)| shown.number().is_some_and(|number| number < count));
    inside.last().map_or(0.0, |(middle, _)| middle)
}
