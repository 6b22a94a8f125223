//! `Arrangement`: positions as a sum of digits of each dimension with a stride each, and the
//! outer order and tiles that produce them.
//!
//! ```text
//! ((4,8,2),(128,2)):((1,512,8192),(4,4096))      digits of y and of x
//!
//!   y 2  |  x 2  |  y 8  |  x 128  |  y 4        by stride, the largest first
//!  `-- outer --'  `------- blocks ------'
//! ```
//!
//! The outer order is the longest prefix that has only most significant digits. A digit is
//! padded if its extent is less than the next stride allows.

use alloc::vec::Vec;
use layout_xla::text::Problem;

use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{Dims, MAX_PHYSICAL_RANK, MAX_TILES, Pad, PaddingValue, Spec, Tile};

use crate::explain::CuteMode;
use layout_runtime::{Layout, LayoutError};

/// Why digits cannot be arranged.
pub(crate) const BROADCAST: &str = "stride 0: elements share a position";
const OVERLAP: &str = "strides overlap: elements share a position";
const UNEVEN: &str = "a stride is not a multiple of the next smaller one";
const TOO_LONG: &str =
    "the digits are in an order that takes a tile of more entries than tiles have";

/// One digit of a dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digit {
    pub(crate) dim: usize,
    /// Its significance: 0 for the least significant digit.
    pub(crate) significance: usize,
    pub(crate) extent: usize,
    /// In elements.
    pub(crate) stride: usize,
    /// The next larger stride divided by this stride.
    pub(crate) room: usize,
    /// True if it is the most significant digit of its dimension.
    pub(crate) top: bool,
}

impl Digit {
    /// Its extent as a block: for the most significant digit, all its room.
    pub(crate) const fn block(&self) -> usize {
        if self.top { self.room } else { self.extent }
    }
}

/// An outer order, and the digits within it in memory order, major to minor.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    pub(crate) outer: Dims,
    pub(crate) digits: Vec<Digit>,
    /// The number of positions per element.
    pub(crate) gap: usize,
    /// The extent that the digits of each dimension count.
    pub(crate) widths: Dims,
}

/// Physical dimensions from the first block on: digits by their number in the
/// arrangement, and dimensions of 1.
type Physical = Vec<Option<usize>>;

impl Arrangement {
    /// Arranges the digits of `modes`, which have one entry per dimension. `order` is the
    /// outer order to keep, major to minor, if there is a choice; `len` the positions of
    /// the buffer, if they are known.
    pub(crate) fn of(
        modes: &[CuteMode],
        order: Option<&[usize]>,
        len: Option<usize>,
    ) -> Result<Arrangement, &'static str> {
        let mut digits = by_stride(modes, len)?;
        let gap = digits.first().map_or(1, |digit| digit.stride);
        digits.reverse();

