//! `Scanner`: the tokens of a text, with their ranges.

use alloc::vec::Vec;
use core::ops::Range;

use super::error::{Problem, TextError};

/// A position in a text. Methods that consume skip blanks first.
#[derive(Clone, Copy, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// The numbers of a list, and their range in the text, brackets included.
#[derive(Clone, Debug)]
pub struct List {
    pub numbers: Vec<i64>,
    pub range: Range<usize>,
}

impl List {
    /// Returns the numbers as sizes or as strides.
    pub fn all<T: TryFrom<i64>>(&self) -> Option<Vec<T>> {
        let numbers = self.numbers.iter();
        numbers.map(|&number| T::try_from(number).ok()).collect()
    }
}

impl<'a> Scanner<'a> {
    pub const fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// Returns the whole text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the position after the last token, in bytes.
    pub const fn position(&self) -> usize {
        self.at
    }

    /// Goes back to an earlier position.
    pub const fn back_to(&mut self, position: usize) {
        self.at = position;
    }

    /// Passes over `len` bytes.
    pub const fn skip(&mut self, len: usize) {
        self.at += len;
    }

    /// Returns the rest of the text.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the position of the next token, in bytes.
    pub fn here(&mut self) -> usize {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.at
    }

    /// Returns the whole text.
    pub const fn whole(&self) -> Range<usize> {
        0..self.text.len()
    }

    /// From `start` to the last token; at least one character.
    pub fn since(&self, start: usize) -> Range<usize> {
        let next = self.text[start..].chars().next().map_or(0, char::len_utf8);
        start..self.at.max(start + next)
    }

    /// Returns an error about a range of the text.
    pub fn error(&self, problem: impl Into<Problem>, range: Range<usize>) -> TextError {
        TextError::new(problem, self.text, range)
    }

    /// Returns the value, or its error about a range of the text.
    pub fn check<T>(
        &self,
        value: Result<T, impl Into<Problem>>,
        range: Range<usize>,
    ) -> Result<T, TextError> {
        value.map_err(|problem| self.error(problem, range))
    }

    /// Returns an error about the next token.
    pub fn expected(&mut self, what: &'static str) -> TextError {
        let start = self.here();
        let mut ahead = *self;
        let word = ahead.word().len();
        let first = self.rest().chars().next().map_or(0, char::len_utf8);
        self.error(Problem::Expected(what), start..start + word.max(first))
    }

    /// Returns the next byte that is not blank.
    pub fn peek(&mut self) -> Option<u8> {
        self.here();
        self.rest().bytes().next()
    }

    /// Returns true if the text has ended.
    pub fn at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Consumes `token` if it is next.
    pub fn eat(&mut self, token: &str) -> bool {
        self.here();
        let eats = self.rest().starts_with(token);
        self.at += if eats { token.len() } else { 0 };
        eats
    }

    /// Consumes the word `word` if it is next, and no longer word.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        let eats = ahead.word() == word;
        if eats {
            *self = ahead;
        }
        eats
    }

    /// Consumes `token`, or says what was expected.
    pub fn expect(&mut self, token: &str, what: &'static str) -> Result<(), TextError> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }

    /// Returns an error unless the text has ended.
    pub fn end(&mut self) -> Result<(), TextError> {
        if self.at_end() {
            Ok(())
        } else {
            let start = self.here();
            let end = start + self.rest().trim_end().len();
            Err(self.error(Problem::Expected("nothing more"), start..end))
        }
    }

    /// Consumes successive letters, digits and `_`.
    pub fn word(&mut self) -> &'a str {
        self.take(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// Consumes the characters that `belongs` accepts.
    pub fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        self.here();
        let rest = self.rest();
        let len = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    /// Consumes an integer.
    pub fn number(&mut self, what: &'static str) -> Result<i64, TextError> {
        let start = self.here();
        let negative = self.eat("-");
        let digits = self.take(|c| c.is_ascii_digit());
        if digits.is_empty() {
            self.at = start;
            return Err(self.expected(what));
        }
        let number: Option<i128> = digits.parse().ok();
        let number = number.map(|number| if negative { -number } else { number });
        let number = number.and_then(|number| i64::try_from(number).ok());
        self.check(number.ok_or(Problem::TooLarge), start..self.at)
    }

    /// Consumes an integer of at least 0.
    pub fn size(&mut self, what: &'static str) -> Result<usize, TextError> {
        let start = self.here();
        let number = self.number(what)?;
        usize::try_from(number).map_err(|_| self.error(Problem::Expected(what), start..self.at))
    }

    /// Consumes the text between quotes, which has no escapes; the range includes the quotes.
    pub fn quoted(&mut self, what: &'static str) -> Result<(&'a str, Range<usize>), TextError> {
        let start = self.here();
        self.expect("\"", what)?;
        match self.rest().split_once('"') {
            Some((quoted, _)) => {
                self.at += quoted.len() + 1;
                Ok((quoted, start..self.at))
            }
            None => Err(self.error(Problem::Expected(what), start..self.at)),
        }
    }

    /// Consumes at most `limit` numbers with commas between, in brackets or without.
    pub fn numbers(&mut self, what: &'static str, limit: usize) -> Result<List, TextError> {
        let start = self.here();
        if !self.peek().is_some_and(|c| c.is_ascii_digit() || c == b'-') {
            return self.list(what, limit);
        }
        let mut numbers = Vec::new();
        loop {
            self.push_number(&mut numbers, what, limit)?;
            if !self.eat(",") {
                let range = start..self.at;
                return Ok(List { numbers, range });
            }
        }
    }

    fn push_number(
        &mut self,
        numbers: &mut Vec<i64>,
        what: &'static str,
        limit: usize,
    ) -> Result<(), TextError> {
        let at = self.here();
        let number = self.number(what)?;
        if numbers.len() == limit {
            return Err(self.error("too many numbers", at..self.at));
        }
        numbers.push(number);
        Ok(())
    }

    /// Consumes at most `limit` numbers between brackets, `(..)`, `[..]` or `{..}`, with
    /// commas between; one may follow the last, as in Python's `(1,)`.
    pub fn list(&mut self, what: &'static str, limit: usize) -> Result<List, TextError> {
        let start = self.here();
        let close = match self.peek() {
            Some(b'(') => ")",
            Some(b'[') => "]",
            Some(b'{') => "}",
            _ => return Err(self.expected(what)),
        };
        self.at += 1;
        let mut numbers = Vec::new();
        while !self.eat(close) {
            self.push_number(&mut numbers, "a number", limit)?;
            self.separator(close, "`,` or the end of the list")?;
        }
        let range = start..self.at;
        Ok(List { numbers, range })
    }

    /// Consumes a comma, unless `close` is next.
    pub fn separator(&mut self, close: &str, what: &'static str) -> Result<(), TextError> {
        if self.eat(",") || self.rest().starts_with(close) {
            Ok(())
        } else {
            Err(self.expected(what))
        }
    }
}
