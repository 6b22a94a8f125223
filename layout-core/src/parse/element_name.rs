//! Names of element types: exact ones, other systems' names for them, and the
//! nearest one to a misspelling.

use core::str::FromStr;

use crate::parse::error::ParseError;
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::ErrorKind;
use crate::util::array_string::ArrayString;
use crate::util::integer_literal::integer_literal;
use crate::util::last_segment::last_segment;

/// What other systems call an element type, apart from [`KINDS`].
const ALIASES: &[(&str, ElementType)] = &[
    ("bool", ElementType::PRED),
    ("boolean", ElementType::PRED),
    ("bit", ElementType::PRED),
    ("i1", ElementType::PRED),
    ("byte", ElementType::U8),
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
    ("complex", ElementType::C64),
    ("cfloat", ElementType::C64),
    ("cdouble", ElementType::C128),
    ("f8", ElementType::F8E4M3FN),
    ("e4m3", ElementType::F8E4M3FN),
    ("e4m3fn", ElementType::F8E4M3FN),
    ("e5m2", ElementType::F8E5M2),
    ("bf8", ElementType::F8E5M2),
    ("e8m0", ElementType::F8E8M0FNU),
    ("f8e8m0", ElementType::F8E8M0FNU),
    ("f4", ElementType::F4E2M1FN),
    ("e2m1", ElementType::F4E2M1FN),
    ("f4e2m1", ElementType::F4E2M1FN),
    ("f6", ElementType::F6E3M2FN),
    ("f6e2m3", ElementType::F6E2M3FN),
    ("f6e3m2", ElementType::F6E3M2FN),
];

/// What C and MLIR call an element type in two words.
const IN_TWO_WORDS: &[(&str, &str, ElementType)] = &[
    ("unsigned", "char", ElementType::U8),
    ("unsigned", "short", ElementType::U16),
    ("unsigned", "int", ElementType::U32),
    ("unsigned", "long", ElementType::U64),
    ("signed", "char", ElementType::S8),
    ("complex", "f64", ElementType::C128),
    ("complex", "double", ElementType::C128),
];

/// What other systems write before the number of bits, and XLA's letters.
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

/// The element type of a name in any case.
pub(super) const fn element(name: &[u8]) -> Option<ElementType> {
    match core::str::from_utf8(name) {
        Ok(name) => ElementType::from_name(name),
        Err(_) => None,
    }
}

/// A name in any case, by the rule of [`ElementType::from_name`]. The error says
/// what an unknown name may mean.
///
/// ```
/// use tiled_layout::ElementType;
///
/// assert_eq!("BF16".parse(), Ok(ElementType::BF16));
/// let error = "float".parse::<ElementType>().unwrap_err();
/// assert_eq!(error.message(), "unknown element type `float`");
/// assert_eq!(error.help().as_deref(), Some("write `f32`"));
/// ```
impl FromStr for ElementType {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Self, ParseError> {
        ElementType::from_name(name).ok_or_else(|| {
            let nearest = nearest(name.as_bytes());
            ParseError::new(ErrorKind::UnknownElement { nearest }, name, 0, name.len())
        })
    }
}

/// The element type that has a name here or in other systems.
pub(super) const fn known(name: &[u8]) -> Option<ElementType> {
    let name = undecorated(name);
    let mut i = 0;
    while i < ALIASES.len() {
        if name.eq_ignore_ascii_case(ALIASES[i].0.as_bytes()) {
            return Some(ALIASES[i].1);
        }
        i += 1;
    }
    let respelled = respelled(name);
    if !respelled.is_empty() && !respelled.as_str().as_bytes().eq_ignore_ascii_case(name) {
        return known(respelled.as_str().as_bytes());
    }
    element(name)
}

/// The element type of two words: `unsigned char`, `complex<f64>`.
pub(super) const fn in_two_words(path: &[u8], second: &[u8]) -> Option<ElementType> {
    let first = last_segment(path);
    let mut i = 0;
    while i < IN_TWO_WORDS.len() {
        let (a, b, element) = IN_TWO_WORDS[i];
        if first.eq_ignore_ascii_case(a.as_bytes()) && second.eq_ignore_ascii_case(b.as_bytes()) {
            return Some(element);
        }
        i += 1;
    }
    None
}

/// The name that vendors decorate, as in `DT_FLOAT`, `__nv_bfloat16`,
/// `HalfTensor`, `int32_t` and `f32x8`.
const fn undecorated(name: &[u8]) -> &[u8] {
    let mut rest = match name {
        [b'_', b'_', b'n', b'v', b'_', rest @ ..]
        | [b'n', b'v', b'_', rest @ ..]
        | [b'_', b'_', rest @ ..]
        | [b'D' | b'd', b'T' | b't', b'_', rest @ ..] => rest,
        _ => name,
    };
    if let [start @ .., b'_', b't' | b'T'] = rest
        && !rest.eq_ignore_ascii_case(b"size_t")
    {
        rest = start;
    }
    without_lanes(without_end(without_end(rest, b"tensor"), b"array"))
}

/// The name before `end`, if it has such an end and more.
const fn without_end<'a>(name: &'a [u8], end: &[u8]) -> &'a [u8] {
    match name.split_at_checked(name.len().saturating_sub(end.len())) {
        Some((start @ [_, ..], rest)) if rest.eq_ignore_ascii_case(end) => start,
        _ => name,
    }
}

