//! `Reader`: the parts of a layout in a text of any notation.
//!
//! It gives up on a text that it does not understand completely, so that no part of a
//! layout is lost.

use alloc::vec::Vec;

use super::element::{self, last_segment};
use super::label::{self, Label, label};
use super::lists::{entries, list, rust_array};
use super::node::Node;
use crate::parse::HOLE;
use crate::parse::section_name::SECTION_NAMES;
use crate::spec::element_type::ElementType;

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
    /// Whether other text follows the layout.
    pub(super) has_end: bool,
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
    pub(super) label: Option<Label>,
    /// Whether a `:` in the layout precedes.
    pub(super) after_colon: bool,
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

impl<'a> Reader<'a> {
    /// Reads `nodes`; `None` if it does not understand one of them.
    pub(super) fn read(&mut self, nodes: &[Node<'a>]) -> Option<()> {
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
        self.has_end = false;
        self.nodes(&nodes[..1], Nesting::Body)
    }

    pub(super) fn nodes(&mut self, nodes: &[Node<'a>], place: Nesting) -> Option<()> {
        let mut rest = nodes;
        while let [first, after @ ..] = rest
            && !self.has_end
        {
            rest = match first {
                Node::Unknown => return None,
                Node::Entry(_) => self.run(rest, place)?,
                Node::Word(word) => self.word(word, after, place)?,
                Node::Mark(mark) => self.mark(mark, after, place)?,
                Node::Group { .. } => {
                    self.group(first, after, place)?;
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
        place: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        // `bf 16[8]`, `f-32[8]`, `32[8]`
        if let [Node::Entry(digits), Node::Group { open: b'[', .. }, ..] = nodes
            && place == Nesting::Top
            && self.element.is_none()
            && self.dims.is_none()
        {
            let kind = element::known(&["f", digits].concat())?;
            self.set_element(kind, digits, false);
            return Some(&nodes[1..]);
        }
        match nodes {
            // `*f32`, but not `tensor<*xf32>`, whose rank is unknown
            [Node::Entry("*"), rest @ ..]
                if self.element.is_none() && self.dims.is_none() && !self.mlir =>
            {
                return Some(rest);
            }
            [Node::Entry("?"), Node::Group { .. }, ..] if self.dims.is_none() => {
                return Some(&nodes[1..]);
            }
            // `T(8,128)*(2,1)`
            [Node::Entry("*"), Node::Group { .. }, ..] if !self.tiles.is_empty() => {
                return Some(&nodes[1..]);
            }
            _ => {}
        }
        let in_order = place == Nesting::Body && self.order.is_none() && self.tiles.is_empty();
        let (list, rest) = entries(nodes, in_order)?;
        if self.mlir && self.dims.is_some() && self.element.is_some() && self.label.is_none() {
            // The memory space of `memref<8xf32, 1 : i32>`.
            let [space] = list[..] else { return None };
            self.section(2, space)?;
            return match rest {
                [Node::Mark(":"), Node::Word(_), rest @ ..] => Some(rest),
                rest => Some(rest),
            };
        }
        // The text after them decides whether numbers without brackets are dimensions.
        if self.dims.is_none() && self.element.is_none() && self.label.is_none() {
            let element = rest.iter().any(|node| match node {
                Node::Word(word) => element::known(last_segment(word)).is_some(),
                _ => false,
            });
            let x = matches!(rest, [Node::Mark("x"), ..]);
            if !element || place == Nesting::Top && !x {
                return None;
            }
        }
        self.list(list, b' ', place)?;
        Some(rest)
    }

    fn mark<'n>(
        &mut self,
        mark: &str,
        after: Rest<'n, 'a>,
        place: Nesting,
    ) -> Option<Rest<'n, 'a>> {
        let shaped = self.element.is_some() && self.dims.is_some();
        match (mark, after) {
            // `#map0`, `#tpu.tiled<(8,128)>`
            ("#", [Node::Word(word), Node::Group { inside, .. }, rest @ ..])
                if self.mlir && last_segment(word) == "bounds" =>
            {
                self.bounds(inside)?;
                return Some(rest);
            }
            ("#", [Node::Word(word), ..]) if shaped => {
                label(word).filter(|found| *found == Label::Tile)?;
            }
            // `<f4`; `>f4` has its bytes in another order
            (">", [Node::Word(_), ..]) if self.element.is_none() && place == Nesting::Top => {
                return None;
            }
            ("<" | "|", [Node::Word(word), rest @ ..]) if self.element.is_none() => {
                if let Some(kind) = element::of_numpy(&[mark, *word].concat()) {
                    self.set_element(kind, word, false);
                    return Some(rest);
                }
            }
            (":", _) if place == Nesting::Body => {
                self.label = None;
                self.after_colon = true;
            }
            (
                ":",
                [
                    Node::Group {
                        open: b'(', inside, ..
                    },
                    rest @ ..,
                ],
            ) if place == Nesting::Top && self.dims.is_some() && !self.has_layout => {
                self.strides(&list(inside, false)?)?;
                return Some(rest);
            }
            (":", [Node::Word("tensor"), Node::Group { .. }, rest @ ..])
                if self.mlir && self.order.is_some() =>
            {
                return Some(rest); // the type of `dense<[0,1]>`
            }
            ("->" | ".", [Node::Group { .. }, ..]) if place == Nesting::Top && !self.has_layout => {
            }
            ("->" | "." | "%" | "@" | "::", [Node::Word(_), ..])
                if shaped && place == Nesting::Top =>
            {
                self.has_end = true;
            }
            (
                "." | "+" | "-" | "/" | "!" | "^" | "~" | "&" | "%" | "@" | "$" | ">" | "..",
                after,
            ) if matches!(after, [Node::Entry(_), ..]) && !(mark == "." && self.dims.is_none()) => {
                return None; // an operator
            }
            ("$" | "..", _) if place != Nesting::Top => return None,
            _ => {}
        }
        Some(after)
    }

    fn group(&mut self, group: &Node<'a>, rest: Rest<'_, 'a>, place: Nesting) -> Option<()> {
        let Node::Group { open, inside, text } = group else {
            return None;
        };
        // `Float[Array, "8 128"]`: the first entry names the kind of the array.
        let inside = match &inside[..] {
            [Node::Word(_), Node::Mark(","), size @ ..]
                if text.contains('"') && !text.trim_start().starts_with('"') =>
            {
                size
            }
            [Node::Entry(hole), Node::Mark(","), size @ ..]
                if text.contains('"') && hole.starts_with(char::from(HOLE)) =>
            {
                size
            }
            inside => inside,
        };
        let body = matches!(open, b'{' | b'<');
        if self.mlir && *open == b'[' && matches!(rest, [Node::Mark("x"), ..]) {
            return None; // `vector<[4]xf32>` is scalable
        }
        if let Some((kind, name, dims)) = rust_array(group)
            && self.element.is_none()
            && self.dims.is_none()
        {
            self.set_element(kind, name, element::exact(name).is_some());
            self.dims = Some(dims);
            return Some(());
        }
        if self.dims.is_none() {
            if body && self.element.is_some() && matches!(inside, [Node::Mark(":"), ..]) {
                self.dims = Some(Vec::new()); // `u32{:T(128)}`
                return self.body(*open, inside);
            }
            if let Some(dims) = list(inside, self.unknowns) {
                let numbers = !body || self.element.is_some() || self.label == Some(Label::Dims);
                numbers.then_some(())?;
                self.label = None;
                self.dims = Some(dims);
                return Some(());
            }
            if self.label == Some(Label::Dims) && matches!(inside, [Node::Entry(_), ..]) {
                return None; // `shape=(8, None)`
            }
            // `f32[8,128,{1,0}]`
            if let [
                dims @ ..,
                layout @ Node::Group {
                    open: b'{' | b'<', ..
                },
            ] = inside
                && self.element.is_some()
            {
                let dims = match dims {
                    [dims @ .., Node::Mark(",")] => dims,
                    dims => dims,
                };
                self.dims = Some(list(dims, self.unknowns)?);
                return self.group(layout, &[], Nesting::Top);
            }
            // Brackets around the whole layout.
            self.element.is_none().then_some(())?;
            self.nodes(inside, Nesting::Call)?;
            return (self.dims.is_some() || self.element.is_some()).then_some(());
        }
        match list(inside, false) {
            Some(list) if list.is_empty() && body && !self.has_layout => {
                self.has_layout = true;
                self.angles = *open == b'<';
                Some(())
            }
            Some(list) => {
                if body && place != Nesting::Body && self.label.is_none() {
                    if !self.has_layout {
                        self.has_layout = true;
                        self.angles = *open == b'<';
                    }
                    return self.list(list, *open, Nesting::Body);
                }
                self.list(list, *open, place)?;
                // A tile may go on: `T(8,128)(2,1)`.
                if self.label == Some(Label::Tile) && !matches!(rest, [Node::Group { .. }, ..]) {
                    self.label = None;
                }
                Some(())
            }
            // `[(8,128),(2,1)]`
            None if self.label == Some(Label::Tile) => {
                for node in inside {
                    match node {
                        Node::Mark(",") => {}
                        Node::Group {
                            open: b'[', inside, ..
                        } if self.mlir && !self.tiles.is_empty() => {
                            self.tile_strides(&list(inside, false)?)?;
                        }
                        Node::Group { inside, .. } => match list(inside, false) {
                            Some(tile) => self.tiles.push(tile),
                            None => self.group(node, &[], place)?,
                        },
                        _ => return None,
                    }
                }
                self.label = None;
                Some(())
            }
            // `strided<[5, 1], offset: 0>`
            None if self.label == Some(Label::Strides) => match inside {
                [
                    strides,
                    Node::Mark(","),
                    Node::Word("offset"),
                    Node::Mark(":"),
                    Node::Entry("0" | "?"),
                ] => self.group(strides, &[], place),
                _ => None,
            },
            None if place == Nesting::Call && !body => None,
            None => self.body(*open, inside),
        }
    }

    fn body(&mut self, open: u8, inside: &[Node<'a>]) -> Option<()> {
        if !self.has_layout {
            self.has_layout = true;
            self.angles = open == b'<';
        }
        self.label = None;
        self.nodes(inside, Nesting::Body)
    }

    /// Classifies a list of numbers.
    fn list(&mut self, list: Entries<'a>, open: u8, place: Nesting) -> Option<()> {
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
                && place != Nesting::Body =>
            {
                dims.extend(list);
                Some(())
            }
            // `full((8,128), 0)`
            None if place == Nesting::Call && matches!(open, b'(' | b'[') && no_order => {
                let strides = self.strides(&list);
                self.has_gaps = false; // or they are not strides
                strides
            }
            None if place == Nesting::Call => None,
            None if open == b' ' && (self.after_colon || !self.tiles.is_empty()) => {
                if self.set_order(&list).is_none() {
                    (list.len() > 1 || self.tiles.is_empty()).then_some(())?;
                    self.tiles.push(list);
                }
                Some(())
            }
            None if no_order && self.tiles.is_empty() => self.set_order(&list),
            None if open != b'<' && place == Nesting::Top || place == Nesting::Body => {
                (open != b'{' || place == Nesting::Body).then_some(())?;
                self.tiles.push(list);
                Some(())
            }
            _ => None,
        }
    }
}

/// The nodes that follow.
pub(super) type Rest<'n, 'a> = &'n [Node<'a>];
