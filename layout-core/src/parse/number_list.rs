//! Lists of numbers: dimensions, `minor_to_major`, tiles, and the numbers of
//! the other sections. All of them have the same error recovery.

use super::cursor::{self, Cursor};

use super::{NO_HOLE, NOWHERE, Parser, Span};
use crate::spec::error_kind::{ErrorKind, What};
use crate::spec::{Dims, MAX_RANK, MAX_SPLIT_INDICES, MAX_TILE_RANK};

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

/// How a list continues.
#[derive(Clone, Copy)]
enum Next {
    /// A number.
    Number,
    /// A number, which a comma announces.
    AfterComma(Span),
    /// A number before which a comma is missing, which has been reported.
    CommaReported,
    /// The list ends.
    End,
}

impl What {
    /// Returns the most numbers of this kind in a list.
    #[doc(hidden)]
    pub const fn limit(self) -> usize {
        match self {
            What::Dimension | What::Order | What::Pad => MAX_RANK,
            What::Tile => MAX_TILE_RANK,
            What::Split => MAX_SPLIT_INDICES,
            What::Alignment | What::ElementBits | What::MemorySpace | What::MetadataBytes => 1,
        }
    }

    /// Returns the byte that ends a list of this kind, or a comma if nothing does.
    pub(super) const fn stop(self) -> u8 {
        match self {
            What::Order | What::Split => b':',
            What::Pad => b'=',
            _ => b',',
        }
    }

    /// Returns true if a number of this kind may be a name or an expression.
    pub(crate) const fn takes_holes(self) -> bool {
        matches!(self, What::Dimension | What::Tile)
    }
}

impl Parser<'_> {
    /// Numbers up to the closing bracket `close`, which is left in place, as
    /// are a `:` after `minor_to_major` and the `=` of `PAD`.
    pub(super) const fn numbers(&mut self, what: What, close: u8) -> Numbers {
        let mut numbers = Numbers {
            values: Dims::EMPTY,
            spans: [NOWHERE; MAX_RANK],
            holes: [NO_HOLE; MAX_RANK],
            dynamic: 0,
            before_section: NOWHERE,
        };
        self.separator_reported = false;
        let mut next = Next::Number;
        let mut reported_too_many = false;
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
            let missing = matches!(self.cursor.peek(), Some(b','));
            let entry = self.entry(what, matches!(next, Next::CommaReported), false);
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
            } else if !reported_too_many {
                let kind = match what.limit() {
                    1 => ErrorKind::OneNumber(what),
                    limit => ErrorKind::TooMany { what, limit },
                };
                self.mistake(kind, span);
                reported_too_many = true;
            }
            self.cursor.skip_blanks();
            let too_few = numbers.values.len() < self.parsed.spec.dims.len();
            let colon = matches!(what, What::Order) && too_few && self.at_colon_number();
            if !colon && self.ends(what, close, true) {
                return numbers;
            }
            next = match self.separator(what, start) {
                Next::End => return numbers,
                Next::AfterComma(_) if missing => Next::Number, // reported
                next => next,
            };
        }
    }

    /// Returns the separator after the number that began at `start`: a comma, or an error.
    const fn separator(&mut self, what: What, start: usize) -> Next {
        let here = self.cursor.here();
        let next = self.cursor.peek();
        if matches!(next, Some(b',')) {
            self.cursor.advance();
            return Next::AfterComma(here);
        }
        if self.holes && what.takes_holes() && at_binary_operator(self.cursor) {
            let Span { end, .. } = self.cursor.skip_entry(what.stop());
            self.mistake(ErrorKind::BareExpression, Span { start, end });
            return self.next_entry();
        }
        if matches!(what, What::Order) && self.before_section() {
            let separator = self.cursor.punctuation();
            self.cursor.skip(separator);
            return Next::AfterComma(separator);
        }
        if let Some(separator) = self.cursor.separator() {
            self.cursor.skip(separator);
            if !self.separator_reported {
                self.mistake(ErrorKind::WrongSeparator, separator);
            }
            self.separator_reported = true;
            return Next::Number;
        }
        match next {
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, b'*' | b'$' | b'"') => {
                self.mistake(ErrorKind::MissingComma, self.cursor.token());
                Next::CommaReported
            }
            _ => {
                let mut span = self.cursor.token();
                let Span { end, .. } = self.cursor.skip_entry(what.stop());
                if matches!(next, Some(b'+' | b'-' | b'/' | b'%' | b'^' | b'!')) {
                    span = Span { start, end };
                }
                self.mistake(ErrorKind::NotANumber(what), span);
                self.next_entry()
            }
        }
    }

    /// Returns true if punctuation other than a comma or a colon is followed by a
    /// section.
    const fn before_section(&mut self) -> bool {
        let start = self.cursor;
        self.cursor.skip(start.punctuation());
        self.cursor.skip_blanks();
        let section = self.at_section();
        self.cursor = start;
        section
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

    /// Returns true if the list ends at the cursor. After a number, a bracket that opens the layout
    /// ends the dimensions. A section ends `minor_to_major`, and so does `(` after a
    /// number: it may begin the old spelling of `T`.
    const fn ends(&self, what: What, close: u8, after_number: bool) -> bool {
        match self.cursor.peek() {
            None => true,
            Some(b'>') if !after_number && self.at_wrong_bound(what) => false,
            Some(b'<' | b'>') if after_number && self.at_comparison(what, close) => false,
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

    /// Returns true if a shift or a comparison follows the number; such an expression needs braces.
    const fn at_comparison(&self, what: What, close: u8) -> bool {
        let greater = close != b'>' && self.cursor.at_greater();
        self.holes && what.takes_holes() && (self.cursor.at_shift() || greater)
    }

    /// Returns true if a `:` is followed by a number.
    const fn at_colon_number(&self) -> bool {
        matches!(self.cursor.text(self.cursor.token()), b":") && self.cursor.separator().is_some()
    }

    /// Returns true if `>=` or `>` is written instead of `<=`.
    const fn at_wrong_bound(&self, what: What) -> bool {
        matches!(what, What::Dimension)
            && matches!(self.cursor.peek_at(1), Some(b'=' | b'0'..=b'9'))
    }
}

/// Returns true if an operator between two numbers follows, or `as`.
pub(super) const fn at_binary_operator(cursor: Cursor<'_>) -> bool {
    let operator = matches!(
        cursor.peek(),
        Some(b'*' | b'+' | b'-' | b'/' | b'%' | b'^' | b'&' | b'<' | b'>')
    );
    operator || matches!(cursor.text(cursor.token()), b"as")
}
