//! `Layouts`: every array shape of a text.

use layout_core::spec::element_type::ElementType;

use super::array::{Array, TupleIndex};
use super::lexer;
use super::line::{Line, Lines, find};
use super::skipped::{Reason, Skipped};

/// The iterator of [`layouts`](super::layouts).
#[derive(Clone)]
pub(super) struct Layouts<'a> {
    lines: Lines<'a>,
    line: Line<'a>,
    /// Where in the line to go on.
    at: usize,
}

impl<'a> Layouts<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let line = Line {
            bytes: &[],
            start: 0,
            number: 0,
        };
        Layouts {
            lines: Lines::new(text, 0),
            line,
            at: 0,
        }
    }

    /// Returns the next shape of the current line.
    fn next_in_line(&mut self) -> Option<Result<Array<'a>, Skipped>> {
        let line = self.line.bytes;
        loop {
            let rest = line.get(self.at..)?;
            let at = self.at + find(rest, [b'[', b'"', b'/']);
            let stop = *line.get(at)?;
            self.at = at + 1;
            match stop {
                b'"' => self.at = lexer::quoted_end(line, at),
                b'/' => self.at = lexer::comment_end(line, at).unwrap_or(self.at),
                _ => {
                    if let Some(start) = shape_start(line, at) {
                        match self.shape(start, at) {
                            Err(skipped) if skipped.reason() == Reason::NotAShape => {}
                            shape => return Some(shape),
                        }
                    }
                }
            }
        }
    }

    /// Returns the shape from `start` on, whose `[` is at `open`.
    fn shape(&mut self, start: usize, open: usize) -> Result<Array<'a>, Skipped> {
        let (end, kind) = lexer::shape(self.line.bytes, start, open);
        self.at = end;
        match kind {
            Ok(()) => Ok(Array::new(self.line, start, end, TupleIndex::new(0))),
            Err(reason) => Err(Skipped::new(self.line, start..end, reason)),
        }
    }
}

/// Where the element type begins that ends at the bracket at `open`, if one
/// does: a whole word that names a type.
fn shape_start(line: &[u8], open: usize) -> Option<usize> {
    const MAX_NAME_LEN: usize = 16; // longer than every name
    let before = &line[open.saturating_sub(MAX_NAME_LEN)..open];
    let word = before
        .iter()
        .rev()
        .take_while(|&&byte| lexer::is_word_byte(byte))
        .count();
    let start = open - word;
    if word == 0 || start > 0 && is_name_byte(line[start - 1]) {
        return None;
    }
    let name = core::str::from_utf8(&line[start..open]).ok()?;
    let known = matches!(name, "token" | "opaque") || ElementType::from_name(name).is_some();
    known.then_some(start)
}

/// Returns true if `byte` can be part of the name of an instruction.
fn is_name_byte(byte: u8) -> bool {
    lexer::is_word_byte(byte) || matches!(byte, b'.' | b'-' | b'%' | b'$') || !byte.is_ascii()
}

impl<'a> Iterator for Layouts<'a> {
    type Item = Result<Array<'a>, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(shape) = self.next_in_line() {
                return Some(shape);
            }
            self.line = self.lines.next()?;
            self.at = 0;
        }
    }
}

impl core::iter::FusedIterator for Layouts<'_> {}
