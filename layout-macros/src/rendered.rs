//! `Rendered`: tokens as text, with a span for each byte.

use layout_core::parse::HOLE;
use layout_core::spec::element_type::ElementType;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Error, ExprPath, Ident, LitInt, Result, Token, braced};

/// The user's tokens as text for the grammar.
#[derive(Default)]
pub(crate) struct Rendered {
    pub(crate) text: String,
    /// The range of each token in the text, in ascending order.
    pieces: Vec<Piece>,
    /// Names and expressions, written in the text as [`HOLE`] and their index.
    pub(crate) holes: Vec<Hole>,
    /// The span of an error without a token: the macro call, without the macro's name.
    pub(crate) fallback: Option<Span>,
}

pub(crate) struct Hole {
    pub(crate) expression: TokenStream,
    /// The user's text, with the braces.
    pub(crate) written: String,
}

impl Hole {
    /// True if the hole is a single name, which may be a const generic parameter.
    pub(crate) fn name(&self) -> Option<Ident> {
        syn::parse2(self.expression.clone()).ok()
    }

    /// Returns the first and the last token of the expression.
    pub(crate) fn spans(&self) -> (Span, Span) {
        let mut spans = self
            .expression
            .clone()
            .into_iter()
            .map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        (first, spans.last().unwrap_or(first))
    }
}

struct Piece {
    start: usize,
    end: usize,
    span: Span,
}

impl Parse for Rendered {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut rendered = Rendered::default();
        rendered.tokens(input)?;
        Ok(rendered)
    }
}

impl Rendered {
    /// Returns the spans of the first and the last token in a range of the text.
    pub(crate) fn spans(&self, start: usize, end: usize) -> (Span, Span) {
        let touched = |piece: &&Piece| piece.start < end.max(start + 1) && piece.end > start;
        let first = self.pieces.iter().find(touched);
        let last = self.pieces.iter().rev().find(touched);
        match (first, last, self.pieces.last()) {
            (Some(first), Some(last), _) => (first.span, last.span),
            (_, _, Some(end_of_text)) => (end_of_text.span, end_of_text.span),
            _ => {
                let span = self.fallback.unwrap_or_else(Span::call_site);
                (span, span)
            }
        }
    }

    /// Returns a message about the text, with the user's expressions instead of holes.
    pub(crate) fn with_names(&self, words: &str) -> String {
        let mut named = words.to_owned();
        for (number, hole) in self.holes.iter().enumerate().rev() {
            named = named.replace(&format!("{}{number}", HOLE as char), &hole.written);
        }
        named
    }

    fn push(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        // rustc has reported these: any number avoids a second error.
        let text = if is_refused(text) { "1" } else { text };
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
        if self.text.ends_with(word) && text.starts_with(word) {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text += &text.replace(HOLE as char, "\u{1a}"); // a string may have it
        let end = self.text.len();
        self.pieces.push(Piece { start, end, span });
    }

    fn tokens(&mut self, input: ParseStream) -> Result<()> {
        while !input.is_empty() {
            self.token(input)?;
        }
        Ok(())
    }

    /// One token or group; parentheses and square brackets contain entries.
    fn token(&mut self, input: ParseStream) -> Result<()> {
        if at_number(input) {
            let number: LitInt = input.parse()?;
            self.number(&number);
            return Ok(());
        }
        match input.parse()? {
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Parenthesis | Delimiter::Bracket => self.group(&group, Self::entries),
                Delimiter::Brace | Delimiter::None => self.group(&group, Self::tokens),
            },
            token => {
                self.push(&token.to_string(), token.span());
                Ok(())
            }
        }
    }

    fn group(
        &mut self,
        group: &Group,
        inside: fn(&mut Self, ParseStream) -> Result<()>,
    ) -> Result<()> {
        let (open, close) = brackets(group.delimiter());
        self.push(open, group.span_open());
        let inside = |input: ParseStream| inside(self, input);
        inside.parse2(group.stream())?;
        self.push(close, group.span_close());
        Ok(())
    }

    /// Rust's `1_024` and `0x400` in decimal, as the grammar expects; a number with a suffix or
    /// a leading zero is left as it is.
    fn number(&mut self, number: &LitInt) {
        let written = number.token().to_string();
        let zero = matches!(written.as_bytes(), [b'0', b'0'..=b'9' | b'_', ..]);
        if number.suffix().is_empty() && !zero {
            self.push(number.base10_digits(), number.span());
        } else {
            self.push(&written, number.span());
        }
    }

