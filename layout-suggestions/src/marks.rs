//! Punctuation that says something: signs of other systems before, within and after a layout.

use super::element;
use super::label::{Label, label};
use super::lists::{is_array, list};
use super::node::Node;
use super::reader::{Nesting, Reader, Rest};

/// Whether a name stands for punctuation.
fn is_sign(found: Label) -> bool {
    found == Label::Separator
}

fn is_order(word: &str) -> bool {
    matches!(label(word), Some(Label::RowMajor | Label::ColumnMajor))
}

impl<'a> Reader<'a> {
    pub(super) fn mark<'n>(
        &mut self,
        mark: &'a str,
        after: Rest<'n, 'a>,
        nesting: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let shaped = self.element.is_some() && self.dims.is_some();
        let nothing = self.element.is_none() && self.dims.is_none();
        let top = nesting == Nesting::Top;
        let section = |word: &str| matches!(label(word), Some(Label::Tile | Label::Section(_)));
        match (mark, after) {
            // `#map0`, `#tpu.tiled<(8,128)>`
            (
                "#",
                [
                    Node::Word(word),
                    group @ Node::Group { inside, .. },
                    rest @ ..,
                ],
            ) if self.mlir && element::last_segment(word) == "bounds" => {
                self.take(mark);
                self.take(word);
                self.take_all(core::slice::from_ref(group));
                self.bounds(inside)?;
                return Some(rest);
            }
            ("#", [Node::Word(word), ..]) if shaped && label(word) == Some(Label::Tile) => {}
            // `<f4`; `>f4` has its bytes in another order
            ("<" | "|" | "=", [Node::Word(word), rest @ ..])
                if self.element.is_none()
                    && element::of_numpy(&[mark, *word].concat()).is_some() =>
            {
                let kind = element::of_numpy(&[mark, *word].concat())?;
                self.set_element(kind, word, false);
                self.take(mark);
                self.take(word);
                return Some(rest);
            }
            // A value is no part of a layout.
            ("=", [Node::Word(word), ..]) if shaped && top && label(word).is_none_or(is_sign) => {
                return None;
            }
            ("," | ";" | "x" | "×", _) | ("=", [_, ..]) => {}
            (":", _) if nesting == Nesting::Body => {
                self.label = None;
                self.after_colon = true;
            }
            (
                ":",
                [
                    strides @ Node::Group {
                        open: b'(', inside, ..
                    },
                    rest @ ..,
                ],
            ) if top && self.dims.is_some() && !self.has_layout => {
                self.strides(&list(inside, false)?)?;
                self.take_all(core::slice::from_ref(strides));
                return Some(rest);
            }
            // The type of `dense<[0,1]>`.
            (":", [Node::Word("tensor"), Node::Group { .. }, rest @ ..])
                if self.mlir && self.order.is_some() =>
            {
                self.take_all(&after[..2]);
                return Some(rest);
            }
            (":", [_, ..]) => {}
            // The result of a function, a name, a reference, a type of MLIR, or a slip.
            (
                "->" | "&" | "%" | "@" | "!" | "#" | "-" | "/",
                [Node::Word(_) | Node::Group { .. }, ..],
            ) if nothing => {}
            ("::", [Node::Word(_), ..]) if self.dims.is_none() => {}
            // The result of a function whose argument was read.
            ("->", [Node::Word(_) | Node::Group { .. }, ..]) if shaped && is_array(after) => {
                self.end_before_another(mark);
                return Some(after);
            }
            ("@", [Node::Word(word), ..]) if shaped && top && is_order(word) => {}
            // Signs between the element type, the dimensions and the layout say nothing.
            (
                "." | "::" | "->" | "-" | "!" | "?" | "@" | "#" | "/" | "+" | "~" | "$",
                [Node::Group { open, .. }, ..],
            ) if top
                && self.element.is_some()
                && !self.has_layout
                && (self.dims.is_none() || *open != b'[') => {}
            ("|", [Node::Entry(_), ..]) if self.element.is_some() && self.dims.is_none() => {}
            ("|", []) if shaped => {}
            ("%", [Node::Word(_), ..]) | ("/", [Node::Mark("/") | Node::Entry("*"), ..])
                if shaped && top =>
            {
                self.end_at(mark)?;
                return Some(after);
            }
            (".", []) if nesting == Nesting::Body => {}
            (".", [Node::Entry(_), ..]) if self.dims.is_none() => {}
            // `rand(8,128).half()`
            (
                ".",
                [
                    Node::Word(word),
                    call @ Node::Group {
                        open: b'(', inside, ..
                    },
                    rest @ ..,
                ],
            ) if top && self.element.is_none() && self.dims.is_some() && inside.is_empty() => {
                let kind = element::known(word)?;
                self.set_element(kind, word, false);
                self.take(mark);
                self.take(word);
                self.take_brackets(call);
                return Some(rest);
            }
            (".", [Node::Word(word), Node::Group { .. }, ..]) if section(word) => {}
            ("." | "::", [Node::Word(_), ..]) if shaped && top => {
                self.end_at(mark)?;
                return Some(after);
            }
            // `T(8,128)+S(1)`
            ("+" | "&" | "|" | "-", [Node::Word(word), ..])
                if nesting == Nesting::Body && section(word) => {}
            // `T(8,128)+(2,1)`
            ("." | "+" | "&" | "|" | "-" | "/", [Node::Group { open: b'(', .. }, ..])
                if nesting == Nesting::Body && !self.tiles.is_empty() => {}
            // Brackets that close what is not open, or quotes.
            (")" | "]" | "}" | ">", _) if shaped => {}
            ("`", _) => {}
            _ => return None,
        }
        self.take(mark);
        Some(after)
    }
}
