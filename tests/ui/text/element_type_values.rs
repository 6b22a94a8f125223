// mistakes: 25
use tiled_layout::layout;

#[rustfmt::skip]
fn main() {
    let _ = layout!();
    let _ = layout!(i32[3,5]{1,0:T(2,2)});
    let _ = layout!(float32[3,5]{1,0:T(2,2)});
    let _ = layout!(bfloat16[3,5]{1,0:T(2,2)});
    let _ = layout!(fp8[3,5]{1,0:T(2,2)});
    let _ = layout!(bool[3,5]{1,0:T(2,2)});
    let _ = layout!(int4[3,5]{1,0:T(2,2)});
    let _ = layout!(XYZ[3,5]{1,0:T(2,2)});
    let _ = layout!(token[]);
    let _ = layout!(opaque[]);
    let _ = layout!((f32[2], s32[]));
    let _ = layout!(b(f32[2]));
    let _ = layout!([3,5]{1,0:T(2,2)});
    let _ = layout!(float16[8]);
    let _ = layout!(double[8]);
    let _ = layout!(Int8[8]);
    let _ = layout!(UINT32[8]);
    let _ = layout!(f8e4m3fnz[8]);
    let _ = layout!(b16[8]);
    let _ = layout!(3[5]);
    let _ = layout!("f32"[5]);
    let _ = layout!(f33[8]);
    let _ = layout!(complex64[8]);
    let _ = layout!(token);
    let _ = layout!(tuple[]);
}
