//! `Scopes`: computations, and whether their arrays have memory.
//!
//! A fusion or a reduction computes its called computation within the instruction. A module
//! lists callees before callers, so the arrays of a computation are kept as counts until its
//! caller is known.

use std::collections::HashMap;

use super::row::Row;
use super::total::Total;

/// The maximum number of pending counts. Beyond it, computations without a known caller have
/// memory.
const MAX_PENDING: usize = 1 << 20;
/// The maximum number of computations with their own counts; further ones share one.
const MAX_SCOPES: usize = 1 << 20;
/// The maximum length in bytes of the name of such a computation.
const MAX_NAME: usize = 1 << 10;
/// The maximum number of callers kept per computation.
const MAX_CALLERS: usize = 64;
/// The maximum number of computation names kept for an error message.
const MAX_NAMES: usize = 1 << 12;

/// The arrays of one layout in a computation whose use of memory is not decided yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) row: u32,
    pub(super) count: u32,
    pub(super) line: usize,
    /// One array.
    pub(super) each: Total,
}

/// The decision about the arrays of a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Counting {
    Counted,
    /// They have no memory, or another computation is counted.
    Dropped,
    /// Its caller is not known yet.
    #[default]
    Pending,
}

#[derive(Debug, Default)]
struct Scope {
    state: Counting,
    /// The computations that run this one as a part of the program.
    callers: Vec<u32>,
    is_embedded: bool,
    /// True if the file has it, not only calls of it.
    is_defined: bool,
    pending: Vec<Pending>,
    instructions: u64,
}

/// The computations of a module, each by its name or number.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    numbers: HashMap<Box<str>, u32>,
    scopes: Vec<Scope>,
    names: Vec<Box<str>>,
    /// The current computation.
    current: Option<u32>,
    pending: usize,
    /// The arrays without memory.
    pub(super) left_out: Total,
    /// The only computation to count, if one is chosen.
    only: Option<Box<str>>,
    /// True if all computations are counted.
    pub(super) counts_all: bool,
}

impl Scopes {
    pub(super) fn new(only: Option<&str>, counts_all: bool) -> Scopes {
        let only = only.map(|name| name.trim_start_matches('%').into());
        Scopes {
            only,
            counts_all,
            ..Scopes::default()
        }
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.scopes.len() as u32;
        if self.scopes.len() >= MAX_SCOPES || name.len() > MAX_NAME {
            return u32::MAX;
        }
        self.numbers.insert(name.into(), number);
        self.scopes.push(Scope::default());
        number
    }

    /// Begins a computation.
    pub(crate) fn enter(&mut self, name: &str, is_entry: bool) {
        if self.names.len() < MAX_NAMES && (1..=MAX_NAME).contains(&name.len()) {
            self.names.push(name.into());
        }
        let number = self.number(name);
        let is_full = self.pending >= MAX_PENDING;
        self.current = None;
        let Some(scope) = self.scopes.get_mut(number as usize) else {
            return;
        };
        scope.is_defined = true;
        scope.state = match &self.only {
            Some(only) if **only == *name || is_entry && **only == *"ENTRY" => Counting::Counted,
            Some(_) => Counting::Dropped,
            None if self.counts_all || is_entry || is_full => Counting::Counted,
            None if scope.is_embedded => Counting::Dropped,
            None => Counting::Pending,
        };
        self.current = Some(number);
    }

    /// Gives the current computation another name.
    pub(crate) fn also_called(&mut self, name: &str) {
        if let Some(current) = self.current {
            self.numbers.insert(name.into(), current);
        }
    }

    /// Counts an instruction of the current computation; returns whether its arrays may count.
    pub(super) fn instruction(&mut self) -> u64 {
        let Some(current) = self.current else {
            return 1;
        };
        let scope = &mut self.scopes[current as usize];
        match scope.state {
            Counting::Counted => 1,
            Counting::Dropped => 0,
            Counting::Pending => {
                scope.instructions += 1;
                0
            }
        }
    }

    /// Records the computations that an instruction of the current one calls.
    pub(super) fn calls<I>(&mut self, opcode: &str, callees: impl FnOnce() -> I)
    where
        I: Iterator<Item: AsRef<str>>,
    {
        if may_call(opcode) {
            let runs_it = runs_what_it_calls(opcode);
            callees().for_each(|callee| self.call(callee.as_ref(), runs_it));
        }
    }

    fn call(&mut self, callee: &str, runs_it: bool) {
        let callee = self.number(callee) as usize;
        if self.only.is_some() || self.counts_all {
            return;
        }
        let Some(scope) = self.scopes.get_mut(callee) else {
            return;
        };
        match self.current {
            Some(caller) if runs_it => {
                if scope.callers.len() < MAX_CALLERS && scope.callers.last() != Some(&caller) {
                    scope.callers.push(caller);
                }
            }
            _ => scope.is_embedded = true,
        }
        if scope.callers.is_empty() && scope.state == Counting::Pending {
            self.drop_scope(callee);
        }
    }

