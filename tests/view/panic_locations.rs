//! A panic for a mistake of the caller names the caller's line.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use tiled_layout::{Buffer, Layout, Mapping, PackedBuffer, ViewMut, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
type Partial = layout!(F32[?,5]<1,0:T(2,2)>);
type Packed = layout!(S4[3,5]<1,0:T(2,2)E(4)>);

thread_local! {
    /// While this thread runs `panics_here`: whether it has panicked, at a line of this file.
    static HERE: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Returns true if `f` panics, and with a line of this file.
fn panics_here(f: impl FnOnce()) -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| match info.location() {
            Some(location) if HERE.get().is_some() => HERE.set(Some(location.file() == file!())),
            _ => before(info),
        }));
    });
    HERE.set(Some(false));
    let _ = panic::catch_unwind(AssertUnwindSafe(f));
    HERE.take() == Some(true)
}

macro_rules! panics {
    ($($call:expr;)*) => {$(
        assert!(panics_here(|| { let _ = $call; }), "`{}`", stringify!($call));
    )*};
}

#[test]
fn layouts() {
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let partial = Partial::with_dims([3, 5]).unwrap();
    panics! {
        layout.offset(&[2, 5]);
        layout.offset(&[2]);
        Mapping::offset(&layout, Layout::parse("u8[9]").unwrap().index(7).unwrap());
        Fig1::offset([3, 0]);
        Mapping::offset(&Fig1::new(), [3, 0]);
        Fig1::at([2, 5]);
        Mapping::at(&Fig1::new(), [2, 5]);
        partial.offset([3, 0]);
        Mapping::offset(&partial, [3, 0]);
        layout.strides().at(4);
        layout.dims()[2];
        layout.slice_is_contiguous(2);
        layout.dimension_padding(2);
        layout.assert_padding_at_most(10);
    }
}

/// Those of a buffer of 3 by 5 elements, and of its views.
macro_rules! arrays {
    ($buffer:expr) => {{
        let mut buffer = $buffer;
        panics! {
            buffer[[2, 5]];
            buffer[[2, 5]] = 1.0;
            buffer.view()[[2, 5]];
            buffer.view_mut()[[2, 5]] = 1.0;
            buffer.runs_along(2);
            buffer.runs_along_mut(2);
            buffer.index_axis(2, 0);
            buffer.index_axis_mut(2, 0);
            buffer.axis_iter(2);
            buffer.axis_iter_mut(2);
            buffer.view().runs_along(2);
            buffer.view().index_axis(2, 0);
            buffer.view().axis_iter(2);
            buffer.view().split_at(2, 0);
            buffer.split_at_mut(0, 4);
            buffer.index_axis(0, 3);
            buffer.row(3);
            buffer.row_mut(3);
            buffer.column(5);
            buffer.column_mut(5);
            buffer.axis_chunks(2, 1);
            buffer.axis_chunks_mut(0, 0);
            buffer.region((1.., ..)).unwrap().row(2);
            buffer.row(0).index_axis(1, 0);
            buffer.view().permuted(&[0]);
            buffer.region((.., ..)).unwrap().runs_along(2);
            buffer.region((1.., ..)).unwrap()[[2, 0]];
            buffer.region_mut((1.., ..)).unwrap()[[2, 0]] = 1.0;
            buffer.tile([0, 2]).unwrap()[[0, 1]];
        }
        let mut view: ViewMut<'_, f32, _> = buffer.view_mut();
        panics! {
            view[[2, 5]];
            view.runs_along(2);
            view.runs_along_mut(2);
            view.index_axis_mut(2, 0);
            view.axis_iter(2);
            view.axis_iter_mut(2);
            view.split_at_mut(2, 0);
            view.permuted_mut(&[0, 0]);
        }
        #[cfg(feature = "rayon")]
        panics! {
            buffer.view().par_runs_along(2);
            buffer.view_mut().par_runs_along_mut(2);
        }
    }};
}

#[test]
fn static_arrays() {
    arrays!(Buffer::<f32, Fig1>::zeroed());
}

#[test]
fn partial_arrays() {
    let layout = Partial::with_dims([3, 5]).unwrap();
    arrays!(Buffer::<f32, Partial>::zeroed_with(layout).unwrap());
}

#[test]
fn run_time_arrays() {
    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let deep = Layout::parse("f32[2,3,5]").unwrap();
    let mut deep = Buffer::<f32, Layout>::zeroed_with(deep).unwrap();
    panics! {
        deep.row(0);
        deep.column_mut(0);
        deep.rows();
        deep.rows_mut();
        deep.blocks(layout.index(0).unwrap());
    }
    arrays!(Buffer::<f32, Layout>::zeroed_with(layout).unwrap());
}

#[test]
fn packed_arrays() {
    let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}").unwrap();
    let mut buffer = PackedBuffer::<i8, Packed>::zeroed();
    panics! {
        PackedBuffer::<i8, Packed>::from_elem(8);
        PackedBuffer::<i8, Packed>::from_fn(|_| 8);
        PackedBuffer::<i8, Layout>::from_fn_with(layout, |_| 8);
        buffer.set([2, 5], 0);
        buffer.set([2, 4], 8);
        buffer.try_set([2, 5], 0);
        buffer.fill(8);
        buffer.fill_padding(8);
        buffer.view_mut().set([2, 5], 0);
        buffer.view_mut().set([2, 4], 8);
        buffer.view_mut().try_set([2, 5], 0);
        buffer.view_mut().fill(8);
        buffer.view_mut().fill_padding(8);
        buffer.region_mut((1.., ..)).unwrap().set([2, 0], 0);
        buffer.region_mut((1.., ..)).unwrap().set([1, 0], 8);
        buffer.region_mut((1.., ..)).unwrap().try_set([2, 0], 0);
        buffer.region_mut((1.., ..)).unwrap().fill(8);
        buffer.row_mut(3);
        buffer.index_axis_mut(1, 5);
        buffer.column(5);
    }
}
