//! Reads the texts in which a compiler lists its buffers.

use super::arrays::count_arrays;
use super::value_list::ValueList;
use crate::hlo;
use crate::tally::{Allocation, Event, Metadata, Origin, ReservedBuffer, Shape, Tally, short};

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
    assigned: Allocation,
    /// True if an argument's or a result's allocation has a value of its length.
    has_whole: bool,
    values: ValueList,
    /// The memory space of a report.
    space: u64,
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
                BufferText::Values => match text.strip_prefix("Total bytes used: ") {
                    Some(bytes) => {
                        tally.event(Event::Allocation(Allocation::unknown(number(bytes), 0)))
                    }
                    None => self.values.read(self.line, text, tally),
                },
                BufferText::UsageReport => self.usage(text, tally),
            }
        }
    }

    /// Tallies what is known at the end.
    pub(super) fn finish(&mut self, tally: &mut Tally) {
        self.values.finish(tally);
    }

    /// `allocation 0: size 60000, parameter 0, shape |bf16[100,300]| at ShapeIndex {}:`
    /// ` value: <46 x.1 @0> (size=60000,offset=0): bf16[100,300]{1,0}`
    fn assignment(&mut self, text: &str, tally: &mut Tally) {
        if let Some(text) = text.strip_prefix("allocation ") {
            self.allocation = number(text);
            self.assigned = allocation(text);
            self.has_whole = false;
            tally.event(Event::Allocation(self.assigned));
        } else if let Some(value) = text.strip_prefix("value: <")
            && let Some((name, rest)) = value.split_once(" @")
            && let Some((sizes, shape)) = rest.split_once("): ")
        {
            let name = name.split_once(' ').map_or(name, |(_, name)| name);
            let field = |key: &str| sizes.split_once(key).map_or(0, |(_, value)| number(value));
            let buffer = ReservedBuffer {
                instruction: short(name),
                allocation: self.allocation,
                offset: field("offset="),
                bytes: field("size="),
            };
            compare(shape, buffer.bytes, tally);
            self.value(name, &buffer, shape, tally);
            tally.event(Event::Buffer(buffer));
        }
    }

    /// Counts a value, unless it is in the buffer of one that is counted.
    ///
    /// An argument or a result has the length of its allocation. All values of this length are in
    /// its buffer, and shorter ones are temporaries in its memory.
    fn value(&mut self, name: &str, buffer: &ReservedBuffer, shape: &str, tally: &mut Tally) {
        let assigned = &self.assigned;
        let is_boundary = assigned.is_argument || assigned.is_live_out;
        let is_boundary = is_boundary && buffer.bytes == assigned.bytes;
        if name.ends_with("(phi)") || is_boundary && self.has_whole {
            return tally.event(Event::OtherName);
        }
        self.has_whole |= is_boundary;
        tally.event(Event::Listed);
        if shape.starts_with('(') {
            return; // the addresses of a tuple's arrays
        }
        let origin = Origin {
            name,
            line: self.line,
            in_entry: true,
            is_parameter: is_boundary && assigned.is_argument,
            is_boundary,
            metadata: Metadata::None,
        };
        let arrays = hlo::layouts(shape);
        if assigned.is_thread_local {
            arrays.flatten().for_each(|array| {
                tally.event(Event::ArrayInRegion(&origin, Shape::Text(array.text())));
            })
        } else {
            count_arrays(&origin, arrays, tally)
        }
    }

    /// `  117.2KiB( 49%);   117.2KiB;            0;                1; f32[100,300]`
    fn usage(&mut self, text: &str, tally: &mut Tally) {
        if let Some((_, color)) = text.split_once("(color=") {
            self.space = number(color);
        } else if let Some(bytes) = text.strip_prefix("Total bytes: ") {
            let allocation = Allocation::unknown(number(bytes), self.space);
            tally.event(Event::Allocation(allocation));
        } else if let Some((_, shapes)) = text.rsplit_once("; ")
            && !shapes.starts_with("shapes_list")
        {
            let shapes = without_tuples(shapes);
            tally.event(Event::Listed);
            let origin = Origin::of_line(self.line);
            count_arrays(&origin, hlo::layouts(&*shapes), tally);
        }
    }
}

/// Compares the bytes of a single array with its layout.
fn compare(shape: &str, reserved: u64, tally: &mut Tally) {
    if !shape.starts_with('(')
        && let Some(Ok(array)) = hlo::layouts(shape).next()
        && let Ok(layout) = array.layout()
    {
        let padded = layout.padded_bytes() as u64;
        tally.event(Event::Compared { reserved, padded });
    }
}

/// Returns a list of shapes without its tuples, which stand for the addresses of their arrays.
fn without_tuples(shapes: &str) -> String {
    let mut depth = 0usize;
    let is_outside = |character: &char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    shapes.chars().filter(is_outside).collect()
}

/// Reads what an allocation holds: its bytes, then words with commas between them, shapes
/// between `|`.
fn allocation(text: &str) -> Allocation {
    let words = text.trim_end_matches(':').split('|').step_by(2);
    let words = words
        .flat_map(|words| words.split([',', ':']))
        .map(str::trim);
    let mut allocation = Allocation::default();
    let mut is_temporary = true;
    for word in words {
        match word
            .split_once(' ')
            .map_or((word, ""), |(key, rest)| (key, rest))
        {
            ("size", bytes) => allocation.bytes = number(bytes),
            ("color", color) => allocation.space = number(color),
            ("parameter", _) => allocation.is_argument = true,
            ("output" | "maybe-live-out", _) => allocation.is_live_out = true,
            ("constant", _) => is_temporary = false,
            ("thread-local", _) => allocation.is_thread_local = true,
            _ => {}
        }
    }
    let is_boundary = allocation.is_argument || allocation.is_live_out;
    allocation.is_temporary = is_temporary && !is_boundary && !allocation.is_thread_local;
    allocation
}

/// Returns the number at the start of a text, at most `u64::MAX`; 0 if there is none.
fn number(text: &str) -> u64 {
    let end = text.find(|c: char| !c.is_ascii_digit());
    match &text[..end.unwrap_or(text.len())] {
        "" => 0,
        digits => digits.parse().unwrap_or(u64::MAX),
    }
}
