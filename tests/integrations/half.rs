//! With the feature `half`, its types hold the elements of F16 and BF16.

use ::half::{bf16, f16};
use tiled_layout::{Layout, layout};

#[test]
fn static_views() {
    type Weights = layout!(BF16[3,5]<1,0:T(2,2)(2,1)>);
    let mut buffer = vec![bf16::ZERO; Weights::PADDED_LEN];
    Weights::view_mut(&mut buffer).unwrap()[[2, 3]] = bf16::ONE;
    assert_eq!(Weights::view(&buffer).unwrap()[[2, 3]], bf16::ONE);
    assert_eq!(buffer.iter().filter(|&&b| b == bf16::ONE).count(), 1);

    type Halves = layout!(F16[4]);
    let buffer = [1.0, 2.0, 3.0, 4.0].map(f16::from_f32);
    assert_eq!(Halves::view(&buffer).unwrap()[[2]].to_f32(), 3.0);
}

#[test]
fn run_time_views() {
    let layout = Layout::parse("bf16[3]").unwrap();
    assert!(layout.view(&[bf16::ONE; 3]).is_ok());
    assert!(layout.view(&[f16::ONE; 3]).is_err());
    assert!(
        Layout::parse("f16[3]")
            .unwrap()
            .view(&[f16::ONE; 3])
            .is_ok()
    );
}

#[test]
fn bytes() {
    let layout = Layout::parse("bf16[3,5]{1,0:T(2,2)(2,1)}").unwrap();
    let mut buffer = vec![bf16::ZERO; 24];
    layout.view_mut(&mut buffer).unwrap()[[2, 3]] = bf16::ONE;
    let bytes = layout.view(&buffer).unwrap().as_bytes();
    assert_eq!(bytes.len(), 48);
    assert_eq!(layout.view_bytes::<bf16>(bytes).unwrap()[[2, 3]], bf16::ONE);
}

#[test]
fn copies() {
    crate::support::sample::copies(bf16::ONE);
    crate::support::sample::copies(f16::ONE);
}
