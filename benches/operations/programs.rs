//! Programs that new users write first, the way they write them, beside hand-written loops over slices
//! with the same results. Most are examples too: `examples/normalise.rs`, `examples/kv_cache.rs`.

use std::error::Error;
use std::hint::black_box;

use ndarray::{Array2, s};
use tiled_layout::{Array, Buffer, Layout, Mapping, PackedBuffer, View, ViewMut, Zip, layout};

use crate::table::Table;

/// The target: the largest ratio.
const AIM: [f64; 1] = [1.5];

/// The position of an element of f32 in tiles T(8,128), of which a row of tiles has `tiles`.
#[inline]
fn position(i: usize, j: usize, tiles: usize) -> usize {
    (i / 8 * tiles + j / 128) * 1024 + i % 8 * 128 + j % 128
}

/// The slices of row `i` of an array of `columns` columns in tiles T(8,128).
#[inline]
fn row_slices(memory: &[f32], i: usize, columns: usize) -> impl Iterator<Item = &[f32]> + Clone {
    let tiles = columns.div_ceil(128);
    let start = i / 8 * tiles * 1024 + i % 8 * 128;
    (0..tiles).map(move |tile| {
        let len = (columns - tile * 128).min(128);
        &memory[start + tile * 1024..][..len]
    })
}

fn number(index: [usize; 2]) -> f32 {
    ((index[0] * 31 + index[1] * 17) % 64) as f32
}

pub(crate) fn run(table: &mut Table) {
    table.section("programs", "by hand", &["natural"]);
    dump(table);
    normalise(table);
    cache(table);
    int4(table);
    convolution(table);
    text(table);
    matrices(table);
    of_ndarray(table);
    constants(table);
}

/// A dump of bf16: sums of rows, and rows of f32.
fn dump(table: &mut Table) {
    type Weights = layout!(BF16[300,500]<1,0:T(8,128)(2,1)>);
    type Rows = layout!(F32[300,500]);

    fn f32_of(x: u16) -> f32 {
        f32::from_bits(u32::from(x) << 16)
    }

    /// The elements of row `i`, every second one in a tile.
    #[inline]
    fn row(memory: &[u16], i: usize) -> impl Iterator<Item = &[u16; 2]> {
        let start = i / 8 * 4096 + i % 8 / 2 * 256;
        (0..4).flat_map(move |tile| {
            let len = (500 - tile * 128).min(128);
            memory[start + tile * 1024..][..2 * len].as_chunks().0
        })
    }

    #[inline(never)]
    fn sums(weights: &Buffer<u16, Weights>) -> Vec<f32> {
        let rows = weights.rows();
        rows.map(|row| row.iter().map(|&x| f32_of(x)).sum())
            .collect()
    }

    #[inline(never)]
    fn sums_by_hand(memory: &[u16]) -> Vec<f32> {
        let sum = |i| row(memory, i).fold(0.0, |sum, pair| sum + f32_of(pair[i % 2]));
        (0..300).map(sum).collect()
    }

    #[inline(never)]
    fn widen(rows: &mut Buffer<f32, Rows>, weights: &Buffer<u16, Weights>) {
        let _ = rows.copy_from_map(weights, f32_of);
    }

    #[inline(never)]
    fn widen_by_hand(rows: &mut [f32], memory: &[u16]) {
        for (i, to) in rows.as_chunks_mut::<500>().0.iter_mut().enumerate() {
            for (to, pair) in to.iter_mut().zip(row(memory, i)) {
                *to = f32_of(pair[i % 2]);
            }
        }
    }

    let value = |index| (number(index).to_bits() >> 16) as u16;
    let weights = Buffer::<u16, Weights>::from_fn(value);
    assert_eq!(sums(&weights), sums_by_hand(weights.as_slice()));
    table.row(
        "program: bf16, sums of rows",
        300 * 500,
        AIM,
        [&mut || sums_by_hand(weights.as_slice()), &mut || {
            sums(&weights)
        }],
    );
    let (mut rows, mut by_hand) = (Buffer::<f32, Rows>::zeroed(), vec![0.0; 300 * 500]);
    widen(&mut rows, &weights);
    widen_by_hand(&mut by_hand, weights.as_slice());
    assert_eq!(rows.as_slice(), by_hand);
    table.row(
        "program: bf16 to rows of f32",
        300 * 500,
        AIM,
        [
            &mut || widen_by_hand(&mut by_hand, weights.as_slice()),
            &mut || widen(&mut rows, &weights),
        ],
    );
}

