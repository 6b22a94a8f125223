//! `layout shards` of a file: the devices and elements of each tensor.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use layout_core::util::words;
use layout_runtime::Layout;
use layout_xla::shards::Sharded;
use serde_json::{Value, json};

use super::args::ShardsArgs;
use super::print::{all, at, devices, grouped, number, picture, table, write_svg};
use crate::failure::{Failure, Outcome};
use crate::files::{self, FileKind, ReadOptions};
use crate::printable::printable;
use crate::streams;

/// True if the argument names a file of tensors, not an array.
pub(super) fn is_file(argument: &str) -> bool {
    FileKind::of(Path::new(argument)) == Some(FileKind::Safetensors)
}

/// A tensor that the sharding fits.
struct ShardedTensor {
    name: String,
    array: Layout,
    sharded: Sharded,
}

/// A tensor that the sharding does not fit, and the reason.
struct Skipped {
    name: String,
    failure: Failure,
}

impl Skipped {
    /// The reason, without its help.
    fn reason(&self) -> &str {
        self.failure.message().lines().next().unwrap_or_default()
    }
}

/// The tensors of the file.
fn open(args: &ShardsArgs) -> Result<(Vec<ShardedTensor>, Vec<Skipped>), Failure> {
    let sharding = args.sharding.parse()?;
    let options = ReadOptions {
        tensor: args.tensor.as_deref(),
        ..ReadOptions::default()
    };
    let (mut tensors, mut skipped) = (Vec::new(), Vec::new());
    let path = Path::new(&args.array);
    for stored in files::open(path, FileKind::Safetensors, options)?.arrays {
        let array = stored.layout();
        let name = stored.name.unwrap_or_default();
        match args.sharding.of(&sharding, &array, None) {
            Ok(sharded) => tensors.push(ShardedTensor {
                name,
                array,
                sharded,
            }),
            Err(failure) => skipped.push(Skipped { name, failure }),
        }
    }
    Ok((tensors, skipped))
}

/// Prints the tensors of a file.
///
/// # Errors
///
/// If the file cannot be read, is refused, or holds no tensor that the sharding fits.
pub(super) fn run(args: &ShardsArgs) -> Outcome {
    let (tensors, skipped) = open(args)?;
    if tensors.is_empty() {
        let reasons = skipped.iter().map(|skipped| {
            let (name, message) = (printable(&skipped.name), skipped.failure.message());
            format!("\n`{name}`: {message}")
        });
        return Err(Failure::new(format!(
            "the sharding fits no tensor{}",
            reasons.collect::<String>()
        )));
    }
    let mut out = streams::stdout();
    if let Some(file) = &args.svg {
        let [tensor] = tensors.as_slice() else {
            return Err(one_of("--svg", &tensors));
        };
        write_svg(file, args.force, &tensor.sharded, args.at.as_deref())?;
        return Ok(ExitCode::SUCCESS);
    }
    match (&args.at, tensors.as_slice()) {
        (Some(index), [tensor]) => writeln!(out, "{}", at(&tensor.sharded, index, args.json)?)?,
        (Some(_), _) => return Err(one_of("--at", &tensors)),
        (None, _) if args.json => writeln!(out, "{}", file_json(&tensors, &skipped))?,
        (None, _) => print_tensors(&mut out, args, &tensors, &skipped)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// An option that needs one tensor is given for several.
fn one_of(option: &str, tensors: &[ShardedTensor]) -> Failure {
    Failure::new(format!(
        "`{option}` in {} tensors\n  = help: choose one with `--tensor`",
        tensors.len()
    ))
}

/// The padded bytes of all tensors on each device.
fn bytes_per_device(tensors: &[ShardedTensor]) -> BTreeMap<usize, u128> {
    let mut total = BTreeMap::new();
    for tensor in tensors {
        for (device, _, bytes) in devices(&tensor.sharded) {
            *total.entry(device).or_default() += bytes.total();
        }
    }
    total
}

fn file_json(tensors: &[ShardedTensor], skipped: &[Skipped]) -> Value {
    let total = bytes_per_device(tensors);
    let tensor = |tensor: &ShardedTensor| {
        let mut value = all(&tensor.sharded, &tensor.array);
        value["name"] = json!(tensor.name);
        value["element_type"] = json!(tensor.array.element_type().to_string());
        value
    };
    let device = |(&device, &bytes)| json!({ "device": device, "bytes": number(bytes) });
    let reason = |skipped: &Skipped| json!({ "name": skipped.name, "reason": skipped.reason() });
    json!({
        "total_bytes": number(total.values().sum()),
        "devices": total.iter().map(device).collect::<Vec<_>>(),
        "tensors": tensors.iter().map(tensor).collect::<Vec<_>>(),
        "skipped": skipped.iter().map(reason).collect::<Vec<_>>(),
    })
}

fn print_tensors(
    out: &mut impl Write,
    args: &ShardsArgs,
    tensors: &[ShardedTensor],
    skipped: &[Skipped],
) -> Result<(), Failure> {
    for tensor in tensors {
        writeln!(out, "tensor      {}", printable(&tensor.name))?;
        table(out, &tensor.sharded, &tensor.array)?;
        if args.tensor.is_some() {
            writeln!(out, "\n{}", picture(&args.picture, &tensor.sharded)?)?;
        }
        writeln!(out)?;
    }
    for tensor in skipped {
        let (name, reason) = (printable(&tensor.name), printable(tensor.reason()));
        writeln!(out, "skipped     {name}: {reason}")?;
    }
    let total = bytes_per_device(tensors);
    let count = words::count(tensors.len(), "tensor");
    let bytes = grouped(total.values().sum());
    writeln!(out, "total       {bytes} bytes of {count}")?;
    for (device, bytes) in total {
        writeln!(out, "device {device:<5}{} bytes", grouped(bytes))?;
    }
    Ok(())
}
