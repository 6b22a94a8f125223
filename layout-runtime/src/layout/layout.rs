//! What users ask of a [`Layout`]: all its public methods.

use layout_core::formula::inverse::Inverse;
use layout_core::formula::term::Terms;
use layout_core::parse;
use layout_core::parse::error::ParseError;
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::{ErrorKind, What};
use layout_core::spec::validate::{self, Findings};
use layout_core::spec::{
    Dims, MAX_RANK, MAX_TILES, Pad, PaddingValue, PhysicalDims, Spec, Splits, Tile, TileList,
    display, tiling,
};
use layout_core::util::array_string::ArrayString;

use crate::layout::bitcast::difference;
use crate::layout::blocked::blocked_spec;
use crate::layout::byte_ranges::ByteRanges;
use crate::layout::dimension_padding::{DimensionPadding, extents_alike};
use crate::layout::error::{LayoutError, RegionError};
use crate::layout::index_ranges::{IndexRanges, bounds};
use crate::layout::padding_waste::PaddingWaste;
use crate::layout::position::{contains, out_of_bounds};
use crate::layout::strides::dim_is_contiguous;
use crate::layout::tile_layout::tile_layout;
use crate::layout::{Index, Layout, assert_dimension};

impl Layout {
    /// Reads XLA's text of a shape with its layout.
    ///
    /// # Errors
    ///
    /// The first error in the text, with its range, and what to write instead.
    /// A buffer of more than `isize::MAX` bytes is an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let tpu = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}")?;
    /// assert_eq!(tpu.padded_bytes(), 311296); // 304 x 512 elements of 2 bytes
    ///
    /// let error = Layout::parse("bf16[300,500]{1,1}").unwrap_err();
    /// assert_eq!(error.message(), "minor_to_major names dimension 1 twice, at entries 0 and 1");
    /// assert_eq!(error.range(), 16..17);
    /// # Ok::<(), tiled_layout::ParseError>(())
    /// ```
    pub const fn parse(text: &str) -> Result<Layout, ParseError> {
        match parse::parse(text) {
            Ok(CheckedSpec { spec, sizes }) => Ok(Layout::from_checked(spec, sizes)),
            Err(error) => Err(error),
        }
    }

    /// Returns the default layout of an array, without tiles: the last dimension is the most minor
    /// one. XLA's `GetDefaultLayoutForShape`.
    ///
    /// # Errors
    ///
    /// More than 12 dimensions, or a buffer of more than `isize::MAX` bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::row_major(ElementType::F32, &[3, 5])?;
    /// assert_eq!(layout.to_string(), "f32[3,5]{1,0}");
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn row_major(element: ElementType, dims: &[usize]) -> Result<Self, LayoutError> {
        match list(dims, What::Dimension) {
            Ok(dims) => Layout::checked(Spec::new(element, dims)),
            Err(kind) => Err(LayoutError::Invalid(kind)),
        }
    }

    /// Returns the layout of a blocked format: the dimensions in the order `outer`, major to minor,
    /// then blocks of `(dimension, elements)`, major to minor. A dimension may be blocked several
    /// times. Dimensions are rounded up to whole blocks.
    ///
    /// The tags of oneDNN, `linalg.pack` and the layouts of TVM are such formats.
    ///
    /// # Errors
    ///
    /// When `outer` does not name each dimension once, a block has no elements, or
    /// a limit of layouts is exceeded.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// // Channels in blocks of 16, which are the most minor: 37 round up to 48.
    /// let layout = Layout::blocked(ElementType::F32, &[20, 37, 3], &[0, 1, 2], &[(1, 16)])?;
    /// assert_eq!(layout.to_string(), "f32[20,37,3]{2,1,0:T(16,1)}");
    /// assert_eq!(layout.offset(&[0, 17, 2]), 3 * 16 + 2 * 16 + 1);
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    #[doc(alias = "swizzle")]
    pub const fn blocked(
        element: ElementType,
        dims: &[usize],
        outer: &[usize],
        blocks: &[(usize, usize)],
    ) -> Result<Layout, LayoutError> {
        let dims = match list(dims, What::Dimension) {
            Ok(dims) => dims,
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        };
        match blocked_spec(Spec::new(element, dims), outer, blocks) {
            Ok(spec) => Layout::checked(spec),
            Err(kind) => Err(LayoutError::Invalid(kind)),
        }
    }

