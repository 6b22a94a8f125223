//! `layout audit`: the memory that the arrays of an HLO module take.

mod audit_json;
mod buffer_text;
mod cause;
mod compare;
mod heap_trace;
mod hlo_text;
mod kind;
mod memory_report;
mod module_proto;
mod proto_stream;
mod reader;
mod report;
mod reserved;
mod row;
mod scopes;
mod source_table;
mod stablehlo;
mod table;
mod tally;
mod total;
mod units;

use layout_core::util::words;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::Outcome;
use crate::failure::Failure;
use crate::printable::printable;
use tally::Tally;

/// Audits a compiler's dumps: which arrays are padded, why, and what to change
///
/// Reads HLO text and protos (`--xla_dump_to=DIR`), StableHLO text, buffer assignments and
/// out-of-memory messages, and sorts the layouts of all results by bytes of padding. Arrays
/// with equal layouts share a row; bytes are totals over all arrays of a row. Percentages are
/// padding in percent of the arrays without it. Exit codes: 0 read, 1 more padding than
/// `--fail-above`, 2 not read.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AuditArgs {
    /// Dumps, plain or gzipped; without one, or for `-`, standard input is read
    files: Vec<PathBuf>,

    /// Give arrays without tiles the layout that this system will choose
    #[arg(long, value_name = "SYSTEM")]
    assume: Option<System>,

    /// Count arrays within fusions and reductions too, which have no memory of their own
    #[arg(long)]
    all: bool,

    /// The maximum number of rows of a table
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

    /// Exit with 1 if padding adds more than this to all counted arrays, such as 20%
    #[arg(long, value_name = "PERCENT", value_parser = units::parse_percent)]
    fail_above: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum System {
    /// TPU v4 and later
    Tpu,
}

const EXAMPLES: &str = "\
Examples:
  layout audit module_0001.jit_step.tpu_comp.after_optimizations.txt
  layout audit --top 5 --min-waste 10% --computation ENTRY dump.txt.gz
  layout audit --assume tpu lowered.mlir               # before compiling, StableHLO
  layout audit --json dumps/*.txt | jq -s 'map(.parameters.padded_bytes) | add'
  layout audit --diff before.txt after.txt
  layout audit --fail-above 20% dump.txt > report.txt   # exit code 1 above it";

pub(crate) fn run(args: &AuditArgs) -> Outcome {
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
        return verdict(&new, args);
    }
    let mut code = ExitCode::SUCCESS;
    for (number, file) in files.iter().enumerate() {
        let tally = reader::read(file, args)?;
        if args.json {
            audit_json::print(&tally, args)?;
        } else {
            report::print(&tally, number > 0, args)?;
        }
        if verdict(&tally, args)? != ExitCode::SUCCESS {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Exit code 1 with the reason, if there is more padding than `--fail-above` allows. A message
/// without a list of arrays has no padding to compare.
fn verdict(tally: &Tally, args: &AuditArgs) -> Outcome {
    let Some(limit) = args.fail_above else {
        return Ok(ExitCode::SUCCESS);
    };
    if tally.all.arrays == 0 {
        return Err(Failure::new(format!(
            "{}: no array to compare with `--fail-above`",
            printable(&tally.file)
        )));
    }
    let percent = tally.all.percent();
    if percent <= limit {
        return Ok(ExitCode::SUCCESS);
    }
    let red = anstyle::AnsiColor::Red.on_default().bold();
    anstream::eprintln!(
        "{red}above the limit{red:#}: padding adds {} to the arrays of {}, {limit}% are allowed",
        words::percent(tally.all.wasted_bytes(), tally.all.logical_bytes),
        printable(&tally.file),
    );
    Ok(ExitCode::FAILURE)
}
