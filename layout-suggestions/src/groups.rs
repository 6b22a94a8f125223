//! Brackets, and what they hold: dimensions, a layout, tiles, or a whole array.

use alloc::vec::Vec;
use core::slice;

use super::element;
use super::label::Label;
use super::lists::{list, rust_array};
use super::node::Node;
use super::order::permutation;
use super::reader::{Nesting, Reader, Rest};
use layout_core::parse::HOLE;

/// Whether a list is an order of several dimensions.
pub(super) fn is_order(list: &[&str]) -> bool {
    list.len() > 1 && list.contains(&"0") && permutation(list, list.len()).is_some()
}

/// The kinds of arrays in jaxtyping's `Float[Array, "8 128"]`.
const ARRAYS: [&str; 3] = ["Array", "Tensor", "ndarray"];

impl<'a> Reader<'a> {
    /// A group whose whole text is understood.
    fn take_group(&mut self, group: &Node<'a>) -> Option<()> {
        self.take_all(slice::from_ref(group));
        Some(())
    }

    pub(super) fn group(
        &mut self,
        group: &Node<'a>,
        rest: Rest<'_, 'a>,
        nesting: Nesting,
    ) -> Option<()> {
        let Node::Group { open, inside, text } = group else {
            return None;
        };
        // `Float[Array, "8 128"]`: the first entry names the kind of the array.
        let inside = match &inside[..] {
            [Node::Word(kind), Node::Mark(","), size @ ..]
                if text.contains('"') && ARRAYS.contains(&element::last_segment(kind)) =>
            {
                self.take(kind);
                size
            }
            [Node::Entry(hole), Node::Mark(","), size @ ..]
                if text.contains('"') && hole.starts_with(char::from(HOLE)) =>
            {
                self.take(hole);
                size
            }
            inside => inside,
        };
        let body = matches!(open, b'{' | b'<');
        // A value of C++: `Shape<_4, _8>{}`.
        if *open == b'{' && inside.is_empty() && nesting == Nesting::Call {
            return self.take_group(group);
        }
        if self.mlir && *open == b'[' && matches!(rest, [Node::Mark("x"), ..]) {
            return None; // `vector<[4]xf32>` is scalable
        }
        if let Some((kind, name, dims)) = rust_array(group)
            && self.element.is_none()
            && self.dims.is_none()
        {
            self.set_element(kind, name, element::exact(name).is_some());
            self.dims = Some(dims);
            return self.take_group(group);
        }
        self.take_brackets(group);
        if self.dims.is_none() {
            if body && self.element.is_some() && matches!(inside, [Node::Mark(":"), ..]) {
                self.dims = Some(Vec::new()); // `u32{:T(128)}`
                return self.body(*open, inside);
            }
            if let Some(dims) = list(inside, self.unknowns) {
                let numbers = !body || self.element.is_some() || self.label == Some(Label::Dims);
                // `f32{1,0}` has an order, and no dimensions.
                let order = *open != b'[' && self.label.is_none() && is_order(&dims);
                (numbers && !order).then_some(())?;
                self.label = None;
                self.in_brackets = *open == b'[' && dims.len() == 1;
                self.dims = Some(dims);
                return self.take_group(group);
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
                self.take_all(dims);
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
            Some(list) if body && self.has_layout && nesting == Nesting::Top => {
                // A second layout may only repeat the order.
                let rank = self.dims.as_ref()?.len();
                let order = permutation(&list, rank);
                let same = self
                    .order
                    .clone()
                    .unwrap_or_else(|| (0..rank).rev().collect());
                match order {
                    Some(order) if order == same => self.take_group(group),
                    Some(_) => None,
                    None => self.list(list, *open, Nesting::Body),
                }
            }
            Some(list) => {
                self.take_all(inside);
                if body && nesting != Nesting::Body && self.label.is_none() {
                    if !self.has_layout {
                        self.has_layout = true;
                        self.angles = *open == b'<';
                    }
                    return self.list(list, *open, Nesting::Body);
                }
                self.list(list, *open, nesting)?;
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
                            self.take_group(node);
                        }
                        Node::Group { inside, .. } => match list(inside, false) {
                            Some(tile) => {
                                self.tiles.push(tile);
                                self.take_group(node);
                            }
                            None => self.group(node, &[], nesting)?,
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
                ] => {
                    self.take_all(&inside[1..]);
                    self.group(strides, &[], nesting)
                }
                _ => None,
            },
            None if nesting == Nesting::Call && !body => None,
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
}
