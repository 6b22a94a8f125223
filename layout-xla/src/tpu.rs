//! The default layout of an array on a TPU.
//!
//! A vector register has 8 rows (*sublanes*) of 128 words of 32 bits (*lanes*). Two
//! dimensions get tiles: one along the lanes, one along the sublanes. Elements of
//! less than 32 bits share words: `32 / bits` rows are interleaved.

use core::fmt;

use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::{ErrorKind, What};
use layout_core::spec::{Dims, MAX_RANK, Spec, Tile, default_order};

use layout_runtime::Layout;
use layout_runtime::LayoutError;

const LANES: usize = 128;

/// Why a TPU has no default layout for an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TpuError {
    /// The rule is not verified for arrays of this element type.
    Untried(ElementType),
    /// The layout, or the requested order, is not valid.
    Layout(LayoutError),
}

impl fmt::Display for TpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TpuError::Untried(element) => write!(
                f,
                "no default layout of a TPU is known for elements of type `{}`",
                element.name()
            ),
            TpuError::Layout(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TpuError {}

/// Returns the default layout of a program's argument or result on TPU v4, v5e, v5p, v6e
/// and 7x.
///
/// The layout of an array without elements has no tiles. The rule was derived from arrays compiled
/// by libtpu 0.0.42, and verified on arrays compiled by libtpu 0.0.52. TPU v3 has another rule.
/// Arrays within a program (temporaries) can have other layouts.
///
/// # Errors
///
/// If the rule is not verified for the element type: types of 64 bits except C64, of 128, 6
/// and 1 bits. For more than 12 dimensions, or a buffer of
/// more than `isize::MAX` bytes.
///
/// # Examples
///
/// ```
/// use tiled_layout::{ElementType, Layout};
/// use tiled_layout::xla::tpu;
///
/// const WEIGHTS: Layout = match tpu::default_layout(ElementType::BF16, &[300, 500]) {
///     Ok(layout) => layout,
///     Err(_) => panic!("not a TPU array"),
/// };
/// assert_eq!(WEIGHTS.to_string(), "bf16[300,500]{1,0:T(8,128)(2,1)}");
/// assert_eq!(WEIGHTS.padded_bytes(), 311_296); // 304 x 512 elements of 2 bytes
///
/// let packed = tpu::default_layout(ElementType::S4, &[3, 5])?;
/// assert_eq!(packed.to_string(), "s4[3,5]{1,0:T(8,128)(8,1)E(4)}");
/// assert!(tpu::default_layout(ElementType::S64, &[3, 5]).is_err());
/// # Ok::<(), tpu::TpuError>(())
/// ```
pub const fn default_layout(element: ElementType, dims: &[usize]) -> Result<Layout, TpuError> {
    if element.tpu_bits().is_none() {
        return Err(TpuError::Untried(element));
    }
    if dims.len() > MAX_RANK {
        let (what, limit) = (What::Dimension, MAX_RANK);
        let kind = ErrorKind::TooMany { what, limit };
        return Err(TpuError::Layout(LayoutError::Invalid(kind)));
    }
    let dims = Dims::from_slice(dims);
    match dims.len() {
        _ if is_empty(&dims) => checked(spec(element, dims)),
        0 | 1 => one_dimension(element, dims),
        _ => {
            let (lane, sublane) = best_pair(element, &dims);
            two_dimensions(element, dims, lane, sublane)
        }
    }
}

/// Returns the layout on a TPU of an array with a requested order, the most minor dimension
/// first. The tiles follow from the order; an array without elements has none.
///
/// # Errors
///
/// As for [`default_layout`], and if the order does not name each dimension once.
///
/// # Examples
///
/// ```
/// use tiled_layout::ElementType;
/// use tiled_layout::xla::tpu;
///
/// let rows = tpu::default_layout_with_order(ElementType::F32, &[1_000_000, 3], &[1, 0])?;
/// assert_eq!(rows.to_string(), "f32[1000000,3]{1,0:T(8,128)}");
/// # Ok::<(), tpu::TpuError>(())
/// ```
pub const fn default_layout_with_order(
    element: ElementType,
    dims: &[usize],
    minor_to_major: &[usize],
) -> Result<Layout, TpuError> {
    let layout = match default_layout(element, dims) {
        Ok(layout) => layout,
        Err(error) => return Err(error),
    };
    // The tiles may not fit the other order, so that it is checked without them.
    let order = match Layout::row_major(element, dims) {
        Ok(rows) => match rows.with_minor_to_major(minor_to_major) {
            Ok(ordered) => ordered.minor_to_major(),
            Err(error) => return Err(TpuError::Layout(error)),
        },
        Err(error) => return Err(TpuError::Layout(error)),
    };
    if dims.len() < 2 {
        return Ok(layout);
    }
    let mut spec = match layout.num_elements() {
        0 => layout.spec(),
        _ => tiled_along(element, Dims::from_slice(dims), order.at(0), order.at(1)),
    };
    spec.minor_to_major = order;
    checked(spec)
}

/// Returns the layouts that the rule chooses from, one for each ordered pair of dimensions
/// along lanes and sublanes; for fewer than two dimensions or no elements, the only one.
///
/// The rule chooses the layout with the fewest bytes. A tie is resolved in favour of the largest
/// dimension number along the lanes, then along the sublanes. Elements of 2 bits are compared as
/// in tiles of 8 rows, though theirs have 16 or 128; of several layouts with the fewest elements,
/// the rule prefers those in which lanes are a multiple of 128 elements and sublanes a multiple of 16.
///
/// # Errors
///
/// If the rule is not verified for the element type, for more than 12 dimensions, or for a buffer
/// of more than `isize::MAX` bytes.
///
/// # Examples
///
/// ```
/// use tiled_layout::ElementType;
/// use tiled_layout::xla::tpu;
///
/// let candidates = tpu::candidates(ElementType::F32, &[1_000_000, 3])?;
/// let bytes: Vec<_> = candidates.map(|layout| layout.padded_bytes()).collect();
/// assert_eq!(bytes, [16_001_024, 512_000_000]); // {0,1:T(4,128)} and {1,0:T(8,128)}
/// # Ok::<(), tpu::TpuError>(())
/// ```
pub fn candidates(
    element: ElementType,
    dims: &[usize],
) -> Result<impl Iterator<Item = Layout> + Clone + use<>, TpuError> {
    default_layout(element, dims).map(|chosen| Candidates { chosen, pair: 0 })
}

/// The iterator of [`candidates`].
#[derive(Clone)]
struct Candidates {
    chosen: Layout,
    /// `lane * rank + sublane` of the next one.
    pair: usize,
}

impl Iterator for Candidates {
    type Item = Layout;

    fn next(&mut self) -> Option<Layout> {
        let rank = self.chosen.rank();
        if rank < 2 || self.chosen.num_elements() == 0 {
            self.pair += 1;
            return (self.pair == 1).then_some(self.chosen);
        }
        while self.pair < rank * rank {
            let (lane, sublane) = (self.pair / rank, self.pair % rank);
            self.pair += 1;
            let dims = Dims::from_slice(self.chosen.dims());
            // One that is too large is not chosen.
            if lane != sublane
                && let Ok(layout) = two_dimensions(self.chosen.element_type(), dims, lane, sublane)
            {
                return Some(layout);
            }
        }
        None
    }
}

/// Returns the bits of an element in the buffer. Callers check the type with `tpu_bits` first.
const fn buffer_bits(element: ElementType) -> usize {
    match element.tpu_bits() {
        Some(bits) => bits,
        None => element.bits(),
    }
}

/// How many rows share the words of a register.
const fn interleaved_rows(bits: usize) -> usize {
    if bits < 32 { 32 / bits } else { 1 }
}

/// Returns the rows of a tile whose sublanes are a dimension of `extent` elements.
const fn tile_rows(extent: usize, bits: usize) -> usize {
    match (bits, extent) {
        (32.., 0..=1) => 1,
        (16.., 0..=2) => 2,
        (8.., 0..=4) => 4,
        (16.., _) => 8,
        (8.., _) => multiple_of(32, extent, 8),
        (4.., _) => multiple_of(64, extent, 8),
        _ => multiple_of(128, extent, 16),
    }
}

/// `rows` if they divide the extent, otherwise `otherwise`.
const fn multiple_of(rows: usize, extent: usize, otherwise: usize) -> usize {
    if extent.is_multiple_of(rows) {
        rows
    } else {
        otherwise
    }
}

const fn one_dimension(element: ElementType, dims: Dims) -> Result<Layout, TpuError> {
    let shared = interleaved_rows(buffer_bits(element));
    let whole = LANES * shared;
    let extent = if dims.is_empty() { 0 } else { dims.at(0) };
    let mut len = LANES;
    while len < extent || len < whole {
        len *= 2;
        if len > 512 {
            // Longer arrays fill whole registers.
            len = if whole > 1024 { whole } else { 1024 };
            break;
        }
    }
    let is_scalar = dims.is_empty();
    let mut spec = spec(element, dims);
    if is_scalar {
        spec.tiles.push(Tile::from_slice(&[whole]));
    } else {
        spec.tiles.push(Tile::from_slice(&[len]));
        if shared > 1 {
            spec.tiles.push(Tile::from_slice(&[LANES]));
            spec.tiles.push(Tile::from_slice(&[shared, 1]));
        }
    }
    checked(spec)
}

/// Returns the layout with one dimension along the lanes and one along the sublanes.
const fn two_dimensions(
    element: ElementType,
    dims: Dims,
    lane: usize,
    sublane: usize,
) -> Result<Layout, TpuError> {
    checked(tiled_along(element, dims, lane, sublane))
}

const fn tiled_along(element: ElementType, dims: Dims, lane: usize, sublane: usize) -> Spec {
    let bits = buffer_bits(element);
    let rows = tile_rows(dims.at(sublane), bits);
    let mut spec = spec(element, dims);
    let others = default_order(dims.len());
    spec.minor_to_major = Dims::EMPTY;
    spec.minor_to_major.push(lane);
    spec.minor_to_major.push(sublane);
    let mut i = 0;
    while i < others.len() {
        if others.at(i) != lane && others.at(i) != sublane {
            spec.minor_to_major.push(others.at(i));
        }
        i += 1;
    }
    spec.tiles.push(Tile::from_slice(&[rows, LANES]));
    if interleaved_rows(bits) > 1 {
        let shared = Tile::from_slice(&[interleaved_rows(bits), 1]);
        spec.tiles.push(shared);
    }
    spec
}

/// Returns the dimensions along lanes and sublanes with which the array is smallest. Elements of 2
/// bits are compared in tiles of 8 rows; of several smallest pairs, the first one that fills its
/// own tiles of 16 rows is best.
const fn best_pair(element: ElementType, dims: &Dims) -> (usize, usize) {
    let bits = buffer_bits(element);
    let (mut best, mut least) = ((1, 0), (u128::MAX, true));
    let mut lane = dims.len();
    while lane > 0 {
        lane -= 1;
        let mut sublane = dims.len();
        while sublane > 0 {
            sublane -= 1;
            if lane == sublane {
                continue;
            }
            let (rows, is_padded) = match bits {
                2 => (
                    8,
                    !dims.at(lane).is_multiple_of(LANES) || !dims.at(sublane).is_multiple_of(16),
                ),
                _ => (tile_rows(dims.at(sublane), bits), false),
            };
            let len = padded_len(dims, lane, sublane, rows);
            if len < least.0 || len == least.0 && !is_padded && least.1 {
                (best, least) = ((lane, sublane), (len, is_padded));
            }
        }
    }
    best
}

/// Returns the elements of the array, padding included, in tiles of `rows` sublanes.
const fn padded_len(dims: &Dims, lane: usize, sublane: usize, rows: usize) -> u128 {
    let mut len = 1u128;
    let mut dim = 0;
    while dim < dims.len() {
        let multiple = if dim == lane {
            LANES
        } else if dim == sublane {
            rows
        } else {
            1
        };
        let extent = (dims.at(dim) as u128).next_multiple_of(multiple as u128);
        len = len.saturating_mul(extent);
        dim += 1;
    }
    len
}

const fn is_empty(dims: &Dims) -> bool {
    let mut dim = 0;
    while dim < dims.len() {
        if dims.at(dim) == 0 {
            return true;
        }
        dim += 1;
    }
    false
}

/// Returns the array without tiles; elements of less than a byte are packed.
const fn spec(element: ElementType, dims: Dims) -> Spec {
    let mut spec = Spec::new(element, dims);
    if buffer_bits(element) < 8 {
        spec.bits = Some(buffer_bits(element));
    }
    spec
}

const fn checked(spec: Spec) -> Result<Layout, TpuError> {
    match Layout::checked(spec) {
        Ok(layout) => Ok(layout),
        Err(error) => Err(TpuError::Layout(error)),
    }
}
