// mistakes: 1
use tiled_layout::{Buffer, layout};

type Packed = layout!(S4[3,5]<1,0:T(2,2)E(4)>);

fn main() {
    let buffer = Buffer::<i8, Packed>::zeroed();
    println!("{}", buffer[[2, 3]]);
}
