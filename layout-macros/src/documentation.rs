//! The generated documentation of an alias.

use layout_core::parse::{Parsed, parse};
use layout_core::spec::checked_spec::CheckedSpec;

use crate::formula::{Formula, Unknowns};
use crate::rendered::Rendered;

/// The documentation of a layout: its text, physical dimensions, strides, sizes
/// and padding, and a picture. `None` when it has an error.
pub(crate) fn documentation(rendered: &Rendered, parsed: &Parsed) -> Option<String> {
    if parsed.mistakes() > 0 {
        return None;
    }
    match parse(&rendered.text) {
        Ok(layout) => Some(known(&layout)),
        Err(_) => symbolic(rendered),
    }
}

fn known(layout: &CheckedSpec) -> String {
    let (elements, padded) = (layout.num_elements(), layout.padded_len());
    let padding = layout.padding_len();
    let percent = match padded {
        0 => 0.0,
        _ => 100.0 * padding as f64 / padded as f64,
    };
    let picture = picture(layout).map(|picture| format!("\n```text\n{picture}\n```\n"));
    format!(
        "\n`{layout}`\n\n\
         - physical dimensions: `{:?}`\n\
         - strides: `{:?}`, in elements\n\
         - elements: {elements}, with padding {padded}\n\
         - bytes: {}, with padding {}\n\
         - padding: {padding} elements, {percent:.1}% of the buffer\n{}",
        layout.physical_dims(),
        layout.strides(),
        layout.num_bytes(),
        layout.padded_bytes(),
        picture.unwrap_or_default(),
    )
}

/// The layout drawn as text, without its first lines, which would repeat the
/// documentation.
#[cfg(feature = "draw")]
fn picture(layout: &CheckedSpec) -> Option<String> {
    let picture = layout_draw::Text::new(*layout).to_string();
    let (_, picture) = picture.split_once("\n\n")?;
    Some(picture.to_owned())
}

#[cfg(not(feature = "draw"))]
fn picture(_: &CheckedSpec) -> Option<String> {
    None
}

/// A layout some of whose numbers are names or `?`.
fn symbolic(rendered: &Rendered) -> Option<String> {
    let unknowns = Unknowns::new(rendered);
    let formula = |number: &dyn Fn(&CheckedSpec) -> u128| unknowns.formula(number);
    let list = |numbers: Vec<Formula>| {
        let numbers: Vec<String> = numbers.iter().map(Formula::to_string).collect();
        numbers.join(", ")
    };
    let rank = unknowns.sample()?.physical_dims().len();
    let physical = (0..rank).map(|i| formula(&|layout| layout.physical_dims()[i] as u128));
    let physical: Vec<Formula> = physical.collect();
    let strides = (0..rank).map(|i| Formula::product(&physical[i + 1..]));
    Some(format!(
        "\n`{}`\n\n\
         - physical dimensions: `[{}]`\n\
         - strides: `[{}]`, in elements\n\
         - elements: {}, with padding {}\n\
         - bytes: {}, with padding {}\n",
        rendered.with_names(&rendered.text),
        list(physical.clone()),
        list(strides.collect()),
        formula(&|layout| layout.num_elements() as u128),
        formula(&|layout| layout.padded_len() as u128),
        formula(&|layout| layout.num_bytes() as u128),
        formula(&|layout| layout.padded_bytes() as u128),
    ))
}
