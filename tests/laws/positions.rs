//! Texts and positions, and the small family, which a program of the fuzz targets checks as a whole.

#[cfg(not(miri))]
use layout_oracle::exhaustive::Share;
use layout_oracle::laws::{self, random_cases};

#[test]
fn texts() {
    random_cases("texts", 3000, laws::text);
}

#[test]
fn positions() {
    random_cases("positions", 1000, laws::random_positions);
}

#[test]
fn bitcasts() {
    random_cases("bitcasts", 2000, laws::random_bitcast);
}

#[test]
fn byte_ranges() {
    random_cases("byte_ranges", 2000, laws::random_byte_ranges);
}

/// A part of the family, of a size that is no multiple of the numbers of orders and tilings.
#[test]
#[cfg(not(miri))]
fn small_layouts() {
    let of = |step| Share { first: 7, step };
    println!("{:?} layouts", laws::small_layouts(of(499)));
    println!("{:?} regions", laws::small_regions(of(997)));
    println!("{:?} pairs", laws::small_pairs(of(97)));
}
