// mistakes: 1
use tiled_layout::layout;

use tiled_layout::View;

fn trace(view: View<'_, f32, layout!(F32[5,5]<1,0:T(2,2)>)>) -> f32 {
    (0..5).map(|i| view[[i, i]]).sum()
}

fn main() {
    let buffer = [0.0f32; 24];
    let view = <layout!(F32[3,5]<1,0:T(2,2)>)>::view(&buffer).unwrap();
    println!("{}", trace(view));
}
