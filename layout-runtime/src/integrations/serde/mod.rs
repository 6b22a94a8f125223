//! Feature `serde`: layouts are their texts, arrays the text of their layout and their elements.

#[cfg(feature = "alloc")]
mod deserialize;
mod layout;
mod serialize;

use core::fmt;

use serde::de::Error;

/// The name of an array, for formats that write names.
const ARRAY: &str = "Array";
/// The fields of an array.
const FIELDS: &[&str] = &[LAYOUT, ELEMENTS];
const LAYOUT: &str = "layout";
const ELEMENTS: &str = "elements";

/// Returns an error of several lines. Deserializers append the position of the text, which is
/// not part of the help or note that the last line may be.
fn on_lines<E: Error>(error: impl fmt::Display) -> E {
    E::custom(format_args!("{error}\n"))
}
