//! A layout as tokens: the path of a `StaticLayout`, or of a `PartialLayout` if a dimension is
//! `?`, with generic arguments.

use layout_core::formula::Formula;
use layout_core::parse::{NO_HOLE, Parsed};
use layout_core::spec::{COMBINE, Pad, UNKNOWN};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

use crate::rendered::Rendered;

/// A layout to write as tokens.
pub(crate) struct Quoting<'a> {
    /// The path of the facade.
    pub(crate) facade: &'a TokenStream,
    pub(crate) rendered: &'a Rendered,
    pub(crate) parsed: &'a Parsed,
    /// The const generic parameters; `None` if any name can be one.
    pub(crate) parameters: Option<Vec<&'a Ident>>,
    /// The alias; [`Quoting::constants`] precede it.
    pub(crate) alias: Option<Alias<'a>>,
    /// True to write the user's expressions unchecked, for documentation.
    pub(crate) verbatim: bool,
}

/// An alias in the item form.
pub(crate) struct Alias<'a> {
    pub(crate) name: &'a Ident,
    /// The span at which rustc reports an error in a constant of the alias.
    pub(crate) keyword: Span,
}

impl Quoting<'_> {
    /// Returns the path of the layout's type and value, or its errors.
    pub(crate) fn layout(&self) -> Result<TokenStream, Vec<TokenStream>> {
        let parsed = self.parsed;
        let private = self.private();
        if parsed.mistakes() > 0 {
            return Err(self.mistakes());
        }
        let partial = parsed.spec.dims.contains(&UNKNOWN);
        let known = self.rendered.holes.is_empty();
        if partial && known && Formula::with_unknowns(&parsed.spec).is_none() {
            return Err(vec![self.not_flat()]);
        }
        let name = if partial {
            "PartialLayout"
        } else {
            "StaticLayout"
        };
        let name = Ident::new(name, Span::call_site());
        let rank = Literal::usize_unsuffixed(parsed.spec.dims.len());
        let start = parsed.element_start();
        let (span, _) = self.rendered.spans(start, start);
        let element = Ident::new(parsed.element(), span);
        let dims = self.list("Dims", &parsed.spec.dims, &parsed.dim_holes);
        let order = self.list("Order", &parsed.spec.minor_to_major, &[]);
        let tiles = parsed.spec.tiles.iter().enumerate();
        let tiles = tiles.map(|(t, tile)| self.list("Tile", tile, &parsed.tile_holes[t]));
        let tiles = self.tuple(tiles.collect(), "NoTiles");
        let sections = self.tuple(self.attributes(), "NoSections");
        Ok(quote! {
            #private #name::<
                #private #element, #rank, #dims, #order, #tiles, #sections
            >
        })
    }

    /// Returns a placeholder layout of the same rank that contains the errors; they cause no
    /// others.
    pub(crate) fn mistaken(&self, errors: &[TokenStream]) -> TokenStream {
        let private = self.private();
        let rank = self.parsed.spec.dims.len();
        let number = Literal::usize_unsuffixed(rank);
        let ones = vec![1; rank];
        let dims = self.list("Dims", &ones, &[]);
        let order: Vec<usize> = (0..rank).rev().collect();
        let order = self.list("Order", &order, &[]);
        quote! {
            #private StaticLayout::<
                #private Mistake, { #(#errors)* #number }, #dims, #order,
                #private NoTiles, #private NoSections
            >
        }
    }

    /// Returns the path of the hidden module, with `::` at its end.
    fn private(&self) -> TokenStream {
        let facade = self.facade;
        quote!(#facade::__private::)
    }

    /// Types as a tuple; `none` is the name of the empty list.
    fn tuple(&self, types: Vec<TokenStream>, none: &str) -> TokenStream {
        if types.is_empty() {
            let (private, none) = (self.private(), Ident::new(none, Span::call_site()));
            return quote!(#private #none);
        }
        quote!((#(#types,)*))
    }

    /// `Dims2<3, 5>`; an entry that is a hole is written as its expression.
    fn list(&self, name: &str, values: &[usize], holes: &[u8]) -> TokenStream {
        let private = self.private();
        let list = format_ident!("{name}{}", values.len());
        let entries = values
            .iter()
            .enumerate()
            .map(|(i, &value)| match holes.get(i) {
                Some(&hole) if hole != NO_HOLE => self.hole(hole),
                _ if value == UNKNOWN && name == "Dims" => quote!({ #private UNKNOWN }),
                _ if value == COMBINE => quote!({ #private COMBINE }),
                _ => {
                    let value = Literal::usize_unsuffixed(value);
                    quote!(#value)
                }
            });
        quote!(#private #list<#(#entries),*>)
    }

    /// Returns the expression of a hole. Its value is checked at the user's tokens, unless it may
    /// be a const generic parameter, which no function call accepts here.
    fn hole(&self, number: u8) -> TokenStream {
        let hole = &self.rendered.holes[number as usize];
        let expression = &hole.expression;
        if self.verbatim || hole.name().is_some_and(|name| self.may_be_parameter(&name)) {
            return quote!({ #expression });
        }
        match &self.alias {
            Some(alias) if !self.mentions_parameter(expression) => {
                let constant = constant(alias, number);
                quote!(#constant)
            }
            _ => self.checked(number),
        }
    }

    /// Returns the values of holes without const parameters, as constants. They are checked even if
    /// nothing uses the alias.
    ///
    /// They have names in the user's module, because the alias refers to them: rustc does not
    /// evaluate expressions within an unused alias, and with `const _` beside such expressions it
    /// reports each mistake twice.
    pub(crate) fn constants(&self, alias: &Alias<'_>) -> Vec<TokenStream> {
        let holes = self.rendered.holes.iter().enumerate();
        let holes = holes.filter(|(_, hole)| !self.mentions_parameter(&hole.expression));
        let constants = holes.map(|(number, _)| {
            let name = constant(alias, number as u8);
            let value = self.checked(number as u8);
            quote!(#[doc(hidden)] #[allow(non_upper_case_globals)] const #name: usize = #value;)
        });
        constants.collect()
    }

    fn may_be_parameter(&self, name: &Ident) -> bool {
        let parameters = self.parameters.as_ref();
        parameters.is_none_or(|parameters| parameters.contains(&name))
    }

    fn mentions_parameter(&self, expression: &TokenStream) -> bool {
        expression.clone().into_iter().any(|token| match token {
            TokenTree::Ident(ident) => self.may_be_parameter(&ident),
            TokenTree::Group(group) => self.mentions_parameter(&group.stream()),
            _ => false,
        })
    }

    /// Returns the value of a hole, checked at the user's tokens.
    fn checked(&self, number: u8) -> TokenStream {
        let hole = &self.rendered.holes[number as usize];
        let expression = &hole.expression;
        let private = self.private();
        let text = &self.rendered.text;
        let written = self.rendered.with_names(text);
        let name = &hole.written;
        let (first, last) = hole.spans();
        // The call begins at the user's token, but not with a name there, which an editor would
        // take for the token's definition.
        let mut call = Group::new(Delimiter::Parenthesis, quote!(#private checked_hole));
        call.set_span(first);
        let value = quote!(#private Value::<{ #expression }>::VALUE);
        let arguments = quote!(#text, #number, #value, #written, #name);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(last);
        quote!({ #call #arguments })
    }

    /// Returns the sections except `T`, in the order of the language.
    fn attributes(&self) -> Vec<TokenStream> {
        let parsed = self.parsed;
        let private = self.private();
        let mut attributes = Vec::new();
        let mut number = |name: &str, value: usize| {
            let name = Ident::new(name, Span::call_site());
            let value = Literal::usize_unsuffixed(value);
            attributes.push(quote!(#private #name<#value>));
        };
        let unknown = (parsed.spec.dims.iter().enumerate())
            .filter(|&(_, &extent)| extent == UNKNOWN)
            .fold(0, |mask, (dim, _)| mask | 1 << dim);
        if unknown != 0 {
            number("UnknownDims", unknown);
        }
        if parsed.spec.dynamic != 0 {
            number("Dynamic", parsed.spec.dynamic.into());
        }
        if parsed.spec.align != 1 {
            number("Align", parsed.spec.align);
        }
        if let Some(bits) = parsed.spec.bits {
            number("Bits", bits);
        }
        if parsed.spec.space != 0 {
            number("Space", parsed.spec.space);
        }
        for split in parsed.spec.splits.iter() {
            let dimension = Literal::usize_unsuffixed(split.dimension);
            let indices = self.list("Tile", &split.indices, &[]);
            attributes.push(quote!(#private SplitAt<#dimension, #indices>));
        }
        if parsed.spec.prefix != 0 {
            let bytes = Literal::usize_unsuffixed(parsed.spec.prefix);
            attributes.push(quote!(#private Prefix<#bytes>));
        }
        if let Some(Pad { widths, value }) = &parsed.spec.pad {
            let widths = self.list("Tile", widths, &[]);
            let value = format_ident!("{value:?}");
            attributes.push(quote!(#private Padded<#widths, #private #value>));
        }
        attributes
    }

    /// Returns the errors of the text.
    fn mistakes(&self) -> Vec<TokenStream> {
        let errors = (0..self.parsed.mistakes()).map(|number| {
            let text = &self.rendered.text;
            let range = self.parsed.mistake(text, number).range();
            let words = self
                .rendered
                .with_names(&layout_suggestions::explanation(self.parsed, text, number).lines());
            self.compile_error(&words, range.start, range.end)
        });
        errors.collect()
    }

    /// Returns the error of a layout whose formula depends on a `?`.
    fn not_flat(&self) -> TokenStream {
        let at = self.rendered.text.find('?').unwrap_or(0);
        let words = "this layout has no straight-line formula for all sizes of `?`: its tiles do \
                     not divide one another, or `*` merges a dimension into it\n\
                     help: use `tiled_layout::Layout`, whose sizes are all known at run time";
        self.compile_error(words, at, at + 1)
    }

    /// Returns an error at a range of the text.
    fn compile_error(&self, words: &str, start: usize, end: usize) -> TokenStream {
        let (first, last) = self.rendered.spans(start, end);
        compile_error(words, first, last)
    }
}

/// Returns the name of the constant for a hole of an alias.
fn constant(alias: &Alias<'_>, number: u8) -> Ident {
    format_ident!("__{}_{number}", alias.name, span = alias.keyword)
}

/// `compile_error!` with the spans of the first and the last offending token; the error points
/// there and nowhere else. It is valid as an item, a statement, an expression and a
/// type.
pub(crate) fn compile_error(words: &str, first: Span, last: Span) -> TokenStream {
    // No path: in edition 2015, `::core` is not the crate of that name.
    let path = quote_spanned!(first=> compile_error!);
    let mut arguments = Group::new(Delimiter::Brace, quote!(#words));
    arguments.set_span(last);
    quote!(#path #arguments)
}
