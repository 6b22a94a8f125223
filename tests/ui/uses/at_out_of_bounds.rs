// mistakes: 1
use tiled_layout::layout;

use tiled_layout::Offset;

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

const PAST: Offset<Fig1> = Fig1::at([2, 5]);

fn main() {
    println!("{}", PAST.position());
}
