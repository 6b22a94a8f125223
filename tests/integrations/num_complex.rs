//! `Complex<f32>` and `Complex<f64>` hold C64 and C128.

use ::num_complex::Complex;
use tiled_layout::{Layout, layout};

#[test]
fn views() {
    type Waves = layout!(C64[3,5]<1,0:T(2,2)>);
    let mut buffer = vec![Complex::new(0.0f32, 0.0); Waves::PADDED_LEN];
    Waves::view_mut(&mut buffer).unwrap()[[2, 3]] = Complex::i();
    assert_eq!(buffer[17], Complex::i());

    let layout = Layout::parse("c128[3,5]{1,0:T(2,2)}").unwrap();
    let buffer = [Complex::new(1.0f64, -2.0); 24];
    assert_eq!(layout.view(&buffer).unwrap()[[2, 3]].im, -2.0);
    assert!(layout.view(&[Complex::new(0.0f32, 0.0); 24]).is_err());
}

/// Real part first, as XLA has it.
#[test]
fn bytes() {
    let layout = Layout::parse("c64[3]").unwrap();
    let buffer = [[1.0f32, 2.0], [3.0, 4.0], [5.0, 6.0]];
    let bytes = layout.view(&buffer).unwrap().as_bytes();
    let view = layout.view_bytes::<Complex<f32>>(bytes).unwrap();
    assert_eq!(view[[1]], Complex::new(3.0, 4.0));
}

#[test]
fn copies() {
    crate::support::sample::copies(Complex::<f32>::i());
    crate::support::sample::copies(Complex::<f64>::i());
}
