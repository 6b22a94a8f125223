//! The generated documentation of an alias.

use layout_core::parse::{Parsed, parse};
use layout_core::spec::checked_spec::CheckedSpec;
use proc_macro2::TokenStream;
use quote::quote;
#[cfg(feature = "draw")]
use syn::LitStr;

use crate::formula::{Formula, Unknowns};
use crate::rendered::Rendered;

/// Returns the attributes that document a layout: its text, physical dimensions, strides, sizes
/// and padding, and a picture, which is drawn only when documentation is built. Empty if the
/// layout has an error.
pub(crate) fn attributes(
    rendered: &Rendered,
    parsed: &Parsed,
    facade: &TokenStream,
) -> TokenStream {
    if parsed.mistakes() > 0 {
        return TokenStream::new();
    }
    let Ok(layout) = parse(&rendered.text) else {
        let words = symbolic(rendered);
        return words.map_or_else(TokenStream::new, |words| quote!(#[doc = #words]));
    };
    let words = known(&layout);
    let picture = cfg!(feature = "draw").then(|| {
        let text = layout.to_string();
        quote!(#[cfg_attr(doc, doc = #facade::__private::layout_picture!(#text))])
    });
    quote!(#[doc = #words] #picture)
}

fn known(layout: &CheckedSpec) -> String {
    let (elements, padded) = (layout.num_elements(), layout.padded_len());
    let padding = layout.padding_len();
    let percent = match padded {
        0 => 0.0,
        _ => 100.0 * padding as f64 / padded as f64,
    };
    format!(
        "\n`{layout}`\n\n\
         - physical dimensions: `{:?}`\n\
         - strides: `{:?}`, in elements\n\
         - elements: {elements}, with padding {padded}\n\
         - bytes: {}, with padding {}\n\
         - padding: {padding} elements, {percent:.1}% of the buffer\n",
        layout.physical_dims(),
        layout.strides(),
        layout.num_bytes(),
        layout.padded_bytes(),
    )
}

/// Returns the picture of a layout, given as a string literal, as SVG that is at most as wide
/// as the page: rustdoc's line height tears lines drawn with letters.
#[cfg(feature = "draw")]
pub(crate) fn picture(text: &LitStr) -> LitStr {
    let drawn = parse(&text.value()).map(|layout| layout_draw::Svg::new(layout).to_string());
    let drawn = drawn.unwrap_or_default();
    let drawn = drawn.replacen("<svg ", "<svg style=\"max-width:100%;height:auto\" ", 1);
    // An element of HTML does not end a list: a line without letters does.
    LitStr::new(&format!("\n\n{drawn}\n"), text.span())
}

/// Returns a layout with names or `?` among its numbers.
fn symbolic(rendered: &Rendered) -> Option<String> {
    let unknowns = Unknowns::new(rendered)?;
    let formula = |number: &dyn Fn(&CheckedSpec) -> u128| unknowns.formula(number);
    let list = |numbers: Vec<Formula>| {
        let numbers: Vec<String> = numbers.iter().map(Formula::to_string).collect();
        numbers.join(", ")
    };
    let rank = unknowns.sample.physical_dims().len();
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
