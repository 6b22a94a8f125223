//! A rule for names: that of a private type stands once in its crate.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::sources::{crates, files};

/// The name of the type that a line declares, and whether it is `pub`; associated types, which
/// are indented, are none.
fn declared(line: &str) -> Option<(String, bool)> {
    let code = line.trim_start();
    let is_public = code.starts_with("pub ");
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => code,
    };
    let code = code.strip_prefix("unsafe ").unwrap_or(code);
    let (keyword, rest) = code.split_once(' ')?;
    let is_type = match keyword {
        "struct" | "enum" | "union" | "trait" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase());
    (is_type && is_name).then(|| (name.to_owned(), is_public))
}

#[test]
fn private_types_have_names_of_their_own() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for source in crates() {
        let mut types = BTreeMap::<_, Vec<(PathBuf, bool)>>::new();
        for file in files(&source) {
            if file
                .iter()
                .any(|part| part == "tests" || part == "tests.rs")
            {
                continue;
            }
            for line in fs::read_to_string(&file).unwrap().lines() {
                if let Some((name, is_public)) = declared(line) {
                    types
                        .entry(name)
                        .or_default()
                        .push((file.clone(), is_public));
                }
            }
        }
        for (name, mut places) in types {
            count += places.len();
            let all_public = places.iter().all(|&(_, is_public)| is_public);
            places.dedup_by(|a, b| a.0 == b.0); // declared anew in a file, for another target
            if places.len() > 1 && !all_public {
                wrong.push(format!("{name}: {places:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 500, "{count}");
}
