//! A layout prints as XLA prints it, however it was written.

use tiled_layout::{COMBINE, Layout};

fn parse(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn canonical_texts() {
    for (text, printed) in [
        ("F32[3,5]<1,0:T(2,2)>", "f32[3,5]{1,0:T(2,2)}"),
        ("f32[3,5]", "f32[3,5]{1,0}"),
        ("f32[3,5]{}", "f32[3,5]{1,0}"),
        ("f32[3,5]{:T(2,2)}", "f32[3,5]{1,0:T(2,2)}"),
        ("f32[3,5]{0,1:(2,2)(2,1)}", "f32[3,5]{0,1:T(2,2)(2,1)}"),
        ("f32[3,5,7]{2,1,0:T(-1,4)}", "f32[3,5,7]{2,1,0:T(*,4)}"),
        ("F32[]", "f32[]"),
        ("u32[]<:T(128)>", "u32[]{:T(128)}"),
        ("S4[]{:E(4)}", "s4[]{:E(4)}"),
        ("f32[<=3,5]", "f32[<=3,5]{1,0}"),
        ("f32[3,5]{1,0:S(0)}", "f32[3,5]{1,0}"),
        ("f32[3,5]{1,0:M(0)}", "f32[3,5]{1,0}"),
        ("f32[3,5]{1,0:L(1)}", "f32[3,5]{1,0}"),
        ("f32[3,5]{1,0:PAD(4,6=unknown)}", "f32[3,5]{1,0:PAD(4,6)}"),
        ("f32[3,5]{1,0:PAD(4,6=zero)}", "f32[3,5]{1,0:PAD(4,6=zero)}"),
        (
            "BF16[9]<0:T(256)(128)(2,1)L(512)S(3)M(64)>",
            "bf16[9]{0:T(256)(128)(2,1)L(512)S(3)M(64)}",
        ),
        ("F8E4M3B11FNUZ[3]", "f8e4m3b11fnuz[3]{0}"),
    ] {
        let layout = parse(text);
        assert_eq!(layout.to_string(), printed, "{text}");
        assert_eq!(parse(printed), layout, "{text}");
    }
}

#[test]
fn blanks_are_left_out() {
    let text = " F32 [ 3 , 5 ] { 1 , 0 : T ( 2 , 2 ) S ( 1 ) } ";
    assert_eq!(parse(text).to_string(), "f32[3,5]{1,0:T(2,2)S(1)}");
}

#[test]
fn from_str_is_parse() {
    let text = "f32[3,5]{1,0:T(2,2)}";
    assert_eq!(text.parse::<Layout>().unwrap(), parse(text));
    assert!("f32[3,5".parse::<Layout>().is_err());
}

#[test]
fn tiles_as_they_were_written() {
    let layout = parse("f32[2,3,4]{2,1,0:T(*,2,4)(-1,1)}");
    let tiles: Vec<Vec<usize>> = layout.tiles().iter().map(|t| t.to_vec()).collect();
    assert_eq!(tiles, [vec![COMBINE, 2, 4], vec![COMBINE, 1]]);
}

/// Texts that mean different layouts are different values.
#[test]
fn equality() {
    let base = "f32[3,5]{1,0:T(2,2)}";
    for other in [
        "f64[3,5]{1,0:T(2,2)}",
        "f32[3,6]{1,0:T(2,2)}",
        "f32[<=3,5]{1,0:T(2,2)}",
        "f32[3,5]{0,1:T(2,2)}",
        "f32[3,5]{1,0:T(2,3)}",
        "f32[3,5]{1,0:T(2,2)(1)}",
        "f32[3,5]{1,0}",
        "f32[3,5]{1,0:T(2,2)L(3)}",
        "f32[3,5]{1,0:T(2,2)S(1)}",
        "f32[3,5]{1,0:T(2,2)M(1)}",
        "f32[3,5]{1,0:T(2,2)PAD(4,6)}",
    ] {
        assert_ne!(parse(base), parse(other), "{other}");
    }
}
