//! Copies that run once: one tile, and with padding.

use std::hint::black_box;

use tiled_layout::{CopyPlan, Layout, layout};

use crate::buffers::Pages;
use crate::timing::time;

const MATRIX: Layout = <layout!(F32[1000,1000])>::LAYOUT;
const TILE: Layout = <layout!(F32[8,128]<1,0:T(8,128)>)>::LAYOUT;
/// One tile of 4 KiB out of a row-major matrix, by a plan made while this program compiled.
const ONE_TILE: CopyPlan =
    match CopyPlan::const_region((&MATRIX, &[504, 512]), (&TILE, &[0, 0]), &[8, 128]) {
        Ok(plan) => plan,
        Err(_) => panic!(),
    };

pub(crate) fn run() {
    one_tile();
    filling();
    println!();
}

/// The mean over destinations at several offsets within a page, since the time of both copies
/// depends on the offset.
fn one_tile() {
    let (matrix, from) = (Pages::new(MATRIX.padded_bytes()), Pages::new(4096));
    let [mut tiles, mut copies] = [Pages::new(8192), Pages::new(8192)];
    let matrix = matrix.bytes(0, MATRIX.padded_bytes());
    let mut ns = [0.0; 2];
    for offset in (0..4096).step_by(256) {
        let tile = tiles.bytes_mut(offset, 4096);
        let to = copies.bytes_mut(offset, 4096);
        let from = from.bytes(0, 4096);
        let seconds = time(
            512,
            [
                &mut || {
                    let tile = black_box(&mut *tile);
                    ONE_TILE.run_bytes(black_box(matrix), tile).unwrap();
                },
                &mut || black_box(&mut *to).copy_from_slice(black_box(from)),
            ],
        );
        for (ns, seconds) in ns.iter_mut().zip(seconds) {
            *ns += seconds * 1e9 / 16.0;
        }
    }
    let [ns, memcpy_ns] = ns;
    let ratio = ns / memcpy_ns;
    println!("one tile of 4 KiB: {ns:.1} ns, memcpy {memcpy_ns:.1} ns, {ratio:.2} times its time");
}

/// Copies that also write padding, of dimensions that no tile divides.
fn filling() {
    for (size, [m, n]) in [("8MiB", [2014, 2027]), ("256MiB", [11402, 11470])] {
        for (element, tiles) in [
            ("bf16", "T(8,128)(2,1)"),
            ("u16", "T(8,128)"),
            ("u16", "T(2,2)"),
        ] {
            let layout = |text: String| Layout::parse(&text).unwrap();
            let rows = layout(format!("{element}[{m},{n}]"));
            let tiled = layout(format!("{element}[{m},{n}]{{1,0:{tiles}}}"));
            let from = vec![1u16; rows.padded_len()];
            let mut to = vec![0; tiled.padded_len()];
            let mut other = to.clone();
            let src = rows.view(&from).unwrap();
            let (dst, filled) = (tiled.view_mut(&mut to), tiled.view_mut(&mut other));
            let (mut dst, mut filled) = (dst.unwrap(), filled.unwrap());
            let [copy, filling] = time(
                1,
                [&mut || dst.copy_from(&src).unwrap(), &mut || {
                    filled.copy_from_filling(&src, 0).unwrap()
                }],
            );
            let ratio = filling / copy;
            println!("{size}, rows to {tiles}: {ratio:.2} times as long when padding is filled");
        }
    }
}
