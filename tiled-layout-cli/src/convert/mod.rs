//! `layout convert`: copies an array from one file to another, in another layout.

mod conversion;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use layout_core::util::words;
use layout_runtime::ElementType;

use crate::failure::{self, Failure, Outcome};
use crate::files::{self, FileKind, ReadOptions, Stored, byte_count, npy, stored_bytes, tensors};
use crate::given_layout::layout_of;
use crate::output::{Output, shown};
use crate::progress::Progress;
use crate::streams;
use conversion::Conversion;

/// Converts the array of a file into another layout
///
/// The end of a file's name says what it is: NumPy (.npy), safetensors (.safetensors), or raw
/// bytes (.bin, .raw, .dat, or no ending). A safetensors file records the layout of a tiled tensor;
/// for other files, --from gives it.
///
/// OUTPUT is written under a temporary name and renamed when complete; `-` is standard output. A
/// line on standard error says what it holds.
///
/// The command needs memory for the largest tensor twice, as it is in the input and as it is in the
/// output. Values that change from less than a byte to a byte, or back, need a byte each in both.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// The input file
    input: PathBuf,

    /// The output file
    output: PathBuf,

    /// The layout of the output: `{1,0:T(8,128)}`, `tpu`, or `rows` without tiles
    #[arg(long, value_name = "LAYOUT", default_value = "rows")]
    to: String,

    /// The layout of the input, with element type and dimensions
    #[arg(long, value_name = "LAYOUT")]
    from: Option<String>,

    /// The byte offset of the array in a raw file
    #[arg(long, value_name = "BYTE")]
    offset: Option<u64>,

    /// The tensor of a safetensors file [default: all]
    #[arg(long, value_name = "NAME")]
    tensor: Option<String>,

    /// The element type, if the file does not give it
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "from")]
    element: Option<String>,

    /// Read and write files with other endings as raw bytes
    #[arg(long)]
    raw: bool,

    /// Overwrite an existing file
    #[arg(long)]
    force: bool,

    /// Read the output back and compare each element before renaming it
    #[arg(long)]
    verify: bool,
}

const EXAMPLES: &str = "\
Examples:
  layout convert weights.npy weights.safetensors --to tpu
  layout convert weights.safetensors rows.npy
  layout convert rows.bin tiled.bin --verify \\
      --from 'f32[300,500]' --to '{1,0:T(8,128)}'

A safetensors tensor that is not in row-major order is flat; its layout stands in the \
metadata, as `layout.NAME`.";

/// Converts a file, and returns the lines that say what the output holds.
fn convert(args: &ConvertArgs) -> Result<Vec<String>, Failure> {
    let (input, output) = (&args.input, &args.output);
    let kind = |path| files::kind(path, args.raw);
    let [input_kind, output_kind] = [kind(input)?, kind(output)?];
    if args.raw && FileKind::of(input).and(FileKind::of(output)).is_some() {
        let (input, output) = (shown(input), shown(output));
        let words = format!("`--raw` is for other endings than those of {input} and {output}");
        return Err(Failure::new(words));
    }
    let from = args.from.as_deref().map(str::trim);
    let from = from.map(failure::parse).transpose()?;
    let element = args.element.as_deref().map(str::parse::<ElementType>);
    let options = ReadOptions {
        layout: from.as_ref(),
        element: element.transpose().map_err(Failure::new)?,
        offset: args.offset,
        tensor: args.tensor.as_deref(),
    };
    let source = files::open(input, input_kind, options)?;
    let arrays = &source.arrays;
    let to = |array: &Stored| {
        let source = array.layout();
        layout_of(&source, source.dims(), args.to.trim())
            .map_err(|failure| array.refused(failure.message()))
    };
    let only = match arrays.as_slice() {
        [array] => Some(to(array)?),
        _ => None,
    };
    let header = match (output_kind, &only) {
        (FileKind::Safetensors, _) => tensors::header(&source, to)?,
        (FileKind::Npy, Some(layout)) => npy::header(layout),
        (FileKind::Raw, Some(_)) => Vec::new(),
        (_, None) => {
            let names = arrays.iter().map(|array| array.name.as_deref());
            return Err(Failure::new(format!(
                "several tensors for a file of one array\n  = help: choose one with `--tensor`: {}",
                tensors::named(names.map(Option::unwrap_or_default))
            )));
        }
    };
    let (mut conversion, mut bytes) = (Conversion::default(), 0);
    for array in arrays {
        let layout = to(array)?;
        conversion.reserve(array, &layout)?;
        bytes += stored_bytes(&layout);
    }
    let mut output = Output::create(output, args.force)?;
    if args.verify {
        output.read(0, &mut [])?; // fails if it cannot be read
    }
    let progress = Progress::new(&shown(&args.output), Some(bytes));
    output.write(&header)?;
    for array in arrays {
        let converted = conversion.run(array, &to(array)?)?;
        output.write(converted)?;
        progress.add(converted.len());
    }
    let mut start = header.len() as u64;
    for array in arrays.iter().filter(|_| args.verify) {
        let layout = to(array)?;
        conversion.verify(array, &layout, |bytes| output.read(start, bytes))?;
        start += stored_bytes(&layout);
    }
    output.finish()?;
    let what = match &only {
        Some(layout) => layout.to_string(),
        None => words::count(arrays.len(), "tensor").to_string(),
    };
    let verified = if args.verify { ", verified" } else { "" };
    let (output, bytes) = (shown(&args.output), byte_count(bytes));
    let mut lines = vec![format!("{output}: {what}, {bytes}{verified}")];
    if output_kind == FileKind::Npy && only.is_some_and(|only| npy::plain_order(&only).is_none()) {
        lines.push("note: the file's shape is the memory's, not the array's".to_owned());
    }
    Ok(lines)
}

pub(crate) fn run(args: &ConvertArgs) -> Outcome {
    for line in convert(args)? {
        // On standard error, because the output may be standard output.
        streams::print_message(line);
    }
    Ok(ExitCode::SUCCESS)
}
