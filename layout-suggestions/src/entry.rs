//! What to write instead of one entry of a list, if its list determines that: a number in other words,
//! or the two readings of a text that has two.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arithmetic::{self, computed, power};
use super::order::permutation;
use super::section_name::section_named;
use super::text::{has_type, in_order, is_name, is_number, list as list_of, suffix, within};
use layout_core::spec::default_order;
use layout_core::spec::error_kind::{ErrorKind, Expected, What};

const MEMORY_SPACE: &str = "write the dimensions after the element type; a memory space is a part of the layout: `{1,0:S(5)}`";
const RANGE: &str = "a range has no layout: write its length, or `,` between two dimensions";
const UNFINISHED: &str = "the expression is unfinished: complete it, and write it in braces";

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns the entries of a list.
fn entries(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).collect()
}

/// What to write instead of `found`, between `before` and `after`, if its list alone
/// determines that.
pub(super) fn help(
    kind: ErrorKind,
    [before, found, after]: [&str; 3],
    rank: usize,
) -> Option<String> {
    let say = |text: &str| Some(String::from(text));
    let ordered = in_order(before);
    let next = after.trim_start();
    match kind {
        ErrorKind::LeadingZero(What::Order) => digits(found, rank),
        ErrorKind::LeadingZero(What::Dimension | What::Tile) => grouped(before, found),
        // The default order, if it has one more entry than the text.
        ErrorKind::OrderCount { found: count, .. }
            if rank > 0 && !(count + 1 == rank && is_of_default(found, rank)) =>
        {
            let one_more = count == rank + 1 && !found.contains(',');
            let once = "write each dimension once, the most minor first";
            let without_commas = digits(found, rank).filter(|_| rank > 1); // `{10}`
            without_commas.or_else(|| say(once).filter(|_| !one_more))
        }
        // `f32<host>[8,128]`
        ErrorKind::NoDimensions if found == "<" && after.contains(">[") => say(MEMORY_SPACE),
        ErrorKind::WrongBracket { expected: '[' } | ErrorKind::NoDimensions => {
            let list = after[..after.find(['}', '>', ')', ':'])?].trim();
            let entries = entries(list);
            let order = permutation(&entries, entries.len()).is_some();
            (order && entries.len() > 1 && entries.contains(&"0")).then(|| {
                format!("write the dimensions before the order `{list}`, in square brackets")
            })
        }
        ErrorKind::WrongSeparator if matches!(found, ":" | "::") && within(before, '[') => {
            say(RANGE)
        }
        // `[128<,9]`, `[8<=,3]`
        ErrorKind::Unclosed { expected: ']' } | ErrorKind::NotANumber(What::Dimension)
            if matches!(found, "<" | "<=")
                && next.starts_with([',', ']'])
                && before.ends_with(is_digit) =>
        {
            let number = number_before(before)?;
            Some(format!("write the bound after `<=`: `<={number}`"))
        }
        // `T8(128)`
        ErrorKind::BareSection { .. } if after.starts_with('(') && section(found)?.0 == "T" => {
            let (first, rest) = (&found[1..], &after[1..after.find(')')?]);
            Some(format!(
                "write `T({first},{rest})` for one tile, or `T({first})({rest})` for two"
            ))
        }
        // `T8,128)`
        ErrorKind::BareSection { .. } => {
            let rest = after.trim_start_matches(|c| c == ',' || is_digit(c));
            let closed = found.ends_with(is_digit) && rest.starts_with(')');
            say("write `(` before the number").filter(|_| closed)
        }
        // `[8,128;1,0]`
        ErrorKind::WrongSeparator if found == ";" && !ordered && next.starts_with(is_digit) => {
            let dims = &before[before.rfind(['[', '('])? + 1..];
            let list = &after[..after.find([']', ')'])?];
            let rank = dims.split(',').count();
            if rank != entries(list).len() || rank == 1 {
                return say("write `,`");
            }
            let order = permutation(&entries(list), rank).is_some() && before.contains('[');
            if order {
                Some(format!(
                    "write the order after the dimensions: `[{dims}]{{{list}}}`"
                ))
            } else {
                say("write `,` between numbers, and an order in braces: `[3,5]{1,0}`")
            }
        }
        // `T(8,128)(S1)`
        ErrorKind::NotANumber(What::Tile) | ErrorKind::Name(What::Tile)
            if within(before, '(') && next.starts_with(')') && section(found).is_some() =>
        {
            let (name, number) = section(found)?;
            Some(format!(
                "a section stands without parentheses: write `{name}({number})`"
            ))
        }
        // `{1>0}`, `{1&0}`
        ErrorKind::WrongBracket { .. } | ErrorKind::NotANumber(What::Order)
            if ordered
                && found.bytes().all(|byte| byte.is_ascii_punctuation())
                && before.ends_with(is_digit)
                && after.starts_with(is_digit) =>
        {
            say("write `,`")
        }
        // `[8,128](8,128)`
        ErrorKind::WrongBracket { expected: '{' } if rank > 1 => {
            let list = after[..after.find(')')?].trim();
            let entries = entries(list);
            let tile =
                entries.iter().all(|it| is_number(it)) && permutation(&entries, rank).is_none();
            let order = list_of(default_order(rank).as_slice());
            tile.then(|| {
                format!(
                    "write the order, such as `{{{order}}}`, or with a tile `{{{order}:T({list})}}`"
                )
            })
        }
        ErrorKind::Unbounded if next.starts_with("<=") => {
            say("remove `?`: the bound alone is a dimension")
        }
        ErrorKind::NotANumber(What::MemorySpace)
        | ErrorKind::Name(What::MemorySpace)
        | ErrorKind::NotLiteral(What::MemorySpace)
            if misread(found, What::MemorySpace).is_none() =>
        {
            say("write a number, such as `1` for a TPU's VMEM")
        }
        ErrorKind::Expected(Expected::SplitColon) => {
            let between = before.ends_with(is_digit) && next.starts_with(is_digit);
            say("write `:`").filter(|_| between && matches!(found, "," | ";" | "." | "=" | "/"))
        }
        ErrorKind::WrongSeparator | ErrorKind::Unclosed { .. } | ErrorKind::MissingComma
            if !ordered && computed(before, found, after).is_some() =>
        {
            computed(before, found, after)
        }
        ErrorKind::WrongSeparator if next.starts_with([')', ']', '}', '>']) => say("remove it"),
        // `2*N`, in a text that has no names.
        ErrorKind::MissingComma if found.starts_with('*') => say("write the product as one number"),
        ErrorKind::MissingComma if matches!(found, "x" | "X") => say("write `,`"),
        ErrorKind::MissingComma if before.ends_with('?') => Some(format!(
            "`?` is a size known only at run time: write `?`, or `{found}`"
        )),
        ErrorKind::MissingComma => joined(before, found, after),
        // `4k` is not 4.
        ErrorKind::Suffix(_)
            if matches!(
                suffix(found).trim_end_matches(['b', 'B', 'i']),
                "k" | "K" | "M" | "G"
            ) =>
        {
            say("write the whole number in digits")
        }
        ErrorKind::Suffix(What::Dimension | What::Tile)
            if !has_type(found) && misread(found, What::Tile).is_none() =>
        {
            let digits = found.trim_end_matches(|c: char| !is_digit(c));
            Some(format!("write digits alone, such as `{digits}`"))
        }
        ErrorKind::BareExpression => expression([before, found, after]),
        ErrorKind::NotANumber(what)
        | ErrorKind::Name(what)
        | ErrorKind::NotLiteral(what)
        | ErrorKind::Suffix(what) => number(kind, what, [before, found, after]),
        _ => None,
    }
}