/// Rows with mean 0 and variance 1: one function for all kinds of layouts, and for regions.
fn normalise(table: &mut Table) {
    type Static = layout!(F32[300,500]<1,0:T(8,128)>);
    type Partial = layout!(F32[?,500]<1,0:T(8,128)>);

    #[inline(never)]
    fn natural<M: Mapping>(array: &mut ViewMut<'_, f32, M>) {
        for mut row in array.axis_iter_mut(0) {
            let len = row.len() as f32;
            let mean = row.iter().sum::<f32>() / len;
            let variance = row.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / len;
            let scale = 1.0 / (variance + 1e-5).sqrt();
            row.map_inplace(|x| *x = (*x - mean) * scale);
        }
    }

    #[inline(never)]
    fn by_hand(memory: &mut [f32]) {
        for i in 0..300 {
            let row = row_slices(memory, i, 500);
            let len = 500.0;
            let mean = row.clone().flatten().sum::<f32>() / len;
            let square = |x: &f32| (x - mean) * (x - mean);
            let variance = row.flatten().map(square).sum::<f32>() / len;
            let scale = 1.0 / (variance + 1e-5).sqrt();
            for tile in 0..4 {
                let len = (500 - tile * 128).min(128);
                for x in &mut memory[i / 8 * 4096 + i % 8 * 128 + tile * 1024..][..len] {
                    *x = (*x - mean) * scale;
                }
            }
        }
    }

    let layout: Layout = black_box(Static::LAYOUT);
    let ranked = layout.ranked::<2>().unwrap_or_else(|e| panic!("{e}"));
    let partial = Partial::with_dims(black_box([300, 500])).unwrap_or_else(|e| panic!("{e}"));
    let mut memory = Buffer::<f32, Static>::from_fn(number).as_slice().to_vec();
    let mut of_static = memory.clone();
    let (mut of_partial, mut of_ranked, mut of_layout) =
        (memory.clone(), memory.clone(), memory.clone());
    by_hand(&mut memory);
    let mut around = Buffer::<f32, layout!(F32[320,520]<1,0:T(8,128)>)>::from_elem(1.0);
    macro_rules! row {
        ($name:literal, $view:expr) => {{
            let mut view = $view;
            natural(&mut view);
            table.row(
                concat!("program: normalise rows, ", $name),
                300 * 500,
                AIM,
                [&mut || by_hand(&mut memory), &mut || natural(&mut view)],
            );
        }};
    }
    row!("static", Static::view_mut(&mut of_static).unwrap());
    row!("`?`", partial.view_mut(&mut of_partial).unwrap());
    row!(
        "ranked `Layout`",
        Array::new(ranked, &mut of_ranked[..]).unwrap()
    );
    row!("`Layout`", layout.view_mut(&mut of_layout).unwrap());
    row!("region", around.region_mut((10..310, 20..)).unwrap());
    assert_eq!(of_static.len(), of_layout.len());
}

