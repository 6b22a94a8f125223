//! Slices: a part of an array that is an array of its own in the same memory.

use core::fmt;
use core::ops::Range;

use crate::layout::Layout;
use crate::layout::formula::term::Terms;
use crate::layout::index_box::{Region, RegionError};
use crate::spec::{Dims, Spec};
use crate::util::axis::expect_dimension;
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

/// Why a region cannot be seen as an array of its own without copying.
///
/// ```
/// use layout_runtime::{Layout, SliceError};
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let error = layout.view(&buffer)?.slice(&[0..3, 1..5]).unwrap_err();
/// assert_eq!(error, SliceError::WithinTile { dim: 1, index: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SliceError {
    /// The ranges are not a region of the array.
    Region(RegionError),
    /// The region begins or ends within a tile, not at its edge.
    WithinTile {
        /// The dimension.
        dim: usize,
        /// The index that is within a tile.
        index: usize,
    },
    /// Other elements lie between those of the region.
    Scattered {
        /// A dimension along which elements lie further apart than in an array
        /// of the region's dimensions.
        dim: usize,
        /// How far two of them lie apart, in elements.
        distance: usize,
        /// How far they would lie apart in an array of their own.
        expected: usize,
    },
    /// A later tile cuts an earlier one unevenly, so that parts of the array
    /// are not laid out as arrays of their own.
    Uneven,
}

impl fmt::Display for SliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SliceError::Region(error) => error.fmt(f),
            SliceError::WithinTile { dim, index } => write!(
                f,
                "index {index} in dimension {dim} lies within a tile, so that the region is no array of its own"
            ),
            SliceError::Scattered {
                dim,
                distance,
                expected,
            } => write!(
                f,
                "along dimension {dim} the region's elements lie {distance} apart, in an array of their own it would be {expected}"
            ),
            SliceError::Uneven => write!(
                f,
                "the layout's tiles cut one another unevenly, so that the region is no array of its own"
            ),
        }
    }
}

impl core::error::Error for SliceError {}

impl From<RegionError> for SliceError {
    fn from(error: RegionError) -> Self {
        SliceError::Region(error)
    }
}

/// A region as a layout of its own, and its positions in the buffer.
struct Slice {
    layout: Layout,
    positions: Range<usize>,
}

impl Slice {
    /// The region, without dimension `removed`, of which it has one index.
    fn new(layout: &Layout, region: &Region, removed: Option<usize>) -> Result<Self, SliceError> {
        let spec = layout.spec();
        let (low, high) = (region.low(), region.high());
        // Alignment, metadata and splits are those of the whole buffer.
        let plain = Spec::new(spec.element, spec.dims);
        let mut own = Spec {
            align: plain.align,
            prefix: plain.prefix,
            splits: plain.splits,
            ..*spec
        };
        if region.is_empty() {
            own.pad = None; // no element, and no memory
        }
        for dim in 0..spec.dims.len() {
            set_range(&mut own, dim, low[dim]..high[dim]);
            if region.is_empty() {
                continue;
            }
            for index in [low[dim], high[dim]] {
                let inside = 0 < index && index < spec.dims.at(dim);
                if inside && !is_edge(spec, dim, index) {
                    return Err(SliceError::WithinTile { dim, index });
                }
            }
        }
        if let Some(dim) = removed {
            remove_dim(&mut own, dim);
        }
        let Ok(own) = Layout::checked(own) else {
            return Err(SliceError::Uneven); // not reached: it is no larger than the whole
        };
        if region.is_empty() {
            return Ok(Slice {
                layout: own,
                positions: 0..own.padded_len(),
            });
        }
        let (Some(whole_terms), Some(own_terms)) = (layout.terms(), own.terms()) else {
            return Err(SliceError::Uneven);
        };
        for dim in (0..low.len()).filter(|&dim| Some(dim) != removed) {
            let own_dim = dim - usize::from(removed.is_some_and(|removed| removed < dim));
            let start = position(&whole_terms, dim, low[dim]);
            for index in low[dim]..high[dim] {
                let distance = position(&whole_terms, dim, index) - start;
                let expected = position(&own_terms, own_dim, index - low[dim]);
                if distance != expected {
                    return Err(SliceError::Scattered {
                        dim,
                        distance,
                        expected,
                    });
                }
            }
        }
        let start = layout.offset_unchecked(low);
        Ok(Slice {
            layout: own,
            positions: start..start + own.padded_len(),
        })
    }

