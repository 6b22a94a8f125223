//! The procedural macro behind `tiled_layout::layout!`.
//!
//! It converts tokens to text with a span for each byte, and the layout to a type. The grammar
//! and the checks come from `layout-core`.

#![forbid(unsafe_code)]

mod documentation;
mod formula;
mod items;
mod quote_layout;
mod rendered;
#[cfg(test)]
mod tests;

use items::Item;
use layout_core::parse::Parsed;
use proc_macro2::TokenStream;
use quote_layout::{Quoting, compile_error};
use rendered::Rendered;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Result, bracketed};

/// `layout!`, with the path of the facade in brackets before the user's
/// tokens; not for direct use.
#[proc_macro]
#[doc(hidden)]
pub fn layout(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).into()
}

/// Returns the picture in an alias's documentation, drawn only under rustdoc; not for direct
/// use.
#[cfg(feature = "draw")]
#[proc_macro]
#[doc(hidden)]
pub fn layout_picture(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let picture = syn::parse2(input.into()).map(|text| documentation::picture(&text));
    let picture = picture.map(quote::ToTokens::into_token_stream);
    picture
        .unwrap_or_else(|error| error.into_compile_error())
        .into()
}

fn expand(input: TokenStream) -> TokenStream {
    match syn::parse2::<Input>(input) {
        Ok(Input { facade, form }) => match form {
            Form::Layout(attributes, rendered) => {
                let parsed = Parsed::from_macro(&rendered.text);
                let quoting = Quoting {
                    facade: &facade,
                    rendered: &rendered,
                    parsed: &parsed,
                    parameters: None,
                    alias: None,
                    verbatim: false,
                };
                let mut errors = attributes.iter().map(items::misplaced).collect::<Vec<_>>();
                match quoting.layout() {
                    Ok(layout) if errors.is_empty() => layout,
                    Ok(_) => quoting.mistaken(&errors),
                    Err(mistakes) => {
                        errors.extend(mistakes);
                        quoting.mistaken(&errors)
                    }
                }
            }
            Form::Items(items) => items.iter().map(|item| item.quote(&facade)).collect(),
        },
        Err(error) => compile_error(&error.to_string(), error.span(), error.span()),
    }
}

/// The path of the facade in brackets, then the user's tokens.
struct Input {
    facade: TokenStream,
    form: Form,
}

/// The form of the user's tokens.
enum Form {
    /// A layout, as a type or a value, after attributes that do not belong there.
    Layout(Vec<Attribute>, Rendered),
    /// Aliases of layouts.
    Items(Vec<Item>),
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let facade;
        bracketed!(facade in input);
        let mut items = Vec::new();
        while Item::follows(input) {
            items.push(input.parse()?);
        }
        if items.is_empty()
            && let Some(error) = items::declaration(input)
        {
            return Err(error);
        }
        Ok(Input {
            facade: facade.parse()?,
            form: if items.is_empty() {
                Form::Layout(items::attributes(input), input.parse()?)
            } else {
                Form::Items(items)
            },
        })
    }
}
