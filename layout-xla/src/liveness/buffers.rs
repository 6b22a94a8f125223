//! `Computation`: the buffers of one computation, and when each of them is alive.

use super::definition::{Definition, Leaf, Operation};
use super::memory::Space;
use crate::hlo::{Alias, KeyMap, ShapeIndex};

/// What a buffer is to its computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BufferKind {
    Temporary,
    /// An array of a parameter, by its number among the arrays of all parameters.
    Parameter(u32),
    /// The result of a computation, which counts it while it runs.
    Returned,
    /// One buffer with another one.
    Merged(u32),
}

/// A buffer, and the instructions at which its life begins and ends, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffer {
    pub(super) kind: BufferKind,
    pub(super) space: u8,
    /// The row of its layout.
    pub(super) row: u32,
    pub(super) bytes: u64,
    pub(super) padding: u64,
    pub(super) first: u32,
    pub(super) last: u32,
    /// The instruction that defines it.
    pub(super) defined: u32,
}

/// An array of a value, and the buffer that holds it.
#[derive(Clone, Copy, Debug)]
struct Held {
    index: ShapeIndex,
    buffer: u32,
    /// True if it was written into the buffer of an earlier value.
    is_in_place: bool,
}

/// What is kept of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct InstructionLine {
    pub(super) number: u32,
    /// The end of its name among the names of all instructions.
    name_end: u32,
    /// The operation and the line of the model's source, by their numbers.
    pub(super) labels: [u32; 2],
}

/// The instruction that runs a computation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) time: u32,
    pub(super) callee: u64,
    pub(super) operation: Operation,
}

/// The arrays of a computation's result that lie in buffers of parameters, in the order of their
/// indices.
#[derive(Debug, Default)]
pub(super) struct Sources(Box<[(Alias, bool)]>);

impl Sources {
    /// Returns the parameter, and the array in it, whose buffer holds an array of the result. A
    /// fusion returns only those in a parameter's buffer that an operation wrote there.
    fn find(&self, index: ShapeIndex, only_written: bool) -> Option<(usize, ShapeIndex)> {
        let found = self
            .0
            .binary_search_by_key(&index, |(alias, _)| alias.result);
        let (alias, is_written) = self.0[found.ok()?];
        (is_written || !only_written).then_some((alias.operand, alias.source))
    }
}

/// The buffers of the computation that is being read.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub(super) name: String,
    may_be_fused: bool,
    /// The arrays of each value, as a range of `held`.
    values: KeyMap<(u32, u32)>,
    held: Vec<Held>,
    pub(super) buffers: Vec<Buffer>,
    /// The number of the parameter and the index in it of each array of a parameter.
    parameters: Vec<(usize, ShapeIndex)>,
    pub(super) lines: Vec<InstructionLine>,
    names: String,
    root: Option<u64>,
    /// Each array of the result with its buffer, once the computation has ended.
    pub(super) results: Vec<(ShapeIndex, u32)>,
    /// True for the buffers of the result.
    is_result: Vec<bool>,
    pub(super) calls: Vec<Call>,
    /// Instructions, each with an operand's buffer that its result may use.
    may_share: Vec<(u32, u32, u32)>,
}

impl Buffers {
    /// Extends the lives of an instruction's operands to it, and calls `undefined` with the
    /// numbers of those that are not known.
    pub(super) fn use_operands(
        &mut self,
        instruction: &Definition<'_>,
        mut undefined: impl FnMut(usize),
    ) {
        let time = self.lines.len() as u32;
        for (number, operand) in instruction.operands.iter().enumerate() {
            let Some(&(start, end)) = self.values.get(operand) else {
                undefined(number);
                continue;
            };
            for at in start..end {
                let buffer = self.merged(self.held[at as usize].buffer);
                self.buffers[buffer as usize].last = time;
            }
        }
    }

