//! `layout shards`: which device holds which elements of an array, and at which bytes.

#[cfg(feature = "convert")]
mod checkpoint;

use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;

use layout_core::util::words;
use layout_runtime::Layout;
use layout_xla::shards::{ShardBytes, Sharded, Sharding, ShardingError};
use layout_xla::tpu;
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{self, Failure, Outcome};

/// Shows which device holds which elements of an array
///
/// The sharding cuts the array into shards; the layout is that of one shard.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShardsArgs {
    /// The array: element type and dimensions, with or without the layout of a shard; or a file
    /// whose tensors are cut (.safetensors)
    array: String,

    #[command(flatten)]
    sharding: ShardingArgs,

    /// Print only the devices that hold the element at this index, and its byte there
    #[arg(long, value_name = "INDEX", value_delimiter = ',')]
    at: Option<Vec<usize>>,

    /// The tensor of a file [default: all]
    #[cfg(feature = "convert")]
    #[arg(long, value_name = "NAME")]
    tensor: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A sharding, and the layout of a shard.
#[derive(clap::Args)]
pub(crate) struct ShardingArgs {
    /// The sharding, as XLA prints it
    #[arg(long, value_name = "SHARDING")]
    sharding: String,

    /// The layout of a shard: `{1,0:T(8,128)}`, `tpu`, or `rows` without tiles [default: that of
    /// the array's text, or `tpu`]
    #[arg(long, value_name = "LAYOUT")]
    shard: Option<String>,

    /// The number of devices, if the sharding does not give it, as `{replicated}`
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    devices: usize,
}

const EXAMPLES: &str = "\
Examples:
  layout shards 'f32[1000,12]' --sharding '{devices=[4,1]<=[4]}'
  layout shards 'bf16[100,300]' --sharding '{devices=[2,1,2]<=[4] last_tile_dim_replicate}' \\
      --shard '{1,0:T(8,128)(2,1)}' --at 99,299
  layout shards weights.safetensors --sharding '{devices=[4,1]<=[4]}' --tensor embed";

impl From<ShardingError> for Failure {
    fn from(error: ShardingError) -> Failure {
        Failure::new(error)
    }
}

/// The layout of an array of these extents: `tpu`, `rows`, or the text in a layout's braces.
pub(crate) fn layout_of(array: &Layout, extents: &[usize], text: &str) -> Result<Layout, Failure> {
    let element = array.element_type();
    match text {
        "tpu" => Ok(tpu::default_layout(element, extents).map_err(Failure::new)?),
        "rows" => Ok(Layout::row_major(element, extents).map_err(Failure::new)?),
        _ => {
            let braces = text.find(['{', '<']).unwrap_or(text.len());
            let extents: Vec<String> = extents.iter().map(usize::to_string).collect();
            let own = format!("{element}[{}]", extents.join(","));
            let given: String = text[..braces].split_whitespace().collect();
            if !given.is_empty() && !given.eq_ignore_ascii_case(&own) {
                return Err(Failure::new(format!(
                    "the layout is of `{given}`, but the shard of `{own}`\n  = help: write what \
                     stands in braces alone, or `tpu`, or `rows`"
                )));
            }
            failure::parse(&(own + &text[braces..]))
        }
    }
}

impl ShardingArgs {
    fn parse(&self) -> Result<Sharding, Failure> {
        Sharding::parse(self.sharding.trim()).map_err(Failure::new)
    }

    /// An array with the dimensions and elements of `array`; `own` is the layout of a shard
    /// from the array's text.
    fn of(
        &self,
        sharding: &Sharding,
        array: &Layout,
        own: Option<&str>,
    ) -> Result<Sharded, Failure> {
        let shard = self.shard.as_deref().or(own).unwrap_or("tpu").trim();
        let sharded = Sharded::with(array.dims(), sharding, |extents| {
            layout_of(array, extents, shard)
        })?;
        Ok(sharded.with_devices(self.devices))
    }
}

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
    let array = failure::parse(&text[..braces])?;
    let own = (braces < text.len()).then(|| &text[braces..]);
    let sharded = args.sharding.of(&args.sharding.parse()?, &array, own)?;
    let mut out = anstream::stdout();
    match (&args.at, args.json) {
        (Some(index), _) => writeln!(out, "{}", at(&sharded, index, args.json)?)?,
        (None, true) => writeln!(out, "{}", all(&sharded, &array))?,
        (None, false) => table(&mut out, &sharded, &array)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The devices and byte of an element, as JSON or in words.
fn at(sharded: &Sharded, index: &[usize], json: bool) -> Result<String, Failure> {
    match json {
        true => location(sharded, index),
        false => location_words(sharded, index),
    }
}

/// An element, for scripts.
#[derive(Serialize)]
struct LocationJson {
    devices: Vec<usize>,
    local_index: Vec<usize>,
    byte: usize,
    shard_bytes: usize,
}

fn location(sharded: &Sharded, index: &[usize]) -> Result<String, Failure> {
    let found = locate(sharded, index)?;
    let location = LocationJson {
        devices: found.devices.collect(),
        local_index: found.local.to_vec(),
        byte: found.byte,
        shard_bytes: sharded.shard().padded_bytes(),
    };
    serde_json::to_string(&location).map_err(Failure::new)
}

fn location_words(sharded: &Sharded, index: &[usize]) -> Result<String, Failure> {
    let found = locate(sharded, index)?;
    let devices = numbers(found.devices);
    let (local, byte) = (numbers(found.local.iter().copied()), found.byte);
    let bytes = sharded.shard().padded_bytes();
    Ok(format!(
        "devices {devices}: element {local} of the shard, byte {byte} of {bytes}"
    ))
}

fn locate<'a>(
    sharded: &'a Sharded,
    index: &[usize],
) -> Result<layout_xla::shards::Location<'a>, Failure> {
    sharded.locate(index).ok_or_else(|| {
        let dims = sharded.dims();
        Failure::new(format!(
            "no element at {index:?}: the dimensions are {dims:?}"
        ))
    })
}

