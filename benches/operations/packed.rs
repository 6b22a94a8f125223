//! Copies of packed elements, beside a hand-written loop over nibbles.

use tiled_layout::{Buffer, Layout, PackedBuffer, layout};

use crate::table::{KINDS, Table};

type Rows = layout!(S4[1024,1024]<1,0:E(4)>);
type RowsOf = layout!(S4[?,?]<1,0:E(4)>);
type Tiled = layout!(S4[1024,1024]<1,0:T(8,128)(8,1)E(4)>);
type TiledOf = layout!(S4[?,?]<1,0:T(8,128)(8,1)E(4)>);
type Bytes = layout!(S8[1024,1024]);
type BytesOf = layout!(S8[?,?]);
type TiledBytes = layout!(S8[1024,1024]<1,0:T(8,128)(8,1)>);
type Floats = layout!(F32[1024,1024]<1,0:T(8,128)>);

const DIMS: [usize; 2] = [1024, 1024];
const ELEMENTS: usize = 1 << 20;
/// The targets beside a hand-written loop.
const AIMS: [f64; 3] = [1.5, 2.0, 2.5];

/// The target of a copy: half of a fourth of the bandwidth of the same array as S8, in bytes. The
/// array has `bits / 8` of its bytes, so the copy may take `bits` times as long.
fn max_ratio(bits: usize) -> f64 {
    bits as f64
}

/// Tile by tile, with one scale per tile.
#[inline(never)]
fn dequantize(from: &PackedBuffer<i8, Tiled>, scales: &[f32], to: &mut Buffer<f32, Floats>) {
    let from = from.view();
    for (mut tile, scale) in to.tiles_mut().zip(scales) {
        let bytes = from.tile_bytes([tile.index()[0], tile.index()[1]]);
        let Some((bytes, out)) = bytes.zip(tile.as_mut_slice()) else {
            return;
        };
        for (column, word) in bytes.as_chunks::<4>().0.iter().enumerate() {
            let word = u32::from_le_bytes(*word);
            for row in 0..8 {
                out[row * 128 + column] = ((word << (28 - 4 * row)) as i32 >> 28) as f32 * scale;
            }
        }
    }
}

#[inline(never)]
fn dequantize_by_hand(from: &[u8], scales: &[f32], to: &mut [f32]) {
    each(|i, j, tile, nibble| {
        to[tile * 1024 + i % 8 * 128 + j % 128] = f32::from(get(from, nibble)) * scales[tile];
    });
}

/// A loop over nibbles to rows, and back with a check of the range.
#[inline(never)]
fn unpack_by_hand(from: &[u8], to: &mut [i8]) -> bool {
    each(|i, j, _, nibble| to[i * 1024 + j] = get(from, nibble));
    true
}

#[inline(never)]
fn pack_by_hand(from: &[i8], to: &mut [u8]) -> bool {
    let mut fits = true;
    each(|i, j, _, nibble| {
        let value = from[i * 1024 + j];
        fits &= (-8..8).contains(&value);
        let shift = nibble % 2 * 4;
        to[nibble / 2] = to[nibble / 2] & !(15 << shift) | (value as u8 & 15) << shift;
    });
    fits
}

/// Calls `f` with each index of `Tiled`, the number of the tile, and the position.
#[inline(always)] // by hand, these are loops in place
fn each(mut f: impl FnMut(usize, usize, usize, usize)) {
    for i in 0..1024 {
        for j in 0..1024 {
            let tile = i / 8 * 8 + j / 128;
            f(i, j, tile, tile * 1024 + j % 128 * 8 + i % 8);
        }
    }
}

fn get(from: &[u8], nibble: usize) -> i8 {
    (from[nibble / 2] << (4 - nibble % 2 * 4)) as i8 >> 4
}

pub(crate) fn run(table: &mut Table) {
    conversions(table);
    scaled(table);
    widths(table);
}

