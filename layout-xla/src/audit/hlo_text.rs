//! Tallies the text of HLO modules.

use super::memory_report::MemoryReport;
use crate::hlo::{Context, Instruction, Instructions};
use crate::tally::{Metadata, Origin, Tally};

/// The state between two parts of a text.
#[derive(Debug, Default)]
pub(super) struct HloText {
    line: usize,
    computation: String,
    in_entry: bool,
    /// True after the first instruction.
    has_begun: bool,
    /// True if the current computation's instructions are counted.
    is_entered: bool,
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
        let computation = core::mem::take(&mut self.computation);
        let context = Context {
            line: self.line,
            computation: &computation,
            in_entry: self.in_entry,
        };
        let mut current = computation.as_str();
        let mut instructions = Instructions::with_context(lines, context);
        for instruction in &mut instructions {
            match instruction {
                Ok(instruction) => {
                    if !self.is_entered || instruction.computation() != current {
                        current = instruction.computation();
                        tally.scopes.enter(current, instruction.in_entry());
                        (self.has_begun, self.is_entered) = (true, true);
                    }
                    count(&instruction, tally);
                }
                Err(skipped) => tally.skip(skipped.line(), &skipped.reason().to_string()),
            }
        }
        let context = instructions.context();
        if !self.has_begun {
            self.report.read(lines, self.line, tally);
        }
        self.line = context.line;
        self.in_entry = context.in_entry;
        // A computation may begin here whose instructions are in the next part.
        self.is_entered &= context.computation == current;
        self.computation = context.computation.to_owned();
    }

    /// Tallies what the last lines began.
    pub(super) fn finish(&mut self, tally: &mut Tally) {
        self.report.finish(tally);
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
