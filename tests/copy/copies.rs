//! Copies between layouts: sizes that kernels treat apart, real layouts, and what does not fit.

use layout_oracle::data;
use layout_oracle::laws::byte_copies;
use layout_oracle::naive::Spec;
use layout_oracle::part::Part;
use tiled_layout::{CopyError, CopyPlan, Layout};

/// An element type of each size.
const ELEMENTS: [&str; 5] = ["u8", "u16", "u32", "u64", "c128"];

/// All of an array with these dimensions, order and tiles.
fn whole(dims: &[usize], order: &[usize], tiles: &[&[usize]]) -> Part {
    let tile = |tile: &&[usize]| tile.iter().map(|&entry| Some(entry)).collect();
    Part::whole(Spec {
        dims: dims.to_vec(),
        minor_to_major: order.to_vec(),
        tiles: tiles.iter().map(tile).collect(),
        ..Spec::default()
    })
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
        let by_rows = tilings.map(|tiling| whole(&dims, &[1, 0], tiling));
        let by_columns = tilings.map(|tiling| whole(&dims, &[0, 1], tiling));
        for (i, tiled) in by_rows.iter().chain(&by_columns).enumerate() {
            for (k, element) in ELEMENTS.into_iter().enumerate() {
                byte_copies(element, tiled, &by_rows[0]);
                byte_copies(element, &by_rows[0], tiled);
                byte_copies(element, tiled, &by_rows[(i + k) % tilings.len()]);
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
        let rows = whole(&dims, &[1, 0], &[]);
        let tiled = whole(&dims, &[1, 0], &[&[8, 128], &[2, 1]]);
        byte_copies("bf16", &tiled, &rows);
        byte_copies("bf16", &rows, &tiled);
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
    let plan = CopyPlan::new(&rows, &tiled).unwrap();
    plan.run(&from, &mut to).unwrap();
    assert!(to == expected);
    let plan = CopyPlan::new(&tiled, &rows).unwrap();
    plan.run(&to, &mut back).unwrap();
    assert!(back == from);
}

#[test]
fn catalogue_to_rows_and_back() {
    for row in data::rows("catalogue.tsv") {
        let tiled = Spec::parse(&row[1]);
        let (element, _) = row[1].split_once('[').unwrap();
        let rank = tiled.dims.len();
        let rows = whole(&tiled.dims, &(0..rank).rev().collect::<Vec<_>>(), &[]);
        let columns = whole(&tiled.dims, &(0..rank).collect::<Vec<_>>(), &[]);
        let tiled = Part::whole(tiled);
        for other in [rows, columns] {
            byte_copies(element, &tiled, &other);
            byte_copies(element, &other, &tiled);
        }
    }
}

#[test]
fn what_does_not_fit_is_said() {
    let layout = |text: &str| Layout::parse(text).unwrap();
    let rows = layout("f32[3,5]{1,0}");
    let message = |error: CopyError| error.to_string();
    let plan = |dst: &str| CopyPlan::new(&rows, &layout(dst));
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
        "the source has 14 elements, but the layout takes 15 with padding (15 without)"
    );
    let error = plan.run(&[0.0f32; 15], &mut [0.0; 15]).unwrap_err();
    assert_eq!(
        message(error),
        "the destination has 15 elements, but the layout takes 24 with padding (15 without)\n\
         help: this is the length without padding; a buffer of this layout holds its padding too"
    );
    let error = plan.run(&[0.0f64; 15], &mut [0.0; 24]).unwrap_err();
    assert_eq!(
        message(error),
        "the source's values have 64 bits, but the layout's elements 32"
    );
    let error = plan.run_bytes(&[0; 61], &mut [0; 96]).unwrap_err();
    assert_eq!(
        message(error),
        "the source has 61 bytes, but the layout takes 60 with padding"
    );
    let error = plan.run_bytes(&[0; 60], &mut [0; 60]).unwrap_err();
    assert_eq!(
        message(error),
        "the destination has 60 bytes, but the layout takes 96 with padding"
    );
}

/// Bytes begin with the metadata of `M(n)`, as for `view_bytes`; slices of elements do not.
#[test]
fn metadata_is_skipped_and_stays() {
    let rows = Layout::parse("u8[3,5]{1,0:M(7)}").unwrap();
    let tiled = Layout::parse("u8[3,5]{1,0:T(2,2)M(3)}").unwrap();
    let source: Vec<u8> = (100..107).chain(0..15).collect();
    let plan = CopyPlan::new(&rows, &tiled).unwrap();
    let expected = Spec::parse("u8[3,5]{1,0:T(2,2)}");
    let mut data = vec![200; 24];
    for (element, position) in (0..).zip(Part::whole(expected).positions()) {
        data[position] = element;
    }
    let mut bytes = vec![200; 27];
    plan.run_bytes(&source, &mut bytes).unwrap();
    assert_eq!((&bytes[..3], &bytes[3..]), (&[200; 3][..], &data[..]));
    assert_eq!(
        tiled.view_bytes::<u8>(&bytes).unwrap(),
        rows.view_bytes::<u8>(&source).unwrap()
    );
    #[cfg(feature = "rayon")]
    {
        let mut bytes = vec![200; 27];
        plan.par_run_bytes(&source, &mut bytes).unwrap();
        assert_eq!((&bytes[..3], &bytes[3..]), (&[200; 3][..], &data[..]));
    }
    let mut elements = vec![200; 24];
    plan.run(&source[7..], &mut elements).unwrap();
    assert_eq!(elements, data);

    let region = CopyPlan::region((&rows, &[1, 1]), (&tiled, &[0, 0]), &[2, 3]).unwrap();
    let mut bytes = vec![200; 27];
    region.run_bytes(&source, &mut bytes).unwrap();
    let view = tiled.view_bytes::<u8>(&bytes).unwrap();
    let corner = view.region((..2, ..3)).unwrap();
    assert!(corner.iter().copied().eq([6, 7, 8, 11, 12, 13]));
    assert_eq!(bytes[..3], [200; 3]);

    let error = plan.run_bytes(&source[7..], &mut bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the source has 15 bytes, but the layout takes 22: 7 of metadata and 15 with padding"
    );
    let error = plan.run_bytes(&source, &mut bytes[3..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the destination has 24 bytes, but the layout takes 27: 3 of metadata and 24 with padding"
    );
}

#[test]
fn nothing_to_copy() {
    let empty = Layout::parse("f32[0,5]{1,0:T(2,2)}").unwrap();
    let rows = Layout::parse("f32[0,5]{1,0}").unwrap();
    let plan = CopyPlan::new(&rows, &empty).unwrap();
    let mut to = vec![7.0f32; empty.padded_len()];
    plan.run(&[0.0; 0], &mut to).unwrap();
    assert!(to.iter().all(|&v| v == 7.0));
    let scalar = Layout::parse("f32[]").unwrap();
    let tiled = Layout::parse("f32[]{:T(128)}").unwrap();
    let mut to = [7.0f32; 128];
    CopyPlan::new(&scalar, &tiled)
        .unwrap()
        .run(&[1.0], &mut to)
        .unwrap();
    assert_eq!((to[0], to[1]), (1.0, 7.0));
}

/// Arrays that are large enough for several threads and dense blocks.
#[test]
#[cfg(feature = "rayon")]
fn parallel_is_serial() {
    let pairs = [
        ("f32[1000,1000]{1,0}", "f32[1000,1000]{1,0:T(8,128)}"),
        ("u16[1000,2000]{1,0:T(8,128)(2,1)}", "u16[1000,2000]{1,0}"),
        ("u8[1000,3000]{1,0}", "u8[1000,3000]{0,1}"),
        ("u64[7,300,200]{2,1,0}", "u64[7,300,200]{1,0,2:T(4,4)}"),
    ];
    for (src, dst) in pairs.map(|(src, dst)| (Layout::parse(src), Layout::parse(dst))) {
        let (src, dst) = (src.unwrap(), dst.unwrap());
        let plan = CopyPlan::new(&src, &dst).unwrap();
        let bytes = src.padded_bytes();
        let from: Vec<u8> = (0..bytes).map(|i| (i * 7 + i / 255) as u8).collect();
        let mut serial = vec![0xa5; dst.padded_bytes()];
        let mut parallel = serial.clone();
        plan.run_bytes(&from, &mut serial).unwrap();
        plan.par_run_bytes(&from, &mut parallel).unwrap();
        assert!(parallel == serial, "{src} to {dst}");
    }
}
