//! Phrases that readers stumbled over, each with a better one: comments and chapters have none.

use std::fs;

use crate::sources::{files, root};

/// A phrase in lower case, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("past them by streaming stores", "non-temporal stores"),
    ("call their maker", "the CPUID vendor"),
    ("the processor foresees", "the hardware prefetcher covers"),
    ("is often not foreseen", "is often mispredicted"),
    (
        "may well be written in turn",
        "few enough streams for the write buffers",
    ),
    ("that are no powers of two", "non-powers of two"),
    (
        "have a walk of their own",
        "are copied by a function of their own",
    ),
    ("of memory that ran out", "out-of-memory reports"),
    ("that is not told", "an omitted dimension"),
    ("of the output that left", "a closed pipe"),
    ("of somebody else's", "from another crate"),
    ("relies on nobody", "trusts none of its callers"),
    ("has not exactly", "does not have exactly"),
    ("has not the dimensions", "its dimensions differ"),
    ("is not one of an array of", "name the ranks that differ"),
    ("what moves cost", "compile time of copies"),
    ("that is none with", "which .. does not allow"),
    ("takes the same road", "uses the same parser"),
    ("stands for a definition", "the definition"),
    (", else nothing", "otherwise empty"),
    ("as those of [", "as for ["),
];

/// The comments of Rust, or all lines of a chapter, as one text in lower case with single blanks.
fn prose(text: &str, is_rust: bool) -> String {
    let lines = text.lines().filter_map(|line| match is_rust {
        true => line.split_once("//").map(|(_, comment)| comment),
        false => Some(line),
    });
    let words = lines.flat_map(|line| line.trim_start_matches(['/', '!']).split_whitespace());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

#[test]
fn comments_and_chapters_have_no_riddles() {
    let mut texts = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        texts.push(entry.unwrap().path());
    }
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.contains("layout-") || ["src", "tests", "benches", "examples"].contains(&&*name) {
            texts.extend(files(&path));
        }
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in texts {
        let is_rust = file.extension().is_some_and(|extension| extension == "rs");
        if !is_rust && file.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let prose = prose(&fs::read_to_string(&file).unwrap(), is_rust);
        count += prose.len();
        for (phrase, instead) in PHRASES {
            if prose.contains(phrase) {
                wrong.push(format!("{}: `{phrase}`: write `{instead}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 500_000, "{count}");
}
