//! `layout completions` and `layout man`: what is generated from the arguments of all commands.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::{Failure, Outcome};
use crate::output;
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

    /// Overwrite existing pages
    #[arg(long, requires = "out")]
    force: bool,
}

/// Runs `layout man` for all commands.
pub(crate) fn man(args: &ManArgs, commands: Command) -> Outcome {
    match &args.out {
        Some(folder) => {
            let mut commands = commands.disable_help_subcommand(true);
            commands.build();
            write_pages(&commands, folder, args.force)?;
        }
        None => Man::new(commands).render(&mut streams::stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of a command and of its subcommands.
fn write_pages(command: &Command, folder: &Path, force: bool) -> Result<(), Failure> {
    for command in command.get_subcommands() {
        write_pages(command, folder, force)?;
    }
    let (mut page, man) = (Vec::new(), Man::new(command.clone()));
    man.render(&mut page)?;
    output::write(&folder.join(man.get_filename()), force, &page)
}
