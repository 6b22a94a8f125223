//! Tallies serialized modules: `HloProto` (`.hlo.pb`) and `HloModuleProto` (`.hlo_module.pb`).
//! Holds one instruction in memory at a time.

use std::collections::HashMap;

use layout_core::spec::error_kind::NotAnArray;

use super::heap_trace::HeapTrace;
use crate::hlo::InstructionProto;
use crate::proto::{Field, Fields, Plan, ProtoError, ReadFields, Stream, varints};
use crate::tally::{Metadata, Origin, ReservedBuffer, Shape, Tally, short};

/// The maximum number of instructions whose bytes are kept for comparison with the buffers.
const MAX_KEPT: usize = 1 << 18;

/// A serialized module that arrives in pieces.
#[derive(Debug)]
pub(super) struct ModuleProto {
    stream: Stream<Part>,
    state: Collected,
}

impl ModuleProto {
    pub(super) fn new() -> Self {
        ModuleProto {
            stream: Stream::new(Part::File),
            state: Collected::default(),
        }
    }

    /// Tallies the next piece.
    pub(super) fn read(&mut self, piece: &[u8], tally: &mut Tally) -> Result<(), ProtoError> {
        let state = &mut self.state;
        self.stream.read(piece, &mut FieldReader { state, tally })
    }

    /// Ends the file; fails if it is cut off.
    pub(super) fn finish(&self) -> Result<(), ProtoError> {
        self.stream.finish()
    }
}

/// The messages whose fields are read one by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A module, or a `HloProto` with a module in it.
    File,
    Module,
    Computation,
    BufferAssignment,
    HeapTrace,
}

/// The state between two fields of a file.
#[derive(Debug, Default)]
struct Collected {
    /// True if the file is a `HloProto`.
    has_module: bool,
    entry: String,
    /// The name of the current computation.
    computation: String,
    in_entry: bool,
    /// True after its first instruction.
    is_entered: bool,
    /// Padded bytes and name of each instruction whose result is one array.
    kept: HashMap<u64, (u64, Box<str>)>,
    /// Bytes and instruction of each logical buffer.
    logical: HashMap<u64, (u64, u64)>,
    trace: HeapTrace,
}

struct FieldReader<'a> {
    state: &'a mut Collected,
    tally: &'a mut Tally,
}

impl ReadFields for FieldReader<'_> {
    type Kind = Part;

    fn plan(&self, message: Part, field: u32, first: Option<u8>) -> Plan<Part> {
        match (message, field) {
            // Field 1 is the module of a `HloProto`, or the name of a module; a name does not
            // begin with the key of a field.
            (Part::File, 1) if first.is_some_and(|byte| byte < 0x20) => Plan::Enter(Part::Module),
            (Part::File, 3) if self.state.has_module => Plan::Enter(Part::BufferAssignment),
            (Part::File, _) if self.state.has_module => Plan::Skip,
            (Part::File | Part::Module, 2) | (Part::Computation, 1) => Plan::Text,
            (Part::File | Part::Module, 3) => Plan::Enter(Part::Computation),
            (Part::BufferAssignment, 4) => Plan::Enter(Part::HeapTrace),
            (Part::File | Part::Module, 17)
            | (Part::Computation, 2)
            | (Part::BufferAssignment, 1 | 3)
            | (Part::HeapTrace, 1) => Plan::Message,
            _ => Plan::Skip,
        }
    }

    fn enter(&mut self, message: Part) {
        match message {
            Part::Module => self.state.has_module = true,
            Part::Computation => {
                self.state.computation.clear();
                (self.state.in_entry, self.state.is_entered) = (false, false);
            }
            Part::BufferAssignment => self.state.logical.clear(),
            Part::File | Part::HeapTrace => {}
        }
    }

    fn field(&mut self, message: Part, field: Field<'_>) -> Result<(), ProtoError> {
        let state = &mut *self.state;
        match (message, field.number) {
            (Part::File | Part::Module, 2) => state.entry = text(&field)?,
            (Part::File | Part::Module, 17) => {
                self.tally.sources.read_proto(field.bytes()?)?;
            }
            // The name precedes the instructions, the number follows them.
            (Part::Computation, 1) => {
                state.computation = text(&field)?;
                state.in_entry = state.computation == state.entry;
            }
            (Part::Computation, 2) => self.instruction(field.bytes()?)?,
            (Part::Computation, 5) if state.is_entered => {
                self.tally
                    .scopes
                    .also_called(&format!("#{}", field.varint()?));
            }
            (Part::BufferAssignment, 1) => self.logical_buffer(field.bytes()?)?,
            (Part::BufferAssignment, 3) => self.allocation(field.bytes()?)?,
            (Part::HeapTrace, 1) => {
                let (mut kind, mut number, mut shared, mut name) = (0, 0, 0, String::new());
                for field in Fields::new(field.bytes()?) {
                    let field = field?;
                    match field.number {
                        1 => kind = field.varint()?,
                        2 => number = field.varint()?,
                        4 => name = text(&field)?,
                        5 => shared = field.varint()?,
                        _ => {}
                    }
                }
                let bytes = state.logical.get(&number).map_or(0, |&(bytes, _)| bytes);
                state.trace.event(kind, number, shared, bytes, &name);
            }
            _ => {}
        }
        Ok(())
    }

    fn leave(&mut self, message: Part) {
        if message == Part::HeapTrace {
            let trace = core::mem::take(&mut self.state.trace);
            self.tally.reserved.peak(trace.peak());
        }
    }
}

