//! Names of element types: other systems' names for them, and the nearest one to
//! a misspelling.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::spec::element_type::ElementType;

/// Other systems' names for element types, apart from [`KINDS`].
const ALIASES: &[(&str, ElementType)] = &[
    ("bool", ElementType::PRED),
    ("boolean", ElementType::PRED),
    ("bit", ElementType::PRED),
    ("i1", ElementType::PRED),
    ("byte", ElementType::U8),
    ("ubyte", ElementType::U8),
    ("sbyte", ElementType::S8),
    ("uchar", ElementType::U8),
    ("short", ElementType::S16),
    ("ushort", ElementType::U16),
    ("int", ElementType::S32),
    ("integer", ElementType::S32),
    ("uint", ElementType::U32),
    ("long", ElementType::S64),
    ("ulong", ElementType::U64),
    ("isize", ElementType::S64),
    ("usize", ElementType::U64),
    ("size_t", ElementType::U64),
    ("half", ElementType::F16),
    ("bfloat", ElementType::BF16),
    ("float", ElementType::F32),
    ("single", ElementType::F32),
    ("double", ElementType::F64),
    ("cfloat", ElementType::C64),
    ("cdouble", ElementType::C128),
    ("complex32", ElementType::C64), // two of `f32`, in Rust and in Julia
    ("complexf32", ElementType::C64),
    ("complexf64", ElementType::C128),
    ("e4m3fn", ElementType::F8E4M3FN),
    ("e5m2", ElementType::F8E5M2),
    ("bf8", ElementType::F8E5M2),
    ("e8m0", ElementType::F8E8M0FNU),
    ("f8e8m0", ElementType::F8E8M0FNU),
    ("e2m1", ElementType::F4E2M1FN),
    ("f4e2m1", ElementType::F4E2M1FN),
    ("f6e2m3", ElementType::F6E2M3FN),
    ("f6e3m2", ElementType::F6E3M2FN),
];

/// Names that two element types have.
const AMBIGUOUS: &[(&str, [ElementType; 2])] = &[
    ("char", [ElementType::S8, ElementType::U8]),
    ("complex", [ElementType::C64, ElementType::C128]),
    ("f4", [ElementType::F4E2M1FN, ElementType::F32]), // in bits, and in bytes
    ("float4", [ElementType::F4E2M1FN, ElementType::F32]), // CUDA's has 4 of 32 bits
    ("f6", [ElementType::F6E3M2FN, ElementType::F6E2M3FN]),
    ("f8", [ElementType::F8E4M3FN, ElementType::F8E5M2]),
    ("e4m3", [ElementType::F8E4M3FN, ElementType::F8E4M3]),
    ("f8e4m3", [ElementType::F8E4M3FN, ElementType::F8E4M3]),
];

/// What the names of Python and of C are in NumPy.
const OF_NUMPY: &[(&str, ElementType)] = &[
    ("float", ElementType::F64),
    ("float_", ElementType::F64),
    ("int", ElementType::S64),
    ("int_", ElementType::S64),
    ("intc", ElementType::S32),
    ("uint", ElementType::U64),
    ("byte", ElementType::S8),
    ("complex", ElementType::C128),
    ("complex_", ElementType::C128),
    ("cfloat", ElementType::C128),
    ("csingle", ElementType::C64),
];

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

/// Other systems' prefixes before the number of bits, and XLA's letters.
const KINDS: &[(&str, &str)] = &[
    ("bfloat", "bf"),
    ("brain", "bf"),
    ("float", "f"),
    ("flt", "f"),
    ("mxfp", "f"),
    ("fp", "f"),
    ("tf", "f"),
    ("unsigned", "u"),
    ("quint", "u"),
    ("uint", "u"),
    ("ui", "u"),
    ("signed", "s"),
    ("qint", "s"),
    ("sint", "s"),
    ("int", "s"),
    ("si", "s"),
    ("i", "s"),
    ("complex", "c"),
];

/// The element type of a misspelled name of another system: `flaot32`, `dobule`.
fn misspelled_alias(name: &str) -> Option<ElementType> {
    let (word, number) = split_letters(name);
    let near = |other: &str| {
        let first = word.as_bytes().first().map(u8::to_ascii_lowercase);
        other.len() > 3 && first == other.bytes().next() && distance(word, other) == 1
    };
    if number.is_empty() {
        let alias = ALIASES.iter().find(|(alias, _)| near(alias));
        return alias.map(|&(_, element)| element);
    }
    let kinds = KINDS.iter().filter(|(kind, _)| near(kind));
    let mut found = kinds.map(|(_, letters)| known(&[letters, number].concat()));
    found.next().flatten()
}

/// The element type that has this name, in any case.
pub(super) fn exact(name: &str) -> Option<ElementType> {
    ElementType::from_name(name)
}

