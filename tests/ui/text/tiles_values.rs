// mistakes: 34
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!(f32[3,5]{1,0:T(0,2)});
    let _ = layout!(f32[3,5]{1,0:T(-2,2)});
    let _ = layout!(f32[3,5]{1,0:T(2,*)});
    let _ = layout!(f32[3,5]{1,0:T()});
    let _ = layout!(f32[3,5]{1,0:T});
    let _ = layout!(f32[3,5]{1,0:T2});
    let _ = layout!(f32[3,5]{1,0:T(8,128)T(2,1)});
    let _ = layout!(f32[3,5]{1,0:t(2,2)});
    let _ = layout!(f32[3,5]{1,0:T[2,2]});
    let _ = layout!(f32[3,5]{1,0:T(2;2)});
    let _ = layout!(f32[3,5]{1,0:T(**)});
    let _ = layout!(f32[3,5]{1,0:T(1)(1)(1)(1)(1)(1)(1)(1)(1)});
    let _ = layout!(f32[3,5]{1,0:T(1,1,1,1,1,1,1,1,1,1,1,1,1)});
    let _ = layout!(f32[3,5]{1,0:T(9223372036854775808,2)});
    let _ = layout!(f32[3,5]{1,0:T(1,1,1,1,1,1,1,1,1,1,1,1)(1,1,1,1,1,1,1,1,1,1,1,1)});
    let _ = layout!(f32[3,5]{1,0:T((2,2))});
    let _ = layout!(f32[3,5]{1,0:T(2,0)});
    let _ = layout!(f32[3,5]{1,0:T(2,2)(0)});
    let _ = layout!(f32[3,5]{1,0:T(2,-1)});
    let _ = layout!(f32[3,5]{1,0:T(*)});
    let _ = layout!(f32[3,5]{1,0:T(2,2)()});
    let _ = layout!(f32[3,5]{1,0:()});
    let _ = layout!(f32[3,5]{1,0:T 8});
    let _ = layout!(f32[3,5]{1,0:T{2,2}});
    let _ = layout!(f32[3,5]{1,0:T<2,2>});
    let _ = layout!(f32[3,5]{1,0:T(2x2)});
    let _ = layout!(f32[3,5]{1,0:T(2 2)});
    let _ = layout!(f32[3,5]{1,0:T(2,2,)});
    let _ = layout!(f32[3,5]{1,0:T(,2)});
    let _ = layout!(f32[3,5]{1,0:T(2.5,2)});
    let _ = layout!(f32[3,5]{1,0:T(8usize,128)});
    let _ = layout!(f32[3,5]{1,0:T("8",128)});
    let _ = layout!(f32[3,5]{1,0:T(*2)});
    let _ = layout!(f32[3,5]{1,0:T(8,128)(2,1)T(1)});
}
