// mistakes: 1
use tiled_layout::layout;

fn takes(_: layout!(F32[3,5]<1,0:T(2,2)>)) {}

fn main() {
    takes(layout!(F32[3,5]<1,0:T(2,2)S(1)>));
}
