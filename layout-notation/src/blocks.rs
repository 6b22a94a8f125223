//! `Blocks`: an outer order and blocks within, the content of all notations of blocked
//! formats.

use alloc::vec::Vec;
use layout_xla::text::TextError;

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{COMBINE, Dims, MAX_PHYSICAL_RANK};

use crate::arrangement::{Arrangement, blocked};
use crate::explain::{Cute, explain};
use layout_runtime::Layout;

/// The words for a layout that is not an outer order with blocks.
pub(crate) const NOT_BLOCKED: &str =
    "its position is not an outer order of the dimensions and blocks within";

/// An outer order, major to minor, and blocks of `(dimension, elements)`.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    pub(crate) outer: Dims,
    pub(crate) blocks: Vec<(usize, usize)>,
}

impl Blocks {
    /// Returns the blocks of a layout; `None` if no blocks have its positions and the length of its
    /// buffer.
    pub(crate) fn of(layout: &Layout) -> Option<Blocks> {
        let says = |Blocks { outer, blocks }: &Blocks| {
            // Blocks do not include the width of an element.
            Layout::blocked(layout.element_type(), layout.dims(), outer, blocks)
                .and_then(|again| again.with_element_bits(layout.element_bits()))
                .is_ok_and(|again| again.is_bitcast_of(layout))
        };
        let by_tiles = by_tiles_alone(layout).filter(says);
        by_tiles.or_else(|| by_strides(layout).filter(says))
    }

    /// Returns the layout of an array with these blocks, which come from `text`.
    pub(crate) fn layout(
        &self,
        text: &str,
        element: ElementType,
        dims: &[usize],
    ) -> Result<Layout, TextError> {
        blocked(element, dims, &self.outer, &self.blocks).map_err(|problem| {
            let whole = text.len() - text.trim_start().len()..text.trim_end().len();
            TextError::new(problem, text, whole)
        })
    }
}

/// Returns the blocks that the strides describe.
fn by_strides(layout: &Layout) -> Option<Blocks> {
    let (cute, order) = (Cute::new(layout)?, explain(layout).physical_order());
    let arranged = Arrangement::of(&cute.modes, Some(&order), Some(layout.padded_len())).ok()?;
    let blocks = arranged.blocks()?;
    let outer = arranged.outer;
    Some(Blocks { outer, blocks })
}

/// Returns the blocks that the tiles describe, if each tile divides what it splits: for each
/// physical dimension the logical one, and the size of the block; `None` for the number of the
/// largest blocks.
fn by_tiles_alone(layout: &Layout) -> Option<Blocks> {
    /// A physical dimension of 1, which belongs to no logical one.
    const UNIT: (usize, Option<usize>) = (usize::MAX, Some(1));

    let order = explain(layout).physical_order();
    let mut physical: Vec<_> = order.iter().map(|&dim| (dim, None)).collect();
    for tile in &layout.tiles() {
        while physical.len() < tile.len() {
            physical.insert(0, UNIT);
        }
        let split = physical.split_off(physical.len() - tile.len());
        let mut within = Vec::new();
        for (&entry, (dim, size)) in tile.iter().zip(split) {
            let (count, block) = match size {
                _ if entry == 1 => ((dim, size), UNIT),
                None if entry != COMBINE => ((dim, None), (dim, Some(entry))),
                Some(size) if size == entry => (UNIT, (dim, Some(entry))),
                Some(size) if size % entry == 0 => ((dim, Some(size / entry)), (dim, Some(entry))),
                _ => return None,
            };
            physical.push(count);
            within.push(block);
        }
        physical.extend(within);
    }
    let (mut outer, mut blocks) = (Dims::EMPTY, Vec::new());
    for (dim, size) in physical {
        match size {
            None if blocks.is_empty() => outer.push(dim),
            None => return None,
            Some(1) => {}
            Some(_) if blocks.len() == MAX_PHYSICAL_RANK => return None,
            Some(size) => blocks.push((dim, size)),
        }
    }
    Some(Blocks { outer, blocks })
}
