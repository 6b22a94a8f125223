//! Parses one entry of a list of numbers, and reports text that is not a number.

use super::cursor::{self, Cursor};
use super::number_list::at_binary_operator;
use super::word::{Word, classify};
use super::{NO_HOLE, Parser, Span};
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::{ErrorKind, Expected, What};
use crate::spec::{COMBINE, UNKNOWN};

/// One entry of a list.
pub(super) struct Entry {
    pub(super) value: usize,
    pub(super) hole: u8,
    pub(super) dynamic: bool,
}

impl Entry {
    const fn number(value: usize) -> Self {
        Entry {
            value,
            hole: NO_HOLE,
            dynamic: false,
        }
    }

    /// The value of an entry in error, which causes no further errors.
    const DUMMY: Entry = Entry::number(1);
}

impl Parser<'_> {
    /// One entry. `comma_reported`: the comma before it is missing, which has been
    /// reported. `bounded`: `<=` precedes it.
    pub(super) const fn entry(&mut self, what: What, comma_reported: bool, bounded: bool) -> Entry {
        let here = self.cursor.here();
        match (self.cursor.peek(), what) {
            (Some(b','), _) => {
                self.mistake(ErrorKind::MissingNumber(what), here);
                self.cursor.skip_commas();
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
            (Some(c @ (b'<' | b'>' | b'=')), What::Dimension)
                if c != b'=' || matches!(self.cursor.peek_at(1), Some(b'<')) =>
            {
                self.cursor.advance();
                let second = self.cursor.peek();
                if matches!(second, Some(b'=' | b'<')) {
                    self.cursor.advance();
                }
                if c != b'<' || !matches!(second, Some(b'=')) {
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
            _ => self.number(what, comma_reported),
        }
    }

    pub(super) const fn number(&mut self, what: What, comma_reported: bool) -> Entry {
        let before = self.cursor;
        let span = self.cursor.word();
        let word = self.cursor.text(span);
        let kind = match classify(word) {
            Word::Number(_) if matches!(word, [b'0', _, ..]) => ErrorKind::LeadingZero(what),
            Word::Number(value) if value <= isize::MAX as u64 => {
                return Entry::number(value as usize);
            }
            // The validator names the limit, which is far below.
            Word::Number(_) | Word::TooLarge if matches!(what, What::MemorySpace) => {
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
                self.name(what, before, comma_reported);
                return Entry::DUMMY;
            }
            Word::Name => ErrorKind::Name(what),
            Word::Nothing | Word::Other if self.at_operator(before, what) => {
                self.cursor.rewind(before);
                let span = self.cursor.skip_entry(what.stop());
                self.mistake(ErrorKind::BareExpression, span);
                return Entry::DUMMY;
            }
            Word::Nothing => {
                self.no_number(what);
                return Entry::DUMMY;
            }
            Word::Hole(_) | Word::Other => ErrorKind::NotANumber(what),
        };
        let named = matches!(kind, ErrorKind::Name(_) | ErrorKind::NotLiteral(_));
        let span = if named {
            self.rest_of_entry(what, span)
        } else {
            span
        };
        self.mistake(kind, span);
        Entry::DUMMY
    }

    /// An entry that begins with punctuation. The error is at the punctuation if a number
    /// follows, at a group of entries, otherwise at the whole entry.
    const fn no_number(&mut self, what: What) {
        let mut span = self.cursor.token();
        let number = self.cursor.separator().is_some();
        let mut group = self.cursor;
        group.skip_group();
        let entry = self.cursor.skip_entry(what.stop());
        let mut kind = ErrorKind::NotANumber(what);
        if entry.is_empty() {
            kind = ErrorKind::MissingNumber(what);
        } else if group.position() > entry.start {
            span.end = group.position();
            group.skip_blanks();
            let operator = at_binary_operator(group) || matches!(group.peek(), Some(b'.'));
            if self.holes && what.takes_holes() && (operator || is_name(self.cursor.text(span))) {
                kind = ErrorKind::BareExpression;
                span = entry;
            }
            let at = if group.position() > entry.end {
                group
            } else {
                self.cursor
            };
            self.cursor = at;
        } else if !number {
            span = entry;
        }
        self.mistake(kind, span);
    }

    /// Moves past the entry that begins with a name. Returns the range of the name, or of
    /// the entry if it is an expression.
    const fn rest_of_entry(&mut self, what: What, name: Span) -> Span {
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        let Some(next) = ahead.peek() else {
            return name;
        };
        let value = matches!(next, b'=' | b':');
        let group = matches!(next, b'(' | b'[' | b'{');
        if next == what.stop()
            || ahead.punctuation().is_empty() && !group
            || cursor::is_word(&[next])
        {
            return name;
        }
        let Span { end, .. } = self.cursor.skip_entry(what.stop());
        if value || group {
            name
        } else {
            Span {
                start: name.start,
                end,
            }
        }
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

    /// Returns true if an expression begins at `start` with an operator: `!N`, `*N`.
    const fn at_operator(&self, start: Cursor<'_>, what: What) -> bool {
        let mut ahead = start;
        let operator = matches!(ahead.peek(), Some(b'!' | b'&' | b'-' | b'*'));
        ahead.advance();
        let operand = ahead.text(ahead.token());
        let named = matches!(operand, [first, ..] if first.is_ascii_alphabetic() || matches!(first, b'_' | b'('));
        self.holes && what.takes_holes() && operator && named
    }

    /// Reports an entry that begins with a name in the macro's text and is not a hole: an
    /// expression, or a name next to a missing comma, which the list reports.
    const fn name(&mut self, what: What, start: Cursor<'_>, comma_reported: bool) {
        let dotted = self.cursor.is_after_dot(start);
        let word = start.text(start.token());
        let keyword = keyword(word);
        self.cursor.skip_blanks();
        let next = self.cursor.text(self.cursor.token());
        let alone = matches!(next, [] | [b',' | b')' | b']']);
        let another = cursor::is_word(next) && !matches!(next, b"as") && keyword.is_none()
            || matches!(next, b";");
        if !dotted && (another || alone && comma_reported) {
            return;
        }
        if alone && !self.parsed.element_known && matches!(what, What::Dimension) {
            return; // the name before the brackets is not an element type
        }
        // `_`, `true`, an element type, or the name of a number: `rows=3`, `rows: 3`
        let no_number = matches!(word, b"_" | b"None" | b"true" | b"false");
        let placeholder = no_number || ElementType::named(word).is_some();
        let label = matches!(next, b"=" | b":");
        self.cursor.rewind(start);
        let span = self.cursor.skip_entry(what.stop());
        let kind = if placeholder || label || matches!(keyword, Some(Keyword::Other)) {
            ErrorKind::NotANumber(what)
        } else {
            ErrorKind::BareExpression
        };
        self.mistake(kind, span);
    }
}

/// Returns true if an entry is a name in parentheses.
const fn is_name(entry: &[u8]) -> bool {
    let [b'(', first, rest @ ..] = entry else {
        return false;
    };
    let mut i = 0;
    while i < rest.len() && cursor::is_word(&[rest[i]]) {
        i += 1;
    }
    i + 1 == rest.len() && rest[i] == b')' && !first.is_ascii_digit() && cursor::is_word(&[*first])
}

/// The construct that a keyword of Rust begins.
#[derive(Clone, Copy)]
enum Keyword {
    Expression,
    Other,
}

const fn keyword(word: &[u8]) -> Option<Keyword> {
    match word {
        b"if" | b"match" | b"const" | b"unsafe" | b"loop" | b"while" | b"for" | b"async"
        | b"move" | b"return" | b"break" => Some(Keyword::Expression),
        b"mut" | b"ref" | b"dyn" | b"impl" | b"let" | b"static" | b"type" | b"fn" | b"use"
        | b"struct" | b"enum" | b"where" | b"pub" | b"in" => Some(Keyword::Other),
        _ => None,
    }
}
