//! Reads `tests/data`, and takes simple layout texts apart without the code under test.

use crate::naive::Spec;

/// The lines of a file in `tests/data`, split at tabs, comments left out.
pub(crate) fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split('\t').map(str::to_string).collect())
        .collect()
}

/// Takes `element[dims]{order:T(..)..}` apart. Sections other than `T` and `L` are left out.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn spec(text: &str) -> Spec {
    let (_, rest) = text.split_once('[').unwrap();
    let (dims, rest) = rest.split_once("]{").unwrap();
    let body = rest.strip_suffix('}').unwrap();
    let (order, sections) = body.split_once(':').unwrap_or((body, ""));
    let mut spec = Spec {
        dims: numbers(dims),
        minor_to_major: numbers(order),
        ..Spec::default()
    };
    if let Some(mut tiles) = sections.strip_prefix('T') {
        while let Some((tile, rest)) = tiles.strip_prefix('(').and_then(|t| t.split_once(')')) {
            spec.tiles
                .push(tile.split(',').map(|t| t.parse().ok()).collect());
            tiles = rest;
        }
    }
    if let Some((_, align)) = sections.split_once("L(") {
        spec.align = align.split_once(')').unwrap().0.parse().unwrap();
    }
    spec
}

fn numbers(list: &str) -> Vec<usize> {
    list.split(',')
        .filter(|n| !n.is_empty())
        .map(|n| n.parse().unwrap())
        .collect()
}
