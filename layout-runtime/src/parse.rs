//! The grammar: one pass over the text, which goes on after a mistake, so that
//! all independent mistakes are found.
//!
//! ```text
//! shape    = element "[" dims "]" layout?
//! layout   = "{" body "}" | "<" body ">"
//! body     = minor_to_major? (":" sections)?
//! sections = D? T? L? #? *? E? S? SC? P? M? PAD?
//! ```

mod cursor;
mod nearest;
mod numbers;
mod sections;

use crate::element::ElementType;
use crate::error::{ErrorKind, Expected, NotAnArray, ParseError, What};
use crate::layout::Layout;
use crate::list::List;
use crate::spec::{Dims, MAX_SPLIT_INDICES, MAX_SPLITS, MAX_TILES, Spec};
use crate::validate::{self, Findings, Place};
use cursor::Cursor;
use numbers::Numbers;

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: usize,
    end: usize,
}

const NOWHERE: Span = Span { start: 0, end: 0 };

/// Stands for "an integer" in the table of names and expressions.
pub const NO_HOLE: u8 = u8::MAX;

/// What a text says, with its mistakes. Names and expressions, which only the
/// macro's text has, are holes: `$0`, `$1`; their value is 1 here.
#[derive(Clone, Copy, Debug)]
pub struct Parsed {
    pub(crate) spec: Spec,
    /// The hole that each dimension is, or [`NO_HOLE`].
    pub dim_holes: [u8; crate::spec::MAX_RANK],
    /// The hole that each tile entry is, or [`NO_HOLE`].
    pub tile_holes: [[u8; crate::spec::MAX_TILE_RANK]; MAX_TILES],
    /// Whether the element type is known.
    pub element_known: bool,
    mistakes: List<(ErrorKind, Span), 16>,
}

impl Parsed {
    /// Reads `text` as the macro renders it, with holes for names.
    pub const fn from_macro(text: &str) -> Parsed {
        Parser::run(text, true)
    }

    /// The element type's marker.
    pub const fn element(&self) -> &'static str {
        self.spec.element.marker_name()
    }

    /// The logical dimensions.
    pub const fn dims(&self) -> &[usize] {
        self.spec.dims.as_slice()
    }

    /// The order, the most minor dimension first.
    pub const fn minor_to_major(&self) -> &[usize] {
        self.spec.minor_to_major.as_slice()
    }

    /// The tiles.
    pub const fn tiles(&self) -> &[crate::spec::Tile] {
        self.spec.tiles.as_slice()
    }

    /// Bit `d` is set when dimension `d` was written as `<=n`.
    pub const fn dynamic(&self) -> u16 {
        self.spec.dynamic
    }

    /// `L(n)`, or 1.
    pub const fn align(&self) -> usize {
        self.spec.align
    }

    /// `E(n)`.
    pub const fn bits(&self) -> Option<usize> {
        self.spec.bits
    }

    /// `S(n)`, or 0.
    pub const fn space(&self) -> u8 {
        self.spec.space
    }

    /// `SC(...)`.
    pub const fn splits(&self) -> &[crate::spec::Split] {
        self.spec.splits.as_slice()
    }

    /// `M(n)`, or 0.
    pub const fn prefix(&self) -> usize {
        self.spec.prefix
    }

    /// `PAD(...)`.
    pub const fn pad(&self) -> Option<&crate::spec::Pad> {
        self.spec.pad.as_ref()
    }

    /// How many mistakes the text has.
    pub const fn mistakes(&self) -> usize {
        self.mistakes.len()
    }

    /// One of the mistakes in `text`, which is the text that was read.
    pub const fn mistake(&self, text: &str, number: usize) -> ParseError {
        let (kind, span) = self.mistakes.at(number);
        ParseError::new(kind, text, span.start, span.end)
    }
}

/// Reads and checks a text.
pub(crate) const fn parse(text: &str) -> Result<Layout, ParseError> {
    let mut parser = Parser::new(text, false);
    parser.shape();
    match parser.check() {
        Some(sizes) => Ok(Layout::new(parser.parsed.spec, sizes)),
        None => Err(parser.parsed.mistake(text, 0)),
    }
}

/// Where each part of the layout stands in the text.
struct Spans {
    order: Span,
    order_entries: [Span; crate::spec::MAX_RANK],
    tiles: [Span; MAX_TILES],
    tile_entries: [[Span; crate::spec::MAX_TILE_RANK]; MAX_TILES],
    align: Span,
    bits: Span,
    splits: [Span; MAX_SPLITS],
    split_indices: [[Span; MAX_SPLIT_INDICES]; MAX_SPLITS],
    pads: Span,
    pad_widths: [Span; crate::spec::MAX_RANK],
}

