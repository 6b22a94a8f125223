//! What const evaluation says of a layout with a mistake.

use crate::parse::error::const_message;
use crate::parse::parse;
use crate::spec::error_kind::ErrorKind;
use crate::spec::{Spec, display};

/// Stops const evaluation at a layout with a mistake, in the words of run
/// time. The text is what the layout's parts print to.
#[track_caller]
pub(crate) const fn invalid(spec: &Spec, kind: ErrorKind) -> ! {
    match parse(display::print(spec).as_str()) {
        Err(error) => panic!("{}", error.shown().as_str()),
        Ok(_) => panic!("{}", const_message(kind).as_str()),
    }
}
