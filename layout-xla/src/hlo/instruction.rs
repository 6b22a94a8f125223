//! `Instruction`: one line of a computation, and how its head is read.

use core::iter::FusedIterator;
use core::ops::Range;

use super::array::{Array, Arrays};
use super::context::Context;
use super::lexer;
use super::line::Line;
use super::skipped::{Reason, Skipped};

/// An instruction: `ROOT %name = result opcode(operands), attributes`.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo;
///
/// let text = "ENTRY %main.2 () -> f32[3,5] {
///   ROOT %copy.1 = f32[3,5]{1,0:T(2,2)} copy(%x)";
/// let copy = hlo::instructions(text).next().unwrap().unwrap();
/// assert_eq!((copy.name(), copy.opcode(), copy.line()), ("copy.1", "copy", 2));
/// assert_eq!((copy.computation(), copy.in_entry(), copy.is_root()), ("main.2", true, true));
/// assert_eq!(&text[copy.result()], "f32[3,5]{1,0:T(2,2)}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction<'a> {
    line: Line<'a>,
    name: &'a str,
    opcode: &'a str,
    is_root: bool,
    /// The range of the result in the line.
    result_start: usize,
    result_end: usize,
    /// The byte of the `(` of the operands.
    operands_start: usize,
    computation: &'a str,
    in_entry: bool,
}

impl<'a> Instruction<'a> {
    /// Reads the head of a line. `None` when the line does not begin with `name =`; the
    /// position of the error when it does and is not an instruction.
    pub(super) fn read(
        line: Line<'a>,
        context: &Context<'a>,
    ) -> Option<Result<Instruction<'a>, (Range<usize>, Reason)>> {
        let bytes = line.bytes;
        let mut at = lexer::skip_blanks(bytes, 0);
        let is_root = bytes[at..].starts_with(b"ROOT ");
        if is_root {
            at = lexer::skip_blanks(bytes, at + b"ROOT ".len());
        }
        let name = name(bytes, at)?;
        at = lexer::skip_blanks(bytes, name.end);
        if at == name.end || bytes.get(at) != Some(&b'=') {
            return None;
        }
        let result_start = lexer::skip_blanks(bytes, at + 1);
        let result_end = match result_end(bytes, result_start) {
            Ok(end) => end,
            Err(reason) => return Some(Err((result_start..bytes.len(), reason))),
        };
        let start = lexer::skip_blanks(bytes, result_end);
        let end = opcode_end(bytes, start);
        if start == result_end || start == end || bytes.get(end) != Some(&b'(') {
            return Some(Err((start..bytes.len(), Reason::NoOpcode)));
        }
        Some(Ok(Instruction {
            line,
            name: lexer::utf8(&bytes[name]),
            opcode: lexer::utf8(&bytes[start..end]),
            is_root,
            result_start,
            result_end,
            operands_start: end,
            computation: context.computation,
            in_entry: context.in_entry,
        }))
    }

    #[inline]
    pub(super) fn line_bytes(&self) -> &'a [u8] {
        self.line.bytes
    }

    #[inline]
    pub(super) fn operands_start(&self) -> usize {
        self.operands_start
    }

    /// Returns the end of the operands, with their `)`; `None` if they are not closed, or are
    /// quoted text.
    #[inline]
    pub(super) fn operands_end(&self) -> Option<usize> {
        lexer::group_end(self.line.bytes, self.operands_start, b'(', b')')
    }

    /// Its name, without `%`.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Its operation: `parameter`, `fusion`, `copy-start`.
    #[must_use]
    pub fn opcode(&self) -> &'a str {
        self.opcode
    }

    /// Returns the number of its line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line.number
    }

    /// Returns the name of its computation, without `%`.
    #[must_use]
    pub fn computation(&self) -> &'a str {
        self.computation
    }

    /// Returns true if its computation is the entry computation of the module.
    #[must_use]
    pub fn in_entry(&self) -> bool {
        self.in_entry
    }

    /// Returns true if its result is the result of its computation.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.is_root
    }

    /// Returns the range of bytes of its result's shape in the whole text.
    #[must_use]
    pub fn result(&self) -> Range<usize> {
        self.line.start + self.result_start..self.line.start + self.result_end
    }

    /// Returns the arrays of its result, tuples included.
    pub fn arrays(
        &self,
    ) -> impl FusedIterator<Item = Result<Array<'a>, Skipped>> + Clone + use<'a> {
        Arrays::new(self.line, self.result_start..self.result_end)
    }
}

/// Returns the name that begins at `at`, with or without `%`, if one does.
pub(super) fn name(line: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at + (line.get(at) == Some(&b'%')) as usize;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"=(){},\"".contains(byte);
    let rest = &line[start..];
    let len = rest.iter().position(ends).unwrap_or(rest.len());
    let is_number = start == at && rest.first().is_some_and(u8::is_ascii_digit);
    (len > 0 && !is_number).then_some(start..start + len)
}

/// Returns the end of the result that begins at `at`: a shape, or a tuple of what may be
/// shapes.
fn result_end(line: &[u8], at: usize) -> Result<usize, Reason> {
    let open = lexer::word_end(line, at);
    match line.get(open) {
        Some(b'(') if open == at || &line[at..open] == b"b" => {
            lexer::group_end(line, open, b'(', b')').ok_or(Reason::Unclosed)
        }
        Some(b'[') if open > at => match lexer::shape(line, at, open) {
            (_, Err(reason @ (Reason::Unclosed | Reason::NotAShape))) => Err(reason),
            (end, _) => Ok(end),
        },
        _ => Err(Reason::NotAShape),
    }
}

fn opcode_end(line: &[u8], mut at: usize) -> usize {
    while at < line.len() && (lexer::is_word_byte(line[at]) || line[at] == b'-') {
        at += 1;
    }
    at
}
