// mistakes: 1
use tiled_layout::layout;

use tiled_layout::Mapping;

fn main() {
    let wrong = layout!(F32[3,5]<1,0:T(2,2)S(256)>);
    println!("{} {} {:?}", wrong, wrong.offset([2, 3]), wrong);
    let copies = [wrong; 3];
    for layout in copies {
        println!("{}", layout.padded_len());
    }
}
