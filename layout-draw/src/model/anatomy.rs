//! The anatomy of a layout's text: what each part of it means, and one element followed from
//! its index to its position.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words::{count, grouped, sizes};

use super::followed::{self, Followed};
use super::scene::Scene;
use super::summary::{self, Ink, Part, Sentence, bold, number_word, plural, text, width_text};
use super::tokens::{Token, tokens};

/// Everything that the anatomy of a text shows.
pub(crate) struct Anatomy<'a> {
    pub(crate) scene: Scene<'a>,
    pub(crate) tokens: Vec<Token>,
    /// True if each cell is drawn; if not, each tile is one box.
    pub(crate) cells: bool,
    pub(crate) followed: Option<Followed>,
}

impl<'a> Anatomy<'a> {
    /// Returns an anatomy that follows the marked position, in its slice; without one, an element
    /// of the first slice.
    pub(crate) fn new(layout: &'a CheckedSpec, marked: Option<usize>) -> Self {
        let mut scene = Scene::by_tiles(layout);
        scene.plane.first =
            (marked.and_then(|marked| scene.plane.locate(marked))).map_or(0, |(slice, ..)| slice);
        scene.marked = marked;
        let (rows, columns) = scene.plane.size();
        Anatomy {
            cells: rows <= 6
                && columns <= 8
                && layout.padded_len() <= 24
                && scene.plane.slices() == 1,
            tokens: tokens(&scene),
            followed: Followed::new(&scene),
            scene,
        }
    }

    /// Returns the followed element's position.
    pub(crate) fn position(&self) -> Option<usize> {
        Some(self.followed.as_ref()?.cell.position)
    }

