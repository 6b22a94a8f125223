//! Large sizes: right where they fit, an error where they do not, never a wrapped number.

use tiled_layout::Layout;

/// What the sizes of `[dims]` in default order with at most one tile come to, without a limit.
struct Sizes {
    elements: u128,
    padded: u128,
}

fn sizes(dims: &[u128], tile: &[u128], align: u128) -> Sizes {
    let added = tile.len().saturating_sub(dims.len());
    let untiled = dims.len() + added - tile.len();
    let mut padded: u128 = 1;
    for (i, d) in std::iter::repeat_n(&1, added).chain(dims).enumerate() {
        padded *= if i < untiled {
            *d
        } else {
            d.next_multiple_of(tile[i - untiled])
        };
    }
    Sizes {
        elements: dims.iter().product(),
        padded: padded.next_multiple_of(align.max(1)),
    }
}

fn text(element: &str, dims: &[u128], tile: &[u128], align: u128) -> String {
    let list = |v: &[u128]| v.iter().map(u128::to_string).collect::<Vec<_>>().join(",");
    let tile = if tile.is_empty() {
        String::new()
    } else {
        format!("T({})", list(tile))
    };
    let align = if align == 0 {
        String::new()
    } else {
        format!("L({align})")
    };
    let order = (0..dims.len() as u128).rev().collect::<Vec<_>>();
    let colon = if tile.is_empty() && align.is_empty() {
        ""
    } else {
        ":"
    };
    format!(
        "{element}[{}]{{{}{colon}{tile}{align}}}",
        list(dims),
        list(&order)
    )
}

/// Near every power of two, with tiles and alignments that take the size over an edge: up to
/// `isize::MAX` bytes the sizes are exact, one byte more is an error.
#[test]
fn sizes_are_exact_or_an_error() {
    let mut tally = [0; 2];
    for major in 0..64 {
        for minor in [0, 1, 7, 20, 31, 32, 33, 47, 62, 63] {
            for nudge in 0..3 {
                // One below, at and one above the power of two.
                let dims = [major, minor].map(|bits| (1u128 << bits) + nudge - 1);
                near_the_edge(&dims, &mut tally);
            }
        }
    }
    let [rejected, accepted] = tally;
    println!("{accepted} accepted, {rejected} rejected");
    assert!(accepted > 4000 && rejected > 10_000);
}

fn near_the_edge(dims: &[u128; 2], tally: &mut [usize; 2]) {
    const TILES: [&[u128]; 8] = [
        &[],
        &[1],
        &[2],
        &[128],
        &[8, 128],
        &[3, 5],
        &[1 << 31],
        &[1 << 40, 1 << 20],
    ];
    for (element, bits) in [("u8", 8), ("f32", 32), ("c128", 128)] {
        for (n, tile) in TILES.into_iter().enumerate() {
            let align = [0, 1, 1024][n % 3];
            let expected = sizes(dims, tile, align);
            let text = text(element, dims, tile, align);
            let bytes = expected.padded.saturating_mul(bits) / 8; // 2^125 is far too large as well
            let parsed = Layout::parse(&text);
            let fits = bytes <= isize::MAX as u128;
            tally[usize::from(parsed.is_ok())] += 1;
            // An empty array may still have strides that are too large.
            assert!(
                parsed.is_ok() == fits || dims.contains(&0),
                "{text}: {bytes} bytes"
            );
            let Ok(layout) = parsed else { continue };
            let found = [
                layout.num_elements(),
                layout.num_bytes(),
                layout.padded_len(),
                layout.padded_bytes(),
            ];
            let logical = expected.elements * bits / 8;
            let exact = [expected.elements, logical, expected.padded, bytes];
            assert_eq!(found.map(|n| n as u128), exact, "{text}");
            last_element(&layout, dims, &text);
        }
    }
}

/// The last element is inside and maps back.
fn last_element(layout: &Layout, dims: &[u128], text: &str) {
    if dims.contains(&0) {
        return;
    }
    let last: Vec<usize> = dims.iter().map(|d| (d - 1) as usize).collect();
    let position = layout.offset(&last);
    assert!(position < layout.padded_len(), "{text}");
    assert_eq!(
        layout.index(position).map(|i| i.to_vec()),
        Some(last),
        "{text}"
    );
}

