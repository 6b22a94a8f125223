// mistakes: 8
use tiled_layout::__private::{F32, Order2, StaticLayout};
use tiled_layout::{Buffer, Iter, Offset, PackedView, TileView, View, ViewMut};

/// Layouts of parameters of which one is a subtype of the other.
type Layout<P> = StaticLayout<F32, 2, P, Order2<1, 0>, (), ()>;
type Sub = Layout<for<'a> fn(&'a u8)>;
type Super = Layout<fn(&'static u8)>;

fn value(layout: Sub) -> Super {
    layout
}

fn offset(offset: Offset<Sub>) -> Offset<Super> {
    offset
}

fn view<'a>(view: View<'a, f32, Sub>) -> View<'a, f32, Super> {
    view
}

fn borrowed<'a>(view: View<'a, f32, &'a Sub>) -> View<'a, f32, &'a Super> {
    view
}

fn view_mut<'a>(view: ViewMut<'a, f32, Sub>) -> ViewMut<'a, f32, Super> {
    view
}

fn packed<'a>(view: PackedView<'a, u8, Sub>) -> PackedView<'a, u8, Super> {
    view
}

fn tile<'a>(tile: TileView<'a, f32, Sub>) -> TileView<'a, f32, Super> {
    tile
}

fn buffer(buffer: Buffer<f32, Sub>) -> Buffer<f32, Super> {
    buffer
}

fn main() {
    let _: Option<Iter<'static, f32, &'static tiled_layout::Layout>> = None;
}
