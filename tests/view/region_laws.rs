//! Each consumer of a region equals the naive definition, element by element: `Zip` and its kin,
//! copies, conversions and comparisons, by the laws of `layout_oracle`.

use std::ops::Range;

use layout_oracle::laws::{self, each_region_consumer, random_cases, random_region};
use layout_oracle::part::Part;

fn check(to: (&str, &[Range<usize>]), from: (&str, &[Range<usize>])) {
    let [a, b] = [to, from].map(|(text, region)| Part::of(text, region));
    laws::array(&a);
    laws::array(&b);
    each_region_consumer(&a, &b);
}

/// Rows across one edge of a tile, where the run is longer than the region. Rows are the other
/// side.
fn check_beside_rows(text: &str, region: &[Range<usize>]) {
    let extents: Vec<usize> = region.iter().map(Range::len).collect();
    let order: Vec<usize> = (0..extents.len()).rev().collect();
    let list = |numbers: &[usize]| {
        let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
        texts.join(",")
    };
    let rows = format!("u8[{}]{{{}}}", list(&extents), list(&order));
    let all: Vec<Range<usize>> = extents.iter().map(|&extent| 0..extent).collect();
    check((text, region), (&rows, &all));
}

#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn four_rows_of_two_tiles() {
    check_beside_rows("f32[2,16,256]{2,1,0:T(8,128)}", &[0..2, 6..10, 0..256]);
}

#[test]
fn tiles_of_tiles() {
    check_beside_rows("u32[4,8,8]{0,1,2:T(4,2)(2,1,1,1)}", &[0..4, 3..5, 6..8]);
}

#[test]
fn shortest_with_uneven_tiles() {
    check_beside_rows("u8[4,9,8]{2,1,0:T(7,6)}", &[1..4, 6..9, 1..6]);
}

#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn shortest_of_whole_rows() {
    check_beside_rows("u8[8,8,9]{2,1,0:T(6,8)}", &[0..8, 4..8, 0..9]);
}

#[test]
fn four_dimensions() {
    let region = [1..2, 1..9, 5..9, 1..5];
    check_beside_rows("c128[2,9,9,7]{3,2,1,0:T(8,4)}", &region);
}

#[test]
fn one_row_of_large_tiles() {
    check_beside_rows("u64[19,16]{1,0:T(32,32)(16,16)}", &[10..18, 4..13]);
}

#[test]
fn between_two_kinds_of_tiles() {
    check(
        ("u32[3,4,6,2]{3,2,1,0:T(2,4)}", &[1..3, 1..2, 2..6, 0..2]),
        (
            "u32[2,1,8,5]{3,2,1,0:T(1,12,5,2)(*,2)}",
            &[0..2, 0..1, 4..8, 0..2],
        ),
    );
}

/// Threads begin within a row, between the edges of tiles.
#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn rows_for_several_threads() {
    check_beside_rows("u32[3,4000]{1,0:T(2,7)}", &[1..3, 3..3990]);
}

#[test]
fn without_elements() {
    check_beside_rows("u32[0]{0}", std::slice::from_ref(&(0..0)));
    check_beside_rows("u32[3,0]{1,0:T(2,2)}", &[0..3, 0..0]);
    check_beside_rows("u32[3,5]{1,0:T(2,2)}", &[1..1, 2..4]);
    check_beside_rows("u32[]{:T(4)}", &[]);
}

#[test]
fn random_regions() {
    random_cases("regions", 3000, random_region);
}
