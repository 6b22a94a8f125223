//! Counts the buffers of a module, and their bytes by cause of padding.
//!
//! A [`Tally`] is what an audit finds: [`Audit`](crate::audit::Audit) reads a file, and passes
//! what it finds to a tally, event by event. A tally counts what has memory: each buffer once,
//! however many names it has, and nothing within a fusion or a reduction.

mod cause;
mod computations;
mod cut;
mod event;
mod kind;
mod labels;
mod memory;
mod out_of_memory;
mod reserved;
mod row;
mod rows;
mod skipped_text;
mod source_table;
mod total;

use core::hash::Hash;

use layout_core::util::words;

use crate::hlo::{KeyMap, ModuleHead, ShapeIndex};
use crate::liveness::{ARGUMENT_GRANULE, Belongs, Definition, Entry, Leaf, Liveness, Owned};
pub use crate::liveness::{AliveArray, Caller, PeakAt, Role, Space, SpaceBytes};
pub use cause::Cause;
use computations::{Computations, Count, Counting};
pub use cut::Cut;
pub(crate) use event::{Event, Metadata, Origin, Shape};
pub use kind::Kind;
use labels::{Labels, NO_LABEL};
pub use memory::{Memory, NoPeak};
pub use out_of_memory::OutOfMemory;
pub(crate) use reserved::Allocation;
pub use reserved::{LiveBuffer, Peak, Reserved, ReservedBuffer, ReservedSpace};
pub use row::Row;
pub(crate) use row::short;
use rows::Rows;
pub use skipped_text::SkippedText;
pub(crate) use source_table::SourceTable;
use source_table::source_text;
pub use total::Total;

/// The maximum number of skipped texts whose origin is kept.
const MAX_SKIPPED: usize = 1 << 16;
/// The maximum number of arrays whose instructions are kept by name.
const MAX_NAMED: usize = 1 << 19;
/// The maximum number of bytes that a compiler adds to an argument.
const MAX_ARGUMENT_GAP: u64 = 4096;

/// Options of a tally: which arrays it counts and what it keeps.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The only computation to count; `ENTRY` is the entry computation.
    pub computation: Option<String>,
    /// Count the arrays of fusions and reductions too, which have no memory.
    pub counts_all: bool,
    /// Give arrays without tiles the layouts that a TPU chooses.
    pub predicts: bool,
    /// Keep the names of instructions, for [`Tally::names`].
    pub keeps_names: bool,
    /// Count only the entry parameters of a text that was cut, from the `entry_computation_layout`
    /// of its first line. Without it, such a text is an error.
    pub accepts_cut: bool,
}

/// The share of a file's layouts that are predicted, not read.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Predicted {
    /// Arguments and results, whose layouts follow a known rule.
    pub exact: Total,
    /// Other arrays, for which the rule is an estimate.
    pub estimated: Total,
}

/// The counts of one file.
#[derive(Debug, Default)]
pub struct Tally {
    kind: Kind,
    cut: Option<Cut>,
    instructions: u64,
    allocations: u64,
    all: Total,
    entry: Total,
    parameters: Total,
    /// The bytes of arguments that are not of an instruction in each of [`Space::ALL`], and those
    /// bytes rounded up for each.
    arguments: [[u64; 2]; 3],
    /// True if one of these arguments is one of a TPU.
    is_of_tpu: bool,
    left_out: Total,
    /// The buffers of modules; `all` counts more arrays of those that are not scheduled.
    distinct: Total,
    /// True if a module is not scheduled, so that names of buffers are counted.
    counts_names: bool,
    other_names: u64,
    unknown: u64,
    predicted: Predicted,
    reserved: Reserved,
    out_of_memory: Option<OutOfMemory>,
    skipped: Vec<SkippedText>,
    skipped_count: u64,
    memory: Option<Memory>,
    undefined: Option<Cut>,
    /// True if anything in the file was understood.
    is_read: bool,
    rows: Rows,
    named: Vec<Named>,
    options: Options,
    labels: Labels,
    sources: SourceTable,
    module: Module,
}

