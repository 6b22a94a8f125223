//! `CheckedSpec`: a `Spec` that the validator accepts, and its sizes.

use core::fmt;

use crate::spec::validate::Sizes;
use crate::spec::{COMBINE, Dims, Pad, PhysicalDims, Spec, TileList, bytes_of, display, tiling};

/// A valid layout, as pictures accept it: a `&Layout` converts into one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckedSpec {
    /// The parts.
    #[doc(hidden)]
    pub spec: Spec,
    /// The sizes that follow from the spec.
    #[doc(hidden)]
    pub sizes: Sizes,
}

#[doc(hidden)]
impl CheckedSpec {
    /// Returns the number of logical dimensions.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.spec.dims.len()
    }

    /// Returns the logical dimensions, in elements.
    #[must_use]
    pub const fn dims(&self) -> &[usize] {
        self.spec.dims.as_slice()
    }

    /// Returns the order, the most minor dimension first.
    #[must_use]
    pub const fn minor_to_major(&self) -> &Dims {
        &self.spec.minor_to_major
    }

    /// Returns the tiles, in the order they are applied.
    #[must_use]
    pub const fn tiles(&self) -> &TileList {
        &self.spec.tiles
    }

    /// The `PAD` section.
    #[must_use]
    pub const fn pad(&self) -> Option<&Pad> {
        self.spec.pad.as_ref()
    }

    /// Returns the width of an element in the buffer, in bits.
    #[must_use]
    pub const fn element_bits(&self) -> usize {
        self.spec.element_bits()
    }

    /// Returns the extents of the buffer after all tiles, major to minor, in elements.
    #[must_use]
    pub const fn physical_dims(&self) -> &PhysicalDims {
        &self.sizes.physical
    }

    /// Their row-major strides, in elements.
    #[must_use]
    pub const fn strides(&self) -> PhysicalDims {
        tiling::strides(&self.sizes.physical)
    }

    /// Returns the elements of the array.
    #[must_use]
    pub const fn num_elements(&self) -> usize {
        self.sizes.num_elements
    }

    /// Returns the number of bytes of the array's elements, rounded up.
    #[must_use]
    pub const fn num_bytes(&self) -> usize {
        bytes_of(self.num_elements(), self.element_bits())
    }

    /// Returns the elements of the buffer, padding included.
    #[must_use]
    pub const fn padded_len(&self) -> usize {
        self.sizes.padded_len
    }

    /// Returns the number of bytes of the buffer, padding included and rounded up.
    #[must_use]
    pub const fn padded_bytes(&self) -> usize {
        bytes_of(self.padded_len(), self.element_bits())
    }

    /// Returns the number of positions that are padding, in elements.
    #[must_use]
    pub const fn padding_len(&self) -> usize {
        self.padded_len() - self.num_elements()
    }

    /// Returns the position of the element at an index within the array.
    #[must_use]
    pub const fn offset(&self, index: &[usize]) -> usize {
        tiling::offset(&self.spec, index)
    }

    /// Returns the index of the element at a position; `None` on padding and past the buffer.
    #[must_use]
    pub const fn index(&self, position: usize) -> Option<Dims> {
        tiling::index(&self.spec, position)
    }

    /// Returns the number of positions of one tile of the first level, if it is contiguous: no
    /// later tile cuts the tiles' coordinates. Without a tile, the extent of the most minor
    /// dimension.
    #[must_use]
    pub fn tile_run(&self) -> Option<usize> {
        let physical = self.physical_dims();
        let [first, later @ ..] = self.tiles().as_slice() else {
            return Some(physical.last().copied().unwrap_or(1));
        };
        let named = |tile: &[usize]| tile.iter().filter(|&&entry| entry != COMBINE).count();
        let mut within = named(first);
        for tile in later {
            within = within.checked_sub(tile.len())? + 2 * named(tile);
        }
        Some(physical[physical.len() - within..].iter().product())
    }
}

impl fmt::Display for CheckedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(display::print(&self.spec).as_str())
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::parse;

    #[test]
    fn a_tile_takes_its_positions_in_one_piece() {
        let run = |text: &str| parse(text).unwrap().tile_run();
        assert_eq!(run("f32[3,5]{1,0}"), Some(5));
        assert_eq!(run("f32[3,5]{1,0:T(2,2)}"), Some(4));
        assert_eq!(run("bf16[300,500]{1,0:T(8,128)(2,1)}"), Some(1024));
        assert_eq!(run("f32[2,3,4]{2,1,0:T(*,2,2)}"), Some(4));
        assert_eq!(run("bf16[1024]{0:T(256)(128)(2,1)}"), Some(256));
        assert_eq!(run("f32[8,8]{1,0:T(2,2)(2,1,1)}"), None); // cuts columns of tiles
    }
}
