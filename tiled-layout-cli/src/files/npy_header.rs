//! The text at the start of a file of NumPy.

/// The fields of the header.
pub(super) struct Header {
    pub(super) descr: String,
    pub(super) fortran_order: bool,
    pub(super) shape: Vec<usize>,
}

impl Header {
    /// A Python literal, as NumPy writes it:
    /// `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5), }`.
    pub(super) fn parse(text: &str) -> Option<Header> {
        let mut rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
        let (mut descr, mut order, mut shape) = (None, None, None);
        while !rest.is_empty() {
            let (key, after) = quoted(rest)?;
            let value = after.trim_start().strip_prefix(':')?.trim_start();
            let after = match key {
                "descr" => {
                    let (text, after) = quoted(value)?;
                    descr = Some(text.to_owned());
                    after
                }
                "fortran_order" => {
                    let is_true = value.starts_with("True");
                    order = Some(is_true);
                    value.strip_prefix(if is_true { "True" } else { "False" })?
                }
                "shape" => {
                    let (list, after) = value.strip_prefix('(')?.split_once(')')?;
                    shape = Some(numbers(list)?);
                    after
                }
                _ => return None,
            };
            let after = after.trim_start();
            rest = match after.strip_prefix(',') {
                Some(next) => next.trim_start(),
                None if after.is_empty() => after,
                None => return None,
            };
        }
        Some(Header {
            descr: descr?,
            fortran_order: order?,
            shape: shape?,
        })
    }
}

fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text[1..].split_once(quote)
}

/// `3, 5`, `3,` or nothing; old versions of NumPy write `3L`.
fn numbers(list: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    let list = list.trim();
    let list = list.strip_suffix(',').unwrap_or(list);
    for number in list.split(',').filter(|_| !list.is_empty()) {
        let number = number.trim();
        numbers.push(number.strip_suffix('L').unwrap_or(number).parse().ok()?);
    }
    Some(numbers)
}
