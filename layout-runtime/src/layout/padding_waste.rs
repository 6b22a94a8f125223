//! `PaddingWaste`: more padding than was allowed, by dimensions.

use core::fmt;

use layout_core::spec::display::print;
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::dimension_padding::{DimensionPadding, extents_alike};

/// More padding than allowed, of [`LayoutError::Padding`](crate::LayoutError::Padding): the dimensions that cause it,
/// and how to reduce it.
///
/// # Examples
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

    /// Returns true if it rounds up by a larger factor.
    #[inline]
    const fn more_than(&self, other: &RoundsUp) -> bool {
        self.padded as u128 * other.size as u128 > other.padded as u128 * self.size as u128
    }
}

impl PaddingWaste {
    #[inline]
    pub(super) const fn new(layout: &Layout, limit: usize) -> PaddingWaste {
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
        let alike = extents_alike(layout);
        let mut dim = 0;
        while dim < layout.rank() {
            if let Some(padding) = DimensionPadding::of(layout, dim, alike[dim]) {
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

    /// How much larger the buffer is than the array, in percent of the array, rounded up;
    /// `usize::MAX` when the array has no elements.
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

    /// Returns the percentage that was allowed; at most `u32::MAX`.
    #[must_use]
    #[inline]
    pub const fn limit(&self) -> usize {
        self.limit as usize
    }

    /// Returns the wasted memory by dimension, and what to write instead.
    #[inline]
    pub(in crate::layout) const fn message(&self, layout: Option<&Layout>) -> ArrayString<2048> {
        let mut words = ArrayString::new();
        words.str("the buffer");
        if let Some(layout) = layout {
            let text = print(&layout.spec());
            words.str(" of `").str(text.as_str()).str("`");
        }
        words.str(" has ").grouped(self.padded_len as u128);
        words
            .str(" elements for ")
            .grouped(self.num_elements as u128);
        if self.num_elements > 0 {
            words
                .str(", ")
                .grouped(self.percent() as u128)
                .str("% more");
        }
        words
            .str("; the limit is ")
            .grouped(self.limit as u128)
            .str("%");
        let mut i = 0;
        while i < self.len as usize {
            let RoundsUp { size, padded, less } = self.sizes[i];
            let padding = DimensionPadding {
                dimension: self.dims[i] as usize,
                size,
                padded,
                cut: if less > 0 { Some(less) } else { None },
            };
            padding.message(&mut words);
            i += 1;
        }
        if self.align > 1 {
            words.str("\nnote: the buffer is rounded up to a multiple of ");
            words.grouped(self.align as u128).str(" elements");
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
