//! The generated documentation of aliases.

use proc_macro2::{TokenStream, TokenTree};
use syn::LitStr;

/// The texts of `#[doc = "..."]` in what `written` expands to.
fn documentation(written: &str) -> Vec<String> {
    let input: TokenStream = format!("[krate] {written}").parse().unwrap();
    let groups = crate::expand(input)
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream().into_iter().collect::<Vec<_>>()),
            _ => None,
        });
    let texts = groups.filter_map(|tokens| match tokens.as_slice() {
        [TokenTree::Ident(name), _, text] if name == "doc" => {
            let text: LitStr = syn::parse2(text.clone().into()).unwrap();
            Some(text.value())
        }
        _ => None,
    });
    texts.collect()
}

/// The last documentation, without a picture.
fn words(written: &str) -> String {
    let documentation = documentation(written);
    let words = documentation.last().unwrap();
    words.split("\n```").next().unwrap().trim().to_owned()
}

#[test]
fn a_layout_of_numbers() {
    // The design's worked example: physical [2,3,2,2], 15 elements, 24 with padding.
    let written = "/// mine\npub type Fig1 = F32[3,5]<1,0:T(2,2)>;";
    assert_eq!(documentation(written)[0], " mine");
    assert_eq!(
        words(written),
        "`f32[3,5]{1,0:T(2,2)}`\n\n\
         - physical dimensions: `[2, 3, 2, 2]`\n\
         - strides: `[12, 4, 2, 1]`, in elements\n\
         - elements: 15, with padding 24\n\
         - bytes: 60, with padding 96\n\
         - padding: 9 elements, 37.5% of the buffer"
    );
    let text: LitStr = syn::parse_str("\"f32[3,5]{1,0:T(2,2)}\"").unwrap();
    #[cfg(feature = "draw")]
    assert!(
        crate::documentation::picture(&text)
            .value()
            .contains("</svg>")
    );
    let expanded = crate::expand(format!("[krate] {written}").parse().unwrap()).to_string();
    let picture = format!(
        "doc = krate :: __private :: layout_picture ! ({})",
        text.token()
    );
    assert_eq!(
        expanded.contains(&picture),
        cfg!(feature = "draw"),
        "{expanded}"
    );
}

#[test]
fn names_stay_in_the_formulas() {
    assert_eq!(
        words("type Kv<const N: usize> = BF16[N,128]{1,0:T(8,128)(2,1)};"),
        "`BF16[N,128]{1,0:T(8,128)(2,1)}`\n\n\
         - physical dimensions: `[⌈N/8⌉, 1, 4, 128, 2, 1]`\n\
         - strides: `[1024, 1024, 256, 2, 1, 1]`, in elements\n\
         - elements: 128·N, with padding 1024·⌈N/8⌉\n\
         - bytes: 256·N, with padding 2048·⌈N/8⌉"
    );
    assert_eq!(
        words("type Two<const N: usize> = F32[N,{ COLUMNS }]{0,1:T(2,4)};"),
        "`F32[N,{COLUMNS}]{0,1:T(2,4)}`\n\n\
         - physical dimensions: `[⌈{COLUMNS}/2⌉, ⌈N/4⌉, 2, 4]`\n\
         - strides: `[8·⌈N/4⌉, 8, 4, 1]`, in elements\n\
         - elements: N·{COLUMNS}, with padding 8·⌈N/4⌉·⌈{COLUMNS}/2⌉\n\
         - bytes: 4·N·{COLUMNS}, with padding 32·⌈N/4⌉·⌈{COLUMNS}/2⌉"
    );
}

/// The elements of the tile cover all three rows for any `TILE`.
#[test]
fn what_has_no_formula_is_left_out() {
    assert_eq!(
        words("type Tiled = F32[3,5]{1,0:T(TILE,5)};"),
        "`F32[3,5]{1,0:T(TILE,5)}`\n\n\
         - physical dimensions: `[…, 1, TILE, 5]`\n\
         - strides: `[5·TILE, 5·TILE, 5, 1]`, in elements\n\
         - elements: 15, with padding …\n\
         - bytes: 60, with padding …"
    );
}

#[test]
fn several_items_and_mistakes() {
    let written = "type A = F32[3]; /// b\n pub(crate) type B = i32[3]; type C = F32[3;5]";
    assert_eq!(documentation(written).len(), 2); // of A, and what the user wrote
    assert!(documentation("F32[3,5]").is_empty());
}

/// The code around the layout is kept as written, except for parameters that are not constants.
#[test]
fn the_rest_of_an_alias_stays() {
    let expanded = |written: &str| {
        let input: TokenStream = format!("[krate] {written}").parse().unwrap();
        crate::expand(input).to_string().replace(' ', "")
    };
    for (written, stays) in [
        ("#[cfg(a)] #[b] type A = F32[3]", "#[cfg(a)] #[b]"),
        (
            "pub(in crate::a) type A = F32[3]",
            "pub(in crate::a) type A =",
        ),
        ("pub type A<> = F32[3]", "pub type A ="),
        (
            "type A<const N: usize = 3,> = F32[N]",
            "type A<const N: usize = 3> =",
        ),
        (
            "type A<#[a] const N: std::primitive::usize, const M: isize = -1> = F32[N]",
            "type A<#[a] const N: std::primitive::usize, const M: isize = -1> =",
        ),
        (
            "type A<const N: G<G<3>> = { 3 }> = F32[3]",
            "type A<const N: G<G<3>> = { 3 }> =",
        ),
        (
            "type A<'a: 'b, const N: usize, T: Tr<3>> = F32[N]",
            "type A<const N: usize> =",
        ),
    ] {
        let stays = stays.replace(' ', "");
        let expanded = expanded(written);
        assert!(expanded.contains(&stays), "{written}: {expanded}");
    }
    for (written, errors) in [
        ("type A<const N: usize = F32[N]", 1),
        ("type A<const N = F32[N]", 1),
        ("type A<const> = F32[3]", 1),
        ("type A<const N: usize const M: usize> = F32[N]", 1),
        ("type A<,> = F32[3]", 1),
        ("type A<", 1),
        ("type A<'a, T: Tr<3>> = F32[3]", 2),
    ] {
        let expanded = expanded(written);
        assert_eq!(
            expanded.matches("compile_error").count(),
            errors,
            "{written}: {expanded}"
        );
    }
}
