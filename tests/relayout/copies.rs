//! Moves between layouts, against the naive definition, with canaries in the padding and around
//! the buffers.

use crate::support::moves;
use crate::support::moves::{SIZES, Side, check};
use layout_oracle::data;
use layout_oracle::naive::{Spec, for_each_index};
use tiled_layout::{Layout, RelayoutError, RelayoutPlan, layout};

fn tiles(list: &[&[usize]]) -> Vec<Vec<Option<usize>>> {
    let entry = |&t: &usize| (t > 0).then_some(t); // 0 stands for `*`
    list.iter().map(|t| t.iter().map(entry).collect()).collect()
}

fn side(dims: &[usize], order: &[usize], list: &[&[usize]]) -> Side {
    spec(dims, order, list).into()
}

fn spec(dims: &[usize], order: &[usize], list: &[&[usize]]) -> Spec {
    Spec {
        dims: dims.to_vec(),
        minor_to_major: order.to_vec(),
        tiles: tiles(list),
        ..Spec::default()
    }
}

/// The tilings of the exhaustive tests.
const TILINGS: [&[&[usize]]; 10] = [
    &[],
    &[&[2, 2]],
    &[&[4, 4]],
    &[&[3, 2]],
    &[&[4]],
    &[&[3]],
    &[&[0, 2]],
    &[&[4, 2], &[2, 1]],
    &[&[2, 4], &[1, 2]],
    &[&[3, 2], &[2, 1]], // does not flatten
];

#[test]
fn small_shapes_exhaustively() {
    for_each_index(&[7, 7], |index| {
        let dims = [index[0] + 1, index[1] + 1];
        let mut layouts = Vec::new();
        for order in [[1, 0], [0, 1]] {
            layouts.extend(TILINGS.map(|list| side(&dims, &order, list)));
        }
        for (i, src) in layouts.iter().enumerate() {
            for (k, dst) in layouts.iter().enumerate() {
                let (element, size) = SIZES[(i + k + index[0]) % SIZES.len()];
                check(src, dst, element, size);
            }
        }
    });
}

#[test]
fn kernels_of_every_size_and_rest() {
    let tilings: [&[&[usize]]; 8] = [
        &[],
        &[&[8, 128]],
        &[&[8, 128], &[2, 1]],
        &[&[8, 128], &[4, 1]],
        &[&[2, 2]],
        &[&[4, 4]],
        &[&[16, 16], &[8, 1]],
        &[&[5, 3]],
    ];
    let shapes = [
        [16, 256],
        [17, 257],
        [40, 130],
        [33, 70],
        [64, 64],
        [129, 19],
        [1, 300],
        [300, 1],
        [7, 131],
    ];
    for dims in shapes {
        let by_rows = tilings.map(|tiling| side(&dims, &[1, 0], tiling));
        let by_columns = tilings.map(|tiling| side(&dims, &[0, 1], tiling));
        for (i, tiled) in by_rows.iter().chain(&by_columns).enumerate() {
            for (k, (element, size)) in SIZES.into_iter().enumerate() {
                check(&by_rows[0], tiled, element, size);
                check(tiled, &by_rows[0], element, size);
                check(&by_rows[(i + k) % tilings.len()], tiled, element, size);
            }
        }
    }
}

#[test]
fn shapes_that_were_wrong_elsewhere() {
    for dims in [
        [16, 256],
        [8, 128],
        [24, 384],
        [17, 257],
        [10, 130],
        [1, 128],
        [8, 1],
        [6, 3],
        [2, 1],
    ] {
        let rows = side(&dims, &[1, 0], &[]);
        let tiled = side(&dims, &[1, 0], &[&[8, 128], &[2, 1]]);
        check(&rows, &tiled, "bf16", 2);
        check(&tiled, &rows, "bf16", 2);
    }
}

