//! Names of element types: exact ones, other systems' names for them, and the
//! nearest one to a misspelling.

use core::str::FromStr;

use crate::parse::error::ParseError;
use crate::spec::element_type::ElementType;
use crate::spec::error_kind::ErrorKind;
use crate::util::last_segment::last_segment;

/// What other systems call an element type.
const ALIASES: &[(&str, ElementType)] = &[
    ("bool", ElementType::PRED),
    ("boolean", ElementType::PRED),
    ("i1", ElementType::S1),
    ("i2", ElementType::S2),
    ("i4", ElementType::S4),
    ("i8", ElementType::S8),
    ("i16", ElementType::S16),
    ("i32", ElementType::S32),
    ("i64", ElementType::S64),
    ("si8", ElementType::S8),
    ("si32", ElementType::S32),
    ("int2", ElementType::S2),
    ("int4", ElementType::S4),
    ("int8", ElementType::S8),
    ("int16", ElementType::S16),
    ("int32", ElementType::S32),
    ("int64", ElementType::S64),
    ("int", ElementType::S32),
    ("long", ElementType::S64),
    ("isize", ElementType::S64),
    ("usize", ElementType::U64),
    ("byte", ElementType::U8),
    ("uint2", ElementType::U2),
    ("uint4", ElementType::U4),
    ("uint8", ElementType::U8),
    ("uint16", ElementType::U16),
    ("uint32", ElementType::U32),
    ("uint64", ElementType::U64),
    ("ui8", ElementType::U8),
    ("ui32", ElementType::U32),
    ("half", ElementType::F16),
    ("float16", ElementType::F16),
    ("fp16", ElementType::F16),
    ("bfloat16", ElementType::BF16),
    ("bfloat", ElementType::BF16),
    ("float", ElementType::F32),
    ("single", ElementType::F32),
    ("float32", ElementType::F32),
    ("fp32", ElementType::F32),
    ("double", ElementType::F64),
    ("float64", ElementType::F64),
    ("fp64", ElementType::F64),
    ("complex", ElementType::C64),
    ("complex64", ElementType::C64),
    ("complex128", ElementType::C128),
    ("c32", ElementType::C64),
    ("u128", ElementType::U64),
    ("i128", ElementType::S64),
    ("f128", ElementType::F64),
    ("qint8", ElementType::S8),
    ("quint8", ElementType::U8),
    ("float8_e5m2fnuz", ElementType::F8E5M2FNUZ),
    ("float8_e4m3fnuz", ElementType::F8E4M3FNUZ),
    ("float8_e4m3", ElementType::F8E4M3),
    ("float8_e3m4", ElementType::F8E3M4),
    ("float8_e8m0fnu", ElementType::F8E8M0FNU),
    ("float4_e2m1fn", ElementType::F4E2M1FN),
    ("float6_e2m3fn", ElementType::F6E2M3FN),
    ("float6_e3m2fn", ElementType::F6E3M2FN),
    ("fp8", ElementType::F8E4M3FN),
    ("f8", ElementType::F8E4M3FN),
    ("float8", ElementType::F8E4M3FN),
    ("e4m3", ElementType::F8E4M3FN),
    ("e4m3fn", ElementType::F8E4M3FN),
    ("float8_e4m3fn", ElementType::F8E4M3FN),
    ("e5m2", ElementType::F8E5M2),
    ("bf8", ElementType::F8E5M2),
    ("float8_e5m2", ElementType::F8E5M2),
    ("e8m0", ElementType::F8E8M0FNU),
    ("f8e8m0", ElementType::F8E8M0FNU),
    ("fp4", ElementType::F4E2M1FN),
    ("f4", ElementType::F4E2M1FN),
    ("f4e2m1", ElementType::F4E2M1FN),
    ("f6e2m3", ElementType::F6E2M3FN),
    ("f6e3m2", ElementType::F6E3M2FN),
    ("fp6", ElementType::F6E3M2FN),
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
    let mut i = 0;
    while i < ALIASES.len() {
        if name.eq_ignore_ascii_case(ALIASES[i].0.as_bytes()) {
            return Some(ALIASES[i].1);
        }
        i += 1;
    }
    element(name)
}

/// The element type that an unknown name probably means.
pub(super) const fn nearest(path: &[u8]) -> Option<ElementType> {
    let name = last_segment(path);
    if !matches!(name, [first, ..] if first.is_ascii_alphabetic()) {
        return None;
    }
    if let Some(element) = known(without_lanes(name)) {
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
