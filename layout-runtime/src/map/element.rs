//! `Element`: which Rust types hold which element types.

use layout_core::spec::element_type::{ElementMarker, ElementType, Mistake, markers::*};
use layout_core::spec::padding_value::{PaddingValue, padding_bits};

/// A Rust type that can hold elements of type `D` in a buffer.
///
/// | element type | Rust types |
/// |---|---|
/// | PRED | `bool`, `u8` |
/// | S8 S16 S32 S64 | `i8` `i16` `i32` `i64` |
/// | U8 U16 U32 U64 | `u8` `u16` `u32` `u64` |
/// | S1 S2 S4 | `i8`, `u8` (one byte an element; with `E(n)` they are packed bytes) |
/// | U1 U2 U4 | `u8` |
/// | F16 BF16 | `u16`; `half::f16`, `half::bf16` (feature `half`) |
/// | F32 F64 | `f32` `f64` |
/// | floats of 8, 6 and 4 bits | `u8`; `microfloat::f8e4m3fn` and the others (feature `microfloat`) |
/// | C64 C128 | `[f32; 2]` `[f64; 2]`; `Complex<f32>` `Complex<f64>` (feature `num-complex`) |
///
/// `T: Element<D>` says at compile time that `T` holds `D`; `T: Element` says that it holds
/// some element types, which [`holds`](Element::holds) tells at run time. Implement the first
/// for a type of your own, of the same size, to use it in views of static layouts, the second
/// to use it in views of layouts that are known at run time.
///
/// ```
/// use tiled_layout::{Element, ElementType, Layout, layout, types::F32};
///
/// /// An `f32` with a name of its own.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// #[repr(transparent)]
/// struct Volts(f32);
///
/// impl Element<F32> for Volts {}
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// let buffer = [Volts(1.5); 24]; // 15 elements, and padding
/// assert_eq!(Fig1::view(&buffer)?[[2, 3]], Volts(1.5));
///
/// impl Element for Volts {
///     fn holds(element: ElementType) -> bool {
///         element == ElementType::F32
///     }
/// }
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// assert_eq!(layout.view(&buffer)?[[2, 3]], Volts(1.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a buffer of `{Self}` cannot hold elements of type {D}",
    label = "the layout's elements are {D}, the buffer's are `{Self}`",
    note = "bytes of such elements are seen through `view_bytes`",
    note = "F32 is held by `f32`, BF16 by `half::bf16` (feature `half`) or `u16`, PRED by `bool` or `u8`, C64 by `[f32; 2]` or `Complex<f32>` (feature `num-complex`), F8E4M3FN by `u8` or `microfloat::f8e4m3fn` (feature `microfloat`); the page of `Element` has the whole table"
)]
pub trait Element<D = AnyElement>: Copy {
    /// Returns true if this type holds elements of type `element`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Element, ElementType};
    ///
    /// assert!(<u16 as Element>::holds(ElementType::BF16));
    /// assert!(!<f32 as Element>::holds(ElementType::F64));
    /// ```
    #[must_use]
    fn holds(element: ElementType) -> bool
    where
        D: Held,
    {
        D::TYPE == Some(element)
    }

    /// Returns a padding value of an element type that this type holds; `None` if there is no such
    /// value, as for [`PaddingValue::Unknown`], or if the type does not say.
    #[must_use]
    fn padding(element: ElementType, value: PaddingValue) -> Option<Self> {
        let _ = (element, value);
        None
    }
}

/// Stands for the element type of a layout that is known at run time; see [`Element`].
#[derive(Clone, Copy, Debug)]
pub struct AnyElement;

/// What [`Element`] is asked for: one element type, or any. Without it the default of
/// [`Element::holds`] could not name the element type (error E0599), and each
/// `impl Element<F32>` would have to write it. With `D: ElementMarker` as the bound, layouts known
/// at run time cannot ask `T::holds` (error E0277): `AnyElement` has no `TYPE`.
#[doc(hidden)]
pub trait Held {
    const TYPE: Option<ElementType>;
}

impl Held for AnyElement {
    const TYPE: Option<ElementType> = None;
}

impl<D: ElementMarker> Held for D {
    const TYPE: Option<ElementType> = Some(D::TYPE);
}

// A wrong element type is one error, not two.
#[doc(hidden)]
impl<T: Copy> Element<Mistake> for T {}

/// Rust types, the element types that they hold, and how the bits of an element become a value.
macro_rules! elements {
    ($($(#[$label:meta])* $rust:ty: $($element:ident)*, |$bits:ident| $value:expr;)*) => {$(
        $(
            #[diagnostic::do_not_recommend]
            impl $crate::map::element::Element<$element> for $rust {
                fn padding(element: ElementType, value: PaddingValue) -> Option<Self> {
                    <Self as $crate::map::element::Element>::padding(element, value)
                }
            }
        )*

        $(#[$label])*
        #[diagnostic::do_not_recommend]
        impl $crate::map::element::Element for $rust {
            fn holds(element: ElementType) -> bool {
                matches!(element, $(ElementType::$element)|*)
            }

            fn padding(element: ElementType, value: PaddingValue) -> Option<Self> {
                padding_bits(element, value).map(|$bits| $value)
            }
        }
    )*};
}
#[cfg(any(feature = "half", feature = "microfloat", feature = "num-complex"))]
pub(crate) use elements;

elements! {
    bool: PRED, |bits| bits != 0;
    i8: S1 S2 S4 S8, |bits| bits as i8;
    i16: S16, |bits| bits as i16;
    i32: S32, |bits| bits as i32;
    i64: S64, |bits| bits as i64;
    u8: PRED U1 U2 U4 U8 S1 S2 S4
        F8E5M2 F8E4M3 F8E4M3FN F8E4M3B11FNUZ F8E5M2FNUZ F8E4M3FNUZ F8E3M4 F8E8M0FNU
        F4E2M1FN F6E2M3FN F6E3M2FN, |bits| bits as u8;
    u16: U16 F16 BF16, |bits| bits as u16;
    u32: U32, |bits| bits as u32;
    u64: U64, |bits| bits as u64;
    f32: F32, |bits| f32::from_bits(bits as u32);
    f64: F64, |bits| f64::from_bits(bits as u64);
    [f32; 2]: C64, |bits| [f32::from_bits(bits as u32), 0.0];
    [f64; 2]: C128, |bits| [f64::from_bits(bits as u64), 0.0];
}

#[cfg(test)]
mod tests {
    use layout_core::spec::element_type::ElementType;
    use layout_core::spec::padding_value::PaddingValue::{self, *};
    use layout_core::spec::padding_value::padding_bits;

    use super::Element;

    fn padding<T: Element>(element: ElementType, value: PaddingValue) -> Option<T> {
        T::padding(element, value)
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
