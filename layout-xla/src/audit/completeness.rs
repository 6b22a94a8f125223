//! `Completeness`: finds out if the text of a module was cut.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use crate::hlo::Instruction;
use crate::tally::{Cut, short};

/// What the text of a module has so far. A text that does not begin with `HloModule` is a
/// fragment, which may lack anything.
#[derive(Debug, Default)]
pub(super) struct Completeness {
    is_module: bool,
    has_entry: bool,
    /// The current computation, if it has begun.
    computation: Option<Box<str>>,
    /// True if a line `}` follows its last instruction.
    is_closed: bool,
    /// The hashes of the names of its instructions.
    defined: HashSet<u64>,
    /// The operands that are not among them, with their first line. Names may be defined later.
    undefined: HashMap<u64, (Box<str>, usize)>,
    /// True if a line was skipped, which may define what seems to be undefined.
    is_uncertain: bool,
    cut: Option<Cut>,
    hashes: RandomState,
}

impl Completeness {
    /// Begins a module; `is_first` if the text begins with it. The module before it must be
    /// complete.
    pub(super) fn begin_module(&mut self, is_first: bool) {
        if self.is_module {
            self.end_module();
            self.has_entry = false;
        }
        self.is_module |= is_first;
    }

    /// Begins a computation.
    pub(super) fn begin(&mut self, computation: &str, is_entry: bool) {
        if !self.is_closed
            && let Some(computation) = self.computation.take()
        {
            self.cut.get_or_insert(Cut::Middle { computation });
        }
        self.end_computation();
        self.computation = Some(short(computation));
        self.has_entry |= is_entry;
    }

    /// Adds an instruction to the current computation.
    pub(super) fn instruction(&mut self, instruction: &Instruction<'_>) {
        self.is_closed = false;
        if !self.is_module {
            return;
        }
        let name = self.hashes.hash_one(instruction.name());
        self.defined.insert(name);
        if !self.undefined.is_empty() {
            self.undefined.remove(&name);
        }
        if matches!(instruction.opcode(), "constant" | "parameter") {
            return;
        }
        for operand in instruction.operands() {
            let hash = self.hashes.hash_one(operand);
            if !self.defined.contains(&hash) {
                let first = || (short(operand), instruction.line());
                self.undefined.entry(hash).or_insert_with(first);
            }
        }
    }

    /// Adds a line that begins like an instruction and is skipped.
    pub(super) fn skipped(&mut self) {
        self.is_uncertain = true;
    }

    /// Adds a line `}`.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Returns true for a text without a module and without an entry computation.
    pub(super) fn is_fragment(&self) -> bool {
        !self.is_module && !self.has_entry
    }

    /// Returns what the text lacks at its end; `undefined` is a computation that is called and
    /// not defined.
    pub(super) fn finish(&mut self, undefined: Option<&str>) -> Option<Cut> {
        if !self.is_module {
            return None;
        }
        self.end_module();
        let computation = || {
            Some(Cut::Computation {
                name: short(undefined?),
            })
        };
        self.cut.take().or_else(computation)
    }

    fn end_module(&mut self) {
        if !self.has_entry {
            self.cut = Some(Cut::Entry);
        } else if !self.is_closed
            && let Some(computation) = self.computation.take()
        {
            self.cut = Some(Cut::End { computation });
        }
        self.end_computation();
    }

    fn end_computation(&mut self) {
        let first = self.undefined.drain().map(|(_, operand)| operand);
        if let Some((name, line)) = first.min_by_key(|&(_, line)| line)
            && !self.is_uncertain
            && self.is_module
        {
            self.cut.get_or_insert(Cut::Operand { name, line });
        }
        self.defined.clear();
        self.computation = None;
        (self.is_closed, self.is_uncertain) = (false, false);
    }
}
