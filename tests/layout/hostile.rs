//! Texts made to take long: no function of a layout takes time in its elements.
//!
//! Steps are counted, not seconds. Const evaluation counts calls and loop iterations, and
//! after two million in one item rustc stops with the error `long_running_const_eval`. That
//! takes the compiler seconds, so that few texts are evaluated so; the arrays of all of them
//! are so large that a loop over elements would not end.

#![deny(long_running_const_eval)]

use std::hint::black_box;

use tiled_layout::notation::explain;
use tiled_layout::notation::explain::Language;
use tiled_layout::{CopyPlan, Layout, LayoutError, draw, layout};

/// Large first tiles that a later one splits unevenly, tiles of coprime sizes, merged
/// dimensions that carry, padding that is almost all of the buffer.
const TEXTS: [&str; 18] = [
    "u8[100000000]{0:T(10000001)(7,2)}",
    "u8[1000000000000000]{0:T(100000000000001)(7,2)}",
    "u16[17179869182,5]{1,0:T(2147483648,1)(5)(5,5,5,4)L(32768)}",
    "u16[17179869182,5]{0,1:T(2147483648)(5)(5,5,5,4)L(32768)}",
    "u8[4000000000000]{0:T(3)(2)}",
    "u8[4000000000000,1]{0,1:T(3)(2)}",
    "u8[1000000007]{0:T(1009)(1013,7)}",
    "u8[1000000007]{0:T(65537)(257)(17)(5)(3)(2)}",
    "u8[1000003,1000033]{1,0:T(1009,997)(31,29)(7,5)(3,2)}",
    "u8[1000003,1000033]{0,1:T(997,1009)(29,31)(5,7)(2,3)}",
    "u8[1000003,1000033]{1,0:T(*,3)(2)}",
    "u8[1000003,1000033]{1,0:T(*,1000)(7,3)(*,2)}",
    "u8[99991,99989,1009]{2,1,0:T(*,*,5)(3)(*,2)}",
    "u4[4611686018427387904]{0:T(11)(2,1)E(4)}",
    "u4[1048573,1048571,1021]{2,0,1:T(127,113,101)(11,7,5)(3,2,2)E(4)}",
    "u8[1048576,1048576,1048576]{2,1,0:T(1024,1024,1024)(512,2,8)(2,2,2)(3,3,1)}",
    "u8[1]{0:T(4611686018427387904)}",
    "u8[3,3]{1,0:T(2000000011,2000000011)(7,5)(3,2)}",
];

/// Pairs are made of each layout, the row-major one and one more of the same dimensions.
const fn others(layout: &Layout) -> [Layout; 2] {
    let row_major = match Layout::row_major(layout.element_type(), layout.dims()) {
        Ok(rows) => rows,
        Err(_) => panic!("rows take no more than the layout"),
    };
    let rows = match row_major.with_element_bits(layout.element_bits()) {
        Ok(rows) => rows,
        Err(_) => row_major,
    };
    match rows.with_tiles(&[&[13], &[5], &[3]]) {
        Ok(tiled) => [rows, tiled],
        Err(_) => [rows, rows],
    }
}

/// Evaluates functions of a text in items of their own.
macro_rules! at_most_two_million_steps {
    ($($text:expr),*) => {$(
        const _: usize = steps_of($text);
        const _: () = plan_of($text, 0);
        const _: () = plan_of($text, 1);
        const _: () = bitcast_of($text);
    )*};
}

at_most_two_million_steps!(TEXTS[0], TEXTS[2], TEXTS[4], TEXTS[8]);

/// The same of types: constants, positions and indices of `layout!`.
macro_rules! at_most_two_million_steps_of_types {
    ($($layout:ty, $index:expr;)*) => {$(
        const _: () = {
            type L = $layout;
            assert!(L::NUM_ELEMENTS <= L::PADDED_LEN);
            let position = L::offset($index);
            assert!(position < L::PADDED_LEN && L::index(position).is_some());
            let _ = (L::STRIDES, L::TILE_COUNTS, L::TILE_LEN, L::index(L::PADDED_LEN - 1));
        };
    )*};
}

at_most_two_million_steps_of_types! {
    layout!(U8[1000000000000000]<0:T(100000000000001)(7,2)>), [999999999999999];
    layout!(U16[17179869182,5]<1,0:T(2147483648,1)(5)(5,5,5,4)L(32768)>), [17179869181, 4];
    layout!(U8[1]<0:T(4611686018427387904)>), [0];
    layout!(U8[9223372036854775807]), [9223372036854775806];
    layout!(U4[4611686018427387904]<0:T(11)(2,1)E(4)>), [4611686018427387903];
    layout!(U8[1,1,1,1,1,1,1,1,1,1,1,9223372036854775807]), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9];
}

at_most_two_million_steps_of_types! {
    layout!(U8[1000003,997]<1,0:T(*,1000)(7,3)(*,2)>), [1000002, 996];
    layout!(U8[1000000007]<0:T(65537)(257)(17)(5)(3)(2)>), [1000000006];
    layout!(U8[1]<0:T(1)(1)(1)(1)(1)(1)(1)(1)>), [0];
    layout!(U8[2,2,2,2,2,2,2,2,2,2,2,2]<0,1,2,3,4,5,6,7,8,9,10,11:T(2,3)(5,2)(3,2)(2,1)>), [1; 12];
}

