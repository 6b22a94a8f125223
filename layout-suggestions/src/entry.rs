//! What to write instead of one entry of a list.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::arithmetic::{self, computed, power};
use super::expression::{is_expression, is_name};
use super::list as list_of;
use super::order::permutation;
use layout_core::spec::default_order;
use layout_core::spec::error_kind::{ErrorKind, Expected, What};

/// What to write instead of `found`, between `before` and `after`, if its list alone
/// determines that.
pub(super) fn help(
    kind: ErrorKind,
    [before, found, after]: [&str; 3],
    rank: usize,
) -> Option<String> {
    let what = match kind {
        ErrorKind::LeadingZero(What::Order) => return digits(found, rank),
        // The default order, if it has one more entry than the text.
        ErrorKind::OrderCount { found: entries, .. }
            if rank > 0 && !(entries + 1 == rank && is_of_default(found, rank)) =>
        {
            let without_commas = digits(found, rank).filter(|_| rank > 1); // `{10}`
            let once = "write each dimension once, the most minor first";
            let one_more = entries == rank + 1 && !found.contains(',');
            return without_commas.or_else(|| (!one_more).then(|| once.into()));
        }
        // `f32<host>[8,128]`
        ErrorKind::NoDimensions if found == "<" && after.contains(">[") => {
            return Some(
                "write the dimensions after the element type; a memory space is a part of the layout: `{1,0:S(5)}`"
                    .into(),
            );
        }
        ErrorKind::WrongBracket { expected: '[' } | ErrorKind::NoDimensions
            if rank == 0 || matches!(kind, ErrorKind::WrongBracket { .. }) =>
        {
            let end = after.find(['}', '>', ')', ':'])?;
            let entries: Vec<&str> = after[..end].split(',').map(str::trim).collect();
            let order = permutation(&entries, entries.len()).is_some();
            return (order && entries.len() > 1 && entries.contains(&"0")).then(|| {
                format!(
                    "write the dimensions before the order `{}`, in square brackets",
                    after[..end].trim()
                )
            });
        }
        // A range of Python and of Julia.
        ErrorKind::WrongSeparator
            if matches!(found, ":" | "::")
                && before.rfind(['[', '(', '{', '<']) == before.rfind('[') =>
        {
            return Some(
                "a range has no layout: write its length, or `,` between two dimensions".into(),
            );
        }
        // `[128<,9]`
        ErrorKind::Unclosed { expected: ']' } if found == "<" && after.starts_with([',', ']']) => {
            let number = number_before(before, "")?;
            return Some(format!("write the bound after `<=`: `<={number}`"));
        }
        // `T8(128)`
        ErrorKind::BareSection { .. }
            if after.starts_with('(') && section(found).is_some_and(|(name, _)| name == "T") =>
        {
            let first = &found[1..];
            let rest = &after[1..after.find(')')?];
            return Some(format!(
                "write `T({first},{rest})` for one tile, or `T({first})({rest})` for two"
            ));
        }
        // `[8,128;1,0]`
        ErrorKind::WrongSeparator
            if found == ";"
                && !in_order(before)
                && after.trim_start().starts_with(|c: char| c.is_ascii_digit()) =>
        {
            let dims = &before[before.rfind(['[', '('])? + 1..];
            let list = &after[..after.find([']', ')'])?];
            let entries: Vec<&str> = list.split(',').map(str::trim).collect();
            let rank = dims.split(',').count();
            if rank != entries.len() || rank == 1 {
                return Some("write `,`".into());
            }
            let order = permutation(&entries, rank).is_some() && before.contains('[');
            return Some(match order {
                true => format!("write the order after the dimensions: `[{dims}]{{{list}}}`"),
                false => "write `,` between numbers, and an order in braces: `[3,5]{1,0}`".into(),
            });
        }
        // `T(8,128)(S1)`
        ErrorKind::NotANumber(What::Tile) | ErrorKind::Name(What::Tile)
            if before.ends_with('(') && after.starts_with(')') && section(found).is_some() =>
        {
            let (name, number) = section(found)?;
            return Some(format!(
                "a section stands without parentheses: write `{name}({number})`"
            ));
        }
        // `T8,128)`
        ErrorKind::BareSection { .. }
            if found.ends_with(|c: char| c.is_ascii_digit())
                && after
                    .trim_start_matches(|c| c == ',' || char::is_ascii_digit(&c))
                    .starts_with(')') =>
        {
            return Some("write `(` before the number".into());
        }
        // `{1>0}`, `{1&0}`
        ErrorKind::WrongBracket { .. } | ErrorKind::NotANumber(What::Order)
            if in_order(before)
                && found.bytes().all(|byte| byte.is_ascii_punctuation())
                && before.ends_with(|c: char| c.is_ascii_digit())
                && after.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            return Some("write `,`".into());
        }
        // `[8,128](8,128)`
        ErrorKind::WrongBracket { expected: '{' } if rank > 1 => {
            let list = &after[..after.find(')')?];
            let entries: Vec<&str> = list.split(',').map(str::trim).collect();
            let number = |entry: &&str| entry.parse::<usize>().is_ok();
            let tile = entries.iter().all(number) && permutation(&entries, rank).is_none();
            let order = list_of(default_order(rank).as_slice());
            return tile.then(|| {
                let list = list.trim();
                format!(
                    "write the order, such as `{{{order}}}`, or with a tile `{{{order}:T({list})}}`"
                )
            });
        }
        ErrorKind::Unbounded if after.trim_start().starts_with("<=") => {
            return Some("remove `?`: the bound alone is a dimension".into());
        }
        ErrorKind::NotANumber(What::Dimension)
            if found == "<=" && !before.ends_with(['[', ',', ' ']) =>
        {
            let number = number_before(before, "")?;
            return Some(format!("write the bound after `<=`: `<={number}`"));
        }
        ErrorKind::NotANumber(What::MemorySpace)
        | ErrorKind::Name(What::MemorySpace)
        | ErrorKind::NotLiteral(What::MemorySpace)
            if misread(found, What::MemorySpace).is_none() =>
        {
            return Some("write a number, such as `1` for a TPU's VMEM".into());
        }
        ErrorKind::Expected(Expected::SplitColon) => {
            let digit = |c: char| c.is_ascii_digit();
            let between = before.ends_with(digit) && after.trim_start().starts_with(digit);
            let separator = matches!(found, "," | ";" | "." | "=" | "/");
            return (between && separator).then(|| "write `:`".into());
        }
        ErrorKind::WrongSeparator | ErrorKind::Unclosed { .. } | ErrorKind::MissingComma
            if !in_order(before) && computed(before, found, after).is_some() =>
        {
            return computed(before, found, after);
        }
        // `2*N`, in a text that has no names.
        ErrorKind::MissingComma if found.starts_with('*') => {
            return Some("write the product as one number".into());
        }
        ErrorKind::WrongSeparator if after.trim_start().starts_with([')', ']', '}', '>']) => {
            return Some("remove it".into());
        }
        ErrorKind::Suffix(_) if is_multiple(found) => {
            return Some("write the whole number in digits".into());
        }
        ErrorKind::Suffix(What::Dimension | What::Tile)
            if !has_type(found) && misread(found, What::Tile).is_none() =>
        {
            let digits = found.trim_end_matches(|c: char| !c.is_ascii_digit());
            return Some(format!("write digits alone, such as `{digits}`"));
        }
        ErrorKind::LeadingZero(What::Dimension | What::Tile) => return grouped(before, found),
        ErrorKind::MissingComma if matches!(found, "x" | "X") => return Some("write `,`".into()),
        ErrorKind::MissingComma if before.ends_with('?') => {
            return Some(format!(
                "`?` is a size known only at run time: write `?`, or `{found}`"
            ));
        }
        ErrorKind::MissingComma => return joined(before, found, after),
        ErrorKind::BareExpression => What::Dimension,
        ErrorKind::NotANumber(what)
        | ErrorKind::Name(what)
        | ErrorKind::NotLiteral(what)
        | ErrorKind::Suffix(what) => what,
        _ => return None,
    };
    if matches!(
        (kind, found),
        (ErrorKind::NotANumber(What::Dimension), ".." | "..=")
    ) && bound(
        &[
            found,
            after.split([',', ']', ')']).next().unwrap_or_default(),
        ]
        .concat(),
    )
    .is_some()
    {
        return Some("write `<=`".into());
    }
    let mut found = found;
    let entry; // whole, if the error is at its first token
    if found.starts_with("..") || found.ends_with("..") {
        let end = after.find([',', ']', ')']).unwrap_or(after.len());
        entry = [found, &after[..end]].concat();
        found = &entry;
    }
    let written = |text: String| format!("write `{text}`");
    let bound = || bound(found).filter(|_| matches!(what, What::Dimension));
    // `[(8,128)]` has one pair of brackets too many.
    let alone = before.ends_with('[') && after.starts_with(']');
    let is_dimension = matches!(what, What::Dimension) && !alone;
    let help = power(found)
        .filter(|_| !matches!(what, What::Order))
        .or_else(|| {
            let number = matches!(kind, ErrorKind::NotANumber(What::Dimension | What::Tile));
            number.then(|| computed(before, found, after))?
        })
        .or_else(|| nested(found).filter(|_| is_dimension))
        .or_else(|| misread(found, what).map(written))
        .or_else(|| bound().map(written));
    if help.is_some() || !matches!(kind, ErrorKind::BareExpression) {
        return help;
    }
    if let Some(name) = found.strip_prefix('*')
        && is_expression(name)
    {
        return Some(format!("a number is not dereferenced: write `{name}`"));
    }
    if let Some(name) = found.strip_prefix(['&', '-', '!'])
        && is_expression(name)
    {
        let says = match found.as_bytes() {
            [b'&', ..] => "a number is not borrowed",
            _ => "a size is not negated",
        };
        return Some(format!("{says}: write `{name}`"));
    }
    if found.ends_with(']') && (found.starts_with('[') || found.contains("![")) {
        return Some("an array is no number: write its length".into());
    }
    // Literals whose value is no size, such as the quotient of `8/128`.
    if found.starts_with(|c: char| c.is_ascii_digit()) && arithmetic::value(found).is_none() {
        let two = computed("[", found, "").filter(|_| !found.contains('*'));
        if two.is_some() {
            return two;
        }
    }
    let unfinished = "the expression is unfinished: complete it, and write it in braces";
    (!is_expression(found)).then(|| unfinished.into())
}

