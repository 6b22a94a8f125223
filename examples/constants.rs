//! A table in a `static`, and facts about layouts that the compiler checks.
//!
//! `cargo run --example constants`

use tiled_layout::{Array, StaticMapping, layout};

layout! {
    type Rows = F32[24,200];
    type Tiled = F32[24,200]<1,0:T(8,128)>;
    type Columns = F32[200,24]<0,1>;
}

// The compiler stops if one of these is wrong.
const LAST: usize = Tiled::offset([23, 199]);
const _: () = assert!(LAST == 5 * 1024 + 7 * 128 + 71);
const _: () = assert!(Tiled::PADDED_LEN == 24 * 256);
const _: () = assert!(Rows::LAYOUT.is_bitcast_of(&Rows::LAYOUT));
const _: () = Tiled::LAYOUT.assert_padding_at_most(30);

/// The number in row i and column j is 200 i + j, in tiles: `at` runs in the compiler.
static TABLE: Array<[f32; Tiled::PADDED_LEN], Tiled> = Array::from_array(table());

const fn table() -> [f32; Tiled::PADDED_LEN] {
    let mut table = [0.0; Tiled::PADDED_LEN];
    let mut i = 0;
    while i < 24 * 200 {
        table[Tiled::offset([i / 200, i % 200])] = i as f32;
        i += 1;
    }
    table
}

/// A function of any static layout: its limits are part of the type.
fn bytes<M: StaticMapping>() -> usize {
    const { M::LAYOUT.assert_padding_at_most(50) };
    const { M::LAYOUT.padded_bytes() }
}

fn main() {
    assert_eq!(TABLE[[23, 199]], 4799.0);
    assert_eq!(TABLE.as_slice()[LAST], 4799.0);

    // By hand: the sum of each row, of 128 numbers in one tile and 72 in the next.
    for (i, row) in TABLE.rows().enumerate() {
        let mut sum = 0.0;
        for j in 0..200 {
            sum += TABLE.as_slice()[(i / 8 * 2 + j / 128) * 1024 + i % 8 * 128 + j % 128];
        }
        assert_eq!(row.iter().sum::<f32>(), sum);
    }
    for (j, column) in TABLE.axis_iter(1).enumerate() {
        assert_eq!(column[[2]], (400 + j) as f32);
    }
    let bytes = [bytes::<Rows>(), bytes::<Tiled>(), bytes::<Columns>()];
    println!("bytes of rows, tiles and columns: {bytes:?}");
}
