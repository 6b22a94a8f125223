//! The command `layout`: XLA's tiled layouts for people at a terminal.

mod audit;
#[cfg(feature = "convert")]
mod convert;
mod default_layout;
mod diff;
mod draw;
mod explain;
mod explanation_json;
mod explanation_text;
mod failure;
#[cfg(feature = "convert")]
mod files;
mod foreign;
mod generated;
mod given_layout;
mod output;
mod printable;
mod progress;
mod shards;
mod stdio;
mod streams;
mod terminal;
mod tip;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use layout_core::util::words;

use failure::Outcome;

/// Explains, draws and compares the layouts of arrays in memory, as XLA writes
/// them: `bf16[300,500]{1,0:T(8,128)(2,1)}`.
#[derive(Parser)]
#[command(name = "layout", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colour: auto (on a terminal, unless `NO_COLOR` is set), always or never
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Color::Auto)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    color: Color,
}

/// When to use colour.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

impl Color {
    /// Applies the choice to all output.
    fn write_global(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

const EXAMPLES: &str = "\
Examples:
  layout explain 'bf16[300,500]{1,0:T(8,128)(2,1)}'
  echo 'f32[3,5]{1,0:T(2,2)}' | layout explain
  layout audit dump.txt
  layout draw 'f32[4,8]{1,0:T(2,4)(2,1)}' --svg figure.svg
  layout diff 'f32[24,128]{1,0:T(8,128)}' 'f32[24,128]{1,0}'

Quote a layout: shells read braces and brackets.

Exit codes, of all commands:
  0  success
  1  `diff`: not a bitcast; `audit`: padding above the limit
  2  something is refused, or cannot be read, written or decided";

#[derive(Subcommand)]
enum Command {
    Explain(explain::ExplainArgs),
    Draw(draw::DrawArgs),
    Audit(audit::AuditArgs),
    Diff(diff::DiffArgs),
    Shards(shards::ShardsArgs),
    #[cfg(feature = "convert")]
    Convert(convert::ConvertArgs),
    Completions(generated::CompletionsArgs),
    Man(generated::ManArgs),
}

/// Prints clap's help, or its error about the arguments. Clap repeats what was written, so it
/// parses arguments that are safe to print.
fn print_usage(error: clap::Error) -> Outcome {
    let safe = std::env::args_os().map(printable::argument);
    let error = Cli::try_parse_from(safe).err().unwrap_or(error);
    if !error.use_stderr() {
        write!(streams::stdout(), "{}", error.render().ansi())?;
        return Ok(ExitCode::SUCCESS);
    }
    let _ = error.print();
    if error.kind() == clap::error::ErrorKind::UnknownArgument
        && let Some(tip) = tip::of_arguments()
    {
        let columns = terminal::columns().unwrap_or(80);
        let tip = format!("tip: {tip}");
        let lines: Vec<&str> = words::wrapped(&tip, columns).collect();
        streams::print_message(format_args!("\n{}", lines.join("\n     ")));
    }
    Ok(ExitCode::from(2))
}

fn main() -> ExitCode {
    let outcome = Cli::try_parse().map_or_else(print_usage, run);
    // What is still in the buffer of standard output can fail to be written, too.
    let outcome = outcome.and_then(|code| {
        streams::stdout().flush()?;
        Ok(code)
    });
    outcome.unwrap_or_else(|failure| failure.report())
}

fn run(arguments: Cli) -> Outcome {
    arguments.color.write_global();
    match arguments.command {
        Command::Explain(args) => explain::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Shards(args) => shards::run(&args),
        #[cfg(feature = "convert")]
        Command::Convert(args) => convert::run(&args),
        Command::Completions(args) => generated::completions(&args, Cli::command()),
        Command::Man(args) => generated::man(&args, Cli::command()),
    }
}
