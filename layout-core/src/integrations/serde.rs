//! Feature `serde`: element types serialize as their names. The macro here serializes other
//! types as their texts.

use core::fmt;
use core::marker::PhantomData;

pub use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
pub use serde::ser::{Serialize, Serializer};

use crate::spec::element_type::ElementType;

/// A type that is read from a string.
pub trait FromText: Sized {
    /// Writes what the string should be.
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns the value of a string.
    ///
    /// # Errors
    ///
    /// When the string is not such a value.
    fn from_text<E: Error>(text: &str) -> Result<Self, E>;
}

/// Reads a string as a `T`.
#[derive(Debug)]
pub struct TextVisitor<T>(pub PhantomData<T>);

impl<T: FromText> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::expecting(f)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text)
    }
}

impl FromText for ElementType {
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an element type, such as \"f32\"")
    }

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        let unknown = || E::invalid_value(Unexpected::Str(text), &TextVisitor::<Self>(PhantomData));
        ElementType::from_name(text).ok_or_else(unknown)
    }
}

/// Implements `Serialize` and `Deserialize` for types that `Display` and
/// [`FromText`] write and read.
#[doc(hidden)]
#[macro_export]
macro_rules! as_text {
    ($([$($generics:tt)*] $name:ty, [$($bounds:tt)*];)*) => {$(
        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<$($generics)*> $crate::integrations::serde::Serialize for $name
        where
            $($bounds)*
        {
            fn serialize<S>(&self, serializer: S) -> Result<S::Ok, S::Error>
            where
                S: $crate::integrations::serde::Serializer,
            {
                serializer.collect_str(self)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<'de, $($generics)*> $crate::integrations::serde::Deserialize<'de> for $name
        where
            $($bounds)*
        {
            fn deserialize<De>(deserializer: De) -> Result<Self, De::Error>
            where
                De: $crate::integrations::serde::Deserializer<'de>,
            {
                let visitor = $crate::integrations::serde::TextVisitor(core::marker::PhantomData);
                deserializer.deserialize_str(visitor)
            }
        }
    )*};
}

as_text! {
    [] ElementType, [];
}
