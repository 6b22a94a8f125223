//! `Row`: all arrays of one layout, and the origin of one of them.

use layout_runtime::Layout;

use super::total::Total;
use crate::{hlo, tpu};

/// The maximum number of characters of a name.
const MAX_NAME: usize = 1 << 8;

/// The origin of an array: an instruction, or an allocation of a report.
#[derive(Clone, Copy, Default)]
pub(crate) struct Origin<'a> {
    pub(crate) name: &'a str,
    pub(crate) line: usize,
    pub(crate) in_entry: bool,
    pub(crate) is_parameter: bool,
    /// True for an argument or a result of the program.
    pub(crate) is_boundary: bool,
    pub(crate) metadata: Metadata<'a>,
}

/// An instruction with metadata.
#[derive(Clone, Copy, Default)]
pub(crate) enum Metadata<'a> {
    #[default]
    None,
    Text(&'a hlo::Instruction<'a>),
    Proto(&'a hlo::InstructionProto<'a>),
}

impl Origin<'_> {
    /// Returns an origin of which only the line is known.
    pub(crate) fn of_line(line: usize) -> Self {
        Origin {
            line,
            ..Origin::default()
        }
    }
}

impl Metadata<'_> {
    /// Returns the operation of the model, the line of its source, and the stack frame to look up
    /// the line in if the metadata has none.
    fn read(self) -> (Option<Box<str>>, Option<Box<str>>, Option<u32>) {
        let (op_name, file, line, frame) = match self {
            Metadata::None => return (None, None, None),
            Metadata::Text(text) => (
                text.op_name(),
                text.source_file(),
                text.source_line(),
                text.stack_frame(),
            ),
            Metadata::Proto(proto) => (
                proto.op_name(),
                proto.source_file(),
                proto.source_line(),
                proto.stack_frame(),
            ),
        };
        let source = file.map(|file| match line {
            Some(line) => short(&format!("{file}:{line}")),
            None => short(file),
        });
        (op_name.map(short), source, frame)
    }
}

/// Returns a text, truncated if it is long.
pub(crate) fn short(text: &str) -> Box<str> {
    text.chars().take(MAX_NAME).collect::<String>().into()
}

/// A shape in its input form: a text, or the bytes of a message.
#[derive(Clone, Copy)]
pub(crate) struct Shape<'a> {
    pub(crate) key: &'a [u8],
    pub(crate) is_text: bool,
    /// True if its order is requested. A predicted layout keeps the order.
    pub(crate) has_order: bool,
}

/// All arrays of one layout.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The layout as the file writes it, or as predicted.
    pub text: Box<str>,
    /// The arrays.
    pub total: Total,
    /// One array.
    pub each: Total,
    /// The name of the first array in the entry computation, or of the first array of all.
    pub instruction: Box<str>,
    /// The number of its line, counted from 1; 0 in a serialized module.
    pub line: usize,
    /// The operation of the model that it comes from.
    pub op_name: Option<Box<str>>,
    /// A file and a line of the model: `model.py:17`.
    pub source: Option<Box<str>>,
    /// True if the layout is predicted.
    pub is_predicted: bool,
    /// The number of the row.
    pub number: u32,
    pub(super) stack_frame: Option<u32>,
    pub(super) in_entry: bool,
    /// The computation that contains the named array.
    pub(super) named_in: u32,
    /// The current computation, and the index of this row's count among its counts.
    pub(super) pending: (u32, usize),
    /// The bytes of padding of all arrays, including those without memory.
    pub(super) seen_waste: u64,
}

impl Row {
    /// Returns the layout.
    ///
    /// # Panics
    ///
    /// If the text has been changed: the rows of a tally have layouts.
    #[must_use]
    #[track_caller]
    pub fn layout(&self) -> Layout {
        Layout::parse(&self.text).expect("the text was parsed when the row was made")
    }

    /// Names the row after one of its arrays.
    pub(super) fn take_name(&mut self, origin: &Origin<'_>, scope: u32) {
        self.instruction = short(origin.name);
        self.line = origin.line;
        self.in_entry = origin.in_entry;
        self.named_in = scope;
        (self.op_name, self.source, self.stack_frame) = origin.metadata.read();
    }
}

/// Returns the layout that a TPU chooses for an array.
pub(super) fn predicted(layout: &Layout, has_order: bool) -> Result<Layout, String> {
    let (element, dims) = (layout.element_type(), layout.dims());
    let predicted = match has_order {
        true => tpu::default_layout_with_order(element, dims, &layout.minor_to_major()),
        false => tpu::default_layout(element, dims),
    };
    let space = layout.memory_space();
    let predicted = predicted.map_err(|error| error.to_string())?;
    predicted
        .with_memory_space(space)
        .map_err(|error| error.to_string())
}