    /// Adds an instruction with the arrays of its result.
    pub(super) fn add(
        &mut self,
        instruction: &Definition<'_>,
        labels: [u32; 2],
        leaves: &[Leaf],
        sources: &KeyMap<Sources>,
    ) {
        let operation = instruction.operation;
        let time = self.lines.len() as u32;
        self.names.push_str(instruction.name);
        self.lines.push(InstructionLine {
            number: instruction.line as u32,
            name_end: self.names.len() as u32,
            labels,
        });
        if operation.runs_what_it_calls() {
            let callees = instruction.called.iter().map(|callee| callee.key);
            let call = |callee| Call {
                time,
                callee,
                operation,
            };
            self.calls.extend(callees.map(call));
        }
        let callee = instruction.called.first();
        let callee = callee.and_then(|callee| sources.get(&callee.key));
        let start = self.held.len();
        for leaf in leaves {
            let source = match (operation, callee) {
                (Operation::Call, Some(callee)) => callee.find(leaf.index, false),
                (Operation::Fusion, Some(callee)) => callee.find(leaf.index, true),
                _ => None,
            };
            let source = source.or_else(|| instruction.source_of(leaf.index));
            let known = source
                .and_then(|(operand, index)| self.find(*instruction.operands.get(operand)?, index));
            let held = match known {
                Some(known) => Held {
                    index: leaf.index,
                    buffer: known.buffer,
                    is_in_place: known.is_in_place
                        || operation.is_in_place()
                        || operation == Operation::Fusion,
                },
                None => self.define(instruction, operation, leaf, time),
            };
            self.held.push(held);
        }
        if instruction.target == "ConcatBitcast" {
            self.merge_operands(instruction, start);
        }
        self.note_sharing(instruction, start, time);
        let range = (start as u32, self.held.len() as u32);
        self.values.insert(instruction.key, range);
        if instruction.is_root {
            self.root = Some(instruction.key);
        }
    }

    /// Adds a buffer for an array that is not in one.
    fn define(
        &mut self,
        instruction: &Definition<'_>,
        operation: Operation,
        leaf: &Leaf,
        time: u32,
    ) -> Held {
        let kind = match operation {
            Operation::Parameter => {
                self.parameters.push((instruction.number, leaf.index));
                BufferKind::Parameter(self.parameters.len() as u32 - 1)
            }
            Operation::Call | Operation::Conditional => BufferKind::Returned,
            _ => BufferKind::Temporary,
        };
        self.buffers.push(Buffer {
            kind,
            space: leaf.space,
            row: leaf.row,
            bytes: leaf.bytes,
            padding: leaf.padding,
            first: time + u32::from(kind == BufferKind::Returned),
            last: time,
            defined: time,
        });
        Held {
            index: leaf.index,
            buffer: self.buffers.len() as u32 - 1,
            is_in_place: false,
        }
    }

    /// Makes the buffers of an instruction's operands parts of the buffer of its result.
    fn merge_operands(&mut self, instruction: &Definition<'_>, start: usize) {
        let [whole] = self.held[start..] else {
            return;
        };
        for &operand in instruction.operands {
            let Some(part) = self.find(operand, ShapeIndex::WHOLE) else {
                continue;
            };
            if part.buffer != whole.buffer {
                let part = &mut self.buffers[part.buffer as usize];
                let first = part.first;
                part.kind = BufferKind::Merged(whole.buffer);
                let whole = &mut self.buffers[whole.buffer as usize];
                whole.first = whole.first.min(first);
            }
        }
    }

    /// Notes which operands' buffers the result may use. That depends on their last uses.
    fn note_sharing(&mut self, instruction: &Definition<'_>, start: usize, time: u32) {
        for &(operand, entry) in instruction.may_share.unwrap_or_default() {
            let results = &self.held[start..];
            let result = match results {
                [one] if one.index == ShapeIndex::WHOLE => Some(one),
                _ => {
                    let index = ShapeIndex::WHOLE.within(entry);
                    results.iter().find(|held| Some(held.index) == index)
                }
            };
            let key = instruction.operands.get(operand);
            let operand = key.and_then(|&key| self.find(key, ShapeIndex::WHOLE));
            if let (Some(result), Some(operand)) = (result, operand) {
                self.may_share.push((time, operand.buffer, result.buffer));
            }
        }
    }

    /// Returns the arrays of a value.
    fn value(&self, key: u64) -> &[Held] {
        match self.values.get(&key) {
            Some(&(start, end)) => &self.held[start as usize..end as usize],
            None => &[],
        }
    }

    /// Returns an array of a value, with the buffer that it is in.
    fn find(&self, key: u64, index: ShapeIndex) -> Option<Held> {
        let value = self.value(key);
        let found = value.binary_search_by_key(&index, |held| held.index).ok()?;
        let found = value[found];
        let buffer = self.merged(found.buffer);
        Some(Held { buffer, ..found })
    }

