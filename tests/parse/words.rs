//! The words of errors whose mistake is easily told wrong.

use layout_suggestions::suggestion;

use super::rejections::rejected;

#[test]
fn message_and_help() {
    for (text, message, help) in [
        (
            "f32[3,5]{1,0:L(2,2)}",
            "`L(n)` takes one number, found `2` after it",
            Some("remove `,2`, or write `T` for a tile"),
        ),
        (
            "f32[3,5]{1,0:S(1,2)}",
            "`S(n)` takes one number, found `2` after it",
            Some("remove `,2`, or write `T` for a tile"),
        ),
        (
            "f32[3,5]{1,0:E(2,2)}",
            "`E(n)` takes one number, found `2` after it",
            Some("remove `,2`, or write `T` for a tile"),
        ),
        (
            "f32[3,5]{1,0:M(2,2)}",
            "`M(n)` takes one number, found `2` after it",
            Some("remove `,2`, or write `T` for a tile"),
        ),
        (
            "f32[]{0}",
            "minor_to_major has 1 entry for 0 dimensions",
            Some("leave minor_to_major out: a scalar has none"),
        ),
        (
            "3[5]",
            "expected an element type, found `3`",
            Some("write an element type, then dimensions, such as `f32[3,5]`"),
        ),
        (
            "\"f32[3]\"",
            "expected an element type, found `\"f32[3]\"`",
            Some("write `f32[3]`"),
        ),
        (
            "foo[3]",
            "unknown element type `foo`",
            Some("write the element type that you mean, such as in `f32[3]`"),
        ),
        ("bf6[3]", "unknown element type `bf6`", Some("write `bf16`")),
        (
            "f32[3e2]",
            "dimension is not an integer: `3e2`",
            Some("write `300`"),
        ),
        (
            "f32[0x80]",
            "dimension is not written in decimal digits alone: `0x80`",
            Some("write `128`"),
        ),
        (
            "f32[1_024]",
            "dimension is not written in decimal digits alone: `1_024`",
            Some("write `1024`"),
        ),
        (
            "f32[2x128]",
            "`2x128` is not a number",
            Some("write `,` between the numbers: `2,128`"),
        ),
        (
            "f32[3,5]{1,0::T(2,2)}",
            "expected `:` before the sections, found `::`",
            Some("write `:`"),
        ),
        (
            "f32[3,5]{1,0(2,2)}",
            "expected `:` before the sections, found `(`",
            Some("write `:`"),
        ),
        (
            "f32[3,>=5]",
            "expected `<=`, found `>=`",
            Some("write `<=` and the upper bound of the dimension"),
        ),
        (
            "f32[3,<<5]",
            "expected `<=`, found `<<`",
            Some("write `<=` and the upper bound of the dimension"),
        ),
        (
            "f32[3,≤5]",
            "expected an integer as dimension, found `≤5`",
            Some("write `<=5`"),
        ),
        (
            "f32[3,5]\0",
            "text after the layout: `\\u{0}`",
            Some(
                "remove it, or write the order and the tiles in brackets after the dimensions: `{1,0:T(8,128)}`",
            ),
        ),
        (
            "\u{feff}f32[3,5]",
            "not an ASCII character: `\\u{feff}`",
            Some("write `f32[3,5]`"),
        ),
        (
            "f32[3,5]{1,0:T(2,2)E(32)S(1)L(8)}",
            "section `L` after `E`",
            Some("write `f32[3,5]{1,0:T(2,2)L(8)E(32)S(1)}`"),
        ),
        (
            "f32[0,4611686018427387904,4]",
            "the strides of this empty buffer need 18446744073709551616 elements with padding",
            Some("write smaller dimensions or tiles"),
        ),
        (
            "u8[]{:M(9223372036854775807)}",
            "number of `M(n)` is too large: `9223372036854775807`",
            Some("write at most `9223372036854775806`"),
        ),
        (
            "f32[3,5]{major_to_minor=(0,1)}",
            "the order of a layout is minor_to_major, found major_to_minor",
            Some("write `f32[3,5]{1,0}`"),
        ),
        (
            "f32[3,5]{1,0:S1}",
            "`S` without a number in parentheses",
            Some("write `f32[3,5]{1,0:S(1)}`"),
        ),
    ] {
        let error = rejected(text);
        let found = (&*error.message(), suggestion(text));
        assert_eq!((found.0, found.1.as_deref()), (message, help), "`{text}`");
    }
}

/// Letters of other alphabets, and marks, beside the ASCII characters that look like them.
#[test]
fn characters_that_look_like_ascii() {
    for (others, ascii) in [
        ("ΑА", "A"),
        ("ΒВ", "B"),
        ("С", "C"),
        ("ΕЕ", "E"),
        ("ΜМ", "M"),
        ("ΟО", "O"),
        ("ΡР", "P"),
        ("Ѕ", "S"),
        ("ΤТ", "T"),
        ("а", "a"),
        ("с", "c"),
        ("е", "e"),
        ("і", "i"),
        ("οо", "o"),
        ("р", "p"),
        ("ѕ", "s"),
        ("х", "x"),
        ("∗＊", "*"),
        ("∶：", ":"),
        ("，、､،", ","),
        ("−–—", "-"),
    ] {
        for other in others.chars() {
            let text = format!("f32[3]{{0}} ?? {other} f32[3]");
            let error = rejected(&text);
            let message = format!("not an ASCII character: `{other}`");
            assert_eq!(*error.message(), *message, "`{text}`");
            let help = match ascii {
                "-" => "no layout has a dash; write `,` between numbers".into(),
                ascii => format!("write `{ascii}`"),
            };
            assert_eq!(error.help().as_deref(), Some(&*help), "`{text}`");
        }
    }
}

/// The help multiplies by ten once per step of the exponent, except for 0.
#[test]
fn zero_with_a_huge_exponent() {
    let error = tiled_layout::Layout::parse("f32[3,0e9999999999999999]").unwrap_err();
    assert_eq!(error.help().as_deref(), Some("write `0`"));
}
