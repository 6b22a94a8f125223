//! Rule 3: the name of an element type in another system, or a misspelling.

use alloc::format;
use alloc::string::String;

use layout_core::parse::element_alias::{self, Guess};
pub(super) use layout_core::parse::element_alias::{in_case_of, known};
use layout_core::spec::element_type::ElementType;

/// Names of two words for element types, from C, MLIR and Fortran. A pair is in either order.
const IN_TWO_WORDS: &[(&str, &str, ElementType)] = &[
    ("unsigned", "char", ElementType::U8),
    ("unsigned", "short", ElementType::U16),
    ("unsigned", "int", ElementType::U32),
    ("unsigned", "long", ElementType::U64),
    ("signed", "char", ElementType::S8),
    ("short", "int", ElementType::S16),
    ("long", "int", ElementType::S64),
    ("long", "long", ElementType::S64),
    ("double", "precision", ElementType::F64),
    ("complex", "f32", ElementType::C64),
    ("complex", "float", ElementType::C64),
    ("complex", "f64", ElementType::C128),
    ("complex", "double", ElementType::C128),
];

/// Rare names of element types.
const RARE: &[(&str, ElementType)] = &[
    ("predicate", ElementType::PRED),
    ("bool_", ElementType::PRED),
    ("brain", ElementType::BF16),
    ("intp", ElementType::S64),
    ("f64le", ElementType::F64),
    ("f32le", ElementType::F32),
];
/// Names of types wider than all, and the widest of XLA.
const WIDEST: &[(&str, &str)] = &[
    ("u128", "u64"),
    ("i128", "s64"),
    ("s128", "s64"),
    ("f128", "f64"),
];

/// Returns the element type that has this name, in any case.
pub(super) fn exact(name: &str) -> Option<ElementType> {
    ElementType::from_name(name)
}

/// Returns the element type of two words: `unsigned char`, `complex<f64>`.
fn in_two_words(first: &str, second: &str) -> Option<ElementType> {
    let same = |(a, b, _): &&(&str, &str, ElementType)| {
        let is = |a: &str, b: &str| first.eq_ignore_ascii_case(a) && second.eq_ignore_ascii_case(b);
        is(a, b) || is(b, a)
    };
    IN_TWO_WORDS
        .iter()
        .find(same)
        .map(|&(_, _, element)| element)
}

/// Returns the element type of NumPy's `<f4`, whose number counts bytes. In quotes `f4` is one,
/// too, but `i8` may be 8 bits.
fn of_numpy(text: &str) -> Option<ElementType> {
    let code = text.trim_matches(['"', '\'']);
    let code = match code.strip_prefix(['<', '=', '|', '>']) {
        Some(code) => code,
        None if code.len() < text.len()
            && matches!(code, "f2" | "f4" | "c8" | "c16" | "i2" | "u2") =>
        {
            code
        }
        None => return None,
    };
    let (kind, bytes) = code.split_at_checked(1)?;
    let bytes: usize = bytes.parse().ok()?;
    match kind {
        "b" if bytes == 1 => Some(ElementType::PRED),
        "f" | "i" | "u" | "c" => known(&format!("{kind}{}", bytes.checked_mul(8)?)),
        _ => None,
    }
}

/// Returns the name at the start of `rest`, up to the dimensions: quotes and marks are a part
/// of it.
fn decorated(rest: &str) -> &str {
    rest[..rest.find(['[', '(']).unwrap_or(rest.len())].trim()
}

