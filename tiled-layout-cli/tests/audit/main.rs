//! `layout audit`, called as a user calls it.

mod assignments;
mod cut;
mod kinds;
mod memory;
mod modules;
mod skipped;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");

/// A dump as it is called from `DATA`, where commands run.
fn dump(name: &str) -> String {
    format!("hlo/{name}.txt")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command
        .arg("audit")
        .args(arguments)
        .current_dir(DATA)
        .env("COLUMNS", "100");
    command
}

#[track_caller]
fn run(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Standard output of a call that ends with exit code 0.
#[track_caller]
fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// The same for an input.
#[track_caller]
fn text_of_input(arguments: &[&str], input: &[u8]) -> String {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a call that can't read what it is given.
#[track_caller]
fn error(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).unwrap()
}

fn temporary(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// The README's pictures have the words that are printed: `docs/pictures/terminal.py` draws them.
#[test]
fn the_pictures_of_the_readme_are_what_is_printed() {
    same_words(include_str!("../../../docs/pictures/audit.svg"), "100");
    same_words(
        include_str!("../../../docs/pictures/audit_narrow.svg"),
        "46",
    );
}

#[track_caller]
fn same_words(svg: &str, columns: &str) {
    let (_, lines) = svg.split_once("</style>").unwrap();
    let texts = lines.split('<').filter_map(|part| part.split_once('>'));
    let drawn: Vec<String> = texts
        .flat_map(|(_tag, text)| text.split_whitespace())
        .map(|word| word.replace("&gt;", ">"))
        .collect();
    let call: Vec<&str> = "$ layout audit --top 2 tests/data/hlo/attn.txt"
        .split(' ')
        .collect();
    let printed = command(&call[3..])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .env("COLUMNS", columns)
        .output();
    let printed = String::from_utf8(printed.unwrap().stdout).unwrap();
    let expected: Vec<&str> = call
        .iter()
        .copied()
        .chain(printed.split_whitespace())
        .collect();
    assert_eq!(drawn, expected);
}
