//! The default layouts of a TPU against those that its compiler chooses.

use tiled_layout::xla::tpu::{self, TpuError};
use tiled_layout::{ElementType, Layout, LayoutError};

use layout_oracle::data;

/// What the compiler gives each argument: the smallest of the candidates, but for
/// elements of 2 bits.
#[test]
fn tpu_defaults() {
    let texts = data::layouts("tpu_default_layouts.txt");
    assert_eq!(texts.len(), 5042);
    for text in &texts {
        let layout = Layout::parse(text).unwrap();
        let (element, dims) = (layout.element_type(), layout.dims());
        let chosen = tpu::default_layout(element, dims).unwrap();
        assert_eq!(chosen.to_string(), *text);
        let candidates = tpu::candidates(element, dims).unwrap();
        assert!(
            candidates.clone().any(|candidate| candidate == chosen),
            "{text}"
        );
        if layout.element_bits() > 2 {
            let least = candidates.map(|candidate| candidate.padded_bytes()).min();
            assert_eq!(Some(chosen.padded_bytes()), least, "{text}");
        }
    }
}

const fn known(layout: Result<Layout, TpuError>) -> Layout {
    match layout {
        Ok(layout) => layout,
        Err(_) => panic!(),
    }
}

#[test]
fn known_while_compiling() {
    const POINTS: Layout = known(tpu::default_layout(ElementType::F32, &[1_000_000, 3]));
    const SCALAR: Layout = known(tpu::default_layout(ElementType::PRED, &[]));
    const EMPTY: Layout = known(tpu::default_layout(ElementType::BF16, &[0, 3]));
    assert_eq!(POINTS.to_string(), "f32[1000000,3]{0,1:T(4,128)}");
    assert_eq!(POINTS.padded_bytes(), 16_001_024);
    assert_eq!(SCALAR.to_string(), "pred[]{:T(512)}");
    assert_eq!(EMPTY.to_string(), "bf16[0,3]{1,0}");
}

/// The layout of an array without elements has no tiles, in the default order or another one.
#[test]
fn no_elements() {
    for text in [
        "f32[0]{0}",
        "s4[0]{0:E(4)}",
        "f32[0,5]{1,0}",
        "s4[0,3]{1,0:E(4)}",
        "s2[0,16]{1,0:E(2)}",
        "s8[7,0,3]{2,1,0}",
    ] {
        let layout = Layout::parse(text).unwrap();
        let (element, dims) = (layout.element_type(), layout.dims());
        let chosen = tpu::default_layout(element, dims).unwrap();
        assert_eq!(chosen.to_string(), text);
        let candidates: Vec<_> = tpu::candidates(element, dims).unwrap().collect();
        assert_eq!(candidates, [chosen]);
    }
    let ordered = tpu::default_layout_with_order(ElementType::S8, &[7, 0, 3], &[0, 2, 1]);
    assert_eq!(ordered.unwrap().to_string(), "s8[7,0,3]{0,2,1}");
}

#[test]
fn what_has_no_default_is_an_error() {
    for element in [
        ElementType::F64,
        ElementType::S64,
        ElementType::U64,
        ElementType::C128,
        ElementType::S1,
        ElementType::F6E2M3FN,
    ] {
        for dims in [&[][..], &[3], &[3, 5]] {
            let error = tpu::default_layout(element, dims).unwrap_err();
            assert_eq!(error, TpuError::Untried(element));
        }
    }
    for dims in [
        &[1; 13][..],
        &[usize::MAX; 12],
        &[usize::MAX],
        &[usize::MAX / 4 + 1, 2, 2],
    ] {
        let error = tpu::default_layout(ElementType::F32, dims).unwrap_err();
        assert!(
            matches!(error, TpuError::Layout(LayoutError::Invalid(_))),
            "{dims:?}"
        );
        assert!(tpu::candidates(ElementType::F32, dims).is_err());
    }
}