/// A cache of keys and values of 300 tokens: layer, kind, token, feature.
fn cache(table: &mut Table) {
    const FEATURES: usize = 1024;
    type Cache = layout!(F32[4,2,300,1024]<3,2,1,0:T(8,128)>);
    type CacheOf = layout!(F32[4,2,?,1024]<3,2,1,0:T(8,128)>);

    #[inline(never)]
    fn append<M: Mapping<Index = [usize; 4]>>(
        cache: &mut ViewMut<'_, f32, M>,
        (layer, kv, token): (usize, usize, usize),
        row: &[f32],
    ) -> Result<(), Box<dyn Error>> {
        cache
            .region_mut((layer, kv, token, ..))?
            .copy_from_row_major(row)?;
        Ok(())
    }

    #[inline(never)]
    fn append_by_hand(
        memory: &mut [f32],
        (layer, kv, token): (usize, usize, usize),
        row: &[f32],
    ) -> Result<(), Box<dyn Error>> {
        if layer >= 4 || kv >= 2 || token >= 300 || row.len() != FEATURES {
            return Err("out of bounds".into());
        }
        let start = ((layer * 2 + kv) * 38 + token / 8) * 8 * 1024 + token % 8 * 128;
        for (tile, from) in row.as_chunks::<128>().0.iter().enumerate() {
            memory[start + tile * 1024..][..128].copy_from_slice(from);
        }
        Ok(())
    }

    #[inline(never)]
    fn head(cache: &Buffer<f32, Cache>, head: usize) -> Vec<f32> {
        let features = head * 128..(head + 1) * 128;
        let region = cache.region((2, 1, .., features));
        region.map(|head| head.to_row_major()).unwrap_or_default()
    }

    #[inline(never)]
    fn head_by_hand(memory: &[f32], head: usize) -> Vec<f32> {
        let mut rows = Vec::with_capacity(300 * 128);
        for token in 0..300 {
            let start = ((5 * 38 + token / 8) * 8 + head) * 1024 + token % 8 * 128;
            rows.extend_from_slice(&memory[start..start + 128]);
        }
        rows
    }

    #[inline(never)]
    fn scores(cache: &Buffer<f32, Cache>, head: usize, query: &[f32; 128]) -> Vec<f32> {
        let Ok(keys) = cache.region((2, 0, .., head * 128..(head + 1) * 128)) else {
            return Vec::new();
        };
        let keys = keys.rows();
        keys.map(|key| key.iter().zip(query).map(|(k, q)| k * q).sum())
            .collect()
    }

    #[inline(never)]
    fn scores_by_hand(memory: &[f32], head: usize, query: &[f32; 128]) -> Vec<f32> {
        let score = |token: usize| {
            let start = ((4 * 38 + token / 8) * 8 + head) * 1024 + token % 8 * 128;
            let key = &memory[start..start + 128];
            key.iter().zip(query).map(|(k, q)| k * q).sum()
        };
        (0..300).map(score).collect()
    }

    let row: Vec<f32> = (0..FEATURES).map(|j| j as f32).collect();
    let mut cache = Buffer::<f32, Cache>::from_fn(|[l, kv, t, j]| number([l + kv + t, j]));
    let mut memory = cache.as_slice().to_vec();
    let mut of_partial = memory.clone();
    let mut of_layout = memory.clone();
    let partial = CacheOf::with_dims(black_box([4, 2, 300, 1024])).unwrap();
    let layout: Layout = black_box(Cache::LAYOUT);
    let ranked = layout.ranked::<4>().unwrap();
    let tokens = || (0..256).map(|token| black_box((token % 4, token % 2, token)));
    macro_rules! append_row {
        ($name:literal, $view:expr) => {{
            let mut view = $view;
            table.row(
                concat!("program: cache, append a token, ", $name),
                256 * FEATURES,
                AIM,
                [
                    &mut || tokens().all(|at| append_by_hand(&mut memory, at, &row).is_ok()),
                    &mut || tokens().all(|at| append(&mut view, at, &row).is_ok()),
                ],
            );
        }};
    }
    append_row!("static", cache.view_mut());
    append_row!("`?`", partial.view_mut(&mut of_partial).unwrap());
    append_row!(
        "ranked `Layout`",
        Array::new(ranked, &mut of_layout[..]).unwrap()
    );
    assert!(tokens().all(|at| append(&mut cache.view_mut(), at, &row).is_ok()));
    assert!(tokens().all(|at| append_by_hand(&mut memory, at, &row).is_ok()));
    assert_eq!(cache.as_slice(), memory);

    assert_eq!(head(&cache, 3), head_by_hand(&memory, 3));
    table.row(
        "program: cache, a head of 300x128 to rows",
        300 * 128,
        AIM,
        [&mut || head_by_hand(&memory, black_box(3)), &mut || {
            head(&cache, black_box(3))
        }],
    );
    let query = [0.5; 128];
    assert_eq!(
        scores(&cache, 3, &query),
        scores_by_hand(&memory, 3, &query)
    );
    table.row(
        "program: cache, scores of 300 keys",
        300 * 128,
        AIM,
        [
            &mut || scores_by_hand(&memory, black_box(3), &query),
            &mut || scores(&cache, black_box(3), &query),
        ],
    );
}

