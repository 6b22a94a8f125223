//! Copies write each element, and touch nothing else.

use layout_oracle::laws::{self, random_cases};

#[test]
fn random() {
    random_cases("copies", 1000, laws::copies);
}

#[test]
#[cfg_attr(miri, ignore = "many elements")]
fn between_static_layouts() {
    laws::static_copies();
}