/// The element type that has a name here or in other systems.
pub(super) fn known(name: &str) -> Option<ElementType> {
    if name.starts_with(['"', '\'']) {
        return of_numpy(name);
    }
    let name = undecorated(name);
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| name.eq_ignore_ascii_case(alias));
    if let Some(&(_, element)) = alias {
        return Some(element);
    }
    match respelled(name) {
        // `fp4` counts bits, `f4` may count bytes.
        Some(respelled) if respelled == "f4" && respelled != name && name != "float4" => {
            Some(ElementType::F4E2M1FN)
        }
        // ml_dtypes has both, other systems the finite one only.
        Some(respelled)
            if respelled.eq_ignore_ascii_case("f8e4m3")
                && !name.eq_ignore_ascii_case(&respelled)
                && !name.starts_with("float8") =>
        {
            None
        }
        Some(respelled) if !respelled.eq_ignore_ascii_case(name) => known(&respelled),
        _ => exact(name),
    }
}

/// The element type that a path names, such as `torch.float32`, in an argument of `function`:
/// `float` has 64 bits in NumPy, 32 in JAX.
pub(super) fn of_path(path: &str, function: &str) -> Option<ElementType> {
    let name = last_segment(path);
    let library = |path: &str| match path.split(['.', ':']).next() {
        Some("np" | "numpy") => Some("np"),
        Some("torch") => Some("torch"),
        Some("jnp" | "jax") => Some("jnp"),
        _ => None,
    };
    let python = matches!(name, "float" | "int" | "complex");
    let argument = python && path == name && !function.is_empty();
    let numpy = OF_NUMPY.iter().find(|(other, _)| *other == name);
    let numpy = numpy.map(|&(_, element)| element);
    match library(if argument { function } else { path }) {
        Some("np") => numpy.or_else(|| known(name)),
        Some("torch") if argument => numpy,
        Some("jnp") if name == "complex" => Some(ElementType::C64),
        None if argument => None,
        _ => known(name),
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

/// The name without the decorations of vendors, as in `DT_FLOAT`, `__nv_bfloat16`,
/// `HalfTensor` and `int32_t`.
fn undecorated(name: &str) -> &str {
    let prefixes = ["__nv_", "nv_", "__", "DT_", "dt_"];
    let mut rest = prefixes
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    if !rest.eq_ignore_ascii_case("size_t") {
        rest = without_end(rest, "_t");
    }
    without_end(without_end(rest, "tensor"), "array")
}

/// The name without `end`, in any case, if that leaves something.
fn without_end<'a>(name: &'a str, end: &str) -> &'a str {
    match name
        .len()
        .checked_sub(end.len())
        .and_then(|at| name.split_at_checked(at))
    {
        Some((start, rest)) if !start.is_empty() && rest.eq_ignore_ascii_case(end) => start,
        _ => name,
    }
}

/// The first word of a text that names an element type.
pub(super) fn first_in(text: &str) -> Option<ElementType> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.len() > 1).find_map(known)
}

/// The element type of a vector's lane: `f32` of `f32x8`.
fn of_lane(name: &str) -> Option<ElementType> {
    let lane = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lane = lane
        .strip_suffix(['x', 'X'])
        .filter(|_| lane.len() < name.len())?;
    known(lane)
}

/// The letters at the start of a name, and the rest.
fn split_letters(name: &str) -> (&str, &str) {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    name.split_at(name.len() - rest.len())
}

/// `float8_e4m3fn` as `f8e4m3fn`, in the letters that XLA has for the kind;
/// `None` if the name has no number.
fn respelled(name: &str) -> Option<String> {
    let (word, rest) = split_letters(name);
    let number = rest.strip_prefix('_').unwrap_or(rest);
    number
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(())?;
    let kind = KINDS
        .iter()
        .find(|(kind, _)| word.eq_ignore_ascii_case(kind));
    let letters = kind.map_or(word, |(_, letters)| letters);
    Some(
        letters
            .chars()
            .chain(rest.chars().filter(|&c| c != '_'))
            .collect(),
    )
}

