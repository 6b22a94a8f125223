//! `Reader`: the parts of a layout in a text of any notation.
//!
//! It gives up on a text that it does not understand completely, so that no part of a
//! layout is lost.

use alloc::vec::Vec;
use core::ops::Range;

use super::element::{self, last_segment};
use super::label::{self, Format, Label, label};
use super::lists::entries;
use super::node::{self, Node};
use super::tail;
use crate::section_name::SECTION_NAMES;
use layout_core::spec::element_type::ElementType;

/// A list of numbers, as they are written.
pub(super) type Entries<'a> = Vec<&'a str>;

/// An element type, as written in the text.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) kind: ElementType,
    pub(super) name: &'a str,
    /// Whether the text has its exact name.
    pub(super) exact: bool,
}

#[derive(Default)]
pub(super) struct Reader<'a> {
    text: &'a str,
    /// For each byte, whether its token is understood.
    understood: Vec<bool>,
    /// Where a text begins that is no part of the layout.
    end: Option<usize>,
    pub(super) element: Option<Element<'a>>,
    pub(super) dims: Option<Entries<'a>>,
    /// The dimensions, the most minor first.
    pub(super) order: Option<Vec<usize>>,
    pub(super) tiles: Vec<Entries<'a>>,
    /// The tile of a blocked memory format.
    pub(super) block: Vec<usize>,
    pub(super) sections: [Option<&'a str>; SECTION_NAMES.len()],
    /// Whether the text has the brackets of a layout, and their kind.
    pub(super) has_layout: bool,
    pub(super) angles: bool,
    /// Whether the layout is that of one array of several in parentheses.
    pub(super) in_tuple: bool,
    /// Whether it gave up because strides leave gaps.
    pub(super) has_gaps: bool,
    /// Whether the array is one of a library whose default is column-major.
    pub(super) column_major: bool,
    /// Whether dimensions may be `?`.
    pub(super) unknowns: bool,
    /// The dimensions that are bounds: `<=n`.
    pub(super) bounded: Vec<usize>,
    /// Two orders that the name of a memory format may mean, with the order of the letters.
    pub(super) either: Option<Format>,
    pub(super) label: Option<Label>,
    /// Whether a `:` in the layout precedes.
    pub(super) after_colon: bool,
    /// The function whose arguments these are.
    pub(super) function: &'a str,
    /// Whether each dimension has brackets of its own.
    pub(super) in_brackets: bool,
    /// Whether it is a type of MLIR.
    pub(super) mlir: bool,
}

/// Where nodes stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nesting {
    Top,
    /// Within the brackets of a call or of a type.
    Call,
    /// Within the brackets of a layout.
    Body,
}

