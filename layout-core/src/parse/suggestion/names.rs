//! The names in a text: element types, the names of parts, and calls.

use alloc::vec::Vec;

use super::call::CONSTRUCTORS;
use super::element::{self, last_segment};
use super::label::{Label, format, label};
use super::lists::{entries, list};
use super::node::Node;
use super::reader::{Element, Nesting, Reader, Rest};
use crate::spec::element_type::ElementType;

/// Words that may precede a layout.
const PREFIXES: &[&str] = &[
    "let", "const", "static", "mut", "ref", "dyn", "type", "pub", "as", "ROOT", "extern", "x",
    "impl", "of", "with", "struct", "use", "static",
];

/// Arguments that do not affect the layout.
const IGNORED: &[&str] = &["device", "requires_grad", "weak_type", "name", "pin_memory"];

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
                return Some(rest);
            }
            if self.element.is_some() && self.dims.is_some() && element::exact(name).is_some() {
                self.has_end = true; // another array
                self.in_tuple |= place == Nesting::Call;
                return Some(after);
            }
        }
        // `'fortran_order': True` in the header of NumPy's files.
        if let ("fortran_order", [Node::Mark("=" | ":"), Node::Word(value), rest @ ..]) =
            (name, after)
        {
            self.column_major = *value == "True";
            return matches!(*value, "True" | "False").then_some(rest);
        }
        if name.eq_ignore_ascii_case("dimension") {
            return None; // Fortran's, whose first one is the most minor
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
            return self.labelled(found, after, place);
        }
        let shaped = self.dims.is_some() && (self.element.is_some() || place == Nesting::Body);
        if shaped {
            return self.word_of_layout(word, after, place);
        }
        match after {
            _ if IGNORED.contains(&name) => match after {
                [Node::Mark("=" | ":"), _, rest @ ..] => Some(rest),
                _ => None,
            },
            // A variable of C: `float a[3][5]`.
            [Node::Group { open: b'[', .. }, ..] if self.element.is_some() => Some(after),
            _ if PREFIXES.contains(&word) => Some(after),
            [Node::Mark("=" | ":"), rest @ ..] if place != Nesting::Body => {
                // `Layout(major_to_minor=(0, 1))`: these are no dimensions.
                let of_layout = matches!(
                    label(word),
                    Some(Label::MinorToMajor | Label::MajorToMinor | Label::Strides)
                );
                (!of_layout).then_some(())?;
                self.dims = None;
                Some(rest)
            }
            // The name of an instruction's first half: `ROOT %t = ...`.
            [Node::Mark("!"), call @ Node::Group { .. }, rest @ ..]
            | [
                call @ Node::Group {
                    open: b'(' | b'<' | b'{',
                    ..
                },
                rest @ ..,
            ] => {
                self.call(name, call)?;
                Some(rest)
            }
            [Node::Mark("::"), call @ Node::Group { .. }, rest @ ..] => {
                self.call(name, call)?;
                Some(rest)
            }
            _ if matches!(name, "token" | "opaque" | "tuple") => None,
            // An unknown element type.
            [
                Node::Group {
                    open: b'[', inside, ..
                },
                rest @ ..,
            ] => {
                let mlir = core::mem::replace(&mut self.mlir, name == "tensor");
                match list(inside, self.unknowns) {
                    Some(dims) if self.dims.is_none() => self.dims = Some(dims),
                    _ => self.nodes(inside, Nesting::Call)?,
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
                    let kind = element::in_two_words(word, second);
                    (kind.or_else(|| element::known(name)), rest)
                }
                _ => (None, after),
            },
            [Node::Word(second), rest @ ..] => (element::in_two_words(word, second), rest),
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
        if let Some(kind) = element::known(name) {
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
            let order = found.major_to_minor;
            self.order = Some(order.into_iter().rev().collect());
            self.block = found.tile;
            return Some(after);
        }
        if let Some((named, numbers)) = split_label(word) {
            if let Label::Section(section) = named {
                self.section(section, numbers)?;
                return Some(after);
            }
            let mut rest = after;
            if let [Node::Mark(","), Node::Entry(_), ..] = rest {
                rest = &rest[1..];
            }
            let (more, rest) = entries(rest, false)?;
            self.tiles.push(numbers.split('x').chain(more).collect());
            return Some(rest);
        }
        match after {
            // `T(8,128) then (2,1)`, `{1,0 with T(8,128)}`
            [Node::Group { .. }, ..]
                if matches!(word, "then" | "and") && !self.tiles.is_empty() =>
            {
                self.label = Some(Label::Tile);
                Some(after)
            }
            [Node::Word(_), ..] if matches!(word, "with" | "and") && place == Nesting::Body => {
                Some(after)
            }
            [
                Node::Group {
                    open: b'{' | b'<', ..
                },
                ..,
            ] if word == "with" && !self.has_layout => Some(after),
            // A typing error: `Y(8,128)`.
            [
                Node::Group {
                    open: b'(', inside, ..
                },
                ..,
            ] if place == Nesting::Body
                && word.len() == 1
                && list(inside, false).is_some_and(|tile| tile.len() > 1) =>
            {
                self.label = Some(Label::Tile);
                Some(after)
            }
            // MLIR's `affine_map<(d0, d1) -> (d1, d0)>`.
            [Node::Group { inside, .. }, rest @ ..] if self.mlir && word == "affine_map" => {
                self.affine_map(inside)?;
                Some(rest)
            }
            _ if place == Nesting::Body => self.named_order(word, after),
            _ if place == Nesting::Top => {
                self.has_end = true;
                Some(after)
            }
            [Node::Mark("="), _, rest @ ..] if IGNORED.contains(&word) => Some(rest),
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
        let mut rest = after;
        while let [Node::Mark(","), Node::Word(word), after @ ..] = rest {
            list.push(number(word)?);
            rest = after;
        }
        self.set_order(&list)?;
        Some(rest)
    }

    /// The value after the name of a part.
    pub(super) fn labelled<'n>(
        &mut self,
        found: Label,
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
                    let numbers = text.bytes().any(|byte| byte.is_ascii_digit());
                    if !numbers || text.contains(['%', '[']) {
                        // `pad(%a, %b)` of HLO
                        (place == Nesting::Top && self.has_layout).then_some(())?;
                        self.has_end = true;
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
