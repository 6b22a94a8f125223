//! Copies by all kernels, with cached and with streaming stores, against the
//! formula of the layouts. Miri runs the small ones with portable kernels.

mod strided;
mod uneven_tiles;

use alloc::vec::Vec;

use super::CopyPlan;
use super::strategies::Hints;
use super::strategies::choose::RegionCopy;
use super::strategies::pieces::copy_few_pieces;
use super::strategies::sides::Sides;
use super::strategies::{Destination, Source};
use crate::layout::Layout;

/// Copies of this many bytes use streaming stores.
const LARGE: usize = usize::MAX;

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap()
}

/// A layout with the position of each element, in logical order.
struct Sample {
    layout: Layout,
    elements: Vec<usize>,
}

impl Sample {
    fn of(text: &str) -> Sample {
        let layout = layout(text);
        let dims = layout.dims();
        let mut index = alloc::vec![0; dims.len()];
        let position = |mut number| {
            for (i, dim) in index.iter_mut().zip(dims).rev() {
                (*i, number) = (number % dim, number / dim);
            }
            layout.offset(&index)
        };
        let elements = (0..layout.num_elements()).map(position).collect();
        Sample { layout, elements }
    }
}

/// Copies with `run` and compares every byte; the destination begins `skew` bytes after a
/// cache line.
fn check(
    src: &Sample,
    dst: &Sample,
    skew: usize,
    run: impl FnOnce([&Layout; 2], &[u8], &mut [u8]),
) {
    let layouts = [&src.layout, &dst.layout];
    let size = src.layout.element_bits() / 8;
    let bytes = src.layout.padded_bytes();
    let from: Vec<u8> = (0..bytes).map(|i| (i * 31 + i / 251) as u8).collect();
    let mut memory = alloc::vec![0xa5u8; dst.layout.padded_bytes() + 128];
    let start = memory.as_ptr().addr().wrapping_neg() % 64 + skew;
    let mut expected = memory.clone();
    assert_eq!(src.elements.len(), dst.elements.len());
    for (at, to) in src.elements.iter().zip(&dst.elements) {
        let to = start + to * size;
        expected[to..to + size].copy_from_slice(&from[at * size..][..size]);
    }
    let end = start + dst.layout.padded_bytes();
    run(layouts, &from, &mut memory[start..end]);
    assert!(memory == expected, "{} to {}", src.layout, dst.layout);
}

/// How many of the pairs are small enough for Miri.
const SMALL: usize = 13;