/// Calls every `const` function of the layout of a text. The index and the position are in
/// the middle, so that a loop that begins at either end takes long.
const fn steps_of(text: &str) -> usize {
    let layout = parse(text);
    let mut index = [0; 12];
    let mut dim = 0;
    while dim < layout.rank() {
        index[dim] = layout.dims()[dim] / 2;
        let _ = layout.dimension_padding(dim);
        let _ = layout.is_dynamic_dimension(dim);
        dim += 1;
    }
    let index = index.split_at(layout.rank()).0;
    let position = layout.offset(index);
    assert!(layout.checked_offset(index).is_some());
    assert!(layout.index(position).is_some() && !layout.is_padding(position));
    let _ = layout.is_padding(layout.padded_len() / 2);
    let _ = (layout.minor_to_major(), layout.tiles(), layout.true_rank());
    let _ = (
        layout.physical_dims(),
        layout.strides(),
        layout.tile_counts(),
    );
    let _ = (layout.tile_len(), layout.num_bytes(), layout.padded_bytes());
    let _ = (layout.terms(), layout.padding_len(), layout.padded_dims());
    let _ = (layout.logical_strides(), layout.tile_layout().is_ok());
    let _ = layout.check_padding(50).is_ok();
    position
}

const fn parse(text: &str) -> Layout {
    match Layout::parse(text) {
        Ok(layout) => layout,
        Err(_) => panic!("not a layout"),
    }
}

/// The same positions by one tile more, of one element.
const fn same(layout: &Layout) -> Layout {
    let tiles = layout.tiles();
    let mut lists: [&[usize]; 8] = [&[1]; 8];
    let mut i = 0;
    while i < tiles.len() {
        lists[i] = tiles.as_slice()[i].as_slice();
        i += 1;
    }
    match layout.with_tiles(lists.split_at(tiles.len() + 1).0) {
        Ok(same) => same,
        Err(_) => panic!("a tile of one element changes nothing"),
    }
}

/// Plans a copy from the layout, to it, or of a region.
const fn plan_of(text: &str, number: usize) {
    let layout = parse(text);
    let other = &others(&layout)[number % 2];
    let (mut origin, mut extents) = ([1; 12], [1; 12]);
    let mut dim = 0;
    while dim < layout.rank() {
        origin[dim] = layout.dims()[dim] / 3;
        extents[dim] = layout.dims()[dim] - origin[dim];
        dim += 1;
    }
    let (origin, extents) = (origin.split_at(dim).0, extents.split_at(dim).0);
    let plan = match number {
        0 => CopyPlan::const_new(&layout, other),
        1 => CopyPlan::const_new(other, &layout),
        _ => CopyPlan::const_region((&layout, origin), (other, origin), extents),
    };
    assert!(plan.is_ok());
}

/// Compares the layout with the same one by other tiles.
const fn bitcast_of(text: &str) {
    let layout = parse(text);
    let _ = layout.check_bitcast_of(&same(&layout)).is_ok();
}

#[test]
fn no_function_takes_time_in_elements() {
    for text in TEXTS {
        let layout: Layout = text.parse().unwrap();
        black_box(steps_of(text));
        for number in 0..4 {
            plan_of(text, number);
        }
        let shown = [
            layout.to_string(),
            explain(&layout).to_string(),
            format!("{:?}", explain(&layout).example()),
            format!("{:?}", explain(&layout).cute()),
            explain(&layout).position().to_string(),
            explain(&layout)
                .position()
                .function(Language::Rust)
                .to_string(),
            draw::Text::new(&layout).to_string(),
            draw::Svg::new(&layout).to_string(),
        ];
        for shown in shown {
            assert!(shown.len() < 1 << 20, "{text}: {} bytes", shown.len());
        }
        for dim in 0..layout.rank() {
            black_box(layout.slice_is_contiguous(dim));
        }
        // A range takes time in the stretches that it joins, or without terms in positions, as
        // the documentation says.
        if layout.terms().is_some() {
            let one: Vec<_> = layout
                .dims()
                .iter()
                .map(|&extent| extent / 2..extent / 2 + 1)
                .collect();
            black_box(layout.byte_ranges(&one[..]).unwrap().next());
        }
        let [rows, tiled] = others(&layout);
        for other in [rows, tiled, same(&layout)] {
            black_box(layout == other);
            black_box(layout.check_bitcast_of(&other).is_ok());
        }
    }
}

/// A question that the bound leaves open is reported as open.
#[test]
fn an_undecided_bitcast() {
    let parse = |text| Layout::parse(text).unwrap();
    let a = parse("u8[1000000007]{0:T(65537)(257)(17)(5)(3)(2)}");
    let b = parse("u8[1000000007]{0:T(65537)(257)(17)(5)(3)(2)(1)}");
    assert!(!a.is_bitcast_of(&b));
    let error: LayoutError = a.check_bitcast_of(&b).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a buffer of `u8[1000000007]{0:T(65537)(257)(17)(5)(3...` cannot be read as \
         `u8[1000000007]{0:T(65537)(257)(17)(5)(3...`: not known, because no difference is found \
         in the first 4,096 elements"
    );
}
