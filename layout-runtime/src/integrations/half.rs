//! Feature `half`: `half::f16` and `half::bf16` hold F16 and BF16.

use layout_core::spec::element_type::{ElementType, markers::*};

use crate::copy::NoUninit;
use crate::map::element::elements;
use crate::view::bytes::any_bit_pattern;

elements! {
    #[cfg_attr(docsrs, doc(cfg(feature = "half")))]
    half::f16: F16, |bits| Self::from_bits(bits as u16);
    #[cfg_attr(docsrs, doc(cfg(feature = "half")))]
    half::bf16: BF16, |bits| Self::from_bits(bits as u16);
}

any_bit_pattern! { half::f16 half::bf16 }

// SAFETY: a transparent wrapper of a `u16`.
#[cfg_attr(docsrs, doc(cfg(feature = "half")))]
unsafe impl NoUninit for half::f16 {}
// SAFETY: a transparent wrapper of a `u16`.
#[cfg_attr(docsrs, doc(cfg(feature = "half")))]
unsafe impl NoUninit for half::bf16 {}
