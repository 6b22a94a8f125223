//! Formulas printed as C, Python and Rust, compiled or run on every element of the golden buffers
//! and of random layouts; as LaTeX, checked by form.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use tiled_layout::Layout;
use tiled_layout::notation::explain;
use tiled_layout::notation::explain::Language;

use crate::skip;
use layout_oracle::data;
use layout_oracle::naive::Spec;
use layout_oracle::random::Random;

/// The most elements of an array.
const ELEMENTS: usize = 400;

/// A layout, and by the naive definition the position of each element, row by row.
fn cases() -> Vec<(Layout, Vec<usize>)> {
    let rows = data::rows("golden_buffers.tsv").into_iter();
    let mut texts: Vec<String> = rows.map(|row| row[0].clone()).collect();
    let mut random = Random::new(2021);
    texts.extend((0..120).map(|_| random.aimed_spec(ELEMENTS).text("f32")));
    let mut cases = Vec::new();
    for text in texts {
        let spec = Spec::parse(&text);
        let len = spec.dims.iter().product();
        if len > ELEMENTS {
            continue;
        }
        let mut positions = vec![0; len];
        for (position, element) in spec.buffer().into_iter().enumerate() {
            if let Ok(element) = usize::try_from(element) {
                positions[element] = position;
            }
        }
        cases.push((Layout::parse(&text).unwrap(), positions));
    }
    assert!(cases.len() > 200);
    cases
}

/// Case number `i`, as a function named after it.
fn function(layout: &Layout, i: usize, language: Language) -> String {
    let function = explain(layout).position().function(language).to_string();
    function.replacen("position(", &format!("position{i}("), 1)
}

fn numbers(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    texts.join(", ")
}

/// The names of loops over an index.
fn loops(rank: usize) -> Vec<String> {
    (0..rank).map(|dim| format!("i{dim}")).collect()
}

/// A file of this test.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("printed_formulas");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// True if a program is installed.
fn is_here(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Runs a command that must succeed.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}{err}");
}

#[test]
#[ignore = "compiles and runs programs"]
fn c() {
    if !is_here("cc") {
        return skip("no C compiler `cc`");
    }
    let mut source = String::from("#include <stddef.h>\n#include <stdio.h>\n");
    let mut main = String::from("int main(void) {\n");
    for (i, (layout, positions)) in cases().iter().enumerate() {
        writeln!(source, "static {}", function(layout, i, Language::C)).unwrap();
        if positions.is_empty() {
            continue;
        }
        writeln!(
            source,
            "static const size_t expected{i}[] = {{{}}};",
            numbers(positions)
        )
        .unwrap();
        writeln!(main, "{{ size_t n = 0;").unwrap();
        let names = loops(layout.rank());
        for (name, dim) in names.iter().zip(layout.dims()) {
            writeln!(main, "for (size_t {name} = 0; {name} < {dim}; ++{name})").unwrap();
        }
        writeln!(
            main,
            "if (position{i}({}) != expected{i}[n++]) {{ puts(\"{layout}\"); return 1; }} }}",
            names.join(", ")
        )
        .unwrap();
    }
    source += &main;
    source += "return 0; }\n";
    let (text, program) = (file("formulas.c"), file("formulas"));
    std::fs::write(&text, source).unwrap();
    run(Command::new("cc")
        .args(["-std=c99", "-w", "-o"])
        .arg(&program)
        .arg(&text));
    run(&mut Command::new(&program));
}

#[test]
#[ignore = "compiles and runs programs"]
fn python() {
    if !is_here("python3") {
        return skip("no `python3`");
    }
    let mut source = String::from("from itertools import product\n");
    for (i, (layout, positions)) in cases().iter().enumerate() {
        writeln!(source, "{}", function(layout, i, Language::Python)).unwrap();
        writeln!(
            source,
            "indices = product(*map(range, [{}]))\n\
             assert [position{i}(*index) for index in indices] == [{}], \"{layout}\"",
            numbers(layout.dims()),
            numbers(positions)
        )
        .unwrap();
    }
    let text = file("formulas.py");
    std::fs::write(&text, source).unwrap();
    run(Command::new("python3").arg(&text));
}

#[test]
#[ignore = "compiles and runs programs"]
fn rust() {
    let rustc = std::env::var("RUSTC").unwrap_or("rustc".into());
    if !is_here(&rustc) {
        return skip("no `rustc`");
    }
    let mut source = String::from("#![deny(warnings)]\n");
    let mut main = String::from("fn main() {\n");
    for (i, (layout, positions)) in cases().iter().enumerate() {
        // A dimension of one index is not looked at.
        writeln!(
            source,
            "#[allow(unused_variables)]\n{}",
            function(layout, i, Language::Rust)
        )
        .unwrap();
        writeln!(main, "let mut positions = Vec::new();").unwrap();
        let names = loops(layout.rank());
        for (name, dim) in names.iter().zip(layout.dims()) {
            writeln!(main, "for {name} in 0..{dim} {{").unwrap();
        }
        writeln!(main, "positions.push(position{i}([{}]));", names.join(", ")).unwrap();
        main += &"}".repeat(names.len());
        writeln!(
            main,
            "\nlet expected: &[usize] = &[{}];\nassert_eq!(positions, expected, \"{}\");",
            numbers(positions),
            layout.to_string().replace('{', "{{").replace('}', "}}")
        )
        .unwrap();
    }
    source += &main;
    source += "}\n";
    let (text, program) = (file("formulas.rs"), file("formulas_rust"));
    std::fs::write(&text, source).unwrap();
    run(Command::new(rustc)
        .args(["--edition", "2024", "-o"])
        .arg(&program)
        .arg(&text));
    run(&mut Command::new(&program));
}

#[test]
fn latex() {
    const COMMANDS: [&str; 11] = [
        "mathrm", "left", "right", "lfloor", "rfloor", "frac", "bmod", "cdot", "begin", "end", "\\",
    ];
    for (layout, _) in cases() {
        let text = explain(&layout)
            .position()
            .function(Language::Latex)
            .to_string();
        let count = |part: &str| text.matches(part).count();
        assert_eq!(count("{"), count("}"), "{text}");
        assert_eq!(count("("), count(")"), "{text}");
        assert_eq!(count("\\left"), count("\\right"), "{text}");
        assert_eq!(count("\\begin{aligned}"), count("\\end{aligned}"), "{text}");
        assert!(
            !text.contains(['%', '#', '&', '_', '^', '$', '~']) || count("aligned") == 2,
            "{text}"
        );
        for command in text
            .split('\\')
            .skip(1)
            .filter(|command| !command.is_empty())
        {
            let end = command
                .find(|c: char| !c.is_alphabetic())
                .unwrap_or(command.len());
            assert!(
                end == 0 || COMMANDS.contains(&&command[..end]),
                "\\{command} in {text}"
            );
        }
    }
}
