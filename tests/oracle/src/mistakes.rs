//! The rows of `tests/data/mistakes.tsv`, and the check of the errors that a reader gives to each.

use std::ops::Range;

use crate::{data, help};

/// A text with one mistake.
#[derive(Debug)]
pub struct Mistake {
    row: String,
    /// The text as a user writes it.
    pub text: String,
    /// The range of its error, in bytes.
    range: Range<usize>,
    /// The layout that it means, or `none`.
    meaning: String,
    /// Words that the error contains.
    words: String,
}

/// An error that a reader reports.
#[derive(Debug)]
pub struct Reported {
    /// The range of the text, in bytes.
    pub range: Range<usize>,
    /// The message, then the help and the note, a line each.
    pub words: String,
}

/// The rows of both readers and of this one: `text`, which is `Layout::parse`, or `macro`.
pub fn mistakes(reader: &str) -> Vec<Mistake> {
    let rows = data::rows("mistakes.tsv");
    let is_read = |row: &Vec<String>| row.get(3).is_none_or(|only| only == reader);
    rows.into_iter().filter(is_read).map(Mistake::new).collect()
}

/// Checks all rows of a reader with [`Mistake::check`], and returns how many helps are layouts.
///
/// # Panics
///
/// With the rows whose errors are wrong.
pub fn check_all(
    reader: &str,
    errors: impl Fn(&str) -> Vec<Reported>,
    canonical: impl Fn(&str) -> Option<String>,
) -> usize {
    let rows = mistakes(reader);
    let check = |row: &Mistake| row.check(&errors(&row.text), &canonical);
    let results: Vec<_> = rows.iter().map(check).collect();
    let wrong: Vec<&String> = results
        .iter()
        .filter_map(|result| result.as_ref().err())
        .collect();
    let layouts = results.iter().filter(|result| **result == Ok(true)).count();
    println!("{layouts} suggestions of {} texts", rows.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    layouts
}

impl Mistake {
    fn new(row: Vec<String>) -> Mistake {
        let [marked, meaning, words] = &row[..3] else {
            unreachable!()
        };
        let (before, rest) = marked.split_once('«').expect(marked);
        let (inside, after) = rest.split_once('»').expect(marked);
        Mistake {
            row: row.join(" | "),
            text: [before, inside, after].concat(),
            range: before.len()..before.len() + inside.len(),
            meaning: meaning.clone(),
            words: words.clone(),
        }
    }

    /// Checks that there is one error, at the offending token, and that its help means what the
    /// text means or says so in words. Returns true if the help is a layout. `canonical` returns
    /// the spelling that all texts of a layout share.
    ///
    /// # Errors
    ///
    /// The row and what is wrong with the errors.
    pub fn check(
        &self,
        errors: &[Reported],
        canonical: impl Fn(&str) -> Option<String>,
    ) -> Result<bool, String> {
        let [error] = errors else {
            let all: Vec<&str> = errors.iter().map(|error| &*error.words).collect();
            return Err(format!("{}: {} errors: {all:?}", self.row, errors.len()));
        };
        let wrong = |what: &str| {
            let Reported { range, words } = error;
            Err(format!("{}: {what}: {range:?} {words}", self.row))
        };
        // The macro shows an error between tokens at the token before it.
        let at_end = self.range.is_empty() && error.range.end == self.range.end;
        if error.range != self.range && !at_end {
            return wrong("another place");
        }
        if !error.words.contains(&self.words) {
            return wrong("other words");
        }
        let meaning = canonical(&self.meaning);
        let mut lines = error.words.lines();
        let help = lines.find_map(|line| line.strip_prefix("help: "));
        let help = help.unwrap_or_default();
        // Only one of several arrays, or an example.
        let is_sample = help.contains(", the first array of ") || help.contains("such as");
        let texts = help::followed(&self.text, error.range.clone(), help);
        let found = texts.iter().find_map(|text| canonical(text));
        match found.filter(|_| meaning.is_some() || !is_sample) {
            Some(found) if Some(&found) == meaning.as_ref() => Ok(true),
            Some(found) => wrong(&format!("the help means {found}")),
            None if self.words.is_empty() => wrong("no layout and no words"),
            None => Ok(false),
        }
    }

    /// Returns true if the text means `layout`.
    pub fn means(&self, layout: &str, canonical: impl Fn(&str) -> Option<String>) -> bool {
        canonical(&self.meaning).is_some_and(|meaning| meaning == layout)
    }
}
