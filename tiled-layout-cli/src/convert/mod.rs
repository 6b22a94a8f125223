//! `layout convert`: copies an array from one file to another, in another layout.

mod conversion;
mod npy;
mod npy_header;
mod stored;
mod tensors;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use layout_core::util::words;
use layout_runtime::{ElementType, Layout};

use crate::failure::{self, Failure, Outcome};
use crate::given_layout::layout_of;
use crate::output::{Output, shown};
use crate::progress::Progress;
use conversion::Conversion;
pub(crate) use stored::{Arrays, FileKind, ReadOptions, Stored};
use stored::{Input, byte_count, stored_bytes};

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

/// The arrays of a file of this kind, or the one with the given name.
pub(crate) fn open(
    path: &Path,
    kind: FileKind,
    options: ReadOptions<'_>,
) -> Result<Arrays, Failure> {
    let unused = match kind {
        _ if kind != FileKind::Raw && options.offset.is_some() => {
            Some("`--offset` is for raw bytes")
        }
        _ if kind != FileKind::Safetensors && options.tensor.is_some() => {
            Some("`--tensor` is for files of safetensors")
        }
        _ => None,
    };
    if let Some(unused) = unused {
        let kind = match kind {
            FileKind::Npy => "a file of NumPy",
            FileKind::Safetensors => "a file of safetensors",
            FileKind::Raw => "a file of raw bytes",
        };
        let words = format!("{unused}, but {} is {kind}", shown(path));
        return Err(Failure::new(words));
    }
    let input = Input::open(path)?;
    let one = |array| Arrays {
        arrays: vec![array],
        ..Arrays::default()
    };
    match kind {
        FileKind::Npy => Ok(one(npy::read(&input, options)?)),
        FileKind::Safetensors => tensors::read(&input, options),
        FileKind::Raw => Ok(one(raw(&input, options)?)),
    }
}

/// A file of bytes without a header.
fn raw(input: &Input, options: ReadOptions<'_>) -> Result<Stored, Failure> {
    let Some(layout) = options.layout else {
        return Err(input.refused(
            "a file of raw bytes\n  = help: say what it holds: `--from 'f32[3,5]{1,0}'`",
        ));
    };
    let start = options.offset.unwrap_or(0);
    let (takes, has) = (stored_bytes(layout), input.len.saturating_sub(start));
    if takes > has || takes < has && options.offset.is_none() {
        return Err(input.refused(format!(
            "`{layout}` takes {}, but the file has {}\n  \
             = help: `--offset` says where an array begins in a longer file",
            byte_count(takes),
            words::grouped(has as usize)
        )));
    }
    Ok(input.stored(None, layout, start))
}

/// The kinds of the input and of the output.
fn kinds(args: &ConvertArgs) -> Result<[FileKind; 2], Failure> {
    let [input, output] = [&args.input, &args.output];
    let kinds = [input, output].map(|path| FileKind::of(path));
    if args.raw && kinds.iter().all(Option::is_some) {
        return Err(Failure::new(format!(
            "`--raw` is for files of other endings than those of {} and {}",
            shown(input),
            shown(output)
        )));
    }
    let known = |path: &Path, kind: Option<FileKind>| {
        let kind = kind.or(args.raw.then_some(FileKind::Raw));
        kind.ok_or_else(|| {
            Failure::new(format!(
                "{}: the ending does not say what the file is\n  = help: the known endings are \
                 `.npy`, `.safetensors`, and `.bin`, `.raw`, `.dat` or none for raw bytes; with \
                 `--raw`, others are raw bytes too",
                shown(path)
            ))
        })
    };
    Ok([known(input, kinds[0])?, known(output, kinds[1])?])
}

/// Converts a file, and returns the lines that say what the output holds.
fn convert(args: &ConvertArgs) -> Result<Vec<String>, Failure> {
    let [input_kind, output_kind] = kinds(args)?;
    let from = args.from.as_deref().map(str::trim);
    let from = from.map(failure::parse).transpose()?;
    let element = args.element.as_deref().map(str::parse::<ElementType>);
    let options = ReadOptions {
        layout: from.as_ref(),
        element: element.transpose().map_err(Failure::new)?,
        offset: args.offset,
        tensor: args.tensor.as_deref(),
    };
    let arrays = open(&args.input, input_kind, options)?;
    let to = |array: &Stored| target_layout(array, args.to.trim());
    let only = match arrays.arrays.as_slice() {
        [array] => Some(to(array)?),
        _ => None,
    };
    let header = match (output_kind, &only) {
        (FileKind::Safetensors, _) => tensors::header(&arrays, to)?,
        (FileKind::Npy, Some(layout)) => npy::header(layout),
        (FileKind::Raw, Some(_)) => Vec::new(),
        (_, None) => {
            let names = arrays.arrays.iter();
            let names = names.map(|array| array.name.as_deref().unwrap_or_default());
            return Err(Failure::new(format!(
                "several tensors for a file of one array\n  = help: choose one with `--tensor`: {}",
                tensors::named(names)
            )));
        }
    };
    let (arrays, mut conversion, mut bytes) = (&arrays.arrays, Conversion::default(), 0);
    for array in arrays {
        let layout = to(array)?;
        conversion.reserve(array, &layout)?;
        bytes += stored_bytes(&layout);
    }
    let mut output = Output::create(&args.output, args.force)?;
    if args.verify {
        output.read(0, &mut [])?; // fails if it cannot be read
    }
    let progress = Progress::new(&shown(&args.output), Some(bytes));
    output.write(&header)?;
    for array in arrays {
        let array_bytes = conversion.run(array, &to(array)?)?;
        output.write(array_bytes)?;
        progress.add(array_bytes.len());
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

/// The layout of an array in the output.
fn target_layout(array: &Stored, to: &str) -> Result<Layout, Failure> {
    let source = array.layout();
    layout_of(&source, source.dims(), to).map_err(|failure| match failure {
        Failure::Message(words) => Failure::new(format!("{}: {words}", array.shown())),
        other => other,
    })
}

pub(crate) fn run(args: &ConvertArgs) -> Outcome {
    for line in convert(args)? {
        // On standard error, because the output may be standard output.
        anstream::eprintln!("{line}");
    }
    Ok(ExitCode::SUCCESS)
}