/// The shortest element type that begins with a name that is still being typed.
fn beginning_with(name: &str) -> Option<ElementType> {
    let begins = |element: &ElementType| {
        let start = element.name().get(..name.len());
        name.len() > 1 && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let found = ElementType::ALL.iter().copied().filter(begins);
    found.min_by_key(|element| element.name().len())
}

/// The element type of a kind with the next larger number of bits.
fn of_width(name: &str) -> Option<ElementType> {
    let (kind, bits) = split_letters(name);
    let bits: u128 = bits.parse().ok().filter(|&bits| bits > 0)?;
    let widths = ElementType::ALL.iter().copied().filter_map(|element| {
        let (letters, width) = split_letters(element.name());
        let width: u128 = width.parse().ok()?;
        letters
            .eq_ignore_ascii_case(kind)
            .then_some((width, element))
    });
    let widths: Vec<(u128, ElementType)> = widths.collect();
    let wide = widths
        .iter()
        .filter(|(width, _)| *width >= bits)
        .min_by_key(|(width, _)| *width);
    wide.map(|&(_, element)| element)
}

/// Whether a name has more bits than any element type of its kind, such as `u128`.
fn is_wider_than_all(name: &str) -> bool {
    let respelled = respelled(name).unwrap_or_default();
    let (kind, bits) = split_letters(&respelled);
    let kind = ["u", "s", "f"].contains(&kind);
    kind && matches!(bits, "80" | "96" | "128" | "256" | "512")
}

/// Whether a word after a type of C makes another type of it, as in `long double`.
pub(super) fn changes_type(word: &str) -> bool {
    matches!(
        word,
        "char" | "complex" | "double" | "float" | "int" | "long" | "short"
    )
}

/// What an unknown name probably means.
#[derive(Clone, Copy)]
pub(super) enum Guess {
    One(ElementType),
    Either([ElementType; 2]),
    /// A vector of this type.
    Lanes(ElementType),
    /// XLA has no type of this width; this is the next wider one.
    Wider(ElementType),
}

/// What an unknown name probably means.
pub(super) fn guess(path: &str) -> Option<Guess> {
    let name = last_segment(path);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then_some(())?;
    let without_last = &name[..name.len() - name.chars().next_back()?.len_utf8()];
    // `f33` is more likely a typing error than a width.
    let slip = || beginning_with(without_last).filter(|other| other.name().len() == name.len());
    if is_wider_than_all(name) {
        return None;
    }
    let known = of_path(path, "").map(Guess::One);
    known
        .or_else(|| ambiguous(name).map(Guess::Either))
        .or_else(|| of_lane(name).map(Guess::Lanes))
        .or_else(|| unusual_width(name).map(Guess::Wider))
        .or_else(|| beginning_with(name).map(Guess::One))
        .or_else(|| {
            let typed = slip().filter(|&element| misspelled(name) == Some(element));
            typed.map(Guess::One)
        })
        .or_else(|| misspelled(name).map(Guess::One))
        .or_else(|| misspelled_alias(name).map(Guess::One))
        .or_else(|| of_width(&respelled(name)?).map(Guess::Wider))
}

/// The element type next wider than one of a width that is in use, but not in XLA, such as `u24`;
/// such a name is no slip of the finger.
fn unusual_width(name: &str) -> Option<ElementType> {
    let respelled = respelled(name)?;
    let unusual = match split_letters(&respelled) {
        ("s" | "u", bits) => [
            "3", "5", "6", "7", "10", "12", "14", "20", "24", "40", "48", "56",
        ]
        .contains(&bits),
        ("f", bits) => ["20", "24", "40", "48"].contains(&bits),
        ("c", bits) => bits == "32",
        _ => false,
    };
    unusual.then(|| of_width(&respelled))?
}

/// The two element types that have a name.
fn ambiguous(name: &str) -> Option<[ElementType; 2]> {
    let name = undecorated(name);
    let respelled = respelled(name).unwrap_or_default();
    let same = |(other, _): &&(&str, _)| {
        name.eq_ignore_ascii_case(other) || respelled.eq_ignore_ascii_case(other)
    };
    AMBIGUOUS.iter().find(same).map(|&(_, either)| either)
}

/// The element type whose name is at most two edits away, and at most half a
/// name; none if several are as near. A name without a number is no misspelling of one that has a
/// number.
fn misspelled(name: &str) -> Option<ElementType> {
    let number = |name: &str| name.bytes().any(|byte| byte.is_ascii_digit());
    let near = ElementType::ALL.iter().copied().filter_map(|element| {
        let other = element.name();
        let distance = distance(name, other);
        let near = distance <= 2 && distance * 2 <= other.len();
        let alike = number(name) || !number(other);
        (near && alike).then_some((distance, element))
    });
    let near: Vec<(usize, ElementType)> = near.collect();
    let least = near.iter().map(|&(distance, _)| distance).min()?;
    let mut nearest = near.iter().filter(|&&(distance, _)| distance == least);
    match (nearest.next(), nearest.next()) {
        (Some(&(_, element)), None) => Some(element),
        _ => None,
    }
}

/// The edit distance between two names, whatever their case; neighbours in the wrong order are
/// one edit.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
    let (a, b) = (a.as_bytes(), b.as_bytes());
    // rows[i][j] is the distance between the first i bytes of `a` and j bytes of `b`.
    let mut rows: Vec<Vec<usize>> = alloc::vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = alloc::vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// An element type in the case of the user's name.
pub(super) fn in_case_of(name: &str, element: ElementType) -> Cow<'static, str> {
    match last_segment(name).bytes().next() {
        Some(b'A'..=b'Z') => element.marker_name().into(),
        _ => element.name().into(),
    }
}

/// The name at the end of a path, such as `float32` of `torch.float32`.
pub(super) fn last_segment(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}
