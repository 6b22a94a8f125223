//! Feature `serde`: layouts and element types are their texts.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::spec::element_type::ElementType;
use crate::view::mapping::Mapping;

/// A type that a string stands for.
trait FromText: Sized {
    /// What the string should be.
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result;

    fn from_text<E: Error>(text: &str) -> Result<Self, E>;
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromText> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::expecting(f)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text)
    }
}

impl FromText for Layout {
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a layout, such as \"f32[3,5]{1,0:T(2,2)}\"")
    }

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Layout::parse(text).map_err(E::custom)
    }
}

impl<E, const RANK: usize, D, O, T, A> FromText for StaticLayout<E, RANK, D, O, T, A>
where
    Self: Mapping,
{
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the layout {}", Self::new())
    }

    fn from_text<Err: Error>(text: &str) -> Result<Self, Err> {
        if Layout::from_text::<Err>(text)? == *Self::new().layout() {
            return Ok(Self::new());
        }
        Err(Err::invalid_value(
            Unexpected::Str(text),
            &TextVisitor::<Self>(PhantomData),
        ))
    }
}

impl<E, const RANK: usize, D, O, T, A> FromText for PartialLayout<E, RANK, D, O, T, A>
where
    (E, D, O, T, A): Params<RANK>,
{
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a layout {}", Self::TEXT)
    }

    fn from_text<Err: Error>(text: &str) -> Result<Self, Err> {
        Self::try_from(Layout::from_text::<Err>(text)?).map_err(Err::custom)
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

macro_rules! as_text {
    ($([$($generics:tt)*] $name:ty, [$($bounds:tt)*];)*) => {$(
        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<$($generics)*> Serialize for $name
        where
            $($bounds)*
        {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
        impl<'de, $($generics)*> Deserialize<'de> for $name
        where
            $($bounds)*
        {
            fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

as_text! {
    [] Layout, [];
    [] ElementType, [];
    [E, const RANK: usize, D, O, T, A] StaticLayout<E, RANK, D, O, T, A>, [Self: Mapping,];
    [E, const RANK: usize, D, O, T, A] PartialLayout<E, RANK, D, O, T, A>, [
        (E, D, O, T, A): Params<RANK>,
    ];
}
