//! Feature `half`: `half::f16` and `half::bf16` hold F16 and BF16.

use layout_core::spec::element_type::{ElementType, markers::*};
use layout_core::spec::padding_value::{PaddingValue, padding_bits};

use crate::map::element::elements;
use crate::storage::bytes::pod;
use crate::storage::no_uninit::no_uninit;

elements! {
    #[cfg_attr(docsrs, doc(cfg(feature = "half")))]
    half::f16: F16, |bits| Self::from_bits(bits as u16);
    #[cfg_attr(docsrs, doc(cfg(feature = "half")))]
    half::bf16: BF16, |bits| Self::from_bits(bits as u16);
}

pod! { half::f16 half::bf16 }
no_uninit! { half::f16 half::bf16 }
