//! Every row of every file in `tests/data`.

use layout_oracle::data;
use layout_oracle::laws;
use layout_oracle::naive::Spec;
use tiled_layout::Layout;

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The definition makes the buffers that XLA made, and layouts have its positions.
#[test]
fn golden_buffers() {
    let rows = data::rows("golden_buffers.tsv");
    assert!(rows.len() > 200);
    for row in rows {
        let golden: Vec<i64> = row[2].split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(golden.len(), row[1].parse::<usize>().unwrap(), "{}", row[0]);
        let spec = Spec::parse(&row[0]);
        assert_eq!(spec.buffer(), golden, "{}", row[0]);
        assert_eq!(parse(&row[0]).to_string(), row[0]);
        laws::positions(&spec);
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
fn catalogue() {
    let rows = data::rows("catalogue.tsv");
    assert!(rows.len() > 40);
    for row in rows {
        laws::positions(&Spec::parse(&row[1]));
    }
}
