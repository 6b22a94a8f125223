//! `layout convert`: copies an array from one file to another, in another layout.

mod blocks;
mod npy;
mod npy_header;
mod output;
mod packed_values;
mod stored;
mod tensors;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use layout_core::util::words;
use layout_runtime::{ElementType, Layout};
use layout_xla::shards::{Sharded, Sharding};
use serde_json::Map;

use crate::failure::{self, Failure, Outcome};
use crate::given_layout::layout_of;
use crate::progress::Progress;
use blocks::BlockCopy;
pub(crate) use blocks::{Part, Written};
use output::Output;
pub(crate) use output::{check_new, shown};
pub(crate) use stored::{FileKind, LayoutText, ReadOptions, Stored};
use stored::{Input, byte_count, stored_bytes};
pub(crate) use tensors::says;

/// Converts the array of a file into another layout
///
/// Files are NumPy (.npy), safetensors (.safetensors), or raw bytes. A safetensors file records
/// the layout of a tiled tensor; for other files, --from gives it.
///
/// OUTPUT is written under a temporary name and renamed when complete; a line on standard error
/// says what it holds. Memory use does not grow with the file.
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
    #[arg(long = "type", value_name = "TYPE")]
    element: Option<String>,

    /// Write one shard: the sharding, as XLA prints it
    #[arg(long, value_name = "SHARDING", requires = "device")]
    shard: Option<String>,

    /// Write the shard of this device
    #[arg(long, value_name = "NUMBER", requires = "shard")]
    device: Option<usize>,

    #[command(flatten)]
    write: WriteOptions,
}

/// How files are written.
#[derive(clap::Args)]
pub(crate) struct WriteOptions {
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,

    /// Read each output back and compare it before renaming it
    #[arg(long)]
    pub(crate) verify: bool,
}

const EXAMPLES: &str = "\
Examples:
  layout convert weights.npy weights.safetensors --to tpu
  layout convert weights.safetensors rows.npy
  layout convert rows.bin tiled.bin --from 'f32[300,500]' --to '{1,0:T(8,128)}'
  layout convert all.npy shard3.npy --verify \\
      --shard '{devices=[4,1]<=[4]}' --device 3

A safetensors tensor that is not in row-major order is flat; its layout stands in the \
metadata, as `layout.NAME`.";

/// Writes arrays into a file, and returns their bytes. `written` says how, twice for each array:
/// what it returns for all of them would take more memory than their names and layouts.
pub(crate) fn write_file<'a, A>(
    path: &Path,
    arrays: &'a [A],
    written: impl Fn(&'a A) -> Result<Written<'a>, Failure>,
    metadata: Map<String, serde_json::Value>,
    options: &WriteOptions,
) -> Result<u64, Failure> {
    let (header, bytes) = match (FileKind::of(path), arrays) {
        (FileKind::Safetensors, _) => tensors::header(arrays.iter().map(&written), metadata)?,
        (FileKind::Npy, [array]) => {
            let layout = written(array)?.layout;
            (npy::header(&layout), stored_bytes(&layout))
        }
        (FileKind::Raw, [array]) => (Vec::new(), stored_bytes(&written(array)?.layout)),
        _ => {
            let name = |array| Ok(format!("`{}`", written(array)?.name));
            let names: Result<Vec<String>, Failure> = arrays.iter().map(name).collect();
            return Err(Failure::new(format!(
                "several tensors for a file of one array\n  = help: choose one with `--tensor`: {}",
                names?.join(", ")
            )));
        }
    };
    let output = Output::create(path, header.len() as u64 + bytes, options.force)?;
    output.write_at(&header, 0)?;
    let progress = Progress::new(&shown(path), Some(bytes));
    let mut end = header.len() as u64;
    for array in arrays {
        let array = written(array)?;
        let start = end + array.layout.metadata_prefix_bytes() as u64;
        end += stored_bytes(&array.layout);
        let mut copy = BlockCopy::new(&array.layout, &array.parts);
        let element = (array.layout.element_bits() / 8).max(1);
        copy.write(&output, start, &|elements| progress.add(elements * element))?;
        if options.verify {
            copy.verify(&output, start)?;
        }
    }
    output.finish()?;
    Ok(bytes)
}