    /// Returns the buffer that a buffer was merged into, or the buffer itself.
    fn merged(&self, mut buffer: u32) -> u32 {
        while let BufferKind::Merged(into) = self.buffers[buffer as usize].kind {
            buffer = into;
        }
        buffer
    }

    /// Ends the computation: the arrays of its root are alive at its end, and results use
    /// operands' buffers where these die.
    pub(super) fn end(&mut self) {
        let root = self.root.map_or(&[][..], |root| self.value(root));
        let root: Vec<_> = root.iter().map(|held| (held.index, held.buffer)).collect();
        let end = self.lines.len() as u32;
        for &(_, buffer) in &root {
            let buffer = self.merged(buffer);
            self.buffers[buffer as usize].last = end;
        }
        for (time, operand, result) in core::mem::take(&mut self.may_share) {
            self.share(time, self.merged(operand), self.merged(result));
        }
        self.is_result.resize(self.buffers.len(), false);
        for (index, buffer) in root {
            let buffer = self.merged(buffer);
            self.is_result[buffer as usize] = true;
            self.results.push((index, buffer));
        }
    }

    /// Returns true if a buffer holds an array of the result.
    pub(super) fn is_result(&self, buffer: usize) -> bool {
        self.is_result[buffer]
    }

    /// Merges the result of an instruction into the buffer of an operand that dies there. Only in
    /// HBM: a TPU's compiler places arrays of VMEM before.
    fn share(&mut self, time: u32, operand: u32, result: u32) {
        let [from, to] = [operand, result].map(|buffer| self.buffers[buffer as usize]);
        let are_temporary = from.kind == BufferKind::Temporary && to.kind == BufferKind::Temporary;
        let are_alike = (from.bytes, from.space) == (to.bytes, to.space);
        let are_apart = from.last == time && to.first == time;
        if are_temporary && are_alike && are_apart && from.space == Space::Hbm.number() {
            self.buffers[operand as usize].last = to.last;
            self.buffers[result as usize].kind = BufferKind::Merged(operand);
        }
    }

    /// Returns the arrays of the root that lie in buffers of parameters, each with whether it
    /// was written there.
    pub(super) fn sources(&self) -> Sources {
        let held = self.root.map_or(&[][..], |root| self.value(root));
        let both = self.results.iter().zip(held);
        let source = |(&(result, buffer), held): (&(ShapeIndex, u32), &Held)| {
            let BufferKind::Parameter(number) = self.buffers[buffer as usize].kind else {
                return None;
            };
            let (operand, source) = self.parameters[number as usize];
            let alias = Alias {
                result,
                operand,
                source,
            };
            Some((alias, held.is_in_place))
        };
        Sources(both.filter_map(source).collect())
    }

    /// Returns true if the computation has a name that XLA gives to computations of fusions. Most
    /// computations are such, and nothing runs them as parts of the program, so that details of
    /// their peaks would only take memory. If one is run, its bytes are known.
    pub(super) fn may_be_fused(&self) -> bool {
        self.may_be_fused
    }

    /// Begins the computation of this name.
    pub(super) fn begin(&mut self, name: &str) {
        self.clear();
        self.name.push_str(name);
        self.may_be_fused = name.contains("fusion") || name.contains("fused");
    }

    /// Returns the name of an instruction; after the last one, of that one.
    pub(super) fn instruction(&self, time: usize) -> &str {
        let time = time.min(self.lines.len().saturating_sub(1));
        let end = |line: &InstructionLine| line.name_end as usize;
        let start = time.checked_sub(1).and_then(|time| self.lines.get(time));
        &self.names[start.map_or(0, end)..self.lines.get(time).map_or(0, end)]
    }

    /// Returns the line of an instruction; after the last one, of that one.
    pub(super) fn line(&self, time: usize) -> u32 {
        let line = self.lines.get(time).or(self.lines.last());
        line.map_or(0, |line| line.number)
    }

    pub(super) fn clear(&mut self) {
        self.name.clear();
        self.values.clear();
        self.held.clear();
        self.buffers.clear();
        self.parameters.clear();
        self.lines.clear();
        self.names.clear();
        self.root = None;
        self.results.clear();
        self.is_result.clear();
        self.calls.clear();
        self.may_share.clear();
    }
}
