//! `Arrangement`: digits of dimensions in the order of memory, as tiles.

use alloc::vec::Vec;
use layout_xla::text::Problem;

use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{Dims, MAX_TILES, Pad, PaddingValue, Spec, Tile};

use super::blocks::Blocks;
use layout_runtime::Layout;

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
    /// Whether it is the most significant digit of its dimension.
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
    /// The positions that an element takes.
    pub(crate) gap: usize,
    /// The extent that the digits of each dimension count.
    pub(crate) widths: Dims,
}

/// Physical dimensions from the first block on: digits by their number in the
/// arrangement, and dimensions of 1.
type Physical = Vec<Option<usize>>;

impl Arrangement {
    /// The arrangement as an outer order and blocks. `None` if a digit has room after it,
    /// or precedes a more significant digit of its dimension.
    pub(crate) fn blocks(&self) -> Option<Blocks> {
        let mut blocks = Blocks::new(self.outer);
        for (digit, sorted) in self.digits.iter().zip(self.by_significance()) {
            if digit.room != digit.block() || digit.significance != self.digits[sorted].significance
            {
                return None;
            }
            blocks.push(digit.dim, digit.block());
        }
        (self.gap == 1).then_some(blocks)
    }

    /// The digits in the order that blocks have: within each dimension by significance, in
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

    /// The parts of the layout of an array like `array`: blocks by the one rule, then tiles
    /// that put the digits of each dimension in their order, then a tile that pads them. If
    /// digits count more than the array's whole blocks, `PAD` widens it.
    pub(crate) fn spec(&self, array: Spec) -> Result<Spec, Problem> {
        let sorted = self.by_significance();
        let mut blocks = Blocks::new(self.outer);
        for &digit in &sorted {
            blocks.push(self.digits[digit].dim, self.digits[digit].block());
        }
        let (outer, blocks) = (&blocks.outer, &blocks.blocks);
        let mut spec = Layout::blocked_spec(array, outer, blocks).map_err(Problem::Invalid)?;
        spec.pad = self.pad(&spec);
        let mut physical = self.physical(&spec, &sorted)?;
        self.sort(&mut spec, &mut physical)?;
        self.add_room(&mut spec, physical)?;
        Ok(spec)
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

    /// The physical dimensions of `spec`, in which the digits are `sorted`: each
    /// has more than one element.
    fn physical(&self, spec: &Spec, sorted: &[usize]) -> Result<Physical, Problem> {
        let layout = Layout::from_spec(*spec).map_err(Problem::Invalid)?;
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
    /// order, with one tile a bit. Entries of a tile that are 1 leave a physical
    /// dimension where it is; those that are its whole extent move it to the end.
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

    /// The last tile: the room of each digit as its entry, which pads it.
    fn add_room(&self, spec: &mut Spec, mut physical: Physical) -> Result<(), Problem> {
        if self.gap > 1 && !matches!(physical.last(), Some(None)) {
            push_tile(spec, [1].into_iter())?; // each element as a dimension of 1
            physical.push(None);
        }
        let last = physical.len().saturating_sub(1);
        let room = |(i, digit): (usize, &Option<usize>)| match digit {
            Some(number) => self.digits[*number].room,
            None if i == last => self.gap,
            None => 1,
        };
        let pads = |(i, digit): (usize, &Option<usize>)| match digit {
            Some(number) => self.digits[*number].room != self.digits[*number].block(),
            None => i == last && self.gap > 1,
        };
        match physical.iter().enumerate().position(pads) {
            Some(first) => push_tile(spec, physical.iter().enumerate().skip(first).map(room)),
            None => Ok(()),
        }
    }
}

/// Appends a tile.
fn push_tile(spec: &mut Spec, entries: impl Iterator<Item = usize>) -> Result<(), Problem> {
    let mut tile = Tile::EMPTY;
    for entry in entries {
        if tile.is_full() {
            let what =
                "the digits are in an order that takes a tile of more entries than tiles have";
            return Err(Problem::Refused(what));
        }
        tile.push(entry);
    }
    if spec.tiles.is_full() {
        return Err(Problem::Invalid(ErrorKind::TooManyTiles {
            limit: MAX_TILES,
        }));
    }
    spec.tiles.push(tile);
    Ok(())
}
