//! Tallies serialized modules: `HloProto` (`.hlo.pb`) and `HloModuleProto` (`.hlo_module.pb`).
//! Holds one instruction in memory at a time.

use std::collections::HashMap;
use std::io::{self, BufRead};

use layout_xla::hlo::InstructionProto;
use layout_xla::proto::{Fields, ProtoError};

use super::heap_trace::HeapTrace;
use super::proto_stream::{Item, ProtoStream, malformed, varints};
use super::reserved::Buffer;
use super::row::{Metadata, Origin, Shape, short};
use super::scopes::{may_call, runs_what_it_calls};
use super::tally::Tally;

/// The maximum number of instructions whose bytes are kept for comparison with the buffers.
const MAX_KEPT: usize = 1 << 18;

/// The state between two fields of a file.
struct Reader<'a, R> {
    stream: ProtoStream<R>,
    tally: &'a mut Tally,
    entry: String,
    /// Padded bytes and name of each instruction whose result is one array.
    kept: HashMap<u64, (u64, Box<str>)>,
    buffer: Vec<u8>,
}

/// Tallies a serialized module.
pub(super) fn read(reader: impl BufRead, tally: &mut Tally) -> io::Result<()> {
    let mut reader = Reader {
        stream: ProtoStream::new(reader),
        tally,
        entry: String::new(),
        kept: HashMap::new(),
        buffer: Vec::new(),
    };
    reader.file()
}