/// A large buffer of a TPU, against a formula by hand: tiles of 8 x 128 with rows in pairs.
#[test]
fn keys_of_512_tokens() {
    let layout = |text: &str| Layout::parse(text).unwrap();
    let rows = layout("bf16[512,3,2048]{2,1,0}");
    let tiled = layout("bf16[512,3,2048]{2,0,1:T(8,128)(2,1)}");
    let from: Vec<u16> = (0..512 * 3 * 2048u32)
        .map(|i| (i.wrapping_mul(0x9e37_79b9) >> 16) as u16)
        .collect();
    let mut expected = vec![0; from.len()];
    let mut number = 0;
    for i in 0..512 {
        for j in 0..3 {
            for k in 0..2048 {
                let tile = (j * 64 + i / 8) * 16 + k / 128;
                expected[tile * 1024 + i % 8 / 2 * 256 + k % 128 * 2 + i % 2] = from[number];
                number += 1;
            }
        }
    }
    let (mut to, mut back) = (vec![0; from.len()], vec![0; from.len()]);
    let plan = RelayoutPlan::new(&rows, &tiled).unwrap();
    plan.run(&from, &mut to).unwrap();
    assert!(to == expected);
    let plan = RelayoutPlan::new(&tiled, &rows).unwrap();
    plan.run(&to, &mut back).unwrap();
    assert!(back == from);
}

#[test]
fn catalogue_to_rows_and_back() {
    for row in data::rows("catalogue.tsv") {
        let tiled = Spec::parse(&row[1]);
        let (element, _) = row[1].split_once('[').unwrap();
        let size = Layout::parse(&row[1]).unwrap().element_bits() / 8;
        let rank = tiled.dims.len();
        let rows = side(&tiled.dims, &(0..rank).rev().collect::<Vec<_>>(), &[]);
        let columns = side(&tiled.dims, &(0..rank).collect::<Vec<_>>(), &[]);
        let tiled = Side::from(tiled);
        check(&rows, &tiled, element, size);
        check(&tiled, &rows, element, size);
        check(&columns, &tiled, element, size);
        check(&tiled, &columns, element, size);
    }
}

#[test]
fn packed_elements() {
    for (bits, dims) in [
        (4, [6, 8]),
        (4, [5, 7]),
        (2, [8, 8]),
        (1, [9, 16]),
        (4, [2, 1]),
    ] {
        for tiling in TILINGS {
            for order in ["1,0", "0,1"] {
                let text = spec(&dims, &[1, 0], tiling).text(&format!("u{bits}"));
                let text = text.replace("{1,0", &format!("{{{order}"));
                let sections = if text.contains(':') { "E(" } else { ":E(" };
                let dst = text.replace('}', &format!("{sections}{bits})}}"));
                let src = format!("u{bits}[{},{}]{{1,0:E({bits})}}", dims[0], dims[1]);
                packed(&src, &dst, bits);
                packed(&dst, &src, bits);
            }
        }
    }
}

/// Moves values of `bits` bits and compares every bit.
fn packed(src: &str, dst: &str, bits: usize) {
    let (src, dst, plan) = moves::plan(&(src.to_string(), dst.to_string()));
    let pseudo = |i: usize| (i.wrapping_mul(2654435761) >> 7) as u8;
    let from: Vec<u8> = (0..src.padded_bytes()).map(pseudo).collect();
    let before: Vec<u8> = (0..dst.padded_bytes()).map(|i| pseudo(i + 999)).collect();
    let mut to = before.clone();
    plan.run_bytes(&from, &mut to).unwrap();
    let bit = |bytes: &[u8], at: usize| bytes[at / 8] >> (at % 8) & 1;
    let mut expected: Vec<u8> = (0..before.len() * 8).map(|at| bit(&before, at)).collect();
    for_each_index(src.dims(), |index| {
        for b in 0..bits {
            let from = bit(&from, src.offset(index) * bits + b);
            expected[dst.offset(index) * bits + b] = from;
        }
    });
    let found: Vec<u8> = (0..to.len() * 8).map(|at| bit(&to, at)).collect();
    assert_eq!(found, expected, "{src} to {dst}");
}

