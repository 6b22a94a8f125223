//! The arguments of `layout audit`.

use std::path::PathBuf;

use layout_xla::tally::Options;

/// Audits a compiler's dumps: the peak of memory, which arrays are padded, and why
///
/// Reads HLO text and protos (`--xla_dump_to=DIR`), StableHLO text, buffer assignments and
/// out-of-memory messages. Of a scheduled module it prints arguments, results, the temporaries at
/// their peak, and the largest arrays that are alive there. Then it sorts the layouts of all
/// buffers by bytes of padding. A buffer counts once, however many names it has; of StableHLO and
/// of modules that are not scheduled, all arrays count. Arguments, results and sums are exact. The
/// peak is about what the compiler reserves; of programs for a CPU or a GPU, an upper bound. Arrays
/// with equal layouts share a row; bytes are totals over all arrays of a row. Percentages are padding in percent of the
/// arrays without it. Exit codes: 0 read, 1 more padding than `--fail-above`, 2 not read, or
/// arrays were skipped and `--fail-above` cannot decide.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AuditArgs {
    /// Dumps, plain or gzipped; without one, or for `-`, standard input is read
    pub(super) files: Vec<PathBuf>,

    /// Give arrays without tiles the layout that this system will choose
    #[arg(long, value_name = "SYSTEM")]
    assume: Option<System>,

    /// Count arrays within fusions and reductions too, which have no memory; there is no peak
    #[arg(long)]
    all: bool,

    /// The maximum number of rows of a table
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) top: usize,

    /// Leave out layouts with less padding, such as 10%
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub(super) min_waste: Option<f64>,

    /// Of a text that was cut, count the entry parameters, which its first line has
    #[arg(long, conflicts_with_all = ["all", "computation"])]
    partial: bool,

    /// Count the buffers of one computation only, `ENTRY` or a name; there is no peak
    #[arg(long, value_name = "NAME")]
    computation: Option<String>,

    /// Print one JSON object for each file, each on a line
    #[arg(long)]
    pub(super) json: bool,

    /// Compare two dumps, the old one and the new one: what grew
    #[arg(long)]
    pub(super) diff: bool,

    /// Exit with 1 if padding adds more than this to all counted arrays, such as 20%
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub(super) fail_above: Option<f64>,
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
  layout audit --json dumps/*.txt | jq -s 'map(.hbm.arguments) | add'
  layout audit --diff before.txt after.txt
  layout audit --fail-above 20% dump.txt > report.txt   # exit code 1 above it";

impl AuditArgs {
    /// What to count.
    pub(super) fn options(&self) -> Options {
        Options {
            computation: self.computation.clone(),
            counts_all: self.all,
            predicts: self.assume == Some(System::Tpu),
            keeps_names: self.diff,
            accepts_cut: self.partial,
        }
    }
}

/// Reads `10%` or `10`.
fn parse_percent(text: &str) -> Result<f64, String> {
    match text.strip_suffix('%').unwrap_or(text).trim().parse() {
        Ok(percent) if (0.0..).contains(&percent) => Ok(percent),
        _ => Err("write a percentage, such as `20%`".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_percent;

    #[test]
    fn percentages() {
        assert_eq!(parse_percent("12.5%"), Ok(12.5));
        assert_eq!(parse_percent("20"), Ok(20.0));
        for text in ["", "%", "-1%", "much", "NaN"] {
            assert!(parse_percent(text).is_err(), "{text}");
        }
    }
}
