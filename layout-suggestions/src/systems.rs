//! The notations of other systems, by the names and signs that only they have.

use alloc::format;
use alloc::string::String;

use super::label;

/// The system whose notation a text is in, if no other system's notation fits: its name in the
/// command `layout explain --from`.
#[doc(hidden)]
#[must_use]
pub fn system(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let of_numbers = |c: u8| c.is_ascii_digit() || b"(,-) ".contains(&c);
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| text.starts_with(prefix));
    if begins(&["memref<"]) || text.contains("#tpu.") {
        Some("mosaic")
    } else if begins(&["Layout(", "Format(", "DeviceLocalLayout("]) {
        Some("jax")
    } else if text.contains("inner_dims_pos") {
        Some("linalg-pack")
    } else if begins(&["{", "<"]) && !text.contains(['\'', '"']) {
        Some("xla")
    } else if text.contains("minor_to_major=") || text.contains("byte_strides=") {
        Some("pjrt")
    } else if text.contains(" of ") || text.contains("->") && !begins(&["->"]) {
        Some("tvm")
    } else if text.contains(':') && (begins(&["(", "_", "Sw<"]) || text.contains(" o ")) {
        Some("cute")
    } else if begins(&["strides"]) || begins(&["("]) && text.bytes().all(of_numbers) {
        Some("strides")
    } else if text.bytes().all(|c| c.is_ascii_alphanumeric()) {
        of_tag(text)
    } else {
        None
    }
}

/// The system of a tag of letters and blocks.
fn of_tag(text: &str) -> Option<&'static str> {
    let outer = &text[..text
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(text.len())];
    let blocks = &text[outer.len()..];
    let blocked = |letter: char| blocks.contains(letter.to_ascii_lowercase());
    let strict = outer.chars().all(|c| c.is_ascii_uppercase() == blocked(c));
    let upper = outer.chars().all(|c| c.is_ascii_uppercase());
    match (strict, upper && !outer.contains('A')) {
        (true, false) => Some("onednn"),
        (false, true) => Some("tvm"),
        _ => None,
    }
}

/// The name of the notation that a text that is not a layout is certainly in, and the command
/// that converts it.
pub(super) fn help(text: &str) -> Option<String> {
    let text = text.trim();
    let system = system(text)?;
    let first = text.split([' ', '-']).next().unwrap_or_default();
    let of_numbers = |c: u8| c.is_ascii_digit() || b"(,:) _".contains(&c);
    let (name, has_shape) = match system {
        "cute" if text.starts_with("Sw<") || text.bytes().all(of_numbers) => ("CuTe", false),
        "jax" => ("JAX", false),
        "linalg-pack" => ("MLIR's `linalg.pack`", false),
        "mosaic" if text.contains("#tpu.") => ("Mosaic", true),
        "onednn" if label::is_format(text) => ("oneDNN", false),
        "pjrt" => ("PJRT", true),
        "tvm" if label::is_format(first) => ("TVM", false),
        _ => return None,
    };
    let shape = if has_shape { "" } else { " --shape 'f32[..]'" };
    Some(format!(
        "{name} notation; convert it with `layout explain --from {system} '..'{shape}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::suggestion;

    #[test]
    fn systems_and_their_commands() {
        for (text, name, system) in [
            ("nChw16c", "oneDNN", "onednn"),
            ("aBcd16b", "oneDNN", "onednn"),
            ("nhwc", "oneDNN", "onednn"),
            ("NCHW16c", "TVM", "tvm"),
            ("NCHW -> N C//16 H W c", "TVM", "tvm"),
            ("((2,2),(2,3)):((1,2),(4,8))", "CuTe", "cute"),
            (
                "inner_dims_pos = [0, 1] inner_tiles = [8, 128]",
                "MLIR's `linalg.pack`",
                "linalg-pack",
            ),
        ] {
            let help = format!(
                "{name} notation; convert it with `layout explain --from {system} '..' --shape 'f32[..]'`"
            );
            assert_eq!(suggestion(text), Some(help), "{text}");
        }
        for text in ["foo", "ENTRY", "x -> y", "f32", "the layout"] {
            let help = suggestion(text).unwrap_or_default();
            assert!(!help.contains("--from"), "{text}: {help}");
        }
    }
}
