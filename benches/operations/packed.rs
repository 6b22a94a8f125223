//! Copies of packed elements, beside a loop by hand over nibbles.

use tiled_layout::{Buffer, Layout, PackedBuffer, layout};

use crate::measure::{Score, Table, least_in_turn};

type Floats = layout!(F32[1024,1024]<1,0:T(8,128)>);
type Rows = layout!(S4[1024,1024]<1,0:E(4)>);
type Tiled = layout!(S4[1024,1024]<1,0:T(8,128)(8,1)E(4)>);

/// The target: at least half of the bandwidth of the same array as S8, divided by 4. The S8
/// array has twice the bytes, so the copy may take at most 4 times as long.
const AIM: [f64; 1] = [4.0];

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
    for i in 0..1024 {
        for j in 0..1024 {
            let tile = i / 8 * 8 + j / 128;
            let place = tile * 1024 + j % 128 * 8 + i % 8;
            let weight = (from[place / 2] << (4 - place % 2 * 4)) as i8 >> 4;
            to[tile * 1024 + i % 8 * 128 + j % 128] = f32::from(weight) * scales[tile];
        }
    }
}

/// The targets of conversions beside a loop by hand.
const CONVERSION_AIMS: [f64; 3] = [1.5, 2.0, 2.5];

/// A loop over nibbles to rows, and back with a check of the range.
#[inline(never)]
fn unpack_by_hand(from: &[u8], to: &mut [i8]) {
    for i in 0..1024 {
        for j in 0..1024 {
            let place = (i / 8 * 8 + j / 128) * 1024 + j % 128 * 8 + i % 8;
            to[i * 1024 + j] = (from[place / 2] << (4 - place % 2 * 4)) as i8 >> 4;
        }
    }
}

#[inline(never)]
fn pack_by_hand(from: &[i8], to: &mut [u8]) -> bool {
    for i in 0..1024 {
        for j in 0..1024 {
            let place = (i / 8 * 8 + j / 128) * 1024 + j % 128 * 8 + i % 8;
            let value = from[i * 1024 + j];
            if !(-8..8).contains(&value) {
                return false;
            }
            let shift = place % 2 * 4;
            to[place / 2] = to[place / 2] & !(15 << shift) | (value as u8 & 15) << shift;
        }
    }
    true
}

