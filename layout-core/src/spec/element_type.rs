//! `ElementType`: the element types of XLA, their names and their sizes.

use core::fmt;

/// One row per type: name in the notation, marker and variant, bits of a value,
/// description.
macro_rules! element_types {
    ($($name:literal $variant:ident $bits:literal $doc:literal;)*) => {
        /// The type of an array's elements, as XLA names it.
        ///
        /// # Examples
        ///
        /// ```
        /// use tiled_layout::{ElementType, Layout};
        ///
        /// let layout = Layout::parse("BF16[3,5]{1,0:T(2,2)}").unwrap();
        /// assert_eq!(layout.element_type(), ElementType::BF16);
        /// assert_eq!(layout.element_type().name(), "bf16");
        /// assert_eq!(ElementType::S4.bits(), 4);
        /// assert_eq!(ElementType::S4.storage_bits(), 8); // one byte, unless a layout says `E(4)`
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum ElementType {
            $(#[doc = $doc] $variant,)*
        }

        impl ElementType {
            /// All element types, in the order of the language's table.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$variant,)*];

            /// Returns the name in lower case, as XLA prints it.
            ///
            /// # Examples
            ///
            /// ```
            /// assert_eq!(tiled_layout::ElementType::F8E4M3FN.name(), "f8e4m3fn");
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(ElementType::$variant => $name,)* }
            }

            /// Returns the name of its marker type.
            ///
            /// # Examples
            ///
            /// ```
            /// assert_eq!(tiled_layout::ElementType::F32.marker_name(), "F32");
            /// ```
            #[must_use]
            pub const fn marker_name(self) -> &'static str {
                match self { $(ElementType::$variant => stringify!($variant),)* }
            }

            /// Returns the bits of a value.
            ///
            /// # Examples
            ///
            /// ```
            /// use tiled_layout::ElementType;
            ///
            /// let types = [ElementType::PRED, ElementType::S4, ElementType::C128];
            /// assert_eq!(types.map(ElementType::bits), [1, 4, 128]);
            /// ```
            #[must_use]
            pub const fn bits(self) -> usize {
                match self { $(ElementType::$variant => $bits,)* }
            }
        }

        /// Zero-sized types, one per element type, that represent it in a layout's
        /// type.
        ///
        /// # Examples
        ///
        /// ```
        /// use tiled_layout::{ElementType, types::{self, ElementMarker}};
        ///
        /// assert_eq!(types::BF16::TYPE, ElementType::BF16);
        /// assert_eq!(size_of::<types::BF16>(), 0);
        /// ```
        pub mod markers {
            use super::{ElementMarker, ElementType, sealed::Sealed};
            $(
                #[doc = $doc]
                #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
                pub struct $variant;
                impl Sealed for $variant {}
                impl ElementMarker for $variant {
                    const TYPE: ElementType = ElementType::$variant;
                }
            )*
        }
    };
}