/// The arrays of a file, or the one with the given name.
pub(crate) fn open(path: &Path, options: ReadOptions<'_>) -> Result<Vec<Stored>, Failure> {
    let input = Input::open(path)?;
    match FileKind::of(path) {
        FileKind::Npy => Ok(vec![npy::read(&input, options)?]),
        FileKind::Safetensors => tensors::read(&input, options),
        FileKind::Raw => Ok(vec![raw(&input, options)?]),
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
    Ok(input.stored("", layout, start))
}

pub(crate) fn element_type(text: Option<&str>) -> Result<Option<ElementType>, Failure> {
    let parse = |text: &str| text.parse::<ElementType>().map_err(Failure::new);
    text.map(parse).transpose()
}

pub(crate) fn run(args: &ConvertArgs) -> Outcome {
    check_new(&args.output, args.write.force)?;
    let from = args
        .from
        .as_deref()
        .map(|text| failure::parse(text.trim()))
        .transpose()?;
    let options = ReadOptions {
        layout: from.as_ref(),
        element: element_type(args.element.as_deref())?,
        offset: args.offset,
        tensor: args.tensor.as_deref(),
    };
    let arrays = open(&args.input, options)?;
    let written = |array| match (&args.shard, args.device) {
        (Some(sharding), Some(device)) => write_shard(array, sharding, device, &args.to),
        _ => write_whole(array, &args.to),
    };
    let bytes = write_file(&args.output, &arrays, written, Map::new(), &args.write)?;
    let what = match arrays.as_slice() {
        [array] => written(array)?.layout.to_string(),
        arrays => words::count(arrays.len(), "tensor").to_string(),
    };
    // On standard error, because the output may be standard output.
    anstream::eprintln!(
        "{}: {what}, {}{}",
        shown(&args.output),
        byte_count(bytes),
        if args.write.verify { ", verified" } else { "" }
    );
    Ok(ExitCode::SUCCESS)
}

fn write_whole<'a>(array: &'a Stored, to: &str) -> Result<Written<'a>, Failure> {
    let source = array.layout();
    let dims = source.dims();
    let in_array = |failure| match failure {
        Failure::Message(words) => Failure::new(format!("{}: {words}", array.shown())),
        other => other,
    };
    Ok(Written {
        name: &array.name,
        layout: layout_of(&source, dims, to.trim()).map_err(in_array)?,
        whole: array.whole(),
        parts: vec![Part {
            source: array,
            origin: vec![0; dims.len()],
            region: dims.iter().map(|&dim| 0..dim).collect(),
        }],
    })
}

/// The shard of a device; it may extend past the array's end.
fn write_shard<'a>(
    array: &'a Stored,
    sharding: &str,
    device: usize,
    to: &str,
) -> Result<Written<'a>, Failure> {
    let source = array.layout();
    let sharding = Sharding::parse(sharding.trim()).map_err(Failure::new)?;
    let sharded = Sharded::with(source.dims(), &sharding, |extents| {
        layout_of(&source, extents, to.trim())
    })?;
    let sharded = sharded.with_devices(device.saturating_add(1));
    let region = sharded
        .region(device)
        .ok_or_else(|| Failure::new(format!("no shard is on device {device}")))?;
    let rows = Layout::row_major(source.element_type(), source.dims());
    Ok(Written {
        name: &array.name,
        layout: *sharded.shard(),
        whole: Some(rows.map_err(Failure::new)?),
        parts: vec![Part {
            source: array,
            origin: region.iter().map(|range| range.start).collect(),
            region: region.iter().map(|range| 0..range.len()).collect(),
        }],
    })
}
