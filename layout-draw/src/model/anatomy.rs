//! The anatomy of a layout's text: what each part of it means, and one element followed from
//! its index to its position.

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words::{count, grouped, sizes};

use super::followed::{self, Followed};
use super::scene::Scene;
use super::summary::{self, Ink, Part, Sentence, letters, number_word, plural, width_text};
use super::tokens::{Token, tokens};

/// Everything that the anatomy of a text shows.
pub(crate) struct Anatomy<'a> {
    pub(crate) scene: Scene<'a>,
    pub(crate) tokens: Vec<Token>,
    /// Whether each cell is drawn; if not, each tile is one box.
    pub(crate) cells: bool,
    pub(crate) followed: Option<Followed>,
}

impl<'a> Anatomy<'a> {
    pub(crate) fn new(layout: &'a CheckedSpec) -> Self {
        let scene = Scene::by_tiles(layout);
        let (rows, columns) = scene.plane.size();
        Anatomy {
            cells: rows <= 6
                && columns <= 8
                && layout.padded_len() <= 24
                && scene.plane.slices() == 1
                && !scene.plane.merges(),
            tokens: tokens(&scene),
            followed: Followed::new(&scene),
            scene,
        }
    }

    pub(crate) fn is_tiled(&self) -> bool {
        !self.scene.layout.tiles().is_empty()
    }

    /// The rows of the innermost tile if it has one column: that many rows are interleaved.
    pub(crate) fn interleaved(&self) -> Option<usize> {
        followed::interleaved(&self.scene)
    }

    /// Whether rows are more major than columns.
    pub(crate) fn by_rows(&self) -> bool {
        self.scene.plane.down < self.scene.plane.across
    }

    /// The tokens of a part, as written in a panel's heading.
    pub(crate) fn head(&self, part: Part) -> String {
        let tokens = self.tokens.iter().filter(|token| token.part == part);
        let texts: Vec<&str> = tokens
            .map(|token| token.text.trim_start_matches('{'))
            .collect();
        texts.concat()
    }

    /// The padding of each dimension drawn.
    pub(crate) fn pad_lines(&self) -> Vec<Sentence> {
        let plane = &self.scene.plane;
        let mut lines = Vec::new();
        for (axis, noun) in [(plane.down, "row"), (plane.across, "column")] {
            let Some(axis) = axis.map(|axis| &plane.axes[axis]) else {
                continue;
            };
            let noun = if plane.down.is_some() {
                noun
            } else {
                "element"
            };
            let mut line = vec![(Ink::Of(Part::Dims), grouped(axis.size))];
            let nouns = plural(axis.size, noun);
            if !self.is_tiled() && axis.padded == axis.size {
                line.push((Ink::Plain, format!(" {nouns}")));
            } else if axis.padded == axis.size && axis.tile == 1 {
                line.push((Ink::Plain, format!(" {nouns}, none added")));
            } else {
                let arrow = match axis.padded == axis.size {
                    true => format!(" {nouns} = "),
                    false => format!(" {nouns} → {} = ", grouped(axis.padded)),
                };
                line.push((Ink::Plain, format!("{arrow}{} × ", grouped(axis.tiles()))));
                line.push((Ink::Of(Part::Tile), grouped(axis.tile)));
                if axis.padded == axis.size {
                    line.push((Ink::Plain, ", none added".into()));
                }
            }
            lines.push(line);
        }
        if plane.slices() > 1 {
            let slices = count(plane.slices(), "slice");
            lines.push(vec![(Ink::Plain, format!("{slices}, each the same"))]);
        }
        lines
    }

    /// The number of tiles, and their order.
    pub(crate) fn cut_lines(&self) -> Vec<Sentence> {
        let plane = &self.scene.plane;
        let (down, across) = plane.tiles();
        let total = summary::number_of_tiles(plane);
        let grid = match (plane.slices(), down, across) {
            (1, 1, _) | (1, _, 1) => count(total, "tile"),
            (1, _, _) => format!("{} = {}", sizes(&[down, across]), count(total, "tile")),
            (slices, _, _) => format!(
                "{} = {}",
                sizes(&[slices, down, across]),
                count(total, "tile")
            ),
        };
        let order = match (self.by_rows(), down > 1 && across > 1) {
            (_, false) if plane.slices() == 1 => "numbered in order",
            (true, _) => "numbered row by row",
            (false, _) => "numbered column by column",
        };
        vec![
            vec![(Ink::Plain, format!("into {grid}"))],
            vec![(Ink::Plain, order.into())],
        ]
    }

