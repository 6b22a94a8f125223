//! Values weigh little: the sizes of layouts, views and plans.

use layout_suggestions::suggestion;
use tiled_layout::{CopyPlan, Layout, View, ViewMut, layout};

type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);

#[test]
fn layouts_views_and_plans() {
    assert!(size_of::<Layout>() <= 1536, "{}", size_of::<Layout>());
    assert!(size_of::<View<'_, f32, &Layout>>() <= 4 * size_of::<usize>());
    assert!(size_of::<CopyPlan>() <= 2048, "{}", size_of::<CopyPlan>());
    assert_eq!(size_of::<View<'_, f32, Fig1>>(), size_of::<&[f32]>());
    assert_eq!(size_of::<ViewMut<'_, f32, Fig1>>(), size_of::<&[f32]>());
}

/// The suggestion for a long text is the whole layout; the help of the error, which contains only
/// a part of the text, is about the token.
#[test]
fn help_for_long_texts() {
    let rest = ", sharding={devices=[2,1]0,1}, metadata={op_name=\"a\"}";
    for (text, help) in [
        (
            format!("ROOT %p.1 = bf16[8,128]{{1,0:T(8,128)(2,1)}} parameter(0){rest}"),
            "write `bf16[8,128]{1,0:T(8,128)(2,1)}`, the first array of this HLO instruction",
        ),
        (
            "bf16[16,1024,512,128]{3,2,1,0}:T(8,128)(2,1)S(1)".to_owned(),
            "write `bf16[16,1024,512,128]{3,2,1,0:T(8,128)(2,1)S(1)}`",
        ),
        (
            "f32[10,20,30,40,50,60,70,80,90,11]{9,8,7,6,5,4,3,2,1,0}:T(8,128)L(1024)".to_owned(),
            "write `f32[10,20,30,40,50,60,70,80,90,11]{9,8,7,6,5,4,3,2,1,0:T(8,128)L(1024)}`",
        ),
        (
            format!("f32[8,128](1,0:T(8,128)(2,1)L(1024)S(1){}", " ".repeat(40)),
            "write `f32[8,128]{1,0:T(8,128)(2,1)L(1024)S(1)}`",
        ),
    ] {
        let error = Layout::parse(&text).unwrap_err();
        assert_eq!(suggestion(&text).as_deref(), Some(help), "{text}");
        assert_ne!(error.help().as_deref(), Some(help), "{text}");
    }
}

/// A long text is shown around its mistake.
#[test]
fn long_texts() {
    let text = format!("f32[{}3x]{{0}}", " ".repeat(80));
    let shown = Layout::parse(&text).unwrap_err().to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].starts_with("  | ...   "), "{shown}");
    assert!(lines[1].ends_with("3x]{0}"), "{shown}");
    let at = lines[2].find('^').unwrap();
    assert!(lines[1][at..].starts_with("3x"), "{shown}");

    let text = format!("f32[3,5]{{1,0:T(0,2){}}}", "(2,1)".repeat(20));
    let shown = Layout::parse(&text).unwrap_err().to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[1].ends_with("..."), "{shown}");
    let at = lines[2].find('^').unwrap();
    assert!(lines[1][at..].starts_with("0,2)"), "{shown}");
}
