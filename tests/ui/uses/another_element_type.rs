// mistakes: 1
use tiled_layout::layout;

fn takes(_: layout!(F32[3,5]<1,0:T(2,2)>)) {}

fn main() {
    takes(layout!(S32[3,5]<1,0:T(2,2)>));
}
