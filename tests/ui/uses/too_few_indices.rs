// mistakes: 1
use tiled_layout::layout;

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

fn main() {
    println!("{}", Fig1::offset([2]));
}
