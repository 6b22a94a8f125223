//! Feature `microfloat`: its types hold the floats of 8, 6 and 4 bits.

use layout_core::spec::element_type::{ElementType, markers::*};
use layout_core::spec::padding_value::{PaddingValue, padding_bits};

use crate::map::element::elements;
use crate::storage::bytes::pod;
use crate::storage::no_uninit::no_uninit;
use crate::storage::packed::PackedElement;

macro_rules! microfloats {
    ($($rust:ident $element:ident;)*) => {$(
        elements! {
            #[cfg_attr(docsrs, doc(cfg(feature = "microfloat")))]
            microfloat::$rust: $element, |bits| Self::from_bits(bits as u8);
        }

        pod! { microfloat::$rust }
        no_uninit! { microfloat::$rust }

        #[cfg_attr(docsrs, doc(cfg(feature = "microfloat")))]
        impl PackedElement for microfloat::$rust {
            #[inline]
            fn from_bits(bits: u8, _: u32) -> Self {
                Self::from_bits(bits)
            }

            #[inline]
            fn to_bits(self) -> u8 {
                self.to_bits()
            }
        }
    )*};
}

microfloats! {
    f8e5m2 F8E5M2;
    f8e4m3 F8E4M3;
    f8e4m3fn F8E4M3FN;
    f8e4m3b11fnuz F8E4M3B11FNUZ;
    f8e5m2fnuz F8E5M2FNUZ;
    f8e4m3fnuz F8E4M3FNUZ;
    f8e3m4 F8E3M4;
    f8e8m0fnu F8E8M0FNU;
    f4e2m1fn F4E2M1FN;
    f6e2m3fn F6E2M3FN;
    f6e3m2fn F6E3M2FN;
}
