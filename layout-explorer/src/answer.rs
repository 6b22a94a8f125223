//! Questions and answers, both JSON text.

use layout_draw::Svg;
use layout_runtime::explain::Language;
use layout_runtime::formats::System;
use layout_runtime::presets;
use layout_runtime::{Change, Layout, ParseError, Remedy};
use serde_json::{Value, json};

use crate::cell;

/// Answers a question of the page. `ask` is what is asked:
///
/// | `ask` | other fields | answer |
/// |---|---|---|
/// | `layout` | `text`, `tpu` | picture, sizes, steps, formulas, remedies |
/// | `cell` | `text`, `tpu`, and `index` (a list) or `position` | the element or padding there |
/// | `compare` | `text`, `tpu`, `other` | whether one is a bitcast of the other, and why |
///
/// A text that is no layout gives `{"error": {..}}` with the message and its range of characters.
#[must_use]
pub fn answer(question: &str) -> String {
    let answer = match serde_json::from_str::<Value>(question) {
        Ok(question) => respond(&question),
        Err(error) => Err(failure(&error.to_string())),
    };
    answer.unwrap_or_else(|error| error).to_string()
}

fn respond(question: &Value) -> Result<Value, Value> {
    let text = question["text"].as_str().unwrap_or_default();
    let on_tpu = question["tpu"].as_bool().unwrap_or_default();
    let layout = read(text, on_tpu)?;
    match question["ask"].as_str() {
        Some("layout") => Ok(describe(&layout)),
        Some("cell") => cell::answer(&layout, question).map_err(|error| failure(&error)),
        Some("compare") => {
            let other = question["other"].as_str().unwrap_or_default();
            Ok(compare(&layout, &read(other, on_tpu)?))
        }
        _ => Err(failure("`ask` is `layout`, `cell` or `compare`")),
    }
}

/// An error without a place.
fn failure(message: &str) -> Value {
    json!({ "error": { "message": message } })
}

/// The layout of a text: XLA's, or that of the one system whose notation it is in. `on_tpu` gives a
/// shape without a layout the one that a TPU chooses.
fn read(text: &str, on_tpu: bool) -> Result<Layout, Value> {
    match Layout::parse(text) {
        Ok(shape) if on_tpu && !text.contains(['{', '<']) => {
            presets::try_tpu(shape.element_type(), shape.dims())
                .map_err(|error| failure(&error.to_string()))
        }
        Ok(layout) => Ok(layout),
        Err(error) => match System::guess(text) {
            Some(system) => system.parse(text, None).map_err(|error| {
                let help = error.help().map(|help| help.to_string());
                let message = error.message().to_string();
                problem(text, message, help, None, error.range(), None)
            }),
            None => {
                let help = error.help().map(|help| help.to_string());
                let note = error.note().map(|note| note.to_string());
                let corrected = corrected(text, &error, help.as_deref());
                let message = error.message().to_string();
                Err(problem(text, message, help, note, error.range(), corrected))
            }
        },
    }
}

/// An error at a range of bytes, which the page counts in UTF-16 units.
fn problem(
    text: &str,
    message: String,
    help: Option<String>,
    note: Option<String>,
    range: std::ops::Range<usize>,
    corrected: Option<String>,
) -> Value {
    let units = |end: usize| {
        let before = text.char_indices().take_while(|&(at, _)| at < end);
        before.map(|(_, char)| char.len_utf16()).sum::<usize>()
    };
    json!({ "error": {
        "message": message,
        "help": help,
        "note": note,
        "start": units(range.start),
        "end": units(range.end),
        "corrected": corrected,
    } })
}

/// The whole text as the help would have it, where that is a layout.
fn corrected(text: &str, error: &ParseError, help: Option<&str>) -> Option<String> {
    let (_, rest) = help?.split_once('`')?;
    let (written, _) = rest.split_once('`')?;
    let range = error.range();
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    [format!("{before}{written}{after}"), written.to_owned()]
        .into_iter()
        .find(|text| text.contains('[') && Layout::parse(text).is_ok())
}

fn describe(layout: &Layout) -> Value {
    let explained = layout.explain();
    let formula = explained.position();
    let code = |language| formula.function(language).to_string();
    let tiles = layout.tiles();
    let tiles: Vec<&[usize]> = tiles.iter().map(|tile| tile.as_slice()).collect();
    // The array without tiles, then with one tile more at each step.
    let steps = (0..tiles.len()).filter_map(|count| layout.with_tiles(&tiles[..count]).ok());
    let padding = (0..layout.rank()).filter_map(|dim| layout.dimension_padding(dim));
    json!({
        "text": layout.to_string(),
        "svg": Svg::new(layout).to_string(),
        "steps": steps
            .map(|layout| json!({ "name": layout.to_string(), "svg": Svg::new(&layout).to_string() }))
            .collect::<Vec<_>>(),
        "explanation": explained.to_string(),
        "dims": layout.dims(),
        "physical_dims": layout.physical_dims().as_slice(),
        "num_elements": layout.num_elements(),
        "num_bytes": layout.num_bytes(),
        "padded_len": layout.padded_len(),
        "padded_bytes": layout.padded_bytes(),
        "padding": padding
            .map(|dim| json!({ "dimension": dim.dimension, "size": dim.size, "padded": dim.padded }))
            .collect::<Vec<_>>(),
        "remedies": layout.remedies().iter().map(remedy).collect::<Vec<_>>(),
        "formulas": {
            "Rust": code(Language::Rust),
            "C": code(Language::C),
            "Python": code(Language::Python),
            "LaTeX": code(Language::Latex),
            "CuTe": explained.cute().map(|cute| cute.to_string()),
            "layout!": format!("type Array = layout!({layout});"),
        },
    })
}

fn remedy(remedy: &Remedy) -> Value {
    let what = match remedy.change {
        Change::Order => format!(
            "in the order {{{}}}",
            numbers(&remedy.layout.minor_to_major())
        ),
        Change::ElementBits(bits) => format!("packed, {bits} bits an element"),
        Change::Cut {
            dimension,
            from,
            to,
        } => format!("dimension {dimension} cut from {from} to {to}"),
        Change::ElementType(element) => format!("as {element}"),
        _ => remedy.layout.to_string(),
    };
    json!({
        "what": what,
        "text": remedy.layout.to_string(),
        "padded_bytes": remedy.layout.padded_bytes(),
        "saved_bytes": remedy.saved_bytes,
    })
}

/// `2,0,1`
pub(crate) fn numbers(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(",")
}

/// The most elements that are looked through for one that moves.
const MAX_COMPARED: usize = 100_000;

/// The most elements that move of which the answer tells.
const MAX_MOVED: usize = 8;

fn compare(a: &Layout, b: &Layout) -> Value {
    let verdict = a.check_bitcast_of(b);
    let mut moved = Vec::new();
    if verdict.is_err() && a.dims() == b.dims() {
        for number in 0..a.num_elements().min(MAX_COMPARED) {
            let index = cell::unravel(number, a.dims());
            let (from, to) = (a.offset(&index), b.offset(&index));
            if from != to {
                moved.push(json!({ "index": index, "from": from, "to": to }));
            }
            if moved.len() == MAX_MOVED {
                break;
            }
        }
    }
    json!({
        "a": a.to_string(),
        "b": b.to_string(),
        "bitcast": verdict.is_ok(),
        "why": verdict.err().map(|error| error.to_string()),
        "padded_bytes": [a.padded_bytes(), b.padded_bytes()],
        "moved": moved,
        "svg": Svg::new(b).to_string(),
    })
}
