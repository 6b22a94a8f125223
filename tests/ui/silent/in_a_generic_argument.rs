// mistakes: 1
use tiled_layout::layout;

use std::collections::HashMap;
use tiled_layout::View;

fn corner<const N: usize>(view: View<'_, f32, layout!(F32[N,5]<1,0:T(2,2,)>)>) -> f32 {
    view[[N - 1, 4]]
}

fn main() {
    let buffer = [0.0f32; 24];
    let view = <layout!(F32[3,5]<1,0:T(2,2)>)>::view(&buffer).unwrap();
    println!("{}", corner::<3>(view));
    println!("{:?}", HashMap::<layout!(F32[3,5]<1,0:T(2,2)>), usize>::new());
}
