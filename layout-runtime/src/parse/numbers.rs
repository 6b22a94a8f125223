//! Lists of numbers: dimensions, `minor_to_major`, tiles, and the numbers of
//! the other sections. All of them take the same mistakes.

use super::{NO_HOLE, NOWHERE, Parser, Span, cursor};
use crate::error::{ErrorKind, What};
use crate::list::List;
use crate::spec::{COMBINE, Dims, MAX_RANK, MAX_SPLIT_INDICES, MAX_TILE_RANK};

/// Numbers separated by commas, with where they stand.
pub(super) struct Numbers {
    pub(super) values: Dims,
    pub(super) spans: [Span; MAX_RANK],
    pub(super) holes: [u8; MAX_RANK],
    /// Bit `i` is set when number `i` was written as `<=n`.
    pub(super) dynamic: u16,
}

/// One entry of a list.
struct Entry {
    value: usize,
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

    /// What stands for an entry that has a mistake: it causes no other.
    const DUMMY: Entry = Entry::number(1);
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

    /// The largest value of such a number.
    const fn largest(self) -> usize {
        match self {
            What::Space => 127,
            _ => isize::MAX as usize,
        }
    }

    /// Whether a name or an expression may stand for such a number.
    const fn takes_holes(self) -> bool {
        matches!(self, What::Dimension | What::Tile)
    }
}

impl Parser<'_> {
    /// Numbers up to the closing bracket `close`, which is left in place, as
    /// are a `:` after `minor_to_major` and the `=` of `PAD`.
    pub(super) const fn numbers(&mut self, what: What, close: u8) -> Numbers {
        let mut numbers = Numbers {
            values: List::new(0),
            spans: [NOWHERE; MAX_RANK],
            holes: [NO_HOLE; MAX_RANK],
            dynamic: 0,
        };
        let mut comma = None;
        let mut told_too_many = false;
        loop {
            self.cursor.skip_blanks();
            if self.ends(what, close, comma.is_none()) {
                if let Some(comma) = comma {
                    self.mistake(ErrorKind::TrailingComma, comma);
                }
                return numbers;
            }
            let start = self.cursor.position();
            let entry = self.entry(what);
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
                let limit = what.limit();
                self.mistake(ErrorKind::TooMany { what, limit }, span);
                told_too_many = true;
            }
            comma = None;
            self.cursor.skip_blanks();
            if self.ends(what, close, true) {
                return numbers;
            }
            let here = self.cursor.here();
            match self.cursor.peek() {
                Some(b',') => {
                    comma = Some(here);
                    self.cursor.advance();
                }
                Some(b';' | b'x' | b'X') => {
                    self.mistake(ErrorKind::WrongSeparator, here);
                    self.cursor.advance();
                }
                Some(b'*' | b'+' | b'-' | b'/' | b'%') if self.holes && what.takes_holes() => {
                    let rest = self.cursor.skip_entry();
                    let whole = Span {
                        start,
                        end: rest.end,
                    };
                    self.mistake(ErrorKind::BareExpression, whole);
                }
                Some(c) if c.is_ascii_alphanumeric() || matches!(c, b'-' | b'*' | b'$' | b'"') => {
                    self.mistake(ErrorKind::MissingComma, self.cursor.token());
                }
                _ => {
                    self.mistake(ErrorKind::NotANumber(what), self.cursor.token());
                    self.cursor.skip_entry();
                    comma = self.skip_comma();
                    if comma.is_none() {
                        return numbers;
                    }
                }
            }
        }
    }

    const fn skip_comma(&mut self) -> Option<Span> {
        let here = self.cursor.here();
        if matches!(self.cursor.peek(), Some(b',')) {
            self.cursor.advance();
            Some(here)
        } else {
            None
        }
    }

    /// Whether the list ends at the cursor. A bracket that opens the layout
    /// ends the dimensions, a letter ends `minor_to_major`, when no number is
    /// awaited.
    const fn ends(&self, what: What, close: u8, no_number_due: bool) -> bool {
        match self.cursor.peek() {
            None => true,
            Some(c) if c == close || cursor::is_close(c) => true,
            Some(b':') => matches!(what, What::Order),
            Some(b'=') => matches!(what, What::Pad),
            Some(b'{') => matches!(what, What::Dimension) && no_number_due,
            Some(b'<') => {
                matches!(what, What::Dimension)
                    && no_number_due
                    && !matches!(self.cursor.peek_at(1), Some(b'='))
            }
            Some(c) => matches!(what, What::Order) && c.is_ascii_alphabetic() && no_number_due,
        }
    }

    const fn entry(&mut self, what: What) -> Entry {
        let here = self.cursor.here();
        match (self.cursor.peek(), what) {
            (Some(b','), _) => {
                self.mistake(ErrorKind::MissingNumber(what), here);
                Entry::DUMMY
            }
            (Some(b'?'), What::Dimension) => {
                self.mistake(ErrorKind::Unbounded, here);
                self.cursor.advance();
                Entry::DUMMY
            }
            (Some(b'<'), What::Dimension) if matches!(self.cursor.peek_at(1), Some(b'=')) => {
                self.cursor.advance();
                self.cursor.advance();
                self.cursor.skip_blanks();
                let mut entry = self.number(what);
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
            _ => self.number(what),
        }
    }

    const fn number(&mut self, what: What) -> Entry {
        let before = self.cursor;
        let span = self.cursor.word();
        let word = self.cursor.text(span);
        let kind = match classify(word) {
            Word::Number(value) if value <= what.largest() as u64 => {
                return Entry::number(value as usize);
            }
            Word::Number(_) | Word::TooLarge => match what {
                What::Space => ErrorKind::AboveLimit {
                    what,
                    limit: what.largest(),
                },
                _ => ErrorKind::TooLarge(what),
            },
            Word::MinusOne if matches!(what, What::Tile) => return Entry::number(COMBINE),
            Word::MinusOne | Word::Negative => ErrorKind::Negative(what),
            Word::Hole(hole) if self.holes => {
                if what.takes_holes() {
                    self.has_holes = true;
                    return Entry {
                        value: 1,
                        hole,
                        dynamic: false,
                    };
                }
                ErrorKind::NotLiteral(what)
            }
            Word::Fraction => ErrorKind::Fraction(what),
            Word::Suffix => ErrorKind::Suffix(what),
            Word::Times => ErrorKind::TimesSign,
            Word::Quoted => ErrorKind::Quoted(what),
            Word::Name if self.holes && what.takes_holes() => {
                self.cursor = before;
                let span = self.cursor.skip_entry();
                self.mistake(ErrorKind::BareExpression, span);
                return Entry::DUMMY;
            }
            Word::Name => ErrorKind::Name(what),
            Word::Nothing => {
                let token = self.cursor.token();
                self.mistake(ErrorKind::NotANumber(what), token);
                self.cursor.skip_entry();
                return Entry::DUMMY;
            }
            Word::Hole(_) | Word::Other => ErrorKind::NotANumber(what),
        };
        self.mistake(kind, span);
        Entry::DUMMY
    }
}

