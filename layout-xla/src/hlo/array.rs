//! `Array`: one array shape of a text; `Arrays`: the arrays of a result.

use core::ops::Range;

use layout_core::parse::error::ParseError;
use layout_core::util::array_vec::ArrayVec;

use super::lexer;
use super::line::Line;
use super::skipped::{Reason, Skipped};
use layout_runtime::Layout;

/// The most levels of nested tuples that a [`TupleIndex`] stores.
const MAX_TUPLE_DEPTH: usize = 8;

/// The numbers of an array in the tuples around it: [`Array::tuple_index`].
pub(super) type TupleIndex = ArrayVec<usize, MAX_TUPLE_DEPTH>;

/// An array shape in a text: its range, and its layout on demand.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo;
///
/// let text = "ROOT r = bf16[300,500]{1,0:T(8,128)(2,1)S(1)} copy(p)";
/// let array = hlo::layouts(text).next().unwrap().unwrap();
/// assert_eq!(array.text(), "bf16[300,500]{1,0:T(8,128)(2,1)S(1)}");
/// assert_eq!(&text[array.range()], array.text());
/// assert_eq!(array.layout()?.padded_bytes(), 311_296); // 304 x 512 elements of 2 bytes
/// # Ok::<(), tiled_layout::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array<'a> {
    text: &'a str,
    start: usize,
    line: usize,
    tuple_index: TupleIndex,
}

impl<'a> Array<'a> {
    /// Returns the shape at `start..end` of a line.
    pub(super) fn new(line: Line<'a>, start: usize, end: usize, tuple_index: TupleIndex) -> Self {
        Array {
            text: lexer::utf8(&line.bytes[start..end]),
            start: line.start + start,
            line: line.number,
            tuple_index,
        }
    }

    /// Returns the shape as it is written, with its layout if it has one.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Its range of bytes in the whole text.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Returns the number of its line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Its index in the tuple that an instruction returns, the outermost tuple first: XLA's shape
    /// index, at most eight levels of it. Empty if the result is not a tuple, and for the arrays
    /// of [`layouts`](super::layouts).
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::xla::hlo;
    ///
    /// let text = "s = ((f32[8]), /*index=1*/(u8[2], u8[4])) tuple(x, y, z)";
    /// let s = hlo::instructions(text).next().unwrap().unwrap();
    /// let indices: Vec<_> = s.arrays().flatten().map(|array| array.tuple_index().to_vec()).collect();
    /// assert_eq!(indices, [vec![0, 0], vec![1, 0], vec![1, 1]]);
    /// ```
    #[must_use]
    pub fn tuple_index(&self) -> &[usize] {
        &self.tuple_index
    }

    /// Its layout, parsed from its text by [`Layout::parse`].
    ///
    /// # Errors
    ///
    /// When the text is not a valid layout.
    pub fn layout(&self) -> Result<Layout, ParseError> {
        Layout::parse(self.text)
    }
}

/// The iterator of [`Instruction::arrays`](super::Instruction::arrays).
#[derive(Clone)]
pub(super) struct Arrays<'a> {
    line: Line<'a>,
    at: usize,
    end: usize,
    /// The tuples around `at`; `tuple_index` has the first of them.
    depth: usize,
    tuple_index: TupleIndex,
}

impl<'a> Arrays<'a> {
    /// Returns the arrays of the result at `range` of a line.
    pub(super) fn new(line: Line<'a>, range: Range<usize>) -> Self {
        Arrays {
            line,
            at: range.start,
            end: range.end,
            depth: 0,
            tuple_index: TupleIndex::new(0),
        }
    }

    fn enter_tuple(&mut self) {
        if self.depth < MAX_TUPLE_DEPTH {
            self.tuple_index.push(0);
        }
        self.depth += 1;
    }

    fn next_in_tuple(&mut self) {
        let last = self.tuple_index.len();
        if last > 0 && self.depth <= MAX_TUPLE_DEPTH {
            self.tuple_index
                .set(last - 1, self.tuple_index.at(last - 1) + 1);
        }
    }

    fn leave_tuple(&mut self) {
        if !self.tuple_index.is_empty() && self.depth <= MAX_TUPLE_DEPTH {
            self.tuple_index.len -= 1;
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Returns the shape that begins here. A buffer, `b(f32[8])`, is its array.
    fn shape(&mut self) -> Result<Array<'a>, Skipped> {
        let line = &self.line.bytes[..self.end];
        let begin = self.at;
        let is_buffer = line[begin..].starts_with(b"b(");
        let start = begin + 2 * usize::from(is_buffer);
        let word_end = lexer::word_end(line, start);
        let (end, kind) = match line.get(word_end) {
            Some(b'[') => lexer::shape(line, start, word_end),
            _ => (word_end, Err(Reason::NotAShape)),
        };
        let after = if is_buffer {
            lexer::group_end(line, start - 1, b'(', b')').unwrap_or(self.end)
        } else {
            end
        };
        let kind = if after == end + usize::from(is_buffer) {
            kind
        } else {
            kind.and(Err(Reason::NotAShape))
        };
        match kind {
            Ok(()) => {
                self.at = after;
                Ok(Array::new(self.line, start, end, self.tuple_index))
            }
            Err(reason) => {
                // Skips to the next entry after something that is not a shape.
                let rest = &line[after..];
                let next = rest
                    .iter()
                    .position(|byte| matches!(byte, b',' | b'(' | b')'));
                self.at = after + next.unwrap_or(rest.len());
                self.at = self.at.max(begin + 1);
                Err(Skipped::new(self.line, begin..self.at, reason))
            }
        }
    }
}

impl<'a> Iterator for Arrays<'a> {
    type Item = Result<Array<'a>, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.end {
            match self.line.bytes[self.at] {
                b'(' => self.enter_tuple(),
                b',' => self.next_in_tuple(),
                b')' => self.leave_tuple(),
                b' ' | b'\t' => {}
                b'/' => match lexer::comment_end(self.line.bytes, self.at) {
                    Some(end) => {
                        self.at = end;
                        continue;
                    }
                    None => return Some(self.shape()),
                },
                _ => return Some(self.shape()),
            }
            self.at += 1;
        }
        None
    }
}

impl core::iter::FusedIterator for Arrays<'_> {}
