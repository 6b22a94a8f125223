//! Arrays of random strides: forward, backward, with gaps, in any order of the dimensions, and, where
//! they are only read, of elements that overlap.

use layout_oracle::laws::{self, random_cases};

#[test]
fn iteration() {
    random_cases("strided_iteration", 2000, laws::strided_iteration);
}

#[test]
fn in_place() {
    random_cases("strided_in_place", 2000, laws::strided_in_place);
}

#[test]
fn parts() {
    random_cases("strided_parts", 1000, laws::strided_parts);
}

#[test]
fn zips() {
    random_cases("strided_zips", 1000, laws::strided_zips);
}

#[test]
fn reads() {
    random_cases("strided_reads", 1500, laws::strided_reads);
}

#[test]
fn copies() {
    random_cases("strided_copies", 800, laws::strided_copies);
}

#[test]
fn plans() {
    random_cases("strided_plans", 400, laws::strided_plans);
}

#[test]
fn packed() {
    random_cases("strided_packed", 600, laws::strided_packed);
}
