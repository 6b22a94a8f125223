//! `Rendered`: tokens as text, with a span for each byte.

use layout_runtime::__private::integer_literal;
use proc_macro2::{Delimiter, Group, Literal, Spacing, Span, TokenStream, TokenTree};

/// The user's tokens as the text that the grammar reads.
pub(crate) struct Rendered {
    pub(crate) text: String,
    /// Where each token stands in the text, ascending.
    pieces: Vec<Piece>,
    /// Names and expressions; hole `$0` in the text is the first.
    pub(crate) holes: Vec<TokenStream>,
}

struct Piece {
    start: usize,
    end: usize,
    span: Span,
}

impl Rendered {
    pub(crate) fn new(tokens: TokenStream) -> Rendered {
        let mut rendered = Rendered {
            text: String::new(),
            pieces: Vec::new(),
            holes: Vec::new(),
        };
        rendered.stream(tokens);
        rendered
    }

    /// The spans of the first and the last token in a range of the text.
    pub(crate) fn spans(&self, start: usize, end: usize) -> (Span, Span) {
        let touched = |piece: &&Piece| piece.start < end.max(start + 1) && piece.end > start;
        let first = self.pieces.iter().find(touched);
        let last = self.pieces.iter().rev().find(touched);
        match (first, last, self.pieces.last()) {
            (Some(first), Some(last), _) => (first.span, last.span),
            (_, _, Some(end_of_text)) => (end_of_text.span, end_of_text.span),
            _ => (Span::call_site(), Span::call_site()),
        }
    }

    fn push(&mut self, text: &str, span: Span) {
        if text.is_empty() {
            return;
        }
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
        if self.text.ends_with(word) && text.starts_with(word) {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        self.pieces.push(Piece { start, end, span });
    }

    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            self.token(token);
        }
    }

    fn token(&mut self, token: TokenTree) {
        match token {
            TokenTree::Group(group) => self.group(&group),
            TokenTree::Literal(literal) => self.push(&decimal(&literal), literal.span()),
            other => self.push(&other.to_string(), other.span()),
        }
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = brackets(group.delimiter());
        self.push(open, group.span_open());
        match group.delimiter() {
            Delimiter::Parenthesis | Delimiter::Bracket => self.entries(group.stream()),
            Delimiter::Brace | Delimiter::None => self.stream(group.stream()),
        }
        self.push(close, group.span_close());
    }

    /// Entries separated by commas, of which names and expressions in braces
    /// become holes.
    fn entries(&mut self, tokens: TokenStream) {
        let mut entry = Vec::new();
        for token in tokens {
            if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',') {
                self.entry(&entry);
                entry.clear();
                self.token(token);
            } else {
                entry.push(token);
            }
        }
        self.entry(&entry);
    }

    fn entry(&mut self, tokens: &[TokenTree]) {
        let (bound, number) = match tokens {
            [TokenTree::Punct(less), TokenTree::Punct(equal), number @ ..]
                if less.as_char() == '<' && equal.as_char() == '=' =>
            {
                (&tokens[..2], number)
            }
            _ => (&tokens[..0], tokens),
        };
        for token in bound {
            self.token(token.clone());
        }
        if let Some(expression) = hole(number) {
            let (start, number) = (self.text.len(), self.holes.len());
            self.push(&format!("${number}"), Span::call_site());
            self.spread(start, tokens[bound.len()..].iter());
            self.holes.push(expression);
        } else {
            for token in number {
                self.verbatim(token);
            }
        }
    }

    /// A token of an entry that is no hole: all in it as the user wrote it.
    fn verbatim(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = brackets(group.delimiter());
                self.push(open, group.span_open());
                for token in group.stream() {
                    self.verbatim(&token);
                }
                self.push(close, group.span_close());
            }
            token => self.token(token.clone()),
        }
    }

    /// Gives the piece at `start`, a hole, the spans of the tokens it is for.
    fn spread<'a>(&mut self, start: usize, tokens: impl Iterator<Item = &'a TokenTree>) {
        let end = self.text.len();
        self.pieces.pop();
        self.pieces.extend(tokens.map(|token| Piece {
            start,
            end,
            span: token.span(),
        }));
    }
}

/// The expression that an entry is, if it is a path, an expression in braces
/// or a macro's fragment.
fn hole(tokens: &[TokenTree]) -> Option<TokenStream> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            match inner.as_slice() {
                [TokenTree::Literal(_)] => None,
                [TokenTree::Punct(punct), TokenTree::Literal(_)] if punct.as_char() == '-' => None,
                inner => hole(inner).or(Some(group.stream())),
            }
        }
        _ => is_path(tokens).then(|| tokens.iter().cloned().collect()),
    }
}

/// Whether tokens are `name`, `path::name` or `::path::name`.
fn is_path(tokens: &[TokenTree]) -> bool {
    let mut name_due = true;
    let mut rest = tokens;
    loop {
        rest = match rest {
            [TokenTree::Ident(_), rest @ ..] if name_due => {
                name_due = false;
                rest
            }
            [TokenTree::Punct(a), TokenTree::Punct(b), rest @ ..]
                if a.as_char() == ':' && a.spacing() == Spacing::Joint && b.as_char() == ':' =>
            {
                if name_due && rest.len() + 2 != tokens.len() {
                    return false;
                }
                name_due = true;
                rest
            }
            [] => return !name_due,
            _ => return false,
        };
    }
}

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

/// A literal as the grammar reads it: Rust's `1_024` and `0x400` in decimal,
/// all else as it is.
fn decimal(literal: &Literal) -> String {
    let text = literal.to_string();
    let number = integer_literal(text.as_bytes());
    match number.value {
        Some(value) if number.end == text.len() && number.end > 0 => value.to_string(),
        _ => text,
    }
}
