//! Copies of packed elements, beside a loop by hand over nibbles.

use tiled_layout::{Buffer, Layout, PackedBuffer, layout};

use crate::measure::{Score, Table, least_in_turn};

type Floats = layout!(F32[1024,1024]<1,0:T(8,128)>);
type Rows = layout!(S4[1024,1024]<1,0:E(4)>);
type Tiled = layout!(S4[1024,1024]<1,0:T(8,128)(8,1)E(4)>);

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
        "copy_from_packed     s4 to s8, regions",
    ];
    if !names.iter().any(|name| table.wants(name)) {
        return table.end();
    }
    let element = |[i, j]: [usize; 2]| ((i * 3 + j) % 16) as i8 - 8;
    let dims = [1024, 1024];
    let tiled_of = TiledOf::with_dims(dims).unwrap();
    let bytes_of = BytesOf::with_dims(dims).unwrap();
    let mut packed = PackedBuffer::<i8, Tiled>::from_fn(element);
    let mut packed_of = PackedBuffer::<i8, TiledOf>::from_fn_with(tiled_of, element).unwrap();
    let zeros = PackedBuffer::<i8, Layout>::zeroed_with(Tiled::LAYOUT);
    let mut packed_layout = zeros.unwrap();
    packed_layout.copy_from(&packed).unwrap();
    let mut bytes = Buffer::<i8, Bytes>::zeroed();
    let mut bytes_of = Buffer::<i8, BytesOf>::zeroed_with(bytes_of).unwrap();
    let mut bytes_layout = Buffer::<i8, Layout>::zeroed_with(Bytes::LAYOUT).unwrap();
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
    macro_rules! packs {
        ($name:expr, $method:ident) => {
            if table.wants($name) {
                let seconds = least_in_turn([
                    &mut || pack_by_hand(&by_hand, &mut packed_by_hand),
                    &mut || packed.$method(&bytes).is_ok(),
                    &mut || packed_of.$method(&bytes_of).is_ok(),
                    &mut || packed_layout.$method(&bytes_layout).is_ok(),
                ]);
                assert_eq!(packed.as_bytes(), packed_by_hand);
                table.row($name, per_element(seconds), CONVERSION_AIMS);
            }
        };
    }
    packs!(names[1], try_copy_from);
    packs!(names[2], copy_from_saturating);
    if table.wants(names[3]) {
        let all = (1..1023, 1..1023);
        let seconds = least_in_turn([
            &mut || {
                unpack_by_hand(packed.as_bytes(), &mut by_hand);
                true
            },
            &mut || {
                let from = packed.region(all.clone());
                bytes
                    .region_mut(all.clone())
                    .unwrap()
                    .copy_from_packed(from.unwrap())
                    .is_ok()
            },
            &mut || {
                let from = packed_of.region(all.clone());
                bytes_of
                    .region_mut(all.clone())
                    .unwrap()
                    .copy_from_packed(from.unwrap())
                    .is_ok()
            },
            &mut || {
                let from = packed_layout.region(all.clone());
                bytes_layout
                    .region_mut(all.clone())
                    .unwrap()
                    .copy_from_packed(from.unwrap())
                    .is_ok()
            },
        ]);
        table.row(names[3], per_element(seconds), CONVERSION_AIMS);
    }
    table.end()
}

pub(crate) fn run(words: &[String]) -> Score {
    let mut score = copies(words);
    score.add(scaled(words));
    score.add(conversions(words));
    score.add(widths(words));
    score
}

