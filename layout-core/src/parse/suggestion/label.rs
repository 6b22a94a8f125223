//! `Label`: what other systems call the parts of a layout.

/// The meaning of a list of numbers after a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// No name that says it.
    None,
    Dims,
    MinorToMajor,
    MajorToMinor,
    Strides,
    Tile,
    /// A section other than `T`, by its index in [`SECTIONS`].
    Section(usize),
    /// A whole order in one word, such as `row_major`.
    RowMajor,
    ColumnMajor,
    /// A separator of numbers, as `,` is.
    Separator,
    /// Numbers that no layout has.
    Ignored,
    /// A name before what says itself what it is, such as `dtype=f32`.
    Nothing,
}

/// The sections whose content is taken as it is, in the order of the language.
pub(super) const SECTIONS: [&str; 6] = ["L", "E", "S", "SC", "M", "PAD"];

const LABELS: &[(&str, Label)] = &[
    ("shape", Label::Dims),
    ("size", Label::Dims),
    ("dims", Label::Dims),
    ("dimensions", Label::Dims),
    ("minor_to_major", Label::MinorToMajor),
    ("order", Label::MinorToMajor),
    ("major_to_minor", Label::MajorToMinor),
    ("stride", Label::Strides),
    ("strides", Label::Strides),
    ("strided", Label::Strides),
    ("t", Label::Tile),
    ("tt", Label::Tile),
    ("tile", Label::Tile),
    ("tiles", Label::Tile),
    ("tiled", Label::Tile),
    ("tiling", Label::Tile),
    ("l", Label::Section(0)),
    ("align", Label::Section(0)),
    ("alignment", Label::Section(0)),
    ("e", Label::Section(1)),
    ("bits", Label::Section(1)),
    ("element_size_in_bits", Label::Section(1)),
    ("s", Label::Section(2)),
    ("space", Label::Section(2)),
    ("memory", Label::Section(2)),
    ("memory_space", Label::Section(2)),
    ("sc", Label::Section(3)),
    ("split", Label::Section(3)),
    ("m", Label::Section(4)),
    ("prefix", Label::Section(4)),
    ("pad", Label::Section(5)),
    ("padded", Label::Section(5)),
    ("padding", Label::Section(5)),
    ("padded_dimensions", Label::Section(5)),
    ("c", Label::RowMajor),
    ("row", Label::RowMajor),
    ("row_major", Label::RowMajor),
    ("rowmajor", Label::RowMajor),
    ("c_contiguous", Label::RowMajor),
    ("f", Label::ColumnMajor),
    ("col", Label::ColumnMajor),
    ("col_major", Label::ColumnMajor),
    ("colmajor", Label::ColumnMajor),
    ("column_major", Label::ColumnMajor),
    ("columnmajor", Label::ColumnMajor),
    ("f_contiguous", Label::ColumnMajor),
    ("x", Label::Separator),
    ("by", Label::Separator),
    ("dtype", Label::Nothing),
    ("layout", Label::Nothing),
    ("offset", Label::Ignored),
    ("data_offsets", Label::Ignored),
];

/// Whether a name is that of a section, here or in other systems.
pub(crate) const fn names_section(name: &[u8]) -> bool {
    matches!(label(name), Some(Label::Tile | Label::Section(_)))
}

/// The meaning that a name, in any case, gives the numbers after it.
pub(super) const fn label(name: &[u8]) -> Option<Label> {
    let mut i = 0;
    while i < LABELS.len() {
        if name.eq_ignore_ascii_case(LABELS[i].0.as_bytes()) {
            return Some(LABELS[i].1);
        }
        i += 1;
    }
    None
}
