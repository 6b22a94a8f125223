//! Copies of packed elements, beside a loop by hand over nibbles.

use tiled_layout::{PackedBuffer, layout};

use crate::measure::{Score, Table, least_in_turn};

type Rows = layout!(S4[1024,1024]<1,0:E(4)>);
type Tiled = layout!(S4[1024,1024]<1,0:T(8,128)(8,1)E(4)>);

/// At least half of the bandwidth of the same array as S8, divided by 4, is aimed at. Its bytes are
/// twice as many, so that it takes at most 4 times as long.
const AIM: [f64; 1] = [4.0];

pub(crate) fn run(words: &[String]) -> Score {
    let heads = ["as s8", "static"];
    let mut table = Table::new("packed: ns an element", heads, words);
    type RowsOfBytes = layout!(S8[1024,1024]);
    type TiledBytes = layout!(S8[1024,1024]<1,0:T(8,128)(8,1)>);
    let element = |[i, j]: [usize; 2]| (i + j) as i8 % 8;
    let mut rows = PackedBuffer::<i8, Rows>::from_fn(element);
    let mut tiled = PackedBuffer::<i8, Tiled>::from_fn(element);
    let mut row_bytes = tiled_layout::Buffer::<i8, RowsOfBytes>::from_fn(element);
    let mut tiled_bytes = tiled_layout::Buffer::<i8, TiledBytes>::from_fn(element);
    let per_element = |seconds: [f64; 2]| seconds.map(|time| time * 1e9 / (1 << 20) as f64);
    let name = "copy_from          s4 T(8,128)(8,1) to rows";
    if table.wants(name) {
        let seconds = least_in_turn([
            &mut || row_bytes.copy_from(&tiled_bytes).is_ok(),
            &mut || rows.copy_from(&tiled).is_ok(),
        ]);
        table.row(name, per_element(seconds), AIM);
    }
    let name = "copy_from          s4 rows to T(8,128)(8,1)";
    if table.wants(name) {
        let seconds = least_in_turn([
            &mut || tiled_bytes.copy_from(&row_bytes).is_ok(),
            &mut || tiled.copy_from(&rows).is_ok(),
        ]);
        table.row(name, per_element(seconds), AIM);
    }
    assert_eq!(rows.get([511, 640]), Some(element([511, 640])));
    assert_eq!(tiled.get([511, 640]), Some(element([511, 640])));
    table.end()
}
