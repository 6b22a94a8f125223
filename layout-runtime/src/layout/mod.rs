//! `Layout`: a layout as a value.

// First, because rustdoc lists methods in this order.
mod from_text;

pub(crate) mod position;

mod accessors;
pub(crate) mod as_index;
pub(crate) mod bitcast;
pub(crate) mod blocked;
pub(crate) mod builder;
pub(crate) mod byte_ranges;
pub(crate) mod compact_spec;
pub(crate) mod element_count;
pub(crate) mod error;
pub(crate) mod index_ranges;
pub(crate) mod memory_scan;
pub(crate) mod padding;
pub(crate) mod part;
pub(crate) mod partial_layout;
mod permutation;
mod queries;
pub(crate) mod ranges;
pub(crate) mod region;
pub mod sections;
pub(crate) mod static_layout;
mod straight_line;
pub(crate) mod strides;
pub(crate) mod tile_grid;
pub(crate) mod tile_layout;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;

use layout_core::formula::Evaluator;
use layout_core::formula::Formula;
use layout_core::formula::run_pattern::RunPattern;
#[cfg(feature = "alloc")]
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::validate::{self, Findings, Sizes};
use layout_core::spec::{Dims, PhysicalDims, Spec, bytes_of, display, tiling};
use layout_core::util::array_string::ArrayString;

use crate::layout::compact_spec::CompactSpec;

/// The layout of an array in memory, as XLA describes it.
///
/// A layout maps the index of each element to a *position*: the number of an
/// element in a linear buffer. It is made from XLA's text, at run time or in
/// const evaluation, and prints as XLA prints it.
///
/// ```
/// use tiled_layout::Layout;
///
/// // A 3x5 array, covered by 2x2 tiles: 15 elements in a buffer of 24.
/// const FIG1: Layout = match Layout::parse("F32[3,5]<1,0:T(2,2)>") {
///     Ok(layout) => layout,
///     Err(_) => panic!(),
/// };
/// assert_eq!(FIG1.to_string(), "f32[3,5]{1,0:T(2,2)}");
/// assert_eq!(FIG1.physical_dims(), [2, 3, 2, 2]);
/// assert_eq!(FIG1.offset(&[2, 3]), 17);
/// assert_eq!(FIG1.index(17).as_deref(), Some(&[2, 3][..]));
/// assert_eq!(FIG1.index(18), None); // padding below the last row
/// ```
///
/// # Words
///
/// *Logical* dimensions are those of the array, in the order of the text.
/// *Physical* dimensions are those of the buffer, major to minor, after all
/// tiles. `num_elements` and `num_bytes` exclude padding; `padded_len` and
/// `padded_bytes` include it.
#[derive(Clone, Copy)]
pub struct Layout {
    parts: CompactSpec,
    num_elements: usize,
    padded_len: usize,
    evaluator: Evaluator,
    /// Along the last dimension.
    run_pattern: RunPattern,
    /// Whether the elements in row-major order have positions 0, 1, 2 and so on.
    is_row_major: bool,
}

/// The index of an element of a [`Layout`] known only at run time: one
/// number a dimension. Derefs to a slice.
///
/// ```
/// use tiled_layout::{Index, Layout};
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let index: Index = layout.index(17).unwrap();
/// assert_eq!(index, [2, 3]);
/// assert_eq!(index[1], 3);
/// ```
pub type Index = Dims;

impl Layout {
    /// The layout of a checked spec.
    pub(crate) const fn from_checked(spec: Spec, sizes: Sizes) -> Layout {
        Layout::with_formula(&spec, &sizes, &Formula::new(&spec, &sizes.physical))
    }

    /// The layout of a checked spec whose formula is known.
    pub(crate) const fn with_formula(
        spec: &Spec,
        sizes: &Sizes,
        formula: &Option<Formula>,
    ) -> Layout {
        let terms = match formula {
            Some(formula) => formula.flat(),
            None => None,
        };
        Layout {
            parts: CompactSpec::new(spec),
            num_elements: sizes.num_elements,
            padded_len: sizes.padded_len,
            evaluator: Evaluator::new(spec, formula),
            run_pattern: RunPattern::along_last(terms, spec.dims.as_slice()),
            is_row_major: match terms {
                Some(terms) => terms.is_row_major(spec.dims.as_slice()),
                None => false,
            },
        }
    }

