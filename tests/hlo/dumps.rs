//! The reader of HLO text against a slow and simple reader made of regular
//! expressions, on all dumps of a TPU's compiler, and against the bytes that
//! the compiler itself counts.

use regex::Regex;
use tiled_layout::xla::hlo;

use layout_oracle::data;

const ELEMENT: &str = "(?:pred|token|opaque|[su](?:1|2|4|8|16|32|64)|bf16|f(?:16|32|64)|c(?:64|128)|f[468]e[a-z0-9]+)";

/// Name and text of each dump.
fn dumps() -> Vec<(String, String)> {
    let rows = data::rows("hlo_memory.tsv");
    assert_eq!(rows.len(), 32);
    rows.into_iter()
        .map(|row| (row[0].clone(), data::dump(&row[0])))
        .collect()
}

/// The text with each character of a quoted text replaced, so that byte offsets stay the same.
fn without_quoted_text(text: &str) -> String {
    let quoted = Regex::new(r#""(?:\\.|[^"\\\n])*""#).unwrap();
    let blank = |found: &regex::Captures<'_>| "~".repeat(found[0].len());
    quoted.replace_all(text, blank).into_owned()
}

fn shape() -> String {
    format!(r"{ELEMENT}\[[0-9,]*\](?:\{{[0-9,]*(?::[^}}]*)?\}})?")
}

#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn every_shape_is_found_and_none_invented() {
    let shape = Regex::new(&format!(r"(?:^|[^\w.%$-])({})", shape())).unwrap();
    let mut shapes = 0;
    for (name, text) in dumps() {
        let plain = without_quoted_text(&text);
        let expected: Vec<_> = shape
            .captures_iter(&plain)
            .map(|captures| captures.get(1).unwrap())
            .map(|found| (found.range(), found.as_str()))
            .collect();
        let found: Vec<_> = hlo::layouts(&text)
            .map(|array| array.unwrap())
            .map(|array| (array.range(), array.text()))
            .collect();
        assert_eq!(found, expected, "{name}");
        for array in hlo::layouts(&text).flatten() {
            let line = text[..array.range().start].lines().count();
            assert_eq!(array.line(), line, "{name}: {}", array.text());
            array.layout().unwrap();
        }
        shapes += found.len();
    }
    assert!(shapes > 6000, "{shapes}");
}

/// An instruction's name, opcode and arrays as text.
#[derive(PartialEq, Debug)]
struct Found {
    line: usize,
    computation: String,
    in_entry: bool,
    is_root: bool,
    name: String,
    result: String,
    opcode: String,
    arrays: Vec<String>,
}

/// The instructions, line by line.
fn slow_instructions(text: &str) -> Vec<Found> {
    let header = Regex::new(r"^(ENTRY )?%?([\w.-]+) \(.*\) -> .* \{$").unwrap();
    let tuple = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)";
    let shape = shape();
    let instruction = Regex::new(&format!(
        r"^ +(ROOT )?%?([\w.-]+) = ({shape}|{tuple}) ([a-z0-9-]+)\("
    ))
    .unwrap();
    let shape = Regex::new(&shape).unwrap();
    let (mut computation, mut in_entry) = (String::new(), false);
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(header) = header.captures(line) {
            computation = header[2].to_owned();
            in_entry = header.get(1).is_some();
        } else if let Some(captures) = instruction.captures(line) {
            found.push(Found {
                line: number + 1,
                computation: computation.clone(),
                in_entry,
                is_root: captures.get(1).is_some(),
                name: captures[2].to_owned(),
                result: captures[3].to_owned(),
                opcode: captures[4].to_owned(),
                arrays: shape
                    .find_iter(&captures[3])
                    .map(|array| array.as_str().to_owned())
                    .collect(),
            });
        }
    }
    found
}

#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn instructions_are_those_of_the_slow_reader() {
    let mut count = 0;
    for (name, text) in dumps() {
        let expected = slow_instructions(&text);
        let found: Vec<_> = hlo::instructions(&text)
            .map(|instruction| instruction.unwrap())
            .map(|instruction| Found {
                line: instruction.line(),
                computation: instruction.computation().to_owned(),
                in_entry: instruction.in_entry(),
                is_root: instruction.is_root(),
                name: instruction.name().to_owned(),
                result: text[instruction.result()].to_owned(),
                opcode: instruction.opcode().to_owned(),
                arrays: instruction
                    .arrays()
                    .map(|array| array.unwrap().text().to_owned())
                    .collect(),
            })
            .collect();
        assert_eq!(found.len(), expected.len(), "{name}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected, "{name}");
        }
        count += found.len();
    }
    assert!(count > 3500, "{count}");
}

#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn padded_bytes_of_entry_parameters_are_the_compilers_argument_bytes() {
    for row in data::rows("hlo_memory.tsv") {
        let text = data::dump(&row[0]);
        let bytes: usize = hlo::instructions(&text)
            .map(|instruction| instruction.unwrap())
            .filter(|instruction| instruction.in_entry() && instruction.opcode() == "parameter")
            .flat_map(|parameter| parameter.arrays())
            .map(|array| array.unwrap().layout().unwrap().padded_bytes())
            .sum();
        assert_eq!(bytes.to_string(), row[1], "{}", row[0]);
    }
}

/// XLA prints names with `%` or without; a file may come with the line ends of
/// another system, or indented, or one after the other.
#[test]
#[cfg_attr(miri, ignore = "long texts")]
fn other_spellings_of_the_same_modules() {
    let describe = |text: &str| -> Vec<(String, String, usize, bool)> {
        hlo::instructions(text)
            .map(|instruction| instruction.unwrap())
            .map(|i| {
                let arrays = i.arrays().inspect(|array| assert!(array.is_ok())).count();
                let names = format!("{} {} {}", i.computation(), i.name(), i.opcode());
                (names, text[i.result()].to_owned(), arrays, i.in_entry())
            })
            .collect()
    };
    let mut all = String::new();
    let mut expected = Vec::new();
    for (name, text) in dumps() {
        let module = describe(&text);
        let plain = without_quoted_text(&text);
        assert_eq!(
            describe(&plain.replace('%', "")),
            module,
            "{name} without %"
        );
        assert_eq!(
            describe(&text.replace('\n', "\r\n")),
            module,
            "{name} with \\r\\n"
        );
        assert_eq!(
            describe(&text.replace('\n', "\n    ")),
            module,
            "{name} indented"
        );
        all.push_str(&text);
        expected.extend(module);
    }
    assert_eq!(describe(&all), expected);
}
