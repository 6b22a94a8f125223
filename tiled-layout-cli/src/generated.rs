//! `layout completions` and `layout man`: what is generated from the arguments of all commands.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;

use crate::failure::{Failure, Outcome};
use crate::printable::printable;
use crate::streams;

/// Prints the completions of a shell
///
/// For bash: `layout completions bash > ~/.local/share/bash-completion/completions/layout`
#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Runs `layout completions` for all commands.
pub(crate) fn completions(args: &CompletionsArgs, mut commands: Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut commands, "layout", &mut script);
    streams::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page, or writes one page per command
///
/// To install all: `layout man --out ~/.local/share/man/man1`
#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// The folder for `layout.1`, `layout-explain.1` and the pages of the other commands
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Runs `layout man` for all commands.
pub(crate) fn man(args: &ManArgs, commands: Command) -> Outcome {
    match &args.out {
        Some(folder) => clap_mangen::generate_to(commands, folder).map_err(|error| {
            let folder = folder.display().to_string();
            Failure::new(format!("{}: {error}", printable(&folder)))
        })?,
        None => clap_mangen::Man::new(commands).render(&mut streams::stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}
