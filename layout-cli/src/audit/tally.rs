//! `Tally`: what is counted of one module.

use layout_core::util::words;
use std::collections::HashMap;

use layout_runtime::Layout;
use layout_runtime::hlo::{Array, Context, Instruction, Instructions};

use super::cause::Cause;
use super::memory_report;

/// The most layouts that are kept. When there are more, the half with the
/// least padding goes, so that memory stays bounded.
const MAX_ROWS: usize = 1 << 16;
/// The most places of skipped text that are kept.
const MAX_SKIPPED: usize = 1 << 16;
/// The most bytes of a shape's text.
const MAX_SHAPE: usize = 1 << 10;
/// The most characters of a name.
const MAX_NAME: usize = 1 << 8;

/// Arrays, and the bytes of all of them without and with padding.
#[derive(Clone, Copy, Default, PartialEq, Debug, serde::Serialize)]
pub(super) struct Total {
    pub(super) arrays: u64,
    pub(super) logical_bytes: u64,
    pub(super) padded_bytes: u64,
}

impl Total {
    pub(super) fn add(&mut self, other: Total) {
        self.arrays += other.arrays;
        self.logical_bytes = self.logical_bytes.saturating_add(other.logical_bytes);
        self.padded_bytes = self.padded_bytes.saturating_add(other.padded_bytes);
    }

    pub(super) fn wasted_bytes(&self) -> u64 {
        self.padded_bytes - self.logical_bytes.min(self.padded_bytes)
    }

    /// The same as text, with its sign: `+37.5%`.
    pub(super) fn percent_text(&self) -> String {
        format!(
            "+{}",
            words::percent(self.wasted_bytes(), self.logical_bytes)
        )
    }

    /// Padding in percent of the arrays without it.
    pub(super) fn percent(&self) -> f64 {
        match self.wasted_bytes() {
            0 => 0.0,
            wasted => wasted as f64 / self.logical_bytes as f64 * 100.0,
        }
    }
}

/// Where an array comes from: an instruction, or an allocation of a memory
/// report.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    name: &'a str,
    line: usize,
    in_entry: bool,
    is_parameter: bool,
}

impl<'a> Origin<'a> {
    fn instruction(instruction: &Instruction<'a>) -> Self {
        Origin {
            name: instruction.name(),
            line: instruction.line(),
            in_entry: instruction.in_entry(),
            is_parameter: instruction.opcode() == "parameter",
        }
    }

    pub(super) fn allocation(name: &'a str, line: usize) -> Self {
        Origin {
            name,
            line,
            in_entry: false,
            is_parameter: false,
        }
    }
}

/// All arrays of one layout.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The layout as it is written.
    pub(super) text: Box<str>,
    pub(super) total: Total,
    /// The first of the arrays in the entry computation, or else of all.
    pub(super) instruction: Box<str>,
    pub(super) line: usize,
    in_entry: bool,
    /// One array.
    each: Total,
}

impl Row {
    /// The layout.
    pub(super) fn layout(&self) -> Layout {
        Layout::parse(&self.text).expect("the text was parsed when the row was made")
    }

    fn count(&mut self, origin: &Origin<'_>) {
        self.total.add(self.each);
        if origin.in_entry && !self.in_entry {
            self.take_name(origin);
        }
    }

    fn take_name(&mut self, origin: &Origin<'_>) {
        let name = origin.name.chars().take(MAX_NAME);
        self.instruction = name.collect::<String>().into();
        self.line = origin.line;
        self.in_entry = origin.in_entry;
    }
}

/// What was skipped, and where.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct SkippedText {
    pub(super) line: usize,
    pub(super) reason: Box<str>,
}

/// What is counted of one module.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) file: String,
    pub(super) instructions: u64,
    /// Those of a memory report, which has no instructions.
    pub(super) allocations: u64,
    /// Different texts of layouts; where some rows had to go, at most so many.
    pub(super) layouts: u64,
    pub(super) all: Total,
    pub(super) entry: Total,
    pub(super) parameters: Total,
    /// The arrays whose rows had to go.
    pub(super) others: Total,
    pub(super) skipped: Vec<SkippedText>,
    pub(super) skipped_count: u64,
    rows: HashMap<Box<str>, Row>,
    /// The one computation to count.
    computation: Option<String>,
}

impl Tally {
    /// An empty tally, of all computations or of one.
    pub(super) fn new(file: String, computation: Option<&str>) -> Tally {
        let computation = computation.map(|name| name.trim_start_matches('%').to_owned());
        Tally {
            file,
            computation,
            ..Tally::default()
        }
    }

