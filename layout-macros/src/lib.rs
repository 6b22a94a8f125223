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

use proc_macro2::TokenStream;

/// `layout!`, with the path of the facade in brackets before the user's
/// tokens; not for use by hand.
#[proc_macro]
#[doc(hidden)]
pub fn layout(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).into()
}

fn expand(input: TokenStream) -> TokenStream {
    let mut tokens = input.into_iter();
    let facade = match tokens.next() {
        Some(proc_macro2::TokenTree::Group(path)) => path.stream(),
        _ => TokenStream::new(),
    };
    let rendered = rendered::Rendered::new(tokens.collect());
    let parsed = layout_runtime::__private::Parsed::from_macro(&rendered.text);
    quote_layout::quote_layout(&facade, &rendered, &parsed)
}
