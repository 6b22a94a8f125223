//! MLIR's names of element types: `i8`, `ui8`, `f8E4M3FN`, `complex<f32>`.

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

/// Returns the element type that MLIR names: `i1` is a truth value, `i8` signed, `ui8` not.
pub fn element_type(name: &str) -> Option<ElementType> {
    let mut own = ArrayString::<16>::new();
    match name {
        "i1" => return Some(ElementType::PRED),
        "complex<f32>" => return Some(ElementType::C64),
        "complex<f64>" => return Some(ElementType::C128),
        _ if name.len() > 15
            || name.starts_with(['s', 'u', 'p', 'c']) && !name.starts_with("ui") =>
        {
            // `si8` is signed, too.
            own.str("s").str(name.strip_prefix("si")?);
        }
        _ => match (name.strip_prefix("ui"), name.strip_prefix('i')) {
            (Some(bits), _) => drop(own.str("u").str(bits)),
            (None, Some(bits)) => drop(own.str("s").str(bits)),
            _ => drop(own.str(name)),
        },
    }
    ElementType::from_name(own.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_element_types() {
        let cases = [
            ("i1", Some(ElementType::PRED)),
            ("i4", Some(ElementType::S4)),
            ("ui8", Some(ElementType::U8)),
            ("si8", Some(ElementType::S8)),
            ("bf16", Some(ElementType::BF16)),
            ("f8E4M3FN", Some(ElementType::F8E4M3FN)),
            ("f8E4M3B11FNUZ", Some(ElementType::F8E4M3B11FNUZ)),
            ("f4E2M1FN", Some(ElementType::F4E2M1FN)),
            ("complex<f32>", Some(ElementType::C64)),
            ("index", None),
            ("pred", None),
            ("u8", None),
            ("!quant.uniform<i8:f32, 1.0>", None),
            ("", None),
        ];
        for (name, element) in cases {
            assert_eq!(element_type(name), element, "{name}");
        }
        for &element in ElementType::ALL {
            assert_eq!(element_type(element.mlir_name()), Some(element));
        }
    }
}