/// `(4,2)`: modes of CuTe, in place of one dimension.
fn nested(found: &str) -> Option<String> {
    let inside = found.strip_prefix('(')?.strip_suffix(')')?;
    let numbers = inside.split(',').map(|number| number.trim().parse().ok());
    let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
    let product = numbers
        .iter()
        .try_fold(1u64, |product, &number| product.checked_mul(number))?;
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    (list.len() > 1).then(|| {
        format!(
            "dimensions do not nest: write `{product}` for one, or `{}` for {}",
            list.join(","),
            list.len()
        )
    })
}

/// `1O` as 10: letters that look like digits.
fn misread(found: &str, what: What) -> Option<String> {
    if let Some(number) = found.strip_prefix('+') {
        let decimal = number.bytes().all(|byte| byte.is_ascii_digit());
        return (decimal && !number.is_empty()).then(|| number.into());
    }
    if let Some((name, _)) = found.split_once(':') {
        // `const N: usize`
        let name = name.trim_start_matches("const ").trim_end();
        let unit = found.ends_with("usize") && is_name(name);
        return unit.then(|| name.into());
    }
    let digits = |c: char| match c {
        'O' | 'o' => Some('0'),
        'l' | 'I' => Some('1'),
        c => c.is_ascii_digit().then_some(c),
    };
    let number: String = found.chars().map(digits).collect::<Option<_>>()?;
    let one_letter = found.len() == 1 && matches!(what, What::Order);
    let some_digit = found.contains(|c: char| c.is_ascii_digit());
    (one_letter || some_digit).then_some(number)
}

