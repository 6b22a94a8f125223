//! Reads `tests/data`.

/// The lines of a file in `tests/data`, split at tabs, comments left out.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let text = read(file);
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split('\t').map(str::to_string).collect())
        .collect()
}

/// The lines of a file in `tests/data` that are layouts.
pub fn layouts(file: &str) -> Vec<String> {
    rows(file)
        .into_iter()
        .map(|mut row| row.remove(0))
        .collect()
}

/// The text of a dump in `tests/data/hlo`.
pub fn dump(name: &str) -> String {
    read(&format!("hlo/{name}.txt"))
}

/// The text of a file in `tests/data`.
///
/// # Panics
///
/// If there is no such file.
pub fn read(file: &str) -> String {
    let path = format!("{}/../data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}