struct Parser<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    /// Whether the text may have holes.
    holes: bool,
    /// Whether the text has one.
    has_holes: bool,
    /// The bracket that closes the layout, once it is open.
    layout_close: u8,
    spans: Spans,
    parsed: Parsed,
}

impl<'a> Parser<'a> {
    const fn new(text: &'a str, holes: bool) -> Self {
        Parser {
            text,
            cursor: Cursor::new(text.as_bytes()),
            holes,
            has_holes: false,
            layout_close: 0,
            spans: Spans {
                order: NOWHERE,
                order_entries: [NOWHERE; crate::spec::MAX_RANK],
                tiles: [NOWHERE; MAX_TILES],
                tile_entries: [[NOWHERE; crate::spec::MAX_TILE_RANK]; MAX_TILES],
                align: NOWHERE,
                bits: NOWHERE,
                splits: [NOWHERE; MAX_SPLITS],
                split_indices: [[NOWHERE; MAX_SPLIT_INDICES]; MAX_SPLITS],
                pads: NOWHERE,
                pad_widths: [NOWHERE; crate::spec::MAX_RANK],
            },
            parsed: Parsed {
                spec: Spec::new(ElementType::F32, List::new(0)),
                dim_holes: [NO_HOLE; crate::spec::MAX_RANK],
                tile_holes: [[NO_HOLE; crate::spec::MAX_TILE_RANK]; MAX_TILES],
                element_known: true,
                mistakes: List::new((ErrorKind::Empty, NOWHERE)),
            },
        }
    }

    const fn run(text: &'a str, holes: bool) -> Parsed {
        let mut parser = Parser::new(text, holes);
        parser.shape();
        parser.check();
        parser.parsed
    }

    const fn mistake(&mut self, kind: ErrorKind, span: Span) {
        if !self.parsed.mistakes.is_full() {
            self.parsed.mistakes.push((kind, span));
        }
    }

    /// The validator's checks of a text without mistakes of grammar. With
    /// holes, only what does not need their values.
    const fn check(&mut self) -> Option<validate::Sizes> {
        let mut findings = Findings::new();
        validate::check_structure(&self.parsed.spec, &mut findings);
        let mut sizes = None;
        if findings.list.is_empty() && self.parsed.mistakes.is_empty() && !self.has_holes {
            sizes = validate::check_sizes(&self.parsed.spec, &mut findings);
        }
        let mut i = 0;
        while i < findings.list.len() {
            let (kind, place) = findings.list.at(i);
            if !matches!(kind, ErrorKind::ElementBits { .. }) || self.parsed.element_known {
                let span = self.span(place);
                self.mistake(kind, span);
            }
            i += 1;
        }
        sizes
    }

    const fn span(&self, place: Place) -> Span {
        let spans = &self.spans;
        match place {
            Place::Whole => Span {
                start: 0,
                end: self.text.len(),
            },
            Place::Order => spans.order,
            Place::OrderEntry(i) => spans.order_entries[i],
            Place::Tile(t) => spans.tiles[t],
            Place::TileEntry(t, i) => spans.tile_entries[t][i],
            Place::Align => spans.align,
            Place::Bits => spans.bits,
            Place::Split(i) => spans.splits[i],
            Place::SplitIndex(i, j) => spans.split_indices[i][j],
            Place::Pads => spans.pads,
            Place::PadWidth(i) => spans.pad_widths[i],
        }
    }

    /// `shape = element "[" dims "]" layout?`
    const fn shape(&mut self) {
        self.cursor.skip_blanks();
        if self.cursor.at_end() {
            self.mistake(ErrorKind::Empty, self.cursor.here());
            return;
        }
        if !self.element() || !self.dims() {
            return;
        }
        self.cursor.skip_blanks();
        match self.cursor.peek() {
            None => return,
            Some(open @ (b'{' | b'<')) => self.layout(open),
            Some(open @ (b'(' | b'[')) => {
                let kind = ErrorKind::WrongBracket { expected: '{' };
                self.mistake(kind, self.cursor.here());
                self.layout(open);
            }
            Some(_) => {
                let span = self.cursor.rest();
                self.mistake(ErrorKind::TrailingText, span);
                return;
            }
        }
        self.cursor.skip_blanks();
        if !self.cursor.at_end() && self.parsed.mistakes.is_empty() {
            self.mistake(ErrorKind::TrailingText, self.cursor.rest());
        }
    }

