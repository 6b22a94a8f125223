//! The panic of const evaluation for a layout with an error.

use layout_core::parse::error::const_message;
use layout_core::parse::parse;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{Spec, UNKNOWN, display};
use layout_core::util::array_string::ArrayString;

/// Fails const evaluation for a layout with an error, with the message of run
/// time. The text is that of the layout's parts.
#[track_caller]
pub(crate) const fn invalid(spec: &Spec, kind: ErrorKind) -> ! {
    let mut dim = 0;
    while dim < spec.dims.len() {
        if spec.dims.at(dim) == UNKNOWN {
            not_a_size(dim); // the text would show `?`
        }
        dim += 1;
    }
    match parse(display::print(spec).as_str()) {
        Err(error) => panic!("{}", error.shown().as_str()),
        Ok(_) => panic!("{}", const_message(kind).as_str()),
    }
}

/// Fails const evaluation: the dimension is the number that stands for `?`.
#[track_caller]
pub(crate) const fn not_a_size(dim: usize) -> ! {
    let mut words = ArrayString::<256>::new();
    words.str("dimension ").num(dim as u128);
    words.str(
        " is `usize::MAX`, which is not a size\n\
         help: give the size, or write `?` in the layout for one known only at run time",
    );
    panic!("{}", words.as_str())
}