/// A number of bytes, for scripts.
fn number(bytes: u128) -> Option<serde_json::Number> {
    serde_json::Number::from_u128(bytes)
}

fn numbers(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    numbers.join(",")
}

/// The devices in ascending order, each with its elements.
fn devices(sharded: &Sharded) -> impl Iterator<Item = (usize, Vec<Range<usize>>, ShardBytes)> {
    let mut devices: Vec<usize> = sharded.devices().collect();
    devices.sort_unstable();
    devices.into_iter().filter_map(|device| {
        Some((
            device,
            sharded.region(device)?,
            sharded.device_bytes(device)?,
        ))
    })
}

/// Regions are `[start, end]` per dimension; bytes are padded.
fn all(sharded: &Sharded, array: &Layout) -> Value {
    let bytes = sharded.bytes();
    let device = |(device, region, bytes): (usize, Vec<Range<usize>>, ShardBytes)| {
        json!({
            "device": device,
            "region": region.iter().map(|range| [range.start, range.end]).collect::<Vec<_>>(),
            "shard_dims": region.iter().map(Range::len).collect::<Vec<_>>(),
            "bytes": number(bytes.total()),
            "element_bytes": number(bytes.elements),
            "uneven_bytes": number(bytes.uneven),
            "tile_bytes": number(bytes.tiles),
        })
    };
    json!({
        "dims": array.dims(),
        "sharding": sharded.sharding().to_string(),
        "shard": sharded.shard().to_string(),
        "shard_bytes": sharded.shard().padded_bytes(),
        "total_bytes": number(bytes.total()),
        "element_bytes": number(bytes.elements),
        "replica_bytes": number(bytes.replicas),
        "uneven_bytes": number(bytes.uneven),
        "tile_bytes": number(bytes.tiles),
        "devices": devices(sharded).map(device).collect::<Vec<_>>(),
    })
}

fn table(out: &mut impl Write, sharded: &Sharded, array: &Layout) -> Result<(), Failure> {
    let bytes = sharded.bytes();
    let shards = sharded.num_shards();
    writeln!(
        out,
        "array       {}{:?}",
        array.element_type(),
        array.dims()
    )?;
    writeln!(out, "sharding    {}", sharded.sharding())?;
    writeln!(
        out,
        "shards      {}, on {}, {} each",
        words::grouped(shards),
        words::count(sharded.num_devices(), "device"),
        words::count(sharded.shard().padded_bytes(), "byte")
    )?;
    writeln!(out, "shard       {}", sharded.shard())?;
    let grouped = |bytes: u128| match usize::try_from(bytes) {
        Ok(bytes) => words::grouped(bytes).to_string(),
        Err(_) => bytes.to_string(),
    };
    let total = grouped(bytes.total());
    writeln!(out, "size        {total} bytes on all devices")?;
    writeln!(out, "            {} of elements", grouped(bytes.elements))?;
    for (count, words) in [
        (bytes.replicas, "of replicas"),
        (bytes.uneven, "of shards that hold less than the others"),
        (bytes.tiles, "of the layout's padding"),
    ] {
        if count > 0 {
            writeln!(out, "            {} {words}", grouped(count))?;
        }
    }
    for (device, region, _) in devices(sharded) {
        let ranges: Vec<String> = region.iter().map(|range| format!("{range:?}")).collect();
        let nothing = region.iter().any(|range| range.is_empty());
        let words = if nothing { " (nothing)" } else { "" };
        writeln!(out, "device {device:<5}[{}]{words}", ranges.join(", "))?;
    }
    Ok(())
}
