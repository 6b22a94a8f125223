//! Rules for the sources: files are short, panics name their caller, every type is asserted to be
//! shared, links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const LINES: usize = 1100;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// All `.rs` files in a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The source folders of all crates with a library or a command.
pub(crate) fn crates() -> Vec<PathBuf> {
    let mut crates = vec![root().join("src")];
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.contains("layout-") && path.join("src").is_dir() {
            crates.push(path.join("src"));
        }
    }
    crates
}

/// The code of a file, without its comments and its tests.
pub(crate) fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn files_are_short_and_say_what_they_hold() {
    let mut wrong = Vec::new();
    let folders = ["tests", "benches", "examples"].map(|folder| root().join(folder));
    for file in crates()
        .iter()
        .chain(&folders)
        .flat_map(|folder| files(folder))
    {
        if file.iter().any(|part| part == "ui" || part == "target") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let lines = text.lines().count();
        if lines > LINES {
            wrong.push(format!("{} has {lines} lines", file.display()));
        }
        if !text.starts_with("//") {
            wrong.push(format!("{} does not begin with a comment", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each function with a `# Panics` section has `#[track_caller]`, so that a panic
/// names the line of the user.
#[test]
fn functions_that_panic_name_the_line_of_their_caller() {
    let mut wrong = Vec::new();
    for file in crates().iter().flat_map(|source| files(source)) {
        let text = fs::read_to_string(&file).unwrap();
        for after in text.split("/// # Panics\n").skip(1) {
            let mut lines = after.lines().map(str::trim);
            let mut lines = lines.by_ref().filter(|line| !line.starts_with("///"));
            let head: Vec<&str> = lines
                .by_ref()
                .take_while(|line| !line.contains("fn "))
                .collect();
            if !head.contains(&"#[track_caller]") {
                wrong.push(format!("{}: {head:?}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What asks a `Layout` for nothing that the other kinds could answer alike: it makes another layout
/// or a view, or gives something that borrows it.
const OF_LAYOUTS_ALONE: [&str; 11] = [
    "checked_spec",
    "formula",
    "spec",
    "index",
    "offset",
    "checked_offset",
    "dims",
    "permute_dimensions",
    "ranked",
    "view",
    "view_mut",
];

/// `tests/layout/kinds.rs` asks all kinds of layouts each question that a `Layout` answers.
#[test]
fn all_kinds_of_layouts_answer_what_a_layout_does() {
    let kinds = fs::read_to_string(root().join("tests/layout/kinds.rs")).unwrap();
    let mut wrong = Vec::new();
    for file in files(&root().join("layout-runtime/src")) {
        let text = fs::read_to_string(&file).unwrap();
        for block in text.split("\nimpl Layout {\n").skip(1) {
            let block = block.split("\n}\n").next().unwrap();
            for function in block.split("    pub ").skip(1) {
                let head = function.split('{').next().unwrap();
                let Some((_, name)) = head.split_once("fn ") else {
                    continue;
                };
                let name = name.split(['(', '<']).next().unwrap();
                let makes_one = name.starts_with("with_") || name.contains("view");
                if !head.contains("&self") || makes_one || OF_LAYOUTS_ALONE.contains(&name) {
                    continue;
                }
                if !kinds.contains(&format!("{name}(")) {
                    wrong.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// `tests/layout/auto_traits.rs` has every type that the crates export; names of traits, of
/// functions and of constants are told apart by their case, traits by this list.
#[test]
fn every_public_type_is_asserted_to_be_shared() {
    const OTHERS: [&str; 23] = [
        "Element",
        "ElementMarker",
        "IndexRanges",
        "IntoArray",
        "IntoStorage",
        "Mapping",
        "NdIndex",
        "NoUninit",
        "OwnIndex",
        "PackedElement",
        "PartialLayout", // which `layout!` writes
        "Pod",
        "Slice",
        "StaticLayout",
        "StaticMapping",
        "StaticTiles",
        "Storage",
        "StorageMut",
        "Stores",
        "Zip", // which holds closures of its user
        "Value",
        "WholeBuffer",
        "Zeroable",
    ];
    let list = fs::read_to_string(root().join("tests/layout/auto_traits.rs")).unwrap();
    let mut wrong = Vec::new();
    let mods = [
        "layout-runtime/src/lib.rs",
        "layout-notation/src/lib.rs",
        "layout-notation/src/explain/mod.rs",
        "layout-xla/src/lib.rs",
        "layout-xla/src/hlo/mod.rs",
        "layout-xla/src/proto/mod.rs",
        "layout-xla/src/shards/mod.rs",
    ];
    for file in mods.map(|file| root().join(file)) {
        let text = fs::read_to_string(&file).unwrap();
        // Threads share values, not the parts of a layout's type.
        let text = text.split("\npub mod types").next().unwrap();
        for part in text.split("pub use ").skip(1) {
            let names = part.split(';').next().unwrap();
            for name in names.split([',', '{', '}', ':', ' ', '\n']) {
                let is_type = name.starts_with(|c: char| c.is_ascii_uppercase())
                    && name.contains(|c: char| c.is_ascii_lowercase());
                if !is_type || OTHERS.contains(&name) {
                    continue;
                }
                let is_listed = list
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| word == name);
                if !is_listed {
                    wrong.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A registry that does not know the repository shows no pictures and no relative links.
#[test]
fn the_page_of_the_registry_stands_alone() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let page = read("src/registry.md");
    let figure = read("docs/pictures/figure1.txt");
    assert!(page.contains(figure.trim_end()));
    // So does the text that an editor shows for `layout!`.
    let lines: Vec<String> = figure
        .lines()
        .map(|line| format!("doc = \"{line}\","))
        .collect();
    let source = read("src/lib.rs").replace("doc = r\"", "doc = \"");
    assert!(source.contains(&lines.join("\n    ")));
    let mut links = page.split("](").skip(1);
    assert!(links.all(|link| link.starts_with("https://")));
    assert!(page.contains("](https://docs.rs/tiled-layout)"));
}

/// On a forge, links of the chapters lead to files that are there: a name of the crate to the file
/// that has it. In rustdoc they lead to its page, by the definitions in `src/links.md`, which come
/// first.
#[test]
fn links_of_chapters_lead_somewhere() {
    let definitions = fs::read_to_string(root().join("src/links.md")).unwrap();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for dead in ["](crate::", "docs.rs/"] {
            if text.contains(dead) {
                wrong.push(format!("{}: `{dead}`", path.display()));
            }
        }
        for line in text.lines().filter(|line| line.starts_with('[')) {
            let Some((label, target)) = line[1..].split_once("]: ") else {
                continue;
            };
            let file = target.split('#').next().unwrap();
            if file.starts_with("http") || target.contains(" ") || label == "E0080" {
                continue;
            }
            let Ok(file) = fs::read_to_string(root().join("docs").join(file)) else {
                wrong.push(format!("{}: no file `{target}`", path.display()));
                continue;
            };
            let Some(name) = label.strip_prefix('`') else {
                continue;
            };
            let last = name.trim_end_matches('`').rsplit("::").next().unwrap();
            if !target.ends_with("mod.rs") && !file.contains(last) {
                wrong.push(format!("{}: `{target}` has no {name}", path.display()));
            }
            if !definitions.contains(&format!("[{label}]: crate::")) {
                wrong.push(format!("src/links.md has no {label}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