/// Weights of 4 bits with a scale per row.
fn int4(table: &mut Table) {
    type Rows = layout!(F32[130,300]);
    type Weights = layout!(S4[130,300]<1,0:T(8,128)(8,1)E(4)>);

    #[inline(never)]
    fn scales(weights: &Buffer<f32, Rows>) -> Vec<f32> {
        let rows = weights.rows();
        rows.map(|row| row.iter().fold(0.0, |max: f32, x| max.max(x.abs())) / 7.0)
            .collect()
    }

    #[inline(never)]
    fn scales_by_hand(rows: &[f32]) -> Vec<f32> {
        let rows = rows.as_chunks::<300>().0.iter();
        rows.map(|row| row.iter().fold(0.0, |max: f32, x| max.max(x.abs())) / 7.0)
            .collect()
    }

    #[inline(never)]
    fn quantize(to: &mut PackedBuffer<i8, Weights>, from: &Buffer<f32, Rows>, scales: &[f32]) {
        let _ = to.copy_from_indexed_map(from, |[i, _], x| (x / scales[i]).round() as i8);
    }

    #[inline(never)]
    fn quantize_by_hand(to: &mut [u8], from: &[f32], scales: &[f32]) {
        for (i, row) in from.as_chunks::<300>().0.iter().enumerate() {
            let (scale, shift) = (scales[i], i % 2 * 4);
            for (j, x) in row.iter().enumerate() {
                let at = ((i / 8 * 3 + j / 128) * 1024 + j % 128 * 8 + i % 8) / 2;
                let value = (x / scale).round() as i8 as u8 & 0xF;
                to[at] = to[at] & !(0xF << shift) | value << shift;
            }
        }
    }

    #[inline(never)]
    fn dequantize(to: &mut Buffer<f32, Rows>, from: &PackedBuffer<i8, Weights>, scales: &[f32]) {
        let _ = to.copy_from_indexed_map(from, |[i, _], x| f32::from(x) * scales[i]);
    }

    #[inline(never)]
    fn dequantize_by_hand(to: &mut [f32], from: &[u8], scales: &[f32]) {
        for (i, row) in to.as_chunks_mut::<300>().0.iter_mut().enumerate() {
            let (scale, shift) = (scales[i], 4 - i % 2 * 4);
            for (j, x) in row.iter_mut().enumerate() {
                let at = ((i / 8 * 3 + j / 128) * 1024 + j % 128 * 8 + i % 8) / 2;
                *x = f32::from((from[at] << shift) as i8 >> 4) * scale;
            }
        }
    }

    let elements = 130 * 300;
    let weights = Buffer::<f32, Rows>::from_fn(|index| number(index) - 31.0);
    let found = scales(&weights);
    assert_eq!(found, scales_by_hand(weights.as_slice()));
    table.row(
        "program: int4, scales of rows",
        elements,
        AIM,
        [&mut || scales_by_hand(weights.as_slice()), &mut || {
            scales(&weights)
        }],
    );
    let mut packed = PackedBuffer::<i8, Weights>::zeroed();
    let mut bytes = packed.as_bytes().to_vec();
    quantize(&mut packed, &weights, &found);
    quantize_by_hand(&mut bytes, weights.as_slice(), &found);
    assert_eq!(packed.as_bytes(), bytes);
    table.row(
        "program: int4, quantize",
        elements,
        AIM,
        [
            &mut || quantize_by_hand(&mut bytes, weights.as_slice(), &found),
            &mut || quantize(&mut packed, &weights, &found),
        ],
    );
    let (mut floats, mut by_hand) = (Buffer::<f32, Rows>::zeroed(), vec![0.0; elements]);
    dequantize(&mut floats, &packed, &found);
    dequantize_by_hand(&mut by_hand, &bytes, &found);
    assert_eq!(floats.as_slice(), by_hand);
    table.row(
        "program: int4, dequantize",
        elements,
        AIM,
        [
            &mut || dequantize_by_hand(&mut by_hand, &bytes, &found),
            &mut || dequantize(&mut floats, &packed, &found),
        ],
    );
}

