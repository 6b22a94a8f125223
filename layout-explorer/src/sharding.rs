//! An array cut over devices.

use layout_draw::{Shards, Svg};
use layout_runtime::Layout;
use layout_xla::shards::{Sharded, Sharding, ShardingError};
use layout_xla::tpu;
use serde_json::{Value, json};

use crate::cell::numbers;

/// The picture of the array of `layout`, cut by a sharding, and the devices, tile and byte of the
/// element at `index`, or of the last element. A shard has the braces of `text`; without braces,
/// the layout that a TPU chooses.
pub(crate) fn sharding(
    text: &str,
    layout: &Layout,
    sharding: &str,
    index: Option<&[usize]>,
) -> Result<Value, String> {
    let sharding = Sharding::parse(sharding.trim()).map_err(|error| error.to_string())?;
    let sharded = sharded(text, layout, &sharding)?;
    let counts = match sharding.shard_counts() {
        [] => vec![1; layout.rank()],
        counts => counts.to_vec(),
    };
    let mut shards = Shards::new(layout.dims(), &counts, sharded.devices());
    let shard = sharded.shard();
    let mut svg = Svg::new(shard);
    if let Some(index) = index
        && let Some(location) = sharded.locate(index)
    {
        shards = shards.mark(index);
        svg = svg.mark(&location.local);
    }
    Ok(json!({
        "shard": shard.to_string(),
        "shard_bytes": shard.padded_bytes(),
        "devices": sharded.num_devices(),
        "location": shards.location(shard),
        "svg": svg.shards(&shards),
    }))
}

fn sharded(text: &str, layout: &Layout, sharding: &Sharding) -> Result<Sharded, String> {
    let (element, dims) = (layout.element_type(), layout.dims());
    let mut failed = None;
    let found = Sharded::with(dims, sharding, |extents| match text.find(['{', '<']) {
        None => tpu::default_layout(element, extents).map_err(ShardingError::Layout),
        Some(at) => {
            let shard = format!("{element}[{}]{}", numbers(extents), &text[at..]);
            Layout::parse(&shard).map_err(|error| {
                failed = Some(format!("a shard is not `{shard}`: {}", error.message()));
                ShardingError::Unknown
            })
        }
    });
    found.map_err(|error| failed.unwrap_or_else(|| error.to_string()))
}
