//! One error per mistake, at the offending tokens, with help.

use layout_core::parse::Parsed;
use layout_oracle::mistakes::{Mistake, Reported, check_all, mistakes};
use proc_macro2::{TokenStream, TokenTree};

use crate::rendered::Rendered;

/// The errors in what the macro expands to, whose input begins at byte `start`.
fn errors(stream: TokenStream, start: usize, reported: &mut Vec<Reported>) {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        match &tokens[..at] {
            [.., TokenTree::Ident(name), TokenTree::Punct(_)] if name == "compile_error" => {
                let words: syn::LitStr = syn::parse2(group.stream()).unwrap();
                let from = name.span().byte_range().start - start;
                let range = from..group.span().byte_range().end - start;
                let words = words.value();
                reported.push(Reported { range, words });
            }
            _ => errors(group.stream(), start, reported),
        }
    }
    reported.sort_by_key(|reported| reported.range.start);
}

/// The errors in a text, with their ranges in it.
fn expanded(written: &str) -> Vec<Reported> {
    let input: TokenStream = format!("[krate] {written}").parse().expect(written);
    let facade = input.clone().into_iter().next().unwrap();
    let offset = facade.span().byte_range().end + 1;
    let mut reported = Vec::new();
    errors(crate::expand(input), offset, &mut reported);
    reported
}

#[test]
fn one_error_in_its_place_that_means_what_the_text_means() {
    let layouts = check_all("macro", expanded, canonical);
    assert!(layouts > 550, "{layouts}");
}

/// The layout in a help, if it is a whole one.
fn suggested(words: &str) -> Option<&str> {
    let (_, help) = words.split_once("help: write `")?;
    let (written, _) = help.split_once('`')?;
    let layout = match written.split_once(" = ") {
        Some((_, layout)) => layout.trim_end_matches(';'),
        None => written,
    };
    // `write `[` and `]`` names brackets.
    (layout.contains('[') && !layout.starts_with(['{', '['])).then_some(layout)
}

/// The numbers in a text, sorted, except those in names.
fn numbers(text: &str) -> Vec<u128> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let parts = words.flat_map(|word| match word.split_once('T') {
        Some((number, "")) => vec![number],
        _ => word.split('x').collect(),
    });
    let mut numbers: Vec<u128> = parts.filter_map(|part| part.parse().ok()).collect();
    numbers.sort();
    numbers
}

/// A whole layout in a help parses, and has each number of the text that is not a stride, an
/// offset or a dimension number.
#[test]
fn suggestions_are_layouts_that_lose_no_number() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for Mistake { text: written, .. } in mistakes("macro") {
        for Reported { words, .. } in expanded(&written) {
            let Some(layout) = suggested(&words) else {
                continue;
            };
            let rendered: Rendered = syn::parse_str(layout).unwrap();
            if Parsed::from_macro(&rendered.text).mistakes() > 0 {
                wrong.push(format!("{written}: `{layout}` is none"));
            }
            compared += 1;
            let (mut before, after) = (numbers(&written), numbers(layout));
            before.retain(|number| *number > 12);
            before.dedup();
            let lost = before.iter().filter(|number| !after.contains(number));
            let lost: Vec<_> = lost.collect();
            let other = [
                "stride", "32[", "offset", "):(", ":(", "zeros((", "shape_", " ", "-", ".",
            ];
            if !lost.is_empty() && !other.iter().any(|other| written.contains(other)) {
                wrong.push(format!("{written}: `{layout}` has not {lost:?}"));
            }
        }
    }
    println!("{compared} suggestions");
    assert!(
        wrong.is_empty() && compared > 340,
        "{compared}:\n{}",
        wrong.join("\n")
    );
}

/// The text of a layout as XLA prints it, or without blanks if it has names.
fn canonical(text: &str) -> Option<String> {
    if let Ok(checked) = layout_core::parse::parse(text) {
        return Some(
            layout_core::spec::display::print(&checked.spec)
                .as_str()
                .to_owned(),
        );
    }
    let rendered: Rendered = syn::parse_str(text).ok()?;
    let good = Parsed::from_macro(&rendered.text).mistakes() == 0;
    good.then(|| rendered.with_names(&rendered.text).to_lowercase())
}