/// Packed elements to a byte each and back, of all kinds of layouts.
fn conversions(words: &[String]) -> Score {
    type Bytes = layout!(S8[1024,1024]);
    type BytesOf = layout!(S8[?,?]);
    type TiledOf = layout!(S4[?,?]<1,0:T(8,128)(8,1)E(4)>);
    let heads = ["by hand", "static", "`?`", "`Layout`"];
    let mut table = Table::new("packed, converted: ns an element", heads, words);
    let names = [
        "copy_from_packed     s4 T(8,128)(8,1) to s8 rows",
        "try_copy_from        s8 rows to s4 T(8,128)(8,1)",
        "copy_from_saturating s8 rows to s4 T(8,128)(8,1)",
    ];
    if !names.iter().any(|name| table.wants(name)) {
        return table.end();
    }
    let element = |[i, j]: [usize; 2]| ((i * 3 + j) % 16) as i8 - 8;
    let dims = [1024, 1024];
    let tiled_of = TiledOf::with_dims(dims).unwrap();
    let bytes_of = BytesOf::with_dims(dims).unwrap();
    let mut packed = PackedBuffer::<i8, Tiled>::from_fn(element);
    let mut packed_of =
        PackedBuffer::<i8, TiledOf>::from_fn_with_layout(tiled_of, element).unwrap();
    let zeros = PackedBuffer::<i8, Layout>::zeroed_with_layout(Tiled::LAYOUT);
    let mut packed_layout = zeros.unwrap();
    packed_layout.copy_from(&packed).unwrap();
    let mut bytes = Buffer::<i8, Bytes>::zeroed();
    let mut bytes_of = Buffer::<i8, BytesOf>::zeroed_with_layout(bytes_of).unwrap();
    let mut bytes_layout = Buffer::<i8, Layout>::zeroed_with_layout(Bytes::LAYOUT).unwrap();
    let mut by_hand = vec![0i8; 1 << 20];
    let mut packed_by_hand = vec![0u8; 1 << 19];
    let per_element = |seconds: [f64; 4]| seconds.map(|time| time * 1e9 / (1 << 20) as f64);
    let seconds = least_in_turn([
        &mut || {
            unpack_by_hand(packed.as_bytes(), &mut by_hand);
            true
        },
        &mut || bytes.copy_from_packed(&packed).is_ok(),
        &mut || bytes_of.copy_from_packed(&packed_of).is_ok(),
        &mut || bytes_layout.copy_from_packed(&packed_layout).is_ok(),
    ]);
    assert_eq!(bytes.as_slice(), by_hand);
    assert_eq!(bytes_layout.as_slice(), by_hand);
    if table.wants(names[0]) {
        table.row(names[0], per_element(seconds), CONVERSION_AIMS);
    }
    if table.wants(names[1]) {
        let seconds = least_in_turn([
            &mut || pack_by_hand(&by_hand, &mut packed_by_hand),
            &mut || packed.try_copy_from(&bytes).is_ok(),
            &mut || packed_of.try_copy_from(&bytes_of).is_ok(),
            &mut || packed_layout.try_copy_from(&bytes_layout).is_ok(),
        ]);
        assert_eq!(packed.as_bytes(), packed_by_hand);
        table.row(names[1], per_element(seconds), CONVERSION_AIMS);
    }
    if table.wants(names[2]) {
        let seconds = least_in_turn([
            &mut || pack_by_hand(&by_hand, &mut packed_by_hand),
            &mut || packed.copy_from_saturating(&bytes).is_ok(),
            &mut || packed_of.copy_from_saturating(&bytes_of).is_ok(),
            &mut || packed_layout.copy_from_saturating(&bytes_layout).is_ok(),
        ]);
        table.row(names[2], per_element(seconds), CONVERSION_AIMS);
    }
    table.end()
}

pub(crate) fn run(words: &[String]) -> Score {
    let mut score = copies(words);
    score.add(conversions(words));
    score
}

fn copies(words: &[String]) -> Score {
    let heads = ["as s8", "static"];
    let mut table = Table::new("packed: ns an element", heads, words);
    type RowsOfBytes = layout!(S8[1024,1024]);
    type TiledBytes = layout!(S8[1024,1024]<1,0:T(8,128)(8,1)>);
    let element = |[i, j]: [usize; 2]| (i + j) as i8 % 8;
    let mut rows = PackedBuffer::<i8, Rows>::from_fn(element);
    let mut tiled = PackedBuffer::<i8, Tiled>::from_fn(element);
    let mut row_bytes = Buffer::<i8, RowsOfBytes>::from_fn(element);
    let mut tiled_bytes = Buffer::<i8, TiledBytes>::from_fn(element);
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
    let name = "a scale per tile   s4 T(8,128)(8,1) to f32";
    if table.wants(name) {
        let scales = vec![0.25; 128 * 8];
        let mut floats = Buffer::<f32, Floats>::zeroed();
        let mut by_hand = vec![0.0; Floats::PADDED_LEN];
        dequantize_by_hand(tiled.as_bytes(), &scales, &mut by_hand);
        dequantize(&tiled, &scales, &mut floats);
        assert_eq!(floats.as_slice(), by_hand, "{name}");
        let seconds = least_in_turn([
            &mut || dequantize_by_hand(tiled.as_bytes(), &scales, &mut by_hand),
            &mut || dequantize(&tiled, &scales, &mut floats),
        ]);
        table.row(name, per_element(seconds), [1.5]);
    }
    assert_eq!(rows.get([511, 640]), Some(element([511, 640])));
    assert_eq!(tiled.get([511, 640]), Some(element([511, 640])));
    table.end()
}
