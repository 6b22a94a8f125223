//! `Event`: what a reader finds in a file.

use layout_runtime::Layout;

use super::kind::Kind;
use super::reserved::{Allocation, Peak, ReservedBuffer};
use super::source_table::Source;
use super::{OutOfMemory, row::short};
use crate::hlo::{self, ModuleHead, ShapeIndex};
use crate::liveness::Definition;
use crate::proto::ArrayProto;

/// What a reader finds in a file, in the order of the file.
pub(crate) enum Event<'a> {
    /// The file is of this kind.
    Kind(Kind),
    /// A module begins.
    Module(ModuleHead),
    /// A computation begins.
    Computation {
        key: u64,
        name: &'a str,
        is_entry: bool,
    },
    /// An instruction of the current computation, with the arrays of its result. An array in
    /// too large tuples has no index.
    Instruction(
        &'a Definition<'a>,
        &'a [(Option<ShapeIndex>, Shape<'a>)],
        Metadata<'a>,
    ),
    /// A line that begins like an instruction and is not read: it may define a name.
    Unread,
    /// The last module ends.
    End,
    /// A tensor of StableHLO, counted or not.
    Tensor,
    /// An operation of StableHLO.
    Operation,
    /// An array that is not of an instruction of a module.
    Array(&'a Origin<'a>, Shape<'a>),
    /// An array within a region, which has no memory.
    ArrayInRegion(&'a Origin<'a>, Shape<'a>),
    /// An array that has been counted becomes a result.
    Returned(Shape<'a>),
    /// An array whose layout the compiler will choose.
    Unknown { line: usize },
    /// An array that is not read.
    Skipped { line: usize, reason: &'a str },
    /// An array that was skipped for this reason is skipped elsewhere, too.
    SkippedTwice { reason: &'a str },
    /// An entry of a list of allocations, which has no instructions.
    Listed,
    /// An allocation of a buffer assignment.
    Allocation(Allocation),
    /// A value that is in a buffer of another one.
    OtherName,
    /// A buffer in an allocation.
    Buffer(ReservedBuffer),
    /// The bytes of a buffer, and the padded bytes of its layout.
    Compared { reserved: u64, padded: u64 },
    /// The peak of a simulated heap.
    Peak(Peak),
    /// The figures of an out-of-memory message.
    OutOfMemory(OutOfMemory),
}

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

impl Origin<'_> {
    /// Returns an origin of which only the line is known.
    pub(crate) fn of_line(line: usize) -> Self {
        Origin {
            line,
            ..Origin::default()
        }
    }
}

/// An instruction with metadata.
#[derive(Clone, Copy, Default)]
pub(crate) enum Metadata<'a> {
    #[default]
    None,
    Text(&'a hlo::Instruction<'a>),
    Proto(&'a hlo::InstructionProto<'a>),
}

impl Metadata<'_> {
    /// Returns the name of an operand.
    pub(super) fn operand(&self, number: usize) -> Box<str> {
        match self {
            Metadata::Text(text) => short(text.operands().nth(number).unwrap_or_default()),
            Metadata::Proto(_) | Metadata::None => Box::default(),
        }
    }

    /// Returns the operation of the model, the file and line of its source, and the stack frame to
    /// look up the line in if the metadata has none.
    pub(super) fn read(&self) -> (Option<&str>, Option<Source<'_>>, Option<u32>) {
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
        (op_name, file.map(|file| (file, line)), frame)
    }
}

/// A shape in its input form.
#[derive(Clone, Copy)]
pub(crate) enum Shape<'a> {
    Text(&'a str),
    /// A text with the order that the program requests; a predicted layout keeps it.
    Ordered(&'a str),
    Proto(ArrayProto<'a>),
}

impl<'a> Shape<'a> {
    /// Returns the bytes that equal shapes share.
    pub(super) fn key(&self) -> &'a [u8] {
        match self {
            Shape::Text(text) | Shape::Ordered(text) => text.as_bytes(),
            Shape::Proto(array) => array.bytes(),
        }
    }

    /// Returns the text, if the file has one.
    pub(super) fn text(&self) -> Option<&'a str> {
        match self {
            Shape::Text(text) | Shape::Ordered(text) => Some(text),
            Shape::Proto(_) => None,
        }
    }

    pub(super) fn has_order(&self) -> bool {
        matches!(self, Shape::Ordered(_))
    }

    pub(super) fn layout(&self) -> Result<Layout, String> {
        match self {
            Shape::Text(text) | Shape::Ordered(text) => {
                Layout::parse(text).map_err(|error| error.message().to_string())
            }
            Shape::Proto(array) => array.layout().map_err(|error| error.to_string()),
        }
    }
}
