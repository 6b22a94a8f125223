//! Digits: positions as a sum of digits of each dimension with a stride each,
//! and the outer order and blocks that give them.
//!
//! ```text
//! ((4,8,2),(128,2)):((1,512,8192),(4,4096))      digits of y and of x
//!
//!   y 2  |  x 2  |  y 8  |  x 128  |  y 4        by stride, the largest first
//!  `-- outer --'  `------- blocks ------'
//! ```
//!
//! The outer order is the longest beginning that has only most significant
//! digits. A digit whose extent is less than the next stride allows is padded.

use alloc::vec::Vec;

use layout_core::spec::{
    COMBINE, Dims, MAX_PHYSICAL_RANK, MAX_TILE_RANK, Pad, PaddingValue, Spec, Tile,
};

use super::blocked::{self, blocked};
use super::blocks::Blocks;
use super::error::Problem;
use crate::explain::CuteMode;
use crate::layout::Layout;
use crate::layout::builder::reversed;

/// One digit of a dimension.
#[derive(Clone, Copy, Debug)]
struct Digit {
    dim: usize,
    extent: usize,
    /// In elements.
    stride: usize,
    /// How many times the stride fits in the next larger one.
    room: usize,
    /// Whether it is the most significant digit of its dimension.
    top: bool,
}

impl Digit {
    /// Its extent as a block: the most significant digit may take all its room.
    fn block(&self) -> usize {
        if self.top { self.room } else { self.extent }
    }
}

/// Digits as an outer order and blocks.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pub(crate) blocks: Blocks,
    /// The room of each block, and last that of an element.
    rooms: Vec<usize>,
    /// The extent that the digits of each dimension count.
    pub(crate) widths: Dims,
}

/// Why digits cannot be arranged.
pub(crate) const BROADCAST: &str = "stride 0: elements share a position";
const OVERLAP: &str = "strides overlap: elements share a position";
const UNEVEN: &str = "a stride is not a multiple of the next smaller one";

/// Arranges the digits of `modes`, which have one entry a dimension. `order` is
/// the outer order to keep, major to minor, where there is a choice; `len` the
/// positions of the buffer, if they are known.
pub(crate) fn arrange(
    modes: &[CuteMode],
    order: Option<&[usize]>,
    len: Option<usize>,
) -> Result<Arrangement, &'static str> {
    let mut digits = digits(modes)?;
    digits.sort_by_key(|digit| digit.stride); // stable
    for i in 0..digits.len() {
        let next = digits.get(i + 1).map(|next| next.stride);
        let Digit { extent, stride, .. } = digits[i];
        digits[i].room = match next.or(len.filter(|len| len % stride == 0)) {
            None => extent,
            Some(next) if next / stride < extent => return Err(OVERLAP),
            Some(next) if next % stride != 0 => return Err(UNEVEN),
            Some(next) => next / stride,
        };
    }
    let gap = digits.first().map_or(1, |digit| digit.stride);
    digits.reverse();

    let is_outer = |digit: &&Digit| digit.top && digit.room == digit.extent;
    let mut outer = Dims::EMPTY;
    let mut widths = Dims::filled(1, modes.len());
    for digit in digits.iter().take_while(is_outer) {
        outer.push(digit.dim);
        widths.set(digit.dim, digit.extent);
    }
    let blocks = &digits[outer.len()..];
    for digit in blocks {
        let width = widths.at(digit.dim).checked_mul(digit.block());
        widths.set(digit.dim, width.ok_or(UNEVEN)?);
    }
    let mut arrangement = Arrangement {
        blocks: Blocks::new(outer_order(&outer, blocks, order, modes.len())),
        rooms: Vec::new(),
        widths,
    };
    for digit in blocks {
        arrangement.blocks.push(digit.dim, digit.block());
        arrangement.rooms.push(digit.room);
    }
    arrangement.rooms.push(gap);
    Ok(arrangement)
}

/// The digits of more than one value.
fn digits(modes: &[CuteMode]) -> Result<Vec<Digit>, &'static str> {
    const TOO_LARGE: &str = "an extent is too large for a size";
    let mut digits: Vec<Digit> = Vec::new();
    for (dim, mode) in modes.iter().enumerate() {
        let mut divisor = 1usize;
        let first = digits.len();
        for (&extent, &stride) in mode.shape.iter().zip(&mode.stride) {
            if extent > 1 && stride == 0 {
                return Err(BROADCAST);
            }
            let digit = Digit {
                dim,
                extent,
                stride,
                room: extent,
                top: false,
            };
            divisor = divisor.checked_mul(extent).ok_or(TOO_LARGE)?;
            if extent != 1 {
                digits.push(digit);
            }
        }
        if let Some(last) = digits[first..].last_mut() {
            last.top = true;
        }
        if digits.len() > MAX_PHYSICAL_RANK {
            return Err("more digits than a layout has physical dimensions");
        }
    }
    Ok(digits)
}

