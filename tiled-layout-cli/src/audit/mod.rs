//! `layout audit`: the memory that an HLO module needs, and how much of it is padding.

mod args;
mod compare;
mod json;
mod memory;
mod read;
mod report;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use layout_core::util::words;

use crate::failure::{Failure, Outcome};
use crate::printable::printable;
use crate::streams;
pub(crate) use args::AuditArgs;
use read::{Audited, read};

/// Runs `layout audit`.
pub(crate) fn run(args: &AuditArgs) -> Outcome {
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() {
        &standard_input[..]
    } else {
        &args.files
    };
    if args.diff {
        let [old, new] = files else {
            return Err(Failure::new(
                "`--diff` compares two files\n  = help: write `layout audit --diff OLD NEW`",
            ));
        };
        let (old, new) = (read(old, args.options())?, read(new, args.options())?);
        let verdict = verdict(&new, args);
        compare::print(&old, &new, args)?;
        return Ok(combined(vec![verdict]));
    }
    let audits: Vec<_> = (files.iter())
        .map(|file| {
            let audited = read(file, args.options())?;
            Ok((verdict(&audited, args), audited))
        })
        .collect();
    let mut verdicts = Vec::new();
    let mut is_next = false;
    for audit in audits {
        let (verdict, audited) = match audit {
            Ok(audit) => audit,
            Err(failure) => {
                verdicts.push(Err(failure));
                continue;
            }
        };
        if args.json {
            json::print(&audited, args)?;
        } else {
            report::print(&audited, is_next, args)?;
            is_next = true;
        }
        verdicts.push(verdict);
    }
    Ok(combined(verdicts))
}

/// What `--fail-above` says of a file.
enum Verdict {
    Pass,
    /// The reason.
    AboveLimit(String),
}

/// Compares the padding of a file with `--fail-above`. Padding of arrays that were not read is not
/// known: only those that were read can be above the limit.
fn verdict(audited: &Audited, args: &AuditArgs) -> Result<Verdict, Failure> {
    let Some(limit) = args.fail_above else {
        return Ok(Verdict::Pass);
    };
    let (file, all) = (printable(&audited.file), audited.tally.all());
    if all.percent() > limit {
        let padding = match all.logical_bytes {
            0 => words::byte_size(all.wasted_bytes()), // no percentage
            bytes => words::percent(all.wasted_bytes(), bytes),
        };
        return Ok(Verdict::AboveLimit(format!(
            "padding adds {padding} to the arrays of {file}, the limit is {limit}%"
        )));
    }
    let unknown = |what: String| {
        Err(Failure::new(format!(
            "{file}: `--fail-above` cannot decide: {what}"
        )))
    };
    match (audited.tally.skipped_count(), &audited.tally.cut()) {
        (_, Some(cut)) => unknown(format!("{cut}, and only the entry parameters are known")),
        (0, None) if all.arrays == 0 => unknown("there is no array".into()),
        (0, None) => Ok(Verdict::Pass),
        (1, None) => unknown("one array was skipped, whose padding is not known".into()),
        (skipped, None) => {
            let skipped = words::count(skipped as usize, "array");
            unknown(format!(
                "{skipped} were skipped, whose padding is not known"
            ))
        }
    }
}

/// Prints the reasons of all verdicts. The exit code is 1 if padding is above the limit; otherwise
/// 2 if a file cannot be read, or its padding is not known.
fn combined(verdicts: Vec<Result<Verdict, Failure>>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for verdict in verdicts {
        match verdict {
            Ok(Verdict::Pass) => {}
            Ok(Verdict::AboveLimit(reason)) => {
                let red = anstyle::AnsiColor::Red.on_default().bold();
                streams::print_message(format_args!("{red}above the limit{red:#}: {reason}"));
                code = ExitCode::FAILURE;
            }
            Err(failure) => {
                let failed = failure.report();
                if code == ExitCode::SUCCESS {
                    code = failed;
                }
            }
        }
    }
    code
}
