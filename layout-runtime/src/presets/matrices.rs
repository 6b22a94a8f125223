//! Matrices in the packed formats of libraries and of matrix units.

use layout_core::spec::element_type::ElementType;

use super::tiled;
use crate::layout::Layout;
use crate::layout::error::LayoutError;

/// Tenstorrent's tiles: 32x32 elements as four faces of 16x16. The last two
/// dimensions are tiled.
///
/// Source: the tiled tensors of TT-Metalium.
///
/// # Errors
///
/// As [`Layout::row_major`], with the padding of whole tiles.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let layout = presets::tenstorrent_tile(ElementType::BF16, &[50, 70])?;
/// assert_eq!(layout.to_string(), "bf16[50,70]{1,0:T(32,32)(16,16)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn tenstorrent_tile(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[32, 32], &[16, 16]])
}

/// Tenstorrent's tiles with faces, and the elements within, column by column.
///
/// Source: the transposed tiles of TT-Metalium.
///
/// # Errors
///
/// As [`tenstorrent_tile`].
pub const fn tenstorrent_transposed_tile(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[32, 32], &[32, 1], &[16, 16, 1]])
}

/// A left operand of `[m, k]`, packed: panels of `mr` rows, each column by
/// column. The last panel is padded.
///
/// Source: the packed A of BLIS and GotoBLAS.
///
/// # Errors
///
/// When there are not two dimensions, `mr` is 0, or the buffer is too large.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let panels = presets::blis_a_panel(ElementType::F32, &[20, 9], 6)?;
/// assert_eq!(panels.to_string(), "f32[20,9]{1,0:T(6,1)}");
/// assert_eq!(panels.offset(&[7, 2]), 6 * 9 + 2 * 6 + 1); // row 1 of panel 1
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn blis_a_panel(
    element: ElementType,
    dims: &[usize],
    mr: usize,
) -> Result<Layout, LayoutError> {
    Layout::blocked(element, dims, &[0, 1], &[(0, mr)])
}

/// A right operand of `[k, n]`, packed: panels of `nr` columns, each row by row.
///
/// Source: the packed B of BLIS and GotoBLAS. Other systems use it with other values of
/// `nr`.
///
/// # Errors
///
/// As [`blis_a_panel`].
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let panels = presets::blis_b_panel(ElementType::F32, &[9, 40], 16)?;
/// assert_eq!(panels.to_string(), "f32[9,40]{0,1:T(16,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn blis_b_panel(
    element: ElementType,
    dims: &[usize],
    nr: usize,
) -> Result<Layout, LayoutError> {
    Layout::blocked(element, dims, &[1, 0], &[(1, nr)])
}

/// The elements of 32 bits, at least 1.
const fn per_word(element: ElementType) -> usize {
    let bits = element.storage_bits();
    if bits < 32 { 32 / bits } else { 1 }
}

/// A right operand of `[k, n]`: as many rows as share a word of 32 bits are
/// interleaved.
///
/// Source: the operands of VNNI, and of a tile of AMX.
///
/// # Errors
///
/// When there are not two dimensions, or the buffer is too large.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let pairs = presets::vnni(ElementType::BF16, &[32, 16])?;
/// assert_eq!(pairs.to_string(), "bf16[32,16]{1,0:T(2,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn vnni(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    Layout::blocked(element, dims, &[0, 1], &[(0, per_word(element))])
}

/// Weights of `[k, n]` in blocks that are four tiles of AMX: `BA16a64b4a` for
/// elements of 8 bits, `BA16a64b2a` for 16.
///
/// Source: oneDNN's format tags.
///
/// # Errors
///
/// As [`vnni`].
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let weights = presets::amx_weights(ElementType::S8, &[70, 130])?;
/// assert_eq!(weights.to_string(), "s8[70,130]{0,1:T(64,64)(64,4)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn amx_weights(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    let blocks = [(0, 16), (1, 64), (0, per_word(element))];
    Layout::blocked(element, dims, &[1, 0], &blocks)
}

/// Columns in groups of 32, each group row by row.
///
/// Source: `CUBLASLT_ORDER_COL32` of cuBLASLt.
///
/// # Errors
///
/// As [`vnni`].
pub const fn cublaslt_col32(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    blis_b_panel(element, dims, 32)
}