        let is_outer = |digit: &&Digit| digit.top && digit.room == digit.extent;
        let mut outer = Dims::EMPTY;
        let mut widths = Dims::filled(1, modes.len());
        for digit in digits.iter().take_while(is_outer) {
            outer.push(digit.dim);
            widths.set(digit.dim, digit.extent);
        }
        let blocks = digits.split_off(outer.len());
        for digit in &blocks {
            let width = widths.at(digit.dim).checked_mul(digit.block());
            widths.set(digit.dim, width.ok_or(UNEVEN)?);
        }
        Ok(Arrangement {
            outer: outer_order(&outer, &blocks, order, modes.len()),
            digits: blocks,
            gap,
            widths,
        })
    }

    /// Returns the blocks of an arrangement that needs no more than its outer order and them.
    /// `None` if a digit has room after it, or precedes a more significant digit of its dimension.
    pub(crate) fn blocks(&self) -> Option<Vec<(usize, usize)>> {
        let sorted = self.by_significance();
        let in_place = |(digit, &sorted): (&Digit, &usize)| {
            digit.room == digit.block() && digit.significance == self.digits[sorted].significance
        };
        let says = self.gap == 1 && self.digits.iter().zip(&sorted).all(in_place);
        says.then(|| self.blocks_of(&sorted))
    }

    fn blocks_of(&self, sorted: &[usize]) -> Vec<(usize, usize)> {
        let digits = sorted.iter().map(|&digit| &self.digits[digit]);
        digits.map(|digit| (digit.dim, digit.block())).collect()
    }

    /// Returns the digits in the order that blocks have: within each dimension by significance, in
    /// the entries where digits of that dimension are.
    fn by_significance(&self) -> Vec<usize> {
        let mut sorted = Vec::new();
        for digit in &self.digits {
            let numbered = self.digits.iter().enumerate();
            let unused =
                numbered.filter(|(i, other)| other.dim == digit.dim && !sorted.contains(i));
            let most = unused.max_by_key(|(_, other)| other.significance);
            sorted.extend(most.map(|(i, _)| i));
        }
        sorted
    }

    /// Returns the layout of an array: blocks by the one rule, then tiles that put the digits of
    /// each dimension in their order, then a tile that pads them. If digits count more than the
    /// array's whole blocks, `PAD` widens it.
    pub(crate) fn layout(&self, element: ElementType, dims: &[usize]) -> Result<Layout, Problem> {
        let sorted = self.by_significance();
        let mut spec = blocked(element, dims, &self.outer, &self.blocks_of(&sorted))?.spec();
        spec.pad = self.pad(&spec);
        let mut physical = self.physical(&spec, &sorted)?;
        self.sort(&mut spec, &mut physical)?;
        self.add_room(&mut spec, physical)?;
        Ok(Layout::from_spec(spec)?)
    }

    /// `PAD`, if digits count more than whole blocks.
    fn pad(&self, spec: &Spec) -> Option<Pad> {
        let mut widths = spec.dims;
        for (dim, &width) in self.widths.iter().enumerate() {
            let blocks = self.digits.iter().filter(|digit| digit.dim == dim);
            let block: usize = blocks.map(Digit::block).product(); // at most the width
            if spec.dims.at(dim).div_ceil(block).checked_mul(block) != Some(width) {
                widths.set(dim, width.max(spec.dims.at(dim)));
            }
        }
        let value = PaddingValue::Unknown;
        (widths != spec.dims).then_some(Pad { widths, value })
    }

    /// Returns the physical dimensions of `spec`, in which the digits are `sorted`: each has more
    /// than one element.
    fn physical(&self, spec: &Spec, sorted: &[usize]) -> Result<Physical, Problem> {
        let layout = Layout::from_spec(*spec)?;
        let mut left = sorted.iter().copied().rev();
        let mut physical = Physical::new();
        for &extent in layout.physical_dims().iter().rev() {
            if left.len() == 0 {
                break;
            }
            physical.push(if extent == 1 { None } else { left.next() });
        }
        physical.reverse();
        Ok(physical)
    }

    /// Puts the digits in their order: a radix sort of the stretches that are in
    /// order, with one tile per bit. An entry of 1 does not move a physical
    /// dimension; an entry of its whole extent moves it to the end.
    fn sort(&self, spec: &mut Spec, physical: &mut Physical) -> Result<(), Problem> {
        let axis = |digit| physical.iter().position(|&other| other == Some(digit));
        let mut stretches = Vec::new();
        let mut stretch = 0usize;
        for digit in 0..self.digits.len() {
            stretch += usize::from(digit > 0 && axis(digit) < axis(digit - 1));
            stretches.push(stretch);
        }
        for bit in 0..usize::BITS - stretch.leading_zeros() {
            let moves =
                |digit: &Option<usize>| digit.is_some_and(|digit| stretches[digit] >> bit & 1 == 1);
            let Some(first) = physical.iter().position(moves) else {
                continue;
            };
            let split = physical.split_off(first);
            let entry = |digit: &Option<usize>| match digit {
                Some(number) if moves(digit) => self.digits[*number].block(),
                _ => 1,
            };
            push_tile(spec, split.iter().map(entry))?;
            physical.extend(split.iter().map(|digit| digit.filter(|_| !moves(digit))));
            physical.extend(split.iter().map(|digit| digit.filter(|_| moves(digit))));
        }
        Ok(())
    }

    /// Returns the last tile: the room of each digit as its entry, which pads it.
    fn add_room(&self, spec: &mut Spec, mut physical: Physical) -> Result<(), Problem> {
        if self.gap > 1 && !matches!(physical.last(), Some(None)) {
            push_tile(spec, [1].into_iter())?; // each element as a dimension of 1
            physical.push(None);
        }
        let mut rooms: Vec<(usize, usize)> = physical
            .iter()
            .map(|&digit| digit.map_or((1, 1), |i| (self.digits[i].block(), self.digits[i].room)))
            .collect();
        if let (Some(None), Some(last)) = (physical.last(), rooms.last_mut()) {
            last.1 = self.gap;
        }
        match rooms.iter().position(|(block, room)| block != room) {
            Some(first) => push_tile(spec, rooms[first..].iter().map(|rooms| rooms.1)),
            None => Ok(()),
        }
    }
}

