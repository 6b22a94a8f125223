//! The procedural macro behind `tiled_layout::layout!`.
//!
//! It adds to `layout-runtime` only what a macro must: the tokens as text with
//! a span for each byte, and the layout as a type. Grammar and checks are
//! those of the run time.

#![forbid(unsafe_code)]

mod quote_layout;
mod rendered;
#[cfg(test)]
mod tests;

use layout_runtime::__private::Parsed;
use proc_macro2::TokenStream;
use rendered::Rendered;
use syn::parse::{Parse, ParseStream};
use syn::{Result, bracketed};

/// `layout!`, with the path of the facade in brackets before the user's
/// tokens; not for use by hand.
#[proc_macro]
#[doc(hidden)]
pub fn layout(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).into()
}

fn expand(input: TokenStream) -> TokenStream {
    match syn::parse2::<Input>(input) {
        Ok(Input { facade, rendered }) => {
            let parsed = Parsed::from_macro(&rendered.text);
            quote_layout::quote_layout(&facade, &rendered, &parsed)
        }
        Err(error) => error.to_compile_error(),
    }
}

/// The path of the facade in brackets, then the user's tokens.
struct Input {
    facade: TokenStream,
    rendered: Rendered,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let facade;
        bracketed!(facade in input);
        Ok(Input {
            facade: facade.parse()?,
            rendered: input.parse()?,
        })
    }
}
