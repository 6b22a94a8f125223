//! A layout and its explanation as JSON.

use layout_notation::explain;
use layout_notation::explain::TilingStep;
use layout_runtime::{COMBINE, Layout};
use serde_json::{Value, json};

/// The version of the objects: it rises when a member is renamed or removed.
const SCHEMA: u32 = 1;

/// All facts that `layout explain` prints, as values. Sizes are in elements, or in bytes if the
/// name says so; a tile's entry `*` is the text `"*"`.
pub(crate) fn of(layout: &Layout) -> Value {
    let explained = explain(layout);
    let formula = explained.position();
    json!({
        "schema": SCHEMA,
        "layout": layout.to_string(),
        "element_type": layout.element_type().to_string(),
        "element_bits": layout.element_bits(),
        "dims": layout.dims(),
        "minor_to_major": *layout.minor_to_major(),
        "tiles": layout.tiles().iter().map(|tile| entries(tile)).collect::<Vec<_>>(),
        "memory_space": layout.memory_space(),
        "metadata_bytes": layout.metadata_prefix_bytes(),
        "physical_dims": *layout.physical_dims(),
        "strides": layout.strides().as_slice(),
        "num_elements": layout.num_elements(),
        "num_bytes": layout.num_bytes(),
        "padded_len": layout.padded_len(),
        "padded_bytes": layout.padded_bytes(),
        "padding_len": layout.padding_len(),
        "steps": explained.tiling_steps().iter().map(step).collect::<Vec<_>>(),
        "position": formula.to_string(),
        "position_is_flat": formula.is_flat(),
        "padding": explained
            .padding()
            .iter()
            .map(|dim| json!({ "dimension": dim.dimension, "size": dim.size, "padded": dim.padded, "cut": dim.cut }))
            .collect::<Vec<_>>(),
        "contiguous": explained
            .contiguous()
            .map(|(dimension, len)| json!({ "dimension": dimension, "len": len })),
        "cute": explained.cute(),
    })
}

/// One position: its index, `null` on padding, and its offset in bytes.
pub(crate) fn element(layout: &Layout, position: usize) -> Value {
    let bit = position as u128 * layout.element_bits() as u128;
    json!({
        "schema": SCHEMA,
        "layout": layout.to_string(),
        "index": layout.index(position).map(|index| index.to_vec()),
        "position": position,
        "byte": (bit / 8) as usize,
        "bit": (bit % 8) as usize,
    })
}

fn step(step: &TilingStep) -> Value {
    json!({
        "tile": entries(&step.tile),
        "before": step.before.as_slice(),
        "merged": step.merged.as_slice(),
        "padded": step.padded.as_slice(),
        "split": step.split.as_slice(),
        "moved": step.moved.as_slice(),
    })
}

/// A tile's entries.
fn entries(tile: &[usize]) -> Vec<Value> {
    let entry = |&entry: &usize| match entry {
        COMBINE => json!("*"),
        _ => json!(entry),
    };
    tile.iter().map(entry).collect()
}
