//! The names in a text: element types, the names of parts, and calls.

use alloc::vec::Vec;
use core::slice;

use super::call::{CONSTRUCTORS, holds_values};
use super::element::{self, last_segment};
use super::label::{Label, format, label};
use super::lists::{entries, list};
use super::node::Node;
use super::reader::{Element, Nesting, Reader, Rest};
use crate::spec::element_type::ElementType;

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
        place: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let name = last_segment(word);
        if place != Nesting::Body {
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
                self.in_tuple |= place == Nesting::Call;
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
                if place == Nesting::Top && self.dims.is_some() && self.element.is_some() {
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
            return self.labelled((word, found), after, place);
        }
        // `empty(2, 3, 8, 8, memory_format=torch.channels_last)` has no element type.
        let of_torch = name.starts_with("channels_last");
        let named = self.element.is_some() || place == Nesting::Body || of_torch;
        if self.dims.is_some() && named {
            return self.word_of_layout(word, after, place);
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
            [Node::Mark("=" | ":"), rest @ ..] if place != Nesting::Body => {
                // `Layout(major_to_minor=(0, 1))`: these are no dimensions.
                let of_layout = matches!(
                    label(word),
                    Some(Label::MinorToMajor | Label::MajorToMinor | Label::Strides)
                );
                // An argument may mean anything, unless it is an array.
                let array = matches!(rest, [Node::Word(_) | Node::Group { .. }, ..]);
                let named = place == Nesting::Top || is_array(rest);
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

    /// A word beside the dimensions that does not name a part.
    pub(super) fn word_of_layout<'n>(
        &mut self,
        word: &'a str,
        after: Rest<'n, 'a>,
        place: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let dims = self.dims.as_ref()?;
        let free = self.order.is_none() && self.tiles.is_empty();
        // In an attribute of MLIR the letters may name the dimensions as they are.
        if free
            && !self.mlir
            && let Some(found) = format(last_segment(word), dims)
        {
            if found.is_unclear {
                self.either = Some(found);
                return None;
            }
            let order = found.major_to_minor;
            self.order = Some(order.into_iter().rev().collect());
            self.block = found.tile;
            self.take(word);
            return Some(after);
        }
        if let Some((named, numbers)) = split_label(word) {
            self.take(word);
            if let Label::Section(section) = named {
                self.section(section, numbers)?;
                return Some(after);
            }
            let mut rest = after;
            if let [Node::Mark(","), Node::Entry(_), ..] = rest {
                rest = &rest[1..];
            }
            let (more, rest) = entries(rest, false)?;
            for entry in &more {
                self.take(entry);
            }
            self.tiles.push(numbers.split('x').chain(more).collect());
            return Some(rest);
        }
        match after {
            // `T(8,128) then (2,1)`, `{1,0 with T(8,128)}`
            [Node::Group { .. }, ..]
                if matches!(word, "then" | "and") && !self.tiles.is_empty() =>
            {
                self.take(word);
                self.label = Some(Label::Tile);
                Some(after)
            }
            [Node::Word(_), ..] if matches!(word, "with" | "and") && place == Nesting::Body => {
                self.take(word);
                Some(after)
            }
            [
                Node::Group {
                    open: b'{' | b'<', ..
                },
                ..,
            ] if word == "with" && !self.has_layout => {
                self.take(word);
                Some(after)
            }
            // A typing error, of a key beside `T`: `Y(8,128)`.
            [
                Node::Group {
                    open: b'(', inside, ..
                },
                ..,
            ] if place == Nesting::Body
                && matches!(word, "R" | "Y" | "F" | "G" | "r" | "y" | "f" | "g")
                && list(inside, false).is_some_and(|tile| tile.len() > 1) =>
            {
                self.take(word);
                self.label = Some(Label::Tile);
                Some(after)
            }
            // MLIR's `affine_map<(d0, d1) -> (d1, d0)>`.
            [Node::Group { inside, .. }, rest @ ..] if self.mlir && word == "affine_map" => {
                self.take(word);
                self.take_all(&after[..1]);
                self.affine_map(inside)?;
                Some(rest)
            }
            _ if place == Nesting::Body => self.named_order(word, after),
            _ if place == Nesting::Top => {
                self.end_at(word)?;
                Some(after)
            }
            _ => None,
        }
    }

    /// An order of names with numbers: `d1,d0`.
    pub(super) fn named_order<'n>(
        &mut self,
        word: &'a str,
        after: Rest<'n, 'a>,
    ) -> Option<Rest<'n, 'a>> {
        let number = |word: &'a str| {
            let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let name = &word[..word.len() - digits.len()];
            matches!(name, "d" | "dim" | "axis" | "i").then_some(digits)
        };
        let mut list = alloc::vec![number(word)?];
        self.take(word);
        let mut rest = after;
        while let [Node::Mark(","), Node::Word(word), after @ ..] = rest {
            list.push(number(word)?);
            self.take(word);
            rest = after;
        }
        self.set_order(&list)?;
        Some(rest)
    }

    /// The value after the name of a part.
    pub(super) fn labelled<'n>(
        &mut self,
        (word, found): (&'a str, Label),
        after: Rest<'n, 'a>,
        place: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let mut rest = after;
        while let [Node::Mark("=" | ":" | "." | "::" | "!" | ","), next @ ..] = rest
            && matches!(
                next,
                [Node::Entry(_) | Node::Group { .. } | Node::Word(_), ..]
            )
            && found != Label::Separator
        {
            self.take_all(&rest[..1]);
            rest = next;
        }
        let free = self.order.is_none() && self.tiles.is_empty();
        match found {
            Label::Separator => return Some(rest),
            Label::Nothing => return Some(rest),
            Label::RowMajor | Label::ColumnMajor => {
                let rank = self.dims.as_ref()?.len();
                let order = 0..rank;
                if !free {
                    // `{C,1,0}`: the order says the same, or is said twice.
                    return None;
                }
                self.order = Some(match found {
                    Label::RowMajor => order.rev().collect(),
                    _ => order.collect(),
                });
                if let [Node::Mark(","), Node::Entry(_), ..] = rest {
                    let said = self.order.take();
                    let rest = self.run(&rest[1..], place)?;
                    return (self.order == said).then_some(rest);
                }
                return Some(rest);
            }
            Label::Section(section) => match rest {
                [Node::Group { text, .. }, rest @ ..] | [Node::Entry(text), rest @ ..]
                    if self.dims.is_some() =>
                {
                    self.take_all(&after[..after.len() - rest.len()]);
                    let numbers = text.bytes().any(|byte| byte.is_ascii_digit());
                    if !numbers || text.contains(['%', '[']) {
                        // `pad(%a, %b)` of HLO
                        (place == Nesting::Top && self.has_layout).then_some(())?;
                        self.end_at(word)?;
                    } else {
                        self.section(section, text)?;
                    }
                    return Some(rest);
                }
                // `S` alone, `S1`: the grammar's error explains it.
                _ => return None,
            },
            Label::Dims
            | Label::MinorToMajor
            | Label::MajorToMinor
            | Label::Strides
            | Label::Tile
            | Label::Offset => {}
        }
        if self.dims.is_none() && found != Label::Dims && found != Label::Offset {
            return None;
        }
        if matches!(rest, [Node::Word(_), ..]) {
            return Some(rest); // `order=C`
        }
        matches!(rest, [Node::Entry(_) | Node::Group { .. }, ..]).then_some(())?;
        self.label = Some(found);
        Some(rest)
    }

    pub(super) fn section(&mut self, number: usize, text: &'a str) -> Option<()> {
        self.sections[number].is_none().then_some(())?;
        self.sections[number] = Some(text);
        Some(())
    }
}

/// Whether nodes begin with an array: an element type and dimensions.
fn is_array(nodes: &[Node<'_>]) -> bool {
    matches!(nodes, [Node::Word(name), Node::Group { open: b'[', .. }, ..] if element::exact(name).is_some())
}

/// `T` and `8` of `T8`, `T` and `8x128` of `T8x128`.
fn split_label(word: &str) -> Option<(Label, &str)> {
    let letters = word.find(|c: char| !c.is_ascii_alphabetic())?;
    let (name, number) = word.split_at(letters);
    let number = number.strip_prefix('_').unwrap_or(number);
    let mut numbers = number.split('x');
    let digits = numbers.all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let found = label(name).filter(|found| matches!(found, Label::Tile | Label::Section(_)));
    found
        .filter(|_| letters <= 2 && digits)
        .map(|found| (found, number))
}
