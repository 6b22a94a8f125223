//! The names in a text: element types, the names of parts, and calls.

use alloc::vec::Vec;
use core::slice;

use super::call::{CONSTRUCTORS, holds_values};
use super::element::{self, last_segment};
use super::label::{Label, label};
use super::lists::{is_array, list};
use super::node::Node;
use super::reader::{Element, Nesting, Reader, Rest};
use layout_core::spec::element_type::ElementType;

/// Words that may precede a layout.
const PREFIXES: &[&str] = &[
    "let",
    "const",
    "static",
    "mut",
    "ref",
    "dyn",
    "type",
    "pub",
    "as",
    "ROOT",
    "extern",
    "x",
    "impl",
    "of",
    "with",
    "struct",
    "use",
    "constexpr",
    "volatile",
    "inline",
    "__shared__",
    "__device__",
    "__constant__",
    "__global__",
    "alignas",
];

/// Arguments that do not affect the layout.
const IGNORED: &[&str] = &[
    "data_offsets",
    "device",
    "name",
    "pin_memory",
    "requires_grad",
    "sharding",
    "weak_type",
];

impl<'a> Reader<'a> {
    pub(super) fn word<'n>(
        &mut self,
        word: &'a str,
        after: Rest<'n, 'a>,
        nesting: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let name = last_segment(word);
        if nesting != Nesting::Body {
            if self.element.is_none()
                && let Some(rest) = self.element_word(word, after)
            {
                let read = (after.len() - rest.len()).min(after.len());
                self.take(word);
                self.take_all(&after[..read]);
                return Some(rest);
            }
            if self.element.is_some() && self.dims.is_some() && element::exact(name).is_some() {
                self.end_at(word)?; // another array
                self.in_tuple |= nesting == Nesting::Call;
                return Some(after);
            }
        }
        // `'fortran_order': True` in the header of NumPy's files.
        if let ("fortran_order", [Node::Mark("=" | ":"), Node::Word(value), rest @ ..]) =
            (name, after)
        {
            self.column_major = *value == "True";
            self.take(word);
            self.take(value);
            return matches!(*value, "True" | "False").then_some(rest);
        }
        match after {
            // `device="cuda:0"`, `sharding=P("x")`
            [Node::Mark("=" | ":"), value, rest @ ..] if IGNORED.contains(&name) => {
                let arguments = match (value, rest) {
                    (Node::Word(_), [Node::Group { open: b'(', .. }, ..]) => 3,
                    (Node::Word(_), [Node::Mark(":"), Node::Entry(_), ..]) => 4,
                    _ => 2,
                };
                if nesting == Nesting::Top && self.dims.is_some() && self.element.is_some() {
                    self.end_at(word)?;
                }
                self.take(word);
                self.take_all(&after[..arguments]);
                return Some(&after[arguments..]);
            }
            _ => {}
        }
        if name.eq_ignore_ascii_case("dimension") {
            return None; // Fortran's, whose first one is the most minor
        }
        if self.element.is_none()
            && self.dims.is_none()
            && let Some(rest) = self.typed_call(word, after)
        {
            return Some(rest);
        }
        let found = label(word).or_else(|| label(name));
        let is_macro = matches!(after, [Node::Mark("!"), Node::Group { .. }, ..]);
        let early = |found: &Label| {
            matches!(
                found,
                Label::Dims | Label::Nothing | Label::Separator | Label::Offset
            )
        };
        let found = found.filter(|found| !is_macro && (self.dims.is_some() || early(found)));
        if let Some(found) = found {
            self.take(word);
            return self.labelled((word, found), after, nesting);
        }
        // `empty(2, 3, 8, 8, memory_format=torch.channels_last)` has no element type.
        let of_torch = name.starts_with("channels_last");
        let named = self.element.is_some() || nesting == Nesting::Body || of_torch;
        if self.dims.is_some() && named {
            return self.word_of_layout(word, after, nesting);
        }
        match after {
            // A variable of C: `float a[3][5]`.
            [Node::Group { open: b'[', .. }, ..]
                if self.element.is_some() && element::known(name).is_none() =>
            {
                self.take(word);
                Some(after)
            }
            _ if PREFIXES.contains(&word) => {
                self.take(word);
                Some(after)
            }
            [Node::Mark("=" | ":"), rest @ ..] if nesting != Nesting::Body => {
                // `Layout(major_to_minor=(0, 1))`: these are no dimensions.
                let of_layout = matches!(
                    label(word),
                    Some(Label::MinorToMajor | Label::MajorToMinor | Label::Strides)
                );
                // An argument may mean anything, unless it is an array.
                let array = matches!(rest, [Node::Word(_) | Node::Group { .. }, ..]);
                let named = nesting == Nesting::Top || is_array(rest);
                (array && named && !of_layout && self.dims.is_none()).then_some(())?;
                self.take(word);
                Some(rest)
            }
            // The name of an instruction's first half: `ROOT %t = ...`.
            [
                mark @ Node::Mark("!" | "::"),
                call @ Node::Group { .. },
                rest @ ..,
            ] => {
                self.take_all(slice::from_ref(mark));
                self.call(word, call)?;
                Some(rest)
            }
            [
                call @ Node::Group {
                    open: b'(' | b'<' | b'{',
                    ..
                },
                rest @ ..,
            ] => {
                self.call(word, call)?;
                Some(rest)
            }
            _ if matches!(name, "token" | "opaque" | "tuple") => None,
            // An unknown element type.
            [
                group @ Node::Group {
                    open: b'[', inside, ..
                },
                rest @ ..,
            ] => {
                let mlir = core::mem::replace(&mut self.mlir, name == "tensor");
                self.take(word);
                self.take_brackets(group);
                let lower = name.to_ascii_lowercase();
                match list(inside, self.unknowns) {
                    Some(dims) if self.dims.is_none() => {
                        self.take_all(inside);
                        self.dims = Some(dims);
                    }
                    _ if CONSTRUCTORS.contains(&&*lower) => self.nodes(inside, Nesting::Call)?,
                    _ => return None,
                }
                self.mlir = mlir;
                Some(rest)
            }
            _ => None,
        }
    }

    /// The element type of a word and the text after it.
    pub(super) fn element_word<'n>(
        &mut self,
        word: &'a str,
        after: Rest<'n, 'a>,
    ) -> Option<Rest<'n, 'a>> {
        let name = last_segment(word);
        let (kind, rest) = match after {
            // `complex<f64>`
            [
                Node::Group {
                    open: b'<', inside, ..
                },
                rest @ ..,
            ] => match inside[..] {
                [Node::Word(second)] if name == "Wrapping" => (element::known(second), rest),
                [Node::Word(second)] if name.eq_ignore_ascii_case("complex") => {
                    (element::in_two_words(word, second), rest)
                }
                _ => (None, after),
            },
            [Node::Word(second), rest @ ..] => match element::in_two_words(word, second) {
                None if element::changes_type(second) => return None,
                found => (found, rest),
            },
            // `bf 16[8]`
            [Node::Entry(digits), rest @ ..]
                if matches!(rest, [Node::Group { open: b'[', .. }, ..]) =>
            {
                let digits = digits.trim_start_matches('-');
                (element::known(&[name, digits].concat()), rest)
            }
            _ => (None, after),
        };
        if let Some(kind) = kind {
            let name = match after {
                [Node::Group { text, .. }, ..] if name == "Wrapping" => text,
                _ => name,
            };
            self.set_element(kind, name, false);
            return Some(rest);
        }
        (!holds_values(word, after)).then_some(())?;
        if let Some(kind) = element::of_path(word, self.function) {
            self.set_element(kind, name, element::exact(name).is_some());
            return Some(after);
        }
        // `F32::new(3,5)`
        let (first, method) = word.split_once("::").or_else(|| word.split_once('.'))?;
        let kind = element::exact(first)?;
        CONSTRUCTORS.contains(&method).then_some(())?;
        self.set_element(kind, first, true);
        Some(after)
    }

    pub(super) fn set_element(&mut self, kind: ElementType, name: &'a str, exact: bool) {
        self.element = Some(Element { kind, name, exact });
        if self.mlir && self.dims.is_none() {
            self.dims = Some(Vec::new()); // `tensor<f32>`
        }
    }
}
