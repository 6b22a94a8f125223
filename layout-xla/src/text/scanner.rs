//! `Scanner`: the tokens of a text, with their ranges.

use alloc::vec::Vec;
use core::ops::Range;

use layout_core::util::array_vec::ArrayVec;

use super::error::{Problem, TextError};

/// A position in a text. Methods that consume skip blanks first.
#[derive(Clone, Copy, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// The numbers of a list, and where they are.
#[derive(Clone, Copy, Debug)]
pub struct List<const N: usize> {
    pub numbers: ArrayVec<i64, N>,
    pub start: usize,
    pub end: usize,
}

impl<const N: usize> List<N> {
    /// The range of the list, brackets included.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The numbers as sizes; `None` if one is negative.
    pub fn sizes(&self) -> Option<ArrayVec<usize, N>> {
        let mut sizes = ArrayVec::EMPTY;
        for &number in &self.numbers {
            sizes.push(usize::try_from(number).ok()?);
        }
        Some(sizes)
    }

    /// The numbers as strides.
    pub fn strides(&self) -> Result<Vec<isize>, Problem> {
        let strides = self.numbers.iter().map(|&number| isize::try_from(number));
        strides
            .collect::<Result<_, _>>()
            .map_err(|_| Problem::TooLarge)
    }
}

impl<'a> Scanner<'a> {
    pub const fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// The whole text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The position after the last token, in bytes.
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

    /// What is left.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The position of the next token, in bytes.
    pub fn here(&mut self) -> usize {
        self.at += self.rest().len() - self.rest().trim_start().len();
        self.at
    }

    /// An error about a range of the text.
    pub fn error(&self, problem: Problem, range: Range<usize>) -> TextError {
        TextError::new(problem, self.text, range)
    }

    /// An error about the next token.
    pub fn expected(&mut self, what: &'static str) -> TextError {
        let start = self.here();
        let mut ahead = *self;
        let word = ahead.word().len();
        let first = self.rest().chars().next().map_or(0, char::len_utf8);
        self.error(Problem::Expected(what), start..start + word.max(first))
    }

    /// The next byte that is not blank.
    pub fn peek(&mut self) -> Option<u8> {
        self.here();
        self.rest().bytes().next()
    }

    /// Whether the text has ended.
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
        match self.eat(token) {
            true => Ok(()),
            false => Err(self.expected(what)),
        }
    }

    /// An error unless the text has ended.
    pub fn end(&mut self) -> Result<(), TextError> {
        match self.at_end() {
            true => Ok(()),
            false => {
                let start = self.here();
                let end = start + self.rest().trim_end().len();
                Err(self.error(Problem::Expected("nothing more"), start..end))
            }
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
        let mut number = 0i64;
        for digit in digits.bytes() {
            let digit = i64::from(digit - b'0');
            // Towards its sign, so that the least number fits.
            let next = number
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(if negative { -digit } else { digit }));
            number = next.ok_or_else(|| self.error(Problem::TooLarge, start..self.at))?;
        }
        Ok(number)
    }

    /// Consumes an integer of at least 0.
    pub fn size(&mut self, what: &'static str) -> Result<usize, TextError> {
        let start = self.here();
        let number = self.number(what)?;
        usize::try_from(number).map_err(|_| self.error(Problem::Expected(what), start..self.at))
    }

    /// Consumes numbers with commas between, in brackets or without.
    pub fn numbers<const N: usize>(&mut self, what: &'static str) -> Result<List<N>, TextError> {
        let start = self.here();
        if !self.peek().is_some_and(|c| c.is_ascii_digit() || c == b'-') {
            return self.list(what);
        }
        let mut numbers = ArrayVec::<i64, N>::new(0);
        loop {
            self.push_number(&mut numbers, what)?;
            if !self.eat(",") {
                let end = self.at;
                return Ok(List {
                    numbers,
                    start,
                    end,
                });
            }
        }
    }

    fn push_number<const N: usize>(
        &mut self,
        numbers: &mut ArrayVec<i64, N>,
        what: &'static str,
    ) -> Result<(), TextError> {
        let at = self.here();
        let number = self.number(what)?;
        if numbers.is_full() {
            return Err(self.error(Problem::Refused("too many numbers"), at..self.at));
        }
        numbers.push(number);
        Ok(())
    }

    /// Consumes numbers between brackets, `(..)`, `[..]` or `{..}`, with commas between;
    /// one may follow the last, as in Python's `(1,)`.
    pub fn list<const N: usize>(&mut self, what: &'static str) -> Result<List<N>, TextError> {
        let start = self.here();
        let close = match self.peek() {
            Some(b'(') => ")",
            Some(b'[') => "]",
            Some(b'{') => "}",
            _ => return Err(self.expected(what)),
        };
        self.at += 1;
        let mut numbers = ArrayVec::<i64, N>::new(0);
        while !self.eat(close) {
            self.push_number(&mut numbers, "a number")?;
            if !self.eat(",") && self.peek() != close.bytes().next() {
                return Err(self.expected("`,` or the end of the list"));
            }
        }
        let end = self.at;
        Ok(List {
            numbers,
            start,
            end,
        })
    }
}
