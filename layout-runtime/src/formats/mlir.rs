//! MLIR's names of element types: `i8`, `ui8`, `f8E4M3FN`, `complex<f32>`.

use alloc::format;
use alloc::string::String;

use layout_core::spec::element_type::ElementType;

/// The element type of a name. Integers without a sign are XLA's signed ones,
/// `i1` is PRED.
pub(crate) fn element_type(name: &str) -> Option<ElementType> {
    let xla = |letter: &str, bits: &str| ElementType::from_name(&format!("{letter}{bits}"));
    match name {
        "i1" => Some(ElementType::PRED),
        "complex<f32>" => Some(ElementType::C64),
        "complex<f64>" => Some(ElementType::C128),
        _ => {
            if let Some(bits) = name.strip_prefix("ui") {
                xla("u", bits)
            } else if let Some(bits) = name.strip_prefix("si").or(name.strip_prefix('i')) {
                xla("s", bits)
            } else if name.starts_with('f') || name == "bf16" {
                ElementType::from_name(name)
            } else {
                None
            }
        }
    }
}

/// The name of an element type.
pub(crate) fn name(element: ElementType) -> String {
    match element {
        ElementType::PRED => "i1".into(),
        ElementType::S1 => "si1".into(),
        ElementType::C64 => "complex<f32>".into(),
        ElementType::C128 => "complex<f64>".into(),
        _ => {
            let name = element.name();
            match name.split_at(1) {
                ("s", bits) => format!("i{bits}"),
                ("u", bits) => format!("ui{bits}"),
                ("f", bits) => format!("f{}", bits.to_ascii_uppercase()),
                _ => name.into(),
            }
        }
    }
}
