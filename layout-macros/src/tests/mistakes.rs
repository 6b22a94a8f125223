//! `mistakes.txt`: one error per mistake, at the offending tokens, with help.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

/// An error that the macro gives.
struct Told {
    /// The bytes of the user's text that it stands at.
    range: Range<usize>,
    words: String,
}

/// The errors in what the macro expands to, whose input begins at byte `start`.
fn errors(stream: TokenStream, start: usize, told: &mut Vec<Told>) {
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
                told.push(Told { range, words });
            }
            _ => errors(group.stream(), start, told),
        }
    }
    told.sort_by_key(|told| told.range.start);
}

#[test]
fn one_error_in_its_place_with_help() {
    let mut wrong = Vec::new();
    let [mut total, mut single, mut placed, mut helped] = [0; 4];
    for line in include_str!("mistakes.txt").lines() {
        let Some((marked, help)) = line.split_once(" ## ") else {
            continue;
        };
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let written = marked.replace(['«', '»'], "");
        let input: TokenStream = format!("[krate] {written}").parse().expect(marked);
        let facade = input.clone().into_iter().next().unwrap();
        let offset = facade.span().byte_range().end + 1;
        let mut told = Vec::new();
        errors(crate::expand(input), offset, &mut told);
        total += 1;
        let one = told.len() == 1;
        let first = told.first();
        // A place without a token is shown at the token before it.
        let place = first.is_some_and(|told| {
            told.range == (start..end) || start == end && told.range.end == end
        });
        let words = first.is_some_and(|told| {
            let words = told.words.split_once("\nhelp: ");
            words.is_some_and(|(_, words)| words.contains(help))
        });
        single += one as usize;
        placed += place as usize;
        helped += words as usize;
        if !(one && place && words) {
            let all: Vec<_> = told
                .iter()
                .map(|t| {
                    format!(
                        "\n    {:?} `{}`: {}",
                        t.range,
                        written.get(t.range.clone()).unwrap_or("?"),
                        t.words
                    )
                })
                .collect();
            wrong.push(format!("{marked} ## {help}{}", all.concat()));
        }
    }
    println!("{total} mistakes: {single} one error, {placed} in the place, {helped} with help");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
