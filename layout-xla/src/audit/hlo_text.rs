//! Tallies the text of HLO modules.

use super::completeness::Completeness;
use super::memory_report::MemoryReport;
use crate::hlo::{self, Context, Event, Events, Instruction, entry_parameters};
use crate::tally::{Cut, Metadata, Options, Origin, Tally};

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
    /// True if the current computation's instructions are counted.
    is_entered: bool,
    completeness: Completeness,
    /// The entry parameters of each module, from its first line.
    parameters: Vec<Box<str>>,
    report: MemoryReport,
}

impl HloText {
    /// Tallies whole lines. A text without instructions may be a memory report.
    pub(super) fn read(&mut self, lines: &[u8], tally: &mut Tally) {
        if !self.has_begun {
            for line in lines.split(|&byte| byte == b'\n') {
                if line.ends_with(b"{") && !line.starts_with(b"HloModule") {
                    break;
                }
                tally.sources.read_line(line);
            }
        }
        let text = lines.trim_ascii_start();
        let mut begins = !self.has_text && text.starts_with(b"HloModule ");
        self.has_text |= !text.is_empty();
        let computation = core::mem::take(&mut self.computation);
        let context = Context {
            line: self.line,
            computation: &computation,
            in_entry: self.in_entry,
        };
        let mut events = Events::with_context(lines, context);
        for event in &mut events {
            match event {
                Event::Module(line) => {
                    self.is_entered = false;
                    self.completeness.begin_module(core::mem::take(&mut begins));
                    self.parameters
                        .extend(entry_parameters(line).map(Into::into));
                }
                Event::Computation { name, in_entry } => {
                    self.is_entered = false;
                    self.completeness.begin(name, in_entry);
                }
                Event::Instruction(Ok(instruction)) => {
                    if !self.is_entered {
                        let computation = instruction.computation();
                        tally.scopes.enter(computation, instruction.in_entry());
                        (self.has_begun, self.is_entered) = (true, true);
                    }
                    count(&instruction, tally);
                    self.completeness.instruction(&instruction);
                }
                Event::Instruction(Err(skipped)) => {
                    tally.skip_text(skipped.line(), skipped.reason());
                    self.completeness.skipped();
                }
                Event::Close => self.completeness.close(),
            }
        }
        let context = events.context();
        if !self.has_begun {
            self.report.read(lines, self.line, tally);
        }
        self.line = context.line;
        self.in_entry = context.in_entry;
        self.computation = context.computation.to_owned();
    }

    /// Tallies what the last lines began. Returns what the text lacks if it was cut.
    pub(super) fn finish(&mut self, tally: &mut Tally) -> Option<Cut> {
        self.report.finish(tally);
        if self.has_begun && self.completeness.is_fragment() {
            tally.kind = "a fragment: no parameters";
        }
        self.completeness.finish(tally.scopes.undefined())
    }

    /// Returns the entry parameters of all modules, if their first lines have them.
    pub(super) fn entry_parameters(&self, options: Options) -> Option<Tally> {
        let mut tally = Tally::new(options);
        tally.kind = "a part of a module";
        let origin = Origin {
            in_entry: true,
            is_parameter: true,
            is_boundary: true,
            ..Origin::of_line(1)
        };
        for shapes in &self.parameters {
            tally.count_arrays(&origin, hlo::layouts(&**shapes));
        }
        tally.finish();
        (!self.parameters.is_empty()).then_some(tally)
    }
}

fn count(instruction: &Instruction<'_>, tally: &mut Tally) {
    let opcode = instruction.opcode();
    tally.count_instruction(opcode, || instruction.called());
    let is_parameter = instruction.in_entry() && opcode == "parameter";
    let origin = Origin {
        name: instruction.name(),
        line: instruction.line(),
        in_entry: instruction.in_entry(),
        is_parameter,
        is_boundary: is_parameter || instruction.in_entry() && instruction.is_root(),
        metadata: Metadata::Text(instruction),
    };
    tally.count_arrays(&origin, instruction.arrays());
}
