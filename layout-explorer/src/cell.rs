//! The contents of an index or a position.

use layout_core::util::words;
use layout_notation::explain;
use layout_runtime::Layout;
use serde_json::{Value, json};

/// The element of an index.
pub(crate) fn at_index(layout: &Layout, text: &str) -> Result<Value, String> {
    element(layout, &index(layout, text)?).ok_or_else(|| "no element".into())
}

/// An index of an element: `2,3`, with or without brackets.
pub(crate) fn index(layout: &Layout, text: &str) -> Result<Vec<usize>, String> {
    let text = text.trim_matches(['(', ')', '[', ']', ' ']);
    let numbers_of_text = text.split([',', ' ']).filter(|number| !number.is_empty());
    let index: Result<Vec<usize>, _> = numbers_of_text.map(str::parse).collect();
    let index = index.map_err(|_| "an index has whole numbers, one for each dimension")?;
    if index.len() != layout.rank() {
        let (given, rank) = (index.len(), layout.rank());
        return Err(format!(
            "the index has {given} numbers, the array has {rank} dimensions"
        ));
    }
    match layout.checked_offset(&index) {
        Some(_) => Ok(index),
        None => Err(format!(
            "({}) is out of bounds of [{}]",
            numbers(&index),
            numbers(layout.dims())
        )),
    }
}

/// The contents of a position.
pub(crate) fn at_position(layout: &Layout, text: &str) -> Result<Value, String> {
    let position = ungrouped(text).ok_or("a position is a whole number")?;
    if position >= layout.padded_len() {
        return Err(format!(
            "the buffer has {} positions, from 0",
            words::grouped(layout.padded_len())
        ));
    }
    match layout.index(position) {
        Some(index) => element(layout, &index).ok_or_else(|| "no element".into()),
        None => Ok(padding(layout, position)),
    }
}

/// A number with or without separators of thousands: `5125` or `5,125`.
fn ungrouped(text: &str) -> Option<usize> {
    let text = text.trim();
    let number = text.replace(',', "").parse().ok()?;
    let is_written = words::grouped(number) == *text || !text.contains(',');
    is_written.then_some(number)
}

fn element(layout: &Layout, index: &[usize]) -> Option<Value> {
    let element = explain(layout).element(index)?;
    Some(json!({
        "index": index,
        "position": element.position,
        "byte": element.byte,
        "bit": element.bit,
        "tile": element.position / layout.tile_len().max(1),
        "work": element.to_string(),
    }))
}

/// The reason why a position holds no element.
fn padding(layout: &Layout, position: usize) -> Value {
    let tiled: usize = layout.physical_dims().iter().product();
    let why = if position >= tiled {
        let multiple = layout.tail_padding_alignment_in_elements();
        format!("the buffer is rounded up to a multiple of {multiple} elements")
    } else {
        // The largest array with the same buffer has an element here.
        let whole = layout.with_dims(&layout.padded_dims()).ok();
        let index = whole.and_then(|whole| {
            (whole.physical_dims() == layout.physical_dims()).then(|| whole.index(position))?
        });
        let past = index.and_then(|index| {
            let dims = layout.dims().iter();
            let past: Vec<String> = (index.iter().zip(dims).enumerate())
                .filter(|(_, (i, dim))| i >= dim)
                .map(|(d, (i, dim))| format!("{i} is past dimension {d}, which has {dim}"))
                .collect();
            (!past.is_empty()).then(|| format!("({}): {}", numbers(&index), past.join(", ")))
        });
        past.unwrap_or_else(|| "the tiles round up here".into())
    };
    let bits = position as u128 * layout.element_bits() as u128;
    json!({
        "index": null,
        "position": position,
        "byte": (bits / 8) as u64,
        "bit": (bits % 8) as u64,
        "tile": position / layout.tile_len().max(1),
        "work": format!("padding: {why}"),
    })
}

/// `2,0,1`
pub(crate) fn numbers(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(",")
}
