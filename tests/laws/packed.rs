//! Packed elements are values of their bits, and nothing else in their bytes is touched.

use layout_oracle::laws::{self, random_cases};

#[test]
fn random() {
    random_cases("packed", 1500, laws::packed);
}

/// Arrays of more elements than a block that is converted at once.
#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn conversions_of_several_blocks() {
    let part = |text| layout_oracle::part::Part::whole(layout_oracle::naive::Spec::parse(text));
    let tiled = part("u8[150,500]{1,0:T(8,128)(8,1)}");
    laws::packed_conversions(&tiled, &part("u8[150,500]{0,1}"));
}
