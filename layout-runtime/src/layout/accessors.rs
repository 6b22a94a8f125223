//! The parts of a layout's text: element type, dimensions, order, tiles and
//! other sections.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, Pad, Splits, Tiles};

use super::Layout;

impl Layout {
    /// The type of the elements.
    #[must_use]
    pub const fn element_type(&self) -> ElementType {
        self.parts.element
    }

    /// The width of one element in the buffer, in bits: `n` of `E(n)`; without it, the
    /// width of the element type, at least 8.
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

    /// The number of logical dimensions.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.parts.dims.len()
    }

    /// The number of logical dimensions that are not 1.
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

    /// The logical dimensions, in elements; for a dynamic dimension, its bound.
    #[inline]
    #[must_use]
    pub const fn dims(&self) -> &[usize] {
        self.parts.dims.as_slice()
    }

    /// [`dims`](Self::dims) as a list.
    pub(crate) const fn dims_list(&self) -> &Dims {
        &self.parts.dims
    }

    /// Whether logical dimension `dim` was written as `<=n`: its size is at
    /// most `dims()[dim]` and is known only when the program runs.
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

    /// The logical dimensions from the most minor to the most major one.
    #[must_use]
    pub const fn minor_to_major(&self) -> Dims {
        self.parts.minor_to_major()
    }

    /// The tiles, in the order they are applied.
    #[must_use]
    pub const fn tiles(&self) -> Tiles {
        self.spec().tiles
    }

    /// The number of elements that the buffer is rounded up to a multiple of:
    /// `L(n)`, or 1.
    #[must_use]
    pub const fn tail_padding_alignment_in_elements(&self) -> usize {
        self.parts.align
    }

    /// The memory space: `S(n)`, or 0.
    #[must_use]
    pub const fn memory_space(&self) -> u8 {
        self.parts.space
    }

    /// Where the array is split between memories: `SC(...)`.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)SC(0:2)}").unwrap();
    /// let split = layout.split_configs()[0];
    /// assert_eq!(split.dimension, 0);
    /// assert_eq!(*split.indices, [2]); // the second part begins at row 2
    /// ```
    #[must_use]
    pub const fn split_configs(&self) -> Splits {
        self.spec().splits
    }

    /// The bytes of metadata before the data: `M(n)`, or 0. Positions and
    /// sizes do not count them.
    ///
    /// Bytes that are passed as a buffer, to [`view_bytes`](Layout::view_bytes),
    /// `Buffer::from_bytes`, [`packed_view`](Layout::packed_view) or
    /// [`CopyPlan::run_bytes`](crate::CopyPlan::run_bytes), begin with them. Slices of
    /// elements and the results of `as_bytes` do not contain them.
    #[must_use]
    pub const fn metadata_prefix_bytes(&self) -> usize {
        self.parts.prefix
    }

    /// The widened dimensions and the value of their padding: `PAD(...)`.
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
}
