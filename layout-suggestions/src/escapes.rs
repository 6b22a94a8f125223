//! Escapes of HTML, Markdown and LaTeX around characters of the grammar.

use alloc::string::{String, ToString};

const ESCAPES: [(&str, &str); 24] = [
    ("\\times", ","),
    ("\\langle", "<"),
    ("\\rangle", ">"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\[", "["),
    ("\\]", "]"),
    ("\\(", "("),
    ("\\)", ")"),
    ("\\<", "<"),
    ("\\>", ">"),
    ("\\,", ","),
    ("\\:", ":"),
    ("\\*", "*"),
    ("\\_", "_"),
    ("\\\"", ""),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&#91;", "["),
    ("&#93;", "]"),
    ("&#123;", "{"),
    ("&#125;", "}"),
    ("&nbsp;", " "),
    ("&quot;", ""),
];

/// The text with the characters that its escapes stand for; `None` if it has no escape.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut plain = text.to_string();
    for (escape, character) in ESCAPES {
        plain = plain.replace(escape, character);
    }
    (plain != text).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::super::suggestion;

    #[test]
    fn escapes_are_removed() {
        for (text, layout) in [
            ("f32\\[8,128\\]{1,0}", "f32[8,128]{1,0}"),
            ("f32[8,128]\\{1,0\\}", "f32[8,128]{1,0}"),
            ("f32[8,128]&lt;1,0:T(8,128)&gt;", "f32[8,128]<1,0:T(8,128)>"),
            ("f32[8 \\times 128]", "f32[8 , 128]"),
            ("tensor&lt;8x128xf32&gt;", "f32[8,128]"),
        ] {
            let help = suggestion(text).unwrap_or_default();
            assert_eq!(help, format!("write `{layout}`"), "{text}");
        }
    }
}
