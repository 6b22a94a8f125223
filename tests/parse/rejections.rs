//! Each kind of bad text, once: an error with a place in the text and words, and never a panic.

use tiled_layout::{Layout, ParseError};

/// The error of a bad text, after the checks that hold for each.
pub(super) fn rejected(text: &str) -> ParseError {
    let Err(error) = Layout::parse(text) else {
        panic!("accepted: `{text}`")
    };
    let range = error.range();
    assert!(
        range.start <= range.end && range.end <= text.len(),
        "`{text}`: {range:?}"
    );
    assert!(text.is_char_boundary(range.start), "`{text}`: {range:?}");
    assert!(text.is_char_boundary(range.end), "`{text}`: {range:?}");
    let message = error.message().to_string();
    assert!(!message.is_empty(), "`{text}`");
    assert!(
        !message.starts_with(char::is_uppercase),
        "`{text}`: {message}"
    );
    assert!(!message.ends_with('.'), "`{text}`: {message}");
    assert!(text.parse::<Layout>().is_err());
    let _ = (error.kind(), error.to_string());
    super::meanings::check_suggestion(text);
    error
}

fn all_rejected(texts: &[&str]) {
    for text in texts {
        rejected(text);
    }
}

#[test]
fn element_type_and_dimensions() {
    all_rejected(&[
        "",
        " ",
        "f32",
        "[3,5]",
        "3,5",
        "f32 3,5",
        "f32(3,5)",
        "f32{3,5}",
        "f32<3,5>",
        "f32[3,5",
        "f32[3,5)",
        "f32[3,5}",
        "f32[3,5,]",
        "f32[,3,5]",
        "f32[3,,5]",
        "f32[3 5]",
        "f32[3;5]",
        "f32[2x2]",
        "f32[-3,5]",
        "f32[+3,5]",
        "f32[3.0,5]",
        "f32[3e2,5]",
        "f32[3usize,5]",
        "f32[\"3\",5]",
        "f32[N,5]",
        "f32[{3},5]",
        "f32[18446744073709551616]",
        "f32[?,5]",
        "f32[<=?,5]",
        "f32[<5]",
        "f32[<=]",
        "f32[>=5]",
        "f32[= 5]",
        "f32[3,5]]",
        "f32[[3,5]]",
    ]);
}

#[test]
fn unknown_element_types() {
    for name in [
        "i32", "float32", "bfloat16", "fp8", "bool", "int4", "F8E4M3X", "f", "u3", "f33",
    ] {
        let error = rejected(&format!("{name}[3,5]"));
        assert_eq!(error.range(), 0..name.len(), "{name}");
    }
}

#[test]
fn not_an_array() {
    all_rejected(&[
        "token[]",
        "opaque[]",
        "()",
        "(f32[3,5])",
        "(f32[3,5]{1,0}, s32[])",
        "b(f32[3,5]{1,0})",
        "tuple[]",
    ]);
}

#[test]
fn brackets_of_the_layout() {
    all_rejected(&[
        "f32[3,5]{",
        "f32[3,5]<",
        "f32[3,5]{1,0",
        "f32[3,5]<1,0",
        "f32[3,5]{1,0>",
        "f32[3,5]<1,0}",
        "f32[3,5](1,0)",
        "f32[3,5][1,0]",
        "f32[3,5]1,0",
        "f32[3,5]}",
        "f32[3,5]{{1,0}}",
        "f32[3,5]{1,0}{1,0}",
        "f32[3,5]{1,0} x",
        "f32[3,5]{1,0},",
        "f32[3,5]{1,0:T(2,2)}}",
        "f32[3,5]{1,0:T(2,2)",
        "f32[3,5] f32[3,5]",
    ]);
}

#[test]
fn minor_to_major() {
    all_rejected(&[
        "f32[3,5]{1}",
        "f32[3,5]{0}",
        "f32[3,5]{2,1,0}",
        "f32[3,5]{1,1}",
        "f32[3,5]{0,0}",
        "f32[3,5]{2,1}",
        "f32[3,5]{-1,0}",
        "f32[3,5]{1.0,0}",
        "f32[3,5]{a,0}",
        "f32[3,5]{1,0,}",
        "f32[3,5]{,1,0}",
        "f32[3,5]{1 0}",
        "f32[3,5]{1;0}",
        "f32[3,5]{18446744073709551617,0}",
        "f32[3,5]{4294967297,0}",
        "f32[3,5]{257,0}",
        "f32[]{0}",
        "f32[]{0:T(128)}",
        "f32[3]{1}",
    ]);
}

