//! How much of a buffer is padding, dimension by dimension, as a value and as
//! an assertion of const evaluation.

use core::fmt;

use layout_core::spec::display::print;
use layout_core::spec::tiling;
use layout_core::spec::{Dims, PhysicalDims};
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::assert_dimension::assert_dimension;
use crate::layout::error::LayoutError;

impl Layout {
    /// What each logical dimension rounds up to: the largest size that it
    /// could have in the same buffer, in elements.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let padded = |text| Layout::parse(text).unwrap().padded_dims();
    /// assert_eq!(padded("f32[3,5]{1,0:T(2,2)}"), [4, 6]);
    /// assert_eq!(padded("f32[129,128]{1,0:T(8,128)}"), [136, 128]);
    /// assert_eq!(padded("f32[3,5]{1,0}"), [3, 5]);
    /// ```
    #[must_use]
    #[inline]
    pub const fn padded_dims(&self) -> Dims {
        let mut padded = self.spec().dims;
        let mut place = 0;
        while place < self.rank() {
            padded.set(self.dim_at(place), self.range_at(place).1);
            place += 1;
        }
        padded
    }

    /// The size that a logical dimension rounds up to, and a size without
    /// rounding; `None` when it does not round up.
    ///
    /// # Panics
    ///
    /// When the layout has no such dimension.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[129,128]{1,0:T(8,128)}").unwrap();
    /// let rows = layout.dimension_padding(0).unwrap();
    /// assert_eq!((rows.size, rows.padded, rows.cut), (129, 136, Some(128)));
    /// assert_eq!(layout.dimension_padding(1), None);
    /// ```
    #[must_use]
    #[track_caller]
    #[inline]
    pub const fn dimension_padding(&self, dimension: usize) -> Option<DimensionPadding> {
        assert_dimension(dimension, self.rank());
        let size = self.dims()[dimension];
        let mut place = 0;
        while self.dim_at(place) != dimension {
            place += 1;
        }
        let (least, padded) = self.range_at(place);
        if padded == size {
            return None;
        }
        let can_be_cut = least > 1 && self.pad().is_none();
        Some(DimensionPadding {
            dimension,
            size,
            padded,
            cut: if can_be_cut { Some(least - 1) } else { None },
        })
    }

    /// Checks that the buffer is at most `percent` percent larger than the
    /// array. Padding from `PAD` and `L(n)` counts too.
    ///
    /// # Errors
    ///
    /// When it is larger: which dimensions round up, and to what.
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
    /// When [`check_padding`](Layout::check_padding) is an error, with its
    /// words.
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

    /// The logical dimension of a physical one before tiling, counted from the
    /// most major.
    #[inline]
    const fn dim_at(&self, place: usize) -> usize {
        self.minor_to_major().at(self.rank() - 1 - place)
    }

    /// The least and the largest size that a physical dimension could have in
    /// the same buffer. Physical dimensions never shrink when a dimension
    /// grows, so both can be bisected.
    #[inline]
    const fn range_at(&self, place: usize) -> (usize, usize) {
        let mut dims = self.spec().untiled_dims();
        let size = dims.at(place);
        if self.padded_len() == 0 {
            return (size, size); // there is no buffer to compare
        }
        let mut least = size;
        let mut below = 0;
        while below + 1 < least {
            let middle = below + (least - below) / 2;
            dims.set(place, middle);
            if self.has_physical_dims_of(&dims) {
                least = middle;
            } else {
                below = middle;
            }
        }
        let mut largest = size;
        let mut above = size;
        loop {
            above = above.saturating_mul(2);
            dims.set(place, above);
            if !self.has_physical_dims_of(&dims) {
                break;
            }
            largest = above;
        }
        while largest + 1 < above {
            let middle = largest + (above - largest) / 2;
            dims.set(place, middle);
            if self.has_physical_dims_of(&dims) {
                largest = middle;
            } else {
                above = middle;
            }
        }
        (least, largest)
    }

    /// Whether dimensions, major to minor and before tiling, give the buffer
    /// the extents that it has.
    #[inline]
    const fn has_physical_dims_of(&self, dims: &PhysicalDims) -> bool {
        match tiling::tiled_dims(dims, &self.spec().tiles, self.tiles().len()) {
            Some(tiled) => tiled.same(&self.physical_dims()),
            None => false,
        }
    }
}

/// A logical dimension that rounds up, in elements.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let columns = layout.dimension_padding(1).unwrap();
/// assert_eq!((columns.size, columns.padded, columns.cut), (5, 6, Some(4)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct DimensionPadding {
    /// Which dimension.
    pub dimension: usize,
    /// Its size.
    pub size: usize,
    /// The largest size that takes the same buffer.
    pub padded: usize,
    /// The largest size that takes a smaller buffer, when there is one.
    pub cut: Option<usize>,
}

impl DimensionPadding {
    /// The wasted memory, and what to write instead.
    #[inline]
    const fn words(&self, words: &mut ArrayString<2048>) {
        words
            .str("\nnote: dimension ")
            .num(self.dimension as u128)
            .str(" of ")
            .num(self.size as u128)
            .str(" rounds up to ")
            .num(self.padded as u128)
            .str("\nhelp: pad dimension ")
            .num(self.dimension as u128)
            .str(" to ")
            .num(self.padded as u128);
        if let Some(cut) = self.cut {
            words.str(", or cut it to ").num(cut as u128);
        }
    }
}

