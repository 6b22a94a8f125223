//! `Canvas`: a plane of styled characters and lines.

use alloc::vec::Vec;
use core::fmt;

use layout_core::util::words;

/// The style of a character in colour output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Style {
    bold: bool,
    dim: bool,
    /// A tile's fill, by its colour number.
    fill: Option<u8>,
    /// The hatching of a tile, by its colour number.
    hatch: Option<u8>,
}

impl Style {
    pub(super) const PLAIN: Style = Style {
        bold: false,
        dim: false,
        fill: None,
        hatch: None,
    };
    pub(super) const BOLD: Style = Style {
        bold: true,
        ..Style::PLAIN
    };
    pub(super) const DIM: Style = Style {
        dim: true,
        ..Style::PLAIN
    };

    pub(super) const fn fill(color: usize) -> Style {
        Style {
            fill: Some(color as u8),
            ..Style::PLAIN
        }
    }

    pub(super) const fn hatch(color: usize) -> Style {
        Style {
            hatch: Some(color as u8),
            ..Style::PLAIN
        }
    }

    /// Returns the parameters of the ANSI sequence. The colours are the tints of Okabe and Ito of
    /// the SVG pictures, in an order in which neighbours differ in lightness, too; text on them is
    /// black.
    fn write(self, f: &mut impl fmt::Write) -> fmt::Result {
        const FILLS: [u8; 6] = [153, 222, 115, 228, 74, 182];
        const HATCHES: [u8; 6] = [74, 178, 36, 142, 32, 175];
        if self.bold {
            return f.write_str("\u{1b}[1m");
        }
        if self.dim {
            return f.write_str("\u{1b}[2m");
        }
        match (self.fill, self.hatch) {
            (Some(fill), _) => write!(f, "\u{1b}[38;5;16;48;5;{}m", FILLS[fill as usize % 6]),
            (_, Some(hatch)) => write!(f, "\u{1b}[38;5;{}m", HATCHES[hatch as usize % 6]),
            _ => Ok(()),
        }
    }
}

/// The weight of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Weight {
    None,
    Light,
    Heavy,
}

/// A character, or a crossing of lines given by the weights of its arms: up, right, down, left.
#[derive(Clone, Copy)]
struct Glyph {
    character: char,
    arms: [u8; 4],
    style: Style,
}

const BLANK: Glyph = Glyph {
    character: ' ',
    arms: [0; 4],
    style: Style::PLAIN,
};

/// Line characters by the weights of their arms: up, right, down, left, with left fastest.
const LINES: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

impl Glyph {
    fn shown(&self, ascii: bool) -> char {
        let lines = self.arms != [0; 4];
        match (ascii, lines) {
            (_, false) if self.character == '\u{a0}' => ' ',
            (false, false) => self.character,
            (false, true) => {
                let number = self.arms.iter().fold(0, |n, &arm| n * 3 + arm as usize);
                LINES.chars().nth(number).unwrap_or(' ')
            }
            (true, false) => match self.character {
                '░' | '╱' => '/',
                '█' => '#',
                '▒' => '%',
                '…' => '~',
                '┊' => ':',
                '×' => 'x',
                '·' => '*',
                '→' => '>',
                '▲' => '^',
                '■' => '#',
                '└' | '├' | '┘' => '+',
                '─' => '-',
                '│' => '|',
                '–' => '-',
                other => other,
            },
            (true, true) => match self.arms {
                [0, 2, 0, _] | [0, _, 0, 2] => '=',
                [0, _, 0, _] => '-',
                [2, 0, _, 0] | [_, 0, 2, 0] => '|',
                [_, 0, _, 0] => ':',
                _ => '+',
            },
        }
    }
}

/// A plane of characters that grows on each write.
#[derive(Clone, Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<Glyph>>,
}

impl Canvas {
    pub(super) fn new() -> Canvas {
        Canvas::default()
    }

    /// Returns a canvas of one line.
    pub(super) fn of_line(text: &str, style: Style) -> Canvas {
        let mut canvas = Canvas::new();
        canvas.line(text, style);
        canvas
    }

    pub(super) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    fn glyph(&mut self, x: usize, y: usize) -> &mut Glyph {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        if row.len() <= x {
            row.resize(x + 1, BLANK);
        }
        &mut row[x]
    }

    /// Overwrites existing characters and lines.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (i, character) in text.chars().enumerate() {
            *self.glyph(x + i, y) = Glyph {
                character,
                arms: [0; 4],
                style,
            };
        }
    }

    /// A horizontal line between the middles of two characters.
    pub(super) fn across(&mut self, x: usize, end: usize, y: usize, weight: Weight) {
        for i in x..end {
            let (left, right) = (i, i + 1);
            self.arm(left, y, 1, weight);
            self.arm(right, y, 3, weight);
        }
    }

    /// A vertical line between the middles of two characters.
    pub(super) fn down(&mut self, x: usize, y: usize, end: usize, weight: Weight) {
        for i in y..end {
            self.arm(x, i, 2, weight);
            self.arm(x, i + 1, 0, weight);
        }
    }

    fn arm(&mut self, x: usize, y: usize, arm: usize, weight: Weight) {
        let arms = &mut self.glyph(x, y).arms;
        arms[arm] = arms[arm].max(weight as u8);
    }

    /// Sets the style of a rectangle of characters.
    pub(super) fn tint(&mut self, x: usize, y: usize, end: usize, style: Style) {
        for i in x..end {
            self.glyph(i, y).style = style;
        }
    }

    /// Appends a line of text.
    pub(super) fn line(&mut self, text: &str, style: Style) {
        let y = self.height();
        self.glyph(0, y);
        self.put(0, y, text, style);
    }

    /// Appends a heading; a long one takes several lines.
    pub(super) fn heading(&mut self, text: &str, width: usize) {
        for line in words::wrapped(text, width) {
            self.line(line, Style::BOLD);
        }
    }

    pub(super) fn blank(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Copies another canvas to a point.
    pub(super) fn paste(&mut self, x: usize, y: usize, other: &Canvas) {
        for (i, row) in other.rows.iter().enumerate() {
            for (j, glyph) in row.iter().enumerate() {
                *self.glyph(x + j, y + i) = *glyph;
            }
        }
    }

    /// Appends canvases, side by side as far as `width` allows.
    pub(super) fn flow(&mut self, canvases: &[Canvas], width: usize) {
        let (mut x, mut y) = (0, self.height());
        let mut next = y;
        for canvas in canvases {
            if x > 0 && x + canvas.width() > width {
                (x, y) = (0, next + 1);
            }
            self.paste(x, y, canvas);
            next = self.height().max(next);
            x += canvas.width() + 4;
        }
    }

    pub(super) fn write(&self, f: &mut impl fmt::Write, ascii: bool, color: bool) -> fmt::Result {
        for (y, row) in self.rows.iter().enumerate() {
            if y > 0 {
                f.write_str("\n")?;
            }
            let blank = |glyph: &Glyph| glyph.arms == [0; 4] && glyph.character == ' ';
            let last = row.iter().rposition(|glyph| !blank(glyph));
            let end = last.map_or(0, |x| x + 1);
            let mut style = Style::PLAIN;
            for glyph in &row[..end] {
                if color && glyph.style != style {
                    if style != Style::PLAIN {
                        f.write_str("\u{1b}[0m")?;
                    }
                    style = glyph.style;
                    style.write(f)?;
                }
                write!(f, "{}", glyph.shown(ascii))?;
            }
            if style != Style::PLAIN {
                f.write_str("\u{1b}[0m")?;
            }
        }
        Ok(())
    }
}
