//! Names of element types that need more than one word of the text.

use layout_core::parse::element_alias;
pub(super) use layout_core::parse::element_alias::{in_case_of, last_segment};
use layout_core::spec::element_type::ElementType;

/// Names of two words for element types, from C and MLIR.
const IN_TWO_WORDS: &[(&str, &str, ElementType)] = &[
    ("unsigned", "char", ElementType::U8),
    ("unsigned", "short", ElementType::U16),
    ("unsigned", "int", ElementType::U32),
    ("unsigned", "long", ElementType::U64),
    ("signed", "char", ElementType::S8),
    ("signed", "short", ElementType::S16),
    ("signed", "int", ElementType::S32),
    ("signed", "long", ElementType::S64),
    ("short", "int", ElementType::S16),
    ("long", "int", ElementType::S64),
    ("long", "long", ElementType::S64),
    ("long", "unsigned", ElementType::U64),
    ("double", "precision", ElementType::F64),
    ("complex", "f32", ElementType::C64),
    ("complex", "float", ElementType::C64),
    ("float", "complex", ElementType::C64),
    ("complex", "f64", ElementType::C128),
    ("complex", "double", ElementType::C128),
    ("double", "complex", ElementType::C128),
];

/// The element type that has this name, in any case.
pub(super) fn exact(name: &str) -> Option<ElementType> {
    ElementType::from_name(name)
}

/// The element type that has a name here or in other systems, or a code of NumPy in quotes.
pub(super) fn known(name: &str) -> Option<ElementType> {
    match name.starts_with(['"', '\'']) {
        true => of_numpy(name),
        false => element_alias::known(name),
    }
}

/// The element type that a path names, in an argument of `function`.
pub(super) fn of_path(path: &str, function: &str) -> Option<ElementType> {
    match path.starts_with(['"', '\'']) {
        true => of_numpy(path),
        false => element_alias::of_path(path, function),
    }
}

/// The element type of two words: `unsigned char`, `complex<f64>`.
pub(super) fn in_two_words(path: &str, second: &str) -> Option<ElementType> {
    let first = last_segment(path);
    let same = |(a, b, _): &&(&str, &str, ElementType)| {
        first.eq_ignore_ascii_case(a) && second.eq_ignore_ascii_case(b)
    };
    IN_TWO_WORDS
        .iter()
        .find(same)
        .map(|&(_, _, element)| element)
}

/// The element type of NumPy's `<f4`, whose number counts bytes. In quotes `f4` is one, too,
/// but `i8` may be 8 bits.
pub(super) fn of_numpy(text: &str) -> Option<ElementType> {
    let code = text.trim_matches(['"', '\'']);
    let quoted = code.len() < text.len();
    let code = match code.strip_prefix(['<', '=', '|']) {
        Some(code) => code,
        None if quoted && matches!(code, "f2" | "f4" | "c8" | "c16" | "i2" | "u2") => code,
        None => return None,
    };
    let kind = code.get(..1)?;
    let bytes: usize = code.get(1..)?.parse().ok()?;
    match kind {
        "b" if bytes == 1 => Some(ElementType::PRED),
        "f" | "i" | "u" | "c" => known(&alloc::format!("{kind}{}", bytes.checked_mul(8)?)),
        _ => None,
    }
}

/// The element type of NumPy's `>f4` at the start of a text, perhaps in quotes.
pub(super) fn big_endian(text: &str) -> Option<ElementType> {
    let code = text.trim_start_matches(['"', '\'']).strip_prefix('>')?;
    let end = code.find(|c: char| !c.is_ascii_alphanumeric());
    of_numpy(&alloc::format!("<{}", &code[..end.unwrap_or(code.len())]))
}

/// The element type of `32f`.
pub(super) fn backwards(name: &str) -> Option<ElementType> {
    let letters = name.find(|c: char| !c.is_ascii_digit())?;
    let (bits, letters) = name.split_at(letters);
    exact(&[letters, bits].concat())
}

/// The first word of a text that names an element type.
pub(super) fn first_in(text: &str) -> Option<ElementType> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.len() > 1).find_map(known)
}

/// Whether a word after a type of C makes another type of it, as in `long double`.
pub(super) fn changes_type(word: &str) -> bool {
    matches!(
        word,
        "char" | "complex" | "double" | "float" | "int" | "long" | "short"
    )
}
