//! `Lens`: the inside of one tile of a large array.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::block::{Sizes, step};
use super::labelled::Labelled;
use super::page::{Anchor, BOLD, Page, measured, number};
use super::style::TILE_LABELS;
use crate::model::scene::Scene;
use crate::model::shown::{Shown, only};
use crate::model::slice::Slice;
use layout_core::util::words;

/// The inside of the marked tile, or of tile 0.
pub(super) struct Lens(Labelled);

impl Lens {
    /// Returns the lens with the columns that fit into a width of `room`.
    pub(super) fn new(scene: &Scene<'_>, room: f64) -> Lens {
        let (_, columns) = scene.plane.tile();
        let other = (scene.marked_at()).map_or(columns - 1, |(.., column)| column % columns);
        let few = |numbers: &[usize]| (scene.lens_inside(4).0, only(columns, numbers));
        let shown = [6, 5, 4].map(|most| scene.lens_inside(most));
        let shown = shown.into_iter().chain([few(&[0, other])]);
        let mut lenses = shown.map(|shown| Lens::of(scene, shown));
        let found = lenses.find(|lens| lens.width() <= room);
        found.unwrap_or_else(|| Lens::of(scene, few(&[other])))
    }

    fn of(scene: &Scene<'_>, shown: (Vec<Shown>, Vec<Shown>)) -> Lens {
        let first_tile = scene.run.filter(|_| scene.marked.is_none());
        let last = first_tile.unwrap_or(scene.layout.padded_len());
        let widest = words::grouped(last.saturating_sub(1)).to_string();
        let sizes = Sizes {
            width: (measured(&widest, 13.0) + 6.0).clamp(38.0, 72.0),
            height: 29.0,
            apart: 4.0,
            class: "no",
        };
        let slice = Slice::of_tile(scene, scene.lens_tile(), shown);
        let text = |cell: &_| scene.position_text(cell);
        Lens(Labelled::new(scene, slice, sizes, text))
    }

    pub(super) fn width(&self) -> f64 {
        (self.0.width() + 24.0).max(236.0)
    }

    /// Returns the height of the panel.
    pub(super) fn height(&self) -> f64 {
        self.0.block.height() + 40.0
    }

    /// Draws the block in a panel below a title. Returns the y coordinate of the lower end.
    pub(super) fn draw(&self, page: &mut Page, scene: &Scene<'_>, x: f64, y: f64) -> f64 {
        let tile = words::grouped(scene.marked_tile().unwrap_or(0));
        let short = alloc::format!("Inside tile {tile}");
        let long = alloc::format!("{short}, with positions");
        let has_room = x + BOLD * measured(&long, 14.0) <= page.right();
        page.text(
            "he",
            x,
            y,
            Anchor::Start,
            if has_room { &long } else { &short },
        );
        page.rect("ra", x, y + 16.0, self.width(), self.height(), 8.0);
        self.0.draw(page, scene, x + 8.0, y + 22.0);
        y + 16.0 + self.height()
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