/// [`Layout::blocked`].
pub(crate) fn blocked(
    element: ElementType,
    dims: &[usize],
    outer: &[usize],
    blocks: &[(usize, usize)],
) -> Result<Layout, Problem> {
    Layout::blocked(element, dims, outer, blocks).map_err(|error| match error {
        LayoutError::Invalid(kind) => kind.into(),
        _ => "not the blocks of an array".into(), // it has no other errors
    })
}

/// Appends a tile.
fn push_tile(spec: &mut Spec, entries: impl Iterator<Item = usize>) -> Result<(), Problem> {
    let mut tile = Tile::EMPTY;
    for entry in entries {
        if tile.is_full() {
            return Err(TOO_LONG.into());
        }
        tile.push(entry);
    }
    if spec.tiles.is_full() {
        return Err(ErrorKind::TooManyTiles { limit: MAX_TILES }.into());
    }
    spec.tiles.push(tile);
    Ok(())
}

/// Returns the digits of more than one value by ascending stride, each with its room.
pub(crate) fn by_stride(
    modes: &[CuteMode],
    len: Option<usize>,
) -> Result<Vec<Digit>, &'static str> {
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
    Ok(digits)
}

fn digits(modes: &[CuteMode]) -> Result<Vec<Digit>, &'static str> {
    const TOO_LARGE: &str = "an extent is too large for a size";
    let mut digits: Vec<Digit> = Vec::new();
    for (dim, mode) in modes.iter().enumerate() {
        let mut product = 1usize;
        let first = digits.len();
        for (significance, (&extent, &stride)) in mode.shape.iter().zip(&mode.stride).enumerate() {
            if extent == 0 {
                return Err("an extent of 0");
            }
            if extent > 1 && stride == 0 {
                return Err(BROADCAST);
            }
            product = product.checked_mul(extent).ok_or(TOO_LARGE)?;
            if extent != 1 {
                digits.push(Digit {
                    dim,
                    significance,
                    extent,
                    stride,
                    room: extent,
                    top: false,
                });
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

/// All dimensions in their outer order: first `outer`; then dimensions whose digits are all in
/// blocks, each before the dimension of the block after its first one; then dimensions of one
/// element.
fn outer_order(outer: &Dims, blocks: &[Digit], order: Option<&[usize]>, rank: usize) -> Dims {
    let at = |order: &[usize], dim: usize| order.iter().position(|&other| other == dim);
    if let Some(order) = order {
        let entries = outer.iter().map(|&dim| at(order, dim));
        if entries.is_sorted() {
            return Dims::from_slice(order);
        }
    }
    let mut all: Vec<usize> = outer.to_vec();
    for (i, digit) in blocks.iter().enumerate().rev() {
        let is_first = blocks[..i].iter().all(|earlier| earlier.dim != digit.dim);
        if is_first && at(outer, digit.dim).is_none() {
            let later = blocks[i + 1..].iter();
            let before = later.filter_map(|later| at(&all, later.dim)).next();
            all.insert(before.unwrap_or(all.len()), digit.dim);
        }
    }
    for dim in 0..rank {
        if at(&all, dim).is_none() {
            all.push(dim);
        }
    }
    Dims::from_slice(&all)
}
