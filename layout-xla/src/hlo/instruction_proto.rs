//! `InstructionProto`: an instruction of a serialized module.

use super::aliases::{Alias, Callee, may_share};
use super::lexer;
use super::shape_index::ShapeIndex;
use crate::proto::{self, ArrayProto, Field, Fields, ProtoError};

/// An instruction of a serialized module: the message `HloInstructionProto`.
///
/// A module (`HloModuleProto`, a file `.hlo_module.pb`) has computations in field 3, and
/// these their instructions in field 2. A dump `.hlo.pb` is a `HloProto`, whose field 1 is
/// the module. Some opcodes differ from the text's: `slice-start` is `async-start`.
#[derive(Clone, Debug, Default)]
pub(crate) struct InstructionProto<'a> {
    name: &'a str,
    opcode: &'a str,
    shape: &'a [u8],
    metadata: &'a [u8],
    id: u64,
    operands: Vec<u64>,
    called: Vec<Callee<'a>>,
    number: usize,
    target: &'a str,
    aliases: Vec<Alias>,
    config: &'a [u8],
}

impl<'a> InstructionProto<'a> {
    /// Reads the message's fields.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, ProtoError> {
        let mut read = InstructionProto::default();
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => read.name = lexer::utf8(field.bytes()?),
                2 => read.opcode = lexer::utf8(field.bytes()?),
                3 => read.shape = field.bytes()?,
                7 => read.metadata = field.bytes()?,
                // The numbers of a parameter and of a tuple's entry.
                9 | 13 if field.varint()? > 0 => read.number = field.varint()? as usize,
                28 => read.target = lexer::utf8(field.bytes()?),
                35 => read.id = field.varint()?,
                36 => read.operands.extend(numbers(&field)?),
                38 => {
                    let callee = |key| Callee { key, name: "" };
                    read.called.extend(numbers(&field)?.into_iter().map(callee));
                }
                43 => read.config = field.bytes()?,
                74 => read.aliases.extend(alias(field.bytes()?)?),
                _ => {}
            }
        }
        Ok(read)
    }

    /// Its name.
    pub(crate) fn name(&self) -> &'a str {
        self.name
    }

    /// Its operation.
    pub(crate) fn opcode(&self) -> &'a str {
        self.opcode
    }

    /// Its number, by which other instructions refer to it.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Returns the arrays of its result, tuples included.
    pub(crate) fn arrays(
        &self,
    ) -> impl Iterator<Item = Result<ArrayProto<'a>, ProtoError>> + use<'a> {
        proto::arrays(self.shape)
    }

    /// Returns the numbers of its operands.
    pub(crate) fn operands(&self) -> &[u64] {
        &self.operands
    }

    /// Returns the computations that it calls.
    pub(crate) fn called(&self) -> &[Callee<'a>] {
        &self.called
    }

    /// Returns the number of a parameter, or of the tuple's entry that it returns.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Returns the target of a custom call.
    pub(crate) fn target(&self) -> &'a str {
        self.target
    }

    /// Returns the arrays of the result that lie in operands' buffers, as far as it says so.
    pub(crate) fn aliases(&self) -> &[Alias] {
        &self.aliases
    }

    /// Returns the operands and entries of the result that may share a buffer.
    pub(crate) fn may_share(&self) -> Option<Vec<(usize, usize)>> {
        may_share(lexer::utf8(self.config), self.operands.len())
    }

    /// Returns the operation of the model that it was made from.
    pub(crate) fn op_name(&self) -> Option<&'a str> {
        self.metadata_text(2)
    }

    /// Returns the file of the model's source.
    pub(crate) fn source_file(&self) -> Option<&'a str> {
        self.metadata_text(3)
    }

    /// Returns the line of the model's source.
    pub(crate) fn source_line(&self) -> Option<u32> {
        self.metadata_number(4)
    }

    /// Returns the number of the stack frame in the module's table, which newer modules have in
    /// place of file and line.
    pub(crate) fn stack_frame(&self) -> Option<u32> {
        self.metadata_number(15)
    }

    fn metadata_number(&self, number: u32) -> Option<u32> {
        let mut fields = Fields::new(self.metadata).flatten();
        let field = fields.find(|field| field.number == number)?;
        field.varint().ok()?.try_into().ok()
    }

    fn metadata_text(&self, number: u32) -> Option<&'a str> {
        let mut fields = Fields::new(self.metadata).flatten();
        let field = fields.find(|field| field.number == number)?;
        Some(lexer::utf8(field.bytes().ok()?)).filter(|text| !text.is_empty())
    }
}

/// Returns the numbers of a repeated field.
fn numbers(field: &Field<'_>) -> Result<Vec<u64>, ProtoError> {
    field.numbers().collect()
}

/// Reads the message `OutputOperandAliasing`, or an entry of `HloInputOutputAliasProto`: both have
/// an index in the result, the number of an operand or a parameter, and an index in that one.
/// `None` if the tuples around an array are too large.
pub(crate) fn alias(bytes: &[u8]) -> Result<Option<Alias>, ProtoError> {
    let (mut result, mut operand, mut source) = (Vec::new(), 0, Vec::new());
    for field in Fields::new(bytes) {
        let field = field?;
        match field.number {
            1 => result.extend(numbers(&field)?),
            2 => operand = field.varint()? as usize,
            3 => source.extend(numbers(&field)?),
            _ => {}
        }
    }
    let index = |entries: Vec<u64>| {
        let entries: Vec<usize> = entries.into_iter().map(|entry| entry as usize).collect();
        ShapeIndex::new(&entries)
    };
    let both = index(result).zip(index(source));
    Ok(both.map(|(result, source)| Alias {
        result,
        operand,
        source,
    }))
}