/// Returns the element type to write in place of the name at the start of `rest`, and the
/// length of the name. `found` is what the grammar takes for the name.
pub(super) fn replacement(rest: &str, found: &str) -> Option<(&'static str, usize)> {
    let after = rest[found.len()..].trim_start_matches([' ', '<', '-']);
    let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let second = &after[..end.unwrap_or(after.len())];
    let written = |element| in_case_of(found, element);
    if found.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let name = element_alias::last_segment(found);
        let blank = rest[found.len()..].starts_with([' ', '-']);
        let joined = blank && second.starts_with(|c: char| c.is_ascii_digit());
        let both = in_two_words(name, second)
            .or_else(|| known(&[name, second].concat()).filter(|_| joined));
        if let Some(element) = both {
            let end = &after[second.len()..];
            let third = [">", " long", " int"]
                .iter()
                .find_map(|word| end.strip_prefix(word));
            return Some((written(element), rest.len() - third.unwrap_or(end).len()));
        }
        let more = blank && ["double", "float", "int", "long"].contains(&second);
        if let Some(&(_, element)) = RARE.iter().find(|(rare, _)| *rare == name) {
            return Some((written(element), found.len()));
        }
        let guess = element_alias::guess(found).filter(|_| !more);
        let Some(Guess::One(element)) = guess else {
            return None;
        };
        return Some((written(element), found.len()));
    }
    let name = decorated(rest);
    let plain = name.trim_matches(['"', '\'']);
    let digits = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let element = of_numpy(name)
        .filter(|_| !plain.starts_with('>'))
        .or_else(|| {
            let letters_first = [digits, &name[..name.len() - digits.len()]].concat();
            known(&letters_first).filter(|_| digits.len() < name.len())
        })
        .or_else(|| known(plain).filter(|_| plain.len() > 2 && plain.len() + 1 < name.len()))?;
    Some((element.name(), name.len()))
}

/// What to write instead of the name at the start of `rest`.
pub(super) fn help(rest: &str, found: &str) -> Option<String> {
    if let Some((name, _)) = replacement(rest, found) {
        return Some(format!("write `{name}`"));
    }
    let name = decorated(rest);
    if name.trim_start_matches(['"', '\'']).starts_with('>')
        && let Some(element) = of_numpy(name)
    {
        let name = element.name();
        return Some(format!(
            "these elements are big-endian: swap their bytes, and write `{name}`"
        ));
    }
    if let Some((_, name)) = WIDEST.iter().find(|(wide, _)| *wide == found) {
        return Some(format!("there is no such type; the widest one is `{name}`"));
    }
    if found == "half2" {
        return Some("write `f16`, and the lanes as the last dimension".into());
    }
    let guess = element_alias::guess(found)?;
    (!matches!(guess, Guess::One(_))).then(|| guess.help(found).as_str().into())
}

/// What to write for the first word of a text that names an element type.
pub(super) fn first_in(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let element = words.find_map(|word| known(word).filter(|_| word.len() > 1))?;
    let name = element.name();
    Some(format!(
        "write the element type `{name}`, then the dimensions, such as `{name}[3,5]`"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::suggestion;

    #[test]
    fn names_of_other_systems() {
        for (text, help) in [
            ("np.float32[8]", "write `f32`"),
            ("torch.bfloat16[8]", "write `bf16`"),
            ("jnp.int8[8]", "write `s8`"),
            ("_Float16[8]", "write `f16[8]`"),
            ("__half[8]", "write `f16[8]`"),
            ("usize[8]", "write `u64`"),
            ("float8_e5m2[8]", "write `f8e5m2`"),
            ("<f4[8]", "write `f32[8]`"),
            ("|u1[8]", "write `u8[8]`"),
            ("32f[8]", "write `f32[8]`"),
            ("unsigned long long[8]", "write `u64[8]`"),
            ("complex<f32>[8]", "write `c64[8]`"),
            ("f23[8]", "write `f32`"),
            ("char[8]", "write `s8` or `u8`"),
            (
                "u24[8]",
                "there is no such type; the next wider one is `u32`",
            ),
            (
                ">f4[8]",
                "these elements are big-endian: swap their bytes, and write `f32`",
            ),
            (
                "foo[8]",
                "write the element type that you mean, such as in `f32[8]`",
            ),
            (
                "Ref[8]",
                "write the element type that you mean, such as in `f32[8]`",
            ),
            (
                "Array([3,5], f32)",
                "write the element type `f32`, then the dimensions, such as `f32[3,5]`",
            ),
        ] {
            assert_eq!(suggestion(text).as_deref(), Some(help), "{text}");
        }
    }
}
