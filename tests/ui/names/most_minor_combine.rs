// mistakes: 1
use tiled_layout::layout;

use tiled_layout::COMBINE;

fn main() {
    println!("{}", <layout!(F32[3,5]<1,0:T(2,COMBINE)>)>::PADDED_LEN);
}
