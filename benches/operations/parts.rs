//! Calls that give a part of an array, in ns a call.

use std::hint::black_box;

use tiled_layout::{Layout, PackedView, View, ViewMut, WholeBuffer, layout};

use crate::table::Table;

/// The targets: the most ns of a call: static, with `?`, `Layout`.
const AIMS: [f64; 3] = [20.0, 50.0, 50.0];
const ROW_AIMS: [f64; 3] = [150.0; 3];
/// A layout that is asked for is computed, and copied: 1400 bytes.
const NO_AIMS: [f64; 3] = [f64::INFINITY; 3];
/// The number of calls that are timed together.
const CALLS: usize = 64;

type Tiled = layout!(F32[64,256,1024]<2,1,0:T(8,128)>);
type TiledOf = layout!(F32[?,?,?]<2,1,0:T(8,128)>);
type Packed = layout!(S4[64,256,1024]<2,1,0:T(8,128)(8,1)E(4)>);
type PackedOf = layout!(S4[?,?,?]<2,1,0:T(8,128)(8,1)E(4)>);

/// The ns per call, over several indices.
fn calls(mut call: impl FnMut(usize)) -> impl FnMut() {
    move || (0..CALLS).for_each(|index| call(black_box(index)))
}

macro_rules! parts {
    ($($name:ident($view:ident: $type:ident, $index:ident) $body:block)*) => {$(
        #[inline(never)]
        fn $name<M: WholeBuffer>($view: &$type<'_, M>, $index: usize) {
            $body
        }
    )*};
}

type Floats<'a, M> = View<'a, f32, M>;
type Nibbles<'a, M> = PackedView<'a, i8, M>;

parts! {
    tile(view: Floats, index) {
        let tile = view.tile([index, 3, 5]);
        black_box(tile.and_then(|tile| tile.as_slice()));
    }
    index_axis(view: Floats, index) {
        black_box(view.index_axis(0, index).as_slice());
    }
    region(view: Floats, index) {
        black_box(view.region(&[index..index + 1, 3..5, 0..1024][..]).is_ok());
    }
    axis_items(view: Floats, axis) {
        for part in view.axis_iter(axis) {
            black_box(part.as_slice());
        }
    }
    tile_bytes(view: Nibbles, index) {
        black_box(view.tile_bytes([index, 3, 5]));
    }
    slice(view: Floats, index) {
        if let Ok(part) = view.region(&[index..index + 1, 8..16, 0..1024][..]) {
            black_box(part.as_slice());
        }
    }
    into_whole(view: Floats, index) {
        if let Ok(part) = view.index_axis(0, index).into_whole() {
            black_box(part.dims().len());
        }
    }
}

/// A row of 1024 elements, copied to a row of one matrix of the array.
#[inline(never)]
fn copy_row<M: WholeBuffer>(
    view: &mut ViewMut<'_, f32, M>,
    row: &View<'_, f32, layout!(F32[1,1,1024])>,
    index: usize,
) {
    if let Ok(mut part) = view.region_mut(&[3..4, index..index + 1, 0..1024][..]) {
        black_box(part.copy_from(row).is_ok());
    }
}

pub(crate) fn run(table: &mut Table) {
    table.section_of_calls("parts");
    let buffer = vec![1.0f32; Tiled::PADDED_LEN];
    let mut to = [buffer.clone(), buffer.clone(), buffer.clone()];
    let partial = TiledOf::with_dims(black_box([64, 256, 1024])).unwrap();
    let layout: Layout = black_box(Tiled::LAYOUT);
    let of_static = Tiled::view(&buffer).unwrap();
    let of_partial = partial.view(&buffer).unwrap();
    let of_layout = layout.view(&buffer).unwrap();
    let mut row = |name: &str, aims, tasks: [&mut dyn FnMut(); 3]| {
        table.calls(&format!("parts: {name}"), CALLS, aims, tasks);
    };
    // A row of calls on a view of each kind.
    macro_rules! calls_of {
        ($name:literal, $aims:ident, $call:ident, $a:ident $b:ident $c:ident) => {
            row(
                $name,
                $aims,
                [
                    &mut calls(|index| $call(&$a, index)),
                    &mut calls(|index| $call(&$b, index)),
                    &mut calls(|index| $call(&$c, index)),
                ],
            )
        };
    }
    calls_of!("tile([i, j, k])", AIMS, tile, of_static of_partial of_layout);
    calls_of!("region([i..i + 1, 3..5, ..])", AIMS, region, of_static of_partial of_layout);
    calls_of!("index_axis(0, i)", AIMS, index_axis, of_static of_partial of_layout);
    calls_of!("region([i..i + 1, 8..16, ..]), as_slice", AIMS, slice, of_static of_partial of_layout);
    calls_of!("index_axis, into_whole", NO_AIMS, into_whole, of_static of_partial of_layout);
    row(
        "an item of axis_iter(0)",
        AIMS,
        [
            &mut || axis_items(&of_static, 0),
            &mut || axis_items(&of_partial, 0),
            &mut || axis_items(&of_layout, 0),
        ],
    );
    let bytes = vec![0x5a; Packed::PADDED_BYTES];
    let packed_partial = PackedOf::with_dims(black_box([64, 256, 1024])).unwrap();
    let packed_layout: Layout = black_box(Packed::LAYOUT);
    let packed_static = Packed::packed_view::<i8>(&bytes).unwrap();
    let packed_of_partial = packed_partial.packed_view::<i8>(&bytes).unwrap();
    let packed_of_layout = packed_layout.packed_view::<i8>(&bytes).unwrap();
    calls_of!("tile_bytes([i, j, k]), s4", AIMS, tile_bytes, packed_static packed_of_partial packed_of_layout);
    let numbers = vec![2.0f32; 1024];
    let source = <layout!(F32[1,1,1024])>::view(&numbers).unwrap();
    let [a, b, c] = &mut to;
    let mut of_static = Tiled::view_mut(a).unwrap();
    let mut of_partial = partial.view_mut(b).unwrap();
    let mut of_layout = layout.view_mut(c).unwrap();
    row(
        "region_mut and copy_from, 1024",
        ROW_AIMS,
        [
            &mut calls(|index| copy_row(&mut of_static, &source, index)),
            &mut calls(|index| copy_row(&mut of_partial, &source, index)),
            &mut calls(|index| copy_row(&mut of_layout, &source, index)),
        ],
    );
}
