//! Questions of the page, and answers as JSON text.

use layout_core::util::words::sizes;
use layout_draw::Svg;
use layout_notation::System;
use layout_notation::explain::Language;

use layout_notation::explain;
use layout_runtime::{COMBINE, CopyPlan, ElementType, Layout, LoopNest, ParseError};
use layout_xla::{Change, Remedy, remedies, tpu};
use serde_json::{Value, json};

use crate::cell::{self, numbers};

/// Answers a question of the page: fields, separated by NUL.
///
/// | fields | answer |
/// |---|---|
/// | `layout`, text | picture, sizes, steps, formulas, remedies |
/// | `index`, text, index | the element: `2,3` |
/// | `position`, text, position | the element or padding there |
/// | `compare`, text, other | whether one is a bitcast of the other, and why; the copy |
///
/// If the question begins with `tpu`, a text that is only a shape gets the layout that a TPU
/// chooses. A text that is no layout gives `{"error": {..}}` with the message and its range of
/// characters.
#[must_use]
pub fn answer(question: &str) -> String {
    let answer = respond(question).unwrap_or_else(|error| error);
    answer.to_string()
}

fn respond(question: &str) -> Result<Value, Value> {
    let (on_tpu, question) = match question.strip_prefix("tpu\0") {
        Some(question) => (true, question),
        None => (false, question),
    };
    // The text may contain anything but NUL, which no layout contains.
    let mut fields = question.splitn(3, '\0');
    let mut next = || fields.next().unwrap_or_default();
    let (ask, text, of) = (next(), next(), next());
    let layout = read(text, on_tpu)?;
    match ask {
        "layout" => Ok(describe(&layout)),
        "index" => cell::at_index(&layout, of).map_err(|error| failure(&error)),
        "position" => cell::at_position(&layout, of).map_err(|error| failure(&error)),
        "compare" => Ok(compare(&layout, &read(of, on_tpu)?)),
        _ => Err(failure(
            "ask for `layout`, `index`, `position` or `compare`",
        )),
    }
}

/// An error without a range.
fn failure(message: &str) -> Value {
    json!({ "error": { "message": message } })
}

/// The layout of a text: XLA's, or in the notation of the only system that reads it. With
/// `on_tpu`, a shape without a layout gets the one that a TPU chooses.
fn read(text: &str, on_tpu: bool) -> Result<Layout, Value> {
    match Layout::parse(text) {
        Ok(shape) if on_tpu && !text.contains(['{', '<']) => {
            tpu::default_layout(shape.element_type(), shape.dims())
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
                let explanation = layout_suggestions::first_explanation(text);
                let help = explanation.and_then(|words| words.help());
                let help = help.map(|help| help.to_string());
                let note = explanation.and_then(|words| words.note());
                let note = note.map(|note| note.to_string());
                let corrected = corrected(text, &error, help.as_deref());
                let message = error.message().to_string();
                Err(problem(text, message, help, note, error.range(), corrected))
            }
        },
    }
}

/// An error at a range of bytes; the page counts UTF-16 units.
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

/// The whole text with the help applied, if the result is a layout.
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
    let explained = explain(layout);
    let formula = explained.position();
    let code = |language| formula.function(language).to_string();
    let padding = (0..layout.rank()).filter_map(|dim| layout.dimension_padding(dim));
    json!({
        "text": layout.to_string(),
        "svg": Svg::new(layout).to_string(),
        "anatomy": Svg::new(layout).anatomy(true).to_string(),
        "steps": tiling_steps(layout),
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
        "remedies": remedies(layout).iter().map(remedy).collect::<Vec<_>>(),
        "formulas": {
            "Rust": code(Language::Rust),
            "C": code(Language::C),
            "Python": code(Language::Python),
            "LaTeX": code(Language::Latex),
            "CuTe": explained.cute(),
            "layout!": format!("type Array = layout!({layout});"),
        },
    })
}