#[test]
fn too_large() {
    for text in [
        "u8[18446744073709551616]",
        "u8[18446744073709551615]{0:T(2)}",
        "u8[340282366920938463463374607431768211456]",
        "f32[4611686018427387904]",
        "u8[4294967296,4294967296]",
        "u8[9223372036854775808,2]",
        "u8[1,65536,65536,65536,65536]",
        "u8[0,18446744073709551616]",
        "u8[3]{0:T(18446744073709551615)(2)}",
        "u8[3]{0:T(18446744073709551616)}",
        "u8[3,3]{1,0:T(9223372036854775808,2)}",
        "u8[3,3]{1,0:T(4294967296,4294967296)}",
        "u8[4294967296,4294967296,2]{2,1,0:T(*,*,4)}",
        "u8[3]{0:T(4294967296)(4294967296)(4294967296,1)}",
        "u8[3]{0:L(18446744073709551616)}",
        "f32[3]{0:L(9223372036854775807)}",
        "u8[3]{0:PAD(18446744073709551616)}",
        "u8[3,3]{1,0:PAD(4294967296,4294967296)}",
        "c128[1152921504606846976]",
        "u8[18446744073709551615]{0:L(2)}",
    ] {
        let error = Layout::parse(text).expect_err(text);
        assert!(!error.to_string().is_empty());
    }
}

/// A dimension of size 0 makes an empty array, however large the others are.
#[test]
fn empty() {
    for text in [
        "f32[0]",
        "f32[0,4611686018427387904]",
        "f32[4611686018427387904,0]{0,1}",
    ] {
        let Ok(layout) = Layout::parse(text) else {
            continue;
        };
        assert_eq!(
            (layout.num_elements(), layout.padded_bytes()),
            (0, 0),
            "{text}"
        );
        assert!(layout.index(0).is_none());
    }
    assert!(Layout::parse("f32[0]").is_ok());
    // The other dimensions alone have more than 64 bits of elements.
    let merged = Layout::parse("u8[8589934592,8589934592,0]{1,0,2:T(*,*,2)}").unwrap();
    assert_eq!((merged.num_elements(), merged.padded_len()), (0, 0));
}

/// 96 GiB and its like, position by position at the corners.
#[test]
#[cfg(target_pointer_width = "64")]
fn large_and_legal() {
    // 40960 = 5120 * 8 rows, 2560 tiles of 128 a row of tiles.
    type Large = tiled_layout::layout!(U8[327680,327680]<1,0:T(8,128)(4,1)>);
    let (i, j) = (327_679u128, 200_001u128);
    let tile = (i / 8) * 2560 + j / 128;
    let within = ((i % 8) / 4) * 512 + (j % 128) * 4 + i % 4;
    assert_eq!(
        Large::offset([i as usize, j as usize]) as u128,
        tile * 1024 + within
    );
    assert_eq!(
        Large::index((tile * 1024 + within) as usize),
        Some([i as usize, j as usize])
    );
    assert_eq!(Large::PADDED_BYTES, 107_374_182_400);

    let layout = Layout::parse("u8[3000000000,3000000000]{0,1:T(7,11)}").unwrap();
    let (rows, columns) = (3_000_000_000u128, 3_000_000_000u128);
    // Column-major: dimension 1 is tiled by 7 and dimension 0 by 11.
    for (i, j) in [
        (0, 0),
        (1, 1),
        (rows - 1, columns - 1),
        (rows / 3, columns / 2 + 5),
    ] {
        let tile = (j / 7) * rows.div_ceil(11) + i / 11;
        let position = tile * 77 + (j % 7) * 11 + i % 11;
        assert_eq!(layout.offset(&[i as usize, j as usize]) as u128, position);
        assert_eq!(
            layout.index(position as usize).unwrap()[..],
            [i as usize, j as usize]
        );
    }
    assert_eq!(
        layout.padded_len() as u128,
        columns.div_ceil(7) * rows.div_ceil(11) * 77
    );
}

