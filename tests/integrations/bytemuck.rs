//! Bytes are seen as a buffer of any `Pod`.

use ::bytemuck::{NoUninit, Pod, Zeroable};
use tiled_layout::{Buffer, Element, ElementType, Layout, layout, types};

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

/// What is `NoUninit` or `Zeroable` for `bytemuck` is so here.
#[test]
fn copied_as_bytes_and_zeroed() {
    #[derive(Clone, Copy, PartialEq, Debug, Default, NoUninit, Zeroable)]
    #[repr(u8)]
    enum Flag {
        #[default]
        Unset,
        Set,
    }

    impl Element<types::U8> for Flag {}

    let mut tiled = Buffer::<Flag, layout!(U8[3,5]<1,0:T(2,2)>)>::zeroed();
    tiled[[2, 3]] = Flag::Set;
    let mut rows = Buffer::<Flag, layout!(U8[3,5])>::zeroed();
    rows.copy_from(&tiled).unwrap();
    assert_eq!((rows[[2, 3]], rows[[2, 2]]), (Flag::Set, Flag::Unset));
    assert_eq!(tiled.to_row_major(), rows.as_slice());
}

/// The types that need no feature for it stay.
#[test]
fn numbers() {
    fn pod<T: tiled_layout::Pod>() {}
    pod::<i8>();
    pod::<u16>();
    pod::<f64>();
    pod::<[f32; 2]>();
    pod::<[f64; 2]>();
    #[cfg(feature = "half")]
    pod::<::half::bf16>();
    #[cfg(feature = "num-complex")]
    pod::<::num_complex::Complex<f64>>();
    #[cfg(feature = "microfloat")]
    pod::<::microfloat::f6e2m3fn>();
}