/// A 3x3 convolution of 32 channels of 56x56 to 16 channels, with a border of 1.
fn convolution(table: &mut Table) {
    type Weights = layout!(F32[16,32,3,3]);

    #[inline(never)]
    fn natural<A, O>(
        image: View<'_, f32, A>,
        weights: &Buffer<f32, Weights>,
        output: &mut ViewMut<'_, f32, O>,
    ) -> Result<(), Box<dyn Error>>
    where
        A: Mapping<Index = [usize; 3]>,
        O: Mapping<Index = [usize; 3]>,
    {
        output.fill(0.0);
        for (k, mut channel) in output.axis_iter_mut(0).enumerate() {
            for ([c, y, x], &weight) in weights.index_axis(0, k).indexed_iter() {
                let shifted = image.region((c, y..y + 56, x..x + 56))?;
                Zip::from(&mut channel)
                    .and(shifted)
                    .for_each(|sum, x| *sum += weight * x);
            }
        }
        Ok(())
    }

    /// `image(c, y)` and `output(k, y)` are positions of the first pixels of rows, `STEP` the distance
    /// of pixels.
    #[inline(always)]
    fn by_hand<const STEP: usize>(
        (image, at): (&[f32], impl Fn(usize, usize) -> usize),
        weights: &[f32],
        (output, to): (&mut [f32], impl Fn(usize, usize) -> usize),
    ) {
        output.fill(0.0);
        for k in 0..16 {
            for c in 0..32 {
                for shift in 0..9 {
                    let weight = weights[(k * 32 + c) * 9 + shift];
                    for y in 0..56 {
                        let from = &image[at(c, y + shift / 3) + shift % 3 * STEP..];
                        let from = &from[..55 * STEP + 1];
                        let to = &mut output[to(k, y)..][..55 * STEP + 1];
                        for (sum, x) in to.iter_mut().step_by(STEP).zip(from.iter().step_by(STEP)) {
                            *sum += weight * x;
                        }
                    }
                }
            }
        }
    }

    #[inline(never)]
    fn by_hand_tiled(image: &[f32], weights: &[f32], output: &mut [f32]) {
        let image = (image, |c: usize, y: usize| {
            (c * 8 + y / 8) * 1024 + y % 8 * 128
        });
        let output = (output, |k: usize, y: usize| {
            (k * 7 + y / 8) * 1024 + y % 8 * 128
        });
        by_hand::<1>(image, weights, output);
    }

    #[inline(never)]
    fn by_hand_blocked(image: &[f32], weights: &[f32], output: &mut [f32]) {
        let image = (image, |c: usize, y: usize| {
            (c / 16 * 58 + y) * 58 * 16 + c % 16
        });
        let output = (output, |k: usize, y: usize| y * 56 * 16 + k);
        by_hand::<16>(image, weights, output);
    }

    let pixel = |[c, y, x]: [usize; 3]| number([c + y, x]);
    let weights = Buffer::<f32, Weights>::from_fn(|[k, c, y, x]| number([k + c, y * 3 + x]));
    macro_rules! row {
        ($name:literal, $by_hand:ident, $image:ty, $output:ty) => {{
            let image = Buffer::<f32, $image>::from_fn(pixel);
            let mut output = Buffer::<f32, $output>::zeroed();
            let mut expected = output.as_slice().to_vec();
            let mut view = output.view_mut();
            let done = natural(image.view(), &weights, &mut view);
            $by_hand(image.as_slice(), weights.as_slice(), &mut expected);
            assert!(done.is_ok() && view.as_slice() == expected);
            table.row(
                concat!("program: 3x3 convolution, ", $name),
                16 * 32 * 9 * 56 * 56,
                AIM,
                [
                    &mut || {
                        $by_hand(image.as_slice(), weights.as_slice(), &mut expected);
                        true
                    },
                    &mut || natural(image.view(), &weights, &mut view).is_ok(),
                ],
            );
        }};
    }
    row!(
        "T(8,128)",
        by_hand_tiled,
        layout!(F32[32,58,58]<2,1,0:T(8,128)>),
        layout!(F32[16,56,56]<2,1,0:T(8,128)>)
    );
    row!(
        "nChw16c",
        by_hand_blocked,
        layout!(F32[32,58,58]<2,1,0:T(16,1,1)>),
        layout!(F32[16,56,56]<2,1,0:T(16,1,1)>)
    );
}