    /// Counts whole lines, of a module or of a memory report; the context
    /// behind them.
    pub(super) fn read<'a>(&mut self, lines: &'a [u8], context: Context<'a>) -> Context<'a> {
        let mut instructions = Instructions::with_context(lines, context);
        for instruction in &mut instructions {
            match instruction {
                Ok(instruction) if self.is_counted(&instruction) => self.count(&instruction),
                Ok(_) => {}
                Err(skipped) => self.skip(skipped.line(), &skipped.reason().to_string()),
            }
        }
        if self.instructions == 0 && self.computation.is_none() {
            memory_report::read(lines, context.line, self);
        }
        instructions.context()
    }

    fn is_counted(&self, instruction: &Instruction<'_>) -> bool {
        match &self.computation {
            None => true,
            Some(name) if name == "ENTRY" => instruction.in_entry(),
            Some(name) => name == instruction.computation(),
        }
    }

    fn count(&mut self, instruction: &Instruction<'_>) {
        self.instructions += 1;
        let origin = Origin::instruction(instruction);
        for array in instruction.arrays() {
            match array {
                Ok(array) => self.count_array(&origin, &array),
                Err(skipped) => self.skip(skipped.line(), &skipped.reason().to_string()),
            }
        }
    }

    pub(super) fn count_array(&mut self, origin: &Origin<'_>, array: &Array<'_>) {
        let each = match self.rows.get_mut(array.text()) {
            Some(row) => {
                row.count(origin);
                row.each
            }
            None => match self.add_row(origin, array) {
                Ok(each) => each,
                Err(reason) => return self.skip(origin.line, &reason),
            },
        };
        self.all.add(each);
        if origin.in_entry {
            self.entry.add(each);
            if origin.is_parameter {
                self.parameters.add(each);
            }
        }
    }

    /// Adds a row for an array of a new layout; what one such array takes, or
    /// why it is skipped.
    fn add_row(&mut self, origin: &Origin<'_>, array: &Array<'_>) -> Result<Total, String> {
        let text = array.text();
        if text.len() > MAX_SHAPE {
            return Err(format!("a shape of more than {MAX_SHAPE} bytes"));
        }
        let layout = array
            .layout()
            .map_err(|error| error.message().to_string())?;
        let each = Total {
            arrays: 1,
            logical_bytes: layout.num_bytes() as u64,
            padded_bytes: layout.padded_bytes() as u64,
        };
        let mut row = Row {
            text: text.into(),
            total: each,
            instruction: "".into(),
            line: 0,
            in_entry: false,
            each,
        };
        row.take_name(origin);
        self.make_room();
        self.layouts += 1;
        self.rows.insert(text.into(), row);
        Ok(each)
    }

    /// Drops the half of the rows with the least padding when there are too
    /// many.
    fn make_room(&mut self) {
        if self.rows.len() < MAX_ROWS {
            return;
        }
        let rows = self.rows.values();
        let mut wasted: Vec<u64> = rows.map(|row| row.total.wasted_bytes()).collect();
        let (_, &mut median, _) = wasted.select_nth_unstable(MAX_ROWS / 2);
        let mut to_drop = MAX_ROWS / 2;
        let others = &mut self.others;
        self.rows.retain(|_, row| {
            let drop = to_drop > 0 && row.total.wasted_bytes() <= median;
            if drop {
                to_drop -= 1;
                others.add(row.total);
            }
            !drop
        });
    }

    pub(super) fn skip(&mut self, line: usize, reason: &str) {
        self.skipped_count += 1;
        if self.skipped.len() < MAX_SKIPPED {
            let reason = reason.into();
            self.skipped.push(SkippedText { line, reason });
        }
    }

    pub(super) fn row(&self, text: &str) -> Option<&Row> {
        self.rows.get(text)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.values()
    }

    /// The rows with padding, at least `min_percent`, the most padding first.
    pub(super) fn worst(&self, min_percent: f64) -> Vec<&Row> {
        let rows = self.rows.values();
        let mut worst: Vec<&Row> = rows
            .filter(|row| row.total.wasted_bytes() > 0 && row.total.percent() >= min_percent)
            .collect();
        worst.sort_by_key(|row| (u64::MAX - row.total.wasted_bytes(), row.line, &row.text));
        worst
    }

    /// What pads the arrays, the most padding first.
    pub(super) fn causes(&self) -> Vec<(Cause, Total)> {
        let mut totals = HashMap::<Cause, Total>::new();
        for row in self
            .rows
            .values()
            .filter(|row| row.total.wasted_bytes() > 0)
        {
            let kind = Cause::of(&row.layout()).kind();
            totals.entry(kind).or_default().add(row.total);
        }
        let mut causes: Vec<_> = totals.into_iter().collect();
        causes.sort_by_key(|&(cause, total)| (u64::MAX - total.wasted_bytes(), cause));
        causes
    }
}