    /// Checks a spec that was not parsed.
    #[doc(hidden)]
    pub const fn checked(spec: Spec) -> Result<Self, LayoutError> {
        match Layout::from_spec(spec) {
            Ok(layout) => Ok(layout),
            Err(kind) => Err(LayoutError::Invalid(kind)),
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

    /// Returns the type of the elements.
    #[must_use]
    pub const fn element_type(&self) -> ElementType {
        self.parts.element
    }

    /// Returns the width of one element in the buffer, in bits: `n` of `E(n)`; without it, the
    /// width of the element type, at least 8.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let bits = |text| Layout::parse(text).unwrap().element_bits();
    /// assert_eq!(bits("s4[3,5]{1,0:T(2,2)E(4)}"), 4);
    /// assert_eq!(bits("s4[3,5]{1,0:T(2,2)}"), 8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn element_bits(&self) -> usize {
        self.parts.element_bits()
    }

    /// Returns the number of logical dimensions.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.parts.dims.len()
    }

    /// Returns the number of logical dimensions that are not 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[1,5,1,3]{3,2,1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.true_rank(), 2);
    /// ```
    #[must_use]
    pub const fn true_rank(&self) -> usize {
        let mut count = 0;
        let mut i = 0;
        while i < self.rank() {
            count += (self.parts.dims.at(i) != 1) as usize;
            i += 1;
        }
        count
    }

    /// Returns the logical dimensions, in elements; for a dynamic dimension, its bound.
    #[inline]
    #[must_use]
    pub const fn dims(&self) -> &[usize] {
        self.parts.dims.as_slice()
    }

    /// Returns true if logical dimension `dim` was written as `<=n`: its size is at most
    /// `dims()[dim]` and is known only when the program runs.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[<=3,5]{1,0:T(2,2)}").unwrap();
    /// assert!(layout.is_dynamic_dimension(0));
    /// assert!(!layout.is_dynamic_dimension(1));
    /// assert_eq!(layout.padded_len(), 24); // laid out by the bound
    /// ```
    #[must_use]
    pub const fn is_dynamic_dimension(&self, dim: usize) -> bool {
        dim < self.rank() && self.parts.dynamic & 1 << dim != 0
    }

    /// Returns the logical dimensions from the most minor to the most major one.
    #[must_use]
    pub const fn minor_to_major(&self) -> Dims {
        self.parts.minor_to_major()
    }

    /// Returns the tiles, in the order they are applied.
    #[must_use]
    pub const fn tiles(&self) -> TileList {
        self.spec().tiles
    }

    /// Returns the widened dimensions and the value of their padding: `PAD(...)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, PaddingValue};
    ///
    /// let layout = Layout::parse("f32[2,3]{0,1:PAD(3,5=zero)}").unwrap();
    /// let pad = layout.pad().unwrap();
    /// assert_eq!(*pad.widths, [3, 5]); // rows and columns, after widening
    /// assert_eq!(pad.value, PaddingValue::Zero);
    /// assert_eq!(layout.padded_len(), 15);
    /// ```
    #[must_use]
    pub const fn pad(&self) -> Option<Pad> {
        self.spec().pad
    }

    /// Returns the number of elements that the buffer is rounded up to a multiple of: `L(n)`, or 1.
    #[must_use]
    pub const fn tail_padding_alignment_in_elements(&self) -> usize {
        self.parts.align
    }

    /// Returns the memory space: `S(n)`, or 0.
    #[must_use]
    pub const fn memory_space(&self) -> u8 {
        self.parts.space
    }

    /// Returns the splits between memories: `SC(...)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)SC(0:2)}").unwrap();
    /// let split = layout.split_configs()[0];
    /// assert_eq!(split.dimension, 0);
    /// assert_eq!(*split.indices, [2]); // the second part begins at row 2
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub const fn split_configs(&self) -> Splits {
        self.spec().splits
    }

