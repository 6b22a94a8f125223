//! `Text`: a layout as a picture of characters.

mod canvas;
mod grid;
mod large_text;
mod small_text;

use core::fmt;

use self::canvas::{Canvas, Style};
use super::scene::{Scale, Scene};
use super::words;
use crate::spec::checked_spec::CheckedSpec;

/// A layout drawn with characters. `Display` gives it, without a newline at the
/// end.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// What is drawn.
    pub layout: &'a CheckedSpec,
    /// The most columns that a line may take, at least 40.
    pub width: usize,
    /// Whether only ASCII characters are used.
    pub ascii: bool,
    /// Whether tiles are coloured with ANSI escape sequences.
    pub color: bool,
}

impl Text<'_> {
    #[inline]
    fn picture(&self) -> Canvas {
        let scene = Scene::new(self.layout);
        let mut picture = Canvas::new();
        picture.line(&alloc::format!("{}", self.layout), Style::BOLD);
        let (sizes, order) = words::summary(&scene.plane, scene.scale == Scale::Tiles);
        let mut sentence = sizes;
        if self.layout.padding_len() > 0 {
            sentence += ", drawn ";
            sentence += if self.ascii { "/" } else { "░" };
        }
        sentence += ".";
        if !order.is_empty() {
            sentence += " ";
            sentence += &words::capitalised(&order);
            sentence += ".";
        }
        for line in words::wrapped(&sentence, self.width) {
            picture.line(&line, Style::PLAIN);
        }
        picture.blank();
        match scene.scale {
            Scale::Empty => picture.line("Nothing to draw: a dimension has size 0.", Style::PLAIN),
            Scale::Cells => small_text::draw(&scene, self.width, &mut picture),
            Scale::Tiles => large_text::draw(&scene, self.width, &mut picture),
        }
        picture
    }
}

impl fmt::Display for Text<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().write(f, self.ascii, self.color)
    }
}
