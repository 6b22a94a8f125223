// mistakes: 8
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!(torch.float32[8,128]);
    let _ = layout!(tensor<8x128xf32>);
    let _ = layout!(ShapedArray(float32[8,128]));
    let _ = layout!(f32[8,9]{major_to_minor=(0,1),tiling=(2,4)});
    let _ = layout!(%p = f32[8,128]{1,0} parameter(0));
    let _ = layout!(f32[8][128]{1,0});
    let _ = layout!(f32[8,128]{1,0}:T(8,128));
    let _ = layout!(f32[8,128]{strides=[1,8]});
}
