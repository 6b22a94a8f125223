//! `ModuleLine`: the lines of a module's text that mean something for its structure.

use core::iter::FusedIterator;

#[cfg(feature = "std")]
use super::aliases::aliases;
#[cfg(feature = "std")]
use super::attribute::attributes;
use super::context::Context;
use super::instruction::{self, Instruction};
use super::lexer;
use super::line::{Line, Lines};
#[cfg(feature = "std")]
use super::shape_index::ShapeIndex;
use super::skipped::Skipped;

/// A line of a module's text that means something for its structure.
#[derive(Clone, Debug)]
pub(crate) enum ModuleLine<'a> {
    /// `HloModule name, ...`, the whole line.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "audits read it"))]
    Module(&'a [u8]),
    /// The head of a computation.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "audits read it"))]
    Computation { name: &'a str, in_entry: bool },
    /// An instruction, or text that begins like one.
    Instruction(Result<Instruction<'a>, Skipped>),
    /// A line `}`, which ends a computation, or a part of a literal of several lines.
    Close,
    /// A line outside of computations, such as one of the table of source lines.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "audits read it"))]
    Other(&'a [u8]),
}

/// The events of a text.
#[derive(Clone)]
pub(crate) struct ModuleLines<'a> {
    lines: Lines<'a>,
    context: Context<'a>,
}

impl<'a> ModuleLines<'a> {
    /// Returns the events of a part of a text that begins in a context. Ranges of bytes count
    /// from the start of the part.
    pub(crate) fn with_context(text: &'a [u8], context: Context<'a>) -> Self {
        ModuleLines {
            lines: Lines::new(text, context.line),
            context,
        }
    }

    /// Returns the context after the lines that have been read.
    #[cfg(feature = "std")]
    pub(crate) fn context(&self) -> Context<'a> {
        Context {
            line: self.lines.count,
            ..self.context
        }
    }
}

impl<'a> Iterator for ModuleLines<'a> {
    type Item = ModuleLine<'a>;

    fn next(&mut self) -> Option<ModuleLine<'a>> {
        loop {
            let line = self.lines.next()?;
            if let Some(read) = Instruction::read(line, &self.context) {
                let read = read.map_err(|(range, reason)| Skipped::new(line, range, reason));
                return Some(ModuleLine::Instruction(read));
            }
            let bytes = line.bytes.trim_ascii();
            if bytes.starts_with(b"HloModule ") {
                (self.context.computation, self.context.in_entry) = ("", false);
                return Some(ModuleLine::Module(bytes));
            }
            // `}, execution_thread="name"` ends a computation, too.
            if bytes == b"}" || bytes.starts_with(b"}, e") {
                return Some(ModuleLine::Close);
            }
            if let Some((name, in_entry)) = header(line) {
                (self.context.computation, self.context.in_entry) = (name, in_entry);
                return Some(ModuleLine::Computation { name, in_entry });
            }
            if self.context.computation.is_empty() {
                return Some(ModuleLine::Other(bytes));
            }
        }
    }
}

impl FusedIterator for ModuleLines<'_> {}

/// What the head of a module says.
#[cfg(feature = "std")]
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ModuleHead {
    /// True if the instructions are in the order of their execution.
    pub(crate) is_scheduled: bool,
    /// The results that lie in donated arguments.
    pub(crate) donated: Vec<ShapeIndex>,
}

/// Returns what a module's first line says: `HloModule m, is_scheduled=true, ..`.
#[cfg(feature = "std")]
pub(crate) fn module_head(line: &[u8]) -> ModuleHead {
    let mut head = ModuleHead::default();
    for (name, value) in attributes(line) {
        match name {
            "is_scheduled" => head.is_scheduled = value == "true",
            "input_output_alias" => {
                head.donated = aliases(value).map(|alias| alias.result).collect();
            }
            _ => {}
        }
    }
    head
}

/// Returns the shapes of the entry computation's parameters in a module's first line: `(f32[8])`
/// in `HloModule m, entry_computation_layout={(f32[8])->f32[8]}`.
#[cfg(feature = "std")]
pub(crate) fn entry_parameters(module: &[u8]) -> Option<&str> {
    const KEY: &[u8] = b"entry_computation_layout={(";
    let start = module.windows(KEY.len()).position(|text| text == KEY)?;
    let open = start + KEY.len() - 1;
    let end = lexer::group_end(module, open, b'(', b')')?;
    Some(lexer::utf8(&module[open..end]))
}

/// The iterator of [`instructions`](super::instructions).
#[derive(Clone)]
pub(crate) struct Instructions<'a> {
    events: ModuleLines<'a>,
}

impl<'a> Instructions<'a> {
    /// Returns the instructions of a part of a text that begins in a context.
    pub(crate) fn with_context(text: &'a [u8], context: Context<'a>) -> Self {
        Instructions {
            events: ModuleLines::with_context(text, context),
        }
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        self.events.find_map(|event| match event {
            ModuleLine::Instruction(read) => Some(read),
            _ => None,
        })
    }
}

impl FusedIterator for Instructions<'_> {}

/// Returns the name of the computation that a line begins, and whether it is the entry
/// computation: `ENTRY %main (p: f32[8]) -> f32[8] {` or `fused {`. A computation ends where the
/// next one or a module begins, because literals of several lines have lines `}` too.
fn header(line: Line<'_>) -> Option<(&str, bool)> {
    let bytes = line.bytes;
    let mut at = lexer::skip_blanks(bytes, 0);
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

#[cfg(all(test, feature = "std"))]
mod tests {
    use alloc::vec::Vec;

    use super::{Context, Instruction, ModuleLine, ModuleLines, Skipped};

    /// A text that is cut into two parts at every line, and read as one.
    #[test]
    fn a_text_read_in_parts_is_read_as_a_whole() {
        let text = "HloModule m\n\n%f (p: f32[8]) -> f32[8] {\n  %p = f32[8] parameter(0)\n  \
                    ROOT %n = f32[8] negate(%p)\n}\n\nENTRY %e (q: f32[8]) -> f32[8] {\n  \
                    %q = f32[8] parameter(0)\n  ROOT %c = f32[8] fusion(%q), calls=%f\n}\n";
        let read = |text: &'static str, context| {
            let mut events = ModuleLines::with_context(text.as_bytes(), context);
            let describe = |instruction: Result<Instruction<'static>, Skipped>| {
                let i = instruction.unwrap();
                (i.line(), i.name(), i.computation(), i.in_entry())
            };
            let instructions = events.by_ref().filter_map(|event| match event {
                ModuleLine::Instruction(read) => Some(describe(read)),
                _ => None,
            });
            let all: Vec<_> = instructions.collect();
            (all, events.context())
        };
        let (whole, _) = read(text, Context::default());
        assert_eq!(whole.len(), 4);
        assert_eq!(whole[3], (10, "c", "e", true));
        for (cut, _) in text.match_indices('\n') {
            let (first, second) = text.split_at(cut + 1);
            let (mut parts, context) = read(first, Context::default());
            parts.extend(read(second, context).0);
            assert_eq!(parts, whole, "at {cut}");
        }
    }
}
