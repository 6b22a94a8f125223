//! Feature `num-complex`: `Complex<f32>` and `Complex<f64>` hold C64 and C128.

use crate::map::element::elements;
use crate::storage::bytes::pod;
use num_complex::Complex;

use layout_core::spec::element_type::{ElementType, markers::*};
use layout_core::spec::padding_value::{PaddingValue, padding_bits};

use crate::storage::no_uninit::no_uninit;

elements! {
    #[cfg_attr(docsrs, doc(cfg(feature = "num-complex")))]
    Complex<f32>: C64, |bits| Complex::new(f32::from_bits(bits as u32), 0.0);
    #[cfg_attr(docsrs, doc(cfg(feature = "num-complex")))]
    Complex<f64>: C128, |bits| Complex::new(f64::from_bits(bits as u64), 0.0);
}

pod! { Complex<f32> Complex<f64> }
no_uninit! { Complex<f32> Complex<f64> }