/// A text and bytes from outside.
fn text(table: &mut Table) {
    const TEXT: &str = "f32[300,500]{1,0:T(8,128)}";

    #[inline(never)]
    fn sum(text: &str, bytes: &[u8]) -> Result<f32, Box<dyn Error>> {
        let layout = Layout::parse(text)?;
        Ok(layout.view_bytes::<f32>(bytes)?.iter().sum())
    }

    #[inline(never)]
    fn row_sum(text: &str, bytes: &[u8], row: usize) -> Result<f32, Box<dyn Error>> {
        let layout = Layout::parse(text)?;
        let matrix = layout.view_bytes::<f32>(bytes)?;
        Ok(matrix.region((row, ..))?.iter().sum())
    }

    #[inline(never)]
    fn memory_of<'a>(text: &str, bytes: &'a [u8]) -> Result<&'a [f32], Box<dyn Error>> {
        let layout = Layout::parse(text)?;
        if bytes.len() != layout.padded_bytes() {
            return Err("another length".into());
        }
        bytemuck::try_cast_slice(bytes).map_err(|error| error.to_string().into())
    }

    #[inline(never)]
    fn row_sum_by_hand(text: &str, bytes: &[u8], row: usize) -> Result<f32, Box<dyn Error>> {
        let slices = row_slices(memory_of(text, bytes)?, row, 500);
        Ok(slices.fold(0.0, |sum, run| run.iter().fold(sum, |sum, x| sum + x)))
    }

    #[inline(never)]
    fn sum_by_hand(text: &str, bytes: &[u8]) -> Result<f32, Box<dyn Error>> {
        let memory = memory_of(text, bytes)?;
        let slices = (0..300).flat_map(|row| row_slices(memory, row, 500));
        Ok(slices.fold(0.0, |sum, run| run.iter().fold(sum, |sum, x| sum + x)))
    }

    let buffer = Buffer::<f32, layout!(F32[300,500]<1,0:T(8,128)>)>::from_fn(number);
    let bytes = buffer.as_bytes();
    let ok = |found: Result<f32, Box<dyn Error>>| found.unwrap_or(f32::NAN);
    assert_eq!(ok(sum(TEXT, bytes)), ok(sum_by_hand(TEXT, bytes)));
    table.row(
        "program: text and bytes, sum",
        300 * 500,
        AIM,
        [&mut || ok(sum_by_hand(black_box(TEXT), bytes)), &mut || {
            ok(sum(black_box(TEXT), bytes))
        }],
    );
    assert_eq!(
        ok(row_sum(TEXT, bytes, 17)),
        ok(row_sum_by_hand(TEXT, bytes, 17))
    );
    let rows = |f: &dyn Fn(usize) -> f32| (0..300).map(f).sum::<f32>();
    table.row(
        "program: text and bytes, a row",
        300 * 500,
        AIM,
        [
            &mut || rows(&|row| ok(row_sum_by_hand(black_box(TEXT), bytes, row))),
            &mut || rows(&|row| ok(row_sum(black_box(TEXT), bytes, row))),
        ],
    );
}

