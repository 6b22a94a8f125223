//! Reads the texts in which a compiler lists its buffers.

use super::hlo_text::{count_arrays, skip};
use crate::hlo::{self, Context, Instructions};
use crate::tally::{Event, Metadata, Origin, ReservedBuffer, Shape, Tally, short};

/// The kind of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BufferText {
    /// `*-buffer-assignment.txt`.
    Assignment,
    /// `*-buffer-assignment-values.txt`.
    Values,
    /// `*-memory-usage-report.txt`.
    UsageReport,
}

/// The state between two parts of a text.
#[derive(Debug, Default)]
pub(super) struct BufferReader {
    line: usize,
    allocation: u64,
    is_parameter: bool,
    is_output: bool,
    /// The tuple index of the current value.
    index: Vec<usize>,
}

impl BufferReader {
    /// Reads whole lines.
    pub(super) fn read(&mut self, kind: BufferText, lines: &[u8], tally: &mut Tally) {
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            self.line += 1;
            let text = String::from_utf8_lossy(line);
            let text = text.trim();
            match kind {
                BufferText::Assignment => self.assignment(text, tally),
                BufferText::Values => self.value(text, tally),
                BufferText::UsageReport => self.usage(text, tally),
            }
        }
    }

    /// `allocation 0: size 60000, parameter 0, shape |bf16[100,300]| at ShapeIndex {}:`
    /// ` value: <46 x.1 @0> (size=60000,offset=0): bf16[100,300]{1,0}`
    fn assignment(&mut self, text: &str, tally: &mut Tally) {
        if let Some(allocation) = text.strip_prefix("allocation ") {
            self.allocation = number(allocation);
            self.is_parameter = text.contains(", parameter ");
            self.is_output = text.contains("output shape is") || text.contains("maybe-live-out");
            let bytes = text
                .split_once(" size ")
                .map_or(0, |(_, size)| number(size));
            tally.event(Event::Allocation { bytes });
        } else if let Some(value) = text.strip_prefix("value: <")
            && let Some((name, rest)) = value.split_once(" @")
            && let Some((sizes, shape)) = rest.split_once("): ")
        {
            let name = name.split_once(' ').map_or(name, |(_, name)| name);
            let field = |key: &str| sizes.split_once(key).map_or(0, |(_, value)| number(value));
            let bytes = field("size=");
            tally.event(Event::Buffer(ReservedBuffer {
                instruction: short(name),
                allocation: self.allocation,
                offset: field("offset="),
                bytes,
            }));
            let origin = Origin {
                name,
                line: self.line,
                in_entry: true,
                is_parameter: self.is_parameter,
                is_boundary: self.is_parameter || self.is_output,
                metadata: Metadata::None,
            };
            count_shape(&origin, shape, Some(bytes), tally);
        }
    }

    /// `<46 x.1{0} @0>`, and some lines later
    /// ` from instruction: %x.1 = bf16[100,300]{1,0} parameter(0)`
    fn value(&mut self, text: &str, tally: &mut Tally) {
        if let Some(value) = text.strip_prefix('<') {
            let rest = value.split_once('{').map_or("", |(_, rest)| rest);
            let index = rest.split_once('}').map_or("", |(index, _)| index);
            let numbers = index.split(',').filter_map(|n| n.trim().parse().ok());
            self.index = numbers.collect();
        } else if let Some(instruction) = text.strip_prefix("from instruction: ") {
            tally.event(Event::Listed);
            let context = Context {
                line: self.line - 1,
                ..Context::default()
            };
            let mut instructions = Instructions::with_context(instruction.as_bytes(), context);
            let Some(instruction) = instructions.next() else {
                return;
            };
            let Ok(instruction) = instruction else {
                let (line, reason) = (self.line, "no instruction");
                return tally.event(Event::Skipped { line, reason });
            };
            let is_parameter = instruction.opcode() == "parameter";
            let origin = Origin {
                name: instruction.name(),
                line: self.line,
                in_entry: true,
                is_parameter,
                is_boundary: is_parameter || instruction.is_root(),
                metadata: Metadata::Text(&instruction),
            };
            // The value is one array of the result; a tuple itself has no array.
            for array in instruction.arrays() {
                match array {
                    Ok(array) if array.tuple_index() == &self.index[..] => {
                        let shape = Shape::Text(array.text());
                        tally.event(Event::Array(&origin, shape));
                    }
                    Ok(_) => {}
                    Err(skipped) => skip(self.line, skipped.reason(), tally),
                }
            }
        } else if let Some(bytes) = text.strip_prefix("Total bytes used: ") {
            let bytes = number(bytes);
            tally.event(Event::Allocation { bytes });
        }
    }

    /// `  117.2KiB( 49%);   117.2KiB;            0;                1; f32[100,300]`
    fn usage(&mut self, text: &str, tally: &mut Tally) {
        if let Some(bytes) = text.strip_prefix("Total bytes: ") {
            let bytes = number(bytes);
            tally.event(Event::Allocation { bytes });
        } else if let Some((_, shapes)) = text.rsplit_once("; ")
            && !shapes.starts_with("shapes_list")
        {
            count_shape(&Origin::of_line(self.line), shapes, None, tally);
        }
    }
}

/// Counts the arrays of a shape, and compares the bytes of a single one.
fn count_shape(origin: &Origin<'_>, shape: &str, bytes: Option<u64>, tally: &mut Tally) {
    tally.event(Event::Listed);
    if let Some(reserved) = bytes
        && !shape.starts_with('(')
        && let Some(Ok(array)) = hlo::layouts(shape).next()
        && let Ok(layout) = array.layout()
    {
        let padded = layout.padded_bytes() as u64;
        tally.event(Event::Compared { reserved, padded });
    }
    count_arrays(origin, hlo::layouts(shape), tally);
}

/// Returns the number at the start of a text.
fn number(text: &str) -> u64 {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text[..end.unwrap_or(text.len())].parse().unwrap_or(0)
}
