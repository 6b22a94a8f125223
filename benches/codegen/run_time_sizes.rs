//! Layouts with sizes known at run time, each formula twice as in `lib.rs`.
//!
//! The formulas by hand read the strides that depend on unknown sizes from an array with one
//! entry per dimension; the crate reads them from the layout's value.

use super::{Pair, View, layout};

/// As `pairs!`. `$dims` are the dimensions of the comparison, and `$strides` the contents of
/// `$s` for them.
macro_rules! partial_pairs {
    ($($title:literal $name:ident: $type:ty = $layout:ty, $dims:expr, $strides:expr,
        |$s:ident, $($i:ident),*| $formula:expr;)*) => {
        $(mod $name {
            use super::*;

            #[unsafe(export_name = concat!(stringify!($name), "_offset"))]
            pub(crate) fn offset(layout: &$layout $(, $i: usize)*) -> usize {
                tiled_layout::Mapping::offset_unspecified(layout, [$($i),*])
            }

            #[unsafe(export_name = concat!(stringify!($name), "_offset_by_hand"))]
            pub(crate) fn offset_by_hand($s: &[usize; <$layout>::RANK] $(, $i: usize)*) -> usize {
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
            pub(crate) unsafe fn load_by_hand(
                (buffer, $s): (&[$type], [usize; <$layout>::RANK])
                $(, $i: usize)*
            ) -> $type {
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
        pub(crate) fn pairs() -> Vec<Pair> {
            vec![$(Pair {
                name: stringify!($name),
                title: $title,
                text: <$layout>::TEXT.to_string(),
                formula: stringify!($formula),
                dims: &$dims,
                by_crate: |index| match (<$layout>::with_dims($dims), index) {
                    (Ok(layout), &[$($i),*]) => $name::offset(&layout, $($i),*),
                    _ => panic!("an index of another rank"),
                },
                by_hand: |index| match *index {
                    [$($i),*] => $name::offset_by_hand(&$strides, $($i),*),
                    _ => panic!("an index of another rank"),
                },
            }),*]
        }
    };
}

partial_pairs! {
    "[?,128] T(8,128)"
    rows_of_128: u32 = layout!(F32[?,128]<1,0:T(8,128)>), [17, 128], [0; 2],
    |_s, i, j| i * 128 + j;

    "[?,?], no tile"
    any_row_major: u32 = layout!(F32[?,?]), [17, 257], [257, 0],
    |s, i, j| i * s[0] + j;

    "[?,?] T(2,2)"
    any_figure_1: u32 = layout!(F32[?,?]<1,0:T(2,2)>), [13, 15], [32, 0],
    |s, i, j| i / 2 * s[0] + j / 2 * 4 + i % 2 * 2 + j % 2;

    "[?,?] T(8,128)"
    any_f32: u32 = layout!(F32[?,?]<1,0:T(8,128)>), [17, 257], [3072, 0],
    |s, i, j| i / 8 * s[0] + j / 128 * 1024 + i % 8 * 128 + j % 128;

    "[?,?] T(8,128)(2,1)"
    any_bf16: u16 = layout!(BF16[?,?]<1,0:T(8,128)(2,1)>), [17, 257], [3072, 0],
    |s, i, j| i / 8 * s[0] + j / 128 * 1024 + i % 8 / 2 * 256 + j % 128 * 2 + i % 2;

    "[?,?] T(32,128)(4,1)"
    any_s8: u8 = layout!(S8[?,?]<1,0:T(32,128)(4,1)>), [40, 130], [8192, 0],
    |s, i, j| i / 32 * s[0] + j / 128 * 4096 + i % 32 / 4 * 512 + j % 128 * 4 + i % 4;

    "[?,257] T(8,128)"
    rows_of_257: u32 = layout!(F32[?,257]<1,0:T(8,128)>), [17, 257], [0; 2],
    |_s, i, j| i / 8 * 3072 + j / 128 * 1024 + i % 8 * 128 + j % 128;

    "[?,?,128]{2,0,1} T(8,128)(2,1)"
    kv_cache: u16 = layout!(BF16[?,?,128]<2,0,1:T(8,128)(2,1)>), [20, 3, 128], [0, 3072, 0],
    |s, i, j, k| j * s[1] + i / 8 * 1024 + i % 8 / 2 * 256 + k * 2 + i % 2;

    "[?,?] T(6,16)"
    any_6_16: u32 = layout!(F32[?,?]<1,0:T(6,16)>), [20, 50], [384, 0],
    |s, i, j| i / 6 * s[0] + j / 16 * 96 + i % 6 * 16 + j % 16;

    "[?,4,?] T(*,2,2)"
    merged: u32 = layout!(F32[?,4,?]<2,1,0:T(*,2,2)>), [7, 4, 6], [24, 12, 0],
    |s, i, j, k| i * s[0] + j / 2 * s[1] + k / 2 * 4 + j % 2 * 2 + k % 2;

    "[?] T(1024)(128)(2,1)"
    any_vector: u16 = layout!(BF16[?]<0:T(1024)(128)(2,1)>), [5000], [0],
    |_s, i| i / 256 * 256 + i % 128 * 2 + i % 256 / 128;

    "[?,3,?,256]{3,2,1,0} T(8,128)(2,1)"
    batches: u16 = layout!(BF16[?,3,?,256]<3,2,1,0:T(8,128)(2,1)>),
    [4, 3, 33, 256], [30720, 10240, 0, 0],
    |s, i, j, k, l| i * s[0] + j * s[1] + k / 8 * 2048 + l / 128 * 1024
        + k % 8 / 2 * 256 + l % 128 * 2 + k % 2;

    "[?,?] T(32,32)(16,16)"
    any_tenstorrent: u16 = layout!(BF16[?,?]<1,0:T(32,32)(16,16)>), [50, 70], [3072, 0],
    |s, i, j| i / 32 * s[0] + j / 32 * 1024 + i % 32 / 16 * 512 + j % 32 / 16 * 256 + i % 16 * 16
        + j % 16;
}