/// What a word in the place of a number is.
enum Word {
    Number(u64),
    TooLarge,
    MinusOne,
    Negative,
    Fraction,
    Suffix,
    Times,
    Quoted,
    Name,
    Hole(u8),
    Nothing,
    Other,
}

const fn classify(word: &[u8]) -> Word {
    let Some((&first, rest)) = word.split_first() else {
        return Word::Nothing;
    };
    match first {
        b'"' | b'\'' => return Word::Quoted,
        b'$' => {
            return match classify(rest) {
                Word::Number(hole) if hole < NO_HOLE as u64 => Word::Hole(hole as u8),
                _ => Word::Other,
            };
        }
        b'-' => {
            return match classify(rest) {
                Word::Number(1) => Word::MinusOne,
                Word::Number(_) | Word::TooLarge => Word::Negative,
                Word::Fraction => Word::Fraction,
                _ => Word::Other,
            };
        }
        b'+' => return Word::Other,
        _ if !first.is_ascii_digit() => {
            return if first.is_ascii_alphabetic() || first == b'_' {
                Word::Name
            } else {
                Word::Other
            };
        }
        _ => {}
    }
    let mut value = Some(0u64);
    let mut i = 0;
    while i < word.len() && word[i].is_ascii_digit() {
        value = match value {
            Some(value) => match value.checked_mul(10) {
                Some(tens) => tens.checked_add((word[i] - b'0') as u64),
                None => None,
            },
            None => None,
        };
        i += 1;
    }
    if i < word.len() {
        return match word[i] {
            b'.' => Word::Fraction,
            b'x' | b'X' if i + 1 < word.len() && word[i + 1].is_ascii_digit() => Word::Times,
            c if c.is_ascii_alphabetic() || c == b'_' => Word::Suffix,
            _ => Word::Other,
        };
    }
    match value {
        Some(value) => Word::Number(value),
        None => Word::TooLarge,
    }
}

/// The value of a word that is a number and nothing else.
pub(super) const fn plain_number(word: &[u8]) -> Option<usize> {
    match classify(word) {
        Word::Number(value) if value <= isize::MAX as u64 => Some(value as usize),
        _ => None,
    }
}
