//! `layout man`: manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::failure::Failure;
use crate::printable::printable;
use crate::{Cli, Outcome};

/// Prints the manual page, or writes one page per command
///
/// To install all: `layout man --out ~/.local/share/man/man1`
#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// The folder for `layout.1`, `layout-explain.1` and the pages of the other commands
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs) -> Outcome {
    match &args.out {
        Some(folder) => clap_mangen::generate_to(Cli::command(), folder).map_err(|error| {
            let folder = folder.display().to_string();
            Failure::new(format!("{}: {error}", printable(&folder)))
        })?,
        None => clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}