    /// Returns the bytes of metadata before the data: `M(n)`, or 0. Positions and sizes do not
    /// count them.
    ///
    /// Bytes that are passed as a buffer, to [`view_bytes`](Layout::view_bytes),
    /// `Buffer::from_bytes`, [`packed_view`](Layout::packed_view) or
    /// [`CopyPlan::run_bytes`](crate::CopyPlan::run_bytes), begin with them. Slices of
    /// elements and the results of `as_bytes` do not contain them.
    #[must_use]
    pub const fn metadata_prefix_bytes(&self) -> usize {
        self.parts.prefix
    }

    /// Returns the parts.
    #[doc(hidden)]
    pub const fn spec(&self) -> Spec {
        self.parts.unpack()
    }

    /// Returns the parts and the sizes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[must_use]
    pub const fn checked_spec(&self) -> CheckedSpec {
        CheckedSpec {
            spec: self.spec(),
            sizes: self.sizes(),
        }
    }

    /// Returns the number of elements of the array, without padding.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.num_elements(), 15);
    /// assert_eq!(layout.padded_len(), 24);
    /// ```
    #[must_use]
    pub const fn num_elements(&self) -> usize {
        self.num_elements
    }

    /// Returns the number of bytes of the array's elements, rounded up, without padding.
    #[must_use]
    pub const fn num_bytes(&self) -> usize {
        self.bytes_of(self.num_elements)
    }

    /// Returns the elements of the buffer, padding included.
    ///
    /// # Examples
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

