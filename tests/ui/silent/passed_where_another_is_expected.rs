// mistakes: 1
use tiled_layout::layout;

use tiled_layout::View;

type Wrong = layout!(F32[3,5]<1,0:T(0,2)>);

fn takes(_: layout!(F32[3,5]<1,0:T(2,2)>)) {}

fn trace(view: View<'_, f32, layout!(F32[5,5]<1,0:T(2,2)>)>) -> f32 {
    (0..5).map(|i| view[[i, i]]).sum()
}

fn main() {
    let buffer = [0.0f32; 24];
    takes(Wrong::new());
    println!("{}", trace(Wrong::view(&buffer).unwrap()));
}
