//! The tensors of convolutions: images of `[n, c, h, w]` and weights of
//! `[o, i, h, w]` with channels in blocks.

use layout_core::spec::element_type::ElementType;

use super::tiled;
use crate::layout::Layout;
use crate::layout::error::LayoutError;

/// Images of `[n, c, h, w]` with channels in blocks of `x`, which are most
/// minor.
///
/// Source: `TensorNCxHWx<x>` of CUTLASS.
///
/// # Errors
///
/// When there are not four dimensions, `x` is 0, or the buffer is too large.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let image = presets::cutlass_ncxhwx(ElementType::S8, &[1, 64, 3, 5], 32)?;
/// assert_eq!(image.to_string(), "s8[1,64,3,5]{3,2,1,0:T(32,1,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn cutlass_ncxhwx(
    element: ElementType,
    dims: &[usize],
    x: usize,
) -> Result<Layout, LayoutError> {
    Layout::blocked(element, dims, &[0, 1, 2, 3], &[(1, x)])
}

/// Images of `[n, c, h, w]` with channels in blocks of 16.
///
/// Source: `nChw16c`, that is `aBcd16b`, of oneDNN.
///
/// # Errors
///
/// When there are not four dimensions, or the buffer is too large.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let image = presets::nchw16c(ElementType::F32, &[2, 20, 3, 5])?;
/// assert_eq!(image.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn nchw16c(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    cutlass_ncxhwx(element, dims, 16)
}

/// Images of `[n, c, h, w]` with channels in blocks of 32 bytes.
///
/// Source: `NC1HWC0` of Ascend.
///
/// # Errors
///
/// As [`nchw16c`].
pub const fn ascend_nc1hwc0(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    cutlass_ncxhwx(element, dims, 32 * 8 / element.storage_bits())
}

/// Images of `[n, c, h, w]` with channels in blocks of 16 bytes.
///
/// Source: `NC1HWC2` of Rockchip's RKNN.
///
/// # Errors
///
/// As [`nchw16c`].
pub const fn rknn_nc1hwc2(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    cutlass_ncxhwx(element, dims, 16 * 8 / element.storage_bits())
}

/// Weights of `[o, i, h, w]` in blocks of 16 inputs by 16 outputs, `inner` of
/// the inputs most minor.
const fn weights(
    element: ElementType,
    dims: &[usize],
    inner: usize,
) -> Result<Layout, LayoutError> {
    let blocks = [(1, 16 / inner), (0, 16), (1, inner)];
    Layout::blocked(element, dims, &[0, 1, 2, 3], &blocks)
}

/// Weights of `[o, i, h, w]` in blocks of 16x16.
///
/// Source: `OIhw16i16o` of oneDNN.
///
/// # Errors
///
/// As [`nchw16c`].
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let weights = presets::oihw16i16o(ElementType::F32, &[32, 32, 3, 2])?;
/// assert_eq!(weights.to_string(), "f32[32,32,3,2]{3,2,1,0:T(16,16,1,1)(16,1,1,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn oihw16i16o(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    weights(element, dims, 1)
}

/// Weights of `[o, i, h, w]` of 16 bits, with pairs of inputs for VNNI.
///
/// Source: `OIhw8i16o2i` of oneDNN.
///
/// # Errors
///
/// As [`nchw16c`].
pub const fn oihw8i16o2i(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    weights(element, dims, 2)
}

/// Weights of `[o, i, h, w]` of 8 bits, with four inputs at a time for VNNI.
///
/// Source: `OIhw4i16o4i` of oneDNN.
///
/// # Errors
///
/// As [`nchw16c`].
pub const fn oihw4i16o4i(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    weights(element, dims, 4)
}

/// Weights of `[k, r, s, c]` with channels in blocks of `x`, which are most
/// minor; the blocks are most major.
///
/// Source: `TensorCxRSKx<x>` of CUTLASS.
///
/// # Errors
///
/// As [`cutlass_ncxhwx`].
pub const fn cutlass_cxrskx(
    element: ElementType,
    dims: &[usize],
    x: usize,
) -> Result<Layout, LayoutError> {
    Layout::blocked(element, dims, &[3, 1, 2, 0], &[(3, x)])
}

/// Weights of `[n, c, h, w]` as fractals: `C1 H W N1 N0 C0`, with 16 outputs by
/// 32 bytes of channels.
///
/// Source: `FRACTAL_Z` of Ascend.
///
/// # Errors
///
/// As [`nchw16c`].
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let weights = presets::ascend_fractal_z(ElementType::F16, &[20, 32, 3, 2])?;
/// assert_eq!(weights.to_string(), "f16[20,32,3,2]{0,3,2,1:T(16,1,1,16)(16,1,1,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn ascend_fractal_z(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    let channels = 32 * 8 / element.storage_bits();
    Layout::blocked(element, dims, &[1, 2, 3, 0], &[(0, 16), (1, channels)])
}

/// Images of `[n, h, w, c]` of 8 bits in croutons of 8x8x32.
///
/// Source: the crouton layout of Hexagon NN, `8h8w32c`.
///
/// # Errors
///
/// As [`Layout::row_major`], with the padding of whole croutons.
pub const fn hexagon_crouton_8(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[8, 8, 32]])
}

/// Images of `[n, h, w, c]` of 16 bits in croutons of 8x4x32, two columns
/// interleaved.
///
/// Source: the crouton layout of Hexagon NN, `8h2w32c2w`.
///
/// # Errors
///
/// As [`hexagon_crouton_8`].
pub const fn hexagon_crouton_16(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[8, 4, 32], &[2, 1]])
}