/// Punctuation between tokens, without a meaning of its own.
const PUNCTUATION: [&str; 7] = [",", ";", ":", "=", "x", "×", "by"];

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, unknowns: bool) -> Self {
        Reader {
            text,
            understood: alloc::vec![false; text.len()],
            unknowns,
            ..Reader::default()
        }
    }

    /// Reads all tokens of the text; `None` if it does not understand one of them.
    pub(super) fn read(&mut self) -> Option<()> {
        let nodes = node::nodes(self.text)?;
        self.layout(&nodes)?;
        self.is_understood(&nodes).then_some(())
    }

    /// The range of a part of the text.
    fn range(&self, part: &str) -> Option<Range<usize>> {
        let start = part
            .as_ptr()
            .addr()
            .checked_sub(self.text.as_ptr().addr())?;
        let end = start + part.len();
        (end <= self.text.len()).then_some(start..end)
    }

    /// Says that a token is understood. Each function that reads a token says so; a text with
    /// any other token has no suggestion.
    pub(super) fn take(&mut self, token: &str) {
        if let Some(range) = self.range(token) {
            self.understood[range].fill(true);
        }
    }

    /// Says that all tokens of `nodes` are understood.
    pub(super) fn take_all(&mut self, nodes: &[Node<'a>]) {
        for node in nodes {
            match node {
                Node::Word(token) | Node::Entry(token) | Node::Mark(token) => self.take(token),
                Node::Unknown(_) => {}
                Node::Group { inside, .. } => {
                    self.take_brackets(node);
                    self.take_all(inside);
                }
            }
        }
    }

    /// Says that the brackets of a group are understood.
    pub(super) fn take_brackets(&mut self, group: &Node<'a>) {
        if let Node::Group { text, .. } = group
            && let Some(Range { start, .. }) = self.range(text)
        {
            self.understood[start - 1] = true;
        }
    }

    /// Whether all tokens before the end of the layout are understood.
    fn is_understood(&self, nodes: &[Node<'a>]) -> bool {
        let understood = |part: &str, before: usize| {
            let Some(Range { start, .. }) = self.range(part) else {
                return PUNCTUATION.contains(&part);
            };
            let at = start - before;
            self.end.is_some_and(|end| at >= end)
                || PUNCTUATION.contains(&part) && before == 0
                || self.understood[at]
        };
        nodes.iter().all(|node| match node {
            Node::Word(token) | Node::Entry(token) | Node::Mark(token) | Node::Unknown(token) => {
                understood(token, 0)
            }
            Node::Group { inside, text, .. } => understood(text, 1) && self.is_understood(inside),
        })
    }

    /// Ends the layout before `token`, if what begins there is no part of a layout.
    pub(super) fn end_at(&mut self, token: &str) -> Option<()> {
        let Range { start, .. } = self.range(token)?;
        tail::is_separate(&self.text[start..]).then_some(())?;
        self.end = Some(start);
        Some(())
    }

    /// Ends the layout before `token`, after which another array stands.
    pub(super) fn end_before_another(&mut self, token: &str) {
        self.in_tuple = true;
        self.end = self.range(token).map(|range| range.start);
    }

    /// Whether other text follows the layout.
    pub(super) fn has_end(&self) -> bool {
        self.end.is_some()
    }

    fn layout(&mut self, nodes: &[Node<'a>]) -> Option<()> {
        if self.fortran(nodes).is_some() {
            return Some(());
        }
        let [Node::Word(word), rest @ ..] = nodes else {
            return self.nodes(nodes, Nesting::Top);
        };
        // `col-major f32[3,5]`, `nhwc f32[2,3,8,8]`: an order needs the dimensions.
        let named = matches!(label(word), Some(Label::RowMajor | Label::ColumnMajor));
        let element = matches!(rest, [Node::Word(name), ..] if element::exact(name).is_some());
        if !element || !named && !label::is_format(word) {
            return self.nodes(nodes, Nesting::Top);
        }
        self.nodes(rest, Nesting::Top)?;
        (self.order.is_none() && self.tiles.is_empty()).then_some(())?;
        self.end.is_none().then_some(())?;
        self.nodes(&nodes[..1], Nesting::Body)
    }

    pub(super) fn nodes(&mut self, nodes: &[Node<'a>], nesting: Nesting) -> Option<()> {
        let mut rest = nodes;
        while let [first, after @ ..] = rest
            && self.end.is_none()
        {
            rest = match first {
                Node::Unknown(_) => return None,
                Node::Entry(_) => self.run(rest, nesting)?,
                Node::Word(word) => self.word(word, after, nesting)?,
                Node::Mark(mark) => self.mark(mark, after, nesting)?,
                Node::Group { .. } => {
                    self.group(first, after, nesting)?;
                    after
                }
            };
        }
        Some(())
    }

    /// Numbers without brackets around them.
    pub(super) fn run<'n>(
        &mut self,
        nodes: &'n [Node<'a>],
        nesting: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        match nodes {
            // `*f32`, but not `tensor<*xf32>`, whose rank is unknown
            [Node::Entry("*"), rest @ ..]
                if self.element.is_none() && self.dims.is_none() && !self.mlir =>
            {
                self.take_all(&nodes[..1]);
                return Some(rest);
            }
            // `F32?[3,5]`
            [Node::Entry("?"), Node::Group { .. }, ..]
                if self.element.is_some() && self.dims.is_none() =>
            {
                self.take_all(&nodes[..1]);
                return Some(&nodes[1..]);
            }
            // `T(8,128)*(2,1)`
            [Node::Entry("*"), Node::Group { .. }, ..] if !self.tiles.is_empty() => {
                self.take_all(&nodes[..1]);
                return Some(&nodes[1..]);
            }
            _ => {}
        }
        let in_order = nesting == Nesting::Body && self.order.is_none() && self.tiles.is_empty();
        let (list, rest) = entries(nodes, in_order)?;
        self.take_all(&nodes[..nodes.len() - rest.len()]);
        if self.mlir && self.dims.is_some() && self.element.is_some() && self.label.is_none() {
            // The memory space of `memref<8xf32, 1 : i32>`.
            let [space] = list[..] else { return None };
            self.section(2, space)?;
            return match rest {
                [
                    Node::Mark(":"),
                    Node::Word("i32" | "i64" | "index"),
                    after @ ..,
                ] => {
                    self.take_all(&rest[..2]);
                    Some(after)
                }
                rest => Some(rest),
            };
        }
        // The text after them decides whether numbers without brackets are dimensions.
        if self.dims.is_none() && self.element.is_none() && self.label.is_none() {
            let element = rest.iter().any(|node| match node {
                Node::Word(word) => {
                    *word == "complex" || element::known(last_segment(word)).is_some()
                }
                _ => false,
            });
            let x = matches!(rest, [Node::Mark("x"), ..]);
            if !element || nesting == Nesting::Top && !x {
                return None;
            }
        }
        self.list(list, b' ', nesting)?;
        Some(rest)
    }

    /// Classifies a list of numbers.
    pub(super) fn list(&mut self, list: Entries<'a>, open: u8, nesting: Nesting) -> Option<()> {
        for entry in &list {
            self.take(entry);
        }
        let found = self.label;
        if found != Some(Label::Tile) {
            self.label = None;
        }
        let Some(dims) = &mut self.dims else {
            matches!(found, None | Some(Label::Dims | Label::Offset)).then_some(())?;
            if found != Some(Label::Offset) {
                self.dims = Some(list);
            }
            return Some(());
        };
        let no_order = self.order.is_none();
        match found {
            Some(Label::MinorToMajor) if no_order => self.set_order(&list),
            Some(Label::MajorToMinor) if no_order => {
                let backwards: Entries<'a> = list.into_iter().rev().collect();
                self.set_order(&backwards)
            }
            Some(Label::Strides) if no_order => self.strides(&list),
            Some(Label::Tile) => {
                self.tiles.push(list);
                Some(())
            }
            Some(Label::Offset) => {
                let start = list
                    .first()
                    .is_some_and(|first| matches!(*first, "0" | "?"));
                start.then_some(())
            }
            Some(Label::Dims) if list.len() == 1 => {
                dims.extend(list);
                Some(())
            }
            // `f32[3][5]`
            None if list.len() == 1
                && open == b'['
                && !self.has_layout
                && nesting != Nesting::Body =>
            {
                // `f32[3,5][0]` is an element, or a part.
                self.in_brackets.then_some(())?;
                dims.extend(list);
                Some(())
            }
            // `full((8,128), 0)`
            None if nesting == Nesting::Call && matches!(open, b'(' | b'[') && no_order => {
                let strides = self.strides(&list);
                self.has_gaps = false; // or they are not strides
                strides
            }
            None if nesting == Nesting::Call => None,
            None if open == b' ' && (self.after_colon || !self.tiles.is_empty()) => {
                if self.set_order(&list).is_none() {
                    (list.len() > 1).then_some(())?; // `{0:128}`: a tile, or a memory space
                    self.tiles.push(list);
                }
                Some(())
            }
            None if no_order && self.tiles.is_empty() => self.set_order(&list),
            None if open == b'(' && nesting == Nesting::Top || nesting == Nesting::Body => {
                let repeated = nesting == Nesting::Top && self.tiles.contains(&list);
                (!repeated && (open != b'{' || nesting == Nesting::Body)).then_some(())?;
                self.tiles.push(list);
                Some(())
            }
            _ => None,
        }
    }
}

/// The nodes that follow.
pub(super) type Rest<'n, 'a> = &'n [Node<'a>];