/// The state of the module that is read.
#[derive(Debug, Default)]
struct Module {
    head: ModuleHead,
    computations: Computations,
    liveness: Liveness,
    /// True if the current computation is the entry computation.
    in_entry: bool,
    /// The arrays of the results in the current computation, and how many of them are counted.
    arrays: u64,
    counted: u64,
    /// True if the entry computation is counted.
    counts_entry: bool,
    /// True if the module is one for a TPU.
    is_of_tpu: bool,
    /// True if it says which operands and results may share a buffer.
    says_sharing: bool,
    /// True if a tuple was too large to follow the arrays in it.
    has_large_tuples: bool,
    /// The operands that the current computation has not defined yet, each with the line that has
    /// it first, and its number there.
    undefined: KeyMap<(Box<str>, [usize; 2])>,
    /// True if a line of the current computation was not read.
    has_unread: bool,
    /// Room for the arrays of one instruction, and for the counts of one computation.
    leaves: Vec<Leaf>,
    counts: Vec<Count>,
}

/// An array of an instruction with a name.
#[derive(Clone, Debug)]
struct Named {
    name: Box<str>,
    row: u32,
    computation: u32,
}

impl Tally {
    /// Returns an empty tally.
    pub(crate) fn new(options: Options) -> Tally {
        let only = options.computation.as_deref();
        let computations = Computations::new(only, options.counts_all);
        Tally {
            module: Module {
                computations,
                ..Module::default()
            },
            options,
            ..Tally::default()
        }
    }

