//! Counts the arrays of a module, and their bytes by cause of padding.
//!
//! A [`Tally`] is what an audit finds: [`Audit`](crate::audit::Audit) reads a file into one. It
//! counts what has memory: the arrays of computations that a fusion or a reduction calls have
//! none. Memory stays bounded for files of any length.

mod cause;
mod cut;
mod out_of_memory;
mod reserved;
mod row;
mod scopes;
mod skipped_text;
mod source_table;
mod total;

use std::collections::HashMap;

use layout_runtime::Layout;

use crate::hlo::{Array, Reason, Skipped};
pub use cause::Cause;
pub use cut::Cut;
pub use out_of_memory::OutOfMemory;
pub use reserved::{LiveBuffer, Peak, Reserved, ReservedBuffer};
pub use row::Row;
use row::predicted;
pub(crate) use row::{Metadata, Origin, Shape, short};
use scopes::{Counting, Scopes};
pub use skipped_text::SkippedText;
use source_table::SourceTable;
pub use total::Total;

/// The maximum number of layouts in memory. Beyond it, the half with the least padding is
/// dropped to bound the memory.
const MAX_ROWS: usize = 1 << 16;
/// The maximum number of skipped texts whose origin is kept.
const MAX_SKIPPED: usize = 1 << 16;
/// The maximum number of arrays whose instructions are kept by name.
const MAX_NAMED: usize = 1 << 19;
/// The maximum length of a shape's text in bytes.
const MAX_SHAPE: usize = 1 << 10;

/// Options of a tally: which arrays it counts and what it keeps.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The only computation to count; `ENTRY` is the entry computation.
    pub computation: Option<String>,
    /// Count the arrays of fusions and reductions too, which have no memory.
    pub counts_all: bool,
    /// The arrays without tiles whose layouts are predicted.
    pub predicts: Predicts,
    /// Keep the names of instructions, for [`Tally::names`].
    pub keeps_names: bool,
    /// Count only the entry parameters of a text that was cut, from the `entry_computation_layout`
    /// of its first line. Without it, such a text is an error.
    pub accepts_cut: bool,
}

/// Which arrays without tiles get the layouts that a TPU chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Predicts {
    /// None.
    #[default]
    Nothing,
    /// Those of StableHLO, whose layouts are not chosen yet.
    Stablehlo,
    /// All.
    All,
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
#[non_exhaustive]
pub struct Tally {
    /// The kind of the file, such as `a memory report`; empty for a module.
    pub kind: &'static str,
    /// What the text of a module lacks; only its entry parameters are counted then.
    pub cut: Option<Cut>,
    /// The number of instructions.
    pub instructions: u64,
    /// The number of arrays of a report, which has no instructions.
    pub allocations: u64,
    /// The number of different layout texts; an upper bound if rows were dropped.
    pub layouts: u64,
    /// All arrays with memory.
    pub all: Total,
    /// The arrays of the entry computation.
    pub entry: Total,
    /// The parameters of the entry computation.
    pub parameters: Total,
    /// The arrays of dropped rows.
    pub others: Total,
    /// Arrays whose layout the compiler is free to choose; they are not counted.
    pub unknown: u64,
    /// The arrays whose layouts are predicted.
    pub predicted: Predicted,
    /// The memory that the compiler reserves.
    pub reserved: Reserved,
    /// The figures of an out-of-memory message.
    pub out_of_memory: Option<OutOfMemory>,
    /// Arrays that are not read, whose bytes are not known; at most 65,536. Tokens and opaque
    /// values hold no array.
    pub skipped: Vec<SkippedText>,
    /// The number of all such arrays.
    pub skipped_count: u64,
    pub(crate) sources: SourceTable,
    /// True if anything in the file was understood.
    pub(crate) is_read: bool,
    pub(crate) scopes: Scopes,
    rows: HashMap<Box<[u8]>, Row>,
    next_row: u32,
    options: Options,
    /// The arrays of instructions by name.
    named: Vec<Named>,
}

/// An array of an instruction with a name.
#[derive(Clone, Debug)]
struct Named {
    name: Box<str>,
    row: u32,
    scope: u32,
}

/// The kind of a file of StableHLO text.
pub(crate) const STABLEHLO: &str = "StableHLO";

impl Tally {
    /// Returns an empty tally.
    pub(crate) fn new(options: Options) -> Tally {
        Tally {
            scopes: Scopes::new(options.computation.as_deref(), options.counts_all),
            options,
            ..Tally::default()
        }
    }

    /// Returns the arrays of fusions and reductions, which have no memory.
    #[must_use]
    pub fn left_out(&self) -> Total {
        self.scopes.left_out
    }

    /// Counts an instruction of the current computation, and records what it calls.
    pub(crate) fn count_instruction<I>(&mut self, opcode: &str, callees: impl FnOnce() -> I)
    where
        I: Iterator<Item: AsRef<str>>,
    {
        self.is_read = true;
        self.instructions += self.scopes.instruction();
        self.scopes.calls(opcode, callees);
    }