/// The steps from the array to the layout: the array without tiles, with its padding, then with
/// one more tile per step. `tiles` is their number.
fn tiling_steps(layout: &Layout) -> Vec<Value> {
    let tiles = layout.tiles();
    let tiles: Vec<&[usize]> = tiles.iter().map(|tile| tile.as_slice()).collect();
    let mut steps = Vec::new();
    let mut push = |tiles: usize, what: String, layout: &Layout| {
        let svg = Svg::new(layout).to_string();
        steps.push(json!({ "tiles": tiles, "what": what, "text": layout.to_string(), "svg": svg }));
    };
    for count in 0..=tiles.len() {
        let Ok(with_tiles) = layout.with_tiles(&tiles[..count]) else {
            continue;
        };
        let step = match count {
            0 => None,
            _ => explain(layout).tiling_steps().into_iter().nth(count - 1),
        };
        let Some(step) = step else {
            let dims = numbers(layout.dims());
            push(
                0,
                format!(
                    "the array: [{dims}], most minor dimension first: {{{}}}",
                    numbers(&layout.minor_to_major())
                ),
                &with_tiles,
            );
            continue;
        };
        if step.pads()
            && count == 1
            && let Some(padded) = padded(layout, &with_tiles)
        {
            let dims = with_tiles.padded_dims();
            push(0, format!("pad to whole tiles: {}", sizes(&dims)), &padded);
        }
        let what = format!("tile ({}): {step}", tile_text(&step.tile));
        push(count, what, &with_tiles);
    }
    steps
}

/// The array without tiles, padded as its tiles require.
fn padded(layout: &Layout, tiled: &Layout) -> Option<Layout> {
    let text = layout.with_tiles(&[]).ok()?.to_string();
    let (begin, colon) = match (layout.pad(), text.strip_suffix('}')?) {
        (None, begin) => (begin, if begin.contains(':') { "" } else { ":" }),
        (Some(_), _) => return None,
    };
    Layout::parse(&format!(
        "{begin}{colon}PAD({})}}",
        numbers(&tiled.padded_dims())
    ))
    .ok()
}

/// `8,128`, or `*,2`
fn tile_text(tile: &[usize]) -> String {
    let entries: Vec<String> = tile
        .iter()
        .map(|&entry| match entry {
            COMBINE => "*".into(),
            _ => entry.to_string(),
        })
        .collect();
    entries.join(",")
}

fn remedy(remedy: &Remedy) -> Value {
    let what = match remedy.change {
        Change::Order => format!(
            "in the order {{{}}}",
            numbers(&remedy.layout.minor_to_major())
        ),
        change => change.to_string(),
    };
    json!({
        "what": what,
        "text": remedy.layout.to_string(),
        "padded_bytes": remedy.layout.padded_bytes(),
        "saved_bytes": remedy.saved_bytes,
    })
}

/// The maximum number of elements searched for ones whose position changes.
const MAX_COMPARED: usize = 100_000;

/// The maximum number of changed elements in an answer.
const MAX_MOVED: usize = 8;

fn compare(a: &Layout, b: &Layout) -> Value {
    let verdict = a.check_bitcast_of(b);
    let (mut moved, mut count, mut compared) = (Vec::new(), 0, 0);
    if a.dims() == b.dims()
        && let Ok(rows) = Layout::row_major(ElementType::U8, a.dims())
    {
        compared = a.num_elements().min(MAX_COMPARED);
        for index in (0..compared).filter_map(|number| rows.index(number)) {
            let (from, to) = (a.offset(&index), b.offset(&index));
            if from != to {
                count += 1;
                if moved.len() < MAX_MOVED {
                    moved.push(json!({ "index": &index[..], "from": from, "to": to }));
                }
            }
        }
    }
    let (loops, no_copy) = match CopyPlan::loop_nests(a, b) {
        Ok(nests) => (nests, None),
        Err(error) => (None, Some(error.to_string())),
    };
    json!({
        "a": a.to_string(),
        "b": b.to_string(),
        "bitcast": verdict.is_ok(),
        "why": verdict.err().map(|error| error.to_string()),
        "padded_bytes": [a.padded_bytes(), b.padded_bytes()],
        "compared": compared,
        "moved_count": count,
        "moved": moved,
        "copied_bytes": (a.num_bytes() as u128 + b.num_bytes() as u128) as u64,
        "loops": loops.map(|nests| nests.iter().map(LoopNest::to_string).collect::<Vec<_>>()),
        "no_copy": no_copy,
        "svg": Svg::new(b).to_string(),
    })
}