/// What to write instead of an entry that is a number in other words.
fn number(kind: ErrorKind, what: What, [before, found, after]: [&str; 3]) -> Option<String> {
    let is_dimension = matches!(what, What::Dimension);
    let not_a_number = matches!(kind, ErrorKind::NotANumber(What::Dimension | What::Tile));
    let rest = &after[..after.find([',', ']', ')']).unwrap_or(after.len())];
    let entry = if found.starts_with("..") || found.ends_with("..") {
        // the error is at its first token
        [found, rest].concat()
    } else {
        found.into()
    };
    if not_a_number && matches!(found, ".." | "..=") && bound(&entry).is_some() {
        return Some("write `<=`".into());
    }
    // `[(8,128)]` has one pair of brackets too many.
    let alone = before.ends_with('[') && after.starts_with(']');
    power(&entry)
        .filter(|_| !matches!(what, What::Order))
        .or_else(|| computed(before, &entry, after).filter(|_| not_a_number))
        .or_else(|| nested(&entry).filter(|_| is_dimension && !alone))
        .or_else(|| misread(&entry, what).map(|number| format!("write `{number}`")))
        .or_else(|| bound(&entry).filter(|_| is_dimension))
}

/// What to write instead of an expression without braces, unless braces are all that is missing.
fn expression(parts: [&str; 3]) -> Option<String> {
    let [_, found, _] = parts;
    let help = number(ErrorKind::BareExpression, What::Dimension, parts);
    if help.is_some() {
        return help;
    }
    for (operator, says) in [
        ("*", "a number is not dereferenced"),
        ("&", "a number is not borrowed"),
        ("-", "a size is not negated"),
        ("!", "a size is not negated"),
    ] {
        if let Some(name) = found
            .strip_prefix(operator)
            .filter(|name| is_expression(name))
        {
            return Some(format!("{says}: write `{name}`"));
        }
    }
    if found.ends_with(']') && (found.starts_with('[') || found.contains("![")) {
        return Some("expected a number, found an array: write its length".into());
    }
    // Literals whose value is no size, such as the quotient of `8/128`.
    let literals = found.starts_with(is_digit) && arithmetic::value(found).is_none();
    let two = computed("[", found, "").filter(|_| literals && !found.contains('*'));
    two.or_else(|| (!is_expression(found)).then(|| UNFINISHED.into()))
}

