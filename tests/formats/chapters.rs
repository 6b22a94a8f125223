//! What the chapters on other systems say: pictures, calls, texts of other notations.

use std::error::Error;

use layout_core::formula::Formula;
use layout_core::parse::Parsed;
use layout_core::spec::UNKNOWN;
use layout_oracle::data;
use layout_oracle::naive::{Spec, for_each_index};
use tiled_layout::notation::System;
use tiled_layout::xla::tpu;
use tiled_layout::{ElementType, Layout};

const FORMATS: &str = include_str!("../../docs/formats.md");
const COMING_FROM: &str = include_str!("../../docs/coming-from.md");

/// Blocks of code of a language.
fn blocks<'a>(chapter: &'a str, language: &str) -> Vec<&'a str> {
    let parts = chapter.split("\n```").enumerate();
    let blocks = parts.filter(|(i, _)| i % 2 == 1).map(|(_, block)| block);
    blocks
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'))
        .collect()
}

/// The cells of the tables, without those of their heads.
fn rows(chapter: &str) -> Vec<Vec<&str>> {
    let lines = chapter.lines().filter(|line| line.starts_with("| "));
    lines
        .map(|line| line[2..line.len() - 2].split(" | ").collect())
        .collect()
}

/// The code in a cell.
fn code(cell: &str) -> &str {
    cell.split('`').nth(1).unwrap_or("")
}

/// Each number of a picture is the position of its element, by the naive definition.
#[test]
fn pictures_show_positions() {
    let pictures = blocks(FORMATS, "text");
    assert!(pictures.len() >= 10, "{}", pictures.len());
    for picture in pictures {
        let (text, numbers) = picture.split_once('\n').unwrap();
        let spec = Spec::parse(text);
        let buffer = spec.buffer();
        let mut numbers = numbers
            .lines()
            .filter(|line| !line.starts_with("at "))
            .flat_map(str::split_whitespace)
            .map(|number| number.parse::<usize>().unwrap());
        let mut element = 0;
        for_each_index(&spec.dims, |_| {
            assert_eq!(buffer[numbers.next().unwrap()], element, "{text}");
            element += 1;
        });
        assert_eq!(numbers.next(), None, "{text}");
    }
}

/// Makes the layout of a call in the table; `..` stands for the element type and the dimensions.
fn call(text: &str, element: ElementType, dims: &[usize]) -> Result<Layout, Box<dyn Error>> {
    let mut layout = Layout::row_major(element, dims)?;
    for call in text.trim_end_matches(')').split(").") {
        let (function, list) = call.split_once('(').ok_or("no call")?;
        let list = list.trim_start_matches("..").trim_start_matches(", ");
        let list = list.replace('&', "").replace('(', "[").replace(')', "]");
        let list = format!("[{list}]");
        layout = match function {
            "row_major" => layout,
            "with_minor_to_major" => {
                let [order]: [Vec<usize>; 1] = serde_json::from_str(&list)?;
                layout.with_minor_to_major(&order)?
            }
            "with_tiles" => {
                let [tiles]: [Vec<Vec<usize>>; 1] = serde_json::from_str(&list)?;
                layout.with_tiles(&tiles.iter().map(Vec::as_slice).collect::<Vec<_>>())?
            }
            "blocked" => {
                let (outer, blocks): (Vec<_>, Vec<_>) = serde_json::from_str(&list)?;
                Layout::blocked(element, dims, &outer, &blocks)?
            }
            "tpu::default_layout" => tpu::default_layout(element, dims)?,
            "tpu::default_layout_with_order" => {
                let [order]: [Vec<usize>; 1] = serde_json::from_str(&list)?;
                tpu::default_layout_with_order(element, dims, &order)?
            }
            _ => return Err("not a function".into()),
        };
    }
    Ok(layout)
}

/// Each row of the catalogue is in the chapter: with its text, in which `layout!` accepts each
/// `?`, and with a call that makes the layout.
#[test]
fn rows_make_the_catalogue() {
    let rows = rows(FORMATS).into_iter().filter(|row| row.len() == 4);
    let rows: Vec<_> = rows.filter(|row| row[1].starts_with('`')).collect();
    let catalogue = data::rows("catalogue.tsv");
    assert_eq!((rows.len(), catalogue.len()), (45, 45));
    for format in catalogue {
        let row = rows.iter().find(|row| row[0] == format[0]);
        let row = row.unwrap_or_else(|| panic!("{}", format[0]));
        let layout = Layout::parse(&format[1]).unwrap();
        let (element, dims) = (layout.element_type(), layout.dims());

        let text = code(row[1]);
        let parsed = Parsed::from_macro(text);
        assert_eq!(parsed.mistakes(), 0, "{text}");
        assert!(Formula::with_unknowns(&parsed.spec).is_some(), "{text}");
        let mut spec = parsed.spec;
        for (size, found) in spec.dims.items.iter_mut().zip(dims) {
            *size = if *size == UNKNOWN { *found } else { *size };
        }
        assert_eq!(spec.dims, *dims, "{text}");
        assert_eq!(spec, Parsed::from_macro(&format[1]).spec, "{text}");

        // Morton order has fewer tiles than in the catalogue.
        let made = call(code(row[2]), element, dims).unwrap_or_else(|e| panic!("{}: {e}", row[2]));
        assert!(made.is_bitcast_of(&layout), "{}: {made}", format[0]);
        assert_eq!(made.dims(), layout.dims());
    }
}

/// The table of notations: system, text with its shape, layout.
#[test]
fn texts_of_other_notations() {
    let mut read = 0;
    for row in rows(FORMATS) {
        let Some(system) = System::from_name(code(row[0])) else {
            continue;
        };
        let shape = row[1]
            .rsplit_once("` of ")
            .map(|(_, shape)| Layout::parse(code(shape)).unwrap());
        let shape = shape
            .as_ref()
            .map(|shape| (shape.element_type(), shape.dims()));
        let layout = system.parse(code(row[1]), shape);
        let layout = layout.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(layout.to_string(), code(row[2]), "{system}");
        read += 1;
    }
    assert_eq!(read, System::ALL.len());
}

/// The line of code in each row is in a program, which is a doctest.
#[test]
fn lines_of_code_are_compiled() {
    let programs = blocks(COMING_FROM, "").join("\n");
    let mut lines = 0;
    for row in rows(COMING_FROM).iter().filter(|row| row.len() == 3) {
        if row[2] == "a line" {
            continue;
        }
        let line = code(row[2]).replace("\\|", "|");
        assert!(programs.lines().any(|of| of == line), "{line}");
        lines += 1;
    }
    assert!(lines >= 45, "{lines}");
}
