//! The calls of `layout audit` in the chapter *TPU layouts in practice* print
//! what stands below them. `UPDATE=1 cargo test -p layout-cli --test practice`
//! writes what they print into the chapter.

use std::process::Command;

const CHAPTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/practice.md");
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");

#[test]
fn the_chapter_shows_what_the_command_prints() {
    let chapter = std::fs::read_to_string(CHAPTER).unwrap();
    let mut written = String::new();
    let mut rest = chapter.as_str();
    let mut calls = 0;
    const START: &str = "```text\n$ layout audit ";
    while let Some((before, call)) = rest.split_once(START) {
        let (arguments, shown) = call.split_once('\n').unwrap();
        let (_, after) = shown.split_once("```\n").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_layout"))
            .arg("audit")
            .args(arguments.split(' '))
            .current_dir(DATA)
            .env("COLUMNS", "78")
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        written.push_str(&format!("{before}{START}{arguments}\n{printed}```\n"));
        rest = after;
        calls += 1;
    }
    written.push_str(rest);
    assert_eq!(calls, 2);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(CHAPTER, &written).unwrap();
    } else {
        assert_eq!(written, chapter);
    }
}
