//! `Label`: other systems' names for the parts of a layout.

use alloc::string::String;
use alloc::vec::Vec;

use crate::section_name::{SECTION_NAMES, named_section};

/// The meaning of the numbers after a name, or of the name itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    Dims,
    MinorToMajor,
    MajorToMinor,
    Strides,
    Tile,
    /// A section other than `T`, by its index in [`SECTION_NAMES`].
    Section(usize),
    /// A whole order in one word, such as `row_major`.
    RowMajor,
    ColumnMajor,
    /// A separator of numbers, as `,` is.
    Separator,
    /// Numbers that are ignored if they are 0 or `?`.
    Offset,
    /// A name before a value that needs no name, such as `dtype=f32`.
    Nothing,
}

const LABELS: &[(Label, &[&str])] = &[
    (Label::Dims, &["shape", "size", "dims", "dimensions"]),
    (Label::MinorToMajor, &["minor_to_major", "order", "dense"]),
    (Label::MajorToMinor, &["major_to_minor"]),
    (
        Label::Strides,
        &["stride", "strides", "strided", "make_stride"],
    ),
    (
        Label::RowMajor,
        &[
            "c",
            "row",
            "row_major",
            "cublaslt_order_row",
            "rowmajor",
            "c_contiguous",
            "c_order",
            "corder",
            "contiguous",
            "default",
            "none",
            "right",
            "layoutright",
            "layout_right",
        ],
    ),
    (
        Label::ColumnMajor,
        &[
            "f",
            "col",
            "col_major",
            "cublaslt_order_col",
            "colmajor",
            "column_major",
            "columnmajor",
            "f_contiguous",
            "f_order",
            "forder",
            "fortran",
            "left",
            "layoutleft",
            "layout_left",
        ],
    ),
    (Label::Offset, &["offset"]),
    (
        Label::Nothing,
        &[
            "dtype",
            "descr",
            "layout",
            "element_type",
            "format",
            "memory_format",
        ],
    ),
];

/// The meaning of a name in any case, whose words `-` or `_` may separate.
pub(super) fn label(name: &str) -> Option<Label> {
    if matches!(name, "x" | "by") {
        return Some(Label::Separator);
    }
    match named_section(name.as_bytes()) {
        Some(section) if SECTION_NAMES[section].0 == "T" => return Some(Label::Tile),
        Some(section) => return Some(Label::Section(section)),
        None => {}
    }
    let same = |other: &&str| {
        let other = other.bytes();
        name.len() == other.len()
            && name
                .bytes()
                .zip(other)
                .all(|(a, b)| a.eq_ignore_ascii_case(&b) || matches!((a, b), (b'-', b'_')))
    };
    let found = LABELS.iter().find(|(_, names)| names.iter().any(same));
    found.map(|&(label, _)| label)
}

/// The meaning of a memory format's name: the dimensions, most major first, and the tile of
/// a blocked format.
#[derive(Debug)]
pub(super) struct Format {
    pub(super) major_to_minor: Vec<usize>,
    pub(super) tile: Vec<usize>,
    /// The letters of the dimensions in their logical order.
    pub(super) logical: String,
    /// Whether the dimensions can be in the order of the name as well as in the logical one.
    pub(super) is_unclear: bool,
}

/// The letters of dimensions, in the logical order of an array: by position, of
/// activations, of weights and of sequences.
const ALPHABETS: [&str; 4] = ["abcdefghijkl", "ncdhw", "goidhw", "tnc"];

