// mistakes: 1
use tiled_layout::layout;

type Half = layout!(F16[3,5]);
type Brain = layout!(BF16[3,5]<1,0:T(2,2)>);

fn main() {
    let mut to = [0u16; 24];
    let from = Half::view(&[0x3C00u16; 15]).unwrap();
    Brain::view_mut(&mut to).unwrap().copy_from(&from).unwrap();
}
