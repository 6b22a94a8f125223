//! The names of sections, here and in other systems.

/// The names of sections, here and in other systems, in any case.
pub const SECTION_NAMES: [(&str, &[&str]); 7] = [
    ("L", &["l", "align", "alignment"]),
    ("E", &["e", "bits", "element_size_in_bits"]),
    ("S", &["s", "space", "memory", "memory_space"]),
    ("SC", &["sc", "split"]),
    ("M", &["m", "prefix"]),
    ("PAD", &["pad", "padded", "padding", "padded_dimensions"]),
    (
        "T",
        &[
            "t",
            "tt",
            "tile",
            "tiles",
            "tiled",
            "tiling",
            "tile_size",
            "tpu.tiled",
        ],
    ),
];

/// The section that a name stands for, as its index in [`SECTION_NAMES`].
#[must_use]
pub const fn named_section(name: &[u8]) -> Option<usize> {
    let mut section = 0;
    while section < SECTION_NAMES.len() {
        let names = SECTION_NAMES[section].1;
        let mut i = 0;
        while i < names.len() {
            if name.eq_ignore_ascii_case(names[i].as_bytes()) {
                return Some(section);
            }
            i += 1;
        }
        section += 1;
    }
    None
}

pub(super) const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
