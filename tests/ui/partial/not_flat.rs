//! Layouts whose formula depends on the unknown size.

use tiled_layout::layout;

type Uneven = layout!(F32[?,128]<1,0:T(3,3)(2,2)>);
type Carry = layout!(F32[4,?,9]<2,1,0:T(*,2,2)>);

fn main() {}

// mistakes: 2