    /// Returns the name of the first panel.
    pub(crate) fn first_step(&self) -> &'static str {
        match (self.is_tiled(), self.scene.plane.merges()) {
            (false, _) => "array",
            (true, false) => "pad",
            (true, true) => "join and pad",
        }
    }

    /// Returns the notes below the first panel.
    pub(crate) fn notes(&self) -> Vec<String> {
        let (slices, padding) = (self.scene.plane.slices(), self.scene.layout.padding_len());
        let slices = (slices > 1).then(|| count(slices, "slice").to_string());
        let padding = (padding > 0).then(|| format!("padding: {}", grouped(padding)));
        slices.into_iter().chain(padding).collect()
    }

    pub(crate) fn is_tiled(&self) -> bool {
        !self.scene.layout.tiles().is_empty()
    }

    /// Returns the rows of the innermost tile if it has one column: that many rows are interleaved.
    pub(crate) fn interleaved(&self) -> Option<usize> {
        followed::interleaved(&self.scene)
    }

    /// Returns true if rows are more major than columns.
    pub(crate) fn by_rows(&self) -> bool {
        self.scene.plane.down < self.scene.plane.across
    }

    /// Returns the tokens of a part, as written in a panel's heading.
    pub(crate) fn head(&self, part: Part) -> String {
        let tokens = self.tokens.iter().filter(|token| token.part == part);
        tokens
            .map(|token| token.text.trim_start_matches('{'))
            .collect()
    }

    /// Returns the padding of each dimension drawn.
    pub(crate) fn pad_lines(&self) -> Vec<Sentence> {
        let plane = &self.scene.plane;
        let mut lines = Vec::new();
        for (axis, noun) in [(plane.down, "row"), (plane.across, "column")] {
            let Some(axis) = axis.map(|axis| &plane.axes[axis]) else {
                continue;
            };
            let noun = plane.down.map_or("element", |_| noun);
            let mut line = vec![(Ink::Of(Part::Dims), grouped(axis.size).to_string())];
            let nouns = plural(axis.size, noun);
            if !self.is_tiled() && axis.padded == axis.size {
                line.push(text(format!(" {nouns}")));
            } else if axis.padded == axis.size && axis.tile == 1 {
                line.push(text(format!(" {nouns}, none added")));
            } else {
                let arrow = if axis.padded == axis.size {
                    format!(" {nouns} = ")
                } else {
                    format!(" {nouns} → {} = ", grouped(axis.padded))
                };
                line.push(text(format!("{arrow}{} × ", grouped(axis.tiles()))));
                line.push((Ink::Of(Part::Tile), grouped(axis.tile).to_string()));
                if axis.padded == axis.size {
                    line.push(text(", none added"));
                }
            }
            lines.push(line);
        }
        if plane.slices() > 1 {
            let slices = count(plane.slices(), "slice");
            lines.push(vec![text(format!("{slices}, each the same"))]);
        }
        lines
    }

    /// Returns the number of tiles, and their order.
    pub(crate) fn cut_lines(&self) -> Vec<Sentence> {
        let plane = &self.scene.plane;
        let (down, across) = plane.tiles();
        let total = summary::number_of_tiles(plane);
        let grid = match (plane.slices(), down, across) {
            (1, 1, _) | (1, _, 1) => count(total, "tile").to_string(),
            (slices, _, _) => {
                let all = [slices, down, across];
                let grid = sizes(&all[usize::from(slices == 1)..]);
                format!("{grid} = {}", count(total, "tile"))
            }
        };
        let order = match (self.by_rows(), down > 1 && across > 1) {
            (_, false) if plane.slices() == 1 => "numbered in order",
            (true, _) => "numbered row by row",
            (false, _) => "numbered column by column",
        };
        vec![vec![text(format!("into {grid}"))], vec![text(order)]]
    }

    /// Returns the order in memory, and its size.
    pub(crate) fn memory_lines(&self) -> Vec<Sentence> {
        let layout = self.scene.layout;
        let lines = if self.scene.plane.down.is_none() {
            "in order"
        } else if self.by_rows() {
            "row by row"
        } else {
            "column by column"
        };
        let order = match layout.tiles().as_slice() {
            [] if layout.rank() > 2 => {
                let (minor, rest) = summary::order_letters(layout);
                format!("{minor} fastest, then {rest}")
            }
            [] => lines.into(),
            _ if self.scene.run.is_none() => "a later tile cuts across tiles".into(),
            [_] => format!("tile after tile; in each tile, {lines}"),
            _ => match self.interleaved() {
                Some(rows) if self.by_rows() => {
                    let rows = number_word(rows);
                    format!("tile after tile; in each tile, {rows} rows at a time")
                }
                _ => "tile after tile; each is cut again".into(),
            },
        };
        let bits = layout.element_bits();
        let positions = count(layout.padded_len(), "position");
        let bytes = count(layout.padded_bytes(), "byte");
        let mut amount = vec![
            text(format!("{positions} × ")),
            (Ink::Of(Part::Type), width_text(bits)),
            text(format!(" = {bytes}")),
        ];
        let padding = layout.padding_len();
        if padding > 0 && self.cells {
            let is = summary::is(padding);
            amount.push(text(format!("; {} {is} padding", grouped(padding))));
        }
        vec![vec![text(order)], amount]
    }

    /// Returns the text below the panels: the element, its tile, its position.
    pub(crate) fn track_lines(&self) -> [Sentence; 3] {
        let Some(followed) = &self.followed else {
            return [vec![], vec![], vec![]];
        };
        let plane = &self.scene.plane;
        let layout = self.scene.layout;
        let mut element = vec![bold(&*followed.name)];
        if followed.name != followed.index {
            element.push(text(format!(" = {}", followed.index)));
        }
        let (row, column) = followed.tile;
        let (down, across) = plane.tiles();
        let number = followed.cell.tile.unwrap_or(0);
        let (row_within, column_within) = followed.within;
        let start = match (plane.down, self.by_rows()) {
            (None, _) => "tile ".into(),
            // The tiles of other slices come before it.
            _ if plane.first > 0 => {
                format!("tile ({row},{column}) of {}: ", plane.slice_label(0))
            }
            (_, true) => format!(
                "tile ({row},{column}): {row} × {} + {column} = ",
                grouped(across)
            ),
            (_, false) => format!(
                "tile ({row},{column}): {column} × {} + {row} = ",
                grouped(down)
            ),
        };
        let end = match plane.down {
            None => format!("; place {}", grouped(column_within)),
            Some(_) => format!("; place ({row_within},{column_within})"),
        };
        let mut tile = vec![text(start), bold(grouped(number)), text(end)];
        if !self.is_tiled() {
            tile.clear();
        }
        let position = followed.cell.position;
        let bits = layout.element_bits();
        let bit = position.saturating_mul(bits);
        let byte = grouped(bit / 8);
        let at = match (bits.is_multiple_of(8), bits, bit % 8) {
            (true, ..) => format!(" = byte {}", grouped(position.saturating_mul(bits / 8))),
            (_, 4, 0) => format!(" = bit {}, the first half of byte {byte}", grouped(bit)),
            (_, 4, _) => format!(" = bit {}, the second half of byte {byte}", grouped(bit)),
            _ => format!(" = bit {}, in byte {byte}", grouped(bit)),
        };
        let memory = vec![
            text("position "),
            bold(grouped(position)),
            text(" × "),
            (Ink::Of(Part::Type), width_text(bits)),
            text(at),
        ];
        [element, tile, memory]
    }

    /// Returns the terms of the position: the start of the tile plus the offset in it.
    pub(crate) fn sentence(&self) -> Sentence {
        let layout = self.scene.layout;
        let Some(followed) = &self.followed else {
            return vec![text(match layout.num_elements() {
                0 => format!("No elements, {}.", count(layout.padded_bytes(), "byte")),
                _ => "One element, at position 0.".into(),
            })];
        };
        let position = followed.cell.position;
        let end = |sum: String| vec![text(sum + " = "), bold(grouped(position)), text(".")];
        let (Some(start), Some(run)) = (followed.start, self.scene.run) else {
            let among = "Tiles lie among one another in memory; the element is at ";
            return vec![text(among), bold(grouped(position)), text(".")];
        };
        let sum = format!("{} + {}", grouped(start), grouped(position - start));
        if !self.is_tiled() {
            let plane = &self.scene.plane;
            let minor = plane.axes.len().checked_sub(1);
            let line = match minor {
                _ if plane.down.is_none() => {
                    return end("Elements lie in order: its position".into());
                }
                _ if minor == plane.across => "Row",
                _ if minor == plane.down => "Column",
                _ => "Line",
            };
            return end(format!("{}; {sum}", starts_at(line, start, run)));
        }
        let tile_start = starts_at("Tile", start, run);
        let (row, column) = followed.within;
        match self.interleaved() {
            Some(rows) if self.by_rows() && row == 1 && column == 2 => {
                let sum = format!("{} + 2 × {rows} + 1", grouped(start));
                let before = match rows {
                    2 => "pairs".into(),
                    _ => format!("columns of {rows}"),
                };
                end(format!(
                    "{tile_start}; two {before} before it, one above it: {sum}"
                ))
            }
            _ => {
                let within = position - start;
                let which = match summary::ordinal(within) {
                    Some(ordinal) => format!("{ordinal} in its tile"),
                    None => format!("{} further", grouped(within)),
                };
                let name = &followed.name;
                end(format!("{tile_start}; {name} is {which}: {sum}"))
            }
        }
    }
}

/// Where the line or tile that begins at position `start` begins, as a product with its length.
fn starts_at(noun: &str, start: usize, run: usize) -> String {
    let number = grouped(start / run);
    format!(
        "{noun} {number} starts at {number} × {} = {}",
        grouped(run),
        grouped(start)
    )
}