/// Pairs that use each kind of kernel, and tails of each.
const PAIRS: &[(&str, &str)] = &[
    ("f32[5,9]{1,0}", "f32[5,9]{1,0:T(2,2)}"),
    ("f32[5,9]{1,0}", "f32[5,9]{0,1}"),
    ("u16[3,20]{1,0}", "u16[3,20]{1,0:T(2,16)(2,1)}"),
    ("u16[3,20]{1,0:T(2,16)(2,1)}", "u16[3,20]{1,0}"),
    ("u8[4,20]{1,0}", "u8[4,20]{1,0:T(4,16)(4,1)}"),
    ("u16[8,8]{1,0:T(8,8)(4,8)(4,4)(2,4)(2,2)}", "u16[8,8]{0,1}"),
    ("u16[3,20]{1,0}", "u16[3,20]{0,1}"),
    ("u16[20,3]{1,0}", "u16[20,3]{0,1}"),
    ("f32[6,4]{1,0:T(6,1)}", "f32[6,4]{1,0:T(8,8)(4,2)}"),
    ("u8[17,6,3]{2,1,0}", "u8[17,6,3]{0,1,2}"),
    ("u8[17,6,3]{0,1,2}", "u8[17,6,3]{2,1,0}"),
    ("f32[3,3,3]{2,1,0}", "f32[3,3,3]{1,2,0}"),
    ("u8[17,2,5]{2,1,0}", "u8[17,2,5]{1,2,0}"),
    ("f32[19,37]{1,0}", "f32[19,37]{1,0:T(2,2)}"),
    ("f32[19,37]{1,0:T(4,4)}", "f32[19,37]{1,0}"),
    ("f32[19,37]{1,0}", "f32[19,37]{0,1}"),
    ("f64[19,37]{1,0}", "f64[19,37]{0,1}"),
    ("c128[9,7]{1,0}", "c128[9,7]{0,1}"),
    ("bf16[19,140]{1,0}", "bf16[19,140]{1,0:T(8,128)(2,1)}"),
    ("bf16[19,140]{1,0:T(8,128)(2,1)}", "bf16[19,140]{1,0}"),
    ("bf16[70,37]{1,0}", "bf16[70,37]{0,1}"),
    ("s8[19,140]{1,0}", "s8[19,140]{1,0:T(8,128)(4,1)}"),
    ("s8[19,140]{1,0:T(8,128)(4,1)}", "s8[19,140]{1,0}"),
    ("s8[5,30]{1,0}", "s8[5,30]{1,0:T(2,7)}"), // runs of each length
    ("s8[5,90]{1,0}", "s8[5,90]{1,0:T(2,23)}"),
    ("s8[5,130]{1,0}", "s8[5,130]{1,0:T(2,43)}"),
    ("s8[5,900]{1,0}", "s8[5,900]{1,0:T(2,370)}"),
    ("s8[70,77]{1,0}", "s8[70,77]{0,1}"),
    ("s8[70,3]{1,0}", "s8[70,3]{0,1}"),
    ("s8[3,70]{1,0}", "s8[3,70]{0,1}"),
    ("s8[9,70]{1,0}", "s8[9,70]{0,1}"),
    ("s8[70,15]{1,0}", "s8[70,15]{0,1}"),
    ("s8[512,64]{1,0}", "s8[512,64]{0,1}"), // pitches of a power of two
    ("s8[70,1024]{1,0}", "s8[70,1024]{0,1}"), // more lines than a set has
    ("f32[20,1024]{1,0}", "f32[20,1024]{0,1}"),
    ("u16[70,5]{1,0}", "u16[70,5]{0,1}"),
    ("u16[70,3]{1,0}", "u16[70,3]{0,1}"),
    ("u16[3,70]{1,0}", "u16[3,70]{0,1}"),
    ("f64[70,3]{1,0}", "f64[70,3]{0,1}"),
    ("f64[3,70]{1,0}", "f64[3,70]{0,1}"),
    ("f32[3,70]{1,0}", "f32[3,70]{0,1}"),
    ("s8[16,70]{1,0}", "s8[16,70]{1,0:T(16,1)}"),
    ("f32[16,70]{1,0:T(16,1)}", "f32[16,70]{1,0}"),
    ("s8[12,70]{1,0:T(6,1)}", "s8[12,70]{1,0:T(4,1)}"),
    // Loops that are contiguous on one side only.
    ("u8[21,37,3]{2,1,0}", "u8[21,37,3]{0,1,2}"),
    ("u8[21,37,3]{0,1,2}", "u8[21,37,3]{2,1,0}"),
    ("u8[32,48,3]{2,1,0:T(16,16,3)}", "u8[32,48,3]{0,1,2}"),
    ("u8[32,48,3]{0,1,2}", "u8[32,48,3]{2,1,0:T(16,16,3)}"),
    ("u16[9,10,7]{2,1,0}", "u16[9,10,7]{0,1,2}"),
    ("f32[9,10,3]{0,1,2}", "f32[9,10,3]{2,1,0}"),
    ("f32[2,3,5,3]{3,1,2,0}", "f32[2,3,5,3]{0,2,3,1}"),
    // Small matrices.
    ("f64[7,3,3]{2,1,0}", "f64[7,3,3]{1,2,0}"),
    ("f32[7,3,4]{2,1,0}", "f32[7,3,4]{1,2,0}"),
    ("u16[7,2,3]{2,1,0}", "u16[7,2,3]{1,2,0}"),
    ("u8[70,5,3]{2,1,0}", "u8[70,5,3]{1,2,0}"),
    ("u16[3,20,4,5]{3,2,1,0}", "u16[3,20,4,5]{2,3,1,0}"),
    ("f32[10,3]{1,0}", "f32[10,3]{0,1:T(2,8)(4)(2,4,4)}"), // strides of 12 bytes
    // Blocks of 1, 2, 4, 8 and 16 lanes.
    ("u8[40,24]{1,0:T(4,4)}", "u8[40,24]{0,1:T(4,4)}"),
    (
        "u16[20,24]{1,0}",
        "u16[20,24]{1,0:T(8,8)(4,8)(4,4)(2,4)(2,2)}",
    ),
    (
        "u16[20,24]{1,0:T(8,8)(4,8)(4,4)(2,4)(2,2)}",
        "u16[20,24]{0,1}",
    ),
    ("s8[64,32]{1,0:T(4,1)}", "s8[64,32]{0,1:T(4,1)}"),
    ("s8[64,48]{0,1:T(8,1)}", "s8[64,48]{1,0:T(4,1)(2,1)}"),
    (
        "s8[32,96]{0,1:T(32,8)(2)(32,4,1)(4,4,1)(4,1,1)}",
        "s8[32,96]{0,1}",
    ),
    ("s8[96,32]{1,0:T(16,2)}", "s8[96,32]{0,1:T(2,16)}"),
    ("u32[20,24]{1,0:T(4,4)}", "u32[20,24]{0,1:T(2,2)}"),
    ("u8[64,64]{0,1}", "u8[64,64]{1,0:T(8,8)}"),
    ("u8[64,64]{0,1}", "u8[64,64]{1,0:T(8,16)}"),
    ("u8[64,64]{1,0:T(2,16)}", "u8[64,64]{0,1:T(16,4)}"),
    // Whole cache lines of the destination, which every kernel can store.
    ("f32[8,256]{1,0}", "f32[8,256]{1,0:T(8,128)}"),
    ("f32[8,256]{1,0:T(8,128)}", "f32[8,256]{1,0}"),
    ("bf16[16,256]{1,0}", "bf16[16,256]{1,0:T(8,128)(2,1)}"),
    ("bf16[16,256]{1,0:T(8,128)(2,1)}", "bf16[16,256]{1,0}"),
    ("s8[8,256]{1,0}", "s8[8,256]{1,0:T(8,128)(4,1)}"),
    ("s8[8,256]{1,0:T(8,128)(4,1)}", "s8[8,256]{1,0}"),
    ("s8[8,80]{1,0}", "s8[8,80]{1,0:T(4,80)(4,1)}"),
    ("u8[8,128]{1,0}", "u8[8,128]{1,0:T(8,1)}"),
    ("u8[8,128]{1,0:T(8,1)}", "u8[8,128]{1,0}"),
    ("f32[6,96]{1,0}", "f32[6,96]{1,0:T(2,2)}"),
    ("f32[6,96]{1,0:T(2,2)}", "f32[6,96]{1,0}"),
    ("f32[8,96]{1,0}", "f32[8,96]{1,0:T(4,4)}"),
    ("f32[8,96]{1,0:T(4,4)}", "f32[8,96]{1,0}"),
    ("f32[16,80]{1,0}", "f32[16,80]{1,0:T(16,1)}"),
    ("f32[16,80]{1,0:T(16,1)}", "f32[16,80]{1,0}"),
    ("u16[16,96]{1,0}", "u16[16,96]{1,0:T(16,1)}"),
    ("u16[96,70]{1,0}", "u16[96,70]{0,1}"),
    ("f32[48,37]{1,0}", "f32[48,37]{0,1}"),
    ("f64[40,37]{1,0}", "f64[40,37]{0,1}"),
    ("c128[12,9]{1,0}", "c128[12,9]{0,1}"),
    // Rows that begin anywhere: with columns past the lines, and one block more.
    ("u16[387,150]{1,0}", "u16[387,150]{0,1}"),
    ("f32[195,70]{1,0}", "f32[195,70]{0,1}"),
    ("f64[97,2055]{1,0}", "f64[97,2055]{0,1}"),
    ("c128[61,48]{1,0}", "c128[61,48]{0,1}"),
    ("f32[195,128]{1,0}", "f32[195,128]{0,1}"), // a pitch of a power of two
];