    /// The order in memory, and its size.
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
                let letters = letters(layout.rank());
                let order = layout.minor_to_major().iter();
                let order: Vec<&str> = order.map(|&dim| letters[dim].as_str()).collect();
                format!("{} fastest, then {}", order[0], order[1..].join(", "))
            }
            [] => lines.into(),
            _ if self.scene.run.is_none() => "a later tile cuts across tiles".into(),
            [_] => format!("tile after tile; in each tile, {lines}"),
            _ => match self.interleaved() {
                Some(rows) if self.by_rows() => {
                    format!(
                        "tile after tile; in each tile, {} rows at a time",
                        number_word(rows)
                    )
                }
                _ => "tile after tile; each is cut again".into(),
            },
        };
        let bits = layout.element_bits();
        let mut amount = vec![
            (
                Ink::Plain,
                format!("{} × ", count(layout.padded_len(), "position")),
            ),
            (Ink::Of(Part::Type), width_text(bits)),
            (
                Ink::Plain,
                format!(" = {}", count(layout.padded_bytes(), "byte")),
            ),
        ];
        if layout.padding_len() > 0 && self.cells {
            let are = if layout.padding_len() == 1 {
                "is"
            } else {
                "are"
            };
            let padding = grouped(layout.padding_len());
            amount.push((Ink::Plain, format!("; {padding} {are} padding")));
        }
        vec![vec![(Ink::Plain, order)], amount]
    }

    /// The text below the panels: the element, its tile, its position.
    pub(crate) fn track_lines(&self) -> [Sentence; 3] {
        let Some(followed) = &self.followed else {
            return [vec![], vec![], vec![]];
        };
        let plane = &self.scene.plane;
        let layout = self.scene.layout;
        let mut element = vec![(Ink::Bold, followed.name.clone())];
        if followed.name != followed.index {
            element.push((Ink::Plain, format!(" = {}", followed.index)));
        }
        let (row, column) = followed.tile;
        let (down, across) = plane.tiles();
        let number = followed.cell.tile.unwrap_or(0);
        let (place_row, place_column) = followed.place;
        let mut tile = match (plane.down, self.by_rows()) {
            (None, _) => vec![(Ink::Plain, "tile ".into())],
            (_, true) => vec![(
                Ink::Plain,
                format!(
                    "tile ({row},{column}): {row} × {} + {column} = ",
                    grouped(across)
                ),
            )],
            (_, false) => vec![(
                Ink::Plain,
                format!(
                    "tile ({row},{column}): {column} × {} + {row} = ",
                    grouped(down)
                ),
            )],
        };
        tile.push((Ink::Bold, grouped(number)));
        tile.push((
            Ink::Plain,
            match plane.down {
                None => format!("; place {}", grouped(place_column)),
                Some(_) => format!("; place ({place_row},{place_column})"),
            },
        ));
        if !self.is_tiled() {
            tile.clear();
        }
        let position = followed.cell.position;
        let bits = layout.element_bits();
        let mut memory = vec![
            (Ink::Plain, "position ".into()),
            (Ink::Bold, grouped(position)),
            (Ink::Plain, " × ".into()),
            (Ink::Of(Part::Type), width_text(bits)),
        ];
        let bit = position.saturating_mul(bits);
        let byte = grouped(bit / 8);
        memory.push((
            Ink::Plain,
            match (bits.is_multiple_of(8), bits, bit % 8) {
                (true, ..) => format!(" = byte {}", grouped(position.saturating_mul(bits / 8))),
                (_, 4, 0) => format!(" = bit {}, the first half of byte {byte}", grouped(bit)),
                (_, 4, _) => format!(" = bit {}, the second half of byte {byte}", grouped(bit)),
                _ => format!(" = bit {}, in byte {byte}", grouped(bit)),
            },
        ));
        [element, tile, memory]
    }

    /// The terms of the position: the start of the tile plus the offset in it, in the longest
    /// words that `fits` accepts, or in the fewest words. Numbers are never omitted.
    pub(crate) fn sentence(&self, fits: impl Fn(&str) -> bool) -> Sentence {
        let layout = self.scene.layout;
        let Some(followed) = &self.followed else {
            let text = match layout.num_elements() {
                0 => format!("No elements, {}.", count(layout.padded_bytes(), "byte")),
                _ => "One element, at position 0.".into(),
            };
            return vec![(Ink::Plain, text)];
        };
        let position = followed.cell.position;
        let end = |long: String, short: String| {
            let whole = format!("{long} = {}.", grouped(position));
            let mut text = if fits(&whole) { long } else { short };
            text += " = ";
            vec![
                (Ink::Plain, text),
                (Ink::Bold, grouped(position)),
                (Ink::Plain, ".".into()),
            ]
        };
        let (Some(start), Some(run)) = (followed.start, self.scene.run) else {
            return vec![
                (
                    Ink::Plain,
                    "Tiles lie among one another in memory; the element is at ".into(),
                ),
                (Ink::Bold, grouped(position)),
                (Ink::Plain, ".".into()),
            ];
        };
        let within = position - start;
        let name = &followed.name;
        if !self.is_tiled() {
            let end = |text: String| end(text.clone(), text);
            let plane = &self.scene.plane;
            let minor = plane.axes.len().checked_sub(1);
            let line = match minor {
                _ if plane.down.is_none() => {
                    return end("Elements lie in order: its position".into());
                }
                _ if minor == plane.across => "row",
                _ if minor == plane.down => "column",
                _ => "line",
            };
            let number = start / run;
            return end(format!(
                "{} {} starts at {} × {} = {}; {} + {}",
                layout_core::util::words::capitalised(line),
                grouped(number),
                grouped(number),
                grouped(run),
                grouped(start),
                grouped(start),
                grouped(within)
            ));
        }
        let tile = followed.cell.tile.unwrap_or(0);
        let tile_start = format!(
            "Tile {} starts at {} × {} = {}",
            grouped(tile),
            grouped(tile),
            grouped(run),
            grouped(start)
        );
        let (row, column) = followed.place;
        match self.interleaved() {
            Some(rows) if self.by_rows() && row == 1 && column == 2 => {
                let sum = format!("{} + 2 × {rows} + 1", grouped(start));
                let before = match rows {
                    2 => "pairs".into(),
                    _ => format!("columns of {rows}"),
                };
                end(
                    format!("{tile_start}; two {before} before it, one above it: {sum}"),
                    format!("{tile_start}; {sum}"),
                )
            }
            _ => {
                let which = match summary::ordinal(within) {
                    Some(ordinal) => format!("{ordinal} in its tile"),
                    None => format!("{} further", grouped(within)),
                };
                let sum = format!("{} + {}", grouped(start), grouped(within));
                end(
                    format!("{tile_start}; {name} is {which}: {sum}"),
                    format!("{tile_start}; {sum}"),
                )
            }
        }
    }
}
