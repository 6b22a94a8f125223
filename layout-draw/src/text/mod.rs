//! `Text`: a layout as a picture made of characters.

mod callouts;
mod canvas;
mod cells;
mod grid;
mod parts;
mod shards;
mod tiles;

use alloc::string::String;
use core::fmt;

use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words;

use crate::model::cell::position_of;
use crate::model::scene::{Scale, Scene};
use crate::model::shards::Shards;
use crate::model::summary;
use crate::model::tokens::tokens;
use canvas::{Canvas, Style};

/// A layout drawn with characters, for terminals and documentation: the array with its tiles,
/// then memory. `Display` writes it without a final newline.
///
/// Padding is `░`. Large arrays are drawn tile by tile, with the middle omitted; the text has
/// at most about a hundred lines.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, draw};
///
/// let layout = Layout::parse("f32[2,3]{1,0:T(2,2)}").unwrap();
/// assert_eq!(draw::Text::new(&layout).to_string(), "\
/// f32[2,3]{1,0:T(2,2)}
/// 6 elements in tiles of 2 × 2 fill 8 positions; 2 of them (25%) are padding,
/// drawn ░.
///
/// Array, y × x = 2 × 3
/// y\\x   0   1   2
///     ┏━━ 0 ━━┳━━ 1 ━━┓
///   0 ┃ a │ b ┃ c │░░░┃
///     ┠───┼───╂───┼───┨
///   1 ┃ d │ e ┃ f │░░░┃
///     ┗━━━┷━━━┻━━━┷━━━┛
///
/// Memory, 8 positions
/// ┏━━━┯━━ 0 ━━┯━━━┳━━━┯━━ 1 ━━┯━━━┓
/// ┃ a │ b │ d │ e ┃ c │░░░│ f │░░░┃
/// ┗━━━┷━━━┷━━━┷━━━┻━━━┷━━━┷━━━┷━━━┛
///   0   1   2   3   4   5   6   7
/// f = (1,2) is in tile 1, which starts at 1 × 4 = 4.
/// f is third in it: 4 + 2 = position 6.");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text {
    layout: CheckedSpec,
    width: usize,
    ascii: bool,
    color: bool,
    parts: bool,
    marked: Option<usize>,
}

impl Text {
    /// Returns the picture of a layout, a `&Layout` or a [`CheckedSpec`]. Defaults: 80 columns,
    /// Unicode, no colour.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
    /// let picture = draw::Text::new(&layout).to_string();
    /// assert!(picture.lines().all(|line| line.chars().count() <= 80));
    /// ```
    #[must_use]
    pub fn new(layout: impl Into<CheckedSpec>) -> Self {
        Text {
            layout: layout.into(),
            width: 80,
            ascii: false,
            color: false,
            parts: false,
            marked: None,
        }
    }

    /// Sets the maximum number of columns of a line; values below 40 count as 40.
    #[must_use]
    pub const fn width(mut self, columns: usize) -> Self {
        self.width = if columns < 40 { 40 } else { columns };
        self
    }

    /// Draws with ASCII characters only.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert!(draw::Text::new(&layout).ascii(true).to_string().is_ascii());
    /// ```
    #[must_use]
    pub const fn ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// Colours the tiles with ANSI escape sequences of 256 colours. The caller decides whether
    /// the output is a terminal.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }
}

impl Text {
    /// Draws the layout's text with the name and meaning of each part instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0}").unwrap();
    /// assert_eq!(draw::Text::new(&layout).parts(true).to_string(), "\
    /// f32[3,5]{1,0}
    /// ├─┘├───┘├──┘
    /// │  │    └── minor to major  x fastest, then y
    /// │  └─────── dimensions      3 rows y, 5 columns x
    /// └────────── type            4 bytes each");
    /// ```
    #[must_use]
    pub const fn parts(mut self, parts: bool) -> Self {
        self.parts = parts;
        self
    }

    /// Marks one element with brackets, in the array and in memory; in large arrays, marks its
    /// tile, too.
    ///
    /// ```
    /// use tiled_layout::{Layout, draw};
    ///
    /// let layout = Layout::parse("f32[2,3]{0,1}").unwrap();
    /// let picture = draw::Text::new(&layout).mark(&[1, 0]).to_string();
    /// assert!(picture.contains("┃ a │[d]┃ b │ e ┃ c │ f ┃"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the index is out of bounds.
    #[must_use]
    #[track_caller]
    pub fn mark(mut self, index: &[usize]) -> Self {
        self.marked = Some(position_of(&self.layout, index));
        self
    }

    /// Returns the picture of an array cut over devices whose shards have this layout: the
    /// devices of each shard, the tiles of a shard, and the devices, tile and byte of one
    /// element, which is marked.
    ///
    /// # Panics
    ///
    /// If the layout does not have the dimensions of a shard.
    #[must_use]
    #[track_caller]
    pub fn shards(&self, shards: &Shards) -> String {
        shards.check(&self.layout);
        let scene = Scene {
            marked: shards.position(&self.layout),
            noun: "Each shard",
            ..Scene::new(&self.layout)
        };
        let drawn = shards::draw(shards, &scene, self.width);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = drawn.write(&mut text, self.ascii, self.color);
        text
    }

    fn picture(&self) -> Canvas {
        if self.parts {
            let tokens = tokens(&Scene::by_tiles(&self.layout));
            return callouts::draw(&tokens, self.width);
        }
        let scene = Scene {
            marked: self.marked,
            ..Scene::new(&self.layout)
        };
        let mut picture = Canvas::new();
        picture.line(&alloc::format!("{}", self.layout), Style::BOLD);
        let (sizes, order) = summary::summary(&scene.plane, scene.scale == Scale::Tiles);
        let mut sentence = sizes;
        if self.layout.padding_len() > 0 {
            sentence += ", drawn ";
            sentence += if self.ascii { "/" } else { "░" };
        }
        sentence += ".";
        if !order.is_empty() {
            sentence += " ";
            sentence += &summary::capitalised(&order);
            sentence += ".";
        }
        for line in words::wrapped(&sentence, self.width) {
            picture.line(line, Style::PLAIN);
        }
        picture.blank();
        match scene.scale {
            Scale::Empty => picture.line("Nothing to draw: a dimension has size 0.", Style::PLAIN),
            Scale::Cells => cells::draw(&scene, self.width, &mut picture),
            Scale::Tiles => tiles::draw(&scene, self.width, &mut picture),
        }
        picture
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().write(f, self.ascii, self.color)
    }
}
