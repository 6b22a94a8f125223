//! Every row of every file in `tests/data`.

use layout_oracle::data;
use layout_oracle::naive::{PADDING, Spec, for_each_index};
use tiled_layout::Layout;

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Compares every offset and every position of `text` with the whole buffer.
fn check_buffer(text: &str, dims: &[usize], buffer: &[i64]) {
    let layout = parse(text);
    assert_eq!(layout.dims()[..], *dims, "{text}");
    assert_eq!(layout.padded_len(), buffer.len(), "{text}");
    let mut element = 0;
    for_each_index(dims, |index| {
        let position = buffer.iter().position(|&e| e == element).unwrap();
        assert_eq!(
            layout.offset(index),
            position,
            "{text}: offset of {index:?}"
        );
        assert_eq!(
            layout.checked_offset(index),
            Some(position),
            "{text}: {index:?}"
        );
        let back = layout
            .index(position)
            .unwrap_or_else(|| panic!("{text}: {position} is padding"));
        assert_eq!(back[..], *index, "{text}: index at {position}");
        element += 1;
    });
    let elements = buffer.iter().filter(|&&e| e != PADDING).count();
    assert_eq!(
        elements as i64, element,
        "{text}: the buffer holds each element once"
    );
    assert_eq!(layout.num_elements(), elements, "{text}");
    for (position, _) in buffer.iter().enumerate().filter(|(_, e)| **e == PADDING) {
        assert!(
            layout.index(position).is_none(),
            "{text}: {position} is not padding"
        );
    }
    assert!(layout.index(buffer.len()).is_none(), "{text}: past the end");
}

/// The reference is itself right: it makes the buffers that XLA made.
#[test]
fn naive_tiling_makes_the_golden_buffers() {
    for row in data::rows("golden_buffers.tsv") {
        let golden: Vec<i64> = row[2].split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(Spec::parse(&row[0]).buffer(), golden, "{}", row[0]);
    }
}

#[test]
fn golden_buffers() {
    let rows = data::rows("golden_buffers.tsv");
    assert!(rows.len() > 200);
    for row in rows {
        let golden: Vec<i64> = row[2].split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(golden.len(), row[1].parse::<usize>().unwrap(), "{}", row[0]);
        check_buffer(&row[0], &Spec::parse(&row[0]).dims, &golden);
        assert_eq!(parse(&row[0]).to_string(), row[0]);
    }
}

#[test]
fn tpu_sizes() {
    let rows = data::rows("tpu_sizes.tsv");
    assert!(rows.len() > 200);
    for row in rows {
        let layout = parse(&row[0]);
        assert_eq!(
            layout.padded_bytes(),
            row[1].parse::<usize>().unwrap(),
            "{}",
            row[0]
        );
        assert_eq!(layout.to_string(), row[0]);
    }
}

#[test]
fn real_layouts_print_back() {
    let rows = data::rows("real_layouts.tsv");
    assert!(rows.len() > 100);
    for row in rows {
        assert_eq!(parse(&row[0]).to_string(), row[0]);
    }
}

/// Elements at the corners of real layouts, too large to visit whole, are where they map back from.
#[test]
fn real_layouts_invert() {
    for row in data::rows("real_layouts.tsv")
        .iter()
        .chain(&data::rows("tpu_sizes.tsv"))
    {
        let layout = parse(&row[0]);
        let dims = layout.dims().to_vec();
        for corner in 0..1u32 << dims.len() {
            for inset in 0..3 {
                let index: Vec<usize> = (0..dims.len())
                    .map(|i| match corner >> i & 1 {
                        0 => inset.min(dims[i] - 1),
                        _ => (dims[i] - 1).saturating_sub(inset),
                    })
                    .collect();
                let position = layout.offset(&index);
                assert!(position < layout.padded_len(), "{}", row[0]);
                assert_eq!(layout.index(position).unwrap()[..], index[..], "{}", row[0]);
            }
        }
    }
}

#[test]
fn catalogue_is_a_bijection_onto_what_is_not_padding() {
    let rows = data::rows("catalogue.tsv");
    assert!(rows.len() > 40);
    for row in rows {
        let layout = parse(&row[1]);
        let mut seen = vec![false; layout.padded_len()];
        for_each_index(layout.dims(), |index| {
            let position = layout.offset(index);
            assert!(
                !seen[position],
                "{}: {index:?} meets another element",
                row[1]
            );
            seen[position] = true;
            assert_eq!(layout.index(position).unwrap()[..], *index, "{}", row[1]);
        });
        for (position, seen) in seen.iter().enumerate() {
            assert_eq!(
                layout.index(position).is_some(),
                *seen,
                "{}: {position}",
                row[1]
            );
        }
    }
}

#[test]
fn catalogue_is_the_naive_tiling() {
    for row in data::rows("catalogue.tsv") {
        let spec = Spec::parse(&row[1]);
        let layout = parse(&row[1]);
        let buffer = spec.buffer();
        assert_eq!(layout.padded_len(), buffer.len(), "{}", row[1]);
        let mut at = vec![usize::MAX; spec.dims.iter().product()];
        for (position, &element) in buffer.iter().enumerate() {
            if element != PADDING {
                at[element as usize] = position;
            }
        }
        let mut at = at.iter();
        for_each_index(&spec.dims, |index| {
            assert_eq!(
                Some(&layout.offset(index)),
                at.next(),
                "{}: {index:?}",
                row[1]
            );
        });
    }
}

#[test]
fn the_chapter_on_formats_lists_the_whole_catalogue() {
    let chapter = include_str!("../../docs/formats.md");
    for fields in data::rows("catalogue.tsv") {
        let row = format!("| {} | `{}` |", fields[0], fields[1]);
        assert!(chapter.contains(&row), "{row}");
    }
}
