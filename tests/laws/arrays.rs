//! Arrays of every kind of layout, and parts of them.

use layout_oracle::laws::{self, random_cases};

#[test]
fn iteration() {
    random_cases("iteration", 3000, laws::iteration);
}

#[test]
fn in_place() {
    random_cases("in_place", 3000, laws::in_place);
}

#[test]
fn parts() {
    random_cases("parts", 2000, laws::parts);
}

#[test]
fn tuples() {
    random_cases("tuples", 2000, laws::tuples);
}

#[test]
fn lines() {
    random_cases("lines", 1000, laws::lines);
}

#[test]
fn tiles() {
    random_cases("tiles", 1000, laws::tiles);
}

#[test]
fn zips() {
    random_cases("zips", 2000, laws::zips);
}