    /// Counts the arrays of a text.
    pub(crate) fn count_arrays<'t>(
        &mut self,
        origin: &Origin<'_>,
        arrays: impl Iterator<Item = Result<Array<'t>, Skipped>>,
    ) {
        for array in arrays {
            match array {
                Ok(array) => self.count_text(origin, &array),
                Err(skipped) => self.skip_text(origin.line, skipped.reason()),
            }
        }
    }

    /// Counts an array of a text.
    pub(crate) fn count_text(&mut self, origin: &Origin<'_>, array: &Array<'_>) {
        let shape = Shape {
            key: array.text().as_bytes(),
            is_text: true,
            has_order: false,
        };
        let layout = || (array.layout()).map_err(|error| Some(error.message().to_string()));
        self.count_array(origin, shape, layout);
    }

    /// Counts an array of the current computation. Returns the bytes of one array, or `None` if
    /// it is skipped. The error of `layout` is the reason, or `None` for a shape that holds no
    /// array.
    pub(crate) fn count_array(
        &mut self,
        origin: &Origin<'_>,
        shape: Shape<'_>,
        layout: impl FnOnce() -> Result<Layout, Option<String>>,
    ) -> Option<u64> {
        if !self.rows.contains_key(shape.key)
            && let Err(reason) = self.add_row(origin, shape, layout)
        {
            if let Some(reason) = reason {
                self.skip(origin.line, &reason);
            }
            return None;
        }
        let row = self.rows.get_mut(shape.key).expect("it was added");
        let scope = self.scopes.current();
        let each = row.each;
        row.seen_waste = row.seen_waste.saturating_add(each.wasted_bytes());
        match self.scopes.add(row, origin.line) {
            Counting::Dropped => return Some(each.padded_bytes),
            Counting::Pending => {}
            Counting::Counted => {
                row.total.add(each);
                self.all.add(each);
                if origin.in_entry {
                    self.entry.add(each);
                }
                if origin.is_parameter {
                    self.parameters.add(each);
                }
                if row.is_predicted {
                    match origin.is_boundary {
                        true => self.predicted.exact.add(each),
                        false => self.predicted.estimated.add(each),
                    }
                }
            }
        }
        if self.options.keeps_names && self.named.len() < MAX_NAMED {
            self.named.push(Named {
                name: short(origin.name),
                row: row.number,
                scope,
            });
        }
        let is_better = origin.in_entry && !row.in_entry;
        if is_better || row.named_in != scope && self.scopes.is_dropped(row.named_in) {
            row.take_name(origin, scope);
        }
        Some(each.padded_bytes)
    }

    /// Leaves out an array without memory, and returns true; unless all are counted.
    pub(crate) fn leaves_out<E>(&mut self, layout: impl FnOnce() -> Result<Layout, E>) -> bool {
        if !self.options.counts_all
            && let Ok(layout) = layout()
        {
            self.scopes.left_out.add(Total::of(&layout));
        }
        !self.options.counts_all
    }

    /// Moves an array from temporaries to results.
    pub(crate) fn uncount(&mut self, key: &[u8]) {
        if let Some(row) = self.rows.get_mut(key) {
            row.total.subtract(row.each);
            self.all.subtract(row.each);
            self.entry.subtract(row.each);
            if row.is_predicted {
                self.predicted.estimated.subtract(row.each);
            }
        }
    }

    /// Adds a row for arrays of a new layout, or returns why they are skipped, if they are arrays.
    fn add_row(
        &mut self,
        origin: &Origin<'_>,
        shape: Shape<'_>,
        layout: impl FnOnce() -> Result<Layout, Option<String>>,
    ) -> Result<(), Option<String>> {
        if shape.key.len() > MAX_SHAPE {
            return Err(Some(format!("a shape of more than {MAX_SHAPE} bytes")));
        }
        let mut layout = layout()?;
        let predicts = match self.options.predicts {
            Predicts::Nothing => false,
            Predicts::Stablehlo => self.kind == STABLEHLO,
            Predicts::All => true,
        };
        let is_predicted = predicts && layout.tiles().is_empty();
        if is_predicted {
            layout = predicted(&layout, shape.has_order).map_err(Some)?;
        }
        let text = match core::str::from_utf8(shape.key) {
            Ok(text) if shape.is_text && !is_predicted => text.into(),
            _ => layout.to_string().into(),
        };
        let mut row = Row {
            text,
            each: Total::of(&layout),
            number: self.next_row,
            is_predicted,
            pending: (u32::MAX, 0),
            ..Row::default()
        };
        row.take_name(origin, self.scopes.current());
        self.make_room();
        self.layouts += 1;
        self.next_row = self.next_row.wrapping_add(1);
        self.rows.insert(shape.key.into(), row);
        Ok(())
    }

    /// Drops the half of the rows with the least padding if there are too many.
    fn make_room(&mut self) {
        if self.rows.len() < MAX_ROWS {
            return;
        }
        let rows = self.rows.values();
        let mut wasted: Vec<u64> = rows.map(|row| row.seen_waste).collect();
        let (_, &mut median, _) = wasted.select_nth_unstable(MAX_ROWS / 2);
        let mut to_drop = MAX_ROWS / 2;
        let others = &mut self.others;
        self.rows.retain(|_, row| {
            let drop = to_drop > 0 && row.seen_waste <= median;
            if drop {
                to_drop -= 1;
                others.add(row.total);
            }
            !drop
        });
    }

    /// Counts what is pending at the end of the file.
    pub(crate) fn finish(&mut self) {
        let (pending, instructions) = self.scopes.resolve();
        self.instructions += instructions;
        let mut rows: HashMap<u32, &mut Row> = HashMap::new();
        if !pending.is_empty() {
            rows.extend(self.rows.values_mut().map(|row| (row.number, row)));
        }
        for pending in pending {
            let total = pending.each.times(pending.count.into());
            self.all.add(total);
            match rows.get_mut(&pending.row) {
                Some(row) => {
                    row.total.add(total);
                    if row.is_predicted {
                        self.predicted.estimated.add(total);
                    }
                    if self.scopes.is_dropped(row.named_in) {
                        row.take_name(&Origin::of_line(pending.line), u32::MAX);
                    }
                }
                None => self.others.add(total),
            }
        }
        self.reserved.finish();
        let known = self.rows.len();
        self.rows.retain(|_, row| row.total.arrays > 0);
        for row in self.rows.values_mut().filter(|row| row.source.is_none()) {
            let frame = row.stack_frame;
            row.source = frame.and_then(|frame| self.sources.line_of(frame));
        }
        self.layouts -= (known - self.rows.len()) as u64;
    }

    /// Returns what to print of the skipped arrays: a line for each reason, such as `a bracket is not
    /// closed: 2 times, lines 3, 7`.
    #[must_use]
    pub fn skipped_lines(&self) -> Vec<String> {
        skipped_text::lines(&self.skipped, self.skipped_count)
    }

    /// Records a text that is skipped, unless it holds no array.
    pub(crate) fn skip_text(&mut self, line: usize, reason: Reason) {
        if !matches!(reason, Reason::Token | Reason::Opaque) {
            self.skip(line, &reason.to_string());
        }
    }

    /// Removes an array that is skipped for this reason: it is skipped elsewhere, too.
    pub(crate) fn unskip(&mut self, reason: Reason) {
        let reason = reason.to_string();
        let last = self
            .skipped
            .iter()
            .rposition(|text| *text.reason == *reason);
        if let Some(last) = last {
            self.skipped.remove(last);
            self.skipped_count -= 1;
        }
    }

    /// Records an array that is skipped.
    pub(crate) fn skip(&mut self, line: usize, reason: &str) {
        self.skipped_count += 1;
        if self.skipped.len() < MAX_SKIPPED {
            let reason = reason.into();
            self.skipped.push(SkippedText { line, reason });
        }
    }

    /// Returns the rows, in any order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    /// Returns the arrays with memory in the order of the file, each with the name of its
    /// instruction. Empty unless [`Options::keeps_names`]; at most 524,288.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Row)> {
        let rows: HashMap<u32, &Row> = self.rows().map(|row| (row.number, row)).collect();
        let named = self.named.iter();
        let named = named.filter(|array| !self.scopes.is_dropped(array.scope));
        named.filter_map(move |array| Some((&*array.name, *rows.get(&array.row)?)))
    }

    /// Returns the rows with padding, at least `min_percent`, the most padding first.
    #[must_use]
    pub fn worst(&self, min_percent: f64) -> Vec<&Row> {
        let rows = self.rows.values();
        let mut worst: Vec<&Row> = rows
            .filter(|row| row.total.wasted_bytes() > 0 && row.total.percent() >= min_percent)
            .collect();
        worst.sort_by_key(|row| (u64::MAX - row.total.wasted_bytes(), row.line, &row.text));
        worst
    }

    /// Returns the causes of padding, the largest first.
    #[must_use]
    pub fn causes(&self) -> Vec<(Cause, Total)> {
        let mut totals = HashMap::<Cause, Total>::new();
        let wasteful = |row: &&Row| row.total.wasted_bytes() > 0;
        for row in self.rows().filter(wasteful) {
            let kind = Cause::of(&row.layout()).kind();
            totals.entry(kind).or_default().add(row.total);
        }
        let mut causes: Vec<_> = totals.into_iter().collect();
        causes.sort_by_key(|&(cause, total)| (u64::MAX - total.wasted_bytes(), cause));
        causes
    }
}
