//! The operands, attributes and metadata after an instruction's opcode.

use super::instruction::{self, Instruction};
use super::lexer;

/// The iterator of [`Instruction::attributes`].
#[derive(Clone)]
struct Attributes<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (piece, rest) = next_piece(self.rest)?;
            self.rest = rest;
            if let Some(equals) = piece.iter().position(|&byte| byte == b'=') {
                let parts = [&piece[..equals], &piece[equals + 1..]];
                let [name, value] = parts.map(|part| lexer::utf8(part.trim_ascii()));
                return Some((name, value));
            }
        }
    }
}

/// The iterator of [`Instruction::operands`] and [`Instruction::called`].
#[derive(Clone)]
struct Names<'a> {
    rest: &'a [u8],
    /// The source of the names of more attributes.
    attributes: Attributes<'a>,
}

impl<'a> Iterator for Names<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let Some((piece, rest)) = next_piece(self.rest) else {
                let attributes = self.attributes.by_ref();
                let (_, names) = attributes.find(|(name, _)| calls(name))?;
                self.rest = unwrapped(names.as_bytes());
                continue;
            };
            self.rest = rest;
            // A comment and a shape may stand before the name.
            let mut piece = piece.trim_ascii();
            if piece.starts_with(b"/*")
                && let Some(end) = lexer::comment_end(piece, 0)
            {
                piece = piece[end..].trim_ascii();
            }
            let start = piece.iter().rposition(|&byte| byte == b' ');
            let start = start.map_or(0, |blank| blank + 1);
            if let Some(name) = instruction::name(piece, start)
                && name.end == piece.len()
            {
                return Some(lexer::utf8(&piece[name]));
            }
        }
    }
}

impl<'a> Instruction<'a> {
    /// Returns the names and values of its attributes, which follow the operands. A value has its
    /// brackets or quotes: `("metadata", "{op_name=\"jit(f)/add\"}")`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::xla::hlo;
    ///
    /// let text = "%f = f32[8]{0} fusion(%x, f32[8]{0} %y), kind=kLoop, calls=%fused, \
    ///             metadata={op_name=\"jit(f)/add\" source_file=\"model.py\" source_line=7}";
    /// let f = hlo::instructions(text).next().unwrap().unwrap();
    /// let names: Vec<_> = f.attributes().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["kind", "calls", "metadata"]);
    /// assert_eq!(f.operands().collect::<Vec<_>>(), ["x", "y"]);
    /// assert_eq!(f.called().collect::<Vec<_>>(), ["fused"]);
    /// assert_eq!((f.op_name(), f.source_file()), (Some("jit(f)/add"), Some("model.py")));
    /// assert_eq!(f.source_line(), Some(7));
    /// ```
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + Clone + use<'a> {
        self.all_attributes()
    }

    fn all_attributes(&self) -> Attributes<'a> {
        let rest = match self.operands_end() {
            Some(end) => &self.line_bytes()[end..],
            None => &[],
        };
        Attributes { rest }
    }

    /// Returns the value of an attribute, with its brackets or quotes.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut attributes = self.attributes();
        attributes
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value)
    }

    /// Returns the names of its operands, without `%`. Literals and the numbers of parameters are
    /// not operands.
    pub fn operands(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        let rest = match self.operands_end() {
            Some(end) if !matches!(self.opcode(), "constant" | "parameter") => {
                unwrapped(&self.line_bytes()[self.operands_start()..end])
            }
            _ => &[],
        };
        Names {
            rest,
            attributes: Attributes { rest: &[] },
        }
    }

    /// Returns the names of the computations that it calls, without `%`: `calls`, `to_apply`,
    /// `body`, `condition`, `branch_computations` and the like.
    pub fn called(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        Names {
            rest: &[],
            attributes: self.all_attributes(),
        }
    }

    /// Returns the operation of the model that it comes from, by its metadata.
    #[must_use]
    pub fn op_name(&self) -> Option<&'a str> {
        self.metadata("op_name")
    }

    /// Returns the file of the model's source, if the metadata has one.
    #[must_use]
    pub fn source_file(&self) -> Option<&'a str> {
        self.metadata("source_file")
    }

    /// Returns the line of the model's source, if the metadata has one.
    #[must_use]
    pub fn source_line(&self) -> Option<u32> {
        self.metadata("source_line")?.parse().ok()
    }

    /// Returns the number of the stack frame in the module's table `StackFrames`, which newer
    /// modules have instead of file and line.
    #[must_use]
    pub fn stack_frame(&self) -> Option<u32> {
        self.metadata("stack_frame_id")?.parse().ok()
    }

    /// Returns an entry of the metadata, without quotes.
    fn metadata(&self, key: &str) -> Option<&'a str> {
        let mut rest = unwrapped(self.attribute("metadata")?.as_bytes());
        while !rest.is_empty() {
            let blank = lexer::find_outside(rest, 0, |at, depth| depth == 0 && rest[at] == b' ');
            let (entry, more) = rest.split_at(blank.unwrap_or(rest.len()));
            let value = entry.strip_prefix(key.as_bytes());
            if let Some(value) = value.and_then(|value| value.strip_prefix(b"=")) {
                let value = lexer::utf8(value);
                let inner = value
                    .strip_prefix('"')
                    .map(|value| value.strip_suffix('"').unwrap_or(value));
                return Some(inner.unwrap_or(value));
            }
            rest = more.trim_ascii_start();
        }
        None
    }
}

/// Returns true if an attribute's value is the name of a computation, or a list of them.
fn calls(attribute: &str) -> bool {
    matches!(
        attribute,
        "calls"
            | "to_apply"
            | "body"
            | "condition"
            | "branch_computations"
            | "true_computation"
            | "false_computation"
            | "called_computations"
            | "select"
            | "scatter"
            | "comparator"
    )
}

/// Returns a text without the brackets around it.
fn unwrapped(text: &[u8]) -> &[u8] {
    match text {
        [b'{', inner @ .., b'}'] | [b'(', inner @ .., b')'] => inner,
        _ => text,
    }
}

/// Returns the text before the next comma outside of brackets and quotes, and the text after
/// it; `None` at the end.
fn next_piece(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if text.is_empty() {
        return None;
    }
    let comma = lexer::find_outside(text, 0, |at, depth| depth == 0 && text[at] == b',');
    Some(comma.map_or((text, &[]), |comma| (&text[..comma], &text[comma + 1..])))
}
