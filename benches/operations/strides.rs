//! Copies between layouts and arrays of `ndarray`, beside the same copies from and to strides.

use ndarray::{Array2, ArrayView2, ArrayViewMut2, s};
use tiled_layout::{Array, Buffer, ViewMut, layout};

use crate::table::Table;

/// The largest ratio of a copy from or to `ndarray` to the same one from or to strides.
const AIM: f64 = 1.2;

const ROWS: usize = 1000;
const COLUMNS: usize = 1100;

/// Where a slice of an array of `ndarray` begins in it, and its strides, both in elements.
fn strides_of<T>(all: &Array2<T>, slice: &ArrayView2<'_, T>) -> (usize, [isize; 2]) {
    let bytes = slice.as_ptr().addr() - all.as_ptr().addr();
    let strides = [slice.strides()[0], slice.strides()[1]];
    (bytes / size_of::<T>(), strides)
}

/// The slices of an array that are copied.
macro_rules! slices {
    ($run:ident, $all:ident) => {
        $run!("rows with gaps", $all, s![..ROWS, 3..COLUMNS + 3]);
        $run!("steps of 2", $all, s![..;2, ..;2]);
        $run!("rows upward", $all, s![..ROWS;-1, ..COLUMNS]);
        $run!("columns backward", $all, s![..ROWS, ..COLUMNS;-1]);
    };
}

/// The rows of one layout.
macro_rules! of_layout {
    ($table:ident, $name:literal, $element:ty, $layout:ty) => {{
        let mut all = Array2::from_shape_fn((2 * ROWS, 2 * COLUMNS), |(i, j)| {
            (i * 7 + j) as u8 as $element
        });
        let mut whole = all.slice(s![..ROWS, ..COLUMNS]).to_owned();
        let mut tiled = Buffer::<$element, $layout>::zeroed();
        let mut other = tiled.clone();
        macro_rules! copy {
            ($what:literal, $array:ident, $slice:expr) => {{
                let (first, strides) = strides_of(&$array, &$array.slice($slice));
                let memory = $array.as_slice().unwrap_or_default();
                let source = Array::strided(memory, [ROWS, COLUMNS], &strides, first);
                let (source, slice) = (source.expect("within the array"), $array.slice($slice));
                let mut from_strides = || tiled.copy_from(&source).is_ok();
                let mut from_ndarray = || other.copy_from(&slice).is_ok();
                assert!(from_strides() && from_ndarray());
                $table.row(
                    &format!("ndarray: {} of {}", $what, $name),
                    ROWS * COLUMNS,
                    [AIM],
                    [&mut from_strides, &mut from_ndarray],
                );
                assert_eq!(tiled, other);
                let mut copied = $array.clone();
                let memory = copied.as_slice_mut().unwrap_or_default();
                let array = Array::strided_mut(memory, [ROWS, COLUMNS], &strides, first);
                let mut array = array.expect("no overlaps");
                let mut slice: ArrayViewMut2<'_, $element> = $array.slice_mut($slice);
                $table.row(
                    &format!("ndarray: {} to {}", $name, $what),
                    ROWS * COLUMNS,
                    [AIM],
                    [&mut || array.copy_from(&tiled).is_ok(), &mut || {
                        ViewMut::from(&mut slice).copy_from(&tiled).is_ok()
                    }],
                );
            }};
        }
        copy!("all", whole, s![.., ..]);
        slices! { copy, all }
    }};
}

pub(crate) fn run(table: &mut Table) {
    table.section("copies of ndarray", "strides", &["ndarray"]);
    of_layout!(
        table,
        "bf16 T(8,128)(2,1)",
        u16,
        layout!(BF16[1000,1100]<1,0:T(8,128)(2,1)>)
    );
    of_layout!(
        table,
        "f32 T(8,128)",
        f32,
        layout!(F32[1000,1100]<1,0:T(8,128)>)
    );
    of_layout!(table, "f32 rows", f32, layout!(F32[1000,1100]));
    of_layout!(table, "f32 columns", f32, layout!(F32[1000,1100]<0,1>));
}