    /// Checks a spec; returns the first error.
    #[doc(hidden)]
    pub const fn from_spec(spec: Spec) -> Result<Layout, ErrorKind> {
        let mut findings = Findings::EMPTY;
        validate::check_structure(&spec, &mut findings);
        if findings.list.is_empty()
            && let Some(sizes) = validate::check_sizes(&spec, &mut findings)
        {
            return Ok(Layout::from_checked(spec, sizes));
        }
        Err(findings.list.at(0).0)
    }

    /// The sizes that follow from the spec.
    pub(crate) const fn sizes(&self) -> Sizes {
        Sizes {
            physical: self.physical_dims(),
            num_elements: self.num_elements,
            padded_len: self.padded_len,
        }
    }

    /// The parts.
    #[doc(hidden)]
    pub const fn spec(&self) -> Spec {
        self.parts.unpack()
    }

    /// The parts and the sizes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[must_use]
    pub const fn checked_spec(&self) -> CheckedSpec {
        CheckedSpec {
            spec: self.spec(),
            sizes: self.sizes(),
        }
    }

    /// The extents of the buffer after all tiles, major to minor, in elements. Their
    /// product is `padded_len`, without the tail that `L(n)` adds.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.physical_dims(), [2, 3, 2, 2]); // 2x3 tiles of 2x2
    /// ```
    #[must_use]
    pub const fn physical_dims(&self) -> PhysicalDims {
        tiling::physical_dims(&self.spec())
    }

    /// The row-major strides of [`physical_dims`](Layout::physical_dims), in
    /// elements.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.physical_dims(), [2, 3, 2, 2]);
    /// assert_eq!(layout.strides(), [12, 4, 2, 1]);
    /// ```
    #[must_use]
    #[doc(alias = "stride")]
    pub const fn strides(&self) -> PhysicalDims {
        tiling::strides(&self.physical_dims())
    }

    /// The extents of the array counted in tiles of the first level: the dimensions that
    /// the tile has no entry for, then the numbers of tiles. Without a tile, all physical
    /// dimensions.
    #[must_use]
    pub const fn tile_counts(&self) -> PhysicalDims {
        tiling::tile_counts(&self.spec())
    }

    /// The elements of one tile of the first level; 1 without a tile.
    #[must_use]
    pub const fn tile_len(&self) -> usize {
        tiling::tile_len(&self.spec())
    }

    /// The number of elements of the array, without padding.
    #[must_use]
    pub const fn num_elements(&self) -> usize {
        self.num_elements
    }

    /// The bytes of the array's elements, rounded up, without padding.
    #[must_use]
    pub const fn num_bytes(&self) -> usize {
        self.bytes_of(self.num_elements)
    }

    /// The elements of the buffer, padding included.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.padded_len(), 24);
    /// ```
    #[must_use]
    pub const fn padded_len(&self) -> usize {
        self.padded_len
    }

    /// The bytes of the buffer, padding included, rounded up, without the metadata before
    /// it.
    #[inline]
    #[must_use]
    pub const fn padded_bytes(&self) -> usize {
        self.bytes_of(self.padded_len)
    }

    /// The bytes that a range of positions touches.
    pub(crate) const fn bytes(&self, positions: Range<usize>) -> Range<usize> {
        let start = positions.start as u128 * self.element_bits() as u128 / 8;
        start as usize..self.bytes_of(positions.end)
    }

    #[inline]
    const fn bytes_of(&self, elements: usize) -> usize {
        bytes_of(elements, self.element_bits())
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts // the rest follows from them
    }
}

impl Eq for Layout {}

impl Hash for Layout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts.hash(state);
    }
}

#[cfg(feature = "alloc")]
impl From<&Layout> for CheckedSpec {
    fn from(layout: &Layout) -> CheckedSpec {
        layout.checked_spec()
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(display::print(&self.spec()).as_str())
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

/// Panics when an array of `rank` dimensions has no dimension `dim`.
#[inline]
#[track_caller]
pub(crate) const fn assert_dimension(dim: usize, rank: usize) {
    if dim >= rank {
        no_dimension(dim, rank);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
const fn no_dimension(dim: usize, rank: usize) -> ! {
    let mut words = ArrayString::<80>::new();
    words.str("dimension ").num(dim as u128);
    words.str(" of an array that has ").num(rank as u128);
    panic!("{}", words.as_str())
}
