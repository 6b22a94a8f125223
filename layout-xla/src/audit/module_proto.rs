//! Reads serialized modules: `HloProto` (`.hlo.pb`) and `HloModuleProto` (`.hlo_module.pb`).
//!
//! A proto is read whole: the schedule, which orders the instructions, follows them.

use std::collections::HashMap;

use layout_core::spec::error_kind::NotAnArray;
use layout_runtime::Layout;

use super::heap_trace::HeapTrace;
use crate::hlo::{InstructionProto, ModuleHead, ShapeIndex, alias};
use crate::liveness::{Definition, Operation};
use crate::proto::{ArrayProto, Field, Fields, ProtoError, varints};
use crate::tally::{
    AliveArray, Allocation, Event, Metadata, ReservedBuffer, Role, Shape, Tally, Total, short,
};

/// A serialized module that arrives in pieces.
#[derive(Debug, Default)]
pub(super) struct ModuleProto {
    bytes: Vec<u8>,
}

impl ModuleProto {
    /// Keeps the next piece.
    pub(super) fn read(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
    }

    /// Passes on what the file has; fails if it is cut off.
    pub(super) fn finish(&self, tally: &mut Tally) -> Result<(), ProtoError> {
        let mut parts = FileReader::default();
        // Field 1 is the module of a `HloProto`, or the name of a module; a name does not begin
        // with the key of a field.
        let is_module = |field: &Field<'_>| {
            let first = field.bytes().ok().and_then(<[u8]>::first);
            field.number == 1 && first.is_some_and(|&byte| byte < 0x20)
        };
        let fields: Vec<_> = Fields::new(&self.bytes).collect::<Result<_, _>>()?;
        match fields.iter().find(|field| is_module(field)) {
            Some(module) => parts.module(module.bytes()?, tally)?,
            None => return parts.module(&self.bytes, tally),
        }
        let assignments = fields.iter().filter(|field| field.number == 3);
        for assignment in assignments {
            parts.buffer_assignment(assignment.bytes()?, tally)?;
        }
        Ok(())
    }
}

/// What the later parts of a file need of the earlier ones.
#[derive(Debug, Default)]
struct FileReader<'a> {
    /// The array at an index of an instruction's result, and the name of the instruction.
    results: HashMap<ArrayIndex, (ArrayProto<'a>, &'a str)>,
    /// The bytes of each logical buffer, and what it holds.
    logical: HashMap<u64, (u64, Option<ArrayIndex>)>,
    /// The memory space of each allocation.
    spaces: HashMap<u64, u64>,
}

/// The number of an instruction, and the index of an array in its result.
type ArrayIndex = (u64, ShapeIndex);

