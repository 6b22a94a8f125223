//! `layout audit`: the memory that the arrays of an HLO module take.

mod args;
mod compare;
mod json;
mod read;
mod report;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use layout_core::util::words;

use crate::failure::{Failure, Outcome};
use crate::printable::printable;
pub(crate) use args::AuditArgs;
use read::{Audited, read};

/// Runs `layout audit`.
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
        let (old, new) = (read(old, args.options())?, read(new, args.options())?);
        compare::print(&old, &new, args)?;
        return verdict(&new, args);
    }
    let mut code = ExitCode::SUCCESS;
    for (number, file) in files.iter().enumerate() {
        let mut audited = read(file, args.options())?;
        if args.json {
            json::print(&mut audited, args)?;
        } else {
            report::print(&audited, number > 0, args)?;
        }
        if verdict(&audited, args)? != ExitCode::SUCCESS {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Exit code 1 with the reason, if there is more padding than `--fail-above` allows. A message
/// without a list of arrays has no padding to compare.
fn verdict(audited: &Audited, args: &AuditArgs) -> Outcome {
    let (file, all) = (printable(&audited.file), audited.tally.all);
    match args.fail_above {
        Some(_) if all.arrays == 0 => Err(Failure::new(format!(
            "{file}: no array to compare with `--fail-above`"
        ))),
        Some(limit) if all.percent() > limit => {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            anstream::eprintln!(
                "{red}above the limit{red:#}: padding adds {} to the arrays of {file}, the \
                 limit is {limit}%",
                words::percent(all.wasted_bytes(), all.logical_bytes),
            );
            Ok(ExitCode::FAILURE)
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
