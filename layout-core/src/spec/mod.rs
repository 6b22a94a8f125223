//! `Spec`: the parsed parts of a layout, before validation.

pub mod checked_spec;
pub mod display;
pub mod element_type;
pub mod error_kind;
pub mod message;
pub mod padding_value;
pub mod section;
pub mod tiling;
pub mod validate;

use crate::spec::element_type::ElementType;
use crate::util::array_vec::ArrayVec;
pub use padding_value::PaddingValue;

/// The most dimensions that an array can have.
pub const MAX_RANK: usize = 12;
/// The most tiles that a layout can have.
pub const MAX_TILES: usize = 8;
/// The most entries that a tile can have.
pub const MAX_TILE_RANK: usize = 12;
/// The most physical dimensions after all tiling.
pub const MAX_PHYSICAL_RANK: usize = 32;
/// The most `SC` entries of a layout.
pub const MAX_SPLITS: usize = 4;
/// The most split indices of one `SC` entry.
pub const MAX_SPLIT_INDICES: usize = 8;

/// The tile entry `*`, which merges its dimension into the next more minor one.
///
/// It is `usize::MAX`, larger than any tile: a constant of this value is `*` as a tile
/// entry of `layout!`.
///
/// # Examples
///
/// ```
/// use tiled_layout::{COMBINE, Layout};
///
/// let layout = Layout::parse("f32[7,3,5]{2,1,0:T(*,2,2)}").unwrap();
/// assert_eq!(*layout.tiles()[0], [COMBINE, 2, 2]);
/// assert_eq!(layout.physical_dims(), [11, 3, 2, 2]); // 21 x 5, padded to 22 x 6
/// ```
pub const COMBINE: usize = usize::MAX;

/// The extent `?` of a layout whose sizes are known only at run time. No array
/// is that large.
///
/// Tiling treats it as larger than every tile and divisible by none. The resulting formula
/// is right for every extent, since a smaller one only makes quotients 0.
pub const UNKNOWN: usize = usize::MAX;

numbers! {
    /// A list of one number per logical dimension: extents, or dimensions in some order. Derefs
    /// to a slice.
    ///
    /// ```
    /// use tiled_layout::{Dims, Layout};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let padded: Dims = layout.padded_dims();
    /// assert_eq!(padded, [4, 6]);
    /// assert_eq!(padded[1], 6);
    ///
    /// const PADDED: Dims = Dims::from_slice(&[4, 6]);
    /// assert_eq!(padded, PADDED);
    /// assert_eq!(PADDED.at(1), 6); // in const evaluation too
    /// ```
    Dims: [usize; 12];
    /// One tile: its entries, major to minor; [`COMBINE`] for `*`. Derefs to a slice.
    ///
    /// ```
    /// use tiled_layout::{Layout, Tile};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,4)(2,1)}").unwrap();
    /// assert_eq!(layout.tiles()[0], Tile::from_slice(&[2, 4]));
    ///
    /// let lens: Vec<usize> = layout.tiles().iter().map(|tile: &Tile| tile.iter().product()).collect();
    /// assert_eq!(lens, [8, 2]); // elements
    /// ```
    Tile: [usize; 12];
    /// A list of one number per physical dimension, which are the dimensions of the buffer
    /// after all tiles. Derefs to a slice.
    ///
    /// ```
    /// use tiled_layout::{Layout, PhysicalDims};
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let strides: PhysicalDims = layout.strides();
    /// assert_eq!(strides, PhysicalDims::from_slice(&[12, 4, 2, 1]));
    /// assert_eq!(strides.iter().max(), Some(&12));
    /// ```
    PhysicalDims: [usize; 32];
}

/// The tiles of a layout, in the order they are applied. Derefs to a slice.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("bf16[3,5]{1,0:T(2,4)(2,1)}").unwrap();
/// let tiles = layout.tiles();
/// assert_eq!(tiles.len(), 2);
/// assert_eq!(tiles[1], [2, 1]);
/// ```
#[derive(Clone, Copy)]
pub struct TileList {
    #[doc(hidden)]
    pub len: usize,
    #[doc(hidden)]
    pub items: [Tile; 8],
}

list! { [] TileList: [Tile; 8] }

const _: () = assert!(Dims::EMPTY.items.len() == MAX_RANK && MAX_RANK == MAX_TILE_RANK);
const _: () = assert!(PhysicalDims::EMPTY.items.len() == MAX_PHYSICAL_RANK && MAX_TILES == 8);

/// The `SC` entries of a layout.
pub type Splits = ArrayVec<Split, MAX_SPLITS>;