/// A large matrix: rows in place, and blocks.
fn matrices(table: &mut Table) {
    type Large = layout!(F32[1000,1500]<1,0:T(8,128)>);

    #[inline(never)]
    fn scale_rows(matrix: &mut Buffer<f32, Large>) {
        for mut row in matrix.rows_mut() {
            let largest = row.iter().copied().fold(0.0, f32::max);
            row.map_inplace(|x| *x /= largest);
        }
    }

    #[inline(never)]
    fn scale_rows_by_hand(memory: &mut [f32]) {
        for i in 0..1000 {
            let row = row_slices(memory, i, 1500);
            let largest = row.fold(0.0, |max, run| run.iter().copied().fold(max, f32::max));
            for tile in 0..12 {
                let len = (1500 - tile * 128).min(128);
                for x in &mut memory[position(i, 0, 12) + tile * 1024..][..len] {
                    *x /= largest;
                }
            }
        }
    }

    #[inline(never)]
    fn block_sums(matrix: &Buffer<f32, Large>) -> f64 {
        let blocks = matrix.blocks([8, 512]);
        blocks
            .map(|block| f64::from(block.iter().sum::<f32>()))
            .sum()
    }

    #[inline(never)]
    fn block_sums_by_hand(memory: &[f32]) -> f64 {
        let mut total = 0.0;
        for (i, block) in (0..125).flat_map(|i| (0..3).map(move |block| (i, block))) {
            let mut sum = 0.0;
            for row in 0..8 {
                for tile in block * 4..block * 4 + 4 {
                    let len = (1500 - tile * 128).min(128);
                    let start = (i * 12 + tile) * 1024 + row * 128;
                    sum = memory[start..start + len]
                        .iter()
                        .fold(sum, |sum, x| sum + x);
                }
            }
            total += f64::from(sum);
        }
        total
    }

    let mut matrix = Buffer::<f32, Large>::from_fn(|index| number(index) + 1.0);
    let mut memory = matrix.as_slice().to_vec();
    scale_rows(&mut matrix);
    scale_rows_by_hand(&mut memory);
    assert_eq!(matrix.as_slice(), memory);
    table.row(
        "program: matrix, rows_mut",
        1000 * 1500,
        AIM,
        [&mut || scale_rows_by_hand(&mut memory), &mut || {
            scale_rows(&mut matrix)
        }],
    );
    assert_eq!(block_sums(&matrix), block_sums_by_hand(&memory));
    table.row(
        "program: matrix, sums of blocks",
        1000 * 1500,
        AIM,
        [&mut || block_sums_by_hand(&memory), &mut || {
            block_sums(&matrix)
        }],
    );
    #[cfg(feature = "rayon")]
    parallel(table, &mut matrix);
}

/// The same on all cores.
#[cfg(feature = "rayon")]
fn parallel(table: &mut Table, matrix: &mut Buffer<f32, layout!(F32[1000,1500]<1,0:T(8,128)>)>) {
    use rayon::prelude::*;

    let mut memory = matrix.as_slice().to_vec();
    let rows_of_tiles = |memory: &mut [f32]| {
        memory.par_chunks_mut(12 * 1024).for_each(|tiles| {
            for i in 0..8 {
                let row = row_slices(tiles, i, 1500);
                let largest = row.fold(0.0, |max, run| run.iter().copied().fold(max, f32::max));
                for tile in 0..12 {
                    let len = (1500 - tile * 128).min(128);
                    for x in &mut tiles[i * 128 + tile * 1024..][..len] {
                        *x /= largest;
                    }
                }
            }
        });
    };
    table.row(
        "program: matrix, rows_mut in parallel",
        1000 * 1500,
        AIM,
        [&mut || rows_of_tiles(&mut memory), &mut || {
            matrix.rows_mut().into_par_iter().for_each(|mut row| {
                let largest = row.iter().copied().fold(0.0, f32::max);
                row.map_inplace(|x| *x /= largest);
            });
        }],
    );
}

