//! Other systems' names for element types, and the nearest element type to a misspelling.

use crate::spec::element_type::ElementType;
use crate::spec::message::Words;
use crate::util::array_string::ArrayString;

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
    ("longlong", ElementType::S64),
    ("ulonglong", ElementType::U64),
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

/// The element types of the names of Python and C in NumPy.
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

/// The most bytes of a name that is read.
const MAX_NAME: usize = 64;

/// Returns the element type that has a name here or in other systems.
pub fn known(name: &str) -> Option<ElementType> {
    let name = undecorated(name);
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| name.eq_ignore_ascii_case(alias));
    if let Some(&(_, element)) = alias {
        return Some(element);
    }
    if let Some(element) = of_cuda(name) {
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
        _ => ElementType::from_name(name),
    }
}

/// Returns the element type that a path names, such as `torch.float32`, in an argument of
/// `function`: `float` has 64 bits in NumPy, 32 in JAX.
pub fn of_path(path: &str, function: &str) -> Option<ElementType> {
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

/// Returns the element type of CUDA's `CUDA_R_16BF`, whose number comes before the letters.
fn of_cuda(name: &str) -> Option<ElementType> {
    let name = name.strip_prefix("CUDA_R_")?;
    let letters = name.find(|c: char| !c.is_ascii_digit())?;
    let (bits, letters) = name.split_at(letters);
    let kind = match letters {
        "I" => "s",
        "F_E4M3" => return Some(ElementType::F8E4M3FN),
        "F_E5M2" => return Some(ElementType::F8E5M2),
        letters => letters,
    };
    ElementType::from_name(&joined(&[kind, bits]))
}

/// Returns the name without the decorations of vendors, as in `DT_FLOAT`, `__nv_bfloat16`,
/// `HalfTensor` and `int32_t`.
fn undecorated(name: &str) -> &str {
    let prefixes = [
        "__nv_",
        "nv_",
        "__",
        "_",
        "DT_",
        "dt_",
        "CUDNN_DATA_",
        "kDL",
        "k",
    ];
    let mut rest = prefixes
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    if !rest.eq_ignore_ascii_case("size_t") {
        rest = without_end(rest, "_t");
    }
    without_end(without_end(rest, "tensor"), "array")
}

/// Returns the name without `end`, in any case, if that leaves something.
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

/// Returns the letters at the start of a name, and the rest.
fn split_letters(name: &str) -> (&str, &str) {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    name.split_at(name.len() - rest.len())
}

/// `float8_e4m3fn` as `f8e4m3fn`, in the letters that XLA has for the kind;
/// `None` if the name has no number.
fn respelled(name: &str) -> Option<ArrayString<MAX_NAME>> {
    let (word, rest) = split_letters(name);
    let number = rest.strip_prefix('_').unwrap_or(rest);
    number
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some(())?;
    let kind = KINDS
        .iter()
        .find(|(kind, _)| word.eq_ignore_ascii_case(kind));
    let letters = kind.map_or(word, |(_, letters)| letters);
    (name.len() < MAX_NAME).then_some(())?;
    let mut respelled = joined(&[letters]);
    rest.split('_').for_each(|part| {
        respelled.str(part);
    });
    Some(respelled)
}

/// Parts of a name as one.
fn joined(parts: &[&str]) -> ArrayString<MAX_NAME> {
    let mut joined = ArrayString::new();
    for part in parts {
        joined.str(part);
    }
    joined
}

/// Returns the name at the end of a path, such as `float32` of `torch.float32`.
pub fn last_segment(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}

/// Returns an element type in the case of the user's name.
#[must_use]
pub fn in_case_of(name: &str, element: ElementType) -> &'static str {
    match last_segment(name).bytes().next() {
        Some(b'A'..=b'Z') => element.marker_name(),
        _ => element.name(),
    }
}

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

/// The probable meaning of an unknown name.
#[derive(Clone, Copy, Debug)]
pub enum Guess {
    /// This type.
    One(ElementType),
    /// One of these types.
    Either([ElementType; 2]),
    /// A vector of this type.
    Lanes(ElementType),
    /// XLA has no type of this width; this is the next wider one.
    Wider(ElementType),
}