#[test]
fn tiles() {
    all_rejected(&[
        "f32[3,5]{1,0:T}",
        "f32[3,5]{1,0:T()}",
        "f32[3,5]{1,0:T(2,2)()}",
        "f32[3,5]{1,0:()}",
        "f32[3,5]{1,0:T(0,2)}",
        "f32[3,5]{1,0:T(2,0)}",
        "f32[3,5]{1,0:T(-2,2)}",
        "f32[3,5]{1,0:T(-0,2)}",
        "f32[3,5]{1,0:T(2,*)}",
        "f32[3,5]{1,0:T(*)}",
        "f32[3,5]{1,0:T(*,*)}",
        "f32[3,5]{1,0:T(2,-1)}",
        "f32[3,5]{1,0:T(**)}",
        "f32[3,5]{1,0:T(**,2)}",
        "f32[3,5]{1,0:T(2,2}",
        "f32[3,5]{1,0:T(2,2)",
        "f32[3,5]{1,0:T(2,2}}",
        "f32[3,5]{1,0:T2,2)}",
        "f32[3,5]{1,0:T[2,2]}",
        "f32[3,5]{1,0:T{2,2}}",
        "f32[3,5]{1,0:T<2,2>}",
        "f32[3,5]{1,0:T(2;2)}",
        "f32[3,5]{1,0:T(2 2)}",
        "f32[3,5]{1,0:T(2x2)}",
        "f32[3,5]{1,0:T(2,2,)}",
        "f32[3,5]{1,0:T(,2)}",
        "f32[3,5]{1,0:T(2,,2)}",
        "f32[3,5]{1,0:T(2.5,2)}",
        "f32[3,5]{1,0:T(a,2)}",
        "f32[3,5]{1,0:t(2,2)}",
        "f32[3,5]{1,0:T(2,2)T(2,1)}",
        "f32[3,5]{1,0:T(2,2),(2,1)}",
        "f32[3,5]{1,0:T((2,2))}",
        "f32[3,5]{1,0:T(18446744073709551616,2)}",
        "f32[3,5]{1,0:T(18446744073709551615,2)}",
        "f32[3,5]{1,0:T(9223372036854775808,2)}",
        "f32[3,5]{1,0:T(*,2)(2,*)}",
        "f32[3,5]{1,0:(2,2)T(2,1)}",
    ]);
}

#[test]
fn sections() {
    all_rejected(&[
        "f32[3,5]{:}",
        "f32[3,5]{1,0:}",
        "f32[3,5]{1,0:1}",
        "f32[3,5]{1,0:,}",
        "f32[3,5]{1,0:X(1)}",
        "f32[3,5]{1,0:Tile(2,2)}",
        "f32[3,5]{1,0::T(2,2)}",
        "f32[3,5]{1,0;T(2,2)}",
        "f32[3,5]{1,0 T(2,2)}",
        "f32[3,5]{1,0,T(2,2)}",
        "f32[3,5]{T(2,2)}",
        "f32[3,5]{1,0:S(1)S(1)}",
        "f32[3,5]{1,0:L(2)L(2)}",
        "f32[3,5]{1,0:E(32)E(32)}",
        "f32[3,5]{1,0:M(8)M(8)}",
        "f32[3,5]{1,0:S(1)T(2,2)}",
        "f32[3,5]{1,0:S(1)E(32)}",
        "f32[3,5]{1,0:E(32)L(2)}",
        "f32[3,5]{1,0:M(8)S(1)}",
        "f32[3,5]{1,0:PAD(3,5)T(2,2)}",
        "f32[3,5]{1,0:T(2,2),S(1)}",
        "f32[3,5]{1,0:s(1)}",
    ]);
}

#[test]
fn what_sections_hold() {
    all_rejected(&[
        "f32[3,5]{1,0:L(0)}",
        "f32[3,5]{1,0:L(-1)}",
        "f32[3,5]{1,0:L()}",
        "f32[3,5]{1,0:L}",
        "f32[3,5]{1,0:L(2,2)}",
        "f32[3,5]{1,0:L(18446744073709551616)}",
        "f32[3,5]{1,0:E(16)}",
        "f32[3,5]{1,0:E(-4)}",
        "f32[3,5]{1,0:E()}",
        "s4[3,5]{1,0:E(3)}",
        "f32[3,5]{1,0:E(18446744073709551648)}",
        "f32[3,5]{1,0:S(-1)}",
        "f32[3,5]{1,0:S(128)}",
        "f32[3,5]{1,0:S(256)}",
        "f32[3,5]{1,0:S(18446744073709551617)}",
        "f32[3,5]{1,0:S()}",
        "f32[3,5]{1,0:S}",
        "f32[3,5]{1,0:M(-1)}",
        "f32[3,5]{1,0:M()}",
        "f32[3,5]{1,0:M(18446744073709551616)}",
        "f32[3,5]{1,0:SC}",
        "f32[3,5]{1,0:SC()}",
        "f32[3,5]{1,0:SC(1)}",
        "f32[3,5]{1,0:SC(1:)}",
        "f32[3,5]{1,0:SC(:1)}",
        "f32[3,5]{1,0:SC(9:1)}",
        "f32[3,5]{1,0:SC(-1:1)}",
        "f32[3,5]{1,0:SC(1:1,)}",
    ]);
}