/// `8..16`, `8<=` and `?<=8` as a bound.
fn bound(found: &str) -> Option<String> {
    let found = found.trim();
    let least = |least: &str| least.is_empty() || least == "?" || is_name(least);
    let bound = match found.split_once("..") {
        Some((first, bound)) if least(first) => bound.strip_prefix('=').unwrap_or(bound),
        Some(_) => return None,
        None => match found.split_once("<=").or_else(|| found.split_once('<')) {
            Some((bound, "" | "?")) => bound,
            Some(("?" | "", bound)) => bound,
            Some(_) => return None,
            None => match found.split_once(">=")? {
                (bound, "" | "?") | ("", bound) => bound,
                _ => return None,
            },
        },
    };
    is_name(bound.trim()).then(|| format!("<={}", bound.trim()))
}

/// Whether a list of numbers is a part of the default order, so that this may be meant.
fn is_of_default(found: &str, rank: usize) -> bool {
    let numbers = found
        .split(',')
        .map(|number| number.trim().parse::<usize>().ok());
    let numbers: Option<Vec<usize>> = numbers.collect();
    numbers.is_some_and(|numbers| {
        let descending = numbers.windows(2).all(|pair| pair[0] > pair[1]);
        descending && numbers.iter().all(|&number| number < rank)
    })
}

/// Whether a text ends within minor_to_major.
fn in_order(before: &str) -> bool {
    !before
        .trim_end_matches(|c| !matches!(c, '[' | '(' | '{' | '<'))
        .ends_with(['[', '('])
}

/// Whether a number ends as those of Rust or of C do.
fn has_type(found: &str) -> bool {
    let rust = ["8", "16", "32", "64", "128", "size"];
    let bits = rust.iter().find_map(|bits| found.strip_suffix(bits));
    let suffix = found.trim_start_matches(|c: char| c.is_ascii_digit());
    let c = ["u", "l", "ul", "ll", "ull", "z", "uz"];
    bits.is_some_and(|rest| rest.ends_with(['u', 'i', 'f']))
        || c.contains(&suffix.to_ascii_lowercase().as_str())
}

