// mistakes: 1
use tiled_layout::{Buffer, layout};

fn main() {
    let half = Buffer::<u16, layout!(F16[3,5])>::zeroed();
    let mut brain = Buffer::<u16, layout!(BF16[3,5]<1,0:T(2,2)>)>::zeroed();
    brain.copy_from(&half).unwrap();
}
