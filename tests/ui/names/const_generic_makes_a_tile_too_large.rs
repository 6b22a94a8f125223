// mistakes: 1
use tiled_layout::layout;

use tiled_layout::View;

fn len<const TILE: usize>(_: View<'_, f32, layout!(F32[3,5]<1,0:T(TILE,2)>)>) -> usize {
    <layout!(F32[3,5]<1,0:T(TILE,2)>)>::PADDED_LEN
}

fn main() {
    let function: fn(View<'_, f32, layout!(F32[3,5]<1,0:T({ usize::MAX - 1 },2)>)>) -> usize = len;
    println!("{function:?}");
}
