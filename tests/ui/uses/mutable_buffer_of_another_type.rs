// mistakes: 1
use tiled_layout::layout;

fn main() {
    let mut buffer = [0i32; 24];
    let view = <layout!(BF16[3,5]<1,0:T(2,2)>)>::view_mut(&mut buffer).unwrap();
    println!("{}", view[[2, 3]]);
}
