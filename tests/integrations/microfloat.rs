//! The types of `microfloat` hold the floats of 8, 6 and 4 bits.

use ::microfloat::*;
use tiled_layout::{Element, ElementType, Layout, layout};

#[test]
fn views() {
    type Weights = layout!(F8E4M3FN[3,5]<1,0:T(2,2)>);
    let mut buffer = vec![f8e4m3fn::ZERO; Weights::PADDED_LEN];
    Weights::view_mut(&mut buffer).unwrap()[[2, 3]] = f8e4m3fn::from_f32(1.5);
    assert_eq!(buffer[17].to_f32(), 1.5);

    // One byte an element, without `E`.
    let layout = Layout::parse("f4e2m1fn[3]").unwrap();
    let buffer = [0.5, -6.0, 3.0].map(f4e2m1fn::from_f32);
    let view = layout.view(&buffer).unwrap();
    assert_eq!(view[[1]].to_f32(), -6.0);
    let bytes = view.as_bytes();
    assert_eq!(bytes, [0b0001, 0b1111, 0b0101]);
    assert_eq!(
        layout.view_bytes::<f4e2m1fn>(bytes).unwrap()[[2]].to_f32(),
        3.0
    );
}

#[test]
fn packed() {
    type Scaled = layout!(F4E2M1FN[3,5]<1,0:T(2,2)E(4)>);
    let mut bytes = [0; Scaled::PADDED_BYTES];
    let mut view = Scaled::packed_view_mut::<f4e2m1fn>(&mut bytes).unwrap();
    view.set([2, 3], f4e2m1fn::from_f32(-6.0));
    view.set([2, 2], f4e2m1fn::from_f32(0.5));
    assert_eq!(view.get([2, 3]).unwrap().to_f32(), -6.0);
    assert_eq!(bytes[8], 0xF1);

    // Six bits straddle bytes.
    let layout = Layout::parse("f6e3m2fn[3,5]{1,0:T(2,2)E(6)}").unwrap();
    let mut bytes = [0; 18];
    let mut view = layout.packed_view_mut::<f6e3m2fn>(&mut bytes).unwrap();
    for i in 0..3 {
        for j in 0..5 {
            view.set([i, j], f6e3m2fn::from_f32((i * 5 + j) as f32 - 7.0));
        }
    }
    for i in 0..3 {
        for j in 0..5 {
            // Three significant bits hold all whole numbers up to 8.
            assert_eq!(view.get([i, j]).unwrap().to_f32(), (i * 5 + j) as f32 - 7.0);
        }
    }
}

/// Each type holds its own element type, and its values have the bits that
/// the element type has.
#[test]
fn each_type() {
    macro_rules! check {
        ($($rust:ident $element:ident $max:literal;)*) => {$(
            assert!(<$rust as Element>::holds(ElementType::$element));
            let held = ElementType::ALL.iter().filter(|&&e| <$rust as Element>::holds(e));
            assert_eq!(held.count(), 1);
            assert_eq!($rust::STORAGE_BITS as usize, ElementType::$element.bits());
            assert_eq!($rust::MAX.to_f32(), $max);
            crate::support::sample::copies($rust::MAX);
        )*};
    }
    // The largest values, from the definitions of the formats.
    check! {
        f8e5m2 F8E5M2 57344.0;
        f8e4m3 F8E4M3 240.0;
        f8e4m3fn F8E4M3FN 448.0;
        f8e4m3b11fnuz F8E4M3B11FNUZ 30.0;
        f8e5m2fnuz F8E5M2FNUZ 57344.0;
        f8e4m3fnuz F8E4M3FNUZ 240.0;
        f8e3m4 F8E3M4 15.5;
        f8e8m0fnu F8E8M0FNU 1.7014118e38;
        f4e2m1fn F4E2M1FN 6.0;
        f6e2m3fn F6E2M3FN 7.5;
        f6e3m2fn F6E3M2FN 28.0;
    }
}