    /// The slice at `index` along dimension `dim`, without that dimension.
    fn axis(layout: &Layout, dim: isize, index: usize) -> Result<Self, SliceError> {
        let dim = expect_dimension(dim, layout.rank());
        let region = Region::whole(layout.dims()).with(
            dim,
            index..index.saturating_add(1),
            layout.dims(),
        )?;
        Slice::new(layout, &region, Some(dim))
    }
}

impl Layout {
    /// Whether each slice of dimension `dim` (`-1` is the last), which has all
    /// elements of one index, is a block of the buffer: no element of another
    /// slice lies between two of its own. Padding may.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let contiguous = |text| {
    ///     let layout = Layout::parse(text).unwrap();
    ///     [0, 1].map(|dim| layout.slice_is_contiguous(dim))
    /// };
    /// assert_eq!(contiguous("f32[3,5]{1,0}"), [true, false]);
    /// assert_eq!(contiguous("f32[3,5]{0,1}"), [false, true]);
    /// assert_eq!(contiguous("f32[3,5]{1,0:T(2)}"), [true, false]); // rows of 6
    /// assert_eq!(contiguous("f32[3,5]{1,0:T(2,2)}"), [false, false]);
    /// ```
    pub fn slice_is_contiguous(&self, dim: isize) -> bool {
        let dim = expect_dimension(dim, self.rank());
        let extent = self.dims()[dim];
        if extent <= 1 || self.num_elements() <= extent {
            return true; // one slice, or one element a slice, or none
        }
        if let Some(terms) = self.terms() {
            // Blocks of one index each: what depends on `dim` comes first.
            let strides = |of_dim: bool| {
                let terms = terms.iter().filter(move |term| (term.dim == dim) == of_dim);
                terms.map(|term| term.stride)
            };
            return strides(true).min() > strides(false).max();
        }
        // In memory order, each index comes up once.
        let indices = (0..self.padded_len()).filter_map(|position| self.index(position));
        let mut changes = 0;
        let mut last = None;
        for index in indices {
            changes += usize::from(last != Some(index[dim]));
            last = Some(index[dim]);
        }
        changes == extent
    }
}

/// The part of the position that the index in one dimension gives.
fn position(terms: &Terms, dim: usize, index: usize) -> usize {
    let of_dim = terms.iter().filter(|term| term.dim == dim);
    of_dim
        .map(|term| index / term.divisor % term.modulus * term.stride)
        .sum()
}

/// Whether a tile ends where dimension `dim` would have `size` elements: one
/// element more takes a longer buffer.
fn is_edge(spec: &Spec, dim: usize, size: usize) -> bool {
    let len = |size| {
        let mut cut = *spec;
        cut.align = 1;
        cut.dims.set(dim, size);
        if let Some(pad) = &mut cut.pad {
            pad.widths.set(dim, size);
        }
        Layout::checked(cut).map_or(0, |layout| layout.padded_len())
    };
    len(size) < len(size + 1)
}

/// Leaves a range of dimension `dim`, with the padding that follows it.
fn set_range(spec: &mut Spec, dim: usize, range: Range<usize>) {
    let whole = spec.dims.at(dim);
    spec.dims.set(dim, range.len());
    if range.len() < whole {
        spec.dynamic &= !(1 << dim);
    }
    if let Some(pad) = &mut spec.pad {
        let past = pad.widths.at(dim) - whole;
        let padding = if range.end == whole { past } else { 0 };
        pad.widths.set(dim, range.len() + padding);
    }
}

