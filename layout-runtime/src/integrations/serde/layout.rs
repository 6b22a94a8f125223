//! Layouts are their texts.

use core::fmt;
use core::marker::PhantomData;

use layout_core::as_text;
use layout_core::integrations::serde::{FromText, TextVisitor};
use serde::de::{Error, Unexpected};

use super::on_lines;
use crate::layout::Layout;
use crate::layout::partial_layout::PartialLayout;
use crate::layout::static_layout::StaticLayout;
use crate::layout::static_layout::params::Params;
use crate::map::WholeBuffer;

impl FromText for Layout {
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a layout, such as \"f32[3,5]{1,0:T(2,2)}\"")
    }

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Layout::parse(text).map_err(on_lines)
    }
}

impl<E, const RANK: usize, D, O, T, A> FromText for StaticLayout<E, RANK, D, O, T, A>
where
    Self: WholeBuffer,
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
        Self::try_from(Layout::from_text::<Err>(text)?).map_err(on_lines)
    }
}

as_text! {
    [] Layout, [];
    [E, const RANK: usize, D, O, T, A] StaticLayout<E, RANK, D, O, T, A>, [Self: WholeBuffer,];
    [E, const RANK: usize, D, O, T, A] PartialLayout<E, RANK, D, O, T, A>, [
        (E, D, O, T, A): Params<RANK>,
    ];
}
