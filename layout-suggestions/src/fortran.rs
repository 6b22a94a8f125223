//! Declarations of Fortran, whose first dimension is the most minor one.

use alloc::format;

use super::lists::{list, value};
use super::node::Node;
use super::reader::{Entries, Reader};
use layout_core::parse::HOLE;
use layout_core::spec::element_type::ElementType;

/// Attributes that do not affect the layout.
const ATTRIBUTES: [&str; 6] = [
    "contiguous",
    "intent",
    "parameter",
    "save",
    "target",
    "value",
];

fn same(word: &str, other: &str) -> bool {
    word.eq_ignore_ascii_case(other)
}

/// The element type that `nodes` begin with, such as `real(kind=8)` or `INTEGER*2`, and what follows.
fn element<'n, 'a>(nodes: &'n [Node<'a>]) -> Option<(ElementType, &'n [Node<'a>])> {
    let [Node::Word(class), rest @ ..] = nodes else {
        return None;
    };
    let letter = match *class {
        class if same(class, "real") => "f",
        class if same(class, "integer") => "s",
        class if same(class, "complex") => "c",
        class if same(class, "double") => match rest {
            [Node::Word(second), rest @ ..] if same(second, "precision") => {
                return Some((ElementType::F64, rest));
            }
            _ => return None,
        },
        _ => return None,
    };
    // A kind counts the bytes of each part of a complex number, `*` those of the whole.
    let parts = if letter == "c" { 2 } else { 1 };
    let (bytes, rest) = match rest {
        [Node::Entry("*"), Node::Entry(bytes), rest @ ..] => (value(bytes)?, rest),
        [
            Node::Group {
                open: b'(', inside, ..
            },
            rest @ ..,
        ] => match inside[..] {
            [Node::Entry(kind)] => (value(kind)?.checked_mul(parts)?, rest),
            [Node::Word(name), Node::Mark("="), Node::Entry(kind)] if same(name, "kind") => {
                (value(kind)?.checked_mul(parts)?, rest)
            }
            _ => return None,
        },
        rest => (4 * parts, rest),
    };
    let name = format!("{letter}{}", bytes.checked_mul(8)?);
    Some((ElementType::from_name(&name)?, rest))
}

/// The dimensions of a variable, or of all of a declaration: `, dimension(3,5) :: a`, `:: a(3,5)`.
fn dims<'a>(mut rest: &[Node<'a>]) -> Option<Entries<'a>> {
    let mut dims = None;
    while let [Node::Mark(","), Node::Word(attribute), after @ ..] = rest {
        rest = match after {
            [
                Node::Group {
                    open: b'(', inside, ..
                },
                after @ ..,
            ] => {
                if same(attribute, "dimension") {
                    dims = Some(list(inside, false)?);
                }
                after
            }
            after => after,
        };
        let known = |other: &&str| same(attribute, other);
        (same(attribute, "dimension") || ATTRIBUTES.iter().any(known)).then_some(())?;
    }
    if let [Node::Mark("::"), after @ ..] = rest {
        rest = after;
    }
    match rest {
        [] | [Node::Word(_)] => {}
        [
            Node::Word(_),
            Node::Group {
                open: b'(', inside, ..
            },
        ] => dims = Some(list(inside, false)?),
        _ => return None,
    }
    let number = |entry: &&str| value(entry).is_some() || entry.starts_with(char::from(HOLE));
    dims.filter(|dims| !dims.is_empty() && dims.iter().all(number))
}

impl<'a> Reader<'a> {
    /// A declaration; `None` if the text is none.
    pub(super) fn fortran(&mut self, nodes: &[Node<'a>]) -> Option<()> {
        let [Node::Word(name), ..] = nodes else {
            return None;
        };
        let (kind, rest) = element(nodes)?;
        self.dims = Some(dims(rest)?);
        self.set_element(kind, name, false);
        self.column_major = true;
        self.take_all(nodes);
        Some(())
    }
}
