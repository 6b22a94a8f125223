//! Remedies: each takes fewer bytes by the naive definition, and is what it says.

use layout_oracle::naive::Spec;
use layout_oracle::random::{MOST, Random};
use tiled_layout::xla::{Change, remedies};
use tiled_layout::{ElementType, Layout};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// 12,582,912 rows of 1 take 128 each. As columns they fill 8 rows of 48 MiB.
#[test]
fn tall_arrays_lie_on_their_side() {
    let remedies = remedies(&layout("u32[12582912,1]{1,0:T(8,128)}"));
    assert_eq!(remedies[0].change, Change::Order);
    assert_eq!(remedies[0].layout, layout("u32[12582912,1]{0,1:T(8,128)}"));
    assert_eq!(remedies[0].saved_bytes, (6 << 30) - (384 << 20));
    assert_eq!(remedies[1].change, Change::ElementType(ElementType::U16));
    assert_eq!(remedies[1].layout.padded_bytes(), 3 << 30);
    assert_eq!(remedies.len(), 2); // a dimension of 1 cannot be cut
}

#[test]
fn what_each_kind_gives() {
    let [packed] = remedies(&layout("s4[8,128]{1,0:T(8,128)}"))[..] else {
        panic!("one remedy");
    };
    assert_eq!(packed.change, Change::ElementBits(4));
    assert_eq!(packed.layout, layout("s4[8,128]{1,0:T(8,128)E(4)}"));
    assert_eq!(packed.saved_bytes, 512);
    assert_eq!(remedies(&layout("s4[8,128]{1,0:T(8,128)E(4)}")), []);
    assert_eq!(remedies(&layout("pred[8,128]{1,0:T(8,128)}")), []);
    assert_eq!(remedies(&layout("s8[0,128]{1,0:T(8,128)}")), []);

    let remedies = remedies(&layout("s8[129,130]{1,0:T(8,128)}"));
    let changes: Vec<Change> = remedies.iter().map(|remedy| remedy.change).collect();
    let cut = |dimension, from, to| Change::Cut {
        dimension,
        from,
        to,
    };
    assert_eq!(changes, [cut(1, 130, 128), cut(0, 129, 128)]);
    assert_eq!(remedies[0].layout.padded_bytes(), 136 * 128);
    assert_eq!(remedies[1].layout.padded_bytes(), 128 * 256);
}

/// Elements of half the bits take the fewest bytes, but change the values.
#[test]
fn values_stay_first() {
    let remedies = remedies(&layout("f32[256,513]{1,0:T(8,128)}"));
    let changes: Vec<Change> = remedies.iter().map(|remedy| remedy.change).collect();
    let (dimension, from, to) = (1, 513, 512);
    let cut = Change::Cut {
        dimension,
        from,
        to,
    };
    let half = Change::ElementType(ElementType::BF16);
    assert_eq!(changes, [cut, Change::Order, half]);
    assert!(remedies[2].saved_bytes > remedies[1].saved_bytes);
}

#[test]
fn changes_in_words() {
    for (text, words) in [
        (
            "u32[12582912,1]{1,0:T(8,128)}",
            "another order of the dimensions",
        ),
        ("s4[8,128]{1,0:T(8,128)}", "packed, 4 bits an element"),
        (
            "s8[129,128]{1,0:T(8,128)}",
            "dimension 0 cut from 129 to 128",
        ),
        ("f32[8,128]{1,0:T(8,128)}", "elements as bf16"),
    ] {
        assert_eq!(remedies(&layout(text))[0].change.to_string(), words);
    }
}

/// Types of half the bits, of the same kind.
#[test]
fn smaller_element_types() {
    for (element, half) in [
        ("s64", "s32"),
        ("s32", "s16"),
        ("s16", "s8"),
        ("u64", "u32"),
        ("u32", "u16"),
        ("u16", "u8"),
        ("f64", "f32"),
        ("f32", "bf16"),
        ("f16", "f8e4m3fn"),
        ("bf16", "f8e4m3fn"),
        ("c128", "c64"),
    ] {
        let [remedy] = remedies(&layout(&format!("{element}[8,128]{{1,0}}")))[..] else {
            panic!("{element}: one remedy");
        };
        assert_eq!(remedy.layout, layout(&format!("{half}[8,128]{{1,0}}")));
        assert_eq!(
            remedy.saved_bytes,
            remedy.layout.padded_bytes(),
            "{element}"
        );
    }
    for element in ["s8", "u8", "pred", "f8e5m2", "c64"] {
        assert_eq!(remedies(&layout(&format!("{element}[8,128]{{1,0}}"))), []);
    }
}

#[test]
fn random_layouts() {
    let mut random = Random::new(32);
    let mut checked = 0;
    for _ in 0..1000 {
        let spec = random.aimed_spec(MOST);
        let before = layout(&spec.text("f32"));
        let mut last = (false, 0);
        for remedy in remedies(&before) {
            let after = Spec::parse(&remedy.layout.to_string()).buffer_len()
                * remedy.layout.element_bits()
                / 8;
            assert_eq!(
                spec.buffer_len() * 4 - after,
                remedy.saved_bytes,
                "{before}"
            );
            let rank = (matches!(remedy.change, Change::ElementType(_)), after);
            assert!(remedy.saved_bytes > 0 && rank >= last, "{before}");
            last = rank;
            match remedy.change {
                Change::Order => assert_eq!(remedy.layout.dims(), before.dims()),
                Change::Cut { dimension, to, .. } => {
                    assert_eq!(remedy.layout.dims()[dimension], to)
                }
                Change::ElementType(element) => assert_eq!(remedy.layout.element_type(), element),
                change => panic!("{before}: {change:?}"),
            }
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked}");
}