/// The order of 8-bit weights for tensor cores of Turing.
///
/// Source: `CUBLASLT_ORDER_COL4_4R2_8C` of cuBLASLt.
///
/// # Errors
///
/// As [`vnni`].
pub const fn cublaslt_col4_4r2_8c(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    let tiles: [&[usize]; 5] = [&[32, 8], &[2], &[32, 4, 1], &[4, 4, 1], &[4, 1, 1]];
    columns(element, dims, &tiles)
}

/// The order of 8-bit weights for tensor cores of Ampere.
///
/// Source: `CUBLASLT_ORDER_COL32_2R_4R4` of cuBLASLt.
///
/// # Errors
///
/// As [`vnni`].
pub const fn cublaslt_col32_2r_4r4(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    columns(element, dims, &[&[32, 32], &[32, 8], &[4, 32, 2], &[32, 1]])
}

/// A matrix with its columns most major, in tiles.
const fn columns(
    element: ElementType,
    dims: &[usize],
    tiles: &[&[usize]],
) -> Result<Layout, LayoutError> {
    match Layout::blocked(element, dims, &[1, 0], &[]) {
        Ok(layout) => layout.with_tiles(tiles),
        Err(error) => Err(error),
    }
}

/// The scales of blocks of MXFP8 and NVFP4, in tiles of 128x4 scales; rows that are 32
/// apart are adjacent in memory.
///
/// Source: the layout of block scaling factors in cuBLAS.
///
/// # Errors
///
/// As [`vnni`].
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let scales = presets::cublas_block_scales(ElementType::F8E4M3FN, &[256, 12])?;
/// assert_eq!(scales.offset(&[33, 2]), 1 * 16 + 1 * 4 + 2);
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn cublas_block_scales(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[128, 4], &[32, 4], &[4, 1, 1, 4]])
}

/// Columns in groups of `k`, each group row by row.
///
/// Source: `ColumnMajorInterleaved<k>` of CUTLASS.
///
/// # Errors
///
/// As [`blis_a_panel`].
pub const fn cutlass_column_major_interleaved(
    element: ElementType,
    dims: &[usize],
    k: usize,
) -> Result<Layout, LayoutError> {
    blis_b_panel(element, dims, k)
}

/// Columns in sticks of 128 bytes, a stick a row.
///
/// Source: the tensors of IBM's Spyre.
///
/// # Errors
///
/// As [`vnni`].
pub const fn spyre_stick(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    blis_b_panel(element, dims, 128 * 8 / element.storage_bits())
}

/// Fractals of 16 rows of 32 bytes, in columns: `N1 M1 M0 N0`.
///
/// Source: `FRACTAL_NZ` of Ascend.
///
/// # Errors
///
/// As [`vnni`].
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let fractals = presets::ascend_fractal_nz(ElementType::F16, &[40, 36])?;
/// assert_eq!(fractals.to_string(), "f16[40,36]{0,1:T(16,16)(16,1)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn ascend_fractal_nz(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    let columns = 32 * 8 / element.storage_bits();
    Layout::blocked(element, dims, &[1, 0], &[(0, 16), (1, columns)])
}

/// The elements of four rows of quantized blocks, `columns` of each row at a time, without
/// the scales.
///
/// Source: `block_q8_0x4` of ggml, with 4 or 8 columns.
///
/// # Errors
///
/// As [`blis_a_panel`].
pub const fn ggml_q8_0x4(dims: &[usize], columns: usize) -> Result<Layout, LayoutError> {
    tiled(ElementType::S8, dims, &[&[4, columns]])
}

/// Rows padded to a multiple of `bytes`.
///
/// Source: the row pitch of the Apple Neural Engine, 64 bytes, and of most
/// surfaces of GPUs.
///
/// # Errors
///
/// When `bytes` is less than an element, or the buffer is too large.
pub const fn row_pitch(
    element: ElementType,
    dims: &[usize],
    bytes: usize,
) -> Result<Layout, LayoutError> {
    let bits = element.storage_bits();
    // Wide enough for any number of bytes.
    let elements = (bytes as u128 * 8 / bits as u128) as usize;
    tiled(element, dims, &[&[elements]])
}

/// Chunks within shards, row-major in each: a shard of `[8, 8]` with chunks of
/// `[4, 2]` is `T(8,8)(4,2)`.
///
/// Source: the sharding codec of Zarr 3, without its index.
///
/// # Errors
///
/// When a shard has no elements, or a limit of layouts is exceeded.
pub const fn zarr_shards(
    element: ElementType,
    dims: &[usize],
    shard: &[usize],
    chunk: &[usize],
) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[shard, chunk])
}