element_types! {
    "pred" PRED 1 "A truth value; one byte, 0 or 1.";
    "s1" S1 1 "Signed integer of 1 bit.";
    "s2" S2 2 "Signed integer of 2 bits.";
    "s4" S4 4 "Signed integer of 4 bits.";
    "s8" S8 8 "Signed integer of 8 bits.";
    "s16" S16 16 "Signed integer of 16 bits.";
    "s32" S32 32 "Signed integer of 32 bits.";
    "s64" S64 64 "Signed integer of 64 bits.";
    "u1" U1 1 "Unsigned integer of 1 bit.";
    "u2" U2 2 "Unsigned integer of 2 bits.";
    "u4" U4 4 "Unsigned integer of 4 bits.";
    "u8" U8 8 "Unsigned integer of 8 bits.";
    "u16" U16 16 "Unsigned integer of 16 bits.";
    "u32" U32 32 "Unsigned integer of 32 bits.";
    "u64" U64 64 "Unsigned integer of 64 bits.";
    "f16" F16 16 "IEEE 754 half precision.";
    "bf16" BF16 16 "The upper half of an `f32`.";
    "f32" F32 32 "IEEE 754 single precision.";
    "f64" F64 64 "IEEE 754 double precision.";
    "c64" C64 64 "Complex number of two `f32`.";
    "c128" C128 128 "Complex number of two `f64`.";
    "f8e5m2" F8E5M2 8 "Float of 8 bits: 5 exponent, 2 mantissa.";
    "f8e4m3" F8E4M3 8 "Float of 8 bits: 4 exponent, 3 mantissa, IEEE style.";
    "f8e4m3fn" F8E4M3FN 8 "Float of 8 bits: 4 exponent, 3 mantissa, finite.";
    "f8e4m3b11fnuz" F8E4M3B11FNUZ 8 "Float of 8 bits: 4 exponent, 3 mantissa, bias 11, finite, one zero.";
    "f8e5m2fnuz" F8E5M2FNUZ 8 "Float of 8 bits: 5 exponent, 2 mantissa, finite, one zero.";
    "f8e4m3fnuz" F8E4M3FNUZ 8 "Float of 8 bits: 4 exponent, 3 mantissa, finite, one zero.";
    "f8e3m4" F8E3M4 8 "Float of 8 bits: 3 exponent, 4 mantissa.";
    "f8e8m0fnu" F8E8M0FNU 8 "Scale of 8 bits: exponent only.";
    "f4e2m1fn" F4E2M1FN 4 "Float of 4 bits: 2 exponent, 1 mantissa.";
    "f6e2m3fn" F6E2M3FN 6 "Float of 6 bits: 2 exponent, 3 mantissa.";
    "f6e3m2fn" F6E3M2FN 6 "Float of 6 bits: 3 exponent, 2 mantissa.";
}

/// No other crate implements [`ElementMarker`].
///
/// ```compile_fail,E0603
/// use layout_core::spec::element_type::sealed::Sealed;
/// ```
mod sealed {
    pub trait Sealed {}
}

/// A zero-sized type of [`markers`] that represents an element type.
///
/// # Examples
///
/// ```
/// use tiled_layout::types::{ElementMarker, S4};
///
/// fn bits<E: ElementMarker>() -> usize {
///     E::TYPE.bits()
/// }
/// assert_eq!(bits::<S4>(), 4);
/// ```
pub trait ElementMarker: sealed::Sealed + Copy + 'static {
    /// The element type.
    const TYPE: ElementType;
}

/// Replaces a wrong element type, so that the error causes no further errors.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Mistake;

impl sealed::Sealed for Mistake {}
impl ElementMarker for Mistake {
    const TYPE: ElementType = ElementType::F32;
}

impl ElementType {
    /// Returns the width of an element in a buffer without `E(n)`, in bits: the bits of a value, at
    /// least 8.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    ///
    /// assert_eq!(ElementType::PRED.storage_bits(), 8);
    /// assert_eq!(ElementType::BF16.storage_bits(), 16);
    /// ```
    #[must_use]
    pub const fn storage_bits(self) -> usize {
        let bits = self.bits();
        if bits < 8 { 8 } else { bits }
    }

