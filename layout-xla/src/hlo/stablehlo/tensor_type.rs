//! The type of a tensor: `300x500xbf16`.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK};

use super::super::lexer;
use super::super::line::find;
use super::super::skipped::Reason;
use crate::text::mlir::element_type;

/// Returns the element type and the dimensions of `300x500xbf16`. Bounds of dynamic dimensions may
/// follow; another encoding decides how the elements are stored, and is not read.
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
    let encoding = encoding.strip_prefix(b",").unwrap_or(encoding).trim_ascii();
    let has_bounds = [&b"#stablehlo.bounds<"[..], b"#mhlo.type_extensions<"]
        .iter()
        .any(|name| encoding.starts_with(name));
    match (is_unbounded, has_bounds) {
        (true, true) => Err(Reason::Dynamic),
        (true, false) => Err(Reason::Unbounded),
        (false, false) if !encoding.is_empty() => Err(Reason::Encoding),
        (false, _) => Ok((element, dims)),
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
        for encoding in [
            "#CSR",
            "#ttnn_layout",
            "1",
            "#sparse_tensor.encoding<{ bounds<2> }>",
        ] {
            let text = format!("2x3xf32, {encoding}");
            assert_eq!(dims(&text), Err(Reason::Encoding));
        }
        let static_bounds = "2x3xf32, #stablehlo.bounds<?, ?>";
        assert_eq!(dims(static_bounds), Ok([2, 3].into()));
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
