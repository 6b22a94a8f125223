//! Paths of constants: `N`, `a::B`, `Self::N`, `G::<3>::N`, `<S as Tr>::N`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Result, Token};

use crate::generics::angles;

/// A path as an expression.
pub(crate) fn path(input: ParseStream) -> Result<TokenStream> {
    let mut path = TokenStream::new();
    if input.peek(Token![<]) {
        path.extend(angles(input)?);
        input.parse::<Token![::]>()?.to_tokens(&mut path);
    } else {
        input.parse::<Option<Token![::]>>()?.to_tokens(&mut path);
    }
    loop {
        segment(input)?.to_tokens(&mut path);
        if !colons(input, &mut path)? {
            return Ok(path);
        }
        if input.peek(Token![<]) {
            path.extend(angles(input)?);
            if !colons(input, &mut path)? {
                return Ok(path);
            }
        }
    }
}

/// Whether `::` follows, which it moves to the path.
fn colons(input: ParseStream, path: &mut TokenStream) -> Result<bool> {
    let colons: Option<Token![::]> = input.parse()?;
    colons.to_tokens(path);
    Ok(colons.is_some())
}

fn segment(input: ParseStream) -> Result<Ident> {
    let keyword = input.peek(Token![super])
        || input.peek(Token![self])
        || input.peek(Token![crate])
        || input.peek(Token![Self]);
    match keyword {
        true => input.call(Ident::parse_any),
        false => input.parse(),
    }
}
