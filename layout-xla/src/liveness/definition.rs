//! `Definition`: what the analysis of buffers reads of an instruction.

use crate::hlo::{Alias, Callee, ShapeIndex};

/// An array of a result, and its layout's row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) index: ShapeIndex,
    /// The number of the row.
    pub(crate) row: u32,
    pub(crate) bytes: u64,
    /// The bytes of `bytes` that are padding.
    pub(crate) padding: u64,
    /// The memory space.
    pub(crate) space: u8,
}

/// An instruction of a text or of a serialized module. Other instructions and computations are
/// known by keys: the hash of a name, or the number of a message.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Definition<'a> {
    pub(crate) key: u64,
    pub(crate) name: &'a str,
    pub(crate) opcode: &'a str,
    /// What its opcode means.
    pub(crate) operation: Operation,
    /// The number of its line, counted from 1; 0 in a serialized module.
    pub(crate) line: usize,
    pub(crate) is_root: bool,
    pub(crate) operands: &'a [u64],
    /// Of a loop, the body and then the condition.
    pub(crate) called: &'a [Callee<'a>],
    /// The number of a parameter, or of the tuple's entry that `get-tuple-element` returns.
    pub(crate) number: usize,
    /// The target of a custom call.
    pub(crate) target: &'a str,
    /// `output_to_operand_aliasing`.
    pub(crate) aliases: &'a [Alias],
    /// `aliasing_operands`: operands, each with the entry of the result that may use its buffer.
    /// `None` if the compiler does not say so.
    pub(crate) may_share: Option<&'a [(usize, usize)]>,
}

/// What an opcode means for buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Operation {
    /// Each array of the result is a buffer, except those with aliases.
    #[default]
    Defines,
    /// The result is another name of an operand, the first.
    Names,
    Parameter,
    Tuple,
    GetTupleElement,
    /// The result is written into an operand of this number.
    InPlace(u8),
    Scatter,
    Fusion,
    While,
    Conditional,
    Call,
    CustomCall,
    CopyStart,
    /// The operands, one array or a tuple, are in entry 0 of the result.
    Start {
        /// True if one operand is entry 0 itself.
        is_one: bool,
    },
    AllReduceStart,
    /// The result is an entry of the operand: 0 or 1.
    Done(u8),
}

impl Operation {
    /// Returns the meaning of an opcode with this number of operands, by the rules of XLA's
    /// `HloDataflowAnalysis` (names of one buffer) and `HloAliasAnalysis` (operations in place).
    pub(crate) fn new(opcode: &str, operands: usize) -> Operation {
        match opcode {
            "bitcast" | "opt-barrier" | "add-dependency" | "domain" => Operation::Names,
            "parameter" => Operation::Parameter,
            "tuple" => Operation::Tuple,
            "get-tuple-element" => Operation::GetTupleElement,
            "fusion" => Operation::Fusion,
            "while" => Operation::While,
            "conditional" => Operation::Conditional,
            "call" => Operation::Call,
            "custom-call" => Operation::CustomCall,
            "dynamic-update-slice" | "set-dimension-size" => Operation::InPlace(0),
            "scatter" => Operation::Scatter,
            // With the places to read and to write, it writes into its second operand.
            "collective-permute" if operands == 4 => Operation::InPlace(1),
            "ragged-all-to-all" => Operation::InPlace(1),
            "copy-start" => Operation::CopyStart,
            "copy-done" => Operation::Done(0),
            "all-reduce-start" if operands == 1 => Operation::Names,
            "all-reduce-start" => Operation::AllReduceStart,
            "all-gather-start" | "collective-permute-start" => Operation::Start {
                is_one: operands == 1,
            },
            "send" => Operation::Start { is_one: true },
            "all-reduce-done" | "recv-done" => Operation::Names,
            opcode if opcode.ends_with("-start") => Operation::Start { is_one: false },
            opcode if opcode.ends_with("-update") => Operation::Names,
            opcode if opcode.ends_with("-done") => Operation::Done(1),
            _ => Operation::Defines,
        }
    }
}

impl Definition<'_> {
    /// Returns the operand, and the array in it, whose buffer holds the array at `index` of the
    /// result; `None` if the array has a separate buffer. Of what called computations return,
    /// nothing is known here.
    pub(super) fn source_of(&self, index: ShapeIndex) -> Option<(usize, ShapeIndex)> {
        let first = index.split_first();
        match self.operation {
            Operation::Names | Operation::While => Some((0, index)),
            Operation::Tuple | Operation::AllReduceStart => first,
            Operation::GetTupleElement => Some((0, index.within(self.number)?)),
            Operation::InPlace(operand) => Some((operand.into(), index)),
            // The operands are arrays, then indices, then updates.
            Operation::Scatter => Some((first.map_or(0, |(entry, _)| entry), ShapeIndex::WHOLE)),
            Operation::CopyStart => match first? {
                (1, rest) => Some((0, rest)),
                _ => None,
            },
            Operation::Start { is_one } => match first? {
                (0, rest) if is_one || rest == ShapeIndex::WHOLE => Some((0, rest)),
                (0, rest) => rest.split_first(),
                _ => None,
            },
            Operation::Done(entry) => Some((0, index.within(entry.into())?)),
            Operation::CustomCall if self.target == "AssumeGatherIndicesInBound" => {
                Some((0, index))
            }
            Operation::CustomCall | Operation::Fusion => {
                let mut aliases = self.aliases.iter();
                let alias = aliases.find(|alias| alias.result == index)?;
                Some((alias.operand, alias.source))
            }
            Operation::Defines
            | Operation::Parameter
            | Operation::Conditional
            | Operation::Call => None,
        }
    }

    /// Returns true if it is a part of an asynchronous operation.
    pub(crate) fn is_asynchronous(&self) -> bool {
        let parts = ["-start", "-update", "-done"];
        parts.iter().any(|part| self.opcode.ends_with(part))
    }
}

impl Operation {
    /// Returns true if no array of the result has a buffer that is not one of an operand.
    pub(crate) fn names_operands(self) -> bool {
        use Operation::{GetTupleElement, Names, Tuple, While};
        matches!(self, Names | Tuple | GetTupleElement | While)
    }

    /// Returns true if a fusion with this root writes into a buffer of an operand, too.
    pub(super) fn is_in_place(self) -> bool {
        matches!(self, Operation::InPlace(_) | Operation::Scatter)
    }

    /// Returns true if it runs the computations that it calls as parts of the program, with
    /// buffers that are not its own.
    pub(crate) fn runs_what_it_calls(self) -> bool {
        use Operation::{Call, Conditional, While};
        matches!(self, While | Conditional | Call)
    }
}
