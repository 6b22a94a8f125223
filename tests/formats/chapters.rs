//! The chapters on other systems: pictures, the index of formats, lines of code.

use std::error::Error;

use layout_core::formula::Formula;
use layout_core::parse::Parsed;
use layout_oracle::data;
use layout_oracle::naive::{Spec, for_each_index};
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

/// The cells of the tables, with their heads.
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
    assert_eq!(pictures.len(), 4);
    for picture in pictures {
        let (text, numbers) = picture.split_once('\n').unwrap();
        let spec = Spec::parse(text);
        let buffer = spec.buffer();
        let mut numbers = numbers
            .lines()
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

/// Makes the layout of a call in the catalogue; `..` stands for the element type and the dimensions.
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

/// Each format of the catalogue is in the chapter's index with its layout, which `layout!` accepts
/// with `?` for each size. The catalogue's call makes the layout.
#[test]
fn index_lists_the_catalogue() {
    let rows = rows(FORMATS);
    let formats: Vec<_> = rows
        .iter()
        .flat_map(|row| row[0].split("; ").map(|name| (name, code(row[1]))))
        .filter(|(_, layout)| layout.starts_with('{'))
        .collect();
    let catalogue = data::rows("catalogue.tsv");
    assert_eq!((formats.len(), catalogue.len()), (45, 45));
    for row in catalogue {
        let [name, text, constructor, _] = &row[..] else {
            panic!("{row:?}")
        };
        let format = formats.iter().find(|(format, _)| format == name);
        let (_, order_and_tiles) = format.unwrap_or_else(|| panic!("{name}"));
        let layout = Layout::parse(text).unwrap();
        let (element, dims) = (layout.element_type(), layout.dims());
        assert_eq!(text.split_once(']').unwrap().1, *order_and_tiles, "{name}");

        let unknown = vec!["?"; dims.len()].join(",");
        let parsed = Parsed::from_macro(&format!("{element}[{unknown}]{order_and_tiles}"));
        assert_eq!(parsed.mistakes(), 0, "{name}");
        assert!(Formula::with_unknowns(&parsed.spec).is_some(), "{name}");

        // The call of Morton order has fewer tiles.
        let made = call(constructor, element, dims).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(made.is_bitcast_of(&layout), "{name}: {made}");
        assert_eq!(made.dims(), layout.dims());
    }
}

/// The tests in `coming_from.rs` and the chapter's examples run the code in the second column of
/// each table.
#[test]
fn lines_of_code_are_tested() {
    let tests = include_str!("coming_from.rs");
    let examples = blocks(COMING_FROM, "");
    assert_eq!(examples.len(), 5);
    let mut lines = 0;
    for row in rows(COMING_FROM).iter().filter(|row| row[1] != "here") {
        for code in row[1].split('`').skip(1).step_by(2) {
            let code = code.replace("\\|", "|");
            assert!(
                tests.contains(&code) || examples.iter().any(|example| example.contains(&code)),
                "{code}"
            );
        }
        lines += 1;
    }
    assert_eq!(lines, 108);
}
