//! A layout as tokens: the path of a `StaticLayout`, or of a `PartialLayout`
//! where a dimension is `?`, with generic arguments.

use layout_runtime::__private::{NO_HOLE, Parsed, UNKNOWN, is_flat};
use layout_runtime::{COMBINE, Pad};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::rendered::Rendered;

/// What `layout!` expands to. With mistakes it is a layout of the same rank
/// that holds the errors, so that nothing follows from them.
pub(crate) fn quote_layout(
    facade: &TokenStream,
    rendered: &Rendered,
    parsed: &Parsed,
) -> TokenStream {
    let quoting = Quoting { facade, rendered };
    let private = quoting.private();
    if parsed.mistakes() > 0 {
        return quoting.mistakes(parsed);
    }
    let partial = parsed.dims().contains(&UNKNOWN);
    if partial && rendered.holes.is_empty() && !is_flat(parsed) {
        return quoting.not_flat(parsed);
    }
    let name = format_ident!(
        "{}",
        if partial {
            "PartialLayout"
        } else {
            "StaticLayout"
        }
    );
    let rank = Literal::usize_unsuffixed(parsed.dims().len());
    let element = Ident::new(parsed.element(), Span::call_site());
    let dims = quoting.list("Dims", parsed.dims(), &parsed.dim_holes);
    let order = quoting.list("Order", parsed.minor_to_major(), &[]);
    let tiles = parsed
        .tiles()
        .iter()
        .enumerate()
        .map(|(t, tile)| quoting.list("Tile", tile, &parsed.tile_holes[t]));
    let attributes = quoting.attributes(parsed);
    quote! {
        #private #name::<
            #private #element, #rank, #dims, #order, (#(#tiles,)*), (#(#attributes,)*)
        >
    }
}

struct Quoting<'a> {
    facade: &'a TokenStream,
    rendered: &'a Rendered,
}

impl Quoting<'_> {
    /// The path of the hidden module, with `::` at its end.
    fn private(&self) -> TokenStream {
        let facade = self.facade;
        quote!(#facade::__private::)
    }

    /// `Dims2<3, 5>`, where an entry that is a hole is its expression.
    fn list(&self, name: &str, values: &[usize], holes: &[u8]) -> TokenStream {
        let private = self.private();
        let list = format_ident!("{name}{}", values.len());
        let entries = values
            .iter()
            .enumerate()
            .map(|(i, &value)| match holes.get(i) {
                Some(&hole) if hole != NO_HOLE => {
                    let expression = &self.rendered.holes[hole as usize];
                    quote!({ #expression })
                }
                _ if value == UNKNOWN && name == "Dims" => quote!({ #private UNKNOWN }),
                _ if value == COMBINE => quote!({ #private COMBINE }),
                _ => {
                    let value = Literal::usize_unsuffixed(value);
                    quote!(#value)
                }
            });
        quote!(#private #list<#(#entries),*>)
    }

    /// The sections but `T`, in the order of the language.
    fn attributes(&self, parsed: &Parsed) -> Vec<TokenStream> {
        let private = self.private();
        let mut attributes = Vec::new();
        let mut number = |name: &str, value: usize| {
            let name = Ident::new(name, Span::call_site());
            let value = Literal::usize_unsuffixed(value);
            attributes.push(quote!(#private #name<#value>));
        };
        let unknown = (parsed.dims().iter().enumerate())
            .filter(|&(_, &extent)| extent == UNKNOWN)
            .fold(0, |mask, (dim, _)| mask | 1 << dim);
        if unknown != 0 {
            number("UnknownDims", unknown);
        }
        if parsed.dynamic() != 0 {
            number("Dynamic", parsed.dynamic().into());
        }
        if parsed.align() != 1 {
            number("Align", parsed.align());
        }
        if let Some(bits) = parsed.bits() {
            number("Bits", bits);
        }
        if parsed.space() != 0 {
            number("Space", parsed.space());
        }
        for split in parsed.splits() {
            let dimension = Literal::usize_unsuffixed(split.dimension);
            let indices = self.list("Tile", &split.indices, &[]);
            attributes.push(quote!(#private SplitAt<#dimension, #indices>));
        }
        if parsed.prefix() != 0 {
            let bytes = Literal::usize_unsuffixed(parsed.prefix());
            attributes.push(quote!(#private Prefix<#bytes>));
        }
        if let Some(Pad { widths, value }) = parsed.pad() {
            let widths = self.list("Tile", widths, &[]);
            let value = format_ident!("{value:?}");
            attributes.push(quote!(#private Padded<#widths, #private #value>));
        }
        attributes
    }

    /// The errors of the text.
    fn mistakes(&self, parsed: &Parsed) -> TokenStream {
        let errors = (0..parsed.mistakes()).map(|number| {
            let text = &self.rendered.text;
            let range = parsed.mistake(text, number).range();
            self.compile_error(&parsed.words(text, number), range.start, range.end)
        });
        self.mistaken(parsed.dims().len(), errors.collect())
    }

    /// The error of a layout whose formula depends on a `?`.
    fn not_flat(&self, parsed: &Parsed) -> TokenStream {
        let at = self.rendered.text.find('?').unwrap_or(0);
        let words = "the tiles of this layout do not divide one another, so that its formula \
                     depends on the unknown extent\n\
                     help: use `tiled_layout::Layout`, whose sizes are all known at run time";
        self.mistaken(
            parsed.dims().len(),
            vec![self.compile_error(words, at, at + 1)],
        )
    }

    /// A layout of `rank` dimensions that holds errors.
    fn mistaken(&self, rank: usize, errors: Vec<TokenStream>) -> TokenStream {
        let private = self.private();
        let number = Literal::usize_unsuffixed(rank);
        let ones = vec![1; rank];
        let dims = self.list("Dims", &ones, &[]);
        let order: Vec<usize> = (0..rank).rev().collect();
        let order = self.list("Order", &order, &[]);
        quote! {
            #private StaticLayout::<
                #private Mistake, { #(#errors;)* #number }, #dims, #order, (), ()
            >
        }
    }

    /// `compile_error!` whose tokens have the spans of a range of the text, so
    /// that the error points there and nowhere else.
    fn compile_error(&self, words: &str, start: usize, end: usize) -> TokenStream {
        let (first, last) = self.rendered.spans(start, end);
        let path = quote_spanned!(first=> ::core::compile_error!);
        let mut arguments = Group::new(Delimiter::Parenthesis, quote!(#words));
        arguments.set_span(last);
        quote!(#path #arguments)
    }
}
