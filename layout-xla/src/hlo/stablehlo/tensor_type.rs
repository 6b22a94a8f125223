//! The type of a tensor: `300x500xbf16`.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK};

use super::super::lexer;
use super::super::line::find;
use super::super::skipped::Reason;
use super::mlir_text::after;
use crate::text::mlir::element_type;

/// Returns the element type and the dimensions of `300x500xbf16`; an encoding may follow.
pub(super) fn parse(text: &[u8]) -> Result<(ElementType, Dims), Reason> {
    let mut rest = text;
    let mut dims = Dims::new(0);
    let mut is_unbounded = false;
    while matches!(rest.first(), Some(b'0'..=b'9' | b'?' | b'*')) {
        let end = find(rest, [b'x']);
        match lexer::utf8(&rest[..end]) {
            "?" | "*" => is_unbounded = true,
            dim if dims.len() < MAX_RANK => dims.push(dim.parse().map_err(|_| Reason::NotAShape)?),
            _ => return Err(Reason::NotAShape),
        }
        rest = rest.get(end + 1..).ok_or(Reason::NotAShape)?;
    }
    let (element, encoding) = rest.split_at(find(rest, [b',']));
    let element = element_type(lexer::utf8(element)).ok_or(Reason::NotAShape)?;
    match (is_unbounded, after(encoding, b"bounds<")) {
        (true, Some(_)) => Err(Reason::Dynamic),
        (true, None) => Err(Reason::Unbounded),
        _ => Ok((element, dims)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