/// All dimensions in their outer order: those of `outer`; those of which all
/// digits are in blocks, so that they may stand anywhere: each before the
/// dimension of the block after its first one; then those of one element.
fn outer_order(outer: &Dims, blocks: &[Digit], order: Option<&[usize]>, rank: usize) -> Dims {
    let place = |order: &[usize], dim: usize| order.iter().position(|&other| other == dim);
    if let Some(order) = order {
        let places = outer.iter().map(|&dim| place(order, dim));
        if places.is_sorted() {
            return Dims::from_slice(order);
        }
    }
    let mut all: Vec<usize> = outer.to_vec();
    for (i, digit) in blocks.iter().enumerate().rev() {
        let is_first = blocks[..i].iter().all(|earlier| earlier.dim != digit.dim);
        if is_first && place(outer, digit.dim).is_none() {
            let later = blocks[i + 1..].iter();
            let before = later.filter_map(|later| place(&all, later.dim)).next();
            all.insert(before.unwrap_or(all.len()), digit.dim);
        }
    }
    for dim in 0..rank {
        if place(&all, dim).is_none() {
            all.push(dim);
        }
    }
    Dims::from_slice(&all)
}

impl Arrangement {
    /// Whether an element or a block within others has room after it.
    pub(crate) fn has_gaps(&self) -> bool {
        let blocks = self.blocks.blocks.iter().map(|&(_, size)| size);
        blocks
            .chain([1])
            .zip(&self.rooms)
            .any(|(size, &room)| size != room)
    }

    /// The parts of the layout of an array like `array`. Where the digits count
    /// more than its whole blocks, `PAD` widens it; gaps are a last tile.
    pub(crate) fn spec(&self, array: Spec) -> Result<Spec, Problem> {
        let Blocks { outer, blocks } = &self.blocks;
        let mut spec = blocked::spec(array, outer, blocks).map_err(Problem::Invalid)?;
        let mut widths = spec.dims;
        for dim in 0..spec.dims.len() {
            let block: usize = blocks
                .iter()
                .filter(|block| block.0 == dim)
                .map(|block| block.1)
                .product();
            let (size, width) = (spec.dims.at(dim), self.widths.at(dim));
            if size > width {
                return Err(Problem::refused("the extents cover less than the array"));
            }
            if size.div_ceil(block) * block != width {
                widths.set(dim, width);
            }
        }
        if widths != spec.dims {
            let value = PaddingValue::Unknown;
            spec.pad = Some(Pad { widths, value });
        }
        if self.has_gaps() {
            self.add_gaps(&mut spec)?;
        }
        Ok(spec)
    }

    /// The last tile: the room of each block as its entry, which pads it.
    fn add_gaps(&self, spec: &mut Spec) -> Result<(), Problem> {
        const TOO_MANY: Problem = Problem::refused("gaps in more blocks than a tile has entries");
        let gap = self.rooms.last().copied().unwrap_or(1);
        if gap > 1 {
            let mut tile = Tile::EMPTY; // elements as a dimension of 1
            tile.push(1);
            if spec.tiles.is_full() {
                return Err(TOO_MANY);
            }
            spec.tiles.push(tile);
        }
        let physical = Layout::from_spec(*spec)
            .map_err(Problem::Invalid)?
            .physical_dims();
        let mut rooms = self.rooms[..self.rooms.len() - 1]
            .iter()
            .zip(&self.blocks.blocks);
        let mut left = rooms
            .clone()
            .filter(|(room, block)| **room != block.1)
            .count();
        let mut entries = Dims::EMPTY; // minor to major
        for (i, &extent) in physical.iter().rev().enumerate() {
            if left == 0 && i > 0 {
                break;
            }
            if entries.len() == MAX_TILE_RANK {
                return Err(TOO_MANY);
            }
            let is_element = i == 0 && gap > 1;
            entries.push(match extent {
                _ if is_element => gap,
                1 => 1,
                _ => match rooms.next_back() {
                    Some((&room, block)) => {
                        left -= usize::from(room != block.1);
                        room
                    }
                    None => 1,
                },
            });
        }
        if spec.tiles.is_full() {
            return Err(TOO_MANY);
        }
        spec.tiles.push(reversed(&entries));
        Ok(())
    }
}

/// The outer order and the blocks of a layout; `None` where it has none that
/// give each element its position and the buffer its length.
pub(crate) fn blocks_of(layout: &Layout) -> Option<Blocks> {
    let says = |blocks: &Blocks| {
        let (outer, blocks) = (&blocks.outer, &blocks.blocks);
        // The width of an element is not what the notation says.
        blocked(layout.element_type(), layout.dims(), outer, blocks)
            .and_then(|again| again.with_element_bits(layout.element_bits()))
            .is_ok_and(|again| again.is_bitcast_of(layout))
    };
    let by_strides = || {
        let order = reversed(&layout.minor_to_major());
        let cute = layout.explain().cute()?;
        let arranged = arrange(cute.modes(), Some(&order), Some(layout.padded_len())).ok()?;
        (!arranged.has_gaps()).then_some(arranged.blocks)
    };
    let by_tiles = blocks_of_tiles(layout).filter(says);
    by_tiles.or_else(|| by_strides().filter(says))
}

/// What tiles make of the dimensions, if each divides what it splits: for each
/// physical dimension the logical one, and the size of the block; `None` for
/// the number of the largest blocks.
fn blocks_of_tiles(layout: &Layout) -> Option<Blocks> {
    /// A physical dimension of 1, which belongs to no logical one.
    const UNIT: (usize, Option<usize>) = (usize::MAX, Some(1));

    let order = reversed(&layout.minor_to_major());
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
    let mut blocks = Blocks::new(Dims::EMPTY);
    for (dim, size) in physical {
        match size {
            None if blocks.blocks.is_empty() => blocks.outer.push(dim),
            None => return None,
            Some(1) => {}
            Some(_) if blocks.blocks.is_full() => return None,
            Some(size) => blocks.push(dim, size),
        }
    }
    Some(blocks)
}
