//! The operands, attributes and metadata after an instruction's opcode.

#[cfg(feature = "std")]
use super::aliases::{Alias, aliases, may_share};
use super::instruction::{self, Instruction};
use super::lexer;

/// Names and values in a text that commas separate, as bytes.
#[derive(Clone)]
struct RawAttributes<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for RawAttributes<'a> {
    type Item = (&'a [u8], &'a [u8]);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (piece, rest) = next_piece(self.rest)?;
            self.rest = rest;
            if let Some(equals) = piece.iter().position(|&byte| byte == b'=') {
                let parts = [&piece[..equals], &piece[equals + 1..]];
                let [name, value] = parts.map(|part| part.trim_ascii());
                return Some((name, value));
            }
        }
    }
}

/// Returns the names and values of the attributes in a text that commas separate.
pub(super) fn attributes(text: &[u8]) -> impl Iterator<Item = (&str, &str)> + Clone {
    let utf8 = |(name, value)| (lexer::utf8(name), lexer::utf8(value));
    RawAttributes { rest: text }.map(utf8)
}

/// The names in a text that commas separate, as bytes.
#[derive(Clone)]
struct RawNames<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for RawNames<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            let (piece, rest) = next_piece(self.rest)?;
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
                return Some(&piece[name]);
            }
        }
    }
}

/// The operands and the attributes of an instruction, as bytes.
#[derive(Clone, Copy)]
struct LineParts<'a> {
    /// With brackets around them.
    operands: &'a [u8],
    attributes: &'a [u8],
}

impl<'a> LineParts<'a> {
    fn new(instruction: &Instruction<'a>) -> Self {
        let line = instruction.line_bytes();
        match instruction.operands_end() {
            Some(end) => LineParts {
                operands: &line[instruction.operands_start()..end],
                attributes: &line[end..],
            },
            None => LineParts {
                operands: &[],
                attributes: &[],
            },
        }
    }

    fn operands(self, opcode: &str) -> RawNames<'a> {
        let rest = match opcode {
            "constant" | "parameter" => &[],
            _ => unwrapped(self.operands),
        };
        RawNames { rest }
    }
}

/// What the analysis of buffers reads after an instruction's opcode.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub(crate) struct Attributed<'a> {
    /// The names of its operands.
    pub(crate) operands: Vec<&'a [u8]>,
    /// The names of the computations that it calls; of a loop the body first, as in protos.
    pub(crate) called: Vec<&'a [u8]>,
    /// The number of a parameter, or of a tuple's entry.
    pub(crate) number: usize,
    /// The target of a custom call.
    pub(crate) target: &'a str,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) may_share: Option<Vec<(usize, usize)>>,
}

#[cfg(feature = "std")]
impl<'a> Attributed<'a> {
    /// Reads the operands of an instruction, and its attributes if its opcode may have any of
    /// those that matter.
    pub(crate) fn read(&mut self, instruction: &Instruction<'a>) {
        let opcode = instruction.opcode();
        self.operands.clear();
        let parts = match plain_operands(instruction, &mut self.operands) {
            Some(parts) => parts,
            None => {
                let parts = LineParts::new(instruction);
                self.operands.clear();
                self.operands.extend(parts.operands(opcode));
                parts
            }
        };
        self.called.clear();
        self.aliases.clear();
        (self.number, self.target, self.may_share) = (0, "", None);
        match opcode {
            "parameter" => self.number = number(unwrapped(parts.operands)),
            "get-tuple-element" => {
                let mut attributes = RawAttributes {
                    rest: parts.attributes,
                };
                let index = attributes.find(|(name, _)| *name == b"index");
                self.number = index.map_or(usize::MAX, |(_, index)| number(index));
            }
            // The backend's configuration is the last attribute, and which buffers are shared
            // its last entry, an object.
            _ if may_call(opcode) || parts.attributes.trim_ascii_end().ends_with(b"}}") => {
                let rest = parts.attributes;
                for (name, value) in (RawAttributes { rest }) {
                    self.attribute(name, value);
                }
            }
            _ => {}
        }
    }

    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        match name {
            b"metadata" => {}
            b"custom_call_target" => self.target = lexer::utf8(value).trim_matches('"'),
            b"output_to_operand_aliasing" => self.aliases.extend(aliases(lexer::utf8(value))),
            b"backend_config" => {
                self.may_share = may_share(lexer::utf8(value), self.operands.len());
            }
            name if calls(lexer::utf8(name)) => {
                let rest = unwrapped(value);
                self.called.extend(RawNames { rest });
                if name == b"body" {
                    self.called.rotate_right(1);
                }
            }
            _ => {}
        }
    }
}

