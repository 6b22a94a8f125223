//! `layout explain --tpu`: the layout that a TPU gives an array, and why that order.

use std::io::{self, Write};

use layout_core::util::words::grouped;
use layout_runtime::Layout;
use layout_xla::tpu;
use serde_json::json;

use crate::failure::{self, Failure};
use crate::stdio;
use crate::terminal;

/// The maximum number of dimension orders shown.
const MAX_SHOWN: usize = 6;

/// The layout that a TPU gives an array, regardless of the layout in the text.
pub(crate) fn of(shape: &Layout) -> Result<Layout, Failure> {
    tpu::default_layout(shape.element_type(), shape.dims()).map_err(Failure::new)
}

/// Prints the orders among which the TPU's compiler chooses, the smallest first.
pub(crate) fn print_candidates(out: &mut impl Write, chosen: &Layout) -> io::Result<()> {
    let candidates = tpu::candidates(chosen.element_type(), chosen.dims());
    let mut candidates: Vec<Layout> = candidates.into_iter().flatten().collect();
    if candidates.len() < 2 {
        return Ok(());
    }
    candidates.retain(|candidate| candidate != chosen);
    candidates.sort_by_key(|candidate| candidate.padded_bytes()); // stable
    writeln!(out, "The TPU's default: the smallest order\n")?;
    let hidden = candidates.len().saturating_sub(MAX_SHOWN - 1);
    candidates.truncate(MAX_SHOWN - 1);
    candidates.insert(0, *chosen);
    let columns = terminal::columns().unwrap_or(100);
    let figures: Vec<String> = candidates
        .iter()
        .map(|candidate| grouped(candidate.padded_bytes()).to_string())
        .collect();
    let width = figures.iter().map(String::len).max().unwrap_or(0);
    for (candidate, figure) in candidates.iter().zip(figures) {
        let text = candidate.to_string();
        let layout = &text[text.find('{').unwrap_or(0)..];
        let extent = |at: usize| grouped(candidate.dims()[candidate.minor_to_major()[at]]);
        let (lanes, sublanes) = (extent(0), extent(1));
        let line = format!("  {figure:>width$} bytes  {layout}");
        let dims = format!("  {lanes} in lanes, {sublanes} in sublanes");
        if line.len() + dims.len() <= columns {
            writeln!(out, "{line}{dims}")?
        } else {
            writeln!(out, "{line}\n{:>width$}         {dims}", "")?
        }
    }
    if hidden > 0 {
        writeln!(out, "  and {hidden} larger ones")?;
    }
    writeln!(out)
}

/// Prints one JSON object per line with the layout of each shape. A line that is no shape gives
/// an object with `error`, and the command then exits with an error.
pub(crate) fn print_json(shapes: Option<&str>) -> Result<(), Failure> {
    stdio::print_json_lines(&stdio::lines(shapes)?, "default layout", |line| {
        let layout = of(&failure::parse(line)?)?;
        Ok(json!({
            "layout": layout.to_string(),
            "num_bytes": layout.num_bytes(),
            "padded_bytes": layout.padded_bytes(),
        }))
    })
}
