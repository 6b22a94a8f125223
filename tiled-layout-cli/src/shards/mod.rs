//! `layout shards`: which device holds which elements of an array, and at which bytes.

mod args;
#[cfg(feature = "convert")]
mod checkpoint;
mod print;

use std::io::Write;
use std::process::ExitCode;

#[cfg(feature = "convert")]
use crate::failure::Failure;
use crate::failure::{self, Outcome};
use crate::streams;
pub(crate) use args::ShardsArgs;
use print::{all, at, picture, table, write_svg};

pub(crate) fn run(args: &ShardsArgs) -> Outcome {
    #[cfg(feature = "convert")]
    if checkpoint::is_file(&args.array) {
        return checkpoint::run(args);
    }
    #[cfg(feature = "convert")]
    if args.tensor.is_some() {
        return Err(Failure::new(
            "`--tensor` chooses from a file, which is named `.safetensors`",
        ));
    }
    let text = args.array.trim();
    // Braces give the layout of a shard, whose dimensions may differ from the array's.
    let braces = text.find(['{', '<']).unwrap_or(text.len());
    // Without brackets before them, they are of another notation, which an error names.
    let braces = if text[..braces].contains('[') {
        braces
    } else {
        text.len()
    };
    let array = failure::parse(&text[..braces])?;
    let own = (braces < text.len()).then(|| &text[braces..]);
    let sharded = args.sharding.of(&args.sharding.parse()?, &array, own)?;
    let mut out = streams::stdout();
    match (&args.svg, &args.at, args.json) {
        (Some(file), index, _) => {
            write_svg(file, args.force, &sharded, index.as_deref())?;
        }
        (None, Some(index), json) => writeln!(out, "{}", at(&sharded, index, json)?)?,
        (None, None, true) => writeln!(out, "{}", all(&sharded, &array))?,
        (None, None, false) => {
            table(&mut out, &sharded, &array)?;
            writeln!(out, "\n{}", picture(&args.picture, &sharded)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
