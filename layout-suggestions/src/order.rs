//! The order of the dimensions, as numbers, strides or a map, and other parts that depend
//! on all dimensions.

use alloc::vec::Vec;

use super::lists::{list, value};
use super::node::Node;
use super::reader::Reader;

/// The order that a list says, the most minor dimension first; negative numbers count from
/// the last dimension, and without a 0 all count from 1.
pub(super) fn permutation(list: &[&str], rank: usize) -> Option<Vec<usize>> {
    let dims = list.iter().map(|entry| match entry.strip_prefix('-') {
        Some(back) => rank.checked_sub(back.parse().ok()?),
        None => entry.parse().ok(),
    });
    let mut dims = dims.collect::<Option<Vec<usize>>>()?;
    if !dims.contains(&0) {
        dims = dims
            .iter()
            .map(|dim| dim.checked_sub(1))
            .collect::<Option<_>>()?;
    }
    let each = (0..rank).all(|dim| dims.contains(&dim));
    (each && dims.len() == rank).then_some(dims)
}

impl<'a> Reader<'a> {
    /// An order of the dimensions, as [`permutation`] reads it.
    pub(super) fn set_order(&mut self, list: &[&str]) -> Option<()> {
        let rank = self.dims.as_ref()?.len();
        self.order.is_none().then_some(())?;
        self.order = Some(permutation(list, rank)?);
        Some(())
    }

    /// The order of strides in elements or in bytes, which must leave no gaps.
    pub(super) fn strides(&mut self, strides: &[&str]) -> Option<()> {
        let dims = self.dims.as_ref()?;
        if strides.len() != dims.len() || self.order.is_some() {
            return None;
        }
        let strides = strides.iter().map(|entry| value(entry));
        let strides = strides.collect::<Option<Vec<u128>>>()?;
        let mut order: Vec<usize> = (0..dims.len()).collect();
        order.sort_by_key(|&dim| (strides[dim], core::cmp::Reverse(dim)));
        let bytes = self
            .element
            .map_or(1, |element| element.kind.storage_bits() / 8);
        let packed = |unit: u128| {
            let mut next = Some(unit);
            order.iter().all(|&dim| {
                let size = value(dims[dim]);
                // The stride of a dimension of size 1 is ignored.
                let fits = next == Some(strides[dim]) || size == Some(1);
                next = next
                    .zip(size)
                    .and_then(|(next, size)| next.checked_mul(size));
                fits
            })
        };
        self.has_gaps = !packed(1) && !packed(bytes as u128);
        (!self.has_gaps).then_some(())?;
        self.order = Some(order);
        Some(())
    }

    /// The strides between tiles of `#tpu.tiled`, which must be row-major.
    pub(super) fn tile_strides(&mut self, strides: &[&str]) -> Option<()> {
        let (dims, tile) = (self.dims.as_ref()?, self.tiles.first()?);
        let first = dims.len().checked_sub(tile.len())?;
        let mut next = 1u128;
        let mut expected = Vec::new();
        for (dim, size) in dims.iter().enumerate().rev() {
            expected.insert(0, next);
            let entry = if dim < first {
                1
            } else {
                value(tile[dim - first])?
            };
            next = next.checked_mul(value(size)?.div_ceil(entry.max(1)))?;
        }
        let strides = strides.iter().map(|entry| value(entry));
        (strides.collect::<Option<Vec<u128>>>()? == expected).then_some(())
    }

    /// `#stablehlo.bounds<?, 5>`: the bounds of the dimensions `?`.
    pub(super) fn bounds(&mut self, inside: &[Node<'a>]) -> Option<()> {
        let bounds = list(inside, false)?;
        let dims = self.dims.as_mut()?;
        (bounds.len() == dims.len()).then_some(())?;
        for (dim, bound) in bounds.into_iter().enumerate() {
            if bound != "?" {
                (dims[dim] == "?").then_some(())?;
                dims[dim] = bound;
                self.bounded.push(dim);
            }
        }
        Some(())
    }

    /// `(d0, d1) -> (d1, d0)`: a permutation of the dimensions; or tiles in row-major order, as in
    /// `(d0, d1) -> (d0 floordiv 8, d1 floordiv 128, d0 mod 8, d1 mod 128)`.
    pub(super) fn affine_map(&mut self, inside: &[Node<'a>]) -> Option<()> {
        let [from, Node::Mark("->"), to] = inside else {
            return None;
        };
        let from = from.inside(b"(")?.split(|node| node.is_mark(","));
        let from = from.map(|node| match node {
            [Node::Word(name) | Node::Entry(name)] => Some(*name),
            _ => None,
        });
        let from = from.collect::<Option<Vec<&str>>>()?;
        let rank = self.dims.as_ref()?.len();
        (from.len() == rank && self.order.is_none()).then_some(())?;
        let mut order = Vec::new();
        let (mut outer, mut inner) = (alloc::vec!["1"; rank], alloc::vec!["1"; rank]);
        let mut last = None; // the dimension of the last `mod`
        for result in to.inside(b"(")?.split(|node| node.is_mark(",")) {
            let [Node::Word(name) | Node::Entry(name), operation @ ..] = result else {
                return None;
            };
            let dim = from.iter().position(|other| other == name)?;
            match operation {
                [] if last.is_none() => order.push(dim),
                [Node::Word("floordiv"), Node::Entry(size)] if last.is_none() => {
                    order.push(dim);
                    outer[dim] = size;
                }
                [Node::Word("mod"), Node::Entry(size)] if last < Some(dim) => {
                    last = Some(dim);
                    inner[dim] = size;
                }
                _ => return None,
            }
        }
        let each = (0..rank).all(|dim| order.contains(&dim));
        (each && order.len() == rank && outer == inner).then_some(())?;
        if let Some(first) = inner.iter().position(|&size| size != "1") {
            order.is_sorted().then_some(())?;
            self.tiles.push(inner.split_off(first));
        }
        order.reverse();
        self.order = Some(order);
        Some(())
    }
}
