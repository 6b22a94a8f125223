//! What the compiler says to each mistake: `tests/fixtures/ui` holds programs with mistakes and the errors
//! that rustc 1.95 prints for them.
//!
//! `TRYBUILD=overwrite cargo test -p layout-tests --test tools` writes the `.stderr` files anew; read them.

use std::fs;
use std::path::{Path, PathBuf};

use tiled_layout::{Layout, ParseError};

/// The compiler that printed the `.stderr` files.
const TOOLCHAIN: &str = "rustc 1.95.";

/// `None` with another compiler than that of the golden files.
fn golden_cases() -> Option<trybuild::TestCases> {
    let version = crate::rustc_version();
    if !version.starts_with(TOOLCHAIN) {
        crate::skip(format!(
            "tests/fixtures/ui has the words of {TOOLCHAIN}x, this is {version}"
        ));
        return None;
    }
    let cases = trybuild::TestCases::new();
    // A program that compiles makes trybuild build all of them rather than check them, so that
    // mistakes are found which need the value of a const generic parameter.
    cases.pass("fixtures/ui/legal.rs");
    Some(cases)
}

#[test]
fn errors_are_those_of_the_golden_files() {
    if let Some(cases) = golden_cases() {
        for folder in [
            "bounds", "chapter", "names", "partial", "silent", "text", "uses",
        ] {
            cases.compile_fail(format!("fixtures/ui/{folder}/*.rs"));
        }
    }
}

/// All programs with mistakes, with their errors.
fn programs(folder: &str) -> Vec<(PathBuf, String, String)> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(Path::new("fixtures/ui").join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            programs.extend(self::programs(
                path.strip_prefix("fixtures/ui").unwrap().to_str().unwrap(),
            ));
        } else if path.extension().unwrap() == "rs" && path.with_extension("stderr").exists() {
            let program = fs::read_to_string(&path).unwrap();
            let errors = fs::read_to_string(path.with_extension("stderr")).unwrap();
            programs.push((path, program, errors));
        }
    }
    programs.sort();
    programs
}

#[test]
fn one_error_a_mistake() {
    let mut wrong = Vec::new();
    let mut files = 0;
    let mut total = 0;
    for (path, program, errors) in programs("") {
        let mistakes: usize = program
            .lines()
            .find_map(|line| line.strip_prefix("// mistakes: "))
            .unwrap_or_else(|| panic!("{}: no number of mistakes", path.display()))
            .parse()
            .unwrap();
        let headlines = errors
            .lines()
            .filter(|line| line.starts_with("error: ") || line.starts_with("error["))
            .count();
        if headlines != mistakes || errors.contains("warning") {
            wrong.push(format!(
                "{}: {headlines} errors for {mistakes}:\n{errors}",
                path.display()
            ));
        }
        files += 1;
        total += mistakes;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{total} mistakes in {files} programs");
}

/// No golden file depends on the component `rust-src`, with which rustc shows the source of `core`.
#[test]
fn no_source_of_the_standard_library() {
    for (path, _, errors) in programs("") {
        for place in ["$RUST", "/rustc/", "library/core"] {
            assert!(!errors.contains(place), "{}: {errors}", path.display());
        }
    }
}

/// The chapter on errors.
const CHAPTER: &str = include_str!("../../docs/errors.md");

/// The chapter has each program of `tests/fixtures/ui/chapter`, and below it what rustc prints.
#[test]
fn chapter_shows_what_rustc_prints() {
    let programs = programs("chapter");
    assert_eq!(programs.len(), CHAPTER.matches("```compile_fail\n").count());
    for (path, program, errors) in programs {
        let (program, _) = program.split_once("\n\n// mistakes: ").unwrap();
        let errors = errors.replace(path.to_str().unwrap(), "src/main.rs");
        let shown = format!(
            "```compile_fail\n{program}\n```\n\n```text\n{}\n```\n",
            errors.trim()
        );
        assert!(CHAPTER.contains(&shown), "docs/errors.md has not:\n{shown}");
    }
}

/// The chapter's table of common mistakes has the message and the help of each text.
#[test]
fn chapter_lists_common_mistakes() {
    let (_, table) = CHAPTER
        .split_once("| layout | error | help |\n|---|---|---|\n")
        .unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let expected: Vec<String> = table
        .lines()
        .map(|row| {
            let text = row.split('`').nth(1).unwrap();
            let explanation = layout_suggestions::first_explanation(text).unwrap();
            let help = explanation.help().unwrap();
            format!("| `{text}` | {} | {help} |", explanation.message)
        })
        .collect();
    assert_eq!(table.lines().collect::<Vec<_>>(), expected);
}

/// The text inside each `layout!(...)` of a program, with its line and column.
fn layouts(program: &str) -> Vec<(usize, usize, &str)> {
    let mut layouts = Vec::new();
    for (number, line) in program.lines().enumerate() {
        let mut rest = 0;
        while let Some(found) = line[rest..].find("layout!(") {
            let start = rest + found + "layout!(".len();
            let mut depth = 1;
            let end = line[start..]
                .find(|c| {
                    depth += (c == '(') as usize;
                    depth -= (c == ')') as usize;
                    depth == 0
                })
                .map_or(line.len(), |at| start + at);
            layouts.push((number + 1, start + 1, &line[start..end]));
            rest = end;
        }
    }
    layouts
}

/// The error as rustc shows it, up to the line with its location.
fn shown_by_rustc(text: &str) -> String {
    let explanation = layout_suggestions::first_explanation(text).expect("a text with an error");
    let mut shown = format!("error: {}\n", explanation.message);
    for (what, words) in [("help", explanation.help()), ("note", explanation.note())] {
        if let Some(words) = words {
            shown += &format!("       {what}: {words}\n");
        }
    }
    shown
}

/// Returns true if `shown`, which rustc printed for a layout at `place`, has the words and the
/// place of the error at run time.
fn agrees(
    error: &ParseError,
    [text, shown]: [&str; 2],
    file: &Path,
    [line, column]: [usize; 2],
) -> bool {
    let range = error.range();
    let place = format!("--> {}:{line}:{}\n", file.display(), column + range.start);
    let carets = shown.lines().find(|line| line.ends_with('^')).unwrap_or("");
    let carets = carets.chars().filter(|&c| c == '^').count();
    let end_of_text = range.is_empty(); // which is no token
    shown.starts_with(&shown_by_rustc(text))
        && (end_of_text || shown.contains(&place) && carets == range.len())
}

/// A text gives the same error at run time as in the compiler, at the same token.
#[test]
fn words_and_places_of_run_time() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (path, program, errors) in programs("text") {
        let errors: Vec<&str> = errors.split("\n\n").collect();
        let layouts = layouts(&program);
        assert_eq!(layouts.len(), errors.len(), "{}", path.display());
        for (&(line, column, text), shown) in layouts.iter().zip(&errors) {
            match Layout::parse(text) {
                Ok(_) => wrong.push(format!("accepted at run time: `{text}`")),
                Err(error) if agrees(&error, [text, shown], &path, [line, column]) => compared += 1,
                Err(error) => wrong.push(format!("{error}\n{shown}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    println!("{compared} mistakes in the same words at the same place");
}