/// Returns true if a text can be an expression of Rust whose operators mean the same in other
/// languages: no `^`, no `**`, no assignment, and an operand at each end.
fn is_expression(text: &str) -> bool {
    let plain = text
        .replace("==", "")
        .replace("<=", "")
        .replace(">=", "")
        .replace("!=", "")
        .replace("::", "");
    let operand = |c: char| c.is_alphanumeric() || "_)]}\"'".contains(c);
    let words: Vec<&str> = text.split(' ').collect();
    let mut pairs = words.windows(2);
    let block = ["if ", "match ", "unsafe ", "const ", "loop ", "loop{"]
        .iter()
        .any(|it| text.starts_with(it));
    let adjacent = pairs.any(|pair| {
        let [first, second] = [pair[0], pair[1]];
        first != "as" && second != "as" && first.ends_with(operand) && second.starts_with(operand)
    });
    let depth = |open: char, close: char| text.matches(open).count() == text.matches(close).count();
    text.ends_with(operand)
        && (block && text.ends_with('}') || !adjacent && !plain.contains([':', '=', '^', '?']))
        && !text.starts_with(['*', '/', '+', '%', '|', ')', ']', '}', '.'])
        && !["**", "..", "*+", "+*", "-*"]
            .iter()
            .any(|it| text.contains(it))
        && depth('(', ')')
        && depth('[', ']')
}