impl<R: BufRead> Reader<'_, R> {
    fn file(&mut self) -> io::Result<()> {
        // Field 1 is the module of a `HloProto`, or the name of a module; a name does not begin
        // with the key of a field.
        let mut is_module = true;
        while let Some(item) = self.stream.next(None)? {
            match item {
                Item::Bytes(1, len) => {
                    let first = self.stream.peek()?;
                    if first.is_some_and(|byte| byte < 0x20) && len > 0 {
                        is_module = false;
                        let end = self.stream.at + len;
                        while let Some(item) = self.stream.next(Some(end))? {
                            self.module_field(item)?;
                        }
                    } else {
                        self.stream.skip(len)?;
                    }
                }
                Item::Bytes(3, len) if !is_module => self.buffer_assignment(len)?,
                item if is_module => self.module_field(item)?,
                item => self.stream.skip_item(item)?,
            }
        }
        Ok(())
    }

    fn module_field(&mut self, item: Item) -> io::Result<()> {
        match item {
            Item::Bytes(2, len) => {
                self.entry = self.stream.text(len)?;
                Ok(())
            }
            Item::Bytes(3, len) => self.computation(len),
            Item::Bytes(17, len) => {
                self.stream.message(len, &mut self.buffer)?;
                self.tally.sources.read_proto(&self.buffer).map_err(wrong)
            }
            Item::Varint(1..=3 | 17, _) => Err(malformed()),
            item => self.stream.skip_item(item),
        }
    }

    /// A computation: its name precedes its instructions, its number follows them.
    fn computation(&mut self, len: u64) -> io::Result<()> {
        let end = self.stream.at + len;
        let (mut name, mut in_entry, mut is_entered) = (String::new(), false, false);
        let mut has_number = false;
        while let Some(item) = self.stream.next(Some(end))? {
            match item {
                Item::Bytes(1, len) => {
                    name = self.stream.text(len)?;
                    in_entry = name == self.entry;
                }
                Item::Bytes(2, len) => {
                    if !is_entered {
                        self.tally.scopes.enter(&name, in_entry);
                        is_entered = true;
                    }
                    let mut buffer = std::mem::take(&mut self.buffer);
                    self.stream.message(len, &mut buffer)?;
                    let counted = self.instruction(&buffer, in_entry);
                    self.buffer = buffer;
                    counted?;
                }
                Item::Varint(5, id) if is_entered && !has_number => {
                    has_number = true;
                    self.tally.scopes.also_called(&format!("#{id}"));
                }
                Item::Varint(1 | 2, _) => return Err(malformed()),
                item => self.stream.skip_item(item)?,
            }
        }
        Ok(())
    }

    fn instruction(&mut self, bytes: &[u8], in_entry: bool) -> io::Result<()> {
        let instruction = InstructionProto::read(bytes).map_err(wrong)?;
        self.tally.count_instruction();
        let opcode = instruction.opcode();
        if may_call(opcode) {
            let runs_it = runs_what_it_calls(opcode);
            for callee in instruction.called() {
                self.tally.scopes.call(&format!("#{callee}"), runs_it);
            }
        }
        let is_parameter = in_entry && opcode == "parameter";
        let origin = Origin {
            name: instruction.name(),
            line: 0,
            in_entry,
            is_parameter,
            is_boundary: is_parameter,
            metadata: Metadata::Proto(&instruction),
        };
        for array in instruction.arrays() {
            let array = match array {
                Ok(array) => array,
                Err(error) => {
                    self.tally.skip(0, &error.to_string());
                    continue;
                }
            };
            let shape = Shape {
                key: array.bytes(),
                is_text: false,
                has_order: false,
            };
            let layout = || array.layout().map_err(|error| error.to_string());
            let each = self.tally.count_array(&origin, shape, layout);
            if let Some(each) = each
                && array.tuple_index().is_empty()
                && self.kept.len() < MAX_KEPT
            {
                let kept = (each, short(instruction.name()));
                self.kept.insert(instruction.id(), kept);
            }
        }
        Ok(())
    }

    /// Logical buffers (1), allocations (3) with their assigned buffers (9), and heap traces
    /// (4).
    fn buffer_assignment(&mut self, len: u64) -> io::Result<()> {
        let end = self.stream.at + len;
        let mut buffer = Vec::new();
        // Bytes and instruction of each logical buffer.
        let mut logical: HashMap<u64, (u64, u64)> = HashMap::new();
        while let Some(item) = self.stream.next(Some(end))? {
            match item {
                Item::Bytes(1, len) => {
                    self.stream.message(len, &mut buffer)?;
                    let (id, bytes, instruction) = logical_buffer(&buffer).map_err(wrong)?;
                    if logical.len() < MAX_KEPT {
                        logical.insert(id, (bytes, instruction.unwrap_or(0)));
                    }
                    let kept = instruction.and_then(|instruction| self.kept.get(&instruction));
                    if let Some(&(padded, _)) = kept {
                        self.tally.reserved.compare(bytes, padded);
                    }
                }
                Item::Bytes(3, len) => {
                    self.stream.message(len, &mut buffer)?;
                    self.allocation(&buffer, &logical).map_err(wrong)?;
                }
                Item::Bytes(4, len) => {
                    let sizes = |id: u64| logical.get(&id).map_or(0, |&(bytes, _)| bytes);
                    let mut trace = HeapTrace::new(sizes);
                    let end = self.stream.at + len;
                    while let Some(item) = self.stream.next(Some(end))? {
                        match item {
                            Item::Bytes(1, len) => {
                                self.stream.message(len, &mut buffer)?;
                                trace.event(&buffer).map_err(wrong)?;
                            }
                            item => self.stream.skip_item(item)?,
                        }
                    }
                    self.tally.reserved.peak(trace.peak());
                }
                item => self.stream.skip_item(item)?,
            }
        }
        Ok(())
    }

    fn allocation(
        &mut self,
        bytes: &[u8],
        logical: &HashMap<u64, (u64, u64)>,
    ) -> Result<(), ProtoError> {
        let mut number = 0;
        for field in Fields::new(bytes) {
            let field = field?;
            match field.number {
                1 => number = field.varint()?,
                2 => self.tally.reserved.allocation(field.varint()?),
                9 => {
                    let [id, offset, bytes] = varints(field.bytes()?, [1, 2, 3])?;
                    let instruction = logical.get(&id).map_or(0, |&(_, instruction)| instruction);
                    let name = self.kept.get(&instruction).map(|(_, name)| name.clone());
                    self.tally.reserved.buffer(Buffer {
                        instruction: name.unwrap_or_default(),
                        allocation: number,
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

/// Number, bytes and instruction of a logical buffer; the instruction only if the buffer is its
/// whole result.
fn logical_buffer(bytes: &[u8]) -> Result<(u64, u64, Option<u64>), ProtoError> {
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
    Ok((id, size, instruction.filter(|_| is_whole)))
}

fn wrong(error: ProtoError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::tally::Tally;
    use super::read;

    const MODULE: &[u8] = include_bytes!("../../../tests/data/dump_kinds/mlp.hlo_module.pb");
    const BUFFERS: &[u8] =
        include_bytes!("../../../tests/data/dump_kinds/cpu.cpu_after_optimizations.hlo.pb");

    fn tally(bytes: &[u8]) -> (Tally, bool) {
        let mut tally = Tally::default();
        let is_read = read(bytes, &mut tally).is_ok();
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
                assert!(part.all.arrays <= whole.all.arrays + whole.scopes.left_out.arrays);
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