/// Logical dimensions widened before layout: the `PAD` section.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[2,3]{0,1:PAD(3,5=zero)}").unwrap();
/// assert_eq!(*layout.pad().unwrap().widths, [3, 5]);
/// assert_eq!(layout.padded_len(), 15); // 6 elements, and padding
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pad {
    /// The widened dimensions, one per logical dimension.
    pub widths: Dims,
    /// The padding value.
    pub value: PaddingValue,
}

/// One `SC` entry: a physical dimension split between memories.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{0,1:T(2,2)SC(0:2,4)}").unwrap();
/// let split = layout.split_configs()[0];
/// assert_eq!(split.dimension, 0); // the columns, which are most major
/// assert_eq!(*split.indices, [2, 4]); // columns 0 and 1, 2 and 3, 4
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The dimension, counted physically: 0 is the most major one.
    pub dimension: usize,
    /// The index at which each later part begins, ascending.
    pub indices: ArrayVec<usize, MAX_SPLIT_INDICES>,
}

/// Everything that a layout's text says, not yet checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The element type.
    pub element: ElementType,
    /// The logical dimensions.
    pub dims: Dims,
    /// Bit `d` is set when dimension `d` was written as `<=n`.
    pub dynamic: u16,
    /// The order, the most minor dimension first.
    pub minor_to_major: Dims,
    /// The tiles, in the order they are applied.
    pub tiles: TileList,
    /// `L(n)`, or 1.
    pub align: usize,
    /// The width of an element in the buffer, in bits: `E(n)`, if present.
    pub bits: Option<usize>,
    /// `S(n)`, or 0.
    pub space: usize,
    /// `SC(...)`.
    pub splits: Splits,
    /// `M(n)`, or 0.
    pub prefix: usize,
    /// `PAD(...)`.
    pub pad: Option<Pad>,
}

impl Spec {
    /// Returns an array without tiles in the default order, major to minor.
    pub const fn new(element: ElementType, dims: Dims) -> Spec {
        let no_split = Split {
            dimension: 0,
            indices: ArrayVec::new(0),
        };
        Spec {
            element,
            dims,
            dynamic: 0,
            minor_to_major: default_order(dims.len()),
            tiles: TileList::new(Tile::EMPTY),
            align: 1,
            bits: None,
            space: 0,
            splits: ArrayVec::new(no_split),
            prefix: 0,
            pad: None,
        }
    }

    /// Returns the width of an element in the buffer, in bits.
    pub const fn element_bits(&self) -> usize {
        match self.bits {
            Some(bits) => bits,
            None => self.element.storage_bits(),
        }
    }

    /// Returns the spec with 1 for each unknown extent, for the checks that are possible before
    /// these are known.
    pub const fn with_smallest_unknowns(&self) -> Spec {
        let mut smallest = *self;
        let mut dim = 0;
        while dim < smallest.dims.len {
            if smallest.dims.items[dim] == UNKNOWN {
                smallest.dims.items[dim] = 1;
                smallest.splits.len = 0; // their indices are within the extent
            }
            dim += 1;
        }
        smallest
    }

    /// Returns the logical dimensions in major-to-minor order, widened by `PAD`: the physical
    /// dimensions before any tile.
    pub const fn untiled_dims(&self) -> PhysicalDims {
        match &self.pad {
            Some(pad) => self.physical_order(&pad.widths),
            None => self.physical_order(&self.dims),
        }
    }

    /// Numbers of logical dimensions in major-to-minor order.
    pub const fn physical_order(&self, logical: &Dims) -> PhysicalDims {
        let rank = self.minor_to_major.len;
        let mut dims = PhysicalDims::EMPTY;
        while dims.len < rank {
            dims.items[dims.len] = logical.items[self.minor_to_major.items[rank - 1 - dims.len]];
            dims.len += 1;
        }
        dims
    }
}

/// Returns the size of elements in bytes, rounded up. The validator has checked the bytes of
/// the buffer, but not its bits, against `usize`.
#[inline]
pub const fn bytes_of(elements: usize, element_bits: usize) -> usize {
    (elements as u128 * element_bits as u128).div_ceil(8) as usize
}

/// Returns the order with the most minor dimension first for one with the most major first, and
/// the other way round.
pub const fn reversed(order: &Dims) -> Dims {
    let mut reversed = Dims::new(0);
    while reversed.len < order.len {
        reversed.items[reversed.len] = order.items[order.len - 1 - reversed.len];
        reversed.len += 1;
    }
    reversed
}

/// Returns the default order of `rank` dimensions: the last one most minor.
pub const fn default_order(rank: usize) -> Dims {
    let mut order = Dims::new(0);
    while order.len < rank {
        order.items[order.len] = rank - 1 - order.len;
        order.len += 1;
    }
    order
}
