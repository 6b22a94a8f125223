//! rust-analyzer has nothing to say about good layouts, and one error for each half-typed one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package whose library is `tests/analyzer/{name}.rs`. `None` where there is no rust-analyzer.
pub(super) fn package(name: &str) -> Option<PathBuf> {
    let version = Command::new("rust-analyzer").arg("--version").output();
    if !version.is_ok_and(|version| version.status.success()) {
        crate::skip("there is no rust-analyzer (rustup component add rust-analyzer)");
        return None;
    }
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = String::from_utf8(sysroot.unwrap().stdout).unwrap();
    if !Path::new(sysroot.trim()).join("lib/rustlib/src").exists() {
        crate::skip("rust-analyzer has no sources of `core` (rustup component add rust-src)");
        return None;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().unwrap();
    let package = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("analyzer")
        .join(name);
    fs::create_dir_all(package.join("src")).unwrap();
    fs::copy(
        tests.join("analyzer").join(name).with_extension("rs"),
        package.join("src/lib.rs"),
    )
    .unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\
         [dependencies]\ntiled-layout = {{ path = {root:?} }}\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    let _ = fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock"));
    Some(package)
}

/// What rust-analyzer says about the package `name`: the line of each diagnostic, counted from 1,
/// and its words.
fn diagnostics(name: &str) -> Option<Vec<(usize, String)>> {
    let package = package(name)?;
    let output = Command::new("rust-analyzer")
        .arg("diagnostics")
        .arg(&package)
        .env("CARGO_TARGET_DIR", package.parent().unwrap().join("target"))
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&output.stdout);
    assert!(output.contains("diagnostic scan complete"), "{output}");
    // "at crate c, file f: Error .. from LineCol { line: 3, col: 17 } to LineCol { .. }: words"
    let here = format!("at crate {name}, ");
    let diagnostics = output
        .split(['\r', '\n', '\u{8}'])
        .filter(|line| line.contains(&here));
    let diagnostics = diagnostics.map(|line| {
        let (_, place) = line.split_once("LineCol { line: ").unwrap();
        let (number, _) = place.split_once(',').unwrap();
        let (_, words) = place.rsplit_once(" }: ").unwrap();
        (number.parse::<usize>().unwrap() + 1, words.to_owned())
    });
    Some(diagnostics.collect())
}

#[test]
fn good_layouts() {
    if let Some(diagnostics) = diagnostics("good") {
        assert_eq!(diagnostics, []);
    }
}

/// The lines that end in a comment have the error that it says, and no other line has any. Two of
/// them are no mistakes in layouts: they show that the rest of the file is resolved.
#[test]
fn half_typed_layouts() {
    let source = fs::read_to_string("analyzer/half_typed.rs").unwrap();
    let expected: Vec<(usize, String)> = source
        .lines()
        .enumerate()
        .filter_map(|(number, line)| Some((number + 1, line.split_once(" // ")?.1.to_owned())))
        .collect();
    assert!(expected.len() >= 9);
    if let Some(mut diagnostics) = diagnostics("half_typed") {
        diagnostics.sort();
        assert_eq!(diagnostics, expected);
    }
}