/// Slices of `ndarray`, also backwards.
fn of_ndarray(table: &mut Table) {
    type Tiled = layout!(F32[300,250]<1,0:T(8,128)>);

    #[inline(never)]
    fn natural(tiled: &mut Buffer<f32, Tiled>, array: &Array2<f32>) -> bool {
        let slice = array.slice(s![..;-2, ..;4]);
        tiled.copy_from(&slice).is_ok()
    }

    #[inline(never)]
    fn by_hand(memory: &mut [f32], array: &[f32]) -> bool {
        for i in 0..300 {
            for j in 0..250 {
                memory[position(i, j, 2)] = array[(599 - 2 * i) * 1000 + 4 * j];
            }
        }
        true
    }

    #[inline(never)]
    fn back(tiled: &Buffer<f32, Tiled>) -> Array2<f32> {
        tiled.to_ndarray()
    }

    #[inline(never)]
    fn back_by_hand(memory: &[f32]) -> Array2<f32> {
        let mut rows = Vec::with_capacity(300 * 250);
        for i in 0..300 {
            for run in row_slices(memory, i, 250) {
                rows.extend_from_slice(run);
            }
        }
        Array2::from_shape_vec((300, 250), rows).unwrap_or_default()
    }

    let array = Array2::from_shape_fn((600, 1000), |(i, j)| number([i, j]));
    let Some(elements) = array.as_slice() else {
        return;
    };
    let mut tiled = Buffer::<f32, Tiled>::zeroed();
    let mut memory = tiled.as_slice().to_vec();
    natural(&mut tiled, &array);
    by_hand(&mut memory, elements);
    assert_eq!(tiled.as_slice(), memory);
    table.row(
        "program: ndarray, backwards into tiles",
        300 * 250,
        AIM,
        [&mut || by_hand(&mut memory, elements), &mut || {
            natural(&mut tiled, &array)
        }],
    );
    assert_eq!(back(&tiled), back_by_hand(&memory));
    table.row(
        "program: ndarray, of tiles",
        300 * 250,
        AIM,
        [&mut || back_by_hand(&memory), &mut || back(&tiled)],
    );
}

/// A table in a `static`.
fn constants(table: &mut Table) {
    type Tiled = layout!(F32[24,200]<1,0:T(8,128)>);

    static TABLE: Array<[f32; Tiled::PADDED_LEN], Tiled> =
        Array::from_array([1.5; Tiled::PADDED_LEN]);

    #[inline(never)]
    fn sums() -> [f32; 24] {
        let mut sums = [0.0; 24];
        for (sum, row) in sums.iter_mut().zip(TABLE.rows()) {
            *sum = row.iter().sum();
        }
        sums
    }

    #[inline(never)]
    fn sums_by_hand() -> [f32; 24] {
        let mut sums = [0.0; 24];
        for (i, sum) in sums.iter_mut().enumerate() {
            let row = row_slices(TABLE.as_slice(), i, 200);
            *sum = row.fold(0.0, |sum, run| run.iter().fold(sum, |sum, x| sum + x));
        }
        sums
    }

    #[inline(never)]
    fn columns() -> f32 {
        TABLE
            .axis_iter(1)
            .map(|column| column[[23]] - column[[0]])
            .sum()
    }

    #[inline(never)]
    fn columns_by_hand() -> f32 {
        let table = TABLE.as_slice();
        let difference = |j| table[position(23, j, 2)] - table[position(0, j, 2)];
        (0..200).map(difference).sum()
    }

    let repeat = |f: &dyn Fn() -> [f32; 24]| (0..16).fold(0.0, |sum, _| sum + f()[23]);
    assert_eq!(sums(), sums_by_hand());
    table.row(
        "program: constants, sums of rows of a `static`",
        16 * 24 * 200,
        AIM,
        [&mut || repeat(&sums_by_hand), &mut || repeat(&sums)],
    );
    assert_eq!(columns(), columns_by_hand());
    let repeat = |f: &dyn Fn() -> f32| (0..64).fold(0.0, |sum, _| sum + f());
    table.row(
        "program: constants, two elements of each column",
        64 * 200,
        AIM,
        [&mut || repeat(&columns_by_hand), &mut || repeat(&columns)],
    );
}
