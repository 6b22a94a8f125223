//! `Page`: the shapes of a picture, as SVG text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use layout_core::util::words;

pub(super) use super::metrics::{BOLD, measured};
use crate::model::cell::Cell;
use crate::model::scene::Scene;
use crate::model::shards::Shard;
use crate::model::summary::{Ink, Part, Sentence};

/// The width of a picture whose panels stand beside each other, and of one whose panels are
/// stacked.
pub(super) const WIDE: f64 = 900.0;
pub(super) const NARROW: f64 = 360.0;

/// The width of a monospaced letter as a share of its size.
pub(super) const ADVANCE: f64 = 0.602;

/// The anchor of a text.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// The shapes of a picture.
#[derive(Debug)]
pub(super) struct Page {
    id: String,
    body: String,
    width: f64,
    height: f64,
    /// The marked position and its tile.
    marked: (Option<usize>, Option<usize>),
}

impl Page {
    /// Returns an empty page; `letter` begins its prefix, and `text` tells it from other pages.
    pub(super) fn new(letter: char, text: &str, width: f64) -> Page {
        // FNV-1a: short, and the same on every machine.
        let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        Page {
            id: alloc::format!("{letter}{hash:08x}"),
            body: String::new(),
            width,
            height: 0.0,
            marked: (None, None),
        }
    }

    /// Marks the cells and tiles of the scene's marked position.
    pub(super) fn mark(&mut self, scene: &Scene<'_>) {
        self.marked = (scene.marked, scene.marked_tile());
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn body(&self) -> &str {
        &self.body
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// Returns true if panels are stacked, since they do not fit beside each other.
    pub(super) fn is_narrow(&self) -> bool {
        self.width < WIDE
    }

    /// Returns the empty margin.
    pub(super) fn margin(&self) -> f64 {
        if self.is_narrow() { 20.0 } else { 32.0 }
    }

    /// Returns the right end of the content.
    pub(super) fn right(&self) -> f64 {
        self.width - self.margin()
    }

    /// Returns the width of the content.
    pub(super) fn room(&self) -> f64 {
        self.right() - self.margin()
    }

    pub(super) fn height(&self) -> f64 {
        self.height
    }

    /// Sets the height.
    pub(super) fn finish(&mut self, height: f64) {
        self.height = (height as i64) as f64;
    }

    /// Writes text as it is, without escapes.
    pub(super) fn raw(&mut self, text: &str) {
        self.body.push_str(text);
    }

    fn line(&mut self, arguments: core::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(arguments);
        self.body.push('\n');
    }

    fn rectangle(&mut self, paint: &str, x: f64, y: f64, w: f64, h: f64, round: f64) {
        let (x, y, w, h, r) = (number(x), number(y), number(w), number(h), number(round));
        let round = if round > 0.0 {
            alloc::format!(" rx=\"{r}\"")
        } else {
            String::new()
        };
        self.line(format_args!(
            "<rect {paint} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}/>"
        ));
    }

    pub(super) fn rect(&mut self, class: &str, x: f64, y: f64, w: f64, h: f64, round: f64) {
        self.rectangle(&alloc::format!("class=\"{class}\""), x, y, w, h, round);
    }

    /// The hatching of padding.
    pub(super) fn hatch(&mut self, x: f64, y: f64, w: f64, h: f64, round: f64) {
        let fill = alloc::format!("fill=\"url(#{}h)\"", self.id);
        self.rectangle(&fill, x, y, w, h, round);
    }

    /// The stripes of elements among padding.
    pub(super) fn stripes(&mut self, x: f64, y: f64, w: f64, h: f64) {
        let fill = alloc::format!("fill=\"url(#{}s)\"", self.id);
        self.rectangle(&fill, x, y, w, h, 0.0);
    }

    /// A cell: filled, or pale and hatched if it is padding.
    pub(super) fn fill(
        &mut self,
        color: &str,
        cell: &Cell,
        (x, y): (f64, f64),
        (w, h): (f64, f64),
        round: f64,
    ) {
        let shade = if cell.is_padding() { 'p' } else { 'c' };
        self.rect(&alloc::format!("{shade}{color}"), x, y, w, h, round);
        if cell.is_padding() {
            self.hatch(x, y, w, h, round);
        }
    }

    pub(super) fn path(&mut self, class: &str, data: &str) {
        self.line(format_args!("<path class=\"{class}\" d=\"{data}\"/>"));
    }

    /// A line with an arrowhead in the direction of its last two points.
    pub(super) fn arrow(&mut self, line: &str, head: &str, data: &str, tip: (f64, f64), up: bool) {
        self.path(line, data);
        let (x, y) = tip;
        let triangle = if up {
            alloc::format!("M{} {}l-5 8h10z", number(x), number(y))
        } else {
            alloc::format!("M{} {}l-6 -3.5v7z", number(x), number(y))
        };
        self.path(head, &triangle);
    }

    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, anchor: Anchor, text: &str) {
        if text.is_empty() {
            return;
        }
        self.rich_text(class, x, y, anchor, &escaped(text));
    }

    /// A text made of `<tspan>`s.
    pub(super) fn rich_text(&mut self, class: &str, x: f64, y: f64, anchor: Anchor, inner: &str) {
        let (x, y, anchor) = (number(x), number(y), anchor.attribute());
        self.line(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{inner}</text>"
        ));
    }