impl Guess {
    /// Returns the help for `found`: the text to write instead.
    #[must_use]
    pub fn help(self, found: &str) -> Words {
        let written = |element| in_case_of(found, element);
        let mut help = Words::new();
        match self {
            Guess::One(element) => help.str("write `").str(written(element)).str("`"),
            Guess::Either([a, b]) => {
                help.str("write `").str(written(a)).str("` or `");
                help.str(written(b)).str("`")
            }
            Guess::Lanes(element) => {
                help.str("write `").str(written(element));
                help.str("`, and the lanes as the last dimension")
            }
            Guess::Wider(element) => {
                help.str("there is no such type; the next wider one is `");
                help.str(written(element)).str("`")
            }
        };
        help
    }
}

/// Guesses the meaning of an unknown name.
pub fn guess(path: &str) -> Option<Guess> {
    let name = last_segment(path);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        .then_some(())?;
    if is_wider_than_all(name) {
        return None;
    }
    let known = of_path(path, "").map(Guess::One);
    known
        .or_else(|| ambiguous(name).map(Guess::Either))
        .or_else(|| of_lane(name).map(Guess::Lanes))
        .or_else(|| unusual_width(name).map(Guess::Wider))
        .or_else(|| beginning_with(name).map(Guess::One))
        // `f33` is more likely a typing error than a width.
        .or_else(|| misspelled(name).map(Guess::One))
        .or_else(|| misspelled_alias(name).map(Guess::One))
        .or_else(|| of_width(&respelled(name)?).map(Guess::Wider))
}

/// Returns the element type next wider than one of a width that is in use, but not in XLA, such
/// as `u24`; such a name is not a typing error.
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

/// Returns the two element types that have a name.
fn ambiguous(name: &str) -> Option<[ElementType; 2]> {
    let name = undecorated(name);
    let respelled = respelled(name).unwrap_or_else(ArrayString::new);
    let same = |(other, _): &&(&str, _)| {
        name.eq_ignore_ascii_case(other) || respelled.eq_ignore_ascii_case(other)
    };
    AMBIGUOUS.iter().find(same).map(|&(_, either)| either)
}

/// Returns the element type of a misspelled name of another system: `flaot32`, `dobule`.
fn misspelled_alias(name: &str) -> Option<ElementType> {
    let (word, number) = split_letters(name);
    let near = |other: &str, least: usize| {
        let first = word.as_bytes().first().map(u8::to_ascii_lowercase);
        other.len() >= least && first == other.bytes().next() && distance(word, other) == 1
    };
    if number.is_empty() {
        let alias = ALIASES.iter().find(|(alias, _)| near(alias, 4));
        return alias.map(|&(_, element)| element);
    }
    let kinds = KINDS.iter().filter(|(kind, _)| near(kind, 3));
    let mut found = kinds.map(|(_, letters)| known(&joined(&[letters, number])));
    found.next().flatten()
}

/// Returns the shortest element type that begins with a name that is still being typed.
fn beginning_with(name: &str) -> Option<ElementType> {
    let begins = |element: &ElementType| {
        let start = element.name().get(..name.len());
        name.len() > 1 && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let found = ElementType::ALL.iter().copied().filter(begins);
    found.min_by_key(|element| element.name().len())
}

/// Returns the element type of a kind with the next larger number of bits.
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
    let wide = widths.filter(|(width, _)| *width >= bits);
    wide.min_by_key(|(width, _)| *width)
        .map(|(_, element)| element)
}

/// Returns true if a name has more bits than any element type of its kind, such as `u128`.
fn is_wider_than_all(name: &str) -> bool {
    let Some(respelled) = respelled(name) else {
        return false;
    };
    let (kind, bits) = split_letters(&respelled);
    let kind = ["u", "s", "f"].contains(&kind);
    kind && matches!(bits, "80" | "96" | "128" | "256" | "512")
}

