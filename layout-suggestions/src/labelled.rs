//! The names of a layout's parts, and the numbers after them.

use super::element::last_segment;
use super::label::{Label, format, label};
use super::lists::{entries, list};
use super::node::Node;
use super::reader::{Nesting, Reader, Rest};

impl<'a> Reader<'a> {
    /// A word beside the dimensions that does not name a part.
    pub(super) fn word_of_layout<'n>(
        &mut self,
        word: &'a str,
        after: Rest<'n, 'a>,
        nesting: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let dims = self.dims.as_ref()?;
        let free = self.order.is_none() && self.tiles.is_empty();
        // In an attribute of MLIR the letters may name the dimensions as they are.
        if free
            && !self.mlir
            && let Some(found) = format(last_segment(word), dims)
        {
            // The dimensions of oneDNN are always in the logical order.
            if found.is_unclear && !self.function.ends_with("memory::desc") {
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
            [Node::Word(_), ..] if matches!(word, "with" | "and") && nesting == Nesting::Body => {
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
            ] if nesting == Nesting::Body
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
            _ if nesting == Nesting::Body => self.named_order(word, after),
            _ if nesting == Nesting::Top => {
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
        nesting: Nesting,
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
                    let rest = self.run(&rest[1..], nesting)?;
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
                        (nesting == Nesting::Top && self.has_layout).then_some(())?;
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
