//! The names of sections, here and in other systems.

/// The names of sections, here and in other systems, in any case.
pub(crate) const SECTION_NAMES: [(&str, &[&str]); 7] = [
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
pub(crate) fn named_section(name: &[u8]) -> Option<usize> {
    let same = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
    let mut names = SECTION_NAMES.iter();
    names.position(|(_, names)| names.iter().any(same))
}
