//! What does not depend on the unknown sizes is checked at its token.

use tiled_layout::layout;

type Zero = layout!(F32[?,128]<1,0:T(0,128)>);
type Order = layout!(F32[?,128]<1,1:T(8,128)>);
type Section = layout!(F32[?,128]<1,0:T(8,128)E(0)>);
type Known = layout!(F32[?,9223372036854775807]<1,0:T(8,128)>);

fn main() {}

// mistakes: 4
