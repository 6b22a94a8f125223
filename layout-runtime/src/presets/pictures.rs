//! Textures and frames of video: rows and columns of pixels or bytes in tiles.

use layout_core::spec::element_type::ElementType;

use super::tiled;
use crate::layout::Layout;
use crate::layout::error::LayoutError;
use layout_core::spec::default_order;
use layout_core::spec::reversed;

/// Squares of `2^bits` rows and columns in Morton order (Z-order): bits of the
/// row and of the column alternate, that of the row first. The last two
/// dimensions are tiled.
///
/// Source: the textures of many GPUs, such as 8x8 squares on the Nintendo 3DS.
///
/// # Errors
///
/// When there is one dimension, `bits` is above 8, or the buffer is too large.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let texture = presets::morton(ElementType::U16, &[20, 24], 3)?;
/// assert_eq!(texture.offset(&[0b101, 0b011]), 0b100111);
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn morton(
    element: ElementType,
    dims: &[usize],
    bits: usize,
) -> Result<Layout, LayoutError> {
    let rank = dims.len();
    let (row, column) = (rank.wrapping_sub(2), rank.wrapping_sub(1));
    let mut blocks = [(0, 1); 18]; // more than there are tiles for
    let mut bit = 0;
    while bit < bits && bit < 9 {
        blocks[2 * bit] = (row, 2);
        blocks[2 * bit + 1] = (column, 2);
        bit += 1;
    }
    let blocks = blocks.split_at(2 * bit).0;
    match Layout::row_major(element, dims) {
        Ok(_) => {
            let order = reversed(&default_order(rank));
            Layout::blocked(element, dims, order.as_slice(), blocks)
        }
        Err(error) => Err(error),
    }
}

/// Block-linear textures: blocks of `gobs` groups of bytes (GOB), one below the
/// other, each 8 rows of 64 bytes with an order of its own. Columns are bytes.
///
/// Source: the textures of Tegra X1 and of other GPUs by NVIDIA.
///
/// # Errors
///
/// When `gobs` is 0, or the buffer is too large.
///
/// ```
/// use tiled_layout::{ElementType, presets};
///
/// let texture = presets::tegra_block_linear(ElementType::U8, &[40, 160], 2)?;
/// assert_eq!(texture.to_string(), "u8[40,160]{1,0:T(16,64)(8,64)(8,32)(2,32)(2,16)}");
/// # Ok::<(), tiled_layout::LayoutError>(())
/// ```
pub const fn tegra_block_linear(
    element: ElementType,
    dims: &[usize],
    gobs: usize,
) -> Result<Layout, LayoutError> {
    let rows = gobs.saturating_mul(8);
    let tiles: [&[usize]; 5] = [&[rows, 64], &[8, 64], &[8, 32], &[2, 32], &[2, 16]];
    tiled(element, dims, &tiles)
}

/// Tiles of 8x8 pixels.
///
/// Source: the backgrounds of the Game Boy Advance and of the SNES.
///
/// # Errors
///
/// As [`Layout::row_major`], with the padding of whole tiles.
pub const fn gba_tiles(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[8, 8]])
}

/// Tiles of 4x4 pixels of 16 bits.
///
/// Source: RGB565 textures of the GameCube and of the Wii.
///
/// # Errors
///
/// As [`gba_tiles`].
pub const fn gamecube_rgb565(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[4, 4]])
}

/// Tiles of 8 rows of 16 bytes. Columns are bytes.
///
/// Source: the swizzled textures of the PlayStation Portable.
///
/// # Errors
///
/// As [`gba_tiles`].
pub const fn psp_swizzle(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[8, 16]])
}

/// Tiles of 8 rows of 512 bytes. Columns are bytes.
///
/// Source: the X tiling of Intel's graphics.
///
/// # Errors
///
/// As [`gba_tiles`].
pub const fn intel_x_tile(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[8, 512]])
}

/// Tiles of 32 rows of 128 bytes, in columns of 16 bytes. Columns are bytes.
///
/// Source: the Y tiling of Intel's graphics.
///
/// # Errors
///
/// As [`gba_tiles`].
pub const fn intel_y_tile(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[32, 128], &[32, 16]])
}

/// Tiles of 64x64 pixels, made of tiles of 4x4.
///
/// Source: the super-tiled surfaces of Vivante's GPUs.
///
/// # Errors
///
/// As [`gba_tiles`].
pub const fn vivante_super_tile(
    element: ElementType,
    dims: &[usize],
) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[64, 64], &[4, 4]])
}

/// Columns of 128 bytes, each row by row.
///
/// Source: the SAND128 frames of Broadcom's video decoders.
///
/// # Errors
///
/// When there are not two dimensions, or the buffer is too large.
pub const fn broadcom_sand128(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    Layout::blocked(element, dims, &[1, 0], &[(1, 128)])
}

/// Tiles of 16x16 samples.
///
/// Source: the luma of Video4Linux's `NV12_16L16`.
///
/// # Errors
///
/// As [`gba_tiles`].
pub const fn nv12_16l16(element: ElementType, dims: &[usize]) -> Result<Layout, LayoutError> {
    tiled(element, dims, &[&[16, 16]])
}

/// Tiles of `rows` by `columns` pixels, with the samples of a pixel together:
/// an image of `[height, width, samples]`.
///
/// Source: tiled TIFF with the chunky planar configuration.
///
/// # Errors
///
/// When there are not three dimensions, a tile has no elements, or the buffer
/// is too large.
pub const fn tiff_tiles(
    element: ElementType,
    dims: &[usize],
    rows: usize,
    columns: usize,
) -> Result<Layout, LayoutError> {
    let samples = match dims {
        [_, _, samples] if *samples > 0 => *samples,
        _ => 1,
    };
    let blocks = [(0, rows), (1, columns), (2, samples)];
    Layout::blocked(element, dims, &[0, 1, 2], &blocks)
}
