//! The command `layout`: XLA's tiled layouts for people at a terminal.

mod audit;
mod completions;
mod default_layout;
mod diff;
mod draw;
mod explain;
mod explanation_json;
mod failure;
mod foreign;
mod input;
mod json_lines;
mod printable;
mod shards;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Explains, draws and compares the layouts of arrays in memory, as XLA writes
/// them: `bf16[300,500]{1,0:T(8,128)(2,1)}`.
#[derive(Parser)]
#[command(name = "layout", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  layout explain 'bf16[300,500]{1,0:T(8,128)(2,1)}'
  echo 'f32[3,5]{1,0:T(2,2)}' | layout explain
  layout audit dump.txt
  layout draw 'f32[4,8]{1,0:T(2,4)(2,1)}' --svg figure.svg
  layout diff 'f32[24,128]{1,0:T(8,128)}' 'f32[24,128]{1,0}'

Quote a layout: shells read braces and brackets.";

#[derive(Subcommand)]
enum Command {
    Explain(explain::Args),
    Draw(draw::Args),
    Audit(audit::Args),
    Diff(diff::Args),
    Shards(shards::Args),
    Completions(completions::Args),
}

/// What a command does: the exit code, 0 where all is well. What it cannot
/// read is a [`Failure`], with exit code 2.
type Outcome = Result<ExitCode, Failure>;

/// The arguments, or clap's words about them. As clap repeats what was written,
/// it is made to read arguments that are safe to print.
fn parse_arguments() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        let safe = std::env::args_os().map(printable::argument);
        Cli::try_parse_from(safe).err().unwrap_or(error).exit()
    })
}

fn main() -> ExitCode {
    let outcome = match parse_arguments().command {
        Command::Explain(args) => explain::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Shards(args) => shards::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}
