//! Blocked formats: an outer order of the dimensions, then blocks within.

use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{Dims, MAX_RANK, MAX_TILES, Spec};
use layout_core::util::array_vec::ArrayVec;

use crate::layout::Layout;
use crate::layout::builder;
use crate::layout::error::LayoutError;
use layout_core::spec::element_type::ElementType;
use layout_core::spec::reversed;

impl Layout {
    /// The layout of a blocked format: the dimensions in the order `outer`, major
    /// to minor, then blocks of `(dimension, elements)`, major to minor. A
    /// dimension may be blocked several times. Dimensions are rounded up to whole
    /// blocks.
    ///
    /// The tags of oneDNN, `linalg.pack` and the layouts of TVM are such formats.
    ///
    /// # Errors
    ///
    /// When `outer` does not name each dimension once, a block has no elements, or
    /// a limit of layouts is exceeded.
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
        let row_major = match builder::row_major(element, dims) {
            Ok(spec) => spec,
            Err(kind) => return Err(LayoutError::Invalid(kind)),
        };
        match Layout::blocked_spec(row_major, outer, blocks) {
            Ok(spec) => Layout::checked(spec),
            Err(kind) => Err(LayoutError::Invalid(kind)),
        }
    }
    /// The spec of a blocked format of the array of `spec`.
    ///
    /// The first tile has, for each dimension, the product of its blocks. If the blocks'
    /// dimensions ascend in the outer order, this tile also has the blocks in their order.
    /// Otherwise it leaves the longest ascending prefix of blocks as tile coordinates for the
    /// next tile, which has the remaining product of each dimension.
    const fn blocked_spec(
        mut spec: Spec,
        outer: &[usize],
        blocks: &[(usize, usize)],
    ) -> Result<Spec, ErrorKind> {
        let rank = spec.dims.len();
        if outer.len() != rank {
            let found = outer.len();
            return Err(ErrorKind::OrderCount { found, rank });
        }
        let mut outer_axis = [MAX_RANK; MAX_RANK]; // of each dimension
        let mut i = 0;
        while i < rank {
            let entry = outer[i];
            if entry >= rank {
                return Err(ErrorKind::OrderRange { entry, rank });
            }
            outer_axis[entry] = i;
            i += 1;
        }
        spec.minor_to_major = reversed(&Dims::from_slice(outer)); // the validator sees repetitions
        let mut size = [1usize; MAX_RANK]; // of the blocks that are left, of each dimension
        i = 0;
        while i < blocks.len() {
            let (dim, block) = blocks[i];
            if dim >= rank {
                return Err(ErrorKind::OrderRange { entry: dim, rank });
            }
            size[dim] = match size[dim].checked_mul(block) {
                Some(0) => return Err(ErrorKind::ZeroTile),
                Some(size) => size,
                None => return Err(ErrorKind::TileTooLarge { entry: block }),
            };
            i += 1;
        }
        let mut first = 0;
        while first < rank && size[outer[first]] == 1 {
            first += 1;
        }
        if first == rank {
            return Ok(spec);
        }
        let mut at = 0;
        loop {
            if spec.tiles.is_full() {
                return Err(ErrorKind::TooManyTiles { limit: MAX_TILES });
            }
            let mut tile = ArrayVec::EMPTY;
            i = first;
            while i < rank {
                tile.push(size[outer[i]]);
                i += 1;
            }
            spec.tiles.push(tile);
            let mut end = at + 1;
            while end < blocks.len() && outer_axis[blocks[end].0] > outer_axis[blocks[end - 1].0] {
                end += 1;
            }
            if end >= blocks.len() {
                return Ok(spec);
            }
            while at < end {
                size[blocks[at].0] /= blocks[at].1;
                at += 1;
            }
        }
    }
}