/// More padding than allowed, of [`LayoutError::Padding`]: the dimensions that cause it,
/// and how to reduce it.
///
/// ```
/// use tiled_layout::{Layout, LayoutError};
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let Err(LayoutError::Padding(waste)) = layout.check_padding(50) else { panic!() };
/// assert_eq!((waste.percent(), waste.limit()), (60, 50)); // 9 beside 15 are 60%
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PaddingWaste {
    limit: u32,
    num_elements: usize,
    padded_len: usize,
    /// `L(n)`, or 1.
    align: usize,
    /// The dimensions that round up most, in their order.
    sizes: [RoundsUp; MAX_NAMED_DIMS],
    dims: [u8; MAX_NAMED_DIMS],
    len: u8,
}

/// The most dimensions that an error names.
const MAX_NAMED_DIMS: usize = 3;

/// A dimension that rounds up.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RoundsUp {
    size: usize,
    padded: usize,
    /// The largest size that takes a smaller buffer, or 0.
    less: usize,
}

impl RoundsUp {
    const NO: RoundsUp = RoundsUp {
        size: 1,
        padded: 1,
        less: 0,
    };

    /// Whether it rounds up by a larger factor.
    #[inline]
    const fn more_than(&self, other: &RoundsUp) -> bool {
        self.padded as u128 * other.size as u128 > other.padded as u128 * self.size as u128
    }
}

impl PaddingWaste {
    #[inline]
    const fn new(layout: &Layout, limit: usize) -> PaddingWaste {
        let mut waste = PaddingWaste {
            limit: if limit > u32::MAX as usize {
                u32::MAX
            } else {
                limit as u32
            },
            num_elements: layout.num_elements(),
            padded_len: layout.padded_len(),
            align: layout.tail_padding_alignment_in_elements(),
            sizes: [RoundsUp::NO; MAX_NAMED_DIMS],
            dims: [0; MAX_NAMED_DIMS],
            len: 0,
        };
        let mut dim = 0;
        while dim < layout.rank() {
            if let Some(padding) = layout.dimension_padding(dim) {
                let rounds_up = RoundsUp {
                    size: padding.size,
                    padded: padding.padded,
                    less: match padding.cut {
                        Some(cut) => cut,
                        None => 0,
                    },
                };
                waste.add(dim, rounds_up);
            }
            dim += 1;
        }
        waste
    }

    /// Adds a dimension at the end; the one that rounds up least goes when
    /// there are too many.
    #[inline]
    const fn add(&mut self, dim: usize, mut rounds_up: RoundsUp) {
        let mut dim = dim as u8;
        if self.len as usize == MAX_NAMED_DIMS {
            // Those after the first that rounds up less move forward.
            let mut least = MAX_NAMED_DIMS;
            let mut i = 0;
            let mut smallest = rounds_up;
            while i < MAX_NAMED_DIMS {
                if smallest.more_than(&self.sizes[i]) {
                    smallest = self.sizes[i];
                    least = i;
                }
                i += 1;
            }
            while i > least {
                i -= 1;
                (self.sizes[i], rounds_up) = (rounds_up, self.sizes[i]);
                (self.dims[i], dim) = (dim, self.dims[i]);
            }
            return;
        }
        self.sizes[self.len as usize] = rounds_up;
        self.dims[self.len as usize] = dim;
        self.len += 1;
    }

    /// By how much the buffer is larger than the array, in percent of the
    /// array, rounded up; `usize::MAX` when the array has no elements.
    #[must_use]
    #[inline]
    pub const fn percent(&self) -> usize {
        let array = self.num_elements as u128;
        let padding = self.padded_len as u128 - array;
        if array == 0 {
            return usize::MAX;
        }
        let percent = (padding * 100).div_ceil(array);
        if percent > usize::MAX as u128 {
            return usize::MAX;
        }
        percent as usize
    }

    /// The percentage that was allowed; at most `u32::MAX`.
    #[must_use]
    #[inline]
    pub const fn limit(&self) -> usize {
        self.limit as usize
    }

    /// The wasted memory by dimension, and what to write instead.
    #[inline]
    pub(super) const fn message(&self, layout: Option<&Layout>) -> ArrayString<2048> {
        let mut words = ArrayString::new();
        words.str("the buffer");
        if let Some(layout) = layout {
            let text = print(&layout.spec());
            words.str(" of `").str(text.as_str()).str("`");
        }
        words.str(" has ").num(self.padded_len as u128);
        words.str(" elements for ").num(self.num_elements as u128);
        if self.num_elements > 0 {
            words.str(", ").num(self.percent() as u128).str("% more");
        }
        words.str(", where ").num(self.limit as u128);
        words.str("% are allowed");
        let mut i = 0;
        while i < self.len as usize {
            let RoundsUp { size, padded, less } = self.sizes[i];
            let padding = DimensionPadding {
                dimension: self.dims[i] as usize,
                size,
                padded,
                cut: if less > 0 { Some(less) } else { None },
            };
            padding.words(&mut words);
            i += 1;
        }
        if self.align > 1 {
            words.str("\nnote: the buffer is rounded up to a multiple of ");
            words.num(self.align as u128).str(" elements");
        }
        words
    }
}

impl fmt::Display for PaddingWaste {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message(None).as_str())
    }
}

impl fmt::Debug for PaddingWaste {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PaddingWaste")
            .field("num_elements", &self.num_elements)
            .field("padded_len", &self.padded_len)
            .field("limit", &self.limit)
            .field("percent", &self.percent())
            .finish()
    }
}
