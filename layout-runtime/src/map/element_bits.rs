//! `FromElementBits`: Rust values made from the bits of an element.

/// A Rust type of elements, made from the bits of one.
pub(crate) trait FromElementBits {
    /// From the low bits of `bits`, which are sign-extended.
    fn from_element_bits(bits: i128) -> Self;
}

/// Rust types and how the bits of an element become one.
macro_rules! from_element_bits {
    ($($rust:ty: $bits:ident => $value:expr;)*) => {$(
        impl $crate::map::element_bits::FromElementBits for $rust {
            fn from_element_bits($bits: i128) -> Self {
                $value
            }
        }
    )*};
}
#[cfg(any(feature = "half", feature = "microfloat", feature = "num-complex"))]
pub(crate) use from_element_bits;

from_element_bits! {
    bool: bits => bits != 0;
    i8: bits => bits as i8;
    i16: bits => bits as i16;
    i32: bits => bits as i32;
    i64: bits => bits as i64;
    u8: bits => bits as u8;
    u16: bits => bits as u16;
    u32: bits => bits as u32;
    u64: bits => bits as u64;
    f32: bits => f32::from_bits(bits as u32);
    f64: bits => f64::from_bits(bits as u64);
    [f32; 2]: bits => [f32::from_element_bits(bits), 0.0];
    [f64; 2]: bits => [f64::from_element_bits(bits), 0.0];
}

#[cfg(test)]
mod tests {
    use layout_core::spec::element_type::ElementType;
    use layout_core::spec::padding_value::PaddingValue::{self, *};
    use layout_core::spec::padding_value::padding_bits;

    use super::FromElementBits;

    fn padding<T: FromElementBits>(element: ElementType, value: PaddingValue) -> Option<T> {
        padding_bits(element, value).map(T::from_element_bits)
    }

    #[test]
    fn as_rust_values() {
        use ElementType::*;
        assert_eq!(padding(F32, One), Some(1.0f32));
        assert_eq!(padding(F32, Lowest), Some(f32::NEG_INFINITY));
        assert_eq!(padding(F64, Highest), Some(f64::INFINITY));
        assert_eq!(padding(F64, One), Some(1.0f64));
        assert_eq!(padding(S8, Lowest), Some(i8::MIN));
        assert_eq!(padding(S64, Highest), Some(i64::MAX));
        assert_eq!(padding(S4, Lowest), Some(-8i8));
        assert_eq!(padding(S4, Highest), Some(7i8));
        assert_eq!(padding(S1, Lowest), Some(-1i8));
        assert_eq!(padding::<i8>(S1, One), None);
        assert_eq!(padding(U64, Highest), Some(u64::MAX));
        assert_eq!(padding(U2, Highest), Some(3u8));
        assert_eq!(padding(U16, Lowest), Some(0u16));
        assert_eq!(padding(PRED, Highest), Some(true));
        assert_eq!(padding(C64, One), Some([1.0f32, 0.0]));
        assert_eq!(padding(C128, Zero), Some([0.0f64, 0.0]));
        assert_eq!(padding::<[f32; 2]>(C64, Lowest), None);
        for &element in ElementType::ALL {
            assert_eq!(padding_bits(element, Unknown), None);
            assert_eq!(padding_bits(element, Zero), Some(0));
        }
    }

    fn power_of_2(exponent: i32) -> f64 {
        f64::from_bits(((1023 + exponent) as u64) << 52)
    }

    /// The small floats, decoded by their exponent and mantissa bits.
    #[test]
    fn small_floats() {
        use ElementType::*;
        // Element, exponent bits, mantissa bits, bias, highest value.
        for (element, exponent, mantissa, bias, highest) in [
            (F16, 5, 10, 15, f64::INFINITY),
            (BF16, 8, 7, 127, f64::INFINITY),
            (F8E5M2, 5, 2, 15, f64::INFINITY),
            (F8E4M3, 4, 3, 7, f64::INFINITY),
            (F8E3M4, 3, 4, 3, f64::INFINITY),
            (F8E4M3FN, 4, 3, 7, 448.0),
            (F8E4M3B11FNUZ, 4, 3, 11, 30.0),
            (F8E5M2FNUZ, 5, 2, 16, 57344.0),
            (F8E4M3FNUZ, 4, 3, 8, 240.0),
            (F4E2M1FN, 2, 1, 1, 6.0),
            (F6E2M3FN, 2, 3, 1, 7.5),
            (F6E3M2FN, 3, 2, 3, 28.0),
            (F8E8M0FNU, 8, 0, 127, power_of_2(127)),
        ] {
            let decode = |bits: i128| {
                let exponent_bits = (bits >> mantissa) & ((1 << exponent) - 1);
                let fraction = bits & ((1 << mantissa) - 1);
                if highest.is_infinite() && exponent_bits == (1 << exponent) - 1 {
                    assert_eq!(fraction, 0, "{element}: a NaN");
                    return f64::INFINITY;
                }
                (1.0 + fraction as f64 / power_of_2(mantissa))
                    * power_of_2(exponent_bits as i32 - bias)
            };
            let bits = |value| padding_bits(element, value).unwrap();
            assert_eq!(decode(bits(One)), 1.0, "{element}");
            assert_eq!(decode(bits(Highest)), highest, "{element}");
            if element != F8E8M0FNU {
                assert_eq!(bits(Lowest) ^ bits(Highest), 1 << (element.bits() - 1));
            }
        }
    }
}