#[test]
fn sparse_arrays() {
    all_rejected(&[
        "f32[3,5]{1,0:D(D,C)}",
        "f32[3,5]{1,0:D(D,D)}",
        "f32[3,5]{1,0:#(u32)}",
        "f32[3,5]{1,0:*(u32)}",
        "f32[3,5]{1,0:P(f32[3,5]{1,0})}",
        "f32[3,5]{1,0:D(C+,C~)#(u32)*(u32)P(f32[4])}",
    ]);
}

#[test]
fn widened_dimensions() {
    all_rejected(&[
        "f32[2,3]{0,1:PAD}",
        "f32[2,3]{0,1:PAD()}",
        "f32[2,3]{0,1:PAD(3)}",
        "f32[2,3]{0,1:PAD(3,5,1)}",
        "f32[2,3]{0,1:PAD(1,5)}",
        "f32[2,3]{0,1:PAD(3,2)}",
        "f32[2,3]{0,1:PAD(-3,5)}",
        "f32[2,3]{0,1:PAD(3,*)}",
        "f32[2,3]{0,1:PAD(3,5=)}",
        "f32[2,3]{0,1:PAD(3,5=two)}",
        "f32[2,3]{0,1:PAD(3,5=0)}",
        "f32[2,3]{0,1:PAD(3,5=ZERO)}",
        "f32[2,3]{0,1:PAD(=zero)}",
        "f32[2,3]{0,1:PAD(3,5,=zero)}",
        "f32[2,3]{0,1:PAD(3,5=zero=one)}",
        "f32[2,3]{0,1:PAD(3,5)PAD(3,5)}",
        "f32[2,3]{0,1:pad(3,5)}",
    ]);
}

/// One below the limit is accepted, one above is not, and the message names the limit.
#[test]
fn limits() {
    let ones = |n: usize| vec!["1"; n].join(",");
    let tiles = |n: usize| "(1)".repeat(n);
    let entries = |n: usize| format!("f32[3,5]{{1,0:T({})}}", ones(n));
    let limits: [(usize, &dyn Fn(usize) -> String); 3] = [
        (12, &|n| format!("f32[{}]", ones(n))),
        (8, &|n| format!("f32[3,5]{{1,0:T{}}}", tiles(n))),
        (12, &entries),
    ];
    for (limit, text) in limits {
        Layout::parse(&text(limit)).unwrap_or_else(|e| panic!("{}: {e}", text(limit)));
        for above in [limit + 1, limit + 2, 100, 1000] {
            let error = rejected(&text(above));
            if above == limit + 1 {
                assert!(error.to_string().contains(&limit.to_string()), "{error}");
            }
        }
    }
    // 2 dimensions and 12 more with each tile: 26, then 38.
    let twelve = format!("({})", ones(12));
    let text = |n: usize| format!("f32[3,5]{{1,0:T{}}}", twelve.repeat(n));
    assert!(Layout::parse(&text(1)).is_ok());
    let error = rejected(&text(8));
    assert!(error.to_string().contains("32"), "{error}");
}

#[test]
fn characters_of_other_languages() {
    all_rejected(&[
        "é",
        "f３２[3,5]",
        "f32[３,5]",
        "f32[3,5]{1,0:T(２,2)}",
        "f32[3，5]",
        "f32[3,5]\u{0}",
        "\u{feff}f32[3,5]",
        "f32[3,5]{1,0:T(2×2)}",
        "f32[3,5]{1,0:Ț(2,2)}",
        "ƒ32[3,5]",
        "f32[3,5]{1,0:🦀(2)}",
    ]);
}

/// A list far longer than anything that is kept.
#[test]
fn long_texts() {
    let many = "1,".repeat(100_000);
    rejected(&format!("f32[{many}1]"));
    rejected(&format!("f32[3,5]{{{many}1}}"));
    rejected(&format!("f32[3,5]{{1,0:T({many}1)}}"));
    rejected(&format!("f32[3,5]{{1,0:T{}}}", "(1)".repeat(100_000)));
    rejected(&format!("f32[3,5]{{1,0:PAD({many}1)}}"));
    rejected(&format!("f32[3,5]{{1,0:SC(0:{many}1)}}"));
    rejected(&format!("{}[3,5]", "f".repeat(100_000)));
    rejected(&format!("f32[{}]", "9".repeat(100_000)));
}
