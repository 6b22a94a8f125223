//! What the golden files of `tests/compile-errors` say: one error a mistake, in the words and at the
//! place of the error at run time.

use std::fs;
use std::path::{Path, PathBuf};

use tiled_layout::{Layout, ParseError};

/// The folder to which the golden files' names of programs are relative.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("compile-errors")
}

/// All programs with mistakes in a folder, with their errors.
fn programs(folder: &str) -> Vec<(PathBuf, String, String)> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = Path::new(folder).join(entry.unwrap().file_name());
        let file = root().join(&path);
        if file.is_dir() {
            programs.extend(self::programs(path.to_str().unwrap()));
        } else if file.extension().unwrap() == "rs" && file.with_extension("stderr").exists() {
            let program = fs::read_to_string(&file).unwrap();
            let errors = fs::read_to_string(file.with_extension("stderr")).unwrap();
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
    for (path, program, errors) in programs("fixtures/ui") {
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
    for (path, _, errors) in programs("fixtures/ui") {
        for place in ["$RUST", "/rustc/", "library/core"] {
            assert!(!errors.contains(place), "{}: {errors}", path.display());
        }
    }
}

/// The chapter on errors.
const CHAPTER: &str = include_str!("../../docs/errors.md");

/// The chapter has each program of `fixtures/ui/chapter`, and below it what rustc prints.
#[test]
fn chapter_shows_what_rustc_prints() {
    let programs = programs("fixtures/ui/chapter");
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
    for (path, program, errors) in programs("fixtures/ui/text") {
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
