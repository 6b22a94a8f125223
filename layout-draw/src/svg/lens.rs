//! `Lens`: the inside of one tile of a large array.

use alloc::string::{String, ToString};

use super::block::{Block, Sizes, step};
use super::order_path;
use super::page::{Anchor, Page, measured, number};
use super::style::TILE_LABELS;
use crate::model::scene::Scene;
use layout_core::util::words;

/// The inside of the marked tile, or of tile 0.
pub(super) struct Lens {
    block: Block,
    indent: f64,
}

impl Lens {
    /// The lens with the columns that fit into a width of `room`.
    pub(super) fn new(scene: &Scene<'_>, room: f64) -> Lens {
        let lenses = [6, 5].map(|most| Lens::with_columns(scene, most));
        let mut lenses = lenses.into_iter().filter(|lens| lens.width() <= room);
        lenses.next().unwrap_or_else(|| {
            Lens::with_columns(scene, if scene.marked.is_some() { 4 } else { 5 })
        })
    }

    fn with_columns(scene: &Scene<'_>, most: usize) -> Lens {
        let (rows, columns) = scene.lens_inside(most);
        let last = match scene.marked {
            None => scene.run.unwrap_or(scene.layout.padded_len()),
            Some(_) => scene.layout.padded_len(),
        };
        let widest = words::grouped(last.saturating_sub(1)).to_string();
        let sizes = Sizes::for_texts([&widest].into_iter(), 29.0, "no");
        let sizes = Sizes {
            width: (measured(&widest, 13.0) + 6.0).clamp(38.0, 72.0),
            apart: 4.0,
            ..sizes
        };
        let block = Block::new(
            scene,
            rows,
            columns,
            sizes,
            |row, column| scene.lens_cell(row, column),
            |cell| match cell.is_padding() {
                true => String::new(),
                false => words::grouped(cell.position).to_string(),
            },
        );
        let indent = if scene.plane.tile().0 > 1 { 40.0 } else { 16.0 };
        Lens { block, indent }
    }

    pub(super) fn width(&self) -> f64 {
        (self.indent + self.block.width() + 16.0).max(236.0)
    }

    /// The height of the panel.
    pub(super) fn height(&self) -> f64 {
        self.block.height() + 40.0
    }

    /// Draws the block in a panel below a title. Returns the y coordinate of the lower end.
    pub(super) fn draw(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) -> f64 {
        let tile = words::grouped(scene.marked_tile().unwrap_or(0));
        let title = alloc::format!("Inside tile {tile}, with positions");
        page.text("he", x, y, Anchor::Start, &title);
        let (top, left) = (y + 44.0, x + self.indent);
        let bottom = top + self.block.height() + 12.0;
        page.rect("ra", x, y + 16.0, self.width(), bottom - y - 16.0, 8.0);
        let (rows, columns) = scene.plane.tile();
        if columns > 1 {
            for (middle, number) in self.block.column_middles() {
                let text = words::grouped(number);
                page.text("la", left + middle, top - 9.0, Anchor::Middle, &text);
            }
        }
        if rows > 1 {
            for (middle, number) in self.block.row_middles() {
                let text = words::grouped(number);
                page.text("la", left - 10.0, top + middle + 4.3, Anchor::End, &text);
            }
        }
        self.block.draw(page, scene, left, top);
        if scene.group > 1 {
            order_path::draw(page, scene, &self.block, left, top);
        }
        bottom
    }

    /// A line from the lens's tile in the array to the panel.
    pub(super) fn pointer(&self, page: &mut Page, from: (f64, f64), to: (f64, f64)) {
        let ((x, y), (right, top)) = (from, to);
        let middle = right - 18.0;
        let high = y - TILE_LABELS;
        let mut line = step('M', x, y - 3.0);
        line += &alloc::format!(
            "V{}q0-6 6-6H{}q6 0 6 6V{}q0 6 6 6h3",
            number(high + 6.0),
            number(middle - 6.0),
            number(top + 42.0),
        );
        page.arrow("th", "am", &line, (right - 1.0, top + 48.0), false);
    }
}
