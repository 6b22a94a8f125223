//! `layout diff`: the differences of two layouts, and whether they change any position.

use std::io::{self, Write};
use std::process::ExitCode;

use layout_core::util::words;
use layout_notation::explain;
use layout_runtime::{ElementType, Layout};
use serde_json::json;

use crate::draw::Picture;
use crate::failure::Outcome;
use crate::{explanation_text, stdio, streams};

/// Compares two layouts: what differs, and whether one is a bitcast of the other
///
/// A layout is a bitcast of another if both give each element the same position, so that the
/// same buffer serves both. The exit code is then 0, otherwise 1; with 1, both layouts are
/// drawn, and brackets mark the first element whose position differs.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DiffArgs {
    /// The one layout
    a: String,
    /// The other layout
    b: String,

    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    picture: Picture,
}

const EXAMPLES: &str = "\
Examples:
  layout diff 'f32[24,128]{1,0:T(8,128)}' 'f32[24,128]{1,0}'    a bitcast
  layout diff 'f32[3,5]{1,0:T(2,2)}' 'f32[3,5]{1,0}'            not one, and why";

pub(crate) fn run(args: &DiffArgs) -> Outcome {
    let (a, b) = (stdio::layout(Some(&args.a))?, stdio::layout(Some(&args.b))?);
    let verdict = a.check_bitcast_of(&b);
    let moved = match verdict {
        Ok(()) => None,
        Err(_) => first_moved(&a, &b),
    };
    let rows: Vec<DiffRow> = properties(&a)
        .into_iter()
        .zip(properties(&b))
        .filter(|((_, of_a), (_, of_b))| of_a != of_b)
        .map(|((name, of_a), (_, of_b))| (name, of_a, of_b))
        .collect();
    let mut out = streams::stdout();
    if args.json {
        let differences = rows.iter().map(|(name, of_a, of_b)| {
            let name = name.replace(' ', "_");
            (name, json!({ "a": of_a, "b": of_b }))
        });
        let object = json!({
            "schema": 1,
            "a": a.to_string(),
            "b": b.to_string(),
            "bitcast": verdict.is_ok(),
            "reason": verdict.err().map(|error| error.to_string()),
            "first_moved": moved.as_ref().map(|(index, a, b)| json!({ "index": index, "a": a, "b": b })),
            "differences": differences.collect::<serde_json::Map<_, _>>(),
        });
        writeln!(out, "{object:#}")?;
    } else {
        // Blue and orange, which colour-blind people can tell apart.
        let (color, text) = match &verdict {
            Ok(()) => (33, "yes, a buffer of one is a buffer of the other".into()),
            Err(error) => (208, format!("no, {error}")),
        };
        let style = anstyle::Ansi256Color(color).on_default().bold();
        let columns = args.picture.columns();
        for (n, line) in words::wrapped(&format!("bitcast: {text}"), columns).enumerate() {
            match line.strip_prefix("bitcast:").filter(|_| n == 0) {
                Some(line) => writeln!(out, "{style}bitcast:{style:#}{line}")?,
                None => writeln!(out, "{line}")?,
            }
        }
        if let Some((index, of_a, of_b)) = &moved {
            writeln!(
                out,
                "element ({}) lies at position {} of a, at {} of b",
                words::joined(index, ","),
                words::grouped(*of_a),
                words::grouped(*of_b)
            )?;
        }
        writeln!(out, "\na  {a}\nb  {b}\n")?;
        table(&mut out, &rows, columns)?;
        if let Some((index, ..)) = &moved {
            for (name, layout) in [("a", &a), ("b", &b)] {
                let picture = args.picture.of(layout).mark(index);
                writeln!(out, "\n{name}  {picture}")?;
            }
        }
    }
    Ok(ExitCode::from(u8::from(verdict.is_err())))
}