/// Returns the element type of a vector's lane: `f32` of `f32x8`.
fn of_lane(name: &str) -> Option<ElementType> {
    let lane = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lane = lane
        .strip_suffix(['x', 'X'])
        .filter(|_| lane.len() < name.len())?;
    known(lane)
}

/// Returns the element type whose name is one edit away, or two if it has seven characters or
/// more or the same characters; `None` if several are equally near. A name without a number is
/// not a misspelling of a name with one.
fn misspelled(name: &str) -> Option<ElementType> {
    let number = |name: &str| name.bytes().any(|byte| byte.is_ascii_digit());
    let (mut nearest, mut least) = (None, usize::MAX);
    for &element in ElementType::ALL {
        let other = element.name();
        let distance = distance(name, other);
        let same_letters = || sorted(name) == sorted(other); // `b16f`
        let near =
            distance <= if other.len() < 7 { 1 } else { 2 } || distance == 2 && same_letters();
        if !near || number(other) && !number(name) || distance > least {
            continue;
        }
        nearest = (distance < least).then_some(element);
        least = distance;
    }
    nearest
}

/// Returns the bytes of a name of at most [`MAX_COMPARED`] bytes, sorted.
fn sorted(name: &str) -> [u8; MAX_COMPARED] {
    let mut bytes = [0; MAX_COMPARED];
    bytes
        .iter_mut()
        .zip(name.bytes())
        .for_each(|(to, byte)| *to = byte.to_ascii_lowercase());
    bytes.sort_unstable();
    bytes
}

/// The longest name whose edit distance is computed, in bytes.
const MAX_COMPARED: usize = 16;

/// Returns the edit distance between two names, whatever their case; neighbours in the wrong
/// order are one edit. Names longer than [`MAX_COMPARED`] are far from all others.
fn distance(a: &str, b: &str) -> usize {
    if a.len() > MAX_COMPARED || b.len() > MAX_COMPARED {
        return usize::MAX;
    }
    let at = |name: &str, i: usize| name.as_bytes()[i].to_ascii_lowercase();
    // rows[i][j] is the distance between the first i bytes of `a` and j bytes of `b`.
    let mut rows = [[0; MAX_COMPARED + 1]; MAX_COMPARED + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, edits) | (edits, 0) => edits,
                _ => {
                    let same = at(a, i - 1) == at(b, j - 1);
                    let swapped = i > 1
                        && j > 1
                        && at(a, i - 1) == at(b, j - 2)
                        && at(a, i - 2) == at(b, j - 1);
                    let replaced = rows[i - 1][j - 1] + usize::from(!same);
                    let least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    if swapped {
                        least.min(rows[i - 2][j - 2] + 1)
                    } else {
                        least
                    }
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::guess;

    /// Names of other systems, misspellings, and words that are neither.
    #[test]
    fn what_a_name_means() {
        for (name, help) in [
            ("float", "write `f32`"),
            ("torch.bfloat16", "write `bf16`"),
            ("np.float", "write `f64`"),
            ("Int32", "write `S32`"),
            ("_Float16", "write `f16`"),
            ("__half", "write `f16`"),
            ("uint8_t", "write `u8`"),
            ("float8_e4m3fn", "write `f8e4m3fn`"),
            ("f32x8", "write `f32`, and the lanes as the last dimension"),
            ("f8", "write `f8e4m3fn` or `f8e5m2`"),
            ("u24", "there is no such type; the next wider one is `u32`"),
            ("bf6", "write `bf16`"),
            ("b16f", "write `bf16`"),
            ("prde", "write `pred`"),
            ("f8e4m3nfuz", "write `f8e4m3fnuz`"),
            ("dobule", "write `f64`"),
            ("Ref", ""),
            ("Perf", ""),
            ("Perm", ""),
            ("foo", ""),
            ("u128", ""),
        ] {
            let guess = guess(name).map(|guess| guess.help(name));
            assert_eq!(guess.as_deref().unwrap_or_default(), help, "{name}");
        }
    }
}
