//! `Row`: all arrays of one layout, and the origin of one of them.

use layout_runtime::Layout;
use layout_xla::{hlo, tpu};

use super::total::Total;

/// The maximum number of characters of a name.
const MAX_NAME: usize = 1 << 8;

/// The origin of an array: an instruction, or an allocation of a report.
#[derive(Clone, Copy, Default)]
pub(super) struct Origin<'a> {
    pub(super) name: &'a str,
    pub(super) line: usize,
    pub(super) in_entry: bool,
    pub(super) is_parameter: bool,
    /// True for an argument or a result of the program.
    pub(super) is_boundary: bool,
    pub(super) metadata: Metadata<'a>,
}

/// An instruction with metadata.
#[derive(Clone, Copy, Default)]
pub(super) enum Metadata<'a> {
    #[default]
    None,
    Text(&'a hlo::Instruction<'a>),
    Proto(&'a hlo::InstructionProto<'a>),
}

impl Origin<'_> {
    /// An origin of which only the line is known.
    pub(super) fn of_line(line: usize) -> Self {
        Origin {
            line,
            ..Origin::default()
        }
    }
}

impl Metadata<'_> {
    /// The operation of the model, the line of its source, and the stack frame that gives the
    /// line if the metadata does not.
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

/// A text, truncated if it is long.
pub(super) fn short(text: &str) -> Box<str> {
    text.chars().take(MAX_NAME).collect::<String>().into()
}

/// A shape in its input form: a text, or the bytes of a message.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub(super) key: &'a [u8],
    pub(super) is_text: bool,
    /// True if its order is requested, so that a predicted layout keeps the order.
    pub(super) has_order: bool,
}

/// All arrays of one layout.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The layout as the file writes it, or as predicted.
    pub(super) text: Box<str>,
    pub(super) total: Total,
    /// The first array in the entry computation, or the first array of all.
    pub(super) instruction: Box<str>,
    pub(super) line: usize,
    pub(super) op_name: Option<Box<str>>,
    /// A file and a line.
    pub(super) source: Option<Box<str>>,
    pub(super) stack_frame: Option<u32>,
    pub(super) is_predicted: bool,
    pub(super) in_entry: bool,
    pub(super) number: u32,
    /// The computation that contains the array.
    pub(super) named_in: u32,
    /// The index of this row's count among the counts of the current computation.
    pub(super) pending: (u32, usize),
    /// The bytes of padding of all arrays, including those without memory.
    pub(super) seen_waste: u64,
    /// One array.
    pub(super) each: Total,
}

impl Row {
    /// A row without arrays; `each` is the total of one array.
    pub(super) fn new(text: Box<str>, each: Total, number: u32) -> Row {
        Row {
            text,
            total: Total::default(),
            instruction: "".into(),
            line: 0,
            op_name: None,
            source: None,
            stack_frame: None,
            is_predicted: false,
            in_entry: false,
            number,
            named_in: 0,
            pending: (u32::MAX, 0),
            seen_waste: 0,
            each,
        }
    }

    /// The layout.
    pub(super) fn layout(&self) -> Layout {
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

/// The layout that a TPU gives an array.
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