/// `float8_e4m3fn` as `f8e4m3fn`, in the letters that XLA has for the kind; no
/// text if the name has no number.
const fn respelled(name: &[u8]) -> ArrayString<LONGEST> {
    let mut out = ArrayString::new();
    let mut kind = 0;
    while kind < name.len() && name[kind].is_ascii_alphabetic() {
        kind += 1;
    }
    let (word, rest) = name.split_at(kind);
    if !matches!(rest, [b'0'..=b'9', ..] | [b'_', b'0'..=b'9', ..]) {
        return out;
    }
    let mut letters = word;
    let mut i = 0;
    while i < KINDS.len() {
        if word.eq_ignore_ascii_case(KINDS[i].0.as_bytes()) {
            letters = KINDS[i].1.as_bytes();
        }
        i += 1;
    }
    out.bytes(letters);
    i = 0;
    while i < rest.len() {
        if rest[i] != b'_' {
            out.bytes(&[rest[i]]);
        }
        i += 1;
    }
    out
}

/// The shortest element type that begins with a name that is still being typed.
const fn beginning_with(name: &[u8]) -> Option<ElementType> {
    let mut best: Option<ElementType> = None;
    let mut i = 0;
    while i < ElementType::ALL.len() {
        let element = ElementType::ALL[i];
        let other = element.name().as_bytes();
        if let Some((start, _)) = other.split_at_checked(name.len())
            && name.len() > 1
            && start.eq_ignore_ascii_case(name)
        {
            best = match best {
                Some(best) if best.name().len() <= other.len() => Some(best),
                _ => Some(element),
            };
        }
        i += 1;
    }
    best
}

/// The element type of the kind of `f23` or `u128` that has its number of bits,
/// rounded up; the widest one if none has as many.
const fn of_width(name: &[u8]) -> Option<ElementType> {
    let (kind, bits) = split_number(name);
    let Some(bits) = bits else {
        return None;
    };
    let mut best: Option<(ElementType, u128)> = None;
    let mut i = 0;
    while i < ElementType::ALL.len() {
        let element = ElementType::ALL[i];
        if let (letters, Some(width)) = split_number(element.name().as_bytes())
            && letters.eq_ignore_ascii_case(kind)
        {
            best = match best {
                Some((_, other)) if (width < bits) == (other < bits) => {
                    if (width < bits) == (width > other) {
                        Some((element, width))
                    } else {
                        best
                    }
                }
                Some((_, other)) if other >= bits => best,
                _ => Some((element, width)),
            };
        }
        i += 1;
    }
    match best {
        Some((element, _)) => Some(element),
        None => None,
    }
}

/// The letters and the number of a name that has nothing else.
const fn split_number(name: &[u8]) -> (&[u8], Option<u128>) {
    let mut letters = 0;
    while letters < name.len() && name[letters].is_ascii_alphabetic() {
        letters += 1;
    }
    let (word, rest) = name.split_at(letters);
    let number = integer_literal(rest);
    let whole = number.end == rest.len() && !rest.is_empty();
    (word, if whole { number.value } else { None })
}

/// The element type that an unknown name probably means.
pub(super) const fn nearest(path: &[u8]) -> Option<ElementType> {
    let name = last_segment(path);
    if !matches!(name, [first, ..] if first.is_ascii_alphabetic()) {
        return None;
    }
    if let Some(element) = known(name) {
        return Some(element);
    }
    if let Some(element) = beginning_with(name) {
        return Some(element);
    }
    // `f33` is rather a slip than a width.
    if let [start @ .., _] = name
        && let Some(element) = beginning_with(start)
        && element.name().len() == name.len()
    {
        return Some(element);
    }
    if let Some(element) = of_width(respelled(name).as_str().as_bytes()) {
        return Some(element);
    }
    let mut best = None;
    let mut best_rank = usize::MAX;
    let mut i = 0;
    while i < ElementType::ALL.len() {
        let element = ElementType::ALL[i];
        let other = element.name().as_bytes();
        let distance = distance(name, other);
        // More than two edits are no misspelling, nor is more than half a name.
        if distance <= 2 && distance * 2 <= other.len() {
            // Of the names at one distance, one with the same first letter.
            let rank = 2 * distance + !name[0].eq_ignore_ascii_case(&other[0]) as usize;
            if rank < best_rank {
                best = Some(element);
                best_rank = rank;
            }
        }
        i += 1;
    }
    best
}

/// The name of a vector's lane: `f32` of `f32x8`.
const fn without_lanes(name: &[u8]) -> &[u8] {
    let mut end = name.len();
    while end > 0 && name[end - 1].is_ascii_digit() {
        end -= 1;
    }
    match name.split_at(end) {
        ([lane @ .., b'x'], [_, ..]) => lane,
        _ => name,
    }
}

/// The longest name that is compared.
const LONGEST: usize = 16;

/// The edit distance between two names, whatever their case.
const fn distance(a: &[u8], b: &[u8]) -> usize {
    if a.len() > LONGEST || b.len() > LONGEST {
        return usize::MAX;
    }
    // row[j] is the distance between the first i bytes of a and j of b.
    let mut row = [0; LONGEST + 1];
    let mut j = 0;
    while j <= b.len() {
        row[j] = j;
        j += 1;
    }
    let mut i = 0;
    while i < a.len() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        j = 0;
        while j < b.len() {
            let same = a[i].eq_ignore_ascii_case(&b[j]);
            let replaced = if same { diagonal } else { diagonal + 1 };
            diagonal = row[j + 1];
            let mut least = replaced;
            if row[j] + 1 < least {
                least = row[j] + 1;
            }
            if diagonal + 1 < least {
                least = diagonal + 1;
            }
            row[j + 1] = least;
            j += 1;
        }
        i += 1;
    }
    row[b.len()]
}
