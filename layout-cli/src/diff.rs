//! `layout diff`: what two layouts differ in, and whether that moves anything.

use std::io::Write;
use std::process::ExitCode;

use layout_runtime::Layout;

use crate::{Outcome, input};

/// Compares two layouts: what differs, and whether one is a bitcast of the other
///
/// A layout is a bitcast of another where a buffer of one is, as it is, a
/// buffer of the other. The exit code is 0 then, and 1 where it is not.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The one layout
    a: String,
    /// The other layout
    b: String,
}

const EXAMPLES: &str = "\
Examples:
  layout diff 'f32[24,128]{1,0:T(8,128)}' 'f32[24,128]{1,0}'    a bitcast
  layout diff 'f32[3,5]{1,0:T(2,2)}' 'f32[3,5]{1,0}'            not one, and why";

pub(crate) fn run(args: &Args) -> Outcome {
    let (a, b) = (input::layout(Some(&args.a))?, input::layout(Some(&args.b))?);
    let mut out = anstream::stdout();
    writeln!(out, "a  {a}\nb  {b}\n")?;
    let rows: Vec<_> = properties(&a)
        .into_iter()
        .zip(properties(&b))
        .filter(|((_, of_a), (_, of_b))| of_a != of_b)
        .map(|((name, of_a), (_, of_b))| (name, of_a, of_b))
        .collect();
    let width = rows
        .iter()
        .map(|(_, of_a, _)| of_a.len())
        .max()
        .unwrap_or(0)
        .max(1)
        + 2;
    if rows.is_empty() {
        writeln!(out, "nothing differs")?;
    } else {
        writeln!(out, "{:<16}{:<width$}b", "differ in", "a")?;
    }
    for (name, of_a, of_b) in rows {
        writeln!(out, "{name:<16}{of_a:<width$}{of_b}")?;
    }
    writeln!(out)?;
    match a.check_bitcast_of(&b) {
        Ok(()) => {
            writeln!(
                out,
                "bitcast: yes, a buffer of one is a buffer of the other"
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(out, "bitcast: no, {error}")?;
            if let Some((index, of_a, of_b)) = first_moved(&a, &b) {
                writeln!(
                    out,
                    "element {index:?} lies at position {of_a} of a, at {of_b} of b"
                )?;
            }
            Ok(ExitCode::from(1))
        }
    }
}

/// What can differ, with its words.
fn properties(layout: &Layout) -> Vec<(&'static str, String)> {
    let numbers = |numbers: &[usize]| format!("{numbers:?}");
    let formula = layout.explain().position().to_string().replace('\n', "; ");
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

/// The tiles as the layout's text has them.
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

/// The first element whose position differs, of those that are soon found.
fn first_moved(a: &Layout, b: &Layout) -> Option<(Vec<usize>, usize, usize)> {
    const MOST: usize = 100_000;
    if a.dims() != b.dims() {
        return None;
    }
    let index = |number: usize| {
        let mut rest = number;
        let mut index = vec![0; a.rank()];
        for (place, &dim) in index.iter_mut().zip(a.dims()).rev() {
            *place = rest % dim;
            rest /= dim;
        }
        index
    };
    (0..a.num_elements().min(MOST))
        .map(|number| {
            let index = index(number);
            let (of_a, of_b) = (a.offset(&index), b.offset(&index));
            (index, of_a, of_b)
        })
        .find(|(_, of_a, of_b)| of_a != of_b)
}
