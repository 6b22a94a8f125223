//! `Instructions`: the instructions of a text, and the computations they are
//! in.

use super::instruction::{self, Context, Instruction};
use super::lexer;
use super::line::{Line, Lines};
use super::skipped::Skipped;

/// The instructions of a text. Made by [`instructions`](super::instructions).
#[derive(Clone, Debug)]
#[must_use]
pub struct Instructions<'a> {
    lines: Lines<'a>,
    context: Context<'a>,
}

impl<'a> Instructions<'a> {
    /// The instructions of a part of a text that begins in a context. Ranges
    /// of bytes are those of the part.
    pub fn with_context<T: AsRef<[u8]> + ?Sized>(text: &'a T, context: Context<'a>) -> Self {
        Instructions {
            lines: Lines::new(text.as_ref(), context.line),
            context,
        }
    }

    /// The context after the lines that have been read.
    #[must_use]
    pub fn context(&self) -> Context<'a> {
        Context {
            line: self.lines.count,
            ..self.context
        }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.lines.next()?;
            if let Some(read) = Instruction::read(line, &self.context) {
                return Some(read.map_err(|(range, reason)| Skipped::new(line, range, reason)));
            }
            if let Some((computation, in_entry)) = header(line) {
                self.context.computation = computation;
                self.context.in_entry = in_entry;
            }
        }
    }
}

impl core::iter::FusedIterator for Instructions<'_> {}

/// The name of the computation that a line begins, and whether it is the entry
/// computation: `ENTRY %main (p: f32[8]) -> f32[8] {` or `fused {`. A module's
/// first line, `HloModule name, ...`, ends the computation before it.
///
/// The `}` that ends a computation is not looked for, because literals of
/// several lines have it too; between computations there are no instructions.
fn header(line: Line<'_>) -> Option<(&str, bool)> {
    let bytes = line.bytes;
    let mut at = lexer::skip_blanks(bytes, 0);
    if bytes[at..].starts_with(b"HloModule ") {
        return Some(("", false));
    }
    let in_entry = bytes[at..].starts_with(b"ENTRY ");
    if in_entry {
        at = lexer::skip_blanks(bytes, at + b"ENTRY ".len());
    }
    let name = instruction::name(bytes, at)?;
    let opens = matches!(
        bytes.get(lexer::skip_blanks(bytes, name.end)),
        Some(b'(' | b'{')
    );
    let begins = in_entry || opens && bytes.trim_ascii_end().ends_with(b"{");
    begins.then(|| (lexer::utf8(&bytes[name]), in_entry))
}
