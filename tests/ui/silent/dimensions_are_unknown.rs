// mistakes: 1
use tiled_layout::layout;

use tiled_layout::View;

type Wrong = layout!(F32 3,5);

fn corner(view: View<'_, f32, Wrong>) -> f32 {
    view[[2, 4]]
}

fn main() {
    let buffer = [0.0f32; Wrong::PADDED_LEN];
    println!("{} {}", corner(Wrong::view(&buffer).unwrap()), Wrong::offset([2, 3]));
}
