//! The grammar: one pass over the text. Error recovery reports all independent
//! errors.
//!
//! ```text
//! shape    = element "[" dims "]" layout?
//! layout   = "{" body "}" | "<" body ">"
//! body     = minor_to_major? (":" sections)?
//! sections = D? tiles? L? #? *? E? S? SC? P? M? PAD?
//! tiles    = "T"? ("(" entries ")")+
//! ```
//!
//! Tiles without `T`, as in `<1,0:(2,2)>`, are an older spelling, which is never printed.

mod checked_hole;
pub mod cursor;
pub mod element_alias;
mod element_name;
pub mod error;
pub mod excerpt;
mod list_entry;
mod number_list;
mod parsed;
mod sections;
mod spans;
mod word;

use crate::parse::error::ParseError;
use crate::spec::Spec;
use crate::spec::checked_spec::CheckedSpec;
use crate::spec::error_kind::{ErrorKind, Expected, What};
use crate::spec::validate::{self, Findings, Sizes};
use crate::util::look_alike::look_alike;
use checked_hole::KnownHole;
pub use checked_hole::{Value, checked_hole, not_a_size};
use cursor::Cursor;
pub use parsed::Parsed;
use spans::Spans;

/// A range of bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: usize,
    end: usize,
}

const NOWHERE: Span = Span { start: 0, end: 0 };

