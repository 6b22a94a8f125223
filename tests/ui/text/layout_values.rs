// mistakes: 19
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!(f32[3,5]{1,0:});
    let _ = layout!(f32[3,5]{1,0::T(2,2)});
    let _ = layout!(f32[3,5]{1,0 T(2,2)});
    let _ = layout!(f32[3,5]{1,0,T(2,2)});
    let _ = layout!(f32[3,5]<1,0:T(2,2));
    let _ = layout!(f32[3,5]{1,0:T(2,2)} extra words);
    let _ = layout!(f32[3,5](1,0));
    let _ = layout!(f32[3,5]1,0);
    let _ = layout!(f32[3,5]:T(2,2));
    let _ = layout!(f32[3,5]{:});
    let _ = layout!(f32[3,5]{T(2,2)});
    let _ = layout!(f32[3,5]{1,0;T(2,2)});
    let _ = layout!(f32[3,5]<1,0);
    let _ = layout!(f32[3,5]{1,0}{1,0});
    let _ = layout!(f32[3,5]{1,0};);
    let _ = layout!(f32[3,5] f32[3,5]);
    let _ = layout!(f32[3,5]T(8,128));
    let _ = layout!(f32[3,5][1,0]);
    let _ = layout!(f32[3,5]{1,0::T(2,2)});
}
