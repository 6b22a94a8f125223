//! Layouts in const evaluation: what is parsed, asked and proven while the program compiles.

use tiled_layout::{Layout, Offset, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

const fn parse(text: &str) -> Layout {
    match Layout::parse(text) {
        Ok(layout) => layout,
        Err(_) => panic!("not a layout"),
    }
}

const FIG1: Layout = parse("F32[3,5]{1,0:T(2,2)}");
static PACKED: Layout = parse("bf16[1024]{0:T(1024)(128)(2,1)}");
const REJECTED: bool = Layout::parse("F32[3,5]{1,0:T(2,*)}").is_err();

const AT: usize = FIG1.offset(&[2, 3]);
const OUTSIDE: Option<usize> = FIG1.checked_offset(&[3, 0]);
const PADDING: bool = FIG1.index(9).is_none();
const SIZES: [usize; 5] = [
    FIG1.num_elements(),
    FIG1.num_bytes(),
    FIG1.padded_len(),
    FIG1.padded_bytes(),
    FIG1.tile_len(),
];
const RANKS: [usize; 2] = [FIG1.rank(), FIG1.true_rank()];

#[test]
fn run_time_layout_in_const() {
    assert_eq!((AT, OUTSIDE), (17, None));
    const { assert!(REJECTED && PADDING) };
    assert_eq!(SIZES, [15, 60, 24, 96, 4]);
    assert_eq!(RANKS, [2, 2]);
    assert_eq!(PACKED.offset(&[200]), 145);
    assert_eq!(FIG1, Fig1::LAYOUT);
}

const STATIC_AT: usize = Fig1::offset([2, 3]);
const INDEX: Option<[usize; 2]> = Fig1::index(17);
const STATIC_PADDING: Option<[usize; 2]> = Fig1::index(23);
const PROVEN: Offset<Fig1> = Fig1::at([2, 3]);
static CORNERS: [Offset<Fig1>; 2] = [Fig1::at([0, 0]), Fig1::at([2, 4])];

#[test]
fn static_layout_in_const() {
    assert_eq!(STATIC_AT, 17);
    assert_eq!((INDEX, STATIC_PADDING), (Some([2, 3]), None));
    let buffer: Vec<f32> = (0..24).map(|n| n as f32).collect();
    let view = Fig1::view(&buffer).unwrap();
    assert_eq!(
        (view[PROVEN], view[CORNERS[0]], view[CORNERS[1]]),
        (17.0, 0.0, 20.0)
    );
}

/// A layout's constants are array lengths.
#[test]
fn array_lengths() {
    let mut buffer = [0.0f32; Fig1::PADDED_LEN];
    Fig1::view_mut(&mut buffer).unwrap()[PROVEN] = 1.0;
    assert_eq!(buffer[17], 1.0);
    let physical: [usize; FIG1.physical_dims().len()] = [0; 4];
    assert_eq!(physical.len(), 4);
}

/// A whole table of positions, made while the program compiles.
#[test]
fn table() {
    const TABLE: [[usize; 5]; 3] = {
        let mut table = [[0; 5]; 3];
        let mut i = 0;
        while i < 3 {
            let mut j = 0;
            while j < 5 {
                table[i][j] = Fig1::offset([i, j]);
                j += 1;
            }
            i += 1;
        }
        table
    };
    assert_eq!(
        TABLE,
        [[0, 1, 4, 5, 8], [2, 3, 6, 7, 10], [12, 13, 16, 17, 20]]
    );
}
