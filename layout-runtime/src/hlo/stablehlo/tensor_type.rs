//! The type of a tensor: `300x500xbf16`.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK};
use layout_core::util::array_string::ArrayString;

use super::super::lexer;
use super::super::skipped::Reason;
use super::mlir_text::after;

/// The element type and the dimensions of `300x500xbf16`; an encoding may follow.
pub(super) fn parse(text: &[u8]) -> Result<(ElementType, Dims), Reason> {
    let mut rest = text;
    let mut dims = Dims::new(0);
    let mut is_unbounded = false;
    while matches!(rest.first(), Some(b'0'..=b'9' | b'?' | b'*')) {
        let end = lexer::find(rest, [b'x']);
        match lexer::utf8(&rest[..end]) {
            "?" | "*" => is_unbounded = true,
            dim if dims.len() < MAX_RANK => dims.push(dim.parse().map_err(|_| Reason::NotAShape)?),
            _ => return Err(Reason::NotAShape),
        }
        rest = rest.get(end + 1..).ok_or(Reason::NotAShape)?;
    }
    let (element, encoding) = rest.split_at(lexer::find(rest, [b',']));
    let element = element_type(lexer::utf8(element)).ok_or(Reason::NotAShape)?;
    match (is_unbounded, after(encoding, b"bounds<")) {
        (true, Some(_)) => Err(Reason::Dynamic),
        (true, None) => Err(Reason::Unbounded),
        _ => Ok((element, dims)),
    }
}

/// The element type that MLIR names: `i1` is a truth value, `i8` signed, `ui8` not.
fn element_type(name: &str) -> Option<ElementType> {
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
    }

    #[test]
    fn types_of_tensors() {
        let dims = |text: &str| parse(text.as_bytes()).map(|(_, dims)| dims.to_vec());
        assert_eq!(dims("300x500xbf16"), Ok([300, 500].into()));
        assert_eq!(dims("f32"), Ok([].into()));
        assert_eq!(dims("3x0xcomplex<f32>"), Ok([3, 0].into()));
        assert_eq!(dims("2x3xf32, #encoding"), Ok([2, 3].into()));
        assert_eq!(dims("?x5xf32"), Err(Reason::Unbounded));
        assert_eq!(dims("*xf32"), Err(Reason::Unbounded));
        assert_eq!(
            dims("?x5xf32, #stablehlo.bounds<8, ?>"),
            Err(Reason::Dynamic)
        );
        for text in [
            "",
            "3",
            "3x",
            "x",
            "99999999999999999999999xf32",
            "1x1x1x1x1x1x1x1x1x1x1x1x1xf32",
        ] {
            assert_eq!(dims(text), Err(Reason::NotAShape), "{text}");
        }
    }
}
