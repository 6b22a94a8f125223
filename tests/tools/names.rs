//! A rule for names: that of a type stands once in its crate.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::sources::{crates, files};

/// The name of the type that a line declares; associated types, which are indented, are none.
fn declared(line: &str) -> Option<String> {
    let code = line.trim_start();
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
    (is_type && is_name).then(|| name.to_owned())
}

#[test]
fn types_have_names_of_their_own() {
    let mut wrong = Vec::new();
    for source in crates() {
        let mut types = BTreeMap::<_, Vec<PathBuf>>::new();
        for file in files(&source) {
            if file
                .iter()
                .any(|part| part == "tests" || part == "tests.rs")
            {
                continue;
            }
            for line in fs::read_to_string(&file).unwrap().lines() {
                if let Some(name) = declared(line) {
                    types.entry(name).or_default().push(file.clone());
                }
            }
        }
        types.remove("Sealed"); // the private supertrait of each sealed trait
        for (name, mut places) in types {
            places.dedup(); // declared anew in a file, for another target
            if places.len() > 1 {
                wrong.push(format!("{name}: {places:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
