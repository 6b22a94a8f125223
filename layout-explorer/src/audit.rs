//! The arrays of a dump, by layout.

use std::collections::BTreeMap;

use layout_runtime::Layout;
use layout_xla::hlo::{self, Context, InstructionProto};
use layout_xla::proto::{Fields, ProtoError};
use layout_xla::tpu;
use serde_json::json;

/// The maximum number of rows of a table.
const MAX_ROWS: usize = 500;

/// The maximum number of names kept per row, for the filter of the table.
const MAX_NAMES: usize = 40;

/// The arrays of a dump read in pieces; pieces of text are whole lines.
#[derive(Debug, Default)]
pub struct Audit {
    kind: Option<Kind>,
    names: Numbers,
    /// One entry per name number.
    computations: Vec<Computation>,
    /// The number of the current computation, and its name as context of the next piece.
    current: usize,
    computation: String,
    in_entry: bool,
    skipped: usize,
    failed: Option<String>,
    proto: Vec<u8>,
}

/// A computation has its own rows until its caller is known.
#[derive(Debug, Default)]
struct Computation {
    /// True if it runs within an instruction, so that its arrays have no memory.
    is_fused: bool,
    /// The key is the text, or the bytes, of an array's layout in the dump.
    layouts: Numbers,
    rows: Vec<Row>,
}

/// Numbers texts, from 0 on.
type Numbers = BTreeMap<Box<[u8]>, usize>;

/// The kind of a dump, from its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// HLO text: the results of its instructions.
    Hlo,
    /// A serialized module, `HloProto` or `HloModuleProto`.
    Proto,
    /// StableHLO text; arrays get the layouts that a TPU chooses.
    Stablehlo,
    /// Any other text: its shapes.
    Shapes,
}

/// The arrays of one layout.
#[derive(Debug)]
struct Row {
    text: String,
    num_bytes: usize,
    padded_bytes: usize,
    count: usize,
    names: Vec<Box<str>>,
}

impl Kind {
    fn of(head: &[u8]) -> Kind {
        let text = head.trim_ascii_start();
        let has = |words: &[u8]| head.windows(words.len()).any(|part| part == words);
        if text.starts_with(b"HloModule ") {
            Kind::Hlo
        } else if matches!(head, [0x0a | 0x12 | 0x1a, ..]) && head.iter().any(is_control) {
            Kind::Proto
        } else if has(b"tensor<") {
            Kind::Stablehlo
        } else if [&b"%"[..], b"ENTRY ", b"ROOT "]
            .iter()
            .any(|word| text.starts_with(word))
        {
            Kind::Hlo
        } else {
            Kind::Shapes
        }
    }
}

/// True for a byte that texts do not contain.
fn is_control(byte: &u8) -> bool {
    matches!(byte, 0..=6 | 14..=26 | 28..=31)
}

impl Audit {
    /// Reads the next piece.
    pub fn feed(&mut self, piece: &[u8]) {
        let kind = *self.kind.get_or_insert_with(|| Kind::of(piece));
        match kind {
            Kind::Hlo => self.instructions(piece),
            Kind::Proto => self.proto.extend(piece),
            Kind::Stablehlo => {
                for tensor in hlo::tensors(piece) {
                    let Ok(tensor) = tensor else {
                        self.skipped += 1;
                        continue;
                    };
                    let layout = || tpu::default_layout(tensor.element_type(), tensor.dims()).ok();
                    self.add(tensor.shape().as_bytes(), tensor.name(), layout);
                }
            }
            Kind::Shapes => {
                for array in hlo::layouts(piece) {
                    match array {
                        Ok(array) => {
                            self.add(array.text().as_bytes(), "", || array.layout().ok());
                        }
                        Err(_) => self.skipped += 1,
                    }
                }
            }
        }
    }

    fn instructions(&mut self, piece: &[u8]) {
        let computation = std::mem::take(&mut self.computation);
        let context = Context {
            line: 1,
            computation: &computation,
            in_entry: self.in_entry,
        };
        let mut instructions = hlo::Instructions::with_context(piece, context);
        let mut current = None;
        for instruction in instructions.by_ref() {
            let Ok(instruction) = instruction else {
                self.skipped += 1;
                continue;
            };
            let name = instruction.computation();
            if current != Some(name) {
                current = Some(name);
                self.current = self.number(name);
            }
            self.call(instruction.opcode(), instruction.called());
            for array in instruction.arrays() {
                match array {
                    Ok(array) => {
                        let layout = || array.layout().ok();
                        self.add(array.text().as_bytes(), instruction.name(), layout);
                    }
                    Err(_) => self.skipped += 1,
                }
            }
        }
        let Context {
            computation,
            in_entry,
            ..
        } = instructions.context();
        (self.computation, self.in_entry) = (computation.to_owned(), in_entry);
    }

