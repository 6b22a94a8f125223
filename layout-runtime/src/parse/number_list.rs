//! Lists of numbers: dimensions, `minor_to_major`, tiles, and the numbers of
//! the other sections. All of them have the same error recovery.

use super::sections::same;
use super::word::{Word, classify};
use super::{NO_HOLE, NOWHERE, Parser, Span, cursor};
use crate::spec::error_kind::{ErrorKind, Expected, What};
use crate::spec::{COMBINE, Dims, MAX_RANK, MAX_SPLIT_INDICES, MAX_TILE_RANK, UNKNOWN};
use crate::util::array_vec::ArrayVec;

/// Numbers separated by commas, with their ranges in the text.
pub(super) struct Numbers {
    pub(super) values: Dims,
    pub(super) spans: [Span; MAX_RANK],
    pub(super) holes: [u8; MAX_RANK],
    /// Bit `i` is set when number `i` was written as `<=n`.
    pub(super) dynamic: u16,
    /// The separator before the sections that replaces a `:`.
    pub(super) before_section: Span,
}

/// One entry of a list.
pub(super) struct Entry {
    pub(super) value: usize,
    hole: u8,
    dynamic: bool,
}

impl Entry {
    const fn number(value: usize) -> Self {
        Entry {
            value,
            hole: NO_HOLE,
            dynamic: false,
        }
    }

    /// The value of an entry in error: it causes no other error.
    const DUMMY: Entry = Entry::number(1);
}

/// How a list continues.
#[derive(Clone, Copy)]
enum Next {
    /// A number.
    Number,
    /// A number, which a comma announces.
    AfterComma(Span),
    /// A number before which a comma is missing, which has been reported.
    CommaTold,
    /// Nothing.
    End,
}

impl What {
    /// The most numbers in a list of them.
    const fn limit(self) -> usize {
        match self {
            What::Dimension | What::Order | What::Pad => MAX_RANK,
            What::Tile => MAX_TILE_RANK,
            What::Split => MAX_SPLIT_INDICES,
            What::Align | What::Bits | What::Space | What::Prefix => 1,
        }
    }

    /// Whether such a number may be a name or an expression.
    pub(crate) const fn takes_holes(self) -> bool {
        matches!(self, What::Dimension | What::Tile)
    }
}

