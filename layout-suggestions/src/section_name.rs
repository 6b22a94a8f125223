//! The names of sections, here and in other systems.

use super::text::has_word;

/// The sections in their order, and other systems' names for them.
pub(super) const SECTIONS: [(&str, &str); 7] = [
    ("T", "t tt tile tiles tiled tiling tile_size tpu.tiled"),
    ("L", "l align alignment"),
    ("E", "e bits element_size_in_bits"),
    ("S", "s space memory memory_space"),
    ("SC", "sc split"),
    ("M", "m prefix"),
    ("PAD", "pad padded padding padded_dimensions"),
];

/// Returns the section that a name stands for.
pub(super) fn section_named(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let section = SECTIONS.iter().find(|(_, names)| has_word(names, &name));
    section.map(|&(section, _)| section)
}
