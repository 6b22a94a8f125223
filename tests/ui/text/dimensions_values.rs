// mistakes: 34
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!(f32);
    let _ = layout!(F32 3,5);
    let _ = layout!(F32(3,5));
    let _ = layout!(F32{3,5});
    let _ = layout!(f32[3,-5]{1,0:T(2,2)});
    let _ = layout!(f32[3.5,5]{1,0:T(2,2)});
    let _ = layout!(f32[3e2,5]{1,0:T(2,2)});
    let _ = layout!(f32[3usize,5]{1,0:T(2,2)});
    let _ = layout!(f32["3",5]{1,0:T(2,2)});
    let _ = layout!(f32[18446744073709551616,5]{1,0:T(2,2)});
    let _ = layout!(f32[2x2]);
    let _ = layout!(f32[3,5,]{1,0:T(2,2)});
    let _ = layout!(f32[3 5]{1,0:T(2,2)});
    let _ = layout!(f32[3,,5]{2,1,0:T(2,2)});
    let _ = layout!(f32[3;5]{1,0:T(2,2)});
    let _ = layout!(f32[<3,5]{1,0:T(2,2)});
    let _ = layout!(f32[1,1,1,1,1,1,1,1,1,1,1,1,1]);
    let _ = layout!(f32[-1]);
    let _ = layout!(f32[0.5]);
    let _ = layout!(f32[1e9]);
    let _ = layout!(f32[3u32]);
    let _ = layout!(f32[3_000i64]);
    let _ = layout!(f32["3"]);
    let _ = layout!(f32['3']);
    let _ = layout!(f32[9223372036854775808]);
    let _ = layout!(f32[2 x 3]);
    let _ = layout!(f32[2X3]);
    let _ = layout!(f32[2x3x4]);
    let _ = layout!(f32[,3]);
    let _ = layout!(f32[3;]);
    let _ = layout!(f32[<=?]);
    let _ = layout!(f32[<=-3]);
    let _ = layout!(f32[(3)]);
    let _ = layout!(f32[!]);
}