    /// Counts what a reader found.
    pub(crate) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Kind(kind) => self.kind = kind,
            Event::Module(head) => self.begin_module(head),
            Event::Computation {
                key,
                name,
                is_entry,
            } => self.enter(key, name, is_entry),
            Event::Instruction(instruction, arrays, metadata) => {
                self.instruction(instruction, arrays, metadata);
            }
            Event::Unread => self.module.has_unread = true,
            Event::End => self.end_module(),
            Event::Tensor => self.is_read = true,
            Event::Operation => self.instructions += 1,
            Event::Array(origin, shape) => self.array(origin, &shape),
            Event::ArrayInRegion(origin, shape) => self.array_in_region(origin, &shape),
            Event::Returned(shape) => self.returned(&shape),
            Event::Unknown { line } => {
                self.unknown += 1;
                self.skip(line, "layout mode `auto`: the compiler will choose");
            }
            Event::Skipped { line, reason } => self.skip(line, reason),
            Event::SkippedTwice { reason } => self.unskip(reason),
            Event::Listed => {
                self.is_read = true;
                self.allocations += 1;
            }
            Event::Allocation(allocation) => self.reserved.allocation(&allocation),
            Event::OtherName => self.other_names += 1,
            Event::Buffer(buffer) => self.reserved.buffer(buffer),
            Event::Compared { reserved, padded } => self.reserved.compare(reserved, padded),
            Event::Peak(peak) => self.reserved.peak(peak),
            Event::OutOfMemory(figures) => {
                self.is_read = true;
                self.out_of_memory.get_or_insert(figures);
            }
        }
    }

    fn begin_module(&mut self, head: ModuleHead) {
        self.end_module();
        self.module.liveness.begin_module(head.donated.clone());
        self.module.head = head;
        self.sources = SourceTable::default();
    }

    fn enter(&mut self, key: u64, name: &str, is_entry: bool) {
        self.leave();
        self.module.computations.enter(key, name, is_entry);
        self.module.liveness.enter(key, name, is_entry);
        self.module.in_entry = is_entry;
    }

    fn instruction(
        &mut self,
        instruction: &Definition<'_>,
        arrays: &[(Option<ShapeIndex>, Shape<'_>)],
        metadata: Metadata<'_>,
    ) {
        self.is_read = true;
        self.instructions += self.module.computations.add(instruction);
        let mut leaves = core::mem::take(&mut self.module.leaves);
        leaves.clear();
        for (index, shape) in arrays {
            match self.rows.of_shape(shape, self.options.predicts) {
                Ok(row) => {
                    row.seen_waste = row.seen_waste.saturating_add(row.each.wasted_bytes());
                    self.module.is_of_tpu |= row.is_of_tpu;
                    self.module.has_large_tuples |= index.is_none();
                    leaves.push(Leaf {
                        index: index.unwrap_or_default(),
                        row: row.number,
                        bytes: row.each.padded_bytes,
                        padding: row.each.wasted_bytes(),
                        space: row.space,
                    });
                }
                Err(reason) => self.skip(instruction.line, &reason),
            }
        }
        self.module.arrays += leaves.len() as u64;
        self.module.says_sharing |= instruction.may_share.is_some();
        let is_printed = self.module.liveness.keeps_details() || self.options.counts_all;
        let may_count = !self.module.head.is_scheduled || !instruction.operation.names_operands();
        let labels = if is_printed && may_count {
            self.labels(metadata)
        } else {
            [NO_LABEL; 2]
        };
        if !self.module.undefined.is_empty() {
            self.module.undefined.remove(&instruction.key);
        }
        let undefined = &mut self.module.undefined;
        self.module
            .liveness
            .add(instruction, labels, &leaves, |operand| {
                let first = || (metadata.operand(operand), [instruction.line, operand]);
                let key = instruction.operands[operand];
                undefined.entry(key).or_insert_with(first);
            });
        if !self.module.head.is_scheduled {
            let belongs = if !self.module.in_entry {
                Belongs::Own
            } else if instruction.opcode == "parameter" {
                Belongs::Parameter
            } else if instruction.is_root {
                Belongs::Result
            } else {
                Belongs::Own
            };
            for leaf in &leaves {
                self.count(&Owned {
                    row: leaf.row,
                    name: instruction.name,
                    line: instruction.line,
                    labels,
                    belongs,
                });
            }
        }
        self.module.leaves = leaves;
    }

    /// Returns the numbers of the operation and of the line of the model's source.
    fn labels(&mut self, metadata: Metadata<'_>) -> [u32; 2] {
        let (op_name, source, frame) = metadata.read();
        let source = source.or_else(|| self.sources.line_of(frame?));
        let op_name = self.labels.number(op_name, short);
        [op_name, self.labels.number(source, source_text)]
    }

    /// Counts the buffers of the current computation.
    fn leave(&mut self) {
        let first = self.module.undefined.drain().map(|(_, operand)| operand);
        if let Some((name, [line, _])) = first.min_by_key(|&(_, place)| place)
            && !self.module.has_unread
        {
            self.undefined.get_or_insert(Cut::Operand { name, line });
        }
        self.module.has_unread = false;
        let mut liveness = core::mem::take(&mut self.module.liveness);
        let mut distinct = [Total::default(); 3];
        liveness.leave(|owned| {
            if self.module.head.is_scheduled {
                self.count(&owned);
            } else if let Some(row) = self.rows.get(owned.row) {
                distinct[self.belongs(&owned) as usize].add(row.each);
            }
        });
        self.module.liveness = liveness;
        let Module {
            computations,
            counts,
            counted,
            arrays,
            in_entry,
            counts_entry,
            ..
        } = &mut self.module;
        merge(counts);
        let [arrays, counted] = [arrays, counted].map(core::mem::take);
        match computations.counting() {
            Counting::Pending => computations.keep(counts, arrays, distinct),
            Counting::Counted => {
                self.other_names += arrays - counted;
                let [own, _, results] = distinct;
                self.distinct.add(own);
                self.distinct.add(results);
                *counts_entry |= *in_entry;
            }
            Counting::Dropped => {}
        }
        counts.clear();
    }

    /// Returns which computation counts a buffer of the current one.
    fn belongs(&self, owned: &Owned<'_>) -> Belongs {
        let is_outermost = self.module.in_entry || self.module.computations.current() == u32::MAX;
        if is_outermost {
            Belongs::Own
        } else {
            owned.belongs
        }
    }

    /// Counts a buffer of the current computation; of a module that is not scheduled, any array.
    fn count(&mut self, owned: &Owned<'_>) {
        let belongs = self.belongs(owned);
        let Some(row) = self.rows.get_mut(owned.row) else {
            return;
        };
        let Module {
            computations,
            counts,
            counted,
            in_entry,
            head,
            ..
        } = &mut self.module;
        let (each, computation) = (row.each, computations.current());
        let counting = computations.counting();
        let counts_now = match belongs {
            Belongs::Own | Belongs::Result => counting == Counting::Counted,
            Belongs::Parameter => false,
        };
        if counts_now {
            *counted += 1;
            row.total.add(each);
            self.all.add(each);
            if head.is_scheduled {
                self.distinct.add(each);
            }
            if *in_entry {
                self.entry.add(each);
                if owned.belongs == Belongs::Parameter {
                    self.parameters.add(each);
                }
            }
            if row.is_predicted {
                if *in_entry && owned.belongs != Belongs::Own {
                    self.predicted.exact.add(each)
                } else {
                    self.predicted.estimated.add(each)
                }
            }
        }
        if counting == Counting::Pending {
            counts.push(Count {
                row: owned.row,
                buffers: 1,
                belongs,
                line: owned.line as u32,
            });
        }
        let is_pending = counting == Counting::Pending && belongs == Belongs::Own;
        if !counts_now && !is_pending {
            return;
        }
        if self.options.keeps_names && self.named.len() < MAX_NAMED {
            self.named.push(Named {
                name: short(owned.name),
                row: owned.row,
                computation,
            });
        }
        let is_better = match row.named_in {
            None => true,
            Some(named_in) => *in_entry && !row.in_entry || computations.is_dropped(named_in),
        };
        if is_better {
            row.take_name(owned.name, owned.line, *in_entry, computation);
            let text = |number| self.labels.text(number).map(Into::into);
            [row.op_name, row.source] = owned.labels.map(text);
        }
    }

    /// Ends a module: decides which computations have memory.
    fn end_module(&mut self) {
        self.leave();
        if let Some(name) = self.module.computations.undefined() {
            let name = short(name);
            self.undefined.get_or_insert(Cut::Computation { name });
        }
        let decided = self.module.computations.decide();
        self.instructions += decided.instructions;
        for count in decided.left_out {
            let each = self.rows.each(count.row);
            self.left_out.add(each.times(count.buffers.into()));
        }
        self.other_names += decided.other_names;
        self.distinct.add(decided.distinct);
        for count in decided.counts {
            let total = self.rows.each(count.row).times(count.buffers.into());
            self.all.add(total);
            if self.module.head.is_scheduled {
                self.distinct.add(total);
            }
            match self.rows.get_mut(count.row) {
                Some(row) => {
                    row.total.add(total);
                    if row.is_predicted {
                        self.predicted.estimated.add(total);
                    }
                    let named_in = row.named_in;
                    if named_in.is_none_or(|own| self.module.computations.is_dropped(own)) {
                        row.take_name("", count.line as usize, false, u32::MAX);
                    }
                }
                None => self.rows.others.add(total),
            }
        }
        let entry = self.module.liveness.finish();
        self.counts_names |= entry.is_some() && !self.module.head.is_scheduled;
        if let Some(entry) = entry.filter(|_| self.module.counts_entry) {
            let memory = self.memory_of(entry);
            self.memory = Some(match self.memory.take() {
                Some(earlier) => earlier.with_module(&memory),
                None => memory,
            });
            self.memory.as_mut().expect("it was set").buffers = self.distinct;
        }
        let computations = &self.module.computations;
        let named = core::mem::take(&mut self.named).into_iter();
        let named = named.filter(|array| !computations.is_dropped(array.computation));
        self.named = named
            .map(|array| Named {
                computation: u32::MAX,
                ..array
            })
            .collect();
        for row in self.rows.iter_mut().filter(|row| row.named_in.is_some()) {
            row.named_in = Some(u32::MAX);
        }
        self.rows.end_module();
        self.module.computations.clear();
        self.module = Module {
            computations: core::mem::take(&mut self.module.computations),
            liveness: core::mem::take(&mut self.module.liveness),
            ..Module::default()
        };
    }

    /// Returns the memory of a module from what is found of its entry computation.
    fn memory_of(&self, entry: Entry) -> Memory {
        let no_peak = if self.options.counts_all {
            Some(NoPeak::FusedArrays)
        } else if self.options.computation.is_some() {
            Some(NoPeak::OneComputation)
        } else if !self.module.head.is_scheduled {
            Some(NoPeak::NotScheduled)
        } else if entry.is_out_of_order {
            Some(NoPeak::CalleeAfterCaller)
        } else if self.module.has_large_tuples {
            Some(NoPeak::LargeTuples)
        } else {
            None
        };
        let [hbm, vmem, host] = core::array::from_fn(|space| {
            let mut bytes = entry.bytes[space];
            if self.module.is_of_tpu {
                bytes.arguments = entry.rounded_arguments[space];
            }
            if no_peak.is_some() {
                (bytes.temporaries, bytes.padding_at_peak) = (None, None);
            }
            bytes
        });
        let alive = |(alive, role): (crate::liveness::Alive, Role)| {
            let row = self.rows.get(alive.row);
            let [op_name, source] = alive.labels.map(|label| self.labels.text(label));
            AliveArray {
                instruction: alive.instruction,
                layout: row.map(|row| row.text.clone()),
                bytes: alive.bytes,
                padding: alive.padding,
                role,
                from_line: alive.lines[0] as usize,
                to_line: alive.lines[1] as usize,
                op_name: op_name.map(Into::into),
                source: source.map(Into::into),
            }
        };
        let has_peak = no_peak.is_none() && hbm.temporaries.is_some_and(|bytes| bytes > 0);
        Memory {
            hbm,
            vmem,
            host,
            buffers: Total::default(),
            peak_at: has_peak.then_some(entry.peak_at),
            at_peak: match no_peak {
                None => entry.alive.into_iter().map(alive).collect(),
                Some(_) => Vec::new(),
            },
            no_peak,
            is_at_most: !self.module.says_sharing,
            is_exact: false,
        }
    }

    /// Counts an array that is not of an instruction of a module.
    fn array(&mut self, origin: &Origin<'_>, shape: &Shape<'_>) {
        self.is_read = true;
        let row = match self.rows.of_shape(shape, self.options.predicts) {
            Ok(row) => row,
            Err(reason) => return self.skip(origin.line, &reason),
        };
        let each = row.each;
        row.seen_waste = row.seen_waste.saturating_add(each.wasted_bytes());
        row.total.add(each);
        self.all.add(each);
        if origin.in_entry {
            self.entry.add(each);
        }
        if origin.is_parameter {
            self.parameters.add(each);
            self.is_of_tpu |= row.is_of_tpu;
            let space = Space::ALL.iter().position(|own| own.number() == row.space);
            if let Some([bytes, rounded]) = space.map(|space| &mut self.arguments[space]) {
                let round = |bytes: u64| bytes.next_multiple_of(ARGUMENT_GRANULE);
                *bytes = bytes.saturating_add(each.padded_bytes);
                *rounded = rounded.saturating_add(round(each.padded_bytes));
            }
        }
        if row.is_predicted {
            if origin.is_boundary {
                self.predicted.exact.add(each)
            } else {
                self.predicted.estimated.add(each)
            }
        }
        if row.named_in.is_none() || origin.in_entry && !row.in_entry {
            row.take_name(origin.name, origin.line, origin.in_entry, u32::MAX);
            let (op_name, source, frame) = origin.metadata.read();
            let source = source.or_else(|| self.sources.line_of(frame?));
            (row.op_name, row.source) = (op_name.map(short), source.map(source_text));
        }
        if self.options.keeps_names && self.named.len() < MAX_NAMED {
            self.named.push(Named {
                name: short(origin.name),
                row: row.number,
                computation: u32::MAX,
            });
        }
    }

    /// Leaves out an array without memory, unless all are counted.
    fn array_in_region(&mut self, origin: &Origin<'_>, shape: &Shape<'_>) {
        match shape.layout() {
            Ok(layout) if !self.options.counts_all => self.left_out.add(Total::of(&layout)),
            _ => self.array(origin, shape),
        }
    }

    /// Moves an array from temporaries to results.
    fn returned(&mut self, shape: &Shape<'_>) {
        let Ok(row) = self.rows.of_shape(shape, false) else {
            return;
        };
        row.total.subtract(row.each);
        self.all.subtract(row.each);
        self.entry.subtract(row.each);
        if row.is_predicted {
            self.predicted.estimated.subtract(row.each);
        }
    }

    fn skip(&mut self, line: usize, reason: &str) {
        self.skipped_count += 1;
        if self.skipped.len() < MAX_SKIPPED {
            let reason = reason.into();
            self.skipped.push(SkippedText { line, reason });
        }
    }

    fn unskip(&mut self, reason: &str) {
        let mut skipped = self.skipped.iter();
        if let Some(last) = skipped.rposition(|text| *text.reason == *reason) {
            self.skipped.remove(last);
            self.skipped_count -= 1;
        }
    }

    /// Ends the file.
    pub(crate) fn finish(&mut self) {
        self.end_module();
        self.reserved.finish();
        self.reserve();
        self.rows.remove_empty();
    }

    /// Returns true if all buffers of one module are counted, and nothing else, with the layouts
    /// that its compiler chose.
    fn counts_one_module(&self) -> bool {
        let no_peak = self.memory.as_ref().and_then(|memory| memory.no_peak);
        let Options {
            computation,
            counts_all,
            predicts,
            ..
        } = &self.options;
        let is_whole = computation.is_none() && !counts_all && !predicts;
        is_whole && no_peak != Some(NoPeak::SeveralModules)
    }

    /// Takes the memory from the allocations of a buffer assignment, if there are any.
    fn reserve(&mut self) {
        if !self.counts_one_module() {
            return;
        }
        if let Some(assigned) = self.reserved.assigned() {
            let memory = self.memory.get_or_insert_default();
            memory.reserve(assigned);
            if let Some(peak) = &self.reserved.peak {
                memory.take_peak(peak);
            }
        } else if self.kind == Kind::BufferList && self.parameters.arrays > 0 {
            let [hbm, vmem, host] = self.arguments.map(|[bytes, rounded]| SpaceBytes {
                arguments: if self.is_of_tpu { rounded } else { bytes },
                ..SpaceBytes::default()
            });
            self.memory = Some(Memory {
                hbm,
                vmem,
                host,
                buffers: self.all,
                ..Memory::default()
            });
        }
    }

    /// Takes the memory figures of a buffer assignment of the same module, which are exact.
    /// Returns false and changes nothing if there are none, or if the bytes of its arguments are
    /// not those of the module.
    #[must_use]
    pub fn take_assignment(&mut self, assignment: &Tally) -> bool {
        let counts_one = self.counts_one_module();
        let (Some(memory), Some(assigned), true) =
            (&mut self.memory, assignment.reserved.assigned(), counts_one)
        else {
            return false;
        };
        let arguments = assigned.iter().map(|bytes| bytes.arguments);
        let arguments = arguments.fold(0, u64::saturating_add);
        let least = self.parameters.padded_bytes;
        let gaps = self.parameters.arrays.saturating_mul(MAX_ARGUMENT_GAP);
        if !(least..=least.saturating_add(gaps)).contains(&arguments) {
            return false;
        }
        memory.reserve(assigned);
        self.reserved = assignment.reserved.clone();
        true
    }

    /// Marks the tally as one of the entry parameters of a text that was cut.
    pub(crate) fn mark_cut(&mut self, cut: Cut) {
        self.kind = Kind::CutModule;
        self.cut = Some(cut);
    }

    /// Returns true if arrays without memory are counted too.
    pub(crate) fn counts_all(&self) -> bool {
        self.options.counts_all
    }

    /// Returns true if anything in the file was understood.
    pub(crate) fn is_read(&self) -> bool {
        self.is_read
    }

    /// Returns the table of the module's source lines.
    pub(crate) fn sources_mut(&mut self) -> &mut SourceTable {
        &mut self.sources
    }

    /// Returns the first operand or computation that is not defined in the modules that ended.
    pub(crate) fn undefined(&self) -> Option<Cut> {
        self.undefined.clone()
    }

    /// Returns the chosen computation and the names of all, if it is not among them.
    pub(crate) fn missing(&self) -> Option<(&str, &[Box<str>])> {
        self.module.computations.missing()
    }

    /// Returns the kind of the file.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns what the text of a module lacks; only its entry parameters are counted then.
    #[must_use]
    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// Returns the number of instructions of computations with memory.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Returns the number of arrays of a report or a list, which have no instructions.
    #[must_use]
    pub fn allocations(&self) -> u64 {
        self.allocations
    }

    /// Returns the number of different layout texts; an upper bound if there are more than
    /// 65,536.
    #[must_use]
    pub fn layouts(&self) -> u64 {
        self.rows.layouts
    }

    /// Returns the total of all buffers; of StableHLO and of modules that are not scheduled, of
    /// all arrays.
    #[must_use]
    pub fn all(&self) -> Total {
        self.all
    }

    /// Returns the total of the buffers that the entry computation defines, arguments included.
    #[must_use]
    pub fn entry(&self) -> Total {
        self.entry
    }

    /// Returns the total of the arguments.
    #[must_use]
    pub fn parameters(&self) -> Total {
        self.parameters
    }

    /// Returns the bytes of the arguments of a file that is not a whole module, in one memory;
    /// those of modules are in [`Memory`].
    #[must_use]
    pub fn arguments(&self, space: Space) -> u64 {
        let mut known = Space::ALL.into_iter().zip(self.arguments);
        let known = known.find(|&(own, _)| own == space);
        known.map_or(
            0,
            |(_, [bytes, rounded])| if self.is_of_tpu { rounded } else { bytes },
        )
    }

    /// Returns the total of the arrays of layouts that were dropped to bound the memory.
    #[must_use]
    pub fn others(&self) -> Total {
        self.rows.others
    }

    /// Returns the total of the arrays within fusions and reductions, which have no memory.
    #[must_use]
    pub fn left_out(&self) -> Total {
        self.left_out
    }

    /// Returns the number of arrays that are only other names of counted buffers.
    #[must_use]
    pub fn other_names(&self) -> u64 {
        self.other_names
    }

    /// Returns true if the arrays are the distinct buffers of scheduled modules. Otherwise names
    /// of buffers, or arrays without memory, are counted too.
    #[must_use]
    pub fn counts_buffers(&self) -> bool {
        self.kind == Kind::Module && !self.counts_names && !self.options.counts_all
    }

    /// Returns what the sums over the arrays of modules count and leave out, as sentences.
    #[must_use]
    pub fn buffer_notes(&self) -> String {
        let is_exact = self.predicted.estimated.arrays == 0 && self.skipped_count == 0;
        let exact = if is_exact { "exact, " } else { "" };
        let what = if self.counts_buffers() {
            "distinct buffers, which"
        } else {
            "arrays that"
        };
        let mut text =
            format!("The sums are {exact}over {what} are not all alive at the same time.");
        let counted = if self.counts_names {
            self.all.arrays.saturating_sub(self.distinct.arrays)
        } else {
            0
        };
        for (names, what) in [(self.other_names, "left out"), (counted, "counted, too")] {
            match names {
                0 => {}
                1 => text.push_str(&format!(" One name of another buffer is {what}.")),
                names => text.push_str(&format!(
                    " {} names of other buffers are {what}.",
                    words::grouped(names as usize)
                )),
            }
        }
        text
    }

    /// Returns the memory that a module needs; `None` of other files, and if the entry computation
    /// is not counted.
    #[must_use]
    pub fn memory(&self) -> Option<&Memory> {
        self.memory.as_ref()
    }

    /// Returns the number of arrays whose layout the compiler is free to choose; they are not
    /// counted.
    #[must_use]
    pub fn unknown(&self) -> u64 {
        self.unknown
    }

    /// Returns the totals of the arrays whose layouts are predicted.
    #[must_use]
    pub fn predicted(&self) -> Predicted {
        self.predicted
    }

    /// Returns the memory that the compiler reserves, from a buffer assignment.
    #[must_use]
    pub fn reserved(&self) -> &Reserved {
        &self.reserved
    }

    /// Returns the figures of an out-of-memory message.
    #[must_use]
    pub fn out_of_memory(&self) -> Option<&OutOfMemory> {
        self.out_of_memory.as_ref()
    }

    /// Returns the arrays that are not read, whose bytes are not known; at most 65,536. Tokens
    /// and opaque values hold no array.
    #[must_use]
    pub fn skipped(&self) -> &[SkippedText] {
        &self.skipped
    }

    /// Returns one line for each reason for which arrays are skipped, with the numbers of their
    /// lines.
    #[must_use]
    pub fn skipped_lines(&self) -> Vec<String> {
        skipped_text::lines(&self.skipped, self.skipped_count)
    }

    /// Returns the number of all such arrays.
    #[must_use]
    pub fn skipped_count(&self) -> u64 {
        self.skipped_count
    }

    /// Returns the rows, in any order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter()
    }

    /// Returns the counted buffers, those of each computation in the order of the file, each with
    /// the name of its instruction. Empty unless [`Options::keeps_names`]; at most 524,288.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Row)> {
        let named = self.named.iter();
        named.filter_map(|array| Some((&*array.name, self.rows.get(array.row)?)))
    }

    /// Returns the rows with padding, at least `min_percent`, the most padding first.
    #[must_use]
    pub fn worst(&self, min_percent: f64) -> Vec<&Row> {
        let rows = self.rows.iter();
        let mut worst: Vec<&Row> = rows
            .filter(|row| row.total.wasted_bytes() > 0 && row.total.percent() >= min_percent)
            .collect();
        worst.sort_by_key(|row| (u64::MAX - row.total.wasted_bytes(), row.line, &row.text));
        worst
    }

    /// Returns the causes of padding, the largest first.
    #[must_use]
    pub fn causes(&self) -> Vec<(Cause, Total)> {
        self.causes_of(|_, cause| cause)
    }

    /// Returns the causes of padding in each memory: those of HBM first, and of each memory, the
    /// largest first.
    #[must_use]
    pub fn causes_by_memory(&self) -> Vec<((Space, Cause), Total)> {
        let mut causes = self.causes_of(|row, cause| (row.memory(), cause));
        causes.sort_by_key(|&((memory, _), _)| memory);
        causes
    }

    /// Returns the totals of the rows with padding by a key, the largest padding first.
    fn causes_of<K: Ord + Copy + Hash>(&self, key: impl Fn(&Row, Cause) -> K) -> Vec<(K, Total)> {
        let mut totals = std::collections::HashMap::<K, Total>::new();
        let wasteful = |row: &&Row| row.total.wasted_bytes() > 0;
        for row in self.rows().filter(wasteful) {
            let key = key(row, Cause::of(&row.layout()).kind());
            totals.entry(key).or_default().add(row.total);
        }
        let mut causes: Vec<_> = totals.into_iter().collect();
        causes.sort_by_key(|&(key, total)| (u64::MAX - total.wasted_bytes(), key));
        causes
    }
}

/// Joins the counts of the same row.
fn merge(counts: &mut Vec<Count>) {
    counts.sort_by_key(|count| (count.row, count.belongs, count.line));
    counts.dedup_by(|next, first| {
        let is_same = (next.row, next.belongs) == (first.row, first.belongs);
        if is_same {
            first.buffers += next.buffers;
        }
        is_same
    });
}
