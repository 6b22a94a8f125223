//! The layouts of other systems, as functions of element type and dimensions.
//!
//! ```
//! use tiled_layout::{ElementType, presets};
//!
//! let image = presets::nchw16c(ElementType::F32, &[2, 20, 3, 5])?;
//! assert_eq!(image.to_string(), "f32[2,20,3,5]{3,2,1,0:T(16,1,1)}");
//! # Ok::<(), tiled_layout::LayoutError>(())
//! ```

mod matrices;
mod pictures;
mod tensors;

use layout_core::spec::element_type::ElementType;

pub use matrices::{
    amx_weights, ascend_fractal_nz, blis_a_panel, blis_b_panel, cublas_block_scales,
    cublaslt_col4_4r2_8c, cublaslt_col32, cublaslt_col32_2r_4r4, cutlass_column_major_interleaved,
    ggml_q8_0x4, row_pitch, spyre_stick, tenstorrent_tile, tenstorrent_transposed_tile, vnni,
    zarr_shards,
};
pub use pictures::{
    broadcom_sand128, gamecube_rgb565, gba_tiles, intel_x_tile, intel_y_tile, morton, nv12_16l16,
    psp_swizzle, tegra_block_linear, tiff_tiles, vivante_super_tile,
};
pub use tensors::{
    ascend_fractal_z, ascend_nc1hwc0, cutlass_cxrskx, cutlass_ncxhwx, hexagon_crouton_8,
    hexagon_crouton_16, nchw16c, oihw4i16o4i, oihw8i16o2i, oihw16i16o, rknn_nc1hwc2,
};

use crate::layout::Layout;
use crate::layout::error::LayoutError;

/// An array in the default order with tiles of its last dimensions.
const fn tiled(
    element: ElementType,
    dims: &[usize],
    tiles: &[&[usize]],
) -> Result<Layout, LayoutError> {
    match Layout::row_major(element, dims) {
        Ok(layout) => layout.with_tiles(tiles),
        Err(error) => Err(error),
    }
}