fn remove_dim(spec: &mut Spec, dim: usize) {
    let low_bits = (1 << dim) - 1;
    spec.dynamic = spec.dynamic & low_bits | spec.dynamic >> 1 & !low_bits;
    spec.dims.remove(dim);
    if let Some(pad) = &mut spec.pad {
        pad.widths.remove(dim);
    }
    let mut order = Dims::new(0);
    for &other in spec.minor_to_major.iter().filter(|&&other| other != dim) {
        order.push(other - usize::from(other > dim));
    }
    spec.minor_to_major = order;
}

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// A region, one range of indices a dimension, as an array of its own
    /// without copying: a part that begins and ends at the edges of tiles and
    /// lies in one stretch of the buffer.
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it, or when the
    /// region is no such part.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let last_row = view.slice(&[2..3, 0..5])?;
    /// assert_eq!(last_row.layout().to_string(), "s32[1,5]{1,0:T(2,2)}");
    /// assert_eq!(last_row[[0, 3]], 17);
    /// assert_eq!(last_row.as_slice(), &buffer[12..]);
    ///
    /// let error = view.slice(&[1..3, 0..5]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "index 1 in dimension 0 lies within a tile, so that the region is no array of its own"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice(&self, region: &[Range<usize>]) -> Result<View<'a, T, Layout>, SliceError> {
        let region = Region::new(region, self.dims())?;
        let Slice { layout, positions } = Slice::new(self.layout(), &region, None)?;
        Ok(View::from_checked(&self.as_slice()[positions], layout))
    }

    /// The array at `index` along dimension `dim` (`-1` is the last), which it
    /// no longer has; without copying.
    ///
    /// # Errors
    ///
    /// When `index` is not within the dimension, or when the elements are not
    /// an array of their own: the dimension is tiled, or not the most major.
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..96).collect();
    /// let view = layout.view(&buffer)?;
    /// let second = view.index_axis(0, 1)?;
    /// assert_eq!(second.layout().to_string(), "s32[3,5]{1,0:T(2,2)}");
    /// assert_eq!(second[[2, 3]], 24 + 17);
    /// assert!(view.index_axis(1, 0).is_err()); // rows are tiled
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index_axis(&self, dim: isize, index: usize) -> Result<View<'a, T, Layout>, SliceError> {
        let Slice { layout, positions } = Slice::axis(self.layout(), dim, index)?;
        Ok(View::from_checked(&self.as_slice()[positions], layout))
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// A region as an array of its own, to be written; as [`View::slice`].
    ///
    /// # Errors
    ///
    /// As those of [`View::slice`].
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.slice_mut(&[2..3, 0..5])?.fill_padding(-1);
    /// assert_eq!(buffer[..12], [0; 12]); // the padding of other rows is not its own
    /// assert_eq!(buffer[12..16], [0, 0, -1, -1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice_mut(
        &mut self,
        region: &[Range<usize>],
    ) -> Result<ViewMut<'_, T, Layout>, SliceError> {
        self.reborrow().into_slice(region)
    }

    /// The array at `index` along dimension `dim`, to be written; as
    /// [`View::index_axis`].
    ///
    /// # Errors
    ///
    /// As those of [`View::index_axis`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("s32[4,3,5]{2,1,0:T(2,2)}")?;
    /// let mut buffer = [0; 96];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.index_axis_mut(0, 1)?[[2, 3]] = 7;
    /// assert_eq!(view[[1, 2, 3]], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index_axis_mut(
        &mut self,
        dim: isize,
        index: usize,
    ) -> Result<ViewMut<'_, T, Layout>, SliceError> {
        self.reborrow().into_axis(dim, index)
    }
}

impl<'a, T, M: Mapping> ViewMut<'a, T, M> {
    pub(crate) fn into_slice(
        self,
        region: &[Range<usize>],
    ) -> Result<ViewMut<'a, T, Layout>, SliceError> {
        let region = Region::new(region, self.dims())?;
        let slice = Slice::new(self.layout(), &region, None)?;
        Ok(self.into_part(slice))
    }

    pub(crate) fn into_axis(
        self,
        dim: isize,
        index: usize,
    ) -> Result<ViewMut<'a, T, Layout>, SliceError> {
        let slice = Slice::axis(self.layout(), dim, index)?;
        Ok(self.into_part(slice))
    }

    fn into_part(self, slice: Slice) -> ViewMut<'a, T, Layout> {
        let (buffer, _) = self.into_parts();
        ViewMut::from_checked(&mut buffer[slice.positions], slice.layout)
    }
}
