//! The devices, elements and bytes of a sharded array, as JSON and in words.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use layout_core::util::words;
use layout_draw::{Shards, Svg};
use layout_runtime::Layout;
use layout_xla::shards::{ShardBytes, Sharded};
use serde::Serialize;
use serde_json::{Value, json};

use crate::draw::{self, Picture};
use crate::failure::Failure;

/// The devices and byte of an element, as JSON or in words.
pub(super) fn at(sharded: &Sharded, index: &[usize], json: bool) -> Result<String, Failure> {
    if json {
        location(sharded, index)
    } else {
        location_words(sharded, index)
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
    Ok(shards(sharded, Some(index))?.location(sharded.shard()))
}

/// The array as pictures show it, with the element at an index or the last one located.
fn shards(sharded: &Sharded, index: Option<&[usize]>) -> Result<Shards, Failure> {
    let counts = match sharded.sharding().shard_counts() {
        [] => vec![1; sharded.dims().len()],
        counts => counts.to_vec(),
    };
    let shards = Shards::new(sharded.dims(), &counts, sharded.devices());
    match index {
        None => Ok(shards),
        Some(index) => {
            locate(sharded, index)?; // which refuses indices outside of the array
            Ok(shards.mark(index))
        }
    }
}

/// The picture of the array, with its last element located.
pub(super) fn picture(options: &Picture, sharded: &Sharded) -> Result<String, Failure> {
    let text = options.of(sharded.shard());
    Ok(text.shards(&shards(sharded, None)?))
}

/// Writes the picture of the array, with the element at an index or the last one located.
///
/// # Errors
///
/// If the array has no element at the index, or the file cannot be written.
pub(super) fn write_svg(
    file: &Path,
    force: bool,
    sharded: &Sharded,
    index: Option<&[usize]>,
) -> Result<(), Failure> {
    let svg = Svg::new(sharded.shard());
    draw::write_svg(file, force, &svg.shards(&shards(sharded, index)?))
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
pub(super) fn number(bytes: u128) -> Option<serde_json::Number> {
    serde_json::Number::from_u128(bytes)
}

/// The devices in ascending order, each with its elements.
pub(super) fn devices(
    sharded: &Sharded,
) -> impl Iterator<Item = (usize, Vec<Range<usize>>, ShardBytes)> {
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
pub(super) fn all(sharded: &Sharded, array: &Layout) -> Value {
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

/// A number of bytes, for people.
pub(super) fn grouped(bytes: u128) -> String {
    match usize::try_from(bytes) {
        Ok(bytes) => words::grouped(bytes).to_string(),
        Err(_) => bytes.to_string(),
    }
}

/// The largest number of devices whose elements are listed.
const MAX_LISTED_DEVICES: usize = 8;

pub(super) fn table(
    out: &mut impl Write,
    sharded: &Sharded,
    array: &Layout,
) -> Result<(), Failure> {
    let bytes = sharded.bytes();
    let shards = sharded.num_shards();
    writeln!(
        out,
        "array       {}[{}]",
        array.element_type(),
        words::joined(array.dims(), ",")
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
    let total = grouped(bytes.total());
    writeln!(out, "size        {total} bytes on all devices")?;
    for (count, words) in [
        (bytes.elements, "elements"),
        (bytes.replicas, "replicas"),
        (bytes.uneven, "uneven shards"),
        (bytes.tiles, "padding of tiles"),
    ] {
        if count > 0 || words == "elements" {
            writeln!(out, "            {words} {}", grouped(count))?;
        }
    }
    if sharded.num_devices() > MAX_LISTED_DEVICES {
        return Ok(());
    }
    for (device, region, _) in devices(sharded) {
        let ranges: Vec<String> = region.iter().map(|range| format!("{range:?}")).collect();
        let nothing = region.iter().any(|range| range.is_empty());
        let words = if nothing { " (nothing)" } else { "" };
        writeln!(out, "device {device:<5}[{}]{words}", ranges.join(", "))?;
    }
    Ok(())
}