type Rows = layout!(F32[3,5]<1,0>);
type Tiled = layout!(F32[3,5]<1,0:T(2,2)>);

#[test]
fn views_static_and_at_run_time() {
    let from: Vec<f32> = (0..15).map(|i| i as f32).collect();
    let mut expected = [-1.0f32; 24];
    for i in 0..3 {
        for j in 0..5 {
            expected[Tiled::offset([i, j])] = from[i * 5 + j];
        }
    }
    let (rows, tiled) = (Rows::LAYOUT, Tiled::LAYOUT);
    let mut to = [-1.0; 24];
    let mut view = Tiled::view_mut(&mut to).unwrap();
    view.copy_from(&Rows::view(&from).unwrap()).unwrap();
    assert_eq!(to, expected);
    let mut to = [-1.0; 24];
    let mut view = tiled.view_mut(&mut to).unwrap();
    view.copy_from(&Rows::view(&from).unwrap()).unwrap();
    assert_eq!(to, expected);
    let mut to = [-1.0; 24];
    let mut view = Tiled::view_mut(&mut to).unwrap();
    view.reborrow()
        .copy_from(&rows.view(&from).unwrap())
        .unwrap();
    assert_eq!(to, expected);
    let mut back = [0.0; 15];
    let mut view = rows.view_mut(&mut back).unwrap();
    view.copy_from(&tiled.view(&expected).unwrap()).unwrap();
    assert_eq!(back[..], from[..]);
}

#[test]
fn what_does_not_fit_is_said() {
    let layout = |text: &str| Layout::parse(text).unwrap();
    let rows = layout("f32[3,5]{1,0}");
    let message = |error: RelayoutError| error.to_string();
    let plan = |dst: &str| RelayoutPlan::new(&rows, &layout(dst));
    assert_eq!(
        message(plan("f32[3,5,1]").unwrap_err()),
        "an array of dimensions [3,5] cannot be copied to one of dimensions [3,5,1]"
    );
    assert_eq!(
        message(plan("bf16[3,5]").unwrap_err()),
        "elements of 32 bits cannot be copied to elements of 16 bits"
    );
    let plan = plan("f32[3,5]{1,0:T(2,2)}").unwrap();
    let error = plan.run(&[0.0f32; 14], &mut [0.0; 24]).unwrap_err();
    assert_eq!(
        message(error),
        "the buffer has 14 elements, but the layout takes 15 with padding (15 without)"
    );
    let error = plan.run(&[0.0f64; 15], &mut [0.0; 24]).unwrap_err();
    assert_eq!(
        message(error),
        "the buffer's values have 64 bits, but the layout's elements 32"
    );
    let error = plan.run_bytes(&[0; 60], &mut [0; 60]).unwrap_err();
    assert_eq!(
        message(error),
        "the buffer has 60 bytes, but the layout takes 96 with padding"
    );
}

#[test]
fn nothing_to_copy() {
    let empty = Layout::parse("f32[0,5]{1,0:T(2,2)}").unwrap();
    let rows = Layout::parse("f32[0,5]{1,0}").unwrap();
    let plan = RelayoutPlan::new(&rows, &empty).unwrap();
    let mut to = vec![7.0f32; empty.padded_len()];
    plan.run(&[0.0; 0], &mut to).unwrap();
    assert!(to.iter().all(|&v| v == 7.0));
    let scalar = Layout::parse("f32[]").unwrap();
    let tiled = Layout::parse("f32[]{:T(128)}").unwrap();
    let mut to = [7.0f32; 128];
    RelayoutPlan::new(&scalar, &tiled)
        .unwrap()
        .run(&[1.0], &mut to)
        .unwrap();
    assert_eq!((to[0], to[1]), (1.0, 7.0));
}
