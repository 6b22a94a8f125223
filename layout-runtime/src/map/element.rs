//! `Element`: which Rust types hold which element types.

use layout_core::spec::PaddingValue;
use layout_core::spec::element_type::{
    ElementMarker, ElementType,
    markers::*,
    sealed::{OfXla, Sealed},
};

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

/// What [`Element`] is asked for: one element type, or any.
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

/// A type of the table of [`Element`]. If the macro implemented `Element` itself, errors
/// would point into the macro.
#[doc(hidden)]
pub trait HoldsSome: Copy {
    fn holds(element: ElementType) -> bool;
    fn padding(element: ElementType, value: PaddingValue) -> Option<Self>;
}

/// One element type of a row of the table.
#[doc(hidden)]
pub trait Holds<D>: HoldsSome {}

#[diagnostic::do_not_recommend]
impl<R: HoldsSome> Element for R {
    fn holds(element: ElementType) -> bool {
        <R as HoldsSome>::holds(element)
    }

    fn padding(element: ElementType, value: PaddingValue) -> Option<Self> {
        <R as HoldsSome>::padding(element, value)
    }
}

#[diagnostic::do_not_recommend]
impl<R: Holds<D>, D: ElementMarker + OfXla> Element<D> for R {
    fn padding(element: ElementType, value: PaddingValue) -> Option<Self> {
        <R as HoldsSome>::padding(element, value)
    }
}

/// Replaces a wrong element type, so that the error causes no further errors.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Mistake;

impl Sealed for Mistake {}
impl ElementMarker for Mistake {
    const TYPE: ElementType = ElementType::F32;
}
#[doc(hidden)]
impl<T: Copy> Element<Mistake> for T {}

/// Rust types and the element types that they hold. A feature before a type is required for
/// its implementation.
macro_rules! elements {
    ($($(#[$label:meta])* $rust:ty: $($element:ident)*;)*) => {$(
        $(impl $crate::map::element::Holds<$element> for $rust {})*

        $(#[$label])*
        impl $crate::map::element::HoldsSome for $rust {
            fn holds(element: ElementType) -> bool {
                matches!(element, $(ElementType::$element)|*)
            }

            fn padding(element: ElementType, value: layout_core::spec::PaddingValue) -> Option<Self> {
                use layout_core::spec::padding_value::padding_bits;
                use $crate::map::element_bits::FromElementBits;
                padding_bits(element, value).map(FromElementBits::from_element_bits)
            }
        }
    )*};
}
#[cfg(any(feature = "half", feature = "microfloat", feature = "num-complex"))]
pub(crate) use elements;

elements! {
    bool: PRED;
    i8: S1 S2 S4 S8;
    i16: S16;
    i32: S32;
    i64: S64;
    u8: PRED U1 U2 U4 U8 S1 S2 S4
        F8E5M2 F8E4M3 F8E4M3FN F8E4M3B11FNUZ F8E5M2FNUZ F8E4M3FNUZ F8E3M4 F8E8M0FNU
        F4E2M1FN F6E2M3FN F6E3M2FN;
    u16: U16 F16 BF16;
    u32: U32;
    u64: U64;
    f32: F32;
    f64: F64;
    [f32; 2]: C64;
    [f64; 2]: C128;
}
