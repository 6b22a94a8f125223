// mistakes: 1
use tiled_layout::layout;

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn main() {
    let buffer = [0.0f32; 24];
    let view = Fig1::view(&buffer).unwrap();
    println!("{}", view[[2, 3, 0]]);
}
