//! The texts that one gets who follows the help of an error to the letter.

use std::ops::Range;

/// What a help says to write or to remove, if that is all it says.
pub fn replacement(help: &str) -> Option<&str> {
    let starts = [
        "write each dimension once, the most minor first, such as `",
        "write `,` between the numbers: `",
        "write `",
        "remove `",
    ];
    // What surrounds the layout.
    let end = help.find("`, the first array of this ");
    let help = end.map_or(help, |end| &help[..=end]);
    let part = |start| help.strip_prefix(start)?.strip_suffix('`');
    starts
        .iter()
        .find_map(part)
        .filter(|part| !part.contains('`'))
}

/// The texts that one may get: what the help says to write is taken as the whole, or in place of
/// the token at `range`, before or after it. None where the help says something else.
pub fn followed(text: &str, range: Range<usize>, help: &str) -> Vec<String> {
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let found = &text[range];
    match (help, replacement(help)) {
        ("remove it", _) => vec![[before, after].concat()],
        ("remove all text after the layout", _) => vec![before.into()],
        (_, Some(part)) if help.starts_with("remove") => {
            let rest = [found, after].concat();
            vec![[before, &rest.replacen(part, "", 1)].concat()]
        }
        (_, Some(part)) => vec![
            part.into(),
            [before, part, after].concat(),
            [before, part, found, after].concat(),
            [before, found, part, after].concat(),
        ],
        _ => Vec::new(),
    }
}
