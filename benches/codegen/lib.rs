//! Each layout's formula twice: as the crate computes it, and written by hand.
//!
//! `tests/tools/codegen.rs` checks that both give the same positions, compiles this
//! file and compares the assembly; `listing.txt` beside this file shows it.

pub mod loops;
mod run_time_sizes;

use tiled_layout::{Mapping, Offset, View, ViewMut, layout};

/// A layout whose formula is here twice.
#[derive(Debug)]
pub struct Pair {
    /// The prefix of the exported functions' names.
    pub name: &'static str,
    /// The layout, in words.
    pub title: &'static str,
    /// The layout's text, as XLA prints it.
    pub text: String,
    /// The formula written by hand.
    pub formula: &'static str,
    /// The logical dimensions, in elements.
    pub dims: &'static [usize],
    /// The position of an element, computed by the crate.
    pub by_crate: fn(&[usize]) -> usize,
    /// The position of an element, computed by hand.
    pub by_hand: fn(&[usize]) -> usize,
}

/// For each layout `NAME` the functions `NAME_offset` (the unchecked formula),
/// `NAME_load` (`get_unchecked`) and `NAME_index` (`view[[i, j]]`), and by hand
/// `NAME_offset_by_hand` and `NAME_load_by_hand`.
macro_rules! pairs {
    ($($title:literal $name:ident: $type:ty = $layout:ty, |$($i:ident),*| $formula:expr;)*) => {
        $(mod $name {
            use super::*;

            #[unsafe(export_name = concat!(stringify!($name), "_offset"))]
            pub(crate) fn offset($($i: usize),*) -> usize {
                <$layout>::new().offset_unspecified([$($i),*])
            }

            #[unsafe(export_name = concat!(stringify!($name), "_offset_by_hand"))]
            pub(crate) fn offset_by_hand($($i: usize),*) -> usize {
                $formula
            }

            /// # Safety
            ///
            /// The index is in bounds.
            #[unsafe(export_name = concat!(stringify!($name), "_load"))]
            pub(crate) unsafe fn load(view: View<'_, $type, $layout> $(, $i: usize)*) -> $type {
                // SAFETY: the caller promises that the index is in bounds.
                *unsafe { view.get_unchecked([$($i),*]) }
            }

            /// # Safety
            ///
            /// The index is in bounds of the layout, whose buffer it is.
            #[unsafe(export_name = concat!(stringify!($name), "_load_by_hand"))]
            pub(crate) unsafe fn load_by_hand(buffer: &[$type] $(, $i: usize)*) -> $type {
                // SAFETY: the caller promises that the index is in bounds, and the buffer the
                // layout's.
                *unsafe { buffer.get_unchecked($formula) }
            }

            #[unsafe(export_name = concat!(stringify!($name), "_index"))]
            pub(crate) fn index(
                view: View<'_, $type, $layout>,
                index: [usize; <$layout>::RANK],
            ) -> $type {
                view[index]
            }
        })*

        /// All pairs.
        pub fn pairs() -> Vec<Pair> {
            let mut pairs = vec![$(Pair {
                name: stringify!($name),
                title: $title,
                text: <$layout>::LAYOUT.to_string(),
                formula: stringify!($formula),
                dims: const { &<$layout>::DIMS },
                by_crate: |index| match *index {
                    [$($i),*] => $name::offset($($i),*),
                    _ => panic!("an index of another rank"),
                },
                by_hand: |index| match *index {
                    [$($i),*] => $name::offset_by_hand($($i),*),
                    _ => panic!("an index of another rank"),
                },
            }),*];
            pairs.extend(run_time_sizes::pairs());
            pairs
        }
    };
}

