//! The panic of const evaluation for a layout with an error.

use layout_core::parse::error::const_message;
use layout_core::parse::parse;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{Spec, display};

/// Fails const evaluation for a layout with an error, with the message of run
/// time. The text is that of the layout's parts.
#[track_caller]
pub(crate) const fn invalid(spec: &Spec, kind: ErrorKind) -> ! {
    match parse(display::print(spec).as_str()) {
        Err(error) => panic!("{}", error.shown().as_str()),
        Ok(_) => panic!("{}", const_message(kind).as_str()),
    }
}
