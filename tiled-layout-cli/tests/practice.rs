//! The calls of the command in the chapter *TPU layouts in practice* print what
//! stands below them. `UPDATE=1 cargo test -p layout-cli --test practice`
//! writes what `layout audit` prints into the chapter.

use std::process::Command;

const CHAPTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/practice.md");
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data");
const CALL: &str = "```text\n$ layout ";
const END: &str = "```\n";

/// What a call prints.
fn printed(arguments: &str) -> String {
    let arguments = arguments
        .split(' ')
        .map(|argument| argument.trim_matches('\''));
    let output = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(arguments)
        .current_dir(DATA)
        .env("COLUMNS", "78")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn audits() {
    let chapter = std::fs::read_to_string(CHAPTER).unwrap();
    let mut written = String::new();
    let mut calls = 0;
    for part in chapter.split_inclusive(END) {
        match part.split_once(CALL) {
            Some((before, call)) if call.starts_with("audit") => {
                let (arguments, _) = call.split_once('\n').unwrap();
                let printed = printed(arguments);
                written.push_str(&format!("{before}{CALL}{arguments}\n{printed}{END}"));
                calls += 1;
            }
            _ => written.push_str(part),
        }
    }
    assert_eq!(calls, 4);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(CHAPTER, &written).unwrap();
    } else {
        assert_eq!(written, chapter);
    }
}

/// The workflow is short, and its audit fails for a program with more padding than its limit.
#[test]
fn workflow() {
    let chapter = std::fs::read_to_string(CHAPTER).unwrap();
    let (_, workflow) = chapter.split_once("```yaml\n").unwrap();
    let (workflow, _) = workflow.split_once("```").unwrap();
    assert!(workflow.lines().count() <= 15);
    let (_, call) = workflow.split_once("- run: layout ").unwrap();
    let call = call
        .trim_end()
        .replace("lowered.mlir", "stablehlo/layout_mode_plain.mlir");
    for (limit, code) in [("20%", 1), ("21%", 0)] {
        let call = call.replace("20%", limit);
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
        let output = command.args(call.split(' ')).current_dir(DATA).output();
        assert_eq!(output.unwrap().status.code(), Some(code), "{call}");
    }
}

/// Of a picture the chapter shows parts, with `...` between.
#[test]
fn pictures() {
    let chapter = std::fs::read_to_string(CHAPTER).unwrap();
    let mut pictures = 0;
    for part in chapter.split_inclusive(END) {
        let Some((_, call)) = part.split_once(CALL) else {
            continue;
        };
        let (arguments, shown) = call.split_once('\n').unwrap();
        if !arguments.starts_with("draw") {
            continue;
        }
        let lines: Vec<String> = printed(arguments)
            .lines()
            .map(|l| l.trim_end().into())
            .collect();
        let printed = lines.join("\n");
        let mut rest = printed.as_str();
        for fragment in shown.strip_suffix(END).unwrap().split("...\n") {
            let fragment = fragment.trim_end();
            let found = rest.split_once(fragment);
            rest = found
                .unwrap_or_else(|| panic!("{arguments}\n{fragment}\nnot in\n{printed}"))
                .1;
        }
        pictures += 1;
    }
    assert_eq!(pictures, 5);
}