fn copies(words: &[String]) -> Score {
    let heads = ["as s8", "static", "`?`", "`Layout`"];
    let mut table = Table::new("packed: ns an element", heads, words);
    type RowsOf = layout!(S4[?,?]<1,0:E(4)>);
    type TiledOf = layout!(S4[?,?]<1,0:T(8,128)(8,1)E(4)>);
    type RowsOfBytes = layout!(S8[1024,1024]);
    type TiledBytes = layout!(S8[1024,1024]<1,0:T(8,128)(8,1)>);
    let element = |[i, j]: [usize; 2]| (i + j) as i8 % 8;
    let mut rows = PackedBuffer::<i8, Rows>::from_fn(element);
    let mut tiled = PackedBuffer::<i8, Tiled>::from_fn(element);
    let dims = [1024, 1024];
    let (rows_of, tiled_of) = (RowsOf::with_dims(dims), TiledOf::with_dims(dims));
    let mut rows_of = PackedBuffer::<i8, _>::zeroed_with(rows_of.unwrap()).unwrap();
    let mut tiled_of = PackedBuffer::<i8, _>::zeroed_with(tiled_of.unwrap()).unwrap();
    let mut rows_layout = PackedBuffer::<i8, _>::zeroed_with(Rows::LAYOUT).unwrap();
    let mut tiled_layout = PackedBuffer::<i8, _>::zeroed_with(Tiled::LAYOUT).unwrap();
    let mut row_bytes = Buffer::<i8, RowsOfBytes>::from_fn(element);
    let mut tiled_bytes = Buffer::<i8, TiledBytes>::from_fn(element);
    let per_element = |seconds: [f64; 4]| seconds.map(|time| time * 1e9 / (1 << 20) as f64);
    let name = "copy_from          s4 T(8,128)(8,1) to rows";
    if table.wants(name) {
        let seconds = least_in_turn([
            &mut || row_bytes.copy_from(&tiled_bytes).is_ok(),
            &mut || rows.copy_from(&tiled).is_ok(),
            &mut || rows_of.copy_from(&tiled_of).is_ok(),
            &mut || rows_layout.copy_from(&tiled_layout).is_ok(),
        ]);
        table.row(name, per_element(seconds), [max_ratio(4); 3]);
    }
    let name = "copy_from          s4 rows to T(8,128)(8,1)";
    if table.wants(name) {
        let seconds = least_in_turn([
            &mut || tiled_bytes.copy_from(&row_bytes).is_ok(),
            &mut || tiled.copy_from(&rows).is_ok(),
            &mut || tiled_of.copy_from(&rows_of).is_ok(),
            &mut || tiled_layout.copy_from(&rows_layout).is_ok(),
        ]);
        table.row(name, per_element(seconds), [max_ratio(4); 3]);
    }
    assert_eq!(rows.get([511, 640]), Some(element([511, 640])));
    assert_eq!(tiled.get([511, 640]), Some(element([511, 640])));
    table.end()
}

/// Dequantising: a scale for each tile.
fn scaled(words: &[String]) -> Score {
    let mut table = Table::new("packed: ns an element", ["by hand", "static"], words);
    let tiled = PackedBuffer::<i8, Tiled>::from_fn(|[i, j]| (i + j) as i8 % 8);
    let per_element = |seconds: [f64; 2]| seconds.map(|time| time * 1e9 / (1 << 20) as f64);
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
    table.end()
}

/// Copies of elements of each width to rows, beside the same array as S8.
fn widths(words: &[String]) -> Score {
    let mut table = Table::new("packed: ns an element", ["as s8", "`Layout`"], words);
    let pair = |element: &str, bits: usize| {
        ["{1,0:T(8,128)}", "{1,0}"].map(|order| {
            let layout = Layout::parse(&format!("{element}[1024,1024]{order}")).unwrap();
            layout.with_element_bits(bits).unwrap()
        })
    };
    let plain = pair("s8", 8).map(|layout| Buffer::<i8, Layout>::zeroed_with(layout).unwrap());
    let [bytes, mut byte_rows] = plain;
    for (element, bits) in [
        ("s1", 1),
        ("s2", 2),
        ("s2", 3),
        ("s4", 5),
        ("s4", 6),
        ("s4", 7),
    ] {
        let name = format!("copy_from          {bits} bits, T(8,128) to rows");
        if !table.wants(&name) {
            continue;
        }
        let arrays = pair(element, bits);
        let arrays = arrays.map(|l| PackedBuffer::<i8, Layout>::zeroed_with(l).unwrap());
        let [tiled, mut rows] = arrays;
        let seconds = least_in_turn([&mut || byte_rows.copy_from(&bytes).is_ok(), &mut || {
            rows.copy_from(&tiled).is_ok()
        }]);
        let per_element = seconds.map(|time| time * 1e9 / (1 << 20) as f64);
        table.row(&name, per_element, [max_ratio(bits)]);
    }
    table.end()
}