pairs! {
    "Row major, no tile"
    row_major: u32 = layout!(F32[3,5]),
    |i, j| i * 5 + j;

    "Figure 1"
    figure_1: u32 = layout!(F32[3,5]<1,0:T(2,2)>),
    |i, j| i / 2 * 12 + j / 2 * 4 + i % 2 * 2 + j % 2;

    "Figure 2"
    figure_2: u32 = layout!(F32[4,8]<1,0:T(2,4)(2,1)>),
    |i, j| i / 2 * 16 + j * 2 + i % 2;

    "TPU f32"
    tpu_f32: u32 = layout!(F32[17,257]<1,0:T(8,128)>),
    |i, j| i / 8 * 3072 + j / 128 * 1024 + i % 8 * 128 + j % 128;

    "TPU bf16"
    tpu_bf16: u16 = layout!(BF16[17,257]<1,0:T(8,128)(2,1)>),
    |i, j| i / 8 * 3072 + j / 128 * 1024 + i % 8 / 2 * 256 + j % 128 * 2 + i % 2;

    "TPU s8"
    tpu_s8: u8 = layout!(S8[40,130]<1,0:T(32,128)(4,1)>),
    |i, j| i / 32 * 8192 + j / 128 * 4096 + i % 32 / 4 * 512 + j % 128 * 4 + i % 4;

    "TPU s4, a byte an element"
    tpu_s4: u8 = layout!(S4[200,300]<1,0:T(64,128)(8,1)>),
    |i, j| i / 64 * 24576 + j / 128 * 8192 + i % 64 / 8 * 1024 + j % 128 * 8 + i % 8;

    "TPU KV cache"
    tpu_kv_cache: u16 = layout!(BF16[20,3,130]<2,0,1:T(8,128)(2,1)>),
    |i, j, k| j * 6144 + i / 8 * 2048 + k / 128 * 1024 + i % 8 / 2 * 256 + k % 128 * 2 + i % 2;

    "TPU bf16 vector, three tiles"
    vector_bf16: u16 = layout!(BF16[5000]<0:T(1024)(128)(2,1)>),
    |i| i / 256 * 256 + i % 128 * 2 + i % 256 / 128;

    "TPU pred vector, three tiles"
    vector_pred: u8 = layout!(PRED[3000]<0:T(512)(128)(4,1)>),
    |i| i / 512 * 512 + i % 128 * 4 + i % 512 / 128;

    "Scalar"
    scalar: u32 = layout!(U32[]<:T(128)>),
    | | 0;

    "Merged dimensions"
    combined: u32 = layout!(F32[7,4,6]<2,1,0:T(*,2,2)>),
    |i, j, k| i * 24 + j / 2 * 12 + k / 2 * 4 + j % 2 * 2 + k % 2;

    "Merged dimensions that carry"
    carrying: u32 = layout!(F32[4,5,9]<2,1,0:T(*,2,2)>),
    |i, j, k| (i * 5 + j) / 2 * 20 + k / 2 * 4 + (i * 5 + j) % 2 * 2 + k % 2;

    "A tile that does not divide the first"
    uneven: u32 = layout!(F32[10,11]<1,0:T(3,3)(2,2)>),
    |i, j| i / 3 * 64 + j / 3 * 16 + i % 3 / 2 * 8 + j % 3 / 2 * 4 + i % 3 % 2 * 2 + j % 3 % 2;

    "TPU activations of rank 4"
    rank_4: u16 = layout!(BF16[208,4,336,256]<3,0,2,1:T(8,128)(2,1)>),
    |i, j, k, l| j * 17891328 + k * 53248 + i / 8 * 2048 + l / 128 * 1024
        + i % 8 / 2 * 256 + l % 128 * 2 + i % 2;

    "TPU convolution of rank 5"
    rank_5: u16 = layout!(BF16[4,336,256,512,7]<3,2,4,1,0:T(8,128)(2,1)>),
    |i, j, k, l, m| i * 308281344 + j * 917504 + m * 131072 + k / 8 * 4096 + l / 128 * 1024
        + k % 8 / 2 * 256 + l % 128 * 2 + k % 2;

    "TPU attention of rank 6"
    rank_6: u16 = layout!(BF16[18,2,4,8192,32,128]<5,3,4,2,1,0:T(8,128)(2,1)>),
    |i, j, k, l, m, n| i * 268435456 + j * 134217728 + k * 33554432 + m * 1048576 + l / 8 * 1024
        + l % 8 / 2 * 256 + n * 2 + l % 2;

    "Tenstorrent 32x32 / 16x16 faces"
    tenstorrent: u16 = layout!(BF16[50,70]<1,0:T(32,32)(16,16)>),
    |i, j| i / 32 * 3072 + j / 32 * 1024 + i % 32 / 16 * 512 + j % 32 / 16 * 256 + i % 16 * 16 + j % 16;

    "Tenstorrent transpose tile (faces+in)"
    tenstorrent_transposed: u16 = layout!(BF16[64,64]<1,0:T(32,32)(32,1)(16,16,1)>),
    |i, j| i / 32 * 2048 + j / 16 * 512 + i % 32 / 16 * 256 + j % 16 * 16 + i % 16;

    "oneDNN OIhw16i16o"
    onednn_16i16o: u32 = layout!(F32[32,32,3,2]<3,2,1,0:T(16,16,1,1)(16,1,1,1)>),
    |i, j, k, l| i / 16 * 3072 + j / 16 * 1536 + k * 512 + l * 256 + j % 16 * 16 + i % 16;

    "oneDNN OIhw4i16o4i (VNNI s8)"
    onednn_4i16o4i: u8 = layout!(S8[20,32,3,2]<3,2,1,0:T(16,16,1,1)(16,4,1,1)>),
    |i, j, k, l| i / 16 * 3072 + j / 16 * 1536 + k * 512 + l * 256 + j % 16 / 4 * 64 + i % 16 * 4 + j % 4;

    "oneDNN OIhw8i16o2i (VNNI bf16)"
    onednn_8i16o2i: u16 = layout!(BF16[32,20,3,2]<3,2,1,0:T(16,16,1,1)(16,2,1,1)>),
    |i, j, k, l| i / 16 * 3072 + j / 16 * 1536 + k * 512 + l * 256 + j % 16 / 2 * 32 + i % 16 * 2 + j % 2;

    "oneDNN BA16a64b4a (AMX s8 weights)"
    onednn_amx: u8 = layout!(S8[70,130]<0,1:T(64,64)(64,4)>),
    |i, j| j / 64 * 8192 + i / 4 * 256 + j % 64 * 4 + i % 4;

    "BLIS packed A, MR=6 (zero pad)"
    blis_6: u32 = layout!(F32[20,9]<1,0:T(6,1)>),
    |i, j| i / 6 * 54 + j * 6 + i % 6;

    "cuBLASLt COL32_2R_4R4"
    col32_2r_4r4: u8 = layout!(S8[64,64]<0,1:T(32,32)(32,8)(4,32,2)(32,1)>),
    |i, j| j / 32 * 2048 + i / 32 * 1024 + ((i % 8 / 2 * 4 + i % 32 / 8) * 2 + i % 2) * 32 + j % 32;

    "cuBLASLt COL4_4R2_8C"
    col4_4r2_8c: u8 = layout!(S8[24,96]<0,1:T(32,8)(2)(32,4,1)(4,4,1)(4,1,1)>),
    |i, j| j / 32 * 768 + i / 8 * 256 + i % 2 * 128 + j % 32 / 4 * 16 + i % 8 / 2 * 4 + j % 4;

    "cuBLAS MX/NVFP4 scale 128x4"
    nvfp4_scales: u8 = layout!(F8E4M3FN[256,12]<1,0:T(128,4)(32,4)(4,1,1,4)>),
    |i, j| i / 128 * 1536 + j / 4 * 512 + i % 32 * 16 + i % 128 / 32 * 4 + j % 4;

    "Hexagon f16 crouton 8h2w32c2w"
    hexagon_f16: u16 = layout!(F16[1,10,9,40]<3,2,1,0:T(8,4,32)(2,1)>),
    |_i, j, k, l| j / 8 * 6144 + k / 4 * 2048 + l / 32 * 1024 + j % 8 * 128 + k % 4 / 2 * 64 + l % 32 * 2 + k % 2;

    "Ascend FRACTAL_NZ (N1,M1,M0,N0)"
    fractal_nz: u16 = layout!(F16[40,36]<0,1:T(16,16)(16,1)>),
    |i, j| j / 16 * 768 + i * 16 + j % 16;

    "Ascend FRACTAL_Z (C1HWN1N0C0)"
    fractal_z: u16 = layout!(F16[20,32,3,2]<0,3,2,1:T(16,1,1,16)(16,1,1,1)>),
    |i, j, k, l| j / 16 * 3072 + k * 1024 + l * 512 + i * 16 + j % 16;

    "Tegra X1 block-linear, block h=2 GOBs"
    tegra_2: u8 = layout!(U8[40,160]<1,0:T(16,64)(8,64)(8,32)(2,32)(2,16)>),
    |i, j| i / 16 * 3072 + j / 64 * 1024 + i % 16 / 8 * 512
        + j % 64 / 32 * 256 + i % 8 / 2 * 64 + j % 32 / 16 * 32 + i % 2 * 16 + j % 16;

    "Tegra X1 block-linear, h=16"
    tegra_16: u8 = layout!(U8[130,70]<1,0:T(128,64)(8,64)(8,32)(2,32)(2,16)>),
    |i, j| i / 128 * 16384 + j / 64 * 8192 + i % 128 / 8 * 512
        + j % 64 / 32 * 256 + i % 8 / 2 * 64 + j % 32 / 16 * 32 + i % 2 * 16 + j % 16;

    "Morton / Z-order 8x8 tiles (3DS)"
    morton: u16 = layout!(U16[20,24]<1,0:T(8,8)(4,8)(4,4)(2,4)(2,2)>),
    |i, j| i / 8 * 192 + j / 8 * 64
        + i % 8 / 4 * 32 + j % 8 / 4 * 16 + i % 4 / 2 * 8 + j % 4 / 2 * 4 + i % 2 * 2 + j % 2;

    "Intel Y-tile 128Bx32 (16B cols)"
    intel_y: u8 = layout!(U8[40,200]<1,0:T(32,128)(32,16)>),
    |i, j| i / 32 * 8192 + j / 16 * 512 + i % 32 * 16 + j % 16;

    "Vivante super-tiled 64x64/4x4"
    vivante: u32 = layout!(U32[70,70]<1,0:T(64,64)(4,4)>),
    |i, j| i / 64 * 8192 + j / 64 * 4096 + i % 64 / 4 * 256 + j % 64 / 4 * 16 + i % 4 * 4 + j % 4;

    "Zarr v3 shard(8,8) chunks(4,2)"
    zarr: u32 = layout!(F32[10,20]<1,0:T(8,8)(4,2)>),
    |i, j| i / 8 * 192 + j / 8 * 64 + i % 8 / 4 * 32 + j % 8 / 2 * 8 + i % 4 * 2 + j % 2;
}