/// Whether a number ends with the prefix of a unit: `4k` is not 4.
fn is_multiple(found: &str) -> bool {
    let unit = found.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = unit.trim_end_matches(['b', 'B']).trim_end_matches('i');
    matches!(unit, "k" | "K" | "M" | "G")
}

/// `01`: an order of digits without commas.
fn digits(found: &str, rank: usize) -> Option<String> {
    let digits = found
        .bytes()
        .map(|digit| digit.checked_sub(b'0').map(usize::from));
    let digits = digits.collect::<Option<Vec<usize>>>()?;
    let each = digits.len() == rank && (0..rank).all(|dim| digits.contains(&dim));
    let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
    each.then(|| format!("write `{}`", digits.join(",")))
}

/// The number at the end of a text, before a separator and blanks.
fn number_before<'a>(before: &'a str, separator: &str) -> Option<&'a str> {
    let before = before.trim_end();
    let before = before.strip_suffix(separator)?.trim_end();
    let number = before.trim_start_matches(|_| true);
    let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let number = before.get(start..).unwrap_or(number);
    let word = before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    (!number.is_empty() && !word).then_some(number)
}

/// `1,024`: a number in groups of three digits.
fn grouped(before: &str, found: &str) -> Option<String> {
    let plain = found.trim_start_matches('0');
    let plain = if plain.is_empty() { "0" } else { plain };
    let first = number_before(before, ",").filter(|_| found.len() == 3)?;
    Some(format!(
        "write `{first}{found}` for one number, or `{first},{plain}` for two"
    ))
}

/// `S1` as the section `S` and its number.
fn section(found: &str) -> Option<(&str, &str)> {
    let digits = found.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let name = &found[..found.len() - digits.len()];
    let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (number && super::edits::section_named(name) == Some(name)).then_some((name, digits))
}

/// `10 0`: a number that a blank splits. In an order, 0 is a separate number.
fn joined(before: &str, found: &str, after: &str) -> Option<String> {
    let digits = found.bytes().all(|byte| byte.is_ascii_digit());
    let first = number_before(before, "").filter(|_| digits && !in_order(before))?;
    if found.starts_with('0') {
        return Some(format!("write `{first}{found}`"));
    }
    // Commas separate the other numbers, so the blank may be a slip within one number.
    let list = before.rsplit(['[', '(']).next()?;
    let rest = after.split([']', ')']).next()?;
    (list.contains(',') || rest.contains(','))
        .then(|| format!("write `{first}{found}` for one number, or `{first},{found}` for two"))
}

#[cfg(test)]
mod tests {
    use super::super::suggestion;

    /// Texts with two readings, or whose shortest correction is a different layout or the next error.
    #[test]
    fn no_hint_misleads() {
        let either = "if the dimensions are nchw, write `{1,3,2,0}`; if they are in the order of the name, `{3,2,1,0}`";
        let dash = "no layout has a dash; write `,` between numbers";
        for (text, help) in [
            (
                "f32[8,128;1,0]",
                "write the order after the dimensions: `[8,128]{1,0}`",
            ),
            (
                "f32[4,4;8,128]",
                "write `,` between numbers, and an order in braces: `[3,5]{1,0}`",
            ),
            ("f32[8;128]", "write `,`"),
            (
                "f32[8,128]{1,0:T8(128)}",
                "write `T(8,128)` for one tile, or `T(8)(128)` for two",
            ),
            ("f32[4,4,4,4]{nhwc}", either),
            ("f32[2,3,8,8]{nhwc}", "write `f32[2,3,8,8]{1,3,2,0}`"),
            (
                "bf16[16,2 56]",
                "write `256` for one number, or `2,56` for two",
            ),
            ("bf16[16 256]", "write `,256`"),
            (
                "f32[8,128]{1,0 tiles {..}}",
                "write `:` and the sections, such as `:T(8,128)`",
            ),
            (
                "f32[8,128]{1,0 tiles {8,128}}",
                "write `f32[8,128]{1,0:T(8,128)}`",
            ),
            (
                "f32[8,128]{1,0:T(8,128)(S1)}",
                "a section stands without parentheses: write `S(1)`",
            ),
            (
                "f32<host>[8,128]",
                "write the dimensions after the element type; a memory space is a part of the layout: `{1,0:S(5)}`",
            ),
            ("f32[8–128]", dash),
            ("f32[8,–128]", dash),
        ] {
            assert_eq!(suggestion(text).as_deref(), Some(help), "{text}");
        }
    }
}
