//! `Completeness`: finds out if the text of a module was cut.

use crate::tally::{Cut, Tally, short};

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
    cut: Option<Cut>,
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
    pub(super) fn instruction(&mut self) {
        self.is_closed = false;
    }

    /// Adds a line `}`.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Returns true for a text without a module and without an entry computation.
    pub(super) fn is_fragment(&self) -> bool {
        !self.is_module && !self.has_entry
    }

    /// Returns what the text lacks at its end, with what the tally of it misses.
    pub(super) fn finish(&mut self, tally: &Tally) -> Option<Cut> {
        if !self.is_module {
            return None;
        }
        self.end_module();
        self.cut.take().or_else(|| tally.undefined())
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
        self.computation = None;
        self.is_closed = false;
    }
}