#[test]
fn formulas_without_elements_do_not_overflow() {
    for text in [
        "s4[8589934592,0,8589934592,576460752303423487]{2,0,3,1:T(*,*,2,2)E(4)}",
        "u8[576460752303423487,0,1048576,3,1000]{2,3,0,4,1:T(5,*,*,1,4,8)}",
        "c128[17,0,576460752303423487,576460752303423487]{3,2,1,0:T(1000,*,*,1048576)}",
    ] {
        let layout = Layout::parse(text).unwrap();
        assert_eq!(
            (layout.num_elements(), layout.index(0)),
            (0, None),
            "{text}"
        );
    }
    // Memory, all of it padding.
    let widened = Layout::parse("u8[0,2]{1,0:T(2,2)PAD(3,3)}").unwrap();
    assert_eq!(widened.padded_len(), 16);
    assert!((0..16).all(|position| widened.index(position).is_none()));
}

/// Numbers of sections, ranks, tiles and their entries at the limits and beside them, and far
/// past them: read, or an error; never another number.
#[test]
fn limits_of_the_notation() {
    let at = |n: u32| [(1_u128 << n) - 1, 1 << n, (1 << n) + 1];
    let numbers: Vec<u128> = [0, 7, 8, 31, 32, 62, 63, 64, 65, 96, 126]
        .into_iter()
        .flat_map(at)
        .collect();
    let max = usize::MAX as u128;
    // The largest buffer has `isize::MAX` bytes.
    let most = max / 2;
    for &number in &numbers {
        for (text, legal) in [
            (format!("u8[{number}]"), number <= most),
            (format!("u8[3,{number}]"), number <= most / 3),
            (
                format!("u8[]{{:T({number})}}"),
                (1..=most).contains(&number),
            ),
            (
                format!("u8[]{{:T(*,{number})}}"),
                (1..=most).contains(&number),
            ),
            (
                format!("u8[5]{{0:L({number})}}"),
                (1..=most).contains(&number),
            ),
            (format!("u8[5]{{0:S({number})}}"), number < 128),
            (format!("u8[]{{:M({number})}}"), number < most),
            (format!("f32[0]{{0:M({number})}}"), number <= most),
            (format!("f32[3]{{0:M({number})}}"), number <= most - 12),
            (
                format!("u4[3]{{0:T(5)E(4)M({number})}}"),
                number <= most - 3,
            ),
            (
                format!("u8[5]{{0:PAD({number})}}"),
                (5..=most).contains(&number),
            ),
            (
                format!("u8[{number}]{{0:T({number})}}"),
                (1..=most).contains(&number),
            ),
        ] {
            let layout = Layout::parse(&text);
            assert_eq!(layout.is_ok(), legal, "{text}: {layout:?}");
            if let Ok(layout) = layout {
                let printed = layout.to_string();
                assert_eq!(Layout::parse(&printed), Ok(layout), "{text}");
            }
        }
    }
    for count in 0..40 {
        let list = |item: &str| vec![item; count].join(",");
        let tiles = "(1)".repeat(count);
        let tiles = if count == 0 {
            ""
        } else {
            &format!(":T{tiles}")
        };
        let entries = Layout::parse(&format!("u8[]{{:T({})}}", list("1")));
        assert_eq!(
            Layout::parse(&format!("u8[{}]", list("1"))).is_ok(),
            count <= 12
        );
        assert_eq!(
            Layout::parse(&format!("u8[1]{{0{tiles}}}")).is_ok(),
            count <= 8
        );
        assert_eq!(entries.is_ok(), (1..=12).contains(&count), "{entries:?}");
        // Each entry of a tile is a dimension more.
        let tile = format!("({})", list("1"));
        let physical = Layout::parse(&format!("u8[{}]{{:T{tile}{tile}}}", list("1")));
        assert_eq!(
            physical.is_ok(),
            (1..=10).contains(&count),
            "{count}: {physical:?}"
        );
    }
}