    /// A sentence of styled pieces.
    pub(super) fn sentence(
        &mut self,
        class: &str,
        x: f64,
        y: f64,
        anchor: Anchor,
        sentence: &Sentence,
    ) {
        let mut inner = String::new();
        for (ink, text) in sentence {
            let text = escaped(text);
            match ink {
                Ink::Plain => inner += &text,
                Ink::Bold => inner += &alloc::format!("<tspan class=\"b\">{text}</tspan>"),
                Ink::Of(part) => {
                    let class = self::class(*part);
                    inner += &alloc::format!("<tspan class=\"b {class}\">{text}</tspan>");
                }
            }
        }
        if !inner.is_empty() {
            self.rich_text(class, x, y, anchor, &inner);
        }
    }

    /// Returns a heading with a note beside it, or below it on a narrow page, in lines if it is
    /// long. Returns the y coordinate of the last line.
    pub(super) fn heading(&mut self, text: &str, note: &str, indent: f64, y: f64) -> f64 {
        let margin = self.margin();
        self.text("he", margin, y, Anchor::Start, text);
        let (x, mut y) = if self.is_narrow() {
            (margin, y + 19.0)
        } else {
            (margin + indent, y)
        };
        for (n, line) in wrapped(note, 14.0, self.right() - x).enumerate() {
            y += if n > 0 { 19.0 } else { 0.0 };
            self.text("nt", x, y, Anchor::Start, line);
        }
        y
    }

    /// The names of the axes, beside the first labels of rows and columns.
    pub(super) fn corner(&mut self, left: f64, top: f64, names: &str) {
        let names = shortened(names, 13.0, left - 14.0);
        self.text("la it", left - 10.0, top - 8.0, Anchor::End, &names);
    }

    /// Begins the group of a cell, with its index and position as attributes for scripts.
    pub(super) fn open_cell(&mut self, cell: &Cell, title: &str) {
        let kind = if cell.is_padding() {
            "pa"
        } else if self.marked.0 == Some(cell.position) {
            "el mk"
        } else {
            "el"
        };
        let index = match &cell.index {
            Some(index) => alloc::format!("data-index=\"{}\"", words::joined(index, ",")),
            None => "data-padding=\"\"".into(),
        };
        let (position, title) = (cell.position, escaped(title));
        self.line(format_args!(
            "<g class=\"{kind}\" {index} data-position=\"{position}\"><title>{title}</title>"
        ));
    }

    /// Begins the group of a tile drawn as one box.
    pub(super) fn open_tile(&mut self, cell: &Cell) {
        let position = cell.position;
        let number = cell.tile.unwrap_or(0);
        let is_marked = self.marked.1.is_some() && self.marked.1 == cell.tile;
        let kind = if is_marked { "til mk" } else { "til" };
        let title = alloc::format!(
            "tile {}, from position {}",
            words::grouped(number),
            words::grouped(position)
        );
        self.line(format_args!(
            "<g class=\"{kind}\" data-tile=\"{number}\" data-position=\"{position}\"><title>{title}</title>"
        ));
    }

    /// Begins the group of a shard drawn as one box.
    pub(super) fn open_shard(&mut self, shard: &Shard) {
        let number = shard.number;
        let title = alloc::format!("shard {}, on {}", words::grouped(number), shard.words());
        self.line(format_args!(
            "<g class=\"til\" data-shard=\"{number}\"><title>{title}</title>"
        ));
    }

    /// A filled point.
    pub(super) fn dot(&mut self, x: f64, y: f64) {
        let (x, y) = (number(x), number(y));
        self.line(format_args!(
            "<circle class=\"ik\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\"/>"
        ));
    }

