//! The macro on tokens, without a compiler.

use layout_oracle::random::Random;
use proc_macro2::{TokenStream, TokenTree};

use crate::rendered::Rendered;
use layout_core::parse::HOLE;

mod aliases;
mod mistakes;

/// The number of occurrences of a word in a stream and its groups.
fn count(stream: TokenStream, word: &str) -> usize {
    stream
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => count(group.stream(), word),
            TokenTree::Ident(ident) => (ident == word) as usize,
            _ => 0,
        })
        .sum()
}

#[test]
fn tokens_become_text() {
    for (written, text) in [
        (
            "F32 [ 3 , 5 ] < 1 , 0 : T ( 2 , 2 ) >",
            "F32[3,5]<1,0:T(2,2)>",
        ),
        ("F32[1_024, 0x80, 0b11]", "F32[1024,128,3]"),
        ("F32[N, <=M, a::B, ::a::B]", "F32[$0,<=$1,$2,$3]"),
        ("F32[{ N + 1 }]{0:T({ M })}", "F32[$0]{0:T($1)}"),
        ("F32[rows(N, 2), (N) + 1]", "F32[rows(N,2),(N)+1]"),
        ("F32[N as usize, N M]", "F32[N as usize,N M]"),
        ("F32[3usize, \"3\", 2x2]", "F32[3usize,\"3\",2x2]"),
        ("F32[<S as Tr>::N, G::<3, 4>::N, Self::N]", "F32[$0,$1,$2]"),
        (
            "F32[<V<V<u8>> as Tr<fn() -> u8>>::N, super::N]",
            "F32[$0,$1]",
        ),
        (
            "F32[N::, <S as Tr>, G::<3>, G<3>]",
            "F32[N::,<S as Tr>,$0,G<3>]",
        ),
        ("F32[type, match, -5, - 0x5]", "F32[type,match,-5,-5]"),
        ("", ""),
    ] {
        let rendered: Rendered = syn::parse_str(written).unwrap();
        assert_eq!(rendered.text.replace(HOLE as char, "$"), text);
    }
}

/// A user's `$0` is never the hole with that number, and a control character in a string is not
/// a hole.
#[test]
fn holes_cannot_be_written() {
    let dollar = "`$0` is not a number";
    for (written, message) in [
        ("F32[N,$0]", dollar),
        ("F32[$0,5]", dollar),
        ("F32[$0,N]", dollar),
        ("F32[N,3]<1,0:T($0,2)>", dollar),
        ("F32[N,\"\u{1}0\"]", "dimension in quotes: `\"\\u{1a}0\"`"),
    ] {
        let rendered: Rendered = syn::parse_str(written).unwrap();
        let parsed = layout_core::parse::Parsed::from_macro(&rendered.text);
        let error = parsed.mistake(&rendered.text, 0);
        assert_eq!(parsed.mistakes(), 1, "{written}");
        assert_eq!(&*error.message(), message, "{written}");
        crate::expand(format!("[krate] {written}").parse().unwrap());
    }
}

/// For any tokens, the macro returns one `StaticLayout` and one error per mistake.
#[test]
fn random_tokens_never_panic() {
    const ROUNDS: usize = 20_000;
    const WORDS: [&str; 38] = [
        "f32",
        "bf16",
        "[3,5]",
        "[N]",
        "{1,0}",
        "{1,0:T(2,2)}",
        "<",
        ">",
        ":",
        "::",
        ",",
        "T",
        "(2,2)",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "0",
        "1",
        "128",
        "0x80",
        "3usize",
        "2x2",
        "3.5",
        "\"3\"",
        "'3'",
        "-",
        "*",
        "?",
        "N",
        "a::B",
        "{ N + 1 }",
        "$",
        "$0",
        "\"\u{1}0\"",
        "<=",
    ];
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let (mut layouts, mut mistakes) = (0, 0);
    for _ in 0..ROUNDS {
        let mut written = String::from(if random.below(2) == 0 { "" } else { "f32[3,5]" });
        for _ in 0..random.below(9) {
            written += random.pick(&WORDS);
            written.push(' ');
        }
        let Ok(stream) = written.parse::<TokenStream>() else {
            continue; // rustc does not hand such tokens to a macro
        };
        let rendered: Rendered = syn::parse2(stream).unwrap();
        let parsed = layout_core::parse::Parsed::from_macro(&rendered.text);
        let expanded = crate::expand(format!("[krate] {written}").parse().unwrap());
        assert_eq!(count(expanded.clone(), "StaticLayout"), 1, "`{written}`");
        assert_eq!(
            count(expanded, "compile_error"),
            parsed.mistakes(),
            "`{written}`"
        );
        layouts += (parsed.mistakes() == 0) as usize;
        mistakes += parsed.mistakes();
    }
    assert!(
        layouts > 100 && mistakes > 5_000,
        "{layouts} layouts, {mistakes} mistakes"
    );
}