    /// The element type; `false` when reading on makes no sense.
    const fn element(&mut self) -> bool {
        let start = self.cursor.here();
        if matches!(self.cursor.peek(), Some(b'(')) {
            let span = self.cursor.rest();
            self.mistake(ErrorKind::NotAnArray(NotAnArray::Tuple), span);
            return false;
        }
        let word = self.cursor.word();
        if word.start == word.end {
            self.mistake(ErrorKind::UnknownElement { nearest: None }, start);
            return false;
        }
        let name = self.cursor.text(word);
        let other = if name.eq_ignore_ascii_case(b"token") {
            Some(NotAnArray::Token)
        } else if name.eq_ignore_ascii_case(b"opaque") {
            Some(NotAnArray::Opaque)
        } else if name.eq_ignore_ascii_case(b"b") && matches!(self.cursor.peek(), Some(b'(')) {
            Some(NotAnArray::Buffer)
        } else {
            None
        };
        if let Some(other) = other {
            self.mistake(ErrorKind::NotAnArray(other), word);
            return false;
        }
        match nearest::element(name) {
            Some(element) => self.parsed.spec.element = element,
            None => {
                let nearest = nearest::nearest(name);
                self.mistake(ErrorKind::UnknownElement { nearest }, word);
                self.parsed.element_known = false;
            }
        }
        self.cursor.skip_blanks();
        if matches!(self.cursor.peek(), Some(b'[' | b'(' | b'{')) {
            return true;
        }
        if self.parsed.element_known {
            let span = match self.cursor.peek() {
                Some(_) => self.cursor.rest(),
                None => word,
            };
            self.mistake(ErrorKind::NoDimensions, span);
        }
        false
    }

    /// `"[" dims "]"`; `false` when reading on makes no sense.
    const fn dims(&mut self) -> bool {
        let (open, at) = (self.cursor.peek(), self.cursor.here());
        let close = match open {
            Some(b'(') => b')',
            Some(b'{') => b'}',
            _ => b']',
        };
        if close != b']' {
            self.mistake(ErrorKind::WrongBracket { expected: '[' }, at);
        }
        self.cursor.advance();
        let dims = self.numbers(What::Dimension, close);
        self.parsed.spec = Spec::new(self.parsed.spec.element, dims.values_as_dims());
        self.parsed.spec.dynamic = dims.dynamic;
        self.parsed.dim_holes = dims.holes;
        self.close(close)
    }

    /// `"{" minor_to_major? (":" sections)? "}"`, the cursor at the bracket.
    const fn layout(&mut self, open: u8) {
        let close = cursor::closing(open);
        self.layout_close = close;
        self.cursor.advance();
        self.cursor.skip_blanks();
        let start = self.cursor.position();
        let before = self.parsed.mistakes.len();
        let order = self.numbers(What::Order, close);
        let good = self.parsed.mistakes.len() == before;
        let end = self.cursor.position();
        if order.values.len() > 0 && good {
            self.spans.order = Span { start, end };
            self.spans.order_entries = order.spans;
            self.parsed.spec.minor_to_major = order.values_as_dims();
        }
        self.cursor.skip_blanks();
        if matches!(self.cursor.peek(), Some(b':')) {
            self.cursor.advance();
            self.sections();
        } else if matches!(self.cursor.peek(), Some(c) if c != close && !cursor::is_close(c)) {
            let span = self.cursor.token();
            self.mistake(ErrorKind::Expected(Expected::OrderEnd), span);
            self.cursor.skip_to(close);
        }
        self.close(close);
    }

    /// The closing bracket `close`; `false` when it is missing and the rest
    /// makes no sense.
    const fn close(&mut self, close: u8) -> bool {
        self.cursor.skip_blanks();
        let expected = close as char;
        match self.cursor.peek() {
            Some(c) if c == close => {
                self.cursor.advance();
                true
            }
            Some(c) if cursor::is_close(c) && c != self.layout_close => {
                self.mistake(ErrorKind::WrongBracket { expected }, self.cursor.here());
                self.cursor.advance();
                true
            }
            Some(_) => {
                self.mistake(ErrorKind::Unclosed { expected }, self.cursor.token());
                true
            }
            None => {
                self.mistake(ErrorKind::Unclosed { expected }, self.cursor.here());
                false
            }
        }
    }
}

impl Numbers {
    const fn values_as_dims(&self) -> Dims {
        self.values
    }
}