    /// The number of a tile, white on its dark colour.
    pub(super) fn badge(&mut self, color: usize, x: f64, y: f64, text: &str) {
        let half = BOLD * measured(text, 11.5) / 2.0 + 6.0;
        let half = if half < 10.0 { 10.0 } else { half };
        let class = alloc::format!("g{color}");
        self.rect(&class, x - half, y - 10.0, 2.0 * half, 20.0, 10.0);
        self.text("bt", x, y + 4.0, Anchor::Middle, text);
    }

    /// Three dots in a row, centred at a point.
    pub(super) fn dots(&mut self, x: f64, y: f64, down: bool) {
        for step in [-8.0, 0.0, 8.0] {
            let (x, y) = if down { (x, y + step) } else { (x + step, y) };
            let (x, y) = (number(x), number(y));
            self.line(format_args!(
                "<circle class=\"do\" cx=\"{x}\" cy=\"{y}\" r=\"1.9\"/>"
            ));
        }
    }
}

/// Returns the colour class of a part of a text.
pub(super) fn class(part: Part) -> &'static str {
    match part {
        Part::Type => "t0",
        Part::Dims => "t1",
        Part::Order => "t2",
        Part::Tile => "t3",
        Part::Inner => "t4",
    }
}

/// Returns a text of width `room` at most: a longer one loses its start.
pub(super) fn shortened(text: &str, size: f64, room: f64) -> String {
    let fits = |text: &String| measured(text, size) <= room;
    let tails = text.char_indices().skip(1);
    let mut tails = tails.map(|(at, _)| alloc::format!("…{}", &text[at..]));
    if measured(text, size) <= room {
        text.into()
    } else {
        tails.find(fits).unwrap_or_default()
    }
}

/// Returns a text in one line if it fits into `room`, otherwise in lines that do.
pub(super) fn wrapped(text: &str, size: f64, room: f64) -> impl Iterator<Item = &str> {
    let columns = if measured(text, size) <= room {
        usize::MAX
    } else {
        // digits are the widest letters
        (room / (0.64 * size)) as usize
    };
    words::wrapped(text, columns)
}

/// Returns the text of a layout in lines of `most` letters at most, cut before the `{` or after
/// a comma or a parenthesis.
pub(super) fn title_lines(text: &str, most: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.len() > most {
        let brace = rest.find('{').filter(|at| (1..=most).contains(at));
        let cut = || Some(rest[..most].rfind([',', ')'])? + 1);
        let (line, after) = rest.split_at(brace.or_else(cut).unwrap_or(most));
        lines.push(line);
        rest = after;
    }
    lines.push(rest);
    lines
}

/// Returns a sentence broken into lines of width `width` at most, in a font of size `size`.
pub(super) fn sentence_lines(sentence: &Sentence, size: f64, width: f64) -> Vec<Sentence> {
    let mut lines = alloc::vec![Sentence::new()];
    let mut used = 0.0;
    for (ink, text) in sentence {
        for word in text.split_inclusive(' ') {
            let glued = matches!(lines.last(), Some(line) if line.last().is_some_and(|(_, text)| !text.ends_with(' ')));
            if used + measured(word.trim_end(), size) > width && used > 0.0 && !glued {
                lines.push(Sentence::new());
                used = 0.0;
            }
            used += measured(word, size);
            if let Some(line) = lines.last_mut() {
                match line.last_mut() {
                    Some((last, text)) if last == ink => text.push_str(word),
                    _ => line.push((*ink, word.into())),
                }
            }
        }
    }
    lines
}

/// Returns a coordinate with at most two decimals.
pub(super) fn number(number: f64) -> String {
    let round = if number < 0.0 { -0.5 } else { 0.5 };
    let hundredths = (number * 100.0 + round) as i64;
    let mut text = alloc::format!(
        "{}{}.{:02}",
        if hundredths < 0 { "-" } else { "" },
        hundredths.abs() / 100,
        hundredths.abs() % 100
    );
    while text.ends_with('0') {
        text.pop();
    }
    if text.ends_with('.') {
        text.pop();
    }
    text
}

/// Text with XML's reserved characters as entities.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!(number(12.0), "12");
        assert_eq!(number(-0.5), "-0.5");
        assert_eq!(number(1.006), "1.01");
        assert_eq!(escaped("f32[<=3]"), "f32[&lt;=3]");
        assert_eq!(shortened("z = 12, y = 3", 10.0, 50.0), "…2, y = 3");
        assert_eq!(shortened("12,345", 10.0, 5.0), "");
        let text = "f32[10,20,30]{2,1,0:T(8,128)}";
        assert_eq!(title_lines(text, 40), [text]);
        let lines = ["f32[10,20,30]", "{2,1,0:T(8,", "128)}"];
        assert_eq!(title_lines(text, 13), lines);
    }
}
