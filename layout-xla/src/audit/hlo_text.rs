//! Reads the text of HLO modules.

use super::arrays::{count_arrays, skip};
use super::completeness::Completeness;
use super::memory_report::MemoryReport;
use crate::hlo::{
    self, Attributed, Callee, Context, Instruction, ModuleLine, ModuleLines, NameHash, ShapeIndex,
    entry_parameters,
};
use crate::liveness::{Definition, Operation};
use crate::tally::{Cut, Event, Kind, Metadata, Options, Origin, Shape, Tally};

/// The state between two parts of a text.
#[derive(Debug, Default)]
pub(super) struct HloText {
    line: usize,
    computation: String,
    in_entry: bool,
    /// True after the first line that is not blank.
    has_text: bool,
    /// True after the first instruction.
    has_begun: bool,
    completeness: Completeness,
    /// The entry parameters of each module, from its first line.
    parameters: Vec<Box<str>>,
    report: MemoryReport,
    names: NameHash,
    /// Room for the keys of one instruction's operands.
    operands: Vec<u64>,
}

impl HloText {
    /// Reads whole lines. A text without instructions may be a memory report.
    pub(super) fn read(&mut self, lines: &[u8], tally: &mut Tally) {
        let text = lines.trim_ascii_start();
        let mut begins = !self.has_text && text.starts_with(b"HloModule ");
        self.has_text |= !text.is_empty();
        let computation = core::mem::take(&mut self.computation);
        let context = Context {
            line: self.line,
            computation: &computation,
            in_entry: self.in_entry,
        };
        let mut attributed = Attributed::default();
        let mut module_lines = ModuleLines::with_context(lines, context);
        for line in &mut module_lines {
            match line {
                ModuleLine::Module(line) => {
                    self.completeness.begin_module(core::mem::take(&mut begins));
                    self.parameters
                        .extend(entry_parameters(line).map(Into::into));
                    tally.event(Event::Module(hlo::module_head(line)));
                }
                ModuleLine::Computation { name, in_entry } => {
                    self.completeness.begin(name, in_entry);
                    tally.event(Event::Computation {
                        key: self.names.key(name.as_bytes()),
                        name,
                        is_entry: in_entry,
                    });
                }
                ModuleLine::Instruction(Ok(instruction)) => {
                    self.has_begun = true;
                    self.instruction(&instruction, &mut attributed, tally);
                    self.completeness.instruction();
                }
                ModuleLine::Instruction(Err(skipped)) => {
                    skip(skipped.line(), skipped.reason(), tally);
                    tally.event(Event::Unread);
                }
                ModuleLine::Close => self.completeness.close(),
                ModuleLine::Other(line) => tally.sources_mut().read_line(line),
            }
        }
        let context = module_lines.context();
        if !self.has_begun {
            self.report.read(lines, self.line, tally);
        }
        self.line = context.line;
        self.in_entry = context.in_entry;
        self.computation = context.computation.to_owned();
    }

    /// Passes an instruction on.
    fn instruction<'a>(
        &mut self,
        instruction: &Instruction<'a>,
        attributed: &mut Attributed<'a>,
        tally: &mut Tally,
    ) {
        attributed.read(instruction);
        self.operands.clear();
        let operands = attributed.operands.iter();
        self.operands
            .extend(operands.map(|name| self.names.key(name)));
        let callee = |name: &&'a [u8]| Callee {
            key: self.names.key(name),
            name: str::from_utf8(name).unwrap_or_default(),
        };
        let called: Vec<_> = attributed.called.iter().map(callee).collect();
        let mut arrays = Vec::with_capacity(1);
        for array in instruction.arrays() {
            match array {
                Ok(array) => {
                    let index = ShapeIndex::new(array.tuple_index());
                    arrays.push((index, Shape::Text(array.text())));
                }
                Err(skipped) => skip(instruction.line(), skipped.reason(), tally),
            }
        }
        let read = Definition {
            key: self.names.key(instruction.name().as_bytes()),
            name: instruction.name(),
            opcode: instruction.opcode(),
            operation: Operation::new(instruction.opcode(), self.operands.len()),
            line: instruction.line(),
            is_root: instruction.is_root(),
            operands: &self.operands,
            called: &called,
            number: attributed.number,
            target: attributed.target,
            aliases: &attributed.aliases,
            may_share: attributed.may_share.as_deref(),
        };
        tally.event(Event::Instruction(
            &read,
            &arrays,
            Metadata::Text(instruction),
        ));
    }

    /// Tallies what the last lines began. Returns what the text lacks if it was cut.
    pub(super) fn finish(&mut self, tally: &mut Tally) -> Option<Cut> {
        self.report.finish(tally);
        tally.event(Event::End);
        if self.has_begun && self.completeness.is_fragment() {
            tally.event(Event::Kind(Kind::Fragment));
        }
        self.completeness.finish(tally)
    }

    /// Returns the entry parameters of all modules, if their first lines have them.
    pub(super) fn entry_parameters(&self, options: Options) -> Option<Tally> {
        let mut tally = Tally::new(options);
        let origin = Origin {
            in_entry: true,
            is_parameter: true,
            is_boundary: true,
            ..Origin::of_line(1)
        };
        for shapes in &self.parameters {
            count_arrays(&origin, hlo::layouts(&**shapes), &mut tally);
        }
        tally.finish();
        (!self.parameters.is_empty()).then_some(tally)
    }
}