type Figure1 = layout!(F32[3,5]<1,0:T(2,2)>);

/// A constant index folds, and a proven position needs no check.
mod single {
    use super::*;

    #[unsafe(export_name = "constant_offset")]
    pub(crate) fn offset() -> usize {
        Figure1::offset([2, 3])
    }

    #[unsafe(export_name = "constant_index")]
    pub(crate) fn index(view: View<'_, u32, Figure1>) -> u32 {
        view[[2, 3]]
    }

    #[unsafe(export_name = "constant_at")]
    pub(crate) fn at(view: View<'_, u32, Figure1>) -> u32 {
        const AT: Offset<Figure1> = Figure1::at([2, 3]);
        view[AT]
    }

    #[unsafe(export_name = "proven_position")]
    pub(crate) fn position(view: View<'_, u32, Figure1>, at: Offset<Figure1>) -> u32 {
        view[at]
    }

    /// # Safety
    ///
    /// None is needed: the index is in bounds.
    #[unsafe(export_name = "constant_get_unchecked")]
    pub(crate) unsafe fn get_unchecked(view: View<'_, u32, Figure1>) -> u32 {
        // SAFETY: 2 < 3 and 3 < 5.
        *unsafe { view.get_unchecked([2, 3]) }
    }

    #[unsafe(export_name = "copy_from")]
    pub(crate) fn copy_from(
        mut to: ViewMut<'_, u32, Figure1>,
        from: View<'_, u32, layout!(F32[3,5])>,
    ) {
        let copied = to.copy_from(&from);
        copied.expect("static layouts of the same dimensions");
    }
}
