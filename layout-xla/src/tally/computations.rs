//! `Computations`: the computations of a module, and which of them have memory.
//!
//! A fusion or a reduction computes its called computation within the instruction, without
//! memory. A module lists callees before callers, so the buffers of a computation are kept as
//! counts until all of its callers are known.

use std::collections::HashMap;

use super::total::Total;
use crate::hlo::KeyMap;
use crate::liveness::{Belongs, Definition};

/// The maximum number of counts that are kept. Beyond it, the buffers of further computations
/// count as if these had memory.
const MAX_COUNTS: usize = 1 << 20;
/// The maximum number of computations; further ones count as if they had memory.
const MAX_COMPUTATIONS: usize = 1 << 20;
/// The maximum number of computation names kept for an error message.
const MAX_NAMES: usize = 1 << 12;

/// The buffers of one layout in a computation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) row: u32,
    pub(super) buffers: u32,
    pub(super) belongs: Belongs,
    /// The line of one of them.
    pub(super) line: u32,
}

/// The decision about the buffers of a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Counting {
    /// They count.
    Counted,
    /// They have no memory, or another computation is counted.
    Dropped,
    /// Not all callers are known yet.
    #[default]
    Pending,
}

#[derive(Debug, Default)]
struct Computation {
    name: Box<str>,
    counting: Counting,
    /// True if the file has it, not only calls of it.
    is_defined: bool,
    /// True if a computation runs this one as a part of the program.
    is_run: bool,
    /// True if it is the condition of a loop. Its result is not the result of another computation.
    is_condition: bool,
    /// True if an instruction computes it without memory.
    is_embedded: bool,
    /// True if an asynchronous operation computes it: its buffers are those of the operation.
    is_asynchronous: bool,
    counts: Box<[Count]>,
    /// The arrays of all results, those included that are names of a buffer.
    arrays: u64,
    /// Of a module that is not scheduled: its buffers, by what they belong to.
    distinct: [Total; 3],
    instructions: u64,
}

impl Computation {
    /// Returns true if an instruction calls it.
    fn is_called(&self) -> bool {
        self.is_run || self.is_embedded || self.is_asynchronous
    }
}

/// The computations of a module.
#[derive(Debug, Default)]
pub(super) struct Computations {
    numbers: KeyMap<u32>,
    computations: Vec<Computation>,
    /// Computations, each with one that it runs as a part of the program.
    runs: Vec<(u32, u32)>,
    /// The current computation.
    current: Option<u32>,
    counts: usize,
    /// The only computation to count, if one is chosen.
    only: Option<Box<str>>,
    /// True if all computations are counted.
    counts_all: bool,
    /// True if the chosen one was found.
    is_found: bool,
    /// The names of the computations of all modules.
    names: Vec<Box<str>>,
}

/// What is decided at the end of a module.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// The counts of computations with memory.
    pub(super) counts: Vec<Count>,
    /// Their instructions.
    pub(super) instructions: u64,
    /// Their arrays that are names of other buffers.
    pub(super) other_names: u64,
    /// Their buffers, if the module is not scheduled.
    pub(super) distinct: Total,
    /// The buffers of the other computations.
    pub(super) left_out: Vec<Count>,
}

impl Computations {
    pub(super) fn new(only: Option<&str>, counts_all: bool) -> Computations {
        Computations {
            only: only.map(|name| name.trim_start_matches('%').into()),
            counts_all,
            ..Computations::default()
        }
    }

