//! Names of element types: other systems' names for them, and the nearest one to
//! a misspelling.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::spec::element_type::ElementType;

/// Other systems' names for element types, apart from [`KINDS`].
pub(super) const ALIASES: &[(&str, ElementType)] = &[
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
pub(super) const KINDS: &[(&str, &str)] = &[
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

/// The element type of `32f`.
pub(super) fn backwards(name: &str) -> Option<ElementType> {
    let letters = name.find(|c: char| !c.is_ascii_digit())?;
    let (bits, letters) = name.split_at(letters);
    exact(&[letters, bits].concat())
}

/// The element type of CUDA's `CUDA_R_16BF`, whose number stands before the letters.
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
    exact(&[kind, bits].concat())
}

/// The name without the decorations of vendors, as in `DT_FLOAT`, `__nv_bfloat16`,
/// `HalfTensor` and `int32_t`.
pub(super) fn undecorated(name: &str) -> &str {
    let prefixes = [
        "__nv_",
        "nv_",
        "__",
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

/// The letters at the start of a name, and the rest.
pub(super) fn split_letters(name: &str) -> (&str, &str) {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    name.split_at(name.len() - rest.len())
}

/// `float8_e4m3fn` as `f8e4m3fn`, in the letters that XLA has for the kind;
/// `None` if the name has no number.
pub(super) fn respelled(name: &str) -> Option<String> {
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

/// Whether a word after a type of C makes another type of it, as in `long double`.
pub(super) fn changes_type(word: &str) -> bool {
    matches!(
        word,
        "char" | "complex" | "double" | "float" | "int" | "long" | "short"
    )
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
