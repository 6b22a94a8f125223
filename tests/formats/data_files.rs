//! Texts of other systems in `tests/data`, with the layout and the positions that their own
//! definitions give.

use layout_oracle::data;
use tiled_layout::Layout;
use tiled_layout::notation::System;
use tiled_layout::notation::mosaic::{Memref, VectorLayout};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// `13,24=505`: an index and its position.
#[track_caller]
fn check_position(layout: &Layout, text: &str) {
    let (index, position) = text.split_once('=').unwrap();
    let index: Vec<usize> = index.split(',').map(|n| n.parse().unwrap()).collect();
    assert_eq!(
        layout.offset(&index),
        position.parse::<usize>().unwrap(),
        "{layout}"
    );
}

#[test]
fn blocked_formats() {
    let rows = data::rows("blocked_formats.tsv");
    assert_eq!(rows.len(), 35);
    for row in rows {
        let [system, text, shape, expected, len, ..] = &row[..] else {
            panic!("{row:?}");
        };
        let system = System::from_name(&system.replace('.', "-")).unwrap();
        let shape = layout(shape);
        let shape = Some((shape.element_type(), shape.dims()));
        let found = system.parse(text, shape).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found.to_string(), *expected, "{text}");
        assert_eq!(found.padded_len(), len.parse::<usize>().unwrap(), "{text}");
        check_position(&found, &row[5]);
        check_position(&found, &row[6]);
        // TVM names the axes differently.
        let printed = system.print(&found).unwrap();
        assert!(
            printed == *text || system == System::Tvm,
            "{text}: {printed}"
        );
        assert_eq!(system.parse(&printed, shape), Ok(found), "{text}");
    }
}

#[test]
fn cute_layouts() {
    let rows = data::rows("cute.tsv");
    assert_eq!(rows.len(), 47);
    for row in rows {
        let expected = layout(&row[2]);
        let found = System::Cute.parse(&row[0], Some((expected.element_type(), expected.dims())));
        let found = found.unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(found.to_string(), row[2], "{}", row[0]);
        assert_eq!(
            found.padded_len(),
            row[3].parse::<usize>().unwrap(),
            "{}",
            row[0]
        );
        for position in row[4].split(';') {
            check_position(&found, position);
        }
        assert_eq!(System::Cute.print(&found).unwrap(), row[0]);
    }
}

/// What `repr` and `str` of JAX's objects print, and what PJRT serializes.
#[test]
fn jax_layouts() {
    let rows = data::rows("jax_layouts.tsv");
    assert_eq!(rows.len(), 11);
    for row in rows {
        let expected = layout(&row[0]);
        let shape = Some((expected.element_type(), expected.dims()));
        for text in &row[1..3] {
            assert_eq!(System::Jax.parse(text, shape), Ok(expected));
            assert_eq!(System::Jax.print(&expected).unwrap(), *text);
        }
        for system in [System::Xla, System::Pjrt] {
            assert_eq!(system.parse(&row[3], shape), Ok(expected));
        }
    }
}

#[test]
fn mosaic_attributes() {
    let text = include_str!("../data/mosaic_attributes.txt");
    let (mut types, mut values) = (0, 0);
    for line in text.lines() {
        let (count, attribute) = line.trim().split_once(' ').unwrap();
        assert!(count.parse::<usize>().is_ok(), "{line}");
        if attribute.starts_with("memref") {
            let memref = Memref::parse(attribute).unwrap_or_else(|e| panic!("{e}"));
            let tiles = match attribute.split_once("#tpu.tiled<") {
                Some((_, rest)) => format!(":T{}", rest.split_once(",[").unwrap().0),
                None => String::new(),
            };
            let element = memref.layout().element_type();
            let expected = format!("{element}[16,256]{{1,0{tiles}}}");
            assert_eq!(memref.layout().to_string(), expected);
            assert_eq!(memref.memory_space(), Some("vmem"));
            types += 1;
        } else {
            let words = VectorLayout::explain(attribute).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(
                words.lines().count(),
                attribute.matches("#tpu.vpad").count()
            );
            values += 1;
        }
    }
    assert_eq!((types, values), (4, 12));
}

/// A layout of each row, as its CuTe spelling and back: the same positions, wherever a position is
/// a sum of digits.
#[test]
fn cute_says_what_has_digits() {
    let mut texts = data::layouts("real_layouts.tsv");
    texts.extend(
        data::rows("catalogue.tsv")
            .into_iter()
            .map(|mut row| row.remove(1)),
    );
    let (mut both_ways, mut refused) = (0, Vec::new());
    for text in &texts {
        // Sections that CuTe has not.
        let original = layout(text);
        let plain = Layout::row_major(original.element_type(), original.dims()).unwrap();
        let tiles = original.tiles();
        let tiles: Vec<&[usize]> = tiles.iter().map(|tile| &tile[..]).collect();
        let plain = plain
            .with_minor_to_major(&original.minor_to_major())
            .unwrap();
        let plain = plain.with_tiles(&tiles).unwrap();
        match System::Cute.print(&plain) {
            Ok(spelling) => {
                let again =
                    System::Cute.parse(&spelling, Some((plain.element_type(), plain.dims())));
                let again = again.unwrap_or_else(|e| panic!("{text}: {e}"));
                assert!(again.is_bitcast_of(&plain), "{text}: {spelling}: {again}");
                both_ways += 1;
            }
            Err(error) => refused.push(format!("{text}: {error}")),
        }
    }
    println!("{both_ways} of {}; {refused:#?}", texts.len());
    assert!(
        both_ways >= 140,
        "{both_ways} of {}: {refused:#?}",
        texts.len()
    );
}