impl FieldReader<'_> {
    fn instruction(&mut self, bytes: &[u8]) -> Result<(), ProtoError> {
        let (state, tally) = (&mut *self.state, &mut *self.tally);
        if !state.is_entered {
            tally.scopes.enter(&state.computation, state.in_entry);
            state.is_entered = true;
        }
        let instruction = InstructionProto::read(bytes)?;
        let opcode = instruction.opcode();
        tally.count_instruction(opcode, || {
            instruction.called().map(|callee| format!("#{callee}"))
        });
        let is_parameter = state.in_entry && opcode == "parameter";
        let origin = Origin {
            name: instruction.name(),
            line: 0,
            in_entry: state.in_entry,
            is_parameter,
            is_boundary: is_parameter,
            metadata: Metadata::Proto(&instruction),
        };
        for array in instruction.arrays() {
            let array = match array {
                Ok(array) => array,
                Err(error) => {
                    tally.skip(0, &error.to_string());
                    continue;
                }
            };
            let shape = Shape {
                key: array.bytes(),
                is_text: false,
                has_order: false,
            };
            let layout = || {
                array.layout().map_err(|error| match error {
                    ProtoError::NotAnArray(NotAnArray::Token | NotAnArray::Opaque) => None,
                    error => Some(error.to_string()),
                })
            };
            if let Some(each) = tally.count_array(&origin, shape, layout)
                && array.tuple_index().is_empty()
                && state.kept.len() < MAX_KEPT
            {
                let kept = (each, short(instruction.name()));
                state.kept.insert(instruction.id(), kept);
            }
        }
        Ok(())
    }

    /// Reads the number, bytes and instruction of a logical buffer. Its bytes are compared if it
    /// is the whole result of the instruction.
    fn logical_buffer(&mut self, bytes: &[u8]) -> Result<(), ProtoError> {
        let (mut id, mut size, mut instruction, mut is_whole) = (0, 0, None, true);
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => id = field.varint()?,
                2 => size = field.varint()?,
                3 => {
                    for field in Fields::new(field.bytes()?) {
                        let field = field?;
                        match field.number {
                            3 => is_whole = false, // an index within a tuple
                            4 => instruction = Some(field.varint()?),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        let instruction = instruction.filter(|_| is_whole);
        if self.state.logical.len() < MAX_KEPT {
            let entry = (size, instruction.unwrap_or(0));
            self.state.logical.insert(id, entry);
        }
        if let Some((padded, _)) = instruction.and_then(|number| self.state.kept.get(&number)) {
            self.tally.reserved.compare(size, *padded);
        }
        Ok(())
    }

    /// Reads an allocation's number, its bytes, and the buffers in it.
    fn allocation(&mut self, bytes: &[u8]) -> Result<(), ProtoError> {
        let mut allocation = 0;
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => allocation = field.varint()?,
                2 => self.tally.reserved.allocation(field.varint()?),
                9 => {
                    let [id, offset, bytes] = varints(field.bytes()?, [1, 2, 3])?;
                    let logical = self.state.logical.get(&id);
                    let instruction = logical.map_or(0, |&(_, instruction)| instruction);
                    let kept = self.state.kept.get(&instruction);
                    self.tally.reserved.buffer(ReservedBuffer {
                        instruction: kept.map(|(_, name)| name.clone()).unwrap_or_default(),
                        allocation,
                        offset,
                        bytes,
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn text(field: &Field<'_>) -> Result<String, ProtoError> {
    Ok(String::from_utf8_lossy(field.bytes()?).into_owned())
}

#[cfg(test)]
mod tests {

    use super::ModuleProto;
    use crate::tally::Tally;

    const MODULE: &[u8] = include_bytes!("../../../tests/data/dump_kinds/mlp.hlo_module.pb");
    const BUFFERS: &[u8] =
        include_bytes!("../../../tests/data/dump_kinds/cpu.cpu_after_optimizations.hlo.pb");

    fn tally(bytes: &[u8]) -> (Tally, bool) {
        let mut tally = Tally::default();
        let mut module = ModuleProto::new();
        let read = module.read(bytes, &mut tally);
        let is_read = read.and_then(|()| module.finish()).is_ok();
        tally.finish();
        (tally, is_read)
    }

    /// A truncated file is an error, unless the cut is between two fields.
    #[test]
    fn cut_at_every_byte() {
        for bytes in [MODULE, BUFFERS] {
            let (whole, is_read) = tally(bytes);
            assert!(is_read);
            let mut without_error = 0;
            for cut in 0..bytes.len() {
                let (part, is_read) = tally(&bytes[..cut]);
                assert!(part.all.arrays <= whole.all.arrays + whole.left_out().arrays);
                without_error += usize::from(is_read);
            }
            assert!(without_error < 20, "{without_error}");
        }
    }

    #[test]
    fn mutated() {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut errors = 0;
        for round in 0..4000 {
            let mut bytes = [MODULE, BUFFERS][round % 2].to_vec();
            for _ in 0..=random(6) {
                let at = random(bytes.len());
                match random(3) {
                    0 => drop(bytes.drain(at..(at + random(9)).min(bytes.len()))),
                    1 => bytes.insert(at, random(256) as u8),
                    _ => bytes[at] = random(256) as u8,
                }
            }
            errors += usize::from(!tally(&bytes).1);
        }
        assert!(errors > 1000, "{errors}");
    }

    /// Messages nested to any depth, and lengths beyond the end of the data.
    #[test]
    fn nested_and_lying() {
        let message = |field: u8, bytes: &[u8]| {
            let mut message = vec![field << 3 | 2];
            let mut len = bytes.len();
            while len >= 0x80 {
                message.push(len as u8 | 0x80);
                len >>= 7;
            }
            message.push(len as u8);
            message.extend(bytes);
            message
        };
        let mut shape = vec![0x10, 11];
        for _ in 0..10_000 {
            shape = [&[0x10, 13][..], &message(4, &shape)].concat();
        }
        let instruction = [message(1, b"x"), message(2, b"tuple"), message(3, &shape)].concat();
        let module = message(3, &[message(1, b"c"), message(2, &instruction)].concat());
        let (deep, is_read) = tally(&module);
        assert!(is_read);
        assert_eq!((deep.all.arrays, deep.skipped_count), (0, 1));
        for lie in [
            &[0x1a, 0xff, 0xff, 0xff, 0xff, 0x7f, 1][..],
            &[0x1a; 100],
            &[0x0a, 0xff],
        ] {
            assert!(!tally(lie).1);
        }
    }
}
