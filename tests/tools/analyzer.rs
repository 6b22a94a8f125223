//! rust-analyzer has nothing to say about good layouts, and one error for each half-typed one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The packages, whose libraries are the files of `tests/fixtures/analyzer`.
const PACKAGES: [&str; 3] = ["good", "half_typed", "hovered"];

/// A workspace with all packages, each in the folder of its name. `None` where there is no
/// rust-analyzer.
pub(super) fn workspace() -> Option<&'static Path> {
    static WORKSPACE: LazyLock<PathBuf> = LazyLock::new(write_workspace);
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
    Some(&WORKSPACE)
}

fn write_workspace() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = tests.parent().unwrap();
    let workspace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyzer");
    for name in PACKAGES {
        let package = workspace.join(name);
        fs::create_dir_all(package.join("src")).unwrap();
        let source = tests
            .join("fixtures/analyzer")
            .join(name)
            .with_extension("rs");
        fs::copy(source, package.join("src/lib.rs")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\
             [dependencies]\ntiled-layout = {{ path = {root:?} }}\n"
        );
        fs::write(package.join("Cargo.toml"), manifest).unwrap();
    }
    let manifest = format!("[workspace]\nmembers = {PACKAGES:?}\nresolver = \"3\"\n");
    fs::write(workspace.join("Cargo.toml"), manifest).unwrap();
    let _ = fs::copy(root.join("Cargo.lock"), workspace.join("Cargo.lock"));
    workspace
}

/// What rust-analyzer says about the package `name`: the line of each diagnostic, counted from 1,
/// and its words.
fn diagnostics(name: &str) -> Option<Vec<(usize, String)>> {
    static OUTPUT: LazyLock<String> = LazyLock::new(|| {
        let workspace = workspace().unwrap();
        let output = Command::new("rust-analyzer")
            .arg("diagnostics")
            .arg(workspace)
            .env("CARGO_TARGET_DIR", workspace.join("target"))
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    workspace()?;
    let output = &*OUTPUT;
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
#[ignore = "starts rust-analyzer"]
fn good_layouts() {
    if let Some(diagnostics) = diagnostics("good") {
        assert_eq!(diagnostics, []);
    }
}

/// The lines that end in a comment have the error that it says, and no other line has any. Two of
/// them are not mistakes in layouts: they show that the rest of the file is resolved.
#[test]
#[ignore = "starts rust-analyzer"]
fn half_typed_layouts() {
    let source = fs::read_to_string("fixtures/analyzer/half_typed.rs").unwrap();
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