/// Runs the strided copies of a copy, with the stores of a copy of this many bytes; or the copy,
/// if it has too many.
fn run_as(bytes: usize, [src, dst]: [&Layout; 2], from: &[u8], to: &mut [u8]) {
    let sides = Sides::of_layouts(src, dst);
    let elements = RegionCopy::whole(sides, *src.dims_list());
    let hints = Hints {
        bytes,
        ..elements.hints
    };
    elements.each_combination(sides, |copy| match copy {
        Some(copy) => copy.execute(hints, Source::new(from), Destination::new(to)),
        None => elements.run(sides, Source::new(from), Destination::new(to)),
    });
}

/// Plans the copy, and runs the plan.
fn run_planned([src, dst]: [&Layout; 2], from: &[u8], to: &mut [u8]) {
    let plan = CopyPlan::new(src, dst).unwrap();
    plan.run_bytes(from, to).unwrap();
}

#[test]
fn through_the_caches() {
    for &(src, dst) in &PAIRS[..if cfg!(miri) { SMALL } else { PAIRS.len() }] {
        let [src, dst] = [src, dst].map(Sample::of);
        for skew in [0, 4] {
            check(&src, &dst, skew, |layouts, from, to| {
                run_as(0, layouts, from, to)
            });
            check(&src, &dst, skew, run_planned);
        }
    }
}

