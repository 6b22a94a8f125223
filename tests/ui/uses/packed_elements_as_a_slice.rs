// mistakes: 1
use tiled_layout::layout;

type Packed = layout!(S4[3,5]<1,0:T(2,2)E(4)>);

fn main() {
    println!("{}", Packed::view(&[0i8; 24]).unwrap()[[2, 3]]);
}