    /// A module's computations (field 3) have a name (1), a number (5) and instructions (2).
    fn module(&mut self, module: &[u8]) -> Result<(), ProtoError> {
        for field in Fields::new(module) {
            let field = field?;
            if field.number != 3 {
                continue;
            }
            let computation = field.bytes()?;
            for field in Fields::new(computation) {
                let field = field?;
                if field.number == 5 {
                    self.current = self.number(&field.varint()?.to_string());
                }
            }
            for field in Fields::new(computation) {
                let field = field?;
                if field.number != 2 {
                    continue;
                }
                let instruction = InstructionProto::read(field.bytes()?)?;
                self.call(instruction.opcode(), instruction.called());
                for array in instruction.arrays() {
                    match array {
                        Ok(array) => {
                            self.add(array.bytes(), instruction.name(), || array.layout().ok());
                        }
                        Err(_) => self.skipped += 1,
                    }
                }
            }
        }
        Ok(())
    }

    /// The number of a computation.
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.names.get(name.as_bytes()) {
            return number;
        }
        let number = self.computations.len();
        self.names.insert(name.as_bytes().into(), number);
        self.computations.push(Computation::default());
        number
    }

    /// Records which computations run within an instruction.
    fn call(&mut self, opcode: &str, called: impl Iterator<Item = impl ToString>) {
        let runs_it = matches!(opcode, "call" | "while" | "conditional" | "custom-call");
        if !runs_it && !opcode.starts_with("async-") {
            for name in called {
                let number = self.number(&name.to_string());
                self.computations[number].is_fused = true;
            }
        }
    }

    fn add(&mut self, text: &[u8], name: &str, layout: impl FnOnce() -> Option<Layout>) {
        if self.computations.is_empty() {
            self.current = self.number("");
        }
        let Computation { layouts, rows, .. } = &mut self.computations[self.current];
        if let Some(&row) = layouts.get(text) {
            let row = &mut rows[row];
            row.count += 1;
            if row.names.len() < MAX_NAMES {
                row.names.push(name.into());
            }
        } else if let Some(layout) = layout() {
            layouts.insert(text.into(), rows.len());
            rows.push(Row {
                text: layout.to_string(),
                num_bytes: layout.num_bytes(),
                padded_bytes: layout.padded_bytes(),
                count: 1,
                names: vec![name.into()],
            });
        } else {
            self.skipped += 1;
        }
    }

    /// The table: the layouts that take the most bytes first.
    #[must_use]
    pub fn finish(mut self) -> String {
        let proto = std::mem::take(&mut self.proto);
        // Field 1 of a `HloProto` is the module; field 1 of a module is its name, a text.
        let first = Fields::new(&proto).next().and_then(Result::ok);
        let inner = first.filter(|field| field.number == 1);
        let inner = inner.and_then(|field| field.bytes().ok());
        let module = inner.filter(|bytes| bytes.first().is_some_and(|&byte| byte < 0x20));
        if let Err(error) = self.module(module.unwrap_or(&proto)) {
            self.failed = Some(error.to_string());
        }
        let computations = self.computations.into_iter();
        let counted = computations.filter(|computation| !computation.is_fused);
        let mut rows: Vec<Row> = counted.flat_map(|computation| computation.rows).collect();
        // Rows with equal layouts are merged.
        rows.sort_by(|a, b| a.text.cmp(&b.text));
        rows.dedup_by(|row, kept| {
            let same = row.text == kept.text;
            if same {
                kept.count += row.count;
                kept.names.append(&mut row.names);
                kept.names.truncate(MAX_NAMES);
            }
            same
        });
        let arrays: usize = rows.iter().map(|row| row.count).sum();
        let layouts = rows.len();
        rows.sort_by_key(|row| std::cmp::Reverse(row.padded_bytes as u128 * row.count as u128));
        let rows = rows.iter().take(MAX_ROWS).map(|row| {
            json!({
                "layout": row.text,
                "count": row.count,
                "names": row.names,
                "num_bytes": row.num_bytes,
                "padded_bytes": row.padded_bytes,
            })
        });
        json!({
            "arrays": arrays,
            "skipped": self.skipped,
            "failed": self.failed,
            "layouts": layouts,
            "rows": rows.collect::<Vec<_>>(),
        })
        .to_string()
    }
}