    /// Returns the number of the current computation.
    pub(super) fn current(&self) -> u32 {
        self.current.unwrap_or(u32::MAX)
    }

    pub(super) fn is_dropped(&self, scope: u32) -> bool {
        let scope = self.scopes.get(scope as usize);
        scope.is_some_and(|scope| scope.state == Counting::Dropped)
    }

    /// Adds an array of the current computation to what is left out or pending. Returns the
    /// decision about it.
    pub(super) fn add(&mut self, row: &mut Row, line: usize) -> Counting {
        let Some(current) = self.current else {
            return Counting::Counted;
        };
        let scope = &mut self.scopes[current as usize];
        match scope.state {
            Counting::Counted => {}
            Counting::Dropped if self.only.is_some() => {}
            Counting::Dropped => self.left_out.add(row.each),
            Counting::Pending => match scope.pending.get_mut(row.pending.1) {
                Some(known) if row.pending.0 == current && known.count < u32::MAX => {
                    known.count += 1;
                }
                _ => {
                    row.pending = (current, scope.pending.len());
                    self.pending += 1;
                    scope.pending.push(Pending {
                        row: row.number,
                        count: 1,
                        line,
                        each: row.each,
                    });
                }
            },
        }
        scope.state
    }

    /// Decides pending computations: one has memory if nothing calls it, or if a computation
    /// with memory runs it as a part of the program. Returns their counts and instructions.
    pub(super) fn resolve(&mut self) -> (Vec<Pending>, u64) {
        let mut callees = vec![Vec::new(); self.scopes.len()];
        let mut with_memory = Vec::new();
        for (number, scope) in self.scopes.iter().enumerate() {
            for &caller in &scope.callers {
                callees[caller as usize].push(number);
            }
            let is_root = scope.callers.is_empty() && !scope.is_embedded;
            if scope.state == Counting::Counted || scope.state == Counting::Pending && is_root {
                with_memory.push(number);
            }
        }
        let (mut counts, mut instructions) = (Vec::new(), 0);
        while let Some(number) = with_memory.pop() {
            let scope = &mut self.scopes[number];
            if scope.state == Counting::Pending {
                counts.append(&mut scope.pending);
                instructions += scope.instructions;
            }
            scope.state = Counting::Counted;
            with_memory.append(&mut callees[number]);
        }
        for number in 0..self.scopes.len() {
            if self.scopes[number].state == Counting::Pending {
                self.drop_scope(number);
            }
        }
        (counts, instructions)
    }

    fn drop_scope(&mut self, number: usize) {
        let scope = &mut self.scopes[number];
        scope.state = Counting::Dropped;
        let pending = std::mem::take(&mut scope.pending);
        self.pending -= pending.len();
        for pending in pending {
            self.left_out.add(pending.each.times(pending.count.into()));
        }
    }

    /// Returns the first computation that is called and not defined.
    pub(crate) fn undefined(&self) -> Option<&str> {
        let undefined = self.numbers.iter();
        let undefined = undefined.filter(|&(_, &number)| !self.scopes[number as usize].is_defined);
        undefined
            .min_by_key(|&(_, &number)| number)
            .map(|(name, _)| &**name)
    }

    /// Returns the names of the computations, if the chosen one is not among them.
    pub(crate) fn missing(&self) -> Option<(&str, &[Box<str>])> {
        let only = self.only.as_deref()?;
        let is_counted = |scope: &Scope| scope.state == Counting::Counted;
        let is_missing = !self.scopes.iter().any(is_counted);
        is_missing.then_some((only, &self.names))
    }
}

/// True if an instruction runs its called computations as parts of the program, with memory of
/// their own.
fn runs_what_it_calls(opcode: &str) -> bool {
    matches!(opcode, "while" | "conditional")
        || opcode.starts_with("call")
        || opcode.starts_with("async-")
}

/// True if an instruction may call a computation.
fn may_call(opcode: &str) -> bool {
    match opcode.as_bytes() {
        [b'f', ..] => opcode == "fusion",
        [b'c', ..] => opcode.starts_with("call") || matches!(opcode, "conditional" | "custom-call"),
        [b'm', ..] => opcode == "map",
        [b's', ..] => {
            opcode.starts_with("sort")
                || opcode.starts_with("scatter")
                || opcode.starts_with("select-and")
        }
        [b'w', ..] => opcode == "while",
        [b'a', ..] => opcode.starts_with("async-") || opcode.starts_with("all-reduce"),
        [b'r' | b't', ..] => opcode.starts_with("reduce") || opcode == "topk",
        _ => false,
    }
}