    /// Entries separated by commas; names and expressions in braces become holes.
    fn entries(&mut self, input: ParseStream) -> Result<()> {
        while !input.is_empty() {
            if input.peek(Token![<=]) {
                self.token(input)?;
                self.token(input)?;
            }
            if let Some((expression, tokens)) = hole(input) {
                self.hole(expression, tokens);
            }
            while !at_entry_end(input) {
                self.verbatim(input)?;
            }
            if !input.is_empty() {
                self.token(input)?; // the comma
            }
        }
        Ok(())
    }

    /// Returns a token of an entry that is not a hole, as the user wrote it.
    fn verbatim(&mut self, input: ParseStream) -> Result<()> {
        if at_number(input) {
            return self.token(input);
        }
        match input.parse()? {
            TokenTree::Group(group) => self.group(&group, |rendered, input| {
                while !input.is_empty() {
                    rendered.verbatim(input)?;
                }
                Ok(())
            }),
            token => {
                self.push(&token.to_string(), token.span());
                Ok(())
            }
        }
    }

    /// A name or an expression, as [`HOLE`] and its index, with the spans of its tokens.
    fn hole(&mut self, expression: TokenStream, tokens: TokenStream) {
        let start = self.text.len();
        self.text += &format!("{}{}", HOLE as char, self.holes.len());
        let end = self.text.len();
        let written = verbatim(tokens.clone());
        self.holes.push(Hole {
            expression,
            written,
        });
        self.pieces.extend(tokens.into_iter().map(|token| Piece {
            start,
            end,
            span: token.span(),
        }));
    }
}

/// Tokens as the user wrote them, except for blanks.
fn verbatim(tokens: TokenStream) -> String {
    let mut rendered = Rendered::default();
    let everything = |input: ParseStream| {
        while !input.is_empty() {
            rendered.verbatim(input)?;
        }
        Ok(())
    };
    let _ = everything.parse2(tokens); // any tokens are
    rendered.text
}

/// Returns the expression of an entry, and the tokens around it: an expression in braces, a
/// path, or a macro fragment.
fn hole(input: ParseStream) -> Option<(TokenStream, TokenStream)> {
    for read in [braces, path, fragment] {
        let ahead = input.fork();
        if let Ok(expression) = read(&ahead)
            && at_entry_end(&ahead)
        {
            let mut tokens = TokenStream::new();
            while input.cursor() != ahead.cursor() {
                tokens.extend(input.parse::<TokenTree>());
            }
            return Some((expression, tokens));
        }
    }
    None
}

fn braces(input: ParseStream) -> Result<TokenStream> {
    let content;
    braced!(content in input);
    if content.is_empty() {
        return Err(content.error("no expression"));
    }
    if content.peek(LitInt) && content.peek2(Token![,]) {
        return Err(content.error("a list"));
    }
    content.parse()
}

fn path(input: ParseStream) -> Result<TokenStream> {
    let path: ExprPath = input.parse()?;
    let name = path.to_token_stream().to_string();
    let digits = name.strip_prefix('_').unwrap_or("");
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(input.error("a number after `_`"));
    }
    if name == "None" {
        return Err(input.error("`None`, which is not a number"));
    }
    if ElementType::from_name(&name).is_some_and(|element| element.name() == name) {
        return Err(input.error("an element type: `f32`"));
    }
    Ok(path.into_token_stream())
}

/// Returns the expression that a user's macro matched as `$n:expr`, unless it is a number.
fn fragment(input: ParseStream) -> Result<TokenStream> {
    match input.parse()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            match syn::parse2::<LitInt>(group.stream()) {
                Ok(number) => Err(Error::new(number.span(), "a number")),
                Err(_) => Ok(group.stream()),
            }
        }
        token => Err(Error::new(token.span(), "not a fragment")),
    }
}

/// True if an unsigned integer follows, perhaps inside a macro fragment.
fn at_number(input: ParseStream) -> bool {
    input.peek(LitInt) && !input.peek(Token![-])
}

fn at_entry_end(input: ParseStream) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

/// True for `0b2` and `0o8`, numbers with a digit that their base does not have.
fn is_refused(number: &str) -> bool {
    let (digits, wrong) = match number.as_bytes() {
        [b'0', b'b', digits @ ..] => (digits, b'2'..=b'9'),
        [b'0', b'o', digits @ ..] => (digits, b'8'..=b'9'),
        _ => return false,
    };
    let mut digits = digits
        .iter()
        .take_while(|byte| matches!(byte, b'0'..=b'9' | b'_'));
    digits.any(|digit| wrong.contains(digit))
}
