//! Lists of numbers, in brackets or without.

use alloc::vec::Vec;

use super::element::{self, last_segment};
use super::label::{Label, label};
use super::node::Node;
use layout_core::parse::HOLE;
use layout_core::spec::element_type::ElementType;

/// Names of numbers that are no sizes of dimensions.
const NO_DIMENSIONS: [&str; 5] = ["bound", "max", "min", "ndim", "rank"];

/// The number that an entry is.
pub(super) fn value(entry: &str) -> Option<u128> {
    entry.parse().ok()
}

/// Whether nodes begin with an array, perhaps in parentheses.
pub(super) fn is_array(nodes: &[Node<'_>]) -> bool {
    match nodes {
        [Node::Word(name), Node::Group { open: b'[', .. }, ..] => element::exact(name).is_some(),
        [
            Node::Group {
                open: b'(', inside, ..
            },
            ..,
        ] => is_array(inside),
        _ => false,
    }
}

fn is_separator(node: &Node<'_>) -> bool {
    matches!(
        node,
        Node::Mark("," | ";" | "x" | "×") | Node::Word("x" | "by")
    )
}

/// The entries at the start of `nodes`, and what follows them. In an order, a
/// point separates them too, as in `{1.0}`.
pub(super) fn entries<'n, 'a>(
    nodes: &'n [Node<'a>],
    in_order: bool,
) -> Option<(Vec<&'a str>, &'n [Node<'a>])> {
    let mut found = Vec::new();
    let mut rest = nodes;
    loop {
        let Some((Node::Entry(entry), after)) = rest.split_first() else {
            return Some((found, rest));
        };
        found.push(*entry);
        rest = match after {
            [separator, Node::Entry(_), ..] if is_separator(separator) => &after[1..],
            [Node::Mark("."), Node::Entry(_), ..] if in_order => &after[1..],
            [Node::Mark(","), next @ ..] => return Some((found, next)),
            [Node::Mark(mark), Node::Entry(_), ..] if *mark != ":" => return None,
            // `8 128`, but neither `10 0` nor `8*`.
            [Node::Entry(next), ..] if in_order || is_plain(entry) && is_plain(next) => after,
            [Node::Entry(_), ..] => return None,
            _ => return Some((found, after)),
        };
    }
}

/// Whether it is a number that begins with no 0.
fn is_plain(entry: &str) -> bool {
    entry.starts_with(|c: char| c.is_ascii_digit() && c != '0')
}

/// The numbers that a group holds, if it holds nothing else. With `unknowns`,
/// `:` and `..` alone stand for `?`.
pub(super) fn list<'a>(inside: &[Node<'a>], unknowns: bool) -> Option<Vec<&'a str>> {
    if let [Node::Group { inside, .. }] = inside {
        return list(inside, unknowns);
    }
    let mut found = Vec::new();
    let mut parts = split(inside);
    if let [.., last] = parts[..]
        && last.is_empty()
    {
        parts.pop(); // after a trailing comma
    }
    let alone = parts.len() == 1;
    for part in parts {
        match part {
            [Node::Entry("*")] if unknowns => found.push("?"),
            [Node::Entry("-1")] if unknowns => found.push("?"),
            [Node::Entry(entry)] => found.push(*entry),
            [Node::Mark(":" | ".." | "..." | "-")] | [Node::Word("_" | "None")] if unknowns => {
                found.push("?");
            }
            // `rows=3`
            [Node::Word(name), Node::Mark("=" | ":"), Node::Entry(entry)]
                if !NO_DIMENSIONS.contains(name)
                    && (name.len() == 1 || matches!(label(name), None | Some(Label::Dims))) =>
            {
                found.push(*entry);
            }
            [Node::Mark("=" | "." | "#"), Node::Entry(entry)]
            | [Node::Mark("="), Node::Mark("="), Node::Entry(entry)] => found.push(*entry),
            [
                Node::Word(name),
                Node::Mark("=" | ":"),
                Node::Group { inside, .. },
            ] if alone && label(name) == Some(Label::Dims) => {
                return list(inside, unknowns);
            }
            // CuTe's `_8` and `Int<8>{}`
            [Node::Word(word)] => {
                let digits = last_segment(word).strip_prefix('_')?;
                value(digits)?;
                found.push(digits);
            }
            [Node::Word("Int"), Node::Group { inside, .. }, ..] => {
                let [Node::Entry(entry)] = inside[..] else {
                    return None;
                };
                found.push(entry);
            }
            [Node::Group { inside, .. }] => {
                let [Node::Entry(entry)] = inside[..] else {
                    return None; // modes do not nest
                };
                found.push(entry);
            }
            _ => return None,
        }
    }
    Some(found)
}

/// The nodes between separators. Numbers that only blanks separate are apart too.
fn split<'n, 'a>(inside: &'n [Node<'a>]) -> Vec<&'n [Node<'a>]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, node) in inside.iter().enumerate() {
        let blank = matches!(
            inside[start..=at],
            [Node::Entry(a), Node::Entry(b)] if is_plain(a) && is_plain(b)
        );
        if is_separator(node) {
            parts.push(&inside[start..at]);
            start = at + 1;
        } else if blank {
            parts.push(&inside[start..at]);
            start = at;
        }
    }
    if start < inside.len() || !parts.is_empty() {
        parts.push(&inside[start..]);
    }
    parts
}

/// `[[f32; 5]; 3]`: element type, its name, and dimensions.
pub(super) fn rust_array<'a>(node: &Node<'a>) -> Option<(ElementType, &'a str, Vec<&'a str>)> {
    let [item, Node::Mark(";"), Node::Entry(len)] = node.inside(b"[")? else {
        return None;
    };
    if len.starts_with(char::from(HOLE)) || value(len).is_some() {
        let (kind, name, inner) = match item {
            Node::Word(word) => {
                let name = last_segment(word);
                (element::known(name)?, name, Vec::new())
            }
            item => rust_array(item)?,
        };
        let mut dims = alloc::vec![*len];
        dims.extend(inner);
        return Some((kind, name, dims));
    }
    None
}
