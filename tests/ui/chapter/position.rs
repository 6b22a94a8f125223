use tiled_layout::{Offset, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

const PAST: Offset<Fig1> = Fig1::at([2, 5]);

fn main() {
    let buffer = [0.0f32; 24];
    println!("{}", Fig1::view(&buffer).unwrap()[PAST]);
}

// mistakes: 1
