// mistakes: 1
use tiled_layout::layout;

use tiled_layout::View;

type Wrong = layout!(i32[3,5]<1,0:T(2,2)>);

fn sum(view: View<'_, i32, Wrong>) -> i32 {
    (0..3).map(|row| view[[row, 0]]).sum()
}

fn main() {
    let buffer = [0i32; Wrong::PADDED_LEN];
    println!("{}", sum(Wrong::view(&buffer).unwrap()));
}