#[test]
fn few_pieces_without_a_plan() {
    for (src, dst) in [
        ("f32[10,130]{1,0}", "f32[10,130]{1,0:T(8,128)}"),
        ("f32[10,130]{1,0:T(8,128)}", "f32[10,130]{0,1:T(64,1)}"),
        ("f32[10,130]{1,0:T(8,128)}", "f32[10,130]{0,1}"),
        ("f32[10,130]{1,0:T(8,128)}", "f32[10,130]{1,0}"),
        ("f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,2)}"),
        ("f64[3,7]{1,0:T(2,3)}", "f64[3,7]{1,0:T(2,2)}"),
        ("u8[2,3,1,5]{3,2,1,0}", "u8[2,3,1,5]{0,2,3,1}"),
        ("u16[9]{0:T(6)(2)}", "u16[9]{0:T(4)}"),
        ("bf16[1,400]{1,0}", "bf16[1,400]{1,0:T(8,128)}"),
    ] {
        // Under Miri, shorter runs.
        let sized = |text: &str| {
            if cfg!(miri) {
                text.replace("130", "18")
                    .replace("400", "50")
                    .replace("128", "16")
            } else {
                text.into()
            }
        };
        let copy = |[one, other]: [&Layout; 2], from: &[u8], to: &mut [u8]| {
            let size = one.element_bits() / 8;
            let (source, destination) = (Source::new(from), Destination::new(&mut *to));
            let few = copy_few_pieces(size, [one, other], one.dims(), source, destination);
            assert_eq!(few, !dst.ends_with("{0,1}"), "{src} to {dst}");
            if !few {
                run_planned([one, other], from, to);
            }
        };
        let [src, dst] = [src, dst].map(|text| Sample::of(&sized(text)));
        check(&src, &dst, 0, copy);
    }
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn past_the_caches() {
    let large = [
        ("f32[300,700]{1,0}", "f32[300,700]{0,1}"),
        ("bf16[1030,130]{1,0}", "bf16[1030,130]{0,1}"),
        ("s8[300,2100]{1,0}", "s8[300,2100]{0,1}"),
        ("f32[6,700,50]{2,1,0}", "f32[6,700,50]{1,2,0}"),
        ("f32[50,1030]{1,0}", "f32[50,1030]{1,0:T(8,128)}"),
        ("f32[50,1030]{1,0:T(8,128)}", "f32[50,1030]{1,0}"),
        ("f32[300,1024]{1,0}", "f32[300,1024]{0,1}"),
        ("s8[502,90]{1,0}", "s8[502,90]{0,1}"),
        ("s8[260,1030]{0,1}", "s8[260,1030]{1,0}"),
        ("s8[260,1030]{0,1}", "s8[260,1030]{0,1:T(128,1)}"),
        ("s8[260,1030]{1,0:T(8,16)}", "s8[260,1030]{0,1:T(4,1)}"),
        ("f32[260,520]{1,0:T(6,1)}", "f32[260,520]{1,0:T(8,8)(4,2)}"),
        ("u16[24,40,6,50]{3,2,1,0}", "u16[24,40,6,50]{0,1,2,3}"),
        (
            "u16[24,40,6,50]{3,2,1,0:T(8,4,32)(2,1)}",
            "u16[24,40,6,50]{0,3,2,1:T(16,1,1,16)(16,1,1,1)}",
        ),
        ("f32[9,1030]{1,0:T(3,5)}", "f32[9,1030]{1,0}"),
    ];
    for &(src, dst) in PAIRS.iter().chain(&large) {
        let [src, dst] = [src, dst].map(Sample::of);
        for skew in [0, 4] {
            check(&src, &dst, skew, |layouts, from, to| {
                run_as(LARGE, layouts, from, to)
            });
        }
    }
}

/// Copies an array with streaming stores from each of some orders to each.
fn from_each_order_to_each(array: &str, skew: usize) {
    const ORDERS: [&str; 15] = [
        "1,0",
        "0,1",
        "1,0:T(8,128)",
        "1,0:T(3,5)",
        "0,1:T(7,9)",
        "1,0:T(8,16)(4,1)",
        "1,0:T(2,2)",
        "1,0:T(8,8)(4,8)(4,4)(2,4)(2,2)",
        "0,1:T(32,8)(2)(32,4,1)(4,4,1)(4,1,1)",
        "1,0:T(16,64)(8,64)(8,32)(2,32)(2,16)",
        "0,1:T(64,1)",
        "1,0:T(6,1)",
        "1,0:T(32,128)(4,1)",
        "0,1:T(4,1)",
        "1,0:T(32,32)(16,16)",
    ];
    let layouts = ORDERS.map(|order| Sample::of(&alloc::format!("{array}{{{order}}}")));
    for src in &layouts {
        for dst in &layouts {
            check(src, dst, skew, |layouts, from, to| {
                run_as(LARGE, layouts, from, to)
            });
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn bytes_from_each_order_to_each() {
    from_each_order_to_each("u8[70,331]", 12);
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn floats_from_each_order_to_each() {
    from_each_order_to_each("f32[37,90]", 12);
}

/// Whole lines, and several pages.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn whole_lines_of_bytes_from_each_order_to_each() {
    from_each_order_to_each("u8[128,256]", 0);
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn whole_lines_of_pairs_from_each_order_to_each() {
    from_each_order_to_each("u16[64,128]", 0);
}

/// Several blocks, whose tiles nest with rows.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn blocks_through_rows() {
    let bodies = ["1,0:T(8,8)", "1,0:T(5,7)"];
    let [src, dst] = bodies.map(|body| Sample::of(&alloc::format!("u8[800,840]{{{body}}}")));
    for (src, dst) in [(&src, &dst), (&dst, &src)] {
        check(src, dst, 3, |layouts, from, to| {
            run_planned(layouts, from, to);
        });
    }
}

/// Rows longer than a table, with a period of 1408 columns.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn tables_of_parts_of_rows() {
    let bodies = ["1,0:T(7,11)(3,5)(2,2)", "1,0:T(8,128)"];
    let [src, dst] = bodies.map(|body| Sample::of(&alloc::format!("u16[23,1100]{{{body}}}")));
    for (src, dst) in [(&src, &dst), (&dst, &src)] {
        check(src, dst, 2, run_planned);
    }
}

/// Rows longer than a table, with one table for all rows, and with a table for each row.
#[test]
#[cfg_attr(miri, ignore = "large")]
fn tables_of_long_rows() {
    for (src, dst) in [
        ("u16[520,530]{1,0:T(3,5)}", "u16[520,530]{0,1:T(4)}"),
        ("u8[2,1030,3]{2,1,0:T(7,2)}", "u8[2,1030,3]{1,2,0:T(5)(2)}"),
        ("f32[700]{0:T(7)(3)}", "f32[700]{0:T(5)(4)}"),
    ] {
        let [src, dst] = [src, dst].map(Sample::of);
        for is_sum in [true, false] {
            check(&src, &dst, 3, |[src, dst], from, to| {
                let (from, to) = (Source::new(from), Destination::new(to));
                let sides = Sides::of_layouts(src, dst);
                RegionCopy::whole(sides, *src.dims_list()).run_elements(sides, is_sum, from, to);
            });
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "large")]
fn tiles_that_do_not_nest() {
    let (src, dst) = ("f32[610,300]{1,0:T(6,1)}", "f32[610,300]{1,0:T(8,8)(4,2)}");
    let [src, dst] = [src, dst].map(Sample::of);
    for (src, dst) in [(&src, &dst), (&dst, &src)] {
        check(src, dst, 4, run_planned);
    }
}

#[test]
fn without_a_flat_formula() {
    let uneven = "f32[7,5]{1,0:T(3,4)(2,2)}";
    let carries = "f32[3,5,4]{2,1,0:T(*,2,2)}";
    assert!(layout(uneven).terms().is_none());
    assert!(layout(carries).terms().is_none());
    let too_many = "u16[8,9,8]{2,1,0:T(7,7,7)(6,6,6)(5,5,5)(4,4,4)(3,3,3)(2,2,2)}";
    assert!(layout(too_many).formula().is_none());
    for (src, dst) in [
        ("f32[7,5]{1,0}", uneven),
        (uneven, "f32[7,5]{0,1}"),
        ("f32[3,5,4]{2,1,0}", carries),
        (carries, "f32[3,5,4]{0,2,1:T(3,2)(2,2)}"),
        ("u16[8,9,8]{0,2,1}", too_many),
    ] {
        check(&Sample::of(src), &Sample::of(dst), 0, run_planned);
    }
}

#[test]
fn an_array_without_dimensions() {
    let [src, dst] = ["f32[]", "f32[]{:T(8)}"].map(layout);
    let mut to = [0.0; 8];
    let plan = CopyPlan::new(&src, &dst).unwrap();
    plan.run(&[1.5f32], &mut to).unwrap();
    assert_eq!(to, [1.5, 0., 0., 0., 0., 0., 0., 0.]);
}