    fn number(&mut self, key: u64, name: &str) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&key) {
            return Some(number);
        }
        let number = self.computations.len();
        if number >= MAX_COMPUTATIONS {
            return None;
        }
        self.numbers.insert(key, number as u32);
        self.computations.push(Computation {
            name: name.into(),
            ..Computation::default()
        });
        Some(number as u32)
    }

    /// Begins a computation.
    pub(super) fn enter(&mut self, key: u64, name: &str, is_entry: bool) {
        if self.names.len() < MAX_NAMES && !name.is_empty() {
            self.names.push(name.into());
        }
        self.current = self.number(key, name);
        let Some(current) = self.current else {
            return;
        };
        let is_full = self.counts >= MAX_COUNTS;
        let computation = &mut self.computations[current as usize];
        computation.is_defined = true;
        computation.name = Box::default();
        computation.counting = match &self.only {
            Some(only) if **only == *name || is_entry && **only == *"ENTRY" => Counting::Counted,
            Some(_) => Counting::Dropped,
            None if is_entry || is_full => Counting::Counted,
            None => Counting::Pending,
        };
        self.is_found |= computation.counting == Counting::Counted;
    }

    /// Records an instruction of the current computation and what it calls. Returns the number of
    /// instructions that count now.
    pub(super) fn add(&mut self, instruction: &Definition<'_>) -> u64 {
        for (place, callee) in instruction.called.iter().enumerate() {
            let Some(number) = self.number(callee.key, callee.name) else {
                continue;
            };
            if self.only.is_some() {
                continue; // who calls it does not matter
            }
            let computation = &mut self.computations[number as usize];
            match self.current {
                Some(caller) if instruction.operation.runs_what_it_calls() => {
                    computation.is_run = true;
                    computation.is_condition |= instruction.opcode == "while" && place > 0;
                    self.runs.push((caller, number));
                }
                _ if instruction.is_asynchronous() => computation.is_asynchronous = true,
                _ => computation.is_embedded = true,
            }
        }
        let Some(current) = self.current else {
            return 1;
        };
        let computation = &mut self.computations[current as usize];
        match computation.counting {
            Counting::Counted => 1,
            Counting::Dropped => 0,
            Counting::Pending => {
                computation.instructions += 1;
                0
            }
        }
    }

    /// Returns the decision about the buffers of the current computation.
    pub(super) fn counting(&self) -> Counting {
        self.current.map_or(Counting::Counted, |current| {
            self.computations[current as usize].counting
        })
    }

    /// Keeps the counts of the current computation, which has `arrays` arrays, until its callers
    /// are known. A fragment may have several computations of one name.
    pub(super) fn keep(&mut self, counts: &[Count], arrays: u64, distinct: [Total; 3]) {
        if let Some(current) = self.current {
            self.counts += counts.len();
            let computation = &mut self.computations[current as usize];
            computation.counts = [&computation.counts, counts].concat().into();
            computation.arrays += arrays;
            let totals = computation.distinct.iter_mut().zip(distinct);
            totals.for_each(|(total, more)| total.add(more));
        }
    }

    /// Returns the number of the current computation.
    pub(super) fn current(&self) -> u32 {
        self.current.unwrap_or(u32::MAX)
    }

    /// Returns true if the buffers of a computation do not count.
    pub(super) fn is_dropped(&self, number: u32) -> bool {
        let computation = self.computations.get(number as usize);
        computation.is_some_and(|computation| computation.counting == Counting::Dropped)
    }

    /// Decides about the computations of a module. One has memory if nothing calls it, or if a
    /// computation with memory runs it as a part of the program; all count if the options say so.
    /// Buffers that are also its callers' count with those.
    pub(super) fn decide(&mut self) -> Decided {
        let mut callees: HashMap<u32, Vec<usize>> = HashMap::new();
        for (caller, callee) in core::mem::take(&mut self.runs) {
            callees.entry(caller).or_default().push(callee as usize);
        }
        let mut with_memory = Vec::new();
        for (number, computation) in self.computations.iter().enumerate() {
            let is_pending = computation.counting == Counting::Pending;
            let counts = self.counts_all || !computation.is_called();
            if computation.counting == Counting::Counted || is_pending && counts {
                with_memory.push(number);
            }
        }
        let mut decided = Decided::default();
        while let Some(number) = with_memory.pop() {
            let computation = &mut self.computations[number];
            if computation.counting == Counting::Pending {
                let counts = core::mem::take(&mut computation.counts).into_iter();
                let (is_called, is_condition) = (computation.is_called(), computation.is_condition);
                let is_own = |count: &Count| match count.belongs {
                    Belongs::Own => true,
                    Belongs::Parameter => !is_called,
                    Belongs::Result => !is_called || is_condition,
                };
                let known = decided.counts.len();
                decided.counts.extend(counts.filter(is_own));
                let own = decided.counts[known..].iter();
                let own: u64 = own.map(|count| u64::from(count.buffers)).sum();
                decided.other_names += computation.arrays - own;
                let [own, parameters, results] = computation.distinct;
                decided.distinct.add(own);
                if !is_called {
                    decided.distinct.add(parameters);
                }
                if !is_called || is_condition {
                    decided.distinct.add(results);
                }
                decided.instructions += computation.instructions;
            }
            computation.counting = Counting::Counted;
            let callees = callees.remove(&(number as u32));
            with_memory.extend(callees.unwrap_or_default());
        }
        for computation in &mut self.computations {
            if computation.counting == Counting::Pending {
                computation.counting = Counting::Dropped;
            }
            let counts = core::mem::take(&mut computation.counts).into_iter();
            let is_left_out = computation.is_embedded || !computation.is_asynchronous;
            let is_own = |count: &Count| is_left_out && count.belongs == Belongs::Own;
            decided.left_out.extend(counts.filter(is_own));
        }
        self.counts = 0;
        decided
    }

    /// Forgets the computations of a module.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.computations.clear();
        self.runs.clear();
        self.current = None;
    }

    /// Returns the first computation that is called and not defined.
    pub(super) fn undefined(&self) -> Option<&str> {
        let mut computations = self.computations.iter();
        let undefined = computations.find(|computation| !computation.is_defined);
        undefined.map(|computation| &*computation.name)
    }

    /// Returns the chosen computation and the names of all, if it is not among them.
    pub(super) fn missing(&self) -> Option<(&str, &[Box<str>])> {
        let only = self.only.as_deref().filter(|_| !self.is_found)?;
        Some((only, &self.names))
    }
}