/// Copies of packed elements, and to a byte each and back, of all kinds of layouts.
fn conversions(table: &mut Table) {
    let element = |[i, j]: [usize; 2]| ((i * 3 + j) % 16) as i8 - 8;
    let (rows_of, tiled_of) = (RowsOf::with_dims(DIMS), TiledOf::with_dims(DIMS));
    let bytes_of = BytesOf::with_dims(DIMS).unwrap();
    let mut rows = PackedBuffer::<i8, Rows>::from_fn(element);
    let mut rows_of = PackedBuffer::<i8, _>::from_fn_with(rows_of.unwrap(), element).unwrap();
    let mut rows_layout = PackedBuffer::<i8, _>::zeroed_with(Rows::LAYOUT).unwrap();
    let mut tiled = PackedBuffer::<i8, Tiled>::from_fn(element);
    let mut tiled_of = PackedBuffer::<i8, _>::from_fn_with(tiled_of.unwrap(), element).unwrap();
    let mut tiled_layout = PackedBuffer::<i8, _>::zeroed_with(Tiled::LAYOUT).unwrap();
    tiled_layout.copy_from(&tiled).unwrap();
    let mut bytes = Buffer::<i8, Bytes>::from_fn(element);
    let mut bytes_of = Buffer::<i8, _>::from_fn_with(bytes_of, element).unwrap();
    let mut bytes_layout = Buffer::<i8, Layout>::zeroed_with(Bytes::LAYOUT).unwrap();
    bytes_layout.copy_from(&bytes).unwrap();
    let mut tiled_bytes = Buffer::<i8, TiledBytes>::from_fn(element);
    let mut unpacked = vec![0i8; ELEMENTS];
    let mut packed = vec![0u8; ELEMENTS / 2];
    macro_rules! row {
        ($name:literal, $aims:expr, $by_hand:expr,
            $(|$to:ident, $from:ident| $copy:expr; $($a:ident $b:ident),*;)*) => {
            table.row(
                $name,
                ELEMENTS,
                $aims,
                [&mut || $by_hand, $($(&mut || { let ($to, $from) = (&mut $a, &$b); $copy },)*)*],
            );
        };
    }

    table.section("packed", "as s8", KINDS);
    row!("copy_from            s4 T(8,128)(8,1) to rows", [max_ratio(4); 3],
        bytes.copy_from(&tiled_bytes).is_ok(),
        |to, from| to.copy_from(from).is_ok();
        rows tiled, rows_of tiled_of, rows_layout tiled_layout;);
    row!("copy_from            s4 rows to T(8,128)(8,1)", [max_ratio(4); 3],
        tiled_bytes.copy_from(&bytes).is_ok(),
        |to, from| to.copy_from(from).is_ok();
        tiled rows, tiled_of rows_of, tiled_layout rows_layout;);
    assert_eq!(rows.get([511, 640]), Some(element([511, 640])));
    assert_eq!(tiled.get([511, 640]), Some(element([511, 640])));

    table.section("packed, converted", "by hand", KINDS);
    row!("copy_from to wide    s4 T(8,128)(8,1) to s8 rows", AIMS,
        unpack_by_hand(tiled.as_bytes(), &mut unpacked),
        |to, from| to.copy_from(from).is_ok();
        bytes tiled, bytes_of tiled_of, bytes_layout tiled_layout;);
    unpack_by_hand(tiled.as_bytes(), &mut unpacked);
    assert_eq!(bytes.as_slice(), unpacked);
    row!("try_copy_from        s8 rows to s4 T(8,128)(8,1)", AIMS,
        pack_by_hand(&unpacked, &mut packed),
        |to, from| to.try_copy_from(from).is_ok();
        tiled bytes, tiled_of bytes_of, tiled_layout bytes_layout;);
    pack_by_hand(&unpacked, &mut packed);
    assert_eq!(tiled.as_bytes(), packed);
    row!("copy_from_saturating s8 rows to s4 T(8,128)(8,1)", AIMS,
        pack_by_hand(&unpacked, &mut packed),
        |to, from| to.copy_from_saturating(from).is_ok();
        tiled bytes, tiled_of bytes_of, tiled_layout bytes_layout;);
    let all = || (1..1023, 1..1023);
    row!("copy_from to wide    s4 to s8, regions", AIMS,
        unpack_by_hand(tiled.as_bytes(), &mut unpacked),
        |to, from| {
            let mut to = to.region_mut(all()).unwrap();
            to.copy_from(from.region(all()).unwrap()).is_ok()
        };
        bytes tiled, bytes_of tiled_of, bytes_layout tiled_layout;);
}

/// Dequantising: a scale for each tile.
fn scaled(table: &mut Table) {
    let tiled = PackedBuffer::<i8, Tiled>::from_fn(|[i, j]| (i + j) as i8 % 8);
    let scales = vec![0.25; 128 * 8];
    let mut floats = Buffer::<f32, Floats>::zeroed();
    let mut by_hand = vec![0.0; Floats::PADDED_LEN];
    dequantize_by_hand(tiled.as_bytes(), &scales, &mut by_hand);
    dequantize(&tiled, &scales, &mut floats);
    assert_eq!(floats.as_slice(), by_hand);
    table.row(
        "a scale per tile     s4 T(8,128)(8,1) to f32",
        ELEMENTS,
        [1.5],
        [
            &mut || dequantize_by_hand(tiled.as_bytes(), &scales, &mut by_hand),
            &mut || dequantize(&tiled, &scales, &mut floats),
        ],
    );
}

/// Copies of elements of each width to rows, of a `Layout`, beside the same array as S8.
fn widths(table: &mut Table) {
    let pair = |element: &str, bits: usize| {
        ["{1,0:T(8,128)}", "{1,0}"].map(|order| {
            let layout = Layout::parse(&format!("{element}[1024,1024]{order}")).unwrap();
            layout.with_element_bits(bits).unwrap()
        })
    };
    let plain = pair("s8", 8).map(|layout| Buffer::<i8, Layout>::zeroed_with(layout).unwrap());
    let [bytes, mut byte_rows] = plain;
    table.section("packed, of a `Layout`", "as s8", KINDS);
    for (element, bits) in [
        ("s1", 1),
        ("s2", 2),
        ("s2", 3),
        ("s4", 5),
        ("s4", 6),
        ("s4", 7),
    ] {
        let arrays = pair(element, bits);
        let arrays = arrays.map(|l| PackedBuffer::<i8, Layout>::zeroed_with(l).unwrap());
        let [tiled, mut rows] = arrays;
        let name = format!("copy_from            {bits} bits, T(8,128) to rows");
        let aims = [max_ratio(bits)];
        table.row(
            &name,
            ELEMENTS,
            aims,
            [&mut || byte_rows.copy_from(&bytes).is_ok(), &mut || {
                rows.copy_from(&tiled).is_ok()
            }],
        );
    }
}
