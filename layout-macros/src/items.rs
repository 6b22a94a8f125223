//! The item form: `pub type Fig1 = F32[3,5]<1,0:T(2,2)>;`, an alias with
//! generated documentation.

use layout_core::parse::Parsed;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{
    Attribute, ConstParam, Error, GenericParam, Generics, Ident, Result, Token, Visibility, token,
};

use crate::documentation;
use crate::quote_layout::{Alias, Quoting, compile_error};
use crate::rendered::{Hole, Rendered};

/// One alias. The last `;` is optional.
pub(crate) struct Item {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    keyword: Token![type],
    name: Ident,
    generics: Generics,
    layout: Rendered,
    /// The first token of the layout, if it is a name.
    element: Option<Ident>,
    /// A section without its number.
    section: Option<Ident>,
    /// The `;`. Its span ends the span of the alias.
    end: Token![;],
    /// The errors outside the layout.
    errors: Vec<Error>,
    /// True if `=` is missing. What follows may then not be a layout.
    lost: bool,
}

impl Item {
    /// True if an item follows instead of a layout.
    pub(crate) fn follows(input: ParseStream) -> bool {
        let alias = |input: ParseStream| input.peek(Token![pub]) || input.peek(Token![type]);
        if !(input.peek(Token![#]) && input.peek2(token::Bracket)) {
            return alias(input);
        }
        let ahead = input.fork();
        let parsed = !attributes(&ahead).is_empty();
        !parsed || alias(&ahead) || declaration(&ahead).is_some() || ends_item(&ahead)
    }

    /// One error for each parameter that is a size of another primitive type.
    fn wrong_types(&self) -> Vec<Error> {
        let holes: Vec<_> = self.layout.holes.iter().filter_map(Hole::name).collect();
        let sizes = self.generics.const_params();
        let sizes = sizes.filter(|parameter| holes.contains(&parameter.ident));
        let wrong = sizes.filter(|parameter| is_other_primitive(parameter));
        let errors = wrong.map(|ConstParam { ident, ty, .. }| {
            let found = ty.to_token_stream();
            let words = format!("size `{ident}` is of type `{found}`\nhelp: write `usize`");
            Error::new_spanned(ty, words)
        });
        errors.collect()
    }

    /// Returns the alias, documented unless the layout has an error.
    pub(crate) fn quote(&self, facade: &TokenStream) -> TokenStream {
        let Item {
            attributes,
            visibility,
            keyword,
            name,
            generics,
            layout,
            element,
            section,
            end,
            errors: around,
            lost,
        } = self;
        let parsed = Parsed::from_macro(&layout.text);
        let documentation = documentation::attributes(layout, &parsed, facade);
        let quoting = Quoting {
            facade,
            rendered: layout,
            parsed: &parsed,
            parameters: Some(generics.const_params().map(|p| &p.ident).collect()),
            alias: Some(Alias {
                name,
                keyword: keyword.span,
            }),
            verbatim: false,
        };
        let cfg = attributes.iter().filter(|a| a.path().is_ident("cfg"));
        let cfg = quote!(#(#cfg)*);
        // Beside the alias, because rust-analyzer expands no macros within an alias.
        let (layout, mut errors) = match quoting.layout() {
            Ok(layout) if around.is_empty() => (layout, Vec::new()),
            Ok(_) => (quoting.mistaken(&[]), Vec::new()),
            Err(_) if *lost => (quoting.mistaken(&[]), Vec::new()),
            Err(errors) => (quoting.mistaken(&[]), errors),
        };
        errors.extend(
            around
                .iter()
                .map(|error| compile_error(&error.to_string(), error.span(), error.span())),
        );
        // Before the documentation, so that rust-analyzer completes names in them.
        let constants = match &quoting.alias {
            Some(alias) if errors.is_empty() && parsed.mistakes() == 0 => quoting.constants(alias),
            _ => Vec::new(),
        };
        let element = element.as_ref().filter(|_| !errors.is_empty());
        let section = section.as_ref().filter(|_| !errors.is_empty());
        let element = element.map(|element| completed(quote!(#facade::types::#element)));
        let section =
            section.map(|section| completed(quote!(#facade::__private::sections::#section)));
        let alias = |layout| {
            quote! {
                #(#attributes)*
                #documentation
                #visibility #keyword #name #generics = #layout #end
            }
        };
        let aliases = if constants.is_empty() {
            alias(layout)
        } else {
            // rustdoc prints the user's expressions, not the names of the constants.
            let verbatim = Quoting {
                verbatim: true,
                ..quoting
            };
            let documented = alias(verbatim.layout().unwrap_or_default());
            let alias = alias(layout);
            quote!(#[cfg(not(doc))] #alias #[cfg(doc)] #documented)
        };
        quote! {
            #element
            #section
            #(#errors)*
            #(#cfg #constants)*
            #aliases
        }
    }
}

impl Parse for Item {
    fn parse(input: ParseStream) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        let before = visibility.span();
        if let Some(error) = declaration(input) {
            return Err(error);
        }
        let keyword: Token![type] = next(input, before, "`type`", "Fig1")?;
        let name: Ident = next(input, keyword.span, "a name", "Fig1")?;
        let mut generics: Generics = input.parse().map_err(with_help)?;
        let others = only_constants(&mut generics);
        let (mut errors, mut lost) = (Vec::new(), false);
        let mut last = name.span();
        match next::<Token![=]>(input, last, "`=`", &name.to_string()) {
            Ok(equals) => last = equals.span,
            Err(error) if input.is_empty() => return Err(error),
            Err(error) => {
                errors.push(error);
                lost = true;
                skip_to_layout(input)?;
            }
        }
        if !input.is_empty() {
            last = input.span();
        }
        let mut layout = TokenStream::new();
        while !input.is_empty() && !at_item_end(input) && !Item::follows(input) {
            layout.extend([input.parse::<TokenTree>()?]);
        }
        let mut end = Token![;](name.span());
        if let Some(found) = input.parse()? {
            end = found;
        } else if !input.is_empty() {
            errors.push(input.error("expected `;` after the alias\nhelp: write `;`"));
            input.parse::<Option<Token![,]>>()?;
        }
        while input.peek(Token![;]) {
            errors.push(input.error("`;` after the end of the alias\nhelp: remove it"));
            input.parse::<Token![;]>()?;
        }
        // As an element type, it is an error there.
        let first = layout.clone().into_iter().next();
        let element: Option<Ident> = first.and_then(|token| syn::parse2(token.into()).ok());
        let is_element = |p: &GenericParam| match (p, &element) {
            (GenericParam::Type(p), Some(element)) => p.ident == *element,
            _ => false,
        };
        errors.extend(others.iter().filter(|p| !is_element(p)).map(no_constant));
        let section = unfinished_section(&layout);
        let mut layout: Rendered = syn::parse2(layout)?;
        layout.fallback = Some(last);
        let mut item = Item {
            attributes,
            visibility,
            keyword,
            name,
            generics,
            layout,
            element,
            section,
            end,
            errors,
            lost,
        };
        let wrong = item.wrong_types();
        item.errors.extend(wrong);
        Ok(item)
    }
}

/// Returns the attributes that follow, if any.
pub(crate) fn attributes(input: ParseStream) -> Vec<Attribute> {
    let ahead = input.fork();
    let attributes = ahead.call(Attribute::parse_outer).unwrap_or_default();
    if !attributes.is_empty() {
        input.advance_to(&ahead);
    }
    attributes
}

/// Returns the error of an attribute before a layout that is not an alias.
pub(crate) fn misplaced(attribute: &Attribute) -> TokenStream {
    let words =
        "an attribute before a layout\nhelp: move it before the item that contains `layout!`";
    let brackets = attribute.bracket_token.span;
    compile_error(words, attribute.pound_token.span, brackets.close())
}

/// Returns a word that is still being typed, as a path that rust-analyzer completes. It comes
/// before the errors: their length varies with the word, and rust-analyzer compares positions.
fn completed(path: TokenStream) -> TokenStream {
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = {
            #[cfg(rust_analyzer)]
            type Completed = #path;
        };
    }
}

/// Returns the name of a section without its number: a word after `:` or after another section.
fn unfinished_section(layout: &TokenStream) -> Option<Ident> {
    let mut tokens: Vec<TokenTree> = layout.clone().into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.last()
        && body.delimiter() == Delimiter::Brace
    {
        tokens = body.stream().into_iter().collect();
    }
    let begins = |token: &TokenTree| match token {
        TokenTree::Punct(mark) => mark.as_char() == ':',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    tokens
        .windows(2)
        .enumerate()
        .find_map(|(at, pair)| match pair {
            [before, TokenTree::Ident(word)] if begins(before) => {
                let numbered = matches!(tokens.get(at + 2), Some(TokenTree::Group(_)));
                (!numbered).then(|| word.clone())
            }
            _ => None,
        })
}

/// Returns the error of another declaration, such as `let L = F32[3,5];`, with the alias to
/// write instead.
pub(crate) fn declaration(input: ParseStream) -> Option<Error> {
    let ahead = input.fork();
    let first = ahead.cursor().token_tree()?.0;
    let keywords = [
        "let", "const", "static", "struct", "enum", "union", "fn", "use", "mut", "trait",
    ];
    let mut keyword = false;
    while let Ok(word) = ahead.fork().call(Ident::parse_any)
        && keywords.contains(&word.to_string().as_str())
    {
        ahead.call(Ident::parse_any).ok()?;
        keyword = true;
    }
    let name: Ident = ahead.parse().ok()?;
    let assigned = ahead.peek(Token![=]) || ahead.peek(Token![:]) && !ahead.peek(Token![::]);
    if !(assigned || keyword) || ahead.peek(Token![.]) {
        return None;
    }
    let layout = meant(&ahead);
    let other = matches!(
        first.to_string().as_str(),
        "enum" | "fn" | "struct" | "trait" | "union" | "use"
    );
    (other || ahead.peek(Token![;])).then_some(())?;
    let words = format!("expected `type`, found `{first}`\nhelp: write `type {name} = {layout};`");
    Some(Error::new(first.span(), words))
}

/// Returns the next token of an item; `name` is its name or an example. An error points at the
/// unexpected token, or at `last`, the token before the end.
fn next<T: Parse>(input: ParseStream, last: Span, what: &str, name: &str) -> Result<T> {
    let span = if input.is_empty() { last } else { input.span() };
    let ahead = input.fork();
    input.parse().map_err(|_| {
        let layout = meant(&ahead);
        let words = format!("expected {what}\nhelp: write `type {name} = {layout};`");
        Error::new(span, words)
    })
}

/// Returns the layout that follows, perhaps after something in place of `=`; otherwise an
/// example.
fn meant(input: ParseStream) -> String {
    let mut tokens = TokenStream::new();
    if skip_to_layout(input).is_ok() {
        while !input.is_empty() && !input.peek(Token![;]) {
            tokens.extend(input.parse::<TokenTree>());
        }
    }
    let layout: Option<Rendered> = syn::parse2(tokens).ok();
    let good = layout.filter(|layout| Parsed::from_macro(&layout.text).mistakes() == 0);
    good.map_or_else(
        || "F32[3,5]<1,0:T(2,2)>".to_owned(),
        |layout| layout.with_names(&layout.text),
    )
}

/// Skips what is written in place of `=`, up to the next `=` or colon.
fn skip_to_layout(input: ParseStream) -> Result<()> {
    let ahead = input.fork();
    while !ahead.is_empty() && !ahead.peek(Token![;]) {
        if ahead.parse::<Option<Token![=]>>()?.is_some() {
            input.advance_to(&ahead);
            return Ok(());
        }
        ahead.parse::<TokenTree>()?;
    }
    input.parse::<Option<Token![:]>>()?;
    Ok(())
}

/// Returns an error in generics.
fn with_help(error: Error) -> Error {
    let words = format!("{error}\nhelp: write `const N: usize`");
    Error::new(error.span(), words)
}

/// Removes and returns the parameters that no layout can use.
fn only_constants(generics: &mut Generics) -> Vec<GenericParam> {
    let (constants, others) = std::mem::take(&mut generics.params)
        .into_iter()
        .partition::<Vec<_>, _>(|p| matches!(p, GenericParam::Const(_)));
    generics.params = constants.into_iter().collect();
    others
}

fn no_constant(parameter: &GenericParam) -> Error {
    let words = format!(
        "the parameters of a layout are constants, found `{}`\nhelp: write `const N: usize`",
        parameter.to_token_stream()
    );
    Error::new_spanned(parameter, words)
}

fn is_other_primitive(parameter: &ConstParam) -> bool {
    matches!(
        parameter.ty.to_token_stream().to_string().as_str(),
        "u8" | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "bool"
            | "char"
    )
}

/// True if a `;` ends the tokens.
fn ends_item(input: ParseStream) -> bool {
    let last = input.cursor().token_stream().into_iter().last();
    matches!(last, Some(TokenTree::Punct(mark)) if mark.as_char() == ';')
}

/// True if the `;` after an item follows, or a comma in its place. A comma or `;` in the middle
/// of a layout is an error of the layout.
fn at_item_end(input: ParseStream) -> bool {
    let ahead = input.fork();
    let semicolon = ahead.parse::<Token![;]>().is_ok();
    let end = semicolon || ahead.parse::<Token![,]>().is_ok();
    let nothing = ahead.is_empty() || ahead.peek(Token![;]);
    end && (semicolon && nothing || Item::follows(&ahead))
}