/// Whether a name has letters and then blocks, as `OIhw16i16o` has, or is one of cuBLASLt's.
pub(super) fn is_blocked(name: &str) -> bool {
    if name.starts_with("CUBLASLT_ORDER") || name.starts_with("COL32") || name.starts_with("COL4") {
        return true;
    }
    let blocks = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    blocks.len() < name.len()
        && blocks.starts_with(|c: char| c.is_ascii_digit())
        && blocks.ends_with(|c: char| c.is_ascii_alphabetic())
        && blocks.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a text after a layout is a method that changes the order of the elements.
pub(super) fn is_rearranged(text: &str) -> bool {
    const METHODS: [&str; 10] = [
        "T",
        "mT",
        "t",
        "transpose",
        "permute",
        "reshape",
        "swapaxes",
        "swapdims",
        "view",
        "movedim",
    ];
    let method = text.trim_start().strip_prefix('.').unwrap_or_default();
    let end = method.find(|c: char| !c.is_ascii_alphanumeric());
    let (name, after) = method.split_at(end.unwrap_or(method.len()));
    // `.T(8,128)` is a section.
    METHODS.contains(&name) && !(name == "T" && after.starts_with('('))
}

/// Whether a name is that of a section.
pub(super) fn is_section(name: &str) -> bool {
    SECTION_NAMES.iter().any(|(section, _)| *section == name)
}

/// Whether a name is that of a memory format for some array.
pub(super) fn is_format(name: &str) -> bool {
    let outer = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let letters = outer
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(name.len());
    let letters = name[..letters].to_ascii_lowercase();
    let of = |alphabet: &&str| letters.chars().all(|c| alphabet.contains(c));
    let sorted = || (0..letters.len()).all(|at| !letters[at + 1..].contains(&letters[at..=at]));
    letters.len() > 2 && letters.is_ascii() && ALPHABETS.iter().any(of) && sorted()
}

/// The memory format of a name such as `nhwc`, `ba` or `nChw16c`, for an array of these
/// dimensions. If equal height and width show that the dimensions are already in the order
/// of the letters, the order is the default one.
pub(super) fn format(name: &str, dims: &[&str]) -> Option<Format> {
    let rank = dims.len();
    let of_torch = name.to_ascii_lowercase().starts_with("channels_last");
    let name = match name.to_ascii_lowercase().as_str() {
        "channels_last" if rank == 4 => "nhwc",
        "channels_last" if rank == 5 => "ndhwc",
        _ => name,
    };
    let outer = name
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(name.len());
    let (outer, blocks) = name.split_at(outer);
    if outer.len() != rank || rank < 2 {
        return None;
    }
    let letters = outer.to_ascii_lowercase();
    let alphabet = ALPHABETS.iter().find(|alphabet| {
        let once = |c| letters.matches(c).count() == 1;
        letters.chars().all(|c| alphabet.contains(c) && once(c))
            // Letters by position have no gaps.
            && (alphabet.len() < 12 || letters.chars().all(|c| alphabet.find(c) < Some(rank)))
    })?;
    let logical: Vec<char> = alphabet.chars().filter(|&c| letters.contains(c)).collect();
    let dim = |letter: char| logical.iter().position(|&c| c == letter);
    let major_to_minor = letters.chars().map(dim).collect::<Option<Vec<usize>>>()?;
    let side = |letter, written: bool| {
        let at = if written {
            letters.find(letter)?
        } else {
            dim(letter)?
        };
        dims.get(at)
    };
    let square = |written| side('h', written).is_some_and(|h| side('w', written) == Some(h));
    if square(true) && !square(false) && !of_torch {
        return None; // the dimensions are in the order of the letters already
    }
    let permuted = major_to_minor.windows(2).any(|pair| pair[0] > pair[1]);
    let one_reading = square(false) && !square(true);
    let is_unclear = permuted && alphabet.len() < 12 && !one_reading && !of_torch;
    let mut tile: Vec<usize> = Vec::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let at = letters.find(char::from(rest.as_bytes()[end]))?;
        // Blocks in the order of the dimensions are one tile; others are several.
        if tile.is_empty() {
            tile = alloc::vec![1; rank - at];
        }
        let first = rank - tile.len();
        let entry = tile.get_mut(at.checked_sub(first)?)?;
        if *entry != 1 {
            return None;
        }
        *entry = rest[..end].parse().ok()?;
        if tile[at - first + 1..].iter().any(|&entry| entry != 1) {
            return None;
        }
        rest = &rest[end + 1..];
    }
    Some(Format {
        major_to_minor,
        tile,
        logical: logical.into_iter().collect(),
        is_unclear,
    })
}