/// A difference: its name, and the texts of both layouts.
type DiffRow = (&'static str, String, String);

/// The differences as a table, or line by line if the table is too wide.
fn table(out: &mut impl Write, rows: &[DiffRow], columns: usize) -> io::Result<()> {
    let rows: Vec<DiffRow> = (rows.iter())
        .map(|(name, of_a, of_b)| (*name, thousands(of_a), thousands(of_b)))
        .collect();
    let bold = anstyle::Style::new().bold();
    let len = |text: &String| text.chars().count();
    let width = rows.iter().map(|(_, of_a, _)| len(of_a)).max().unwrap_or(0) + 2;
    let widest = rows.iter().map(|(_, _, of_b)| len(of_b)).max().unwrap_or(0);
    if rows.is_empty() {
        return writeln!(out, "nothing differs");
    }
    if 16 + width + widest <= columns {
        writeln!(out, "{bold}{:<16}{:<width$}b{bold:#}", "differ in", "a")?;
        for (name, of_a, of_b) in &rows {
            writeln!(out, "{name:<16}{of_a:<width$}{of_b}")?;
        }
        return Ok(());
    }
    for (name, of_a, of_b) in &rows {
        writeln!(out, "{bold}{name}{bold:#}")?;
        for (which, value) in [("a", of_a), ("b", of_b)] {
            let parts = explanation_text::broken(value, columns.saturating_sub(5).max(16));
            for (n, part) in parts.iter().enumerate() {
                let which = if n == 0 { which } else { " " };
                writeln!(out, "  {which}  {part}")?;
            }
        }
    }
    Ok(())
}

/// A value for reading: long numbers get separators, in a list as well.
fn thousands(value: &str) -> String {
    let list = value
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    let numbers: Result<Vec<usize>, _> =
        list.unwrap_or(value).split(", ").map(str::parse).collect();
    match (numbers, list) {
        (Ok(numbers), Some(_)) => format!("[{}]", words::grouped_joined(&numbers, ", ")),
        (Ok(numbers), None) => words::grouped_joined(&numbers, "").to_string(),
        (Err(_), _) => value.into(),
    }
}

/// The properties that can differ, with their names.
fn properties(layout: &Layout) -> Vec<(&'static str, String)> {
    let numbers = |numbers: &[usize]| format!("{numbers:?}");
    let formula = explain(layout).position().to_string().replace('\n', "; ");
    vec![
        ("element type", layout.element_type().to_string()),
        ("element bits", layout.element_bits().to_string()),
        ("dimensions", numbers(layout.dims())),
        ("order", numbers(&layout.minor_to_major())),
        ("tiles", tiles(layout)),
        ("physical", numbers(&layout.physical_dims())),
        ("memory space", layout.memory_space().to_string()),
        ("metadata bytes", layout.metadata_prefix_bytes().to_string()),
        ("positions", layout.padded_len().to_string()),
        ("padding", layout.padding_len().to_string()),
        ("bytes", layout.padded_bytes().to_string()),
        ("position", formula),
    ]
}

/// The tiles as printed in the layout's text.
fn tiles(layout: &Layout) -> String {
    let tile = |tile: &layout_runtime::Tile| {
        let entries: Vec<String> = tile
            .iter()
            .map(|&entry| match entry {
                layout_runtime::COMBINE => "*".into(),
                _ => entry.to_string(),
            })
            .collect();
        format!("({})", entries.join(","))
    };
    match layout.tiles().as_slice() {
        [] => "none".into(),
        tiles => tiles.iter().map(tile).collect(),
    }
}

/// The first element whose position differs, among those that a bounded search covers.
fn first_moved(a: &Layout, b: &Layout) -> Option<(Vec<usize>, usize, usize)> {
    const MAX_COMPARED: usize = 100_000;
    if a.dims() != b.dims() {
        return None;
    }
    let rows = Layout::row_major(ElementType::U8, a.dims()).ok()?;
    (0..a.num_elements().min(MAX_COMPARED))
        .filter_map(|number| {
            let index = rows.index(number)?;
            Some((index.to_vec(), a.offset(&index), b.offset(&index)))
        })
        .find(|(_, of_a, of_b)| of_a != of_b)
}