impl<'a> FileReader<'a> {
    /// Reads a `HloModuleProto`.
    fn module(&mut self, bytes: &'a [u8], tally: &mut Tally) -> Result<(), ProtoError> {
        let (mut entry, mut computations) = (String::new(), Vec::new());
        let (mut head, mut order, mut sources) = (ModuleHead::default(), HashMap::new(), None);
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                2 => entry = text(&field)?,
                3 => computations.push(field.bytes()?),
                7 => {
                    head.is_scheduled = true;
                    schedule(field.bytes()?, &mut order)?;
                }
                8 => head.donated = donated(field.bytes()?)?,
                17 => sources = Some(field.bytes()?),
                _ => {}
            }
        }
        tally.event(Event::Module(head));
        if let Some(sources) = sources {
            tally.sources_mut().read_proto(sources)?;
        }
        for computation in computations {
            self.computation(computation, &entry, &order, tally)?;
        }
        Ok(())
    }

    /// Reads a `HloComputationProto`, in the order of the schedule if it has one.
    fn computation(
        &mut self,
        bytes: &'a [u8],
        entry: &str,
        order: &HashMap<u64, Vec<u64>>,
        tally: &mut Tally,
    ) -> Result<(), ProtoError> {
        let (mut name, mut key, mut root) = (String::new(), 0, None);
        let mut instructions = Vec::new();
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => name = text(&field)?,
                2 => instructions.push(InstructionProto::read(field.bytes()?)?),
                5 => key = field.varint()?,
                6 => root = Some(field.varint()?),
                _ => {}
            }
        }
        if let Some(order) = order.get(&key) {
            let places = order.iter().enumerate();
            let places: HashMap<u64, usize> = places.map(|(place, &id)| (id, place)).collect();
            let place = |own: &InstructionProto<'_>| places.get(&own.id()).copied();
            instructions.sort_by_key(|own| place(own).unwrap_or(usize::MAX));
        }
        tally.event(Event::Computation {
            key,
            name: &name,
            is_entry: name == entry,
        });
        for instruction in &instructions {
            self.instruction(instruction, root, tally);
        }
        Ok(())
    }

    fn instruction(
        &mut self,
        instruction: &InstructionProto<'a>,
        root: Option<u64>,
        tally: &mut Tally,
    ) {
        let mut arrays = Vec::new();
        for array in instruction.arrays() {
            match array {
                Ok(array) => {
                    let layout = array.layout();
                    if holds_no_array(&layout) {
                        continue;
                    }
                    let index = ShapeIndex::new(array.tuple_index());
                    arrays.push((index, Shape::Proto(array)));
                    if let Some(index) = index {
                        let location = (instruction.id(), index);
                        self.results.insert(location, (array, instruction.name()));
                    }
                }
                Err(error) => tally.event(Event::Skipped {
                    line: 0,
                    reason: &error.to_string(),
                }),
            }
        }
        let may_share = instruction.may_share();
        let read = Definition {
            key: instruction.id(),
            name: instruction.name(),
            opcode: instruction.opcode(),
            operation: Operation::new(instruction.opcode(), instruction.operands().len()),
            line: 0,
            is_root: root == Some(instruction.id()),
            operands: instruction.operands(),
            called: instruction.called(),
            number: instruction.number(),
            target: instruction.target(),
            aliases: instruction.aliases(),
            may_share: may_share.as_deref(),
        };
        tally.event(Event::Instruction(
            &read,
            &arrays,
            Metadata::Proto(instruction),
        ));
    }

    /// Reads a `BufferAssignmentProto`. Logical buffers precede what refers to them.
    fn buffer_assignment(&mut self, bytes: &[u8], tally: &mut Tally) -> Result<(), ProtoError> {
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => self.logical_buffer(field.bytes()?, tally)?,
                3 => self.allocation(field.bytes()?, tally)?,
                4 => self.heap_trace(field.bytes()?, tally)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the events of a simulated heap.
    fn heap_trace(&self, bytes: &[u8], tally: &mut Tally) -> Result<(), ProtoError> {
        let mut trace = HeapTrace::default();
        let mut allocation = 0;
        for event in Fields::new(bytes) {
            let event = event?;
            match event.number {
                1 => {}
                3 => {
                    allocation = event.varint()?;
                    continue;
                }
                _ => continue,
            }
            let (mut numbers, [mut computation, mut name]) = ([0; 3], [""; 2]);
            for field in Fields::new(event.bytes()?) {
                let field = field?;
                match field.number {
                    1 => numbers[0] = field.varint()?,
                    2 => numbers[1] = field.varint()?,
                    3 => computation = str::from_utf8(field.bytes()?).unwrap_or_default(),
                    4 => name = str::from_utf8(field.bytes()?).unwrap_or_default(),
                    5 => numbers[2] = field.varint()?,
                    _ => {}
                }
            }
            let bytes = self.logical.get(&numbers[1]).map_or(0, |&(bytes, _)| bytes);
            trace.event(numbers, bytes, [name, computation]);
        }
        let mut peak = trace.peak(|number| self.alive(number));
        if self.spaces.get(&allocation).is_some_and(|&space| space > 0) {
            peak.at = None;
        }
        tally.event(Event::Peak(peak));
        Ok(())
    }

    /// Returns the array of a logical buffer.
    fn alive(&self, number: u64) -> Option<AliveArray> {
        let &(bytes, location) = self.logical.get(&number)?;
        let (array, name) = self.results.get(&location?)?;
        let layout = array.layout().ok()?;
        Some(AliveArray {
            instruction: short(name),
            layout: Some(layout.to_string().into()),
            bytes,
            padding: Total::of(&layout).wasted_bytes(),
            role: Role::Temporary,
            from_line: 0,
            to_line: 0,
            op_name: None,
            source: None,
        })
    }

    /// Reads the number, bytes and location of a logical buffer. Its bytes are compared if it is
    /// an array.
    fn logical_buffer(&mut self, bytes: &[u8], tally: &mut Tally) -> Result<(), ProtoError> {
        let (mut id, mut reserved, mut instruction, mut index) = (0, 0, None, Vec::new());
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => id = field.varint()?,
                2 => reserved = field.varint()?,
                3 => {
                    for field in Fields::new(field.bytes()?) {
                        let field = field?;
                        match field.number {
                            3 => index.extend(field.numbers().collect::<Result<Vec<_>, _>>()?),
                            4 => instruction = Some(field.varint()?),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        let index: Vec<_> = index.into_iter().map(|entry| entry as usize).collect();
        let location = instruction.zip(ShapeIndex::new(&index));
        self.logical.insert(id, (reserved, location));
        let array = location.and_then(|location| self.results.get(&location));
        if let Some(Ok(layout)) = array.map(|(array, _)| array.layout()) {
            let padded = layout.padded_bytes() as u64;
            tally.event(Event::Compared { reserved, padded });
        }
        Ok(())
    }

    /// Reads an allocation: what it holds, its bytes, and the buffers in it.
    fn allocation(&mut self, bytes: &[u8], tally: &mut Tally) -> Result<(), ProtoError> {
        let (mut number, mut allocation) = (0, Allocation::default());
        let mut is_constant = false;
        let mut buffers = Vec::new();
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => number = field.varint()?,
                2 => allocation.bytes = field.varint()?,
                3 => allocation.is_thread_local = field.varint()? != 0,
                5 => allocation.is_argument = field.varint()? != 0,
                7 => allocation.is_live_out = field.varint()? != 0,
                8 => allocation.space = field.varint()?,
                9 => buffers.push(varints(field.bytes()?, [1, 2, 3])?),
                12 => is_constant = field.varint()? != 0,
                _ => {}
            }
        }
        let is_boundary = allocation.is_argument || allocation.is_live_out;
        allocation.is_temporary = !is_boundary && !is_constant && !allocation.is_thread_local;
        self.spaces.insert(number, allocation.space);
        tally.event(Event::Allocation(allocation));
        for [id, offset, bytes] in buffers {
            let location = self.logical.get(&id).and_then(|&(_, location)| location);
            let result = location.and_then(|location| self.results.get(&location));
            tally.event(Event::Buffer(ReservedBuffer {
                instruction: result.map(|(_, name)| short(name)).unwrap_or_default(),
                allocation: number,
                offset,
                bytes,
            }));
        }
        Ok(())
    }
}

/// Reads a `HloScheduleProto`: the instructions of each computation, in their order.
fn schedule(bytes: &[u8], order: &mut HashMap<u64, Vec<u64>>) -> Result<(), ProtoError> {
    for entry in Fields::new(bytes) {
        let entry = entry?;
        if entry.number != 1 {
            continue;
        }
        let (mut computation, mut instructions) = (0, Vec::new());
        for field in Fields::new(entry.bytes()?) {
            let field = field?;
            match field.number {
                1 => computation = field.varint()?,
                2 => {
                    for field in Fields::new(field.bytes()?) {
                        let field = field?;
                        if field.number == 1 {
                            instructions.extend(field.numbers().collect::<Result<Vec<_>, _>>()?);
                        }
                    }
                }
                _ => {}
            }
        }
        order.insert(computation, instructions);
    }
    Ok(())
}

/// Reads a `HloInputOutputAliasProto`: the results that lie in arguments.
fn donated(bytes: &[u8]) -> Result<Vec<ShapeIndex>, ProtoError> {
    let mut donated = Vec::new();
    for entry in Fields::new(bytes) {
        let entry = entry?;
        if entry.number == 1 {
            donated.extend(alias(entry.bytes()?)?.map(|alias| alias.result));
        }
    }
    Ok(donated)
}

/// Returns true for a token or an opaque value.
fn holds_no_array(layout: &Result<Layout, ProtoError>) -> bool {
    use NotAnArray::{Opaque, Token};
    matches!(layout, Err(ProtoError::NotAnArray(Token | Opaque)))
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
        let mut module = ModuleProto::default();
        module.read(bytes);
        let is_read = module.finish(&mut tally).is_ok();
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
                assert!(part.all().arrays <= whole.all().arrays + whole.left_out().arrays);
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
        assert_eq!((deep.all().arrays, deep.skipped_count()), (0, 1));
        for lie in [
            &[0x1a, 0xff, 0xff, 0xff, 0xff, 0x7f, 1][..],
            &[0x1a; 100],
            &[0x0a, 0xff],
        ] {
            assert!(!tally(lie).1);
        }
    }
}
