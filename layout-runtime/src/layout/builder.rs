//! Constructors of layouts from numbers. The validator checks all of them.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::{ErrorKind, What};
use layout_core::spec::{MAX_RANK, MAX_TILE_RANK, MAX_TILES, Pad, PaddingValue, Spec, Tile};
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;
use crate::layout::error::LayoutError;

/// A list of at most `N` numbers.
const fn list<const N: usize>(
    numbers: &[usize],
    what: What,
) -> Result<ArrayVec<usize, N>, ErrorKind> {
    if numbers.len() > N {
        return Err(ErrorKind::TooMany { what, limit: N });
    }
    Ok(ArrayVec::from_slice(numbers))
}

/// The parts of [`Layout::row_major`], to be checked.
pub(crate) const fn row_major(element: ElementType, dims: &[usize]) -> Result<Spec, ErrorKind> {
    match list::<MAX_RANK>(dims, What::Dimension) {
        Ok(dims) => Ok(Spec::new(element, dims)),
        Err(kind) => Err(kind),
    }
}

impl Layout {
    /// The default layout of an array, without tiles: the last dimension is
    /// the most minor one. XLA's `GetDefaultLayoutForShape`.
    ///
    /// # Errors
    ///
    /// More than 12 dimensions, or a buffer of more than `isize::MAX` bytes.
    ///
    /// ```
    /// use tiled_layout::{ElementType, Layout};
    ///
    /// let layout = Layout::row_major(ElementType::F32, &[3, 5])?;
    /// assert_eq!(layout.to_string(), "f32[3,5]{1,0}");
    /// # Ok::<(), tiled_layout::LayoutError>(())
    /// ```
    pub const fn row_major(element: ElementType, dims: &[usize]) -> Result<Self, LayoutError> {
        match row_major(element, dims) {
            Ok(spec) => Layout::checked(spec),
            Err(kind) => Err(LayoutError::Invalid(kind)),
        }
    }

    /// The layout of an array with dimensions `dims` and the same element type, order and
    /// sections.
    ///
    /// # Errors
    ///
    /// When the rank differs, or the buffer becomes too large.
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
        match list::<MAX_RANK>(dims, What::Dimension) {
            Ok(dims) => spec.dims = dims,
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        }
        Layout::checked(spec)
    }

    /// The layout of an array with another element type and the same dimensions, order and
    /// tiles.
    ///
    /// # Errors
    ///
    /// When `E(n)` has fewer bits than the type, or the buffer becomes too large.
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

    /// The layout with its dimensions in another order, the most minor first. The tiles are
    /// not changed.
    ///
    /// # Errors
    ///
    /// When `order` does not name each dimension once, or the padding of the
    /// new order makes the buffer too large.
    pub const fn with_minor_to_major(&self, order: &[usize]) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        match list::<MAX_RANK>(order, What::Order) {
            Ok(order) => spec.minor_to_major = order,
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        }
        Layout::checked(spec)
    }

    /// The layout with other tiles, in the order they are applied; an entry
    /// [`COMBINE`](crate::COMBINE) is `*`.
    ///
    /// # Errors
    ///
    /// When a tile is not valid, there are too many, or their padding makes
    /// the buffer too large.
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
        let mut checked = ArrayVec::<Tile, MAX_TILES>::new(ArrayVec::new(0));
        let mut t = 0;
        while t < tiles.len() {
            if checked.is_full() {
                let kind = ErrorKind::TooManyTiles { limit: MAX_TILES };
                return Err(LayoutError::Invalid(kind));
            }
            match list::<MAX_TILE_RANK>(tiles[t], What::Tile) {
                Ok(tile) => checked.push(tile),
                Err(kind) => return Err(LayoutError::Invalid(kind)),
            }
            t += 1;
        }
        spec.tiles = checked;
        Layout::checked(spec)
    }

    /// The layout with another memory space, 0 to 127.
    ///
    /// # Errors
    ///
    /// When `space` is above 127.
    pub const fn with_memory_space(&self, space: u8) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.space = space as usize;
        Layout::checked(spec)
    }

    /// The layout with elements of `bits` bits each: `E(bits)`.
    ///
    /// # Errors
    ///
    /// When the element type has more bits, or the buffer becomes too large.
    pub const fn with_element_bits(&self, bits: usize) -> Result<Self, LayoutError> {
        let mut spec = self.spec();
        spec.bits = Some(bits);
        Layout::checked(spec)
    }

    /// The layout whose logical dimensions are widened to `widths` before tiles are applied:
    /// `PAD(widths=value)`. The padding holds `value`.
    ///
    /// # Errors
    ///
    /// When there is not one width per dimension, each at least its size, or the buffer
    /// becomes too large.
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
        match list::<MAX_RANK>(widths, What::Pad) {
            Ok(widths) => spec.pad = Some(Pad { widths, value }),
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        }
        Layout::checked(spec)
    }

    /// The layout whose buffer is rounded up to a multiple of `elements`: `L(elements)`.
    ///
    /// # Errors
    ///
    /// When `elements` is 0, or the buffer becomes too large.
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

    /// The layout with `bytes` bytes of metadata before the data: `M(bytes)`.
    ///
    /// # Errors
    ///
    /// None at present: any number of bytes is valid, because the buffer's size excludes them.
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

    /// Checks a spec that was not parsed.
    #[doc(hidden)]
    pub const fn checked(spec: Spec) -> Result<Self, LayoutError> {
        match Layout::from_spec(spec) {
            Ok(layout) => Ok(layout),
            Err(kind) => Err(LayoutError::Invalid(kind)),
        }
    }
}
