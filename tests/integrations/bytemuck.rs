//! Bytes are seen as a buffer of any `Pod`.

use ::bytemuck::{Pod, Zeroable};
use tiled_layout::{Element, ElementType, Layout, layout, types};

/// A type of our own that holds F32.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(transparent)]
struct Metres(f32);

impl Element<types::F32> for Metres {}

impl Element for Metres {
    fn holds(element: ElementType) -> bool {
        element == ElementType::F32
    }
}

#[test]
fn own_type() {
    type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    let mut buffer = [0.0f32; Fig1::PADDED_LEN];
    let bytes = ::bytemuck::cast_slice_mut(&mut buffer);
    Fig1::view_bytes_mut::<Metres>(bytes).unwrap()[[2, 3]] = Metres(1.5);
    assert_eq!(buffer[17], 1.5);

    let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
    let view = layout
        .view_bytes::<Metres>(::bytemuck::cast_slice(&buffer))
        .unwrap();
    assert_eq!(view[[2, 3]], Metres(1.5));
    assert_eq!(view.as_bytes(), ::bytemuck::cast_slice::<f32, u8>(&buffer));
}

/// The types that need no feature for it stay.
#[test]
fn numbers() {
    fn any_bit_pattern<T: tiled_layout::AnyBitPattern>() {}
    any_bit_pattern::<i8>();
    any_bit_pattern::<u16>();
    any_bit_pattern::<f64>();
    any_bit_pattern::<[f32; 2]>();
    any_bit_pattern::<[f64; 2]>();
    #[cfg(feature = "half")]
    any_bit_pattern::<::half::bf16>();
    #[cfg(feature = "num-complex")]
    any_bit_pattern::<::num_complex::Complex<f64>>();
    #[cfg(feature = "microfloat")]
    any_bit_pattern::<::microfloat::f6e2m3fn>();
}
