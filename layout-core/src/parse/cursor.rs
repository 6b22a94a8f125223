//! `Cursor`: a position in the text, and its lexer.

use super::{HOLE, Span};

#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Returns the bracket that closes `open`.
#[must_use]
pub const fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        _ => b'>',
    }
}

/// Returns true if `c` is a closing bracket.
pub(super) const fn is_close(c: u8) -> bool {
    matches!(c, b')' | b']' | b'}' | b'>')
}

/// Returns true if `c` is an opening bracket.
#[must_use]
pub const fn is_open(c: u8) -> bool {
    matches!(c, b'(' | b'[' | b'{' | b'<')
}

/// Returns true if a text is a word rather than punctuation.
pub(super) const fn is_word(text: &[u8]) -> bool {
    matches!(text, [c, ..] if is_word_byte(*c) || *c == b'"')
}

/// Returns true if `c` can be part of a word: a name, a number, or any text that is not
/// punctuation. Errors quote words whole.
const fn is_word_byte(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'\'' | HOLE) || !c.is_ascii()
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0 }
    }

    pub(super) const fn position(&self) -> usize {
        self.at
    }

    pub(super) const fn at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(super) const fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    /// Returns the byte `ahead` of the cursor.
    pub(super) const fn peek_at(&self, ahead: usize) -> Option<u8> {
        if self.at + ahead < self.bytes.len() {
            Some(self.bytes[self.at + ahead])
        } else {
            None
        }
    }

    /// Returns true if an opening bracket is before the cursor.
    pub(super) const fn is_after_open(&self) -> bool {
        self.at > 0 && is_open(self.bytes[self.at - 1])
    }

    pub(super) const fn advance(&mut self) {
        if self.at < self.bytes.len() {
            self.at += 1;
        }
    }

    pub(super) const fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Returns the character at the cursor, which the grammar knows to be ASCII, or the empty range
    /// at the end.
    pub(super) const fn here(&self) -> Span {
        let end = if self.at_end() { self.at } else { self.at + 1 };
        Span {
            start: self.at,
            end,
        }
    }

    /// Moves back to an earlier position.
    pub(super) const fn rewind(&mut self, to: Cursor<'_>) {
        self.at = to.at;
    }

    /// Returns the token at the cursor, if it can only be meant as a separator: `;`, a times sign,
    /// or a word in lower case or punctuation before a number.
    pub(super) const fn separator(&self) -> Option<Span> {
        let span = self.punctuation();
        let mut ahead = *self;
        ahead.at = span.end;
        ahead.skip_blanks();
        let number = matches!(ahead.peek(), Some(c) if c.is_ascii_digit());
        match self.text(span) {
            [] | [b'+' | b'%' | b'^' | b'!' | b'&', ..] => None, // operators
            [b';'] | [0xc3, 0x97] => Some(span),
            _ if number => Some(span),
            _ => None,
        }
    }

    /// Punctuation other than commas and brackets, or a word in lower case such as `by`;
    /// otherwise empty.
    pub(super) const fn punctuation(&self) -> Span {
        let Span { start, mut end } = self.token();
        match self.bytes.split_at(start).1 {
            [b'x' | b'X' | b'-', b'0'..=b'9', ..] => end = start + 1,
            [b'b', b'y', b'0'..=b'9', ..] | [0xc3, 0x97, ..] => end = start + 2,
            [c, ..] if is_open(*c) || is_close(*c) => end = start,
            [
                b'"' | b',' | b'?' | b'$' | HOLE | b'0'..=b'9' | b'A'..=b'Z',
                ..,
            ] => end = start,
            _ => {}
        }
        Span { start, end }
    }

    /// Moves to the end of a range of the text.
    pub(super) const fn skip(&mut self, span: Span) {
        self.at = span.end;
    }

    pub(super) const fn text(&self, span: Span) -> &'a [u8] {
        self.bytes.split_at(span.end).0.split_at(span.start).1
    }

    /// Consumes a word, which may be empty. The sign of a number is part of it,
    /// as are quotes with all that they enclose, and the `.` and `::` of a path.
    pub(super) const fn word(&mut self) -> Span {
        let start = self.at;
        if matches!(self.peek(), Some(b'"')) {
            self.at += 1;
            while !self.at_end() && self.bytes[self.at] != b'"' {
                self.at += 1;
            }
            self.advance();
        } else {
            let signed = matches!(self.peek(), Some(b'-' | b'+'));
            if signed && matches!(self.peek_at(1), Some(c) if c.is_ascii_digit()) {
                self.at += 1;
            }
            let number = matches!(self.peek(), Some(c) if c.is_ascii_digit());
            loop {
                match self.peek() {
                    Some(c) if is_word_byte(c) => self.at += 1,
                    // But `0.T(8,128)` is 0.
                    Some(b'.') if number && !matches!(self.peek_at(1), Some(b'A'..=b'Z')) => {
                        self.at += 1;
                    }
                    Some(b'+' | b'-') if number && self.in_exponent() => self.at += 1,
                    Some(b'.' | b':') if !number && self.at > start && self.at_segment() => {
                        self.at += matches!(self.peek(), Some(b':')) as usize + 1;
                    }
                    _ => break,
                }
            }
        }
        Span {
            start,
            end: self.at,
        }
    }

    /// Returns true if `.` or `::` and a name follow.
    const fn at_segment(&self) -> bool {
        match self.bytes.split_at(self.at).1 {
            [b'.', c, ..] | [b':', b':', c, ..] => is_word_byte(*c),
            _ => false,
        }
    }

    /// Returns true if the text since `start` contains a dot.
    pub(super) const fn is_after_dot(&self, start: Cursor<'_>) -> bool {
        let mut at = start.at;
        while at < self.at && self.bytes[at] != b'.' {
            at += 1;
        }
        at < self.at
    }

    /// Returns true if the cursor is at the sign of a float's exponent: `3e-2`.
    const fn in_exponent(&self) -> bool {
        matches!(
            self.bytes.split_at(self.at).0,
            [.., b'0'..=b'9' | b'.', b'e' | b'E']
        ) && matches!(self.peek_at(1), Some(b'0'..=b'9'))
    }

    /// Consumes letters, if any; characters that are not ASCII count as
    /// letters.
    pub(super) const fn letters(&mut self) -> Span {
        let start = self.at;
        while matches!(self.peek(), Some(c) if c.is_ascii_alphabetic() || c == b'_' || !c.is_ascii())
        {
            self.at += 1;
        }
        Span {
            start,
            end: self.at,
        }
    }

    /// Returns the word, operator or character at the cursor, without consuming it.
    pub(super) const fn token(&self) -> Span {
        let mut ahead = *self;
        let word = ahead.word();
        if word.end > word.start {
            return word;
        }
        let Span { start, mut end } = self.here();
        match self.bytes.split_at(self.at).1 {
            [b'.', b'.', b'.' | b'=', ..] => end += 2,
            [b'=' | b'-', b'>', ..] | [b'=' | b'<' | b'>' | b'!', b'=', ..] => end += 1,
            [
                a @ (b':' | b'.' | b'<' | b'>' | b'*' | b'&' | b'|' | b'/'),
                b,
                ..,
            ] if *a == *b => {
                end += 1;
            }
            _ => {}
        }
        Span { start, end }
    }

    /// Moves to the next comma, `stop` or closing bracket outside of inner brackets. `<`
    /// and `>` are brackets in a path, otherwise operators; a `>` without a `<` closes.
    pub(super) const fn skip_entry(&mut self, stop: u8) -> Span {
        let start = self.at;
        let mut end = start;
        let (mut depth, mut angles, mut less) = (0usize, 0usize, 0usize);
        while let Some(c) = self.peek() {
            let path = depth == 0 && (angles > 0 || self.is_after(b":"));
            match c {
                b',' if depth == 0 && angles == 0 => break,
                _ if c == stop && depth == 0 && angles == 0 => break,
                b'<' if path => angles += 1,
                b'>' if angles > 0 && path => angles -= !self.is_after(b"-=") as usize,
                b'<' | b'>' if self.at_shift() => self.at += 1,
                b'<' => less += 1,
                b'>' if depth > 0 => {}
                b'>' if less > 0 => less -= 1,
                b'>' if self.at_greater() => {}
                _ if is_open(c) => depth += 1,
                _ if is_close(c) && depth == 0 => break,
                _ if is_close(c) => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if c != b' ' {
                end = self.at;
            }
        }
        Span { start, end }
    }

    /// Returns true if one of `bytes` is directly before the cursor.
    const fn is_after(&self, bytes: &[u8]) -> bool {
        let mut i = 0;
        while i < bytes.len() && self.at > 0 {
            if self.bytes[self.at - 1] == bytes[i] {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Returns true if `<<` or `>>` and another number follow.
    pub(super) const fn at_shift(&self) -> bool {
        matches!(
            self.bytes.split_at(self.at).1,
            [b'<', b'<', c, ..] | [b'>', b'>', c, ..] if is_word_byte(*c) || is_open(*c)
        )
    }

    /// Returns true if `>` and another operand follow.
    pub(super) const fn at_greater(&self) -> bool {
        matches!(self.bytes.split_at(self.at).1, [b'>', c, ..] if is_word_byte(*c))
    }

    /// Moves from a comma to the last of several successive commas.
    pub(super) const fn skip_commas(&mut self) {
        let mut ahead = *self;
        while matches!(ahead.peek(), Some(b',')) {
            self.at = ahead.at;
            ahead.advance();
            ahead.skip_blanks();
        }
    }

    /// Moves to `close` outside of inner brackets, or to the end.
    pub(super) const fn skip_to(&mut self, close: u8) {
        let mut depth = 0usize;
        while let Some(c) = self.peek() {
            if depth == 0 && c == close {
                break;
            }
            if c == b'<' && self.at_shift() {
                self.at += 1;
            } else if is_open(c) {
                depth += 1;
            } else if is_close(c) {
                depth = depth.saturating_sub(1);
            }
            self.at += 1;
        }
    }

    /// Returns the token at the cursor, or the group that it opens.
    pub(super) const fn token_or_group(&self) -> Span {
        let mut span = self.token();
        let mut ahead = *self;
        ahead.skip_group();
        if ahead.at > span.end {
            span.end = ahead.at;
        }
        span
    }

    /// Returns true if an error at `span` follows from an error at `earlier`: it is the next token,
    /// or the one after punctuation.
    pub(super) const fn is_beside(&self, earlier: Span, span: Span) -> bool {
        if earlier.is_empty() || span.start < earlier.start {
            return false;
        }
        let mut ahead = *self;
        ahead.at = earlier.end;
        ahead.skip_blanks();
        let [only] = self.text(earlier) else {
            return ahead.at >= span.start;
        };
        if ahead.at < span.start && !is_word_byte(*only) {
            ahead.at = ahead.token().end;
            ahead.skip_blanks();
        }
        ahead.at >= span.start
    }

    /// Moves past groups in parentheses or square brackets.
    pub(super) const fn skip_groups(&mut self) {
        self.skip_blanks();
        while matches!(self.peek(), Some(b'(' | b'[')) {
            self.skip_group();
            self.skip_blanks();
        }
    }

    /// Moves past a bracketed group, if the cursor is at one.
    pub(super) const fn skip_group(&mut self) {
        if let Some(open) = self.peek()
            && is_open(open)
        {
            self.advance();
            self.skip_to(closing(open));
            self.advance();
        }
    }
}
