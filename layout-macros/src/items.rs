//! The item form: `pub type Fig1 = F32[3,5]<1,0:T(2,2)>;`, an alias with
//! generated documentation.

use layout_runtime::__private::Parsed;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, GenericParam, Generics, Ident, Result, Token, Visibility};

use crate::documentation::documentation;
use crate::quote_layout::Quoting;
use crate::rendered::Rendered;

/// One alias. The `;` of the last one may be left out.
pub(crate) struct Item {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    keyword: Token![type],
    name: Ident,
    generics: Generics,
    layout: Rendered,
}

impl Item {
    /// Whether an item follows rather than a layout.
    pub(crate) fn follows(input: ParseStream) -> bool {
        input.peek(Token![#]) || input.peek(Token![pub]) || input.peek(Token![type])
    }

    /// The alias, documented unless the layout has an error.
    pub(crate) fn quote(&self, facade: &TokenStream) -> TokenStream {
        let Item {
            attributes,
            visibility,
            keyword,
            name,
            generics,
            layout,
        } = self;
        let parsed = Parsed::from_macro(&layout.text);
        let documentation = documentation(layout, &parsed);
        let documentation = documentation.map(|text| quote!(#[doc = #text]));
        let is_parameter = |hole: &Ident| {
            let mut parameters = generics.params.iter();
            parameters.any(|p| matches!(p, GenericParam::Const(p) if p.ident == *hole))
        };
        let quoting = Quoting {
            facade,
            rendered: layout,
            parsed: &parsed,
            may_be_parameter: &is_parameter,
        };
        // Beside the alias: rust-analyzer expands no macros within an alias.
        let (layout, errors) = match quoting.layout() {
            Ok(layout) => (layout, Vec::new()),
            Err(errors) => (quoting.mistaken(&[]), errors),
        };
        quote! {
            #(#errors;)*
            #(#attributes)*
            #documentation
            #visibility #keyword #name #generics = #layout;
        }
    }
}

impl Parse for Item {
    fn parse(input: ParseStream) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let keyword = input.parse()?;
        let name = input.parse()?;
        let generics = input.parse()?;
        input.parse::<Token![=]>()?;
        let mut layout = TokenStream::new();
        while !input.is_empty() && !at_item_end(input) {
            layout.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Option<Token![;]>>()?;
        Ok(Item {
            attributes,
            visibility,
            keyword,
            name,
            generics,
            layout: syn::parse2(layout)?,
        })
    }
}

/// Whether the `;` after an item follows. One in the middle of a layout is an
/// error in the layout.
fn at_item_end(input: ParseStream) -> bool {
    let ahead = input.fork();
    ahead.parse::<Token![;]>().is_ok() && (ahead.is_empty() || Item::follows(&ahead))
}
