//! An error's range is the offending part of the text, as small as it can be.

use tiled_layout::Layout;

/// Texts with the expected range in `«»`.
const MARKED: &[&str] = &[
    // Element type and dimensions.
    "«i32»[3,5]",
    "  «float32»[3,5]",
    "«token»[]",
    "f32«(»3,5)",
    "f32«{»3,5}",
    "f32[3,«-5»]",
    "f32[«3.0»,5]",
    "f32[3,«5usize»]",
    "f32[3«;»5]",
    "f32[3,5«,»]",
    "f32[«?»,5]",
    "f32[«>=»3,5]",
    "f32[«18446744073709551616»,5]",
    "f32[«2x2»]",
    "f32[3,5«»",
    "f32[3,5«)»",
    // Around the layout.
    "f32[3,5]{1,0«»",
    "f32[3,5]{1,0«>»",
    "f32[3,5]<1,0«}»",
    "f32[3,5]«(»1,0)",
    "f32[3,5]{1,0} «x»",
    "f32[3,5]{1,0}«{1,0}»",
    // Order.
    "f32[3,5]{«1»}",
    "f32[3,5]{«2»,1,0}",
    "f32[3,5]{1,0,«2»}",
    "f32[3,5]{«2»,3,1,0}",
    "f32[3,5]{1,«1»}",
    "f32[3,5]{0,«2»}",
    "f32[3,5]{«-1»,0}",
    "f32[3,5]{«1.0»,0}",
    "f32[3,5]{1,0«,»}",
    "f32[3,5]{1,0«(»2,2)}",
    "f32[3,5]{ 1 , « 7 » }",
    // Tiles.
    "f32[3,5]{1,0:T(«0»,2)}",
    "f32[3,5]{1,0:T(2,2)(1,«0»)}",
    "f32[3,5]{1,0:T(«-2»,2)}",
    "f32[3,5]{1,0:T(2,«*»)}",
    "f32[3,5]{1,0:T(2,«-1»)}",
    "f32[3,5]{1,0:T(2,2)(«)»}",
    "f32[3,5]{1,0:«T»}",
    "f32[3,5]{1,0:T(2,2)S(1)«T»(2,1)}",
    "f32[3,5]{1,0:«t»(2,2)}",
    "f32[3,5]{1,0:T«[»2,2]}",
    "f32[3,5]{1,0:T(2«;»2)}",
    "f32[3,5]{1,0:T(«**»)}",
    "f32[3,5]{1,0:T(2,2«}»",
    "f32[3,5]{1,0:T(«18446744073709551616»,2)}",
    // Sections.
    "f32[3,5]{1,0:T(2,2)«X»(1)}",
    "f32[3,5]{1,0«:»}",
    "f32[3,5]{1,0:S(1)«E»(32)}",
    "f32[3,5]{1,0:S(1)«S»(1)}",
    "f32[3,5]{1,0:E(«16»)}",
    "f32[3,5]{1,0:L(«0»)}",
    "f32[3,5]{1,0:S(«256»)}",
    "f32[3,5]{1,0:S(«-1»)}",
    "f32[3,5]{1,0:SC(«9»:1)}",
    "f32[3,5]{1,0:SC(0:«3»)}",
    "f32[3,5]{1,0:SC(1:2,«1»)}",
    "f32[3,5]{1,0:«D»(D,C)}",
    "f32[3,5]{1,0:PAD(«4»)}",
    "f32[3,5]{1,0:PAD(«2»,5)}",
    "f32[3,5]{1,0:PAD(3,5=«two»)}",
    // Sizes: no single number is wrong.
    "f32[«4294967296,4294967296»]{1,0}",
    "«f32[1,9007199254740992]{1,0:T(1024,128)}»",
];

#[test]
fn smallest_offending_part() {
    let mut wrong = Vec::new();
    for marked in MARKED {
        let (before, rest) = marked.split_once('«').unwrap();
        let (inside, after) = rest.split_once('»').unwrap();
        let text = format!("{before}{inside}{after}");
        // Blanks inside the marks are only there to be read.
        let start = before.len() + (inside.len() - inside.trim_start().len());
        let expected = start..start + inside.trim().len();
        let Err(error) = Layout::parse(&text) else {
            panic!("accepted: `{text}`")
        };
        if error.range() != expected {
            wrong.push(format!(
                "{marked}: {:?}, {}",
                error.range(),
                error.message()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `Display` shows the text with carets under exactly the range.
#[test]
fn carets_stand_under_the_range() {
    for marked in MARKED {
        let text = marked.replace(['«', '»'], "");
        let error = Layout::parse(&text).unwrap_err();
        let shown = error.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        let line = lines
            .iter()
            .position(|line| line.ends_with(&text))
            .expect(&shown);
        let column = lines[line].len() - text.len();
        let carets = lines[line + 1].trim_end();
        let start = carets.find('^').expect(&shown);
        assert_eq!(start - column, error.range().start, "{shown}");
        assert_eq!(carets.len() - start, error.range().len().max(1), "{shown}");
        assert!(lines[0].contains(&*error.message()), "{shown}");
    }
}

/// In a text of other languages the range ends between characters.
#[test]
fn ranges_are_whole_characters() {
    for text in [
        "é",
        "f32[３]",
        "f32[3]{0:T(２)}",
        "f32[3]{0:🦀}",
        "f32[3]🦀",
        "f32🦀[3]",
    ] {
        let error = Layout::parse(text).unwrap_err();
        assert!(
            text.get(error.range()).is_some_and(|part| !part.is_ascii()),
            "{error:?}"
        );
        assert!(error.to_string().contains('^'));
    }
}
