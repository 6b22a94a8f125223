// mistakes: 24
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!(f32[3,5]{1:T(2,2)});
    let _ = layout!(f32[3,5]{2,1,0:T(2,2)});
    let _ = layout!(f32[3,5]{0,2:T(2,2)});
    let _ = layout!(f32[3,5]{2,1:T(2,2)});
    let _ = layout!(f32[3,5]{1,1:T(2,2)});
    let _ = layout!(f32[3,5]{-1,0:T(2,2)});
    let _ = layout!(f32[3,5]{1.0,0:T(2,2)});
    let _ = layout!(f32[3,5]{x,0:T(2,2)});
    let _ = layout!(f32[3,5,7]{major_to_minor=(0,1,2)});
    let _ = layout!(f32[]{0});
    let _ = layout!(f32[3,5]{1,0,:T(2,2)});
    let _ = layout!(f32[3,5]{1 0:T(2,2)});
    let _ = layout!(f32[3,5]{0});
    let _ = layout!(f32[3,5]{0,0});
    let _ = layout!(f32[3,5,7]{0,1,3});
    let _ = layout!(f32[3,5]{1;0});
    let _ = layout!(f32[3,5]{1x0});
    let _ = layout!(f32[3,5]{,0});
    let _ = layout!(f32[3,5]{"1",0});
    let _ = layout!(f32[3,5]{1usize,0});
    let _ = layout!(f32[3,5]{minor_to_major={1,0}});
    let _ = layout!(f32[3,5]{major_to_minor:0,1});
    let _ = layout!(f32[3,5]{18446744073709551617,0});
    let _ = layout!(f32[3,5]{1,*:T(2,2)});
}