    /// Returns the number of bytes of the buffer, padding included, rounded up, without the metadata before
    /// it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
    /// assert_eq!(layout.padded_bytes(), 304 * 512 * 2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn padded_bytes(&self) -> usize {
        self.bytes_of(self.padded_len)
    }

    /// Returns the extents of the buffer after all tiles, major to minor, in elements. Their
    /// product is `padded_len`, without the tail that `L(n)` adds.
    ///
    /// # Examples
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

    /// Returns the row-major strides of [`physical_dims`](Layout::physical_dims), in elements.
    ///
    /// # Examples
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

    /// Returns the extents of the array counted in tiles of the first level: the dimensions that
    /// the tile has no entry for, then the numbers of tiles. Without a tile, all physical
    /// dimensions.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(*layout.tile_counts(), [2, 3]);
    /// ```
    #[must_use]
    pub const fn tile_counts(&self) -> PhysicalDims {
        tiling::tile_counts(&self.spec())
    }

    /// Returns the number of elements of one tile of the first level; 1 without a tile.
    #[must_use]
    pub const fn tile_len(&self) -> usize {
        tiling::tile_len(&self.spec())
    }

    /// Returns the size that each logical dimension rounds up to: the largest size that fits the
    /// same buffer, in elements.
    #[must_use]
    #[inline]
    pub const fn padded_dims(&self) -> Dims {
        let alike = extents_alike(self);
        let mut padded = self.spec().dims;
        let mut dim = 0;
        while dim < padded.len() {
            padded.set(dim, alike[dim].1);
            dim += 1;
        }
        padded
    }

    /// Returns the position of an element in the buffer, in elements. An [`Index`] is a slice too.
    ///
    /// # Panics
    ///
    /// When `index` does not have one number per dimension, each within it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert_eq!(layout.offset(&[2, 3]), 17); // of 24 positions
    /// assert_eq!(layout.offset(&layout.index(17).unwrap()), 17);
    /// ```
    #[track_caller]
    #[must_use]
    pub const fn offset(&self, index: &[usize]) -> usize {
        match self.checked_offset(index) {
            Some(position) => position,
            None => out_of_bounds(index, self),
        }
    }

    /// Returns the position of an element in the buffer, in elements; `None` when `index` does not
    /// have one number per dimension, each within it.
    #[inline]
    #[must_use]
    pub const fn checked_offset(&self, index: &[usize]) -> Option<usize> {
        if contains(self.dims(), index) {
            Some(self.offset_unspecified(index))
        } else {
            None
        }
    }

    /// Returns the index of the element at a position: the inverse of [`offset`](Layout::offset).
    /// `None` on padding and past the buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let padding = (0..24).filter(|&position| layout.index(position).is_none());
    /// assert_eq!(padding.count(), 24 - 15);
    /// ```
    #[must_use]
    pub const fn index(&self, position: usize) -> Option<Index> {
        let found = match self.columns() {
            Some(columns) => columns.inverse(self.dims(), position),
            None => Inverse::Unknown,
        };
        match found {
            Inverse::Element(index) => Some(Index::of(index)),
            Inverse::NoElement => None,
            Inverse::Unknown => match tiling::index(&self.spec(), position) {
                Some(index) => Some(Index::of(index)),
                None => None,
            },
        }
    }

    /// Returns the layout's formula as a flat sum of terms; `None` if it does not flatten, because
    /// a later tile splits an earlier one unevenly.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// let terms = layout.terms().unwrap();
    /// let index = [2, 3];
    /// let sum: usize =
    ///     terms.iter().map(|t| index[t.dim] / t.divisor % t.modulus * t.stride).sum();
    /// assert_eq!(sum, 17);
    /// ```
    #[must_use]
    pub const fn terms(&self) -> Option<Terms> {
        match self.columns() {
            Some(columns) => Some(columns.terms()),
            None => None,
        }
    }

    /// Returns the strides of the logical dimensions, in elements, if the position of each element
    /// is the sum of index times stride: without tiles, or if no tile splits a dimension. `None`
    /// otherwise, and if the formula has no [`terms`](Layout::terms). A dimension of size 1 has
    /// stride 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let strides = |text| Layout::parse(text).unwrap().logical_strides();
    /// assert_eq!(strides("f32[3,5]{0,1}").unwrap(), [1, 3]);
    /// assert_eq!(strides("f32[3,5]{1,0:T(2,8)}").unwrap(), [8, 1]); // rows padded to 8
    /// assert_eq!(strides("f32[24,128]{1,0:T(8,128)}").unwrap(), [128, 1]); // whole rows
    /// assert_eq!(strides("f32[3,5]{1,0:T(2,2)}"), None);
    /// ```
    #[must_use]
    pub const fn logical_strides(&self) -> Option<Dims> {
        let Some(terms) = self.terms() else {
            return None;
        };
        // A dimension without a term has one index at most.
        let mut strides = Dims::filled(0, self.rank());
        let mut i = 0;
        while i < terms.len() {
            let term = terms.at(i);
            if term.divisor != 1 || term.modulus < self.dims()[term.dim] {
                return None;
            }
            strides.set(term.dim, term.stride);
            i += 1;
        }
        Some(strides)
    }

    /// Returns the number of positions that hold padding, in elements.
    #[must_use]
    pub const fn padding_len(&self) -> usize {
        self.padded_len() - self.num_elements()
    }

    /// Returns true if a position of the buffer holds padding; false past the buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    /// assert!(!layout.is_padding(17)); // element (2,3)
    /// assert!(layout.is_padding(18));
    /// ```
    #[must_use]
    pub const fn is_padding(&self, position: usize) -> bool {
        position < self.padded_len() && self.index(position).is_none()
    }

    /// Returns the size that a logical dimension rounds up to, and a smaller size that takes less;
    /// `None` when it does not round up.
    ///
    /// # Panics
    ///
    /// When the layout has no such dimension.
    #[must_use]
    #[track_caller]
    #[inline]
    pub const fn dimension_padding(&self, dimension: usize) -> Option<DimensionPadding> {
        assert_dimension(dimension, self.rank());
        DimensionPadding::of(self, dimension, extents_alike(self)[dimension])
    }

    /// Checks that the buffer is at most `percent` percent larger than the
    /// array. Padding from `PAD` and `L(n)` counts too.
    ///
    /// # Errors
    ///
    /// When it is larger; the error says which dimensions round up, and to what.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[129,128]{1,0:T(8,128)}").unwrap();
    /// assert!(layout.check_padding(6).is_ok()); // 17408 elements for 16512
    ///
    /// let error = layout.check_padding(5).unwrap_err();
    /// assert!(error.to_string().contains("dimension 0 of 129 rounds up to 136"));
    /// ```
    #[inline]
    pub const fn check_padding(&self, percent: usize) -> Result<(), LayoutError> {
        let array = self.num_elements() as u128;
        let padding = self.padded_len() as u128 - array;
        if padding * 100 <= percent as u128 * array {
            return Ok(());
        }
        Err(LayoutError::Padding(PaddingWaste::new(self, percent)))
    }

    /// Panics unless the buffer is at most `percent` percent larger than the
    /// array; in a const context that is a compile error.
    ///
    /// # Panics
    ///
    /// When [`check_padding`](Layout::check_padding) is an error, with its message.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::layout;
    ///
    /// type Weights = layout!(F32[136,128]<1,0:T(8,128)>);
    /// const _: () = Weights::LAYOUT.assert_padding_at_most(0);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use tiled_layout::layout;
    ///
    /// type Weights = layout!(F32[129,128]<1,0:T(8,128)>);
    /// const _: () = Weights::LAYOUT.assert_padding_at_most(5); // dimension 0 rounds up to 136
    /// ```
    #[track_caller]
    #[inline]
    pub const fn assert_padding_at_most(&self, percent: usize) {
        if let Err(LayoutError::Padding(waste)) = self.check_padding(percent) {
            panic!("{}", waste.message(Some(self)).as_str());
        }
    }

    /// Returns true if each slice along dimension `dim` (all elements at one index) is one block
    /// of the buffer: no element of another slice is between two of its elements. Padding may be.
    ///
    /// The time is linear in the number of the layout's [`terms`](Layout::terms).
    /// Without terms it is constant if tiles leave the dimension the most major
    /// one; otherwise it visits up to 65,536 positions, at about a microsecond each,
    /// and the answer for a larger buffer is `None`.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let contiguous = |text| {
    ///     let layout = Layout::parse(text).unwrap();
    ///     [0, 1].map(|dim| layout.slice_is_contiguous(dim).unwrap())
    /// };
    /// assert_eq!(contiguous("f32[3,5]{1,0}"), [true, false]);
    /// assert_eq!(contiguous("f32[3,5]{0,1}"), [false, true]);
    /// assert_eq!(contiguous("f32[3,5]{1,0:T(2)}"), [true, false]); // rows of 6
    /// assert_eq!(contiguous("f32[3,5]{1,0:T(2,2)}"), [false, false]);
    /// ```
    #[must_use]
    #[track_caller]
    pub fn slice_is_contiguous(&self, dim: usize) -> Option<bool> {
        assert_dimension(dim, self.rank());
        let extent = self.dims()[dim];
        if extent <= 1 || self.num_elements() <= extent {
            return Some(true); // one slice, or one element a slice, or none
        }
        dim_is_contiguous(self, dim)
    }

    /// Returns the byte ranges of the buffer that hold the elements of a region, which is given by
    /// one range of indices per dimension. Ranges are merged and in memory order. They do not count
    /// metadata before the data.
    ///
    /// If elements share a byte, a range includes the whole byte.
    ///
    /// The time per range depends on the number of the layout's [`terms`](Layout::terms), not
    /// on the length of the range, unless elements of less than a byte with gaps of less than
    /// a byte join into one range. Without terms, it visits each position of the buffer, unless
    /// the region is the array and the buffer has no padding.
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// // Rows 0 and 1, columns 2 to 4: a whole tile, and a half of the next one.
    /// let ranges: Vec<_> = layout.byte_ranges((..2, 2..))?.collect();
    /// assert_eq!(ranges, [16..36, 40..44]);
    ///
    /// let error = layout.byte_ranges((..2, 2..6)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the region's range 2..6 in dimension 1 goes past its size 5"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn byte_ranges(&self, region: impl IndexRanges<Index>) -> Result<ByteRanges, RegionError> {
        Ok(ByteRanges::new(self, bounds(self.dims(), &region)?))
    }

    /// Returns the layout of an array with dimensions `dims` and the same element type, order and
    /// sections.
    ///
    /// # Errors
    ///
    /// When the rank differs, or the buffer becomes too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let one = Layout::parse("f32[1,500]{1,0:T(8,128)}").unwrap();
    /// let batch = one.with_dims(&[32, 500]).unwrap();
    /// assert_eq!(batch.to_string(), "f32[32,500]{1,0:T(8,128)}");
    /// assert_eq!(batch.padded_len(), 32 * 512);
    /// assert!(one.with_dims(&[500]).is_err());
    /// ```
    pub const fn with_dims(&self, dims: &[usize]) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        match list(dims, What::Dimension) {
            Ok(dims) => spec.dims = dims,
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        }
        Layout::checked(spec)
    }

    /// Returns the layout of an array with another element type and the same dimensions, order and
    /// tiles.
    ///
    /// # Errors
    ///
    /// When `E(n)` has fewer bits than the type, or the buffer becomes too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let wide = Layout::parse("f32[300,500]{1,0:T(8,128)}").unwrap();
    /// let half = wide.with_element_type(ElementType::BF16).unwrap();
    /// assert_eq!(half.padded_bytes(), wide.padded_bytes() / 2);
    /// ```
    pub const fn with_element_type(&self, element: ElementType) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.element = element;
        Layout::checked(spec)
    }

    /// Returns the layout with its dimensions in another order, the most minor first. The tiles are
    /// not changed.
    ///
    /// # Errors
    ///
    /// When `order` does not name each dimension once, or the padding of the
    /// new order makes the buffer too large.
    pub const fn with_minor_to_major(&self, order: &[usize]) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        match list(order, What::Order) {
            Ok(order) => spec.minor_to_major = order,
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        }
        Layout::checked(spec)
    }

    /// Returns the layout with other tiles, in the order they are applied; an entry
    /// [`COMBINE`](crate::COMBINE) is `*`.
    ///
    /// # Errors
    ///
    /// When a tile is not valid, there are too many, or their padding makes
    /// the buffer too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::row_major(ElementType::BF16, &[300, 500])?;
    /// let tpu = layout.with_tiles(&[&[8, 128], &[2, 1]])?;
    /// assert_eq!(tpu.padded_bytes(), 311296);
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn with_tiles(&self, tiles: &[&[usize]]) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        let mut checked = TileList::new(Tile::EMPTY);
        let mut t = 0;
        while t < tiles.len() {
            if checked.is_full() {
                let kind = ErrorKind::TooManyTiles { limit: MAX_TILES };
                return Err(LayoutError::Invalid(kind));
            }
            match list(tiles[t], What::Tile) {
                Ok(tile) => checked.push(Tile::from_slice(tile.as_slice())),
                Err(kind) => return Err(LayoutError::Invalid(kind)),
            }
            t += 1;
        }
        spec.tiles = checked;
        Layout::checked(spec)
    }

    /// Returns the layout with elements of `bits` bits each: `E(bits)`.
    ///
    /// # Errors
    ///
    /// When the element type has more bits, or the buffer becomes too large.
    pub const fn with_element_bits(&self, bits: usize) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.bits = Some(bits);
        Layout::checked(spec)
    }

    /// Returns the layout whose logical dimensions are widened to `widths` before tiles are
    /// applied: `PAD(widths=value)`. The padding holds `value`.
    ///
    /// # Errors
    ///
    /// When there is not one width per dimension, each at least its size, or the buffer
    /// becomes too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout, PaddingValue};
    ///
    /// let layout = Layout::row_major(ElementType::F32, &[2, 3])?;
    /// let padded = layout.with_pad(&[3, 5], PaddingValue::Zero)?;
    /// assert_eq!(padded.to_string(), "f32[2,3]{1,0:PAD(3,5=zero)}");
    /// assert_eq!(padded.padded_len(), 15);
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn with_pad(
        &self,
        widths: &[usize],
        value: PaddingValue,
    ) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        match list(widths, What::Pad) {
            Ok(widths) => spec.pad = Some(Pad { widths, value }),
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        }
        Layout::checked(spec)
    }

    /// Returns the layout whose buffer is rounded up to a multiple of `elements`: `L(elements)`.
    ///
    /// # Errors
    ///
    /// When `elements` is 0, or the buffer becomes too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::row_major(ElementType::F32, &[3, 5])?.with_tiles(&[&[2, 2]])?;
    /// let aligned = layout.with_tail_padding_alignment_in_elements(16)?;
    /// assert_eq!(aligned.to_string(), "f32[3,5]{1,0:T(2,2)L(16)}");
    /// assert_eq!((layout.padded_len(), aligned.padded_len()), (24, 32));
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn with_tail_padding_alignment_in_elements(
        &self,
        elements: usize,
    ) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.align = elements;
        Layout::checked(spec)
    }

    /// Returns the layout with another memory space, 0 to 127.
    ///
    /// # Errors
    ///
    /// When `space` is above 127.
    pub const fn with_memory_space(&self, space: u8) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.space = space as usize;
        Layout::checked(spec)
    }

    /// Returns the layout with `bytes` bytes of metadata before the data: `M(bytes)`.
    ///
    /// # Errors
    ///
    /// When the metadata and the buffer together have more than `isize::MAX` bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::row_major(ElementType::F32, &[3, 5])?;
    /// let prefixed = layout.with_metadata_prefix_bytes(64)?;
    /// assert_eq!(prefixed.to_string(), "f32[3,5]{1,0:M(64)}");
    /// assert_eq!(prefixed.padded_bytes(), 60); // without the metadata
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn with_metadata_prefix_bytes(&self, bytes: usize) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.prefix = bytes;
        Layout::checked(spec)
    }

    /// Returns the same buffer as an array whose dimension `i` is dimension `permutation[i]` of
    /// this one: a transpose that copies nothing. XLA's `PermuteDimensions`. A transpose is a
    /// bitcast (XLA's `TransposeIsBitcast`) if the permuted layout
    /// [`is_bitcast_of`](Layout::is_bitcast_of) the layout of the result.
    ///
    /// # Errors
    ///
    /// When `permutation` does not name each dimension once.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::row_major(ElementType::F32, &[3, 5])?.with_tiles(&[&[2, 2]])?;
    /// let transposed = layout.permute_dimensions(&[1, 0])?;
    /// assert_eq!(transposed.to_string(), "f32[5,3]{0,1:T(2,2)}");
    /// assert_eq!(transposed.offset(&[3, 2]), layout.offset(&[2, 3]));
    ///
    /// let error = layout.permute_dimensions(&[0, 0]).unwrap_err();
    /// let words = "the permutation [0,0] does not name each of 2 dimensions once";
    /// assert_eq!(error.to_string(), words);
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn permute_dimensions(&self, permutation: &[usize]) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        let pad = spec.pad;
        spec.dims = Dims::new(0);
        spec.dynamic = 0;
        let mut new_number = Dims::filled(MISSING, self.rank());
        let mut i = 0;
        while i < permutation.len() {
            let dim = permutation[i];
            if dim >= self.rank() || new_number.at(dim) != MISSING {
                return Err(LayoutError::permutation(permutation, self.rank()));
            }
            new_number.set(dim, i);
            spec.dims.push(self.dims()[dim]);
            spec.dynamic |= (self.is_dynamic_dimension(dim) as u16) << i;
            if let (Some(pad), Some(from)) = (&mut spec.pad, &pad) {
                pad.widths.set(i, from.widths.at(dim));
            }
            i += 1;
        }
        if i != self.rank() {
            return Err(LayoutError::permutation(permutation, self.rank()));
        }
        i = 0;
        while i < self.rank() {
            spec.minor_to_major
                .set(i, new_number.at(spec.minor_to_major.at(i)));
            i += 1;
        }
        Ok(Layout::from_checked(spec, self.sizes())) // the buffer is the same
    }

    /// Returns the layout of one tile of the first level, padding included: a row-major array of
    /// the tile's entries, with the later tiles. Entries `*` are left out. Without a tile, it is
    /// the layout of one element.
    ///
    /// [`TileView::view`](crate::iter::TileView::view) gives a tile as an array of
    /// this layout.
    ///
    /// # Errors
    ///
    /// When a later tile splits across those of the first level, so that these
    /// are not contiguous; when the array has no elements, and one tile has more than
    /// `isize::MAX` bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, RegionError};
    ///
    /// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}")?; // with padding
    /// let tile = layout.tile_layout().unwrap();
    /// assert_eq!(tile.to_string(), "bf16[8,128]{1,0:T(2,1)}");
    ///
    /// let columns = Layout::parse("f32[4,4]{1,0:T(2,2)(2,1,1,1)}")?;
    /// assert_eq!(columns.tile_layout(), Err(RegionError::SplitTiles));
    /// # Ok::<(), tiled_layout::ParseError>(())
    /// ```
    pub const fn tile_layout(&self) -> Result<Layout, RegionError> {
        tile_layout(&self.spec())
    }

    /// Returns true if a buffer of this layout is also a buffer of layout `other`: both have the
    /// same number of positions, and element number `n` in row-major order has the same position
    /// in both. Dimensions and orders may differ, as in a reshape or a transpose that copies
    /// nothing. XLA's `ReshapeIsBitcast` ignores tiles; this function does not.
    ///
    /// Element type, bits of an element (`E`) and bytes of metadata (`M`) must be equal.
    /// Memory space, splits and the padding value are ignored.
    ///
    /// # Cost
    ///
    /// If both layouts have [`terms`](Layout::terms), the time is linear in the number of
    /// terms, about a microsecond. If one has none, because later tiles split earlier ones
    /// unevenly, this function compares elements one by one, at most 4,096. If these show no
    /// difference, it returns false, and
    /// [`check_bitcast_of`](Layout::check_bitcast_of) says that the answer is unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let is_bitcast = |a, b| Layout::parse(a).unwrap().is_bitcast_of(&Layout::parse(b).unwrap());
    ///
    /// // One tile is as wide as the array: whole rows follow one another.
    /// assert!(is_bitcast("f32[24,128]{1,0:T(8,128)}", "f32[24,128]{1,0}"));
    /// // Here four columns of a row are followed by four of the next row.
    /// assert!(!is_bitcast("f32[4,8]{1,0:T(2,4)}", "f32[4,8]{1,0}"));
    /// // Padding takes space.
    /// assert!(!is_bitcast("f32[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0}"));
    /// // A reshape and a transpose that move nothing.
    /// assert!(is_bitcast("f32[2,3,128]{2,1,0:T(1,128)}", "f32[6,128]{1,0:T(2,128)}"));
    /// assert!(is_bitcast("f32[1,5]{0,1}", "f32[5,1]{1,0}"));
    /// ```
    #[must_use]
    pub const fn is_bitcast_of(&self, other: &Layout) -> bool {
        difference(self, other).is_none()
    }

    /// [`is_bitcast_of`](Layout::is_bitcast_of) with the reason if it is false.
    ///
    /// # Errors
    ///
    /// When a buffer of this layout is not a buffer of `other`, or when the answer is
    /// unknown.
    pub const fn check_bitcast_of(&self, other: &Layout) -> Result<(), LayoutError> {
        match difference(self, other) {
            None => Ok(()),
            Some(difference) => Err(LayoutError::Bitcast {
                from: ArrayString::shortened(display::print(&self.spec()).as_str()),
                to: ArrayString::shortened(display::print(&other.spec()).as_str()),
                difference,
            }),
        }
    }
}

/// Returns a list of at most `MAX_RANK` numbers, which is `MAX_TILE_RANK` too.
const fn list(numbers: &[usize], what: What) -> Result<Dims, ErrorKind> {
    if numbers.len() > MAX_RANK {
        let limit = MAX_RANK;
        return Err(ErrorKind::TooMany { what, limit });
    }
    Ok(Dims::from_slice(numbers))
}

/// No dimension has this number.
const MISSING: usize = usize::MAX;
