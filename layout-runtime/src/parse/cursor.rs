//! `Cursor`: a position in the text, and its lexer.

use super::Span;

#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// The bracket that closes `open`.
pub(super) const fn closing(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        _ => b'>',
    }
}

/// Whether `c` is a closing bracket.
pub(super) const fn is_close(c: u8) -> bool {
    matches!(c, b')' | b']' | b'}' | b'>')
}

pub(super) const fn is_open(c: u8) -> bool {
    matches!(c, b'(' | b'[' | b'{' | b'<')
}

/// Whether a text is a word rather than punctuation.
pub(super) const fn is_word(text: &[u8]) -> bool {
    matches!(text, [c, ..] if is_word_byte(*c) || *c == b'"')
}

/// Whether `c` can be part of a word: a name, a number, or any text that is not
/// punctuation, so that errors quote it whole.
const fn is_word_byte(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$' | b'\'') || !c.is_ascii()
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

    /// The byte `ahead` of the cursor.
    pub(super) const fn peek_at(&self, ahead: usize) -> Option<u8> {
        if self.at + ahead < self.bytes.len() {
            Some(self.bytes[self.at + ahead])
        } else {
            None
        }
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

    /// The character at the cursor, which the grammar knows to be ASCII, or
    /// the empty range at the end.
    pub(super) const fn here(&self) -> Span {
        let end = if self.at_end() { self.at } else { self.at + 1 };
        Span {
            start: self.at,
            end,
        }
    }

    /// Everything from the cursor on, but for blanks at the end.
    pub(super) const fn rest(&self) -> Span {
        let rest = self.bytes.split_at(self.at).1.trim_ascii_end();
        Span {
            start: self.at,
            end: self.at + rest.len(),
        }
    }

    /// Moves back to an earlier position.
    pub(super) const fn rewind(&mut self, to: Cursor<'_>) {
        self.at = to.at;
    }

    /// Consumes a separator other than a comma between two numbers: `;`, `x`,
    /// `×`, `by`, or other punctuation before a number.
    pub(super) const fn separator(&mut self) -> Option<Span> {
        let start = self.at;
        match self.bytes.split_at(self.at).1 {
            [b';' | b'x' | b'X', ..] => self.at += 1,
            [0xc3, 0x97, ..] | [b'b', b'y', b' ' | b'0'..=b'9', ..] => self.at += 2,
            [b'-', b'>', b'0'..=b'9', ..] => self.at += 2,
            [b'-' | b':' | b'|' | b'/' | b'=', b'0'..=b'9', ..] => self.at += 1,
            _ => return None,
        }
        Some(Span {
            start,
            end: self.at,
        })
    }

    pub(super) const fn text(&self, span: Span) -> &'a [u8] {
        self.bytes.split_at(span.end).0.split_at(span.start).1
    }

    /// Consumes a word, which may be empty. A sign is part of it, as are quotes
    /// with all that they enclose and the `::` of a path.
    pub(super) const fn word(&mut self) -> Span {
        let start = self.at;
        if matches!(self.peek(), Some(b'"')) {
            self.at += 1;
            while !self.at_end() && self.bytes[self.at] != b'"' {
                self.at += 1;
            }
            self.advance();
        } else {
            if matches!(self.peek(), Some(b'-' | b'+')) {
                self.at += 1;
            }
            let number = matches!(self.peek(), Some(c) if c.is_ascii_digit());
            loop {
                match self.peek() {
                    Some(c) if is_word_byte(c) => self.at += 1,
                    Some(b'+' | b'-') if number && self.in_exponent() => self.at += 1,
                    Some(b':') if !number && self.at_path() => self.at += 2,
                    _ => break,
                }
            }
        }
        Span {
            start,
            end: self.at,
        }
    }

    /// Whether `::` and a name follow.
    const fn at_path(&self) -> bool {
        matches!(self.bytes.split_at(self.at).1, [b':', b':', c, ..] if is_word_byte(*c))
    }

    /// Whether what was taken since `start` has a dot in it.
    pub(super) const fn is_after_dot(&self, start: Cursor<'_>) -> bool {
        let mut at = start.at;
        while at < self.at && self.bytes[at] != b'.' {
            at += 1;
        }
        at < self.at
    }

    /// Whether the cursor is at the sign of a float's exponent: `3e-2`.
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

    /// The word or character at the cursor, without consuming it.
    pub(super) const fn token(&self) -> Span {
        let mut ahead = *self;
        let word = ahead.word();
        if word.end > word.start {
            word
        } else {
            self.here()
        }
    }

    /// Moves to the next comma or closing bracket outside of inner brackets.
    /// `<` and `>` are brackets in a path, else operators.
    pub(super) const fn skip_entry(&mut self) -> Span {
        let start = self.at;
        let mut end = start;
        let (mut depth, mut angles) = (0usize, 0usize);
        while let Some(c) = self.peek() {
            let path = depth == 0 && (angles > 0 || self.is_after(b":"));
            match c {
                b',' if depth == 0 && angles == 0 => break,
                b'<' if path => angles += 1,
                b'>' if angles > 0 && path => angles -= !self.is_after(b"-=") as usize,
                b'<' | b'>' if self.at_shift() => self.at += 1,
                b'<' => {}
                b'>' if depth > 0 => {}
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

    /// Whether one of `bytes` is directly before the cursor.
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

    /// Whether `<<` or `>>` and another number follow.
    pub(super) const fn at_shift(&self) -> bool {
        matches!(
            self.bytes.split_at(self.at).1,
            [b'<', b'<', c, ..] | [b'>', b'>', c, ..] if is_word_byte(*c) || is_open(*c)
        )
    }

    /// Moves to `close` outside of inner brackets, or to the end.
    pub(super) const fn skip_to(&mut self, close: u8) {
        let mut depth = 0usize;
        while let Some(c) = self.peek() {
            if depth == 0 && c == close {
                break;
            }
            if is_open(c) {
                depth += 1;
            } else if is_close(c) {
                depth = depth.saturating_sub(1);
            }
            self.at += 1;
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
