//! `Generics`: the parameters of an alias; and its attributes and visibility.
//!
//! They are passed on to rustc, so only their ends and the names of constants are
//! read: what `syn` has for them would be half of its time to compile.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Lit, Result, Token, token};

/// The parameters of an alias, of which layouts can use constants.
#[derive(Default)]
pub(crate) struct Generics {
    pub(crate) constants: Vec<Constant>,
    pub(crate) others: Vec<TokenStream>,
}

/// `const N: usize`, with a default perhaps.
pub(crate) struct Constant {
    pub(crate) name: Ident,
    pub(crate) ty: TokenStream,
    /// All of it.
    tokens: TokenStream,
}

impl Parse for Generics {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut generics = Generics::default();
        if input.parse::<Option<Token![<]>>()?.is_none() {
            return Ok(generics);
        }
        while !input.peek(Token![>]) {
            let attributes = attributes(input)?;
            if input.peek(Token![const]) {
                generics.constants.push(Constant::parse(attributes, input)?);
            } else {
                generics.others.push(up_to_end(input)?);
            }
            if !input.peek(Token![>]) {
                input.parse::<Token![,]>()?;
            }
        }
        input.parse::<Token![>]>()?;
        Ok(generics)
    }
}

impl Constant {
    fn parse(attributes: TokenStream, input: ParseStream) -> Result<Self> {
        let keyword: Token![const] = input.parse()?;
        let name: Ident = input.parse()?;
        let colon: Token![:] = input.parse()?;
        let ty = up_to_end(input)?;
        let mut tokens = quote!(#attributes #keyword #name #colon #ty);
        if let Some(equals) = input.parse::<Option<Token![=]>>()? {
            equals.to_tokens(&mut tokens);
            match input.peek(Lit) {
                true => input.parse::<Lit>()?.to_tokens(&mut tokens), // with its sign
                false => input.parse::<TokenTree>()?.to_tokens(&mut tokens),
            }
        }
        Ok(Constant { name, ty, tokens })
    }
}

impl ToTokens for Generics {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if !self.constants.is_empty() {
            let constants = self.constants.iter().map(|constant| &constant.tokens);
            tokens.extend(quote!(<#(#constants),*>));
        }
    }
}

/// All attributes that follow.
pub(crate) fn attributes(input: ParseStream) -> Result<TokenStream> {
    let mut attributes = TokenStream::new();
    while input.peek(Token![#]) && input.peek2(token::Bracket) {
        attributes.extend([input.parse::<TokenTree>()?, input.parse()?]);
    }
    Ok(attributes)
}

/// `pub`, `pub(crate)` or nothing.
pub(crate) fn visibility(input: ParseStream) -> Result<TokenStream> {
    let mut visibility = TokenStream::new();
    if let Some(keyword) = input.parse::<Option<Token![pub]>>()? {
        keyword.to_tokens(&mut visibility);
        if input.peek(token::Paren) {
            visibility.extend([input.parse::<TokenTree>()?]);
        }
    }
    Ok(visibility)
}

/// A type, or a parameter with its bounds: at least one token.
fn up_to_end(input: ParseStream) -> Result<TokenStream> {
    let mut tokens = TokenStream::new();
    loop {
        match input.peek(Token![<]) {
            true => tokens.extend(angles(input)?),
            false => tokens.extend([input.parse::<TokenTree>()?]),
        }
        let end = input.peek(Token![,]) || input.peek(Token![>]) || input.peek(Token![=]);
        if end || input.is_empty() {
            return Ok(tokens);
        }
    }
}

/// Generic arguments with their `<` and `>`.
pub(crate) fn angles(input: ParseStream) -> Result<TokenStream> {
    let mut tokens = input.parse::<Token![<]>()?.into_token_stream();
    while !input.peek(Token![>]) {
        if input.peek(Token![<]) {
            tokens.extend(angles(input)?);
        } else if let Some(arrow) = input.parse::<Option<Token![->]>>()? {
            arrow.to_tokens(&mut tokens);
        } else {
            tokens.extend([input.parse::<TokenTree>()?]);
        }
    }
    input.parse::<Token![>]>()?.to_tokens(&mut tokens);
    Ok(tokens)
}