impl Span {
    const fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// The byte that the macro's text has in place of a name or an expression, before the
/// hole's number. The macro replaces it in user tokens.
pub const HOLE: u8 = 1;

/// Represents "an integer" in the table of names and expressions.
pub const NO_HOLE: u8 = u8::MAX;

/// Parses and checks a text; returns its spec and sizes.
pub const fn parse(text: &str) -> Result<CheckedSpec, ParseError> {
    let mut parser = Parser::new(text, false);
    parser.shape();
    match parser.check() {
        Some(sizes) => Ok(CheckedSpec {
            spec: parser.parsed.spec,
            sizes,
        }),
        None => Err(parser.parsed.mistake(text, 0)),
    }
}

struct Parser<'a> {
    text: &'a str,
    cursor: Cursor<'a>,
    /// True if the text may have holes.
    holes: bool,
    /// True if the text has one.
    has_holes: bool,
    /// True if a dimension is `?`.
    has_unknowns: bool,
    /// A hole whose value is known; the others count as 1.
    known: KnownHole,
    /// True if a bracket was wrong. Text after the layout may then be part of it.
    lost: bool,
    /// The bracket that closes the layout, once it is open.
    layout_close: u8,
    /// True if a wrong separator in the same list has been reported.
    separator_reported: bool,
    /// True if the dimensions have an error. Their number may then be wrong.
    dims_reported: bool,
    /// The range of the last error found.
    last_reported: Span,
    /// The number of errors found, including those that follow from others.
    reported: usize,
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
            known: KnownHole {
                hole: NO_HOLE,
                value: 1,
                span: NOWHERE,
            },
            has_unknowns: false,
            lost: false,
            layout_close: 0,
            separator_reported: false,
            dims_reported: false,
            last_reported: NOWHERE,
            reported: 0,
            spans: Spans::NOWHERE,
            parsed: Parsed::new(holes),
        }
    }

    const fn run(text: &'a str, holes: bool) -> Parsed {
        let mut parser = Parser::new(text, holes);
        parser.shape();
        parser.check();
        parser.parsed
    }

    /// Records an error, in the order of the text, unless an earlier one hides
    /// it.
    const fn mistake(&mut self, kind: ErrorKind, span: Span) {
        self.reported += 1;
        let follows = self.follows(span);
        self.last_reported = span;
        if self.parsed.is_hidden(span) || follows {
            return;
        }
        let mistakes = &mut self.parsed.mistakes;
        if mistakes.is_full() {
            return;
        }
        let mut at = mistakes.len();
        while at > 0 && mistakes.at(at - 1).1.start > span.start {
            at -= 1;
        }
        mistakes.insert(at, (kind, span));
        if kind.hides_rest() {
            self.parsed.hide_after(span.start);
        }
    }

    /// Returns true if an error at `span` is next to another one and the same mistake.
    const fn follows(&self, span: Span) -> bool {
        let mistakes = self.parsed.mistakes.as_slice();
        let mut i = 0;
        while i < mistakes.len() {
            if self.cursor.is_beside(span, mistakes[i].1) {
                return true;
            }
            i += 1;
        }
        self.cursor.is_beside(self.last_reported, span)
    }

    /// Runs the validator on a text without syntax errors; with holes, only the checks that
    /// do not need their values.
    const fn check(&mut self) -> Option<Sizes> {
        let mut findings = Findings::EMPTY;
        if !self.parsed.mistakes.is_empty()
            && let Some((start, end)) = look_alike(self.text)
        {
            let span = Span { start, end };
            // What else is wrong follows from it.
            self.parsed.keep_first(0);
            self.parsed.mistakes.len -= 1;
            self.parsed.mistakes.insert(0, (ErrorKind::LookAlike, span));
            return None;
        }
        if self.parsed.lost() {
            return None;
        }
        validate::check_structure(&self.parsed.spec, &mut findings);
        let mut sizes = None;
        if findings.list.is_empty() && self.parsed.mistakes.is_empty() && !self.has_holes {
            sizes = if self.has_unknowns {
                validate::check_sizes(&self.parsed.spec.with_smallest_unknowns(), &mut findings)
            } else {
                validate::check_sizes(&self.parsed.spec, &mut findings)
            };
        }
        let mut wrong_rank = self.dims_reported;
        let mut i = 0;
        while i < findings.list.len() {
            let (kind, part) = findings.list.at(i);
            let follows = match kind {
                ErrorKind::ElementBits { .. } => !self.parsed.element_known,
                ErrorKind::OrderCount { .. }
                | ErrorKind::PadCount { .. }
                | ErrorKind::SplitDimension { .. } => wrong_rank,
                _ => false,
            };
            // If lists have another length, the number of dimensions may be wrong.
            wrong_rank |= matches!(kind, ErrorKind::OrderCount { .. });
            if !follows {
                let span = self.spans.of(part, self.text.len());
                self.mistake(kind, span);
            }
            i += 1;
        }
        sizes
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
            Some(c) => {
                let span = self.cursor.token();
                let section = c.is_ascii_uppercase() && self.at_section();
                let layout = c.is_ascii_digit() || c == b':' || section;
                let kind = if layout {
                    ErrorKind::Expected(Expected::Layout)
                } else {
                    ErrorKind::TrailingText
                };
                self.mistake(kind, span);
                return;
            }
        }
        self.cursor.skip_blanks();
        if !self.cursor.at_end() && !self.lost {
            self.mistake(ErrorKind::TrailingText, self.cursor.token_or_group());
        }
    }

    /// `"[" dims "]"`. `false` if the rest cannot be parsed.
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
        let start = self.cursor.position();
        let before = self.reported;
        let dims = self.numbers(What::Dimension, close);
        self.dims_reported = self.reported > before;
        self.spans.dims = Span {
            start,
            end: self.cursor.position(),
        };
        self.parsed.spec = Spec::new(self.parsed.spec.element, dims.values);
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
        self.order_name(close);
        let start = self.cursor.position();
        let (before, kept) = (self.reported, self.parsed.mistakes());
        let order = self.numbers(What::Order, close);
        self.parsed.keep_first(kept);
        let good = self.reported == before;
        let end = self.cursor.position();
        if !order.values.is_empty() && good {
            self.spans.order = Span { start, end };
            self.spans.order_entries = order.spans;
            self.parsed.spec.minor_to_major = order.values;
        }
        self.cursor.skip_blanks();
        if matches!(self.cursor.peek(), Some(b':')) {
            self.colon();
            let scalar = self.parsed.spec.dims.is_empty();
            if order.values.is_empty() && !scalar && self.at_number() {
                let kind = ErrorKind::Expected(Expected::Order);
                self.mistake(kind, self.spans.colon);
            }
            if good || self.at_sections() {
                self.sections();
            } else {
                self.cursor.skip_to(close); // `strides: [1, 8]`
            }
        } else if self.at_section() || matches!(self.cursor.peek(), Some(b'(')) {
            let mut span = order.before_section;
            if span.is_empty() {
                span = self.cursor.token();
            }
            self.mistake(ErrorKind::Expected(Expected::SectionsColon), span);
            self.sections();
        } else if matches!(self.cursor.peek(), Some(c) if c != close && !cursor::is_close(c)) {
            let span = self.cursor.token();
            self.mistake(ErrorKind::Expected(Expected::OrderEnd), span);
            self.cursor.skip_to(close);
        }
        self.close(close);
    }

    /// A name such as `major_to_minor=` before the numbers, and all that follows.
    const fn order_name(&mut self, close: u8) {
        let mut ahead = self.cursor;
        let name = ahead.word();
        let word = ahead.text(name);
        if !word.eq_ignore_ascii_case(b"major_to_minor")
            && !word.eq_ignore_ascii_case(b"minor_to_major")
        {
            return;
        }
        self.cursor = ahead;
        self.cursor.skip_to(close);
        self.mistake(ErrorKind::OrderName, name);
    }

    /// Returns true if a section or the end of the layout follows.
    const fn at_sections(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        match ahead.peek() {
            Some(c) => c == b'(' || cursor::is_close(c) || self.at_section(),
            None => true,
        }
    }

    /// Returns true if a number follows.
    const fn at_number(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        matches!(ahead.peek(), Some(c) if c.is_ascii_digit())
    }

    /// The `:` before the sections.
    const fn colon(&mut self) {
        let start = self.cursor.position();
        self.cursor.advance();
        if matches!(self.cursor.peek(), Some(b':')) {
            self.cursor.advance();
            let end = self.cursor.position();
            let kind = ErrorKind::Expected(Expected::SectionsColon);
            self.mistake(kind, Span { start, end });
        }
        self.spans.colon = Span {
            start,
            end: self.cursor.position(),
        };
    }

    /// Returns the closing bracket `close`. `false` if it is missing and the rest cannot be parsed.
    const fn close(&mut self, close: u8) -> bool {
        self.cursor.skip_blanks();
        let expected = close as char;
        match self.cursor.peek() {
            Some(c) if c == close => {
                self.cursor.advance();
                true
            }
            Some(c) if cursor::is_close(c) && c != self.layout_close => {
                self.lost = true;
                self.mistake(ErrorKind::WrongBracket { expected }, self.cursor.here());
                self.cursor.advance();
                true
            }
            Some(_) => {
                self.lost = true;
                self.mistake(ErrorKind::Unclosed { expected }, self.cursor.token());
                true
            }
            None => {
                // An incomplete text reports only its first error.
                if self.reported == 0 {
                    self.mistake(ErrorKind::Unclosed { expected }, self.cursor.here());
                }
                false
            }
        }
    }
}
