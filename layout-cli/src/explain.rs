//! `layout explain`: what a layout says, in words.

use std::io::Write;
use std::process::ExitCode;

use crate::{Outcome, input};

/// Explains a layout
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The layout, as XLA writes it; without one it is read from standard input
    layout: Option<String>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let layout = input::layout(args.layout.as_deref())?;
    let mut out = anstream::stdout();
    writeln!(out, "{layout}")?;
    writeln!(
        out,
        "{} elements in {} bytes; {} positions in {} bytes with padding",
        layout.num_elements(),
        layout.num_bytes(),
        layout.padded_len(),
        layout.padded_bytes(),
    )?;
    Ok(ExitCode::SUCCESS)
}