/// Reads operands that are names alone, `(%a, %b)`, in one pass; `None` if there is anything else
/// between the brackets. Most operands are such: without this, an audit takes a fifth longer.
#[cfg(feature = "std")]
fn plain_operands<'a>(
    instruction: &Instruction<'a>,
    operands: &mut Vec<&'a [u8]>,
) -> Option<LineParts<'a>> {
    let line = instruction.line_bytes();
    let open = instruction.operands_start();
    let mut at = open + 1;
    loop {
        if line.get(at) != Some(&b'%') {
            return None;
        }
        let start = at + 1;
        let rest = &line[start..];
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
        let len = rest.iter().position(|byte| !is_name(byte))?;
        operands.push(&rest[..len]);
        at = start + len;
        match line[at..] {
            [b',', b' ', ..] => at += 2,
            [b')', ref attributes @ ..] => {
                return Some(LineParts {
                    operands: &line[open..=at],
                    attributes,
                });
            }
            _ => return None,
        }
    }
}

/// Returns a number; `usize::MAX` if the text is none.
#[cfg(feature = "std")]
fn number(text: &[u8]) -> usize {
    lexer::utf8(text.trim_ascii()).parse().unwrap_or(usize::MAX)
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
        attributes(LineParts::new(self).attributes)
    }

    /// Returns the value of an attribute, with its brackets or quotes.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        let rest = LineParts::new(self).attributes;
        let mut attributes = RawAttributes { rest };
        let value = attributes.find(|(own, _)| *own == name.as_bytes());
        value.map(|(_, value)| lexer::utf8(value))
    }

    /// Returns the names of its operands, without `%`. Literals and the numbers of parameters are
    /// not operands.
    pub fn operands(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        LineParts::new(self)
            .operands(self.opcode())
            .map(lexer::utf8)
    }

    /// Returns the names of the computations that it calls, without `%`: `calls`, `to_apply`,
    /// `body`, `condition`, `branch_computations` and the like.
    pub fn called(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        let rest = LineParts::new(self).attributes;
        let calling = RawAttributes { rest }.filter(|(name, _)| calls(lexer::utf8(name)));
        let names = calling.flat_map(|(_, names)| RawNames {
            rest: unwrapped(names),
        });
        names.map(lexer::utf8)
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
        metadata_entry(self.attribute("metadata")?, key)
    }
}

/// Returns an entry of the attribute `metadata`, without quotes.
fn metadata_entry<'a>(metadata: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = unwrapped(metadata.as_bytes());
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

/// Returns true if an instruction may call a computation.
#[cfg(feature = "std")]
fn may_call(opcode: &str) -> bool {
    match opcode.as_bytes() {
        [b'f', ..] => opcode == "fusion",
        [b'c', ..] => {
            opcode.starts_with("call")
                || opcode.starts_with("custom-call")
                || opcode == "conditional"
        }
        [b'm', ..] => opcode == "map",
        [b's', ..] => {
            opcode.starts_with("sort")
                || opcode.starts_with("scatter")
                || opcode.starts_with("select-and")
        }
        [b'w', ..] => opcode == "while",
        [b'a', ..] => opcode.starts_with("async-") || opcode.starts_with("all-reduce"),
        [b'r' | b't', ..] => opcode.starts_with("reduce") || opcode == "topk",
        _ => false,
    }
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
