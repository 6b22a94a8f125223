//! `InstructionProto`: an instruction of a serialized module.

use super::lexer;
use crate::proto::{self, ArrayProto, Fields, Numbers, ProtoError};

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
    bytes: &'a [u8],
}

impl<'a> InstructionProto<'a> {
    /// Reads the message's fields.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, ProtoError> {
        let mut read = InstructionProto {
            bytes,
            ..InstructionProto::default()
        };
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => read.name = lexer::utf8(field.bytes()?),
                2 => read.opcode = lexer::utf8(field.bytes()?),
                3 => read.shape = field.bytes()?,
                7 => read.metadata = field.bytes()?,
                35 => read.id = field.varint()?,
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

    /// Returns the numbers of the computations that it calls.
    pub(crate) fn called(&self) -> impl Iterator<Item = u64> + use<'a> {
        let fields = Fields::new(self.bytes).flatten();
        fields
            .filter(|field| field.number == 38)
            .flat_map(|field| -> Numbers<'a> { field.numbers() })
            .flatten()
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