impl Parser<'_> {
    /// Numbers up to the closing bracket `close`, which is left in place, as
    /// are a `:` after `minor_to_major` and the `=` of `PAD`.
    pub(super) const fn numbers(&mut self, what: What, close: u8) -> Numbers {
        let mut numbers = Numbers {
            values: ArrayVec::new(0),
            spans: [NOWHERE; MAX_RANK],
            holes: [NO_HOLE; MAX_RANK],
            dynamic: 0,
            before_section: NOWHERE,
        };
        self.separator_told = false;
        let mut next = Next::Number;
        let mut told_too_many = false;
        loop {
            self.cursor.skip_blanks();
            if self.ends(what, close, false) {
                match next {
                    Next::AfterComma(comma) if matches!(what, What::Order) && self.at_section() => {
                        numbers.before_section = comma;
                    }
                    Next::AfterComma(comma) => self.mistake(ErrorKind::TrailingComma, comma),
                    _ => {}
                }
                return numbers;
            }
            let start = self.cursor.position();
            let entry = self.entry(what, matches!(next, Next::CommaTold), false);
            let span = Span {
                start,
                end: self.cursor.position(),
            };
            let i = numbers.values.len();
            if i < what.limit() {
                numbers.values.push(entry.value);
                numbers.spans[i] = span;
                numbers.holes[i] = entry.hole;
                numbers.dynamic |= (entry.dynamic as u16) << i;
            } else if !told_too_many {
                let kind = match what.limit() {
                    1 => ErrorKind::OneNumber(what),
                    limit => ErrorKind::TooMany { what, limit },
                };
                self.mistake(kind, span);
                told_too_many = true;
            }
            self.cursor.skip_blanks();
            if self.ends(what, close, true) {
                return numbers;
            }
            next = self.separator(what, start);
            if matches!(next, Next::End) {
                return numbers;
            }
        }
    }

    /// The separator after the number that began at `start`: a comma, or an
    /// error.
    const fn separator(&mut self, what: What, start: usize) -> Next {
        let here = self.cursor.here();
        let next = self.cursor.peek();
        if matches!(next, Some(b',')) {
            self.cursor.advance();
            return Next::AfterComma(here);
        }
        let cast = same(self.cursor.text(self.cursor.token()), b"as");
        let operator = matches!(next, Some(b'*' | b'+' | b'-' | b'/' | b'%' | b'<' | b'>')) || cast;
        if operator && self.holes && what.takes_holes() {
            let Span { end, .. } = self.cursor.skip_entry();
            self.mistake(ErrorKind::BareExpression, Span { start, end });
            return self.next_entry();
        }
        if let Some(separator) = self.cursor.separator() {
            self.cursor.skip_blanks();
            if matches!(what, What::Order) && self.at_section() {
                return Next::AfterComma(separator);
            }
            if !self.separator_told {
                self.mistake(ErrorKind::WrongSeparator, separator);
            }
            self.separator_told = true;
            return Next::Number;
        }
        match next {
            Some(b'*') if !matches!(what, What::Tile) => {
                self.mistake(ErrorKind::WrongSeparator, here);
                self.cursor.advance();
                Next::Number
            }
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, b'-' | b'*' | b'$' | b'"') => {
                self.mistake(ErrorKind::MissingComma, self.cursor.token());
                Next::CommaTold
            }
            _ => {
                self.mistake(ErrorKind::NotANumber(what), self.cursor.token());
                self.cursor.skip_entry();
                self.next_entry()
            }
        }
    }

    /// Takes the comma after an entry that was skipped.
    const fn next_entry(&mut self) -> Next {
        let here = self.cursor.here();
        if matches!(self.cursor.peek(), Some(b',')) {
            self.cursor.advance();
            Next::AfterComma(here)
        } else {
            Next::End
        }
    }

    /// Whether the list ends at the cursor. A bracket that opens the layout
    /// ends the dimensions after a number, a section ends `minor_to_major`,
    /// and `(` does after a number: it may begin the old spelling of `T`.
    const fn ends(&self, what: What, close: u8, after_number: bool) -> bool {
        match self.cursor.peek() {
            None => true,
            Some(b'>') if !after_number && self.at_wrong_bound(what) => false,
            Some(b'<' | b'>') if after_number && self.at_shift(what) => false,
            Some(c) if c == close || cursor::is_close(c) => true,
            Some(b':') => matches!(what, What::Order),
            Some(b'=') => matches!(what, What::Pad),
            Some(b'{') => matches!(what, What::Dimension) && after_number,
            Some(b'<') => {
                matches!(what, What::Dimension)
                    && after_number
                    && !matches!(self.cursor.peek_at(1), Some(b'='))
            }
            Some(b'(') if after_number => matches!(what, What::Order),
            Some(_) => matches!(what, What::Order) && self.at_section(),
        }
    }

    /// Whether the number is shifted, which takes braces.
    const fn at_shift(&self, what: What) -> bool {
        self.holes && what.takes_holes() && self.cursor.at_shift()
    }

    /// Whether `>=` is written instead of `<=`.
    const fn at_wrong_bound(&self, what: What) -> bool {
        matches!(what, What::Dimension) && matches!(self.cursor.peek_at(1), Some(b'='))
    }

    /// One entry. `comma_told`: the comma before it is missing, which has been
    /// reported. `bounded`: `<=` precedes it.
    const fn entry(&mut self, what: What, comma_told: bool, bounded: bool) -> Entry {
        let here = self.cursor.here();
        match (self.cursor.peek(), what) {
            (Some(b','), _) => {
                self.mistake(ErrorKind::MissingNumber(what), here);
                Entry::DUMMY
            }
            (Some(b'?'), What::Dimension) if self.holes && !bounded => {
                self.cursor.advance();
                self.has_unknowns = true;
                Entry::number(UNKNOWN)
            }
            (Some(b'?'), What::Dimension) => {
                self.mistake(ErrorKind::Unbounded, here);
                self.cursor.advance();
                Entry::DUMMY
            }
            (Some(c @ (b'<' | b'>')), What::Dimension) => {
                self.cursor.advance();
                let or_equal = matches!(self.cursor.peek(), Some(b'='));
                if or_equal {
                    self.cursor.advance();
                }
                if c == b'>' || !or_equal {
                    let span = Span {
                        start: here.start,
                        end: self.cursor.position(),
                    };
                    self.mistake(ErrorKind::Expected(Expected::Bound), span);
                }
                self.cursor.skip_blanks();
                if matches!(self.cursor.peek(), Some(b'?')) {
                    return self.entry(what, false, true);
                }
                let mut entry = self.number(what, false);
                entry.dynamic = true;
                entry
            }
            (Some(b'*'), What::Tile) => {
                self.cursor.advance();
                if matches!(self.cursor.peek(), Some(b'*')) {
                    self.cursor.advance();
                    let span = Span {
                        start: here.start,
                        end: here.end + 1,
                    };
                    self.mistake(ErrorKind::DoubleStar, span);
                    return Entry::DUMMY;
                }
                Entry::number(COMBINE)
            }
            _ => self.number(what, comma_told),
        }
    }

    pub(super) const fn number(&mut self, what: What, comma_told: bool) -> Entry {
        let before = self.cursor;
        let span = self.cursor.word();
        let word = self.cursor.text(span);
        let kind = match classify(word) {
            Word::Number(value) if value <= isize::MAX as u64 => {
                return Entry::number(value as usize);
            }
            // The validator names the limit, which is far below.
            Word::Number(_) | Word::TooLarge if matches!(what, What::Space) => {
                return Entry::number(usize::MAX);
            }
            Word::Number(_) | Word::TooLarge => ErrorKind::TooLarge(what),
            Word::MinusOne if matches!(what, What::Tile) => return Entry::number(COMBINE),
            Word::MinusOne | Word::Negative => ErrorKind::Negative(what),
            Word::Hole(hole) if self.holes => {
                if what.takes_holes() {
                    return self.hole(hole, span);
                }
                ErrorKind::NotLiteral(what)
            }
            Word::Fraction => ErrorKind::Fraction(what),
            Word::Suffix => ErrorKind::Suffix(what),
            Word::NotDecimal => ErrorKind::NotDecimal(what),
            Word::Times => ErrorKind::TimesSign,
            Word::Quoted => ErrorKind::Quoted(what),
            Word::Name if self.holes && what.takes_holes() => {
                self.name(what, before, comma_told);
                return Entry::DUMMY;
            }
            Word::Name => ErrorKind::Name(what),
            Word::Nothing | Word::Other if self.at_operator(before, what) => {
                self.cursor.rewind(before);
                let span = self.cursor.skip_entry();
                self.mistake(ErrorKind::BareExpression, span);
                return Entry::DUMMY;
            }
            Word::Nothing => {
                let mut group = self.cursor;
                group.skip_group();
                let mut span = self.cursor.token();
                let entry = self.cursor.skip_entry();
                let mut kind = match self.cursor.text(span) {
                    [] | [b')' | b']' | b'}' | b'>'] => ErrorKind::MissingNumber(what),
                    _ => ErrorKind::NotANumber(what),
                };
                if group.position() > entry.start {
                    span = Span {
                        start: entry.start,
                        end: group.position(),
                    };
                    if group.position() < entry.end && self.holes && what.takes_holes() {
                        span = entry;
                        kind = ErrorKind::BareExpression;
                    }
                }
                self.mistake(kind, span);
                return Entry::DUMMY;
            }
            Word::Hole(_) | Word::Other => ErrorKind::NotANumber(what),
        };
        self.mistake(kind, span);
        Entry::DUMMY
    }

    const fn hole(&mut self, hole: u8, span: Span) -> Entry {
        let mut value = 1;
        if hole == self.known.hole {
            self.known.span = span;
            value = self.known.value;
        }
        self.has_holes |= self.known.hole == NO_HOLE;
        Entry {
            value,
            hole,
            dynamic: false,
        }
    }

    /// Whether an expression begins at `start` with an operator: `!N`, `-N`.
    const fn at_operator(&self, start: cursor::Cursor<'_>, what: What) -> bool {
        let mut ahead = start;
        let operator = matches!(ahead.peek(), Some(b'!' | b'&' | b'-'));
        ahead.advance();
        let operand = ahead.text(ahead.token());
        let named = matches!(operand, [first, ..] if first.is_ascii_alphabetic() || matches!(first, b'_' | b'('));
        self.holes && what.takes_holes() && operator && named
    }

    /// What begins with a name in the macro's text and is no hole: an
    /// expression, or a name beside a comma that is missing, which the list
    /// tells.
    const fn name(&mut self, what: What, start: cursor::Cursor<'_>, comma_told: bool) {
        let dotted = self.cursor.is_after_dot(start);
        let keyword = matches!(
            start.text(start.token()),
            b"if" | b"match" | b"const" | b"unsafe"
        );
        self.cursor.skip_blanks();
        let next = self.cursor.text(self.cursor.token());
        let alone = matches!(next, [] | [b',' | b')' | b']']);
        let another = cursor::is_word(next) && !same(next, b"as") && !keyword;
        if !dotted && (another || alone && comma_told) {
            return;
        }
        // `_`, or the name of a number: `rows=3`, `rows: 3`
        let placeholder = same(start.text(start.token()), b"_");
        let label =
            matches!(next, b"=" | b":") && !matches!(self.cursor.peek_at(1), Some(b'=' | b':'));
        self.cursor.rewind(start);
        let span = self.cursor.skip_entry();
        let kind = if placeholder || label {
            ErrorKind::NotANumber(what)
        } else {
            ErrorKind::BareExpression
        };
        self.mistake(kind, span);
    }
}
