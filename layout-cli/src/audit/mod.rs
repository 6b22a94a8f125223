//! `layout audit`: where the memory of an HLO module goes.

mod audit_json;
mod cause;
mod compare;
mod memory_report;
mod reader;
mod report;
mod table;
mod tally;
mod units;

use layout_core::util::words;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::Outcome;
use crate::failure::Failure;
use crate::printable::printable;
use tally::Tally;

/// Audits dumps of HLO modules: which arrays are padded, by what, and what to
/// change
///
/// Reads the text that XLA writes with `--xla_dump_to=DIR` or prints when
/// memory runs out, and sorts the layouts of all results by the bytes of
/// padding. Equal layouts are one row; bytes are those of all its arrays
/// together. Percentages are padding in percent of the arrays without it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Dumps, plain or gzipped; standard input is read without one, or for `-`
    files: Vec<PathBuf>,

    /// The most rows of a table
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,

    /// Leave out layouts with less padding, such as 10%
    #[arg(long, value_name = "PERCENT", value_parser = units::parse_percent)]
    min_waste: Option<f64>,

    /// Count one computation only; `ENTRY` is the entry computation
    #[arg(long, value_name = "NAME")]
    computation: Option<String>,

    /// Print one JSON object for each file, each on a line
    #[arg(long)]
    json: bool,

    /// Compare two dumps, the old one and the new one: what grew
    #[arg(long)]
    diff: bool,

    /// Exit with 1 when padding adds more than this to all arrays that are
    /// counted, such as 20%
    #[arg(long, value_name = "PERCENT", value_parser = units::parse_percent)]
    fail_above: Option<f64>,
}

const EXAMPLES: &str = "\
Examples:
  layout audit module_0001.jit_step.tpu_comp.after_optimizations.txt
  layout audit --top 5 --min-waste 10% --computation ENTRY dump.txt.gz
  layout audit --json dumps/*.txt | jq -s 'map(.parameters.padded_bytes) | add'
  layout audit --diff before.txt after.txt
  layout audit --fail-above 20% dump.txt > report.txt   # exit code 1 above it";

pub(crate) fn run(args: &Args) -> Outcome {
    let standard_input = [PathBuf::from("-")];
    let files = match args.files.is_empty() {
        true => &standard_input[..],
        false => &args.files,
    };
    if args.diff {
        let [old, new] = files else {
            return Err(Failure::new(
                "`--diff` compares two files\n  = help: write `layout audit --diff OLD NEW`",
            ));
        };
        let (old, new) = (reader::read(old, args)?, reader::read(new, args)?);
        compare::print(&old, &new, args)?;
        return Ok(verdict(&new, args));
    }
    let mut code = ExitCode::SUCCESS;
    for (number, file) in files.iter().enumerate() {
        let tally = reader::read(file, args)?;
        if args.json {
            audit_json::print(&tally, args)?;
        } else {
            report::print(&tally, number > 0, args)?;
        }
        if verdict(&tally, args) != ExitCode::SUCCESS {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Exit code 1, and why, when there is more padding than `--fail-above`
/// allows.
fn verdict(tally: &Tally, args: &Args) -> ExitCode {
    let percent = tally.all.percent();
    match args.fail_above {
        Some(limit) if percent > limit => {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            anstream::eprintln!(
                "{red}above the limit{red:#}: padding adds {} to the arrays of {}, {limit}% are allowed",
                words::percent(tally.all.wasted_bytes(), tally.all.logical_bytes),
                printable(&tally.file),
            );
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