    /// Returns true if the values are floats: not integers, truth values or complex numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    ///
    /// assert!(ElementType::BF16.is_float() && ElementType::F8E8M0FNU.is_float());
    /// assert!(!ElementType::C64.is_float() && !ElementType::S32.is_float());
    /// ```
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self.name().as_bytes()[0], b'f' | b'b')
    }

    /// Returns true if the values are integers. Those of `pred` are truth values.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    ///
    /// assert!(ElementType::S4.is_integer() && ElementType::U64.is_integer());
    /// assert!(!ElementType::PRED.is_integer() && !ElementType::F32.is_integer());
    /// ```
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self.name().as_bytes()[0], b's' | b'u')
    }

    /// Returns true if values can be negative: signed integers, floats but `f8e8m0fnu`, and complex
    /// numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    ///
    /// assert!(ElementType::S4.is_signed() && ElementType::C64.is_signed());
    /// assert!(!ElementType::U4.is_signed() && !ElementType::F8E8M0FNU.is_signed());
    /// ```
    #[must_use]
    pub const fn is_signed(self) -> bool {
        !matches!(self, ElementType::F8E8M0FNU) && !matches!(self.name().as_bytes()[0], b'u' | b'p')
    }

    /// Returns the element type of the same kind with half of the bits, for types of 16 bits and
    /// more; `bf16` for `f32`, as on TPUs.
    #[doc(hidden)]
    #[must_use]
    pub const fn half(self) -> Option<ElementType> {
        use ElementType::*;

        Some(match self {
            S64 => S32,
            S32 => S16,
            S16 => S8,
            U64 => U32,
            U32 => U16,
            U16 => U8,
            F64 => F32,
            F32 => BF16,
            F16 | BF16 => F8E4M3FN,
            C128 => C64,
            PRED | S1 | S2 | S4 | S8 | U1 | U2 | U4 | U8 | C64 | F8E5M2 | F8E4M3 | F8E4M3FN
            | F8E4M3B11FNUZ | F8E5M2FNUZ | F8E4M3FNUZ | F8E3M4 | F8E8M0FNU | F4E2M1FN
            | F6E2M3FN | F6E3M2FN => return None,
        })
    }

    /// Returns the width of an element in a buffer of a TPU, in bits; `None` if the rule of default
    /// layouts is not verified for the type.
    #[doc(hidden)]
    #[must_use]
    pub const fn tpu_bits(self) -> Option<usize> {
        use ElementType::*;

        match self {
            PRED => Some(8),
            S2 | S4 | S8 | S16 | S32 | U2 | U4 | U8 | U16 | U32 | F16 | BF16 | F32 | C64
            | F8E5M2 | F8E4M3 | F8E4M3FN | F8E4M3B11FNUZ | F8E5M2FNUZ | F8E4M3FNUZ | F8E3M4
            | F8E8M0FNU | F4E2M1FN => Some(self.bits()),
            S1 | S64 | U1 | U64 | F64 | C128 | F6E2M3FN | F6E3M2FN => None,
        }
    }

    /// Returns the name of the type in MLIR.
    #[doc(hidden)]
    #[must_use]
    pub const fn mlir_name(self) -> &'static str {
        use ElementType::*;

        match self {
            PRED => "i1",
            S1 => "si1",
            S2 => "i2",
            S4 => "i4",
            S8 => "i8",
            S16 => "i16",
            S32 => "i32",
            S64 => "i64",
            U1 => "ui1",
            U2 => "ui2",
            U4 => "ui4",
            U8 => "ui8",
            U16 => "ui16",
            U32 => "ui32",
            U64 => "ui64",
            F16 => "f16",
            BF16 => "bf16",
            F32 => "f32",
            F64 => "f64",
            C64 => "complex<f32>",
            C128 => "complex<f64>",
            F8E5M2 => "f8E5M2",
            F8E4M3 => "f8E4M3",
            F8E4M3FN => "f8E4M3FN",
            F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            F8E5M2FNUZ => "f8E5M2FNUZ",
            F8E4M3FNUZ => "f8E4M3FNUZ",
            F8E3M4 => "f8E3M4",
            F8E8M0FNU => "f8E8M0FNU",
            F4E2M1FN => "f4E2M1FN",
            F6E2M3FN => "f6E2M3FN",
            F6E3M2FN => "f6E3M2FN",
        }
    }

    /// Returns the element type of a name in any case; `None` for an unknown one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    ///
    /// assert_eq!(ElementType::from_name("BF16"), Some(ElementType::BF16));
    /// assert_eq!(ElementType::from_name("float"), None);
    /// ```
    #[must_use]
    pub const fn from_name(name: &str) -> Option<ElementType> {
        Self::named(name.as_bytes())
    }

    /// Returns the element type of a name in any case.
    pub(crate) const fn named(name: &[u8]) -> Option<ElementType> {
        let mut i = 0;
        while i < Self::ALL.len() {
            if name.eq_ignore_ascii_case(Self::ALL[i].name().as_bytes()) {
                return Some(Self::ALL[i]);
            }
            i += 1;
        }
        None
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