/// `(4,2)`: modes of CuTe, in place of one dimension.
fn nested(found: &str) -> Option<String> {
    let list = entries(found.strip_prefix('(')?.strip_suffix(')')?);
    let numbers: Vec<u64> = list
        .iter()
        .map(|it| it.parse().ok())
        .collect::<Option<_>>()?;
    let product = numbers
        .iter()
        .try_fold(1u64, |product, &number| product.checked_mul(number))?;
    let (count, list) = (list.len(), list.join(","));
    (count > 1).then(|| {
        format!("dimensions do not nest: write `{product}` for one, or `{list}` for {count}")
    })
}

/// `1O` as 10: letters that look like digits; `const N: usize` as `N`.
fn misread(found: &str, what: What) -> Option<String> {
    if let Some(number) = found.strip_prefix('+') {
        return is_number(number).then(|| number.into());
    }
    if let Some((name, _)) = found.split_once(':') {
        let name = name.trim_start_matches("const ").trim_end();
        return (found.ends_with("usize") && is_name(name)).then(|| name.into());
    }
    let digits = |c: char| match c {
        'O' | 'o' => Some('0'),
        'l' | 'I' => Some('1'),
        c => is_digit(c).then_some(c),
    };
    let number: String = found.chars().map(digits).collect::<Option<_>>()?;
    let one_letter = found.len() == 1 && matches!(what, What::Order);
    (one_letter || found.contains(is_digit)).then_some(number)
}

/// `8..16`, `8<=`, `>=8` and `?<=8` as a bound.
fn bound(found: &str) -> Option<String> {
    // `N?` may be `{N?}`, which is no bound.
    let last = found.rsplit("..").next().filter(|it| !it.ends_with('?'))?;
    let bound = last.trim_matches(['<', '>', '=', '?', ' ']);
    (is_name(bound) && bound != found.trim() && !last.starts_with('>') | !found.contains(".."))
        .then(|| format!("write `<={bound}`"))
}

/// Returns true if a list of numbers is a part of the default order, so that this may be meant.
fn is_of_default(found: &str, rank: usize) -> bool {
    let numbers = found.split(',').map(|number| number.trim().parse().ok());
    let numbers: Option<Vec<usize>> = numbers.collect();
    numbers.is_some_and(|numbers| {
        numbers.windows(2).all(|pair| pair[0] > pair[1]) && numbers.iter().all(|&dim| dim < rank)
    })
}

/// `01`: an order of digits without commas.
fn digits(found: &str, rank: usize) -> Option<String> {
    let digits: Vec<&str> = found.split("").filter(|digit| !digit.is_empty()).collect();
    let order = permutation(&digits, rank).filter(|_| digits.contains(&"0"))?;
    Some(format!("write `{}`", list_of(&order)))
}

/// Returns the number at the end of a text.
fn number_before(before: &str) -> Option<&str> {
    let before = before.trim_end();
    let start = before.trim_end_matches(is_digit).len();
    let word = before[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    (start < before.len() && !word).then(|| &before[start..])
}

/// `1,024`: a number in groups of three digits.
fn grouped(before: &str, found: &str) -> Option<String> {
    let plain: u64 = found.parse().ok()?;
    let first = number_before(before.trim_end().strip_suffix(',')?).filter(|_| found.len() == 3)?;
    Some(format!(
        "write `{first}{found}` for one number, or `{first},{plain}` for two"
    ))
}

/// `S1` as the section `S` and its number.
fn section(found: &str) -> Option<(&str, &str)> {
    let (name, number) = found.split_at(found.find(is_digit)?);
    (is_number(number) && section_named(name) == Some(name)).then_some((name, number))
}

/// `10 0`: a number that a blank splits. In an order, 0 is a separate number.
fn joined(before: &str, found: &str, after: &str) -> Option<String> {
    let first = number_before(before).filter(|_| is_number(found) && !in_order(before))?;
    if found.starts_with('0') {
        return Some(format!("write `{first}{found}`"));
    }
    // Commas separate the other numbers, so the blank may be a slip within one number.
    let list = [
        before.rsplit(['[', '(']).next()?,
        after.split([']', ')']).next()?,
    ];
    list.iter()
        .any(|part| part.contains(','))
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
