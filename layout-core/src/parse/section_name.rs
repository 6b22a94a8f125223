//! The names of sections, here and in other systems.

/// The sections in their required order.
pub(super) const SECTIONS: [&str; 11] = ["D", "T", "L", "#", "*", "E", "S", "SC", "P", "M", "PAD"];

/// The number of a section in [`SECTIONS`]; in any case if `any_case`.
pub(super) const fn section_number(word: &[u8], any_case: bool) -> Option<usize> {
    let mut i = 0;
    while i < SECTIONS.len() {
        let name = SECTIONS[i].as_bytes();
        if word.eq_ignore_ascii_case(name) && (any_case || same(word, name)) {
            return Some(i);
        }
        i += 1;
    }
    None
}

/// The names of sections, here and in other systems, in any case.
pub(super) const SECTION_NAMES: [(&str, &[&str]); 7] = [
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
pub(super) const fn named_section(name: &[u8]) -> Option<usize> {
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

/// Whether only sparse arrays have a section.
pub(super) const fn is_sparse(number: usize) -> bool {
    matches!(number, 0 | 3 | 4 | 8)
}

pub(super) const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
