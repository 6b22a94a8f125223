// mistakes: 1
use tiled_layout::layout;

use tiled_layout::Offset;

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
type Wide = layout!(F32[3,7]<1,0:T(2,2)>);

const CORNER: Offset<Wide> = Wide::at([2, 6]);

fn main() {
    let buffer = [0.0f32; 24];
    let view = Fig1::view(&buffer).unwrap();
    println!("{}", view[CORNER]);
}
