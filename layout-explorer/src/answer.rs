//! Questions of the page, and answers as JSON text.

use layout_draw::Svg;
use layout_notation::System;
use layout_notation::explain::Language;

use layout_notation::explain;
use layout_runtime::{CopyPlan, ElementType, Layout, ParseError};
use layout_xla::{Change, Remedy, remedies, tpu};
use serde_json::{Value, json};

use crate::cell::{self, numbers};
use crate::sharding::sharding;
use crate::steps::steps;

/// Answers a question of the page: fields, separated by NUL.
///
/// | fields | answer |
/// |---|---|
/// | `layout`, text | picture, sizes, steps, formulas, remedies |
/// | `index`, text, index | the element: `2,3` |
/// | `position`, text, position | the element or padding there |
/// | `picture`, text, index, step | the picture of the layout or of a step, with the element marked |
/// | `anatomy`, text, index | the anatomy of the text, following the element |
/// | `compare`, text, other | whether one is a bitcast of the other, and why; the copy |
/// | `sharding`, text, sharding, index | the array over devices, with the element located |
///
/// `tpu` before these: a text that is only a shape gets the layout that a TPU chooses. `narrow`:
/// pictures fit a phone. A text that is not a layout gives `{"error": {..}}` with the message and
/// its range of characters.
#[must_use]
pub fn answer(question: &str) -> String {
    let answer = respond(question).unwrap_or_else(|error| error);
    answer.to_string()
}

fn respond(question: &str) -> Result<Value, Value> {
    let flag = |question: &mut &str, name: &str| {
        let rest = question
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('\0'));
        *question = rest.unwrap_or(question);
        rest.is_some()
    };
    let mut question = question;
    let on_tpu = flag(&mut question, "tpu");
    let narrow = flag(&mut question, "narrow");
    let svg = |layout: &Layout| Svg::new(layout).narrow(narrow);
    // The text may contain anything but NUL, which no layout contains.
    let mut fields = question.splitn(4, '\0');
    let mut next = || fields.next().unwrap_or_default();
    let (ask, text, of, more) = (next(), next(), next(), next());
    let layout = read(text, on_tpu)?;
    let told = match ask {
        "layout" => Ok(describe(&layout, svg)),
        "index" => cell::at_index(&layout, of),
        "position" => cell::at_position(&layout, of),
        "picture" => picture(&layout, svg, of, more),
        "anatomy" => {
            marked(&layout, svg, of).map(|svg| json!({ "svg": svg.anatomy(true).to_string() }))
        }
        "compare" => Ok(compare(&layout, &read(of, on_tpu)?)),
        "sharding" => cell::index(&layout, more).ok().map_or_else(
            || sharding(text, &layout, of, None),
            |index| sharding(text, &layout, of, Some(&index)),
        ),
        _ => Err(
            "ask for `layout`, `index`, `position`, `picture`, `anatomy`, `compare` or \
                  `sharding`"
                .into(),
        ),
    };
    told.map_err(|error| failure(&error))
}

/// The picture of a layout with an element marked.
fn marked(layout: &Layout, svg: impl Fn(&Layout) -> Svg, index: &str) -> Result<Svg, String> {
    if index.is_empty() && layout.rank() > 0 {
        return Ok(svg(layout));
    }
    Ok(svg(layout).mark(&cell::index(layout, index)?))
}

/// The picture of a layout or, with a number, of one of its steps.
fn picture(
    layout: &Layout,
    svg: impl Fn(&Layout) -> Svg,
    index: &str,
    step: &str,
) -> Result<Value, String> {
    let drawn = match step.parse::<usize>() {
        Err(_) => marked(layout, svg, index)?.to_string(),
        Ok(step) => {
            let steps = steps(layout);
            let step = steps.get(step).ok_or("there is no such step")?;
            marked(&step.layout, &svg, index)?;
            step.picture(|layout| marked(layout, &svg, index).unwrap_or_else(|_| svg(layout)))
        }
    };
    Ok(json!({ "svg": drawn }))
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

fn describe(layout: &Layout, svg: impl Fn(&Layout) -> Svg) -> Value {
    let explained = explain(layout);
    let formula = explained.position();
    let code = |language| formula.function(language).to_string();
    let padding = (0..layout.rank()).filter_map(|dim| layout.dimension_padding(dim));
    json!({
        "text": layout.to_string(),
        "svg": svg(layout).to_string(),
        "anatomy": svg(layout).anatomy(true).to_string(),
        "steps": steps(layout).iter().map(|step| json!({
            "tiles": step.tiles,
            "what": step.what,
            "text": step.layout.to_string(),
            "svg": step.picture(&svg),
        })).collect::<Vec<_>>(),
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
    let (copy, no_copy) = match CopyPlan::new(a, b) {
        Ok(plan) => (Some(plan.to_string()), None),
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
        "copy": copy,
        "no_copy": no_copy,
    })
}
