//! Padding waste: what dimensions round up to, against trying every size, and the words.

use layout_oracle::data;
use tiled_layout::{Layout, LayoutError, layout};

/// The largest size of dimension `dim` with the physical dimensions that `layout` has, by trying
/// one after the other.
fn naive(layout: &Layout, dim: usize) -> usize {
    let mut dims = layout.dims().to_vec();
    loop {
        dims[dim] += 1;
        let larger = Layout::row_major(layout.element_type(), &dims)
            .and_then(|larger| larger.with_minor_to_major(&layout.minor_to_major()))
            .and_then(|larger| {
                let tiles = layout.tiles();
                let tiles: Vec<&[usize]> = tiles.iter().map(|t| t.as_slice()).collect();
                larger.with_tiles(&tiles)
            })
            .unwrap();
        if larger.physical_dims() != layout.physical_dims() {
            return dims[dim] - 1;
        }
    }
}

#[test]
fn padded_dims_of_real_layouts() {
    let mut rounded = 0;
    for (file, column) in [("real_layouts.tsv", 0), ("catalogue.tsv", 1)] {
        for row in data::rows(file) {
            let layout = Layout::parse(&row[column]).unwrap();
            let expected: Vec<usize> = (0..layout.rank()).map(|dim| naive(&layout, dim)).collect();
            assert_eq!(layout.padded_dims(), expected[..], "{layout}");
            rounded += (layout.padded_dims() != *layout.dims()) as usize;
        }
    }
    assert!(rounded > 20, "{rounded}");
}

#[test]
#[cfg(target_pointer_width = "64")]
fn padded_dims_of_odd_layouts() {
    for (text, expected) in [
        ("f32[]", &[][..]),
        ("u32[]{:T(128)}", &[]),
        ("f32[3,5]{0,1:T(2,4)}", &[4, 6]),
        ("f32[7,3,5]{2,1,0:T(*,2,2)}", &[7, 3, 6]), // 21 rows, padded to 22
        ("bf16[99]{0:T(256)(128)(2,1)}", &[256]),
        ("f32[2,3]{0,1:PAD(3,5=zero)}", &[3, 5]),
        ("f32[2,3]{1,0:T(4,4)PAD(3,5=zero)}", &[4, 8]),
        ("f32[0,5]{1,0:T(2,2)}", &[0, 5]),
        ("s4[9223372036854775807]{0:E(4)}", &[9223372036854775807]),
    ] {
        assert_eq!(
            Layout::parse(text).unwrap().padded_dims(),
            *expected,
            "{text}"
        );
    }
}

/// The percentage by which the buffer is larger than the data, if it exceeds `limit`.
fn percent(layout: &Layout, limit: usize) -> usize {
    match layout.check_padding(limit) {
        Err(LayoutError::Padding(waste)) => {
            assert_eq!(waste.limit(), limit);
            waste.percent()
        }
        other => panic!("{layout}: {other:?}"),
    }
}

#[test]
fn limits_are_exact() {
    let layout = Layout::parse("f32[129,128]{1,0:T(8,128)}").unwrap();
    assert_eq!((layout.padded_len(), layout.num_elements()), (17408, 16512)); // 5.4 percent
    assert!(layout.check_padding(6).is_ok());
    assert_eq!(percent(&layout, 5), 6);

    let full = Layout::parse("f32[136,128]{1,0:T(8,128)}").unwrap();
    assert!(full.check_padding(0).is_ok());
    let half = Layout::parse("f32[4,128]{1,0:T(8,128)}").unwrap();
    assert!(half.check_padding(100).is_ok());
    assert!(half.check_padding(99).is_err());
    assert!(
        Layout::parse("f32[0,5]{1,0:T(2,2)}")
            .unwrap()
            .check_padding(0)
            .is_ok()
    );
    let widened = Layout::parse("f32[0,5]{1,0:PAD(2,5)}").unwrap();
    assert_eq!(percent(&widened, 1000), usize::MAX);
}

#[test]
fn words() {
    for (text, words) in [
        (
            "f32[129,128]{1,0:T(8,128)}",
            "the buffer has 17,408 elements for 16,512, 6% more; the limit is 0%
note: dimension 0 of 129 rounds up to 136
help: pad dimension 0 to 136, or cut it to 128",
        ),
        (
            "f32[3,5]{0,1:T(2,4)}",
            "the buffer has 24 elements for 15, 60% more; the limit is 0%
note: dimension 0 of 3 rounds up to 4
help: pad dimension 0 to 4
note: dimension 1 of 5 rounds up to 6
help: pad dimension 1 to 6, or cut it to 4",
        ),
        (
            "f32[3,5]{1,0:L(16)}",
            "the buffer has 16 elements for 15, 7% more; the limit is 0%
note: the buffer is rounded up to a multiple of 16 elements",
        ),
        // Of four dimensions the one that rounds up least is not named.
        (
            "f32[3,5,9,17]{3,2,1,0:T(4,8,16,32)}",
            "the buffer has 16,384 elements for 2,295, 614% more; the limit is 0%
note: dimension 1 of 5 rounds up to 8
help: pad dimension 1 to 8
note: dimension 2 of 9 rounds up to 16
help: pad dimension 2 to 16
note: dimension 3 of 17 rounds up to 32
help: pad dimension 3 to 32",
        ),
        (
            "f32[17,9,5,3]{3,2,1,0:T(32,16,8,4)}",
            "the buffer has 16,384 elements for 2,295, 614% more; the limit is 0%
note: dimension 0 of 17 rounds up to 32
help: pad dimension 0 to 32
note: dimension 1 of 9 rounds up to 16
help: pad dimension 1 to 16
note: dimension 2 of 5 rounds up to 8
help: pad dimension 2 to 8",
        ),
    ] {
        let waste = Layout::parse(text).unwrap().check_padding(0).unwrap_err();
        assert_eq!(waste.to_string(), words);
    }
}

type Full = layout!(F32[136,128]<1,0:T(8,128)>);
const _: () = Full::LAYOUT.assert_padding_at_most(0);

#[test]
#[should_panic(expected = "dimension 0 of 129 rounds up to 136")]
fn asserted_at_run_time() {
    let layout = Layout::parse("f32[129,128]{1,0:T(8,128)}").unwrap();
    layout.assert_padding_at_most(5);
}

/// One element in 2^62 positions.
#[test]
#[cfg(target_pointer_width = "64")]
fn a_share_past_all_numbers() {
    let layout = Layout::parse("u8[1]{0:T(4611686018427387904)}").unwrap();
    assert_eq!(percent(&layout, 100), usize::MAX);
}
