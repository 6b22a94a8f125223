//! The notations of other systems, by the names and signs that only they have.

use alloc::format;
use alloc::string::String;

/// Returns the system whose notation a text is in, if no other system's notation fits: its name
/// in the command `layout explain --from`.
#[doc(hidden)]
#[must_use]
pub fn system(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let of_numbers = |c: u8| c.is_ascii_digit() || b"(,-) ".contains(&c);
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| text.starts_with(prefix));
    // A tensor with another attribute, or without sizes, is none of Mosaic's.
    let is_tensor = begins(&["tensor<"]) && !text.contains([',', '?', '*']);
    if is_tensor || begins(&["memref<"]) || text.contains("#tpu.") {
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

/// Returns the system of a tag of letters and blocks.
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

/// Names and signs of systems whose notation [`system`] does not convert, in lower case.
const NAMES: [(&str, &str); 30] = [
    ("PyTorch", "torch."),
    ("JAX", "jnp. jax. shapedtypestruct( shapedarray("),
    ("NumPy", "np. numpy. 'descr': fortran_order"),
    ("TensorFlow", "tf. tensorspec("),
    ("safetensors", "\"dtype\":"),
    ("ONNX", "elem_type"),
    ("oneDNN", "memory::desc dnnl"),
    ("TVM", "t.match_buffer t.alloc_buffer t.buffer te."),
    ("CuTe", "make_layout( make_shape( shape< stride< smem_ptr"),
    ("cuBLASLt", "cublaslt"),
    ("MLIR", "tensor< memref< vector< !torch. !tt. llvm."),
    ("XLA's `ShapeUtil`", "shapeutil::"),
    ("Kokkos", "kokkos::"),
    ("Eigen", "eigen::"),
    ("Halide", "halide:: func< buffer<"),
    ("nalgebra", "nalgebra:: smatrix< dmatrix< matrix3<"),
    ("Armadillo", "arma::"),
    ("xtensor", "xt::"),
    ("Boost", "boost::"),
    ("Blaze", "blaze::"),
    ("OpenCV", "cv::"),
    ("GLM", "glm::"),
    ("ndarray", "array2 arrayd array::< ndarray::"),
    ("Julia", "array{ matrix{ (undef (float32, (float64, (int32,"),
    ("Fortran", "dimension( real( real* integer( integer*"),
    ("Fortran", "complex( complex* precision intent("),
    ("Rust's `Vec`", "vec< box<["),
    ("jaxtyping", "[array, [tensor,"),
    ("C++", "std:: matrix<"),
    ("C", "]["),
];

/// Returns the name of the notation that a text that is not a layout is certainly in, and the
/// command that converts it.
pub(super) fn help(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(help) = converted(text) {
        return Some(help);
    }
    let lower = text.to_ascii_lowercase();
    // `np.` is not a part of `jnp.`.
    let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let has = |name: &str| {
        let mut found = lower.match_indices(name);
        found.any(|(at, _)| !(name.starts_with(of_name) && lower[..at].ends_with(of_name)))
    };
    let (name, _) = NAMES.iter().find(|(_, names)| names.split(' ').any(has))?;
    Some(format!(
        "{name} notation; write an element type, then dimensions, such as `f32[3,5]`"
    ))
}

/// Signs of strides.
const STRIDES: &str = "stride= strides= stride: strides: strided( \"strides\":";

/// Returns the command that converts a text in the notation of one of the systems of
/// [`system`].
pub(super) fn converted(text: &str) -> Option<String> {
    let first = text.split([' ', '-']).next().unwrap_or_default();
    let of_numbers = |c: u8| c.is_ascii_digit() || b"(,:) _".contains(&c);
    let shape = " --shape 'f32[..]'";
    let (name, system, shape) = match system(text) {
        Some("cute") if text.bytes().all(of_numbers) => ("CuTe notation", "cute", shape),
        Some("cute") if text.starts_with("Sw<") => ("CuTe notation", "cute", shape),
        Some("jax") => ("JAX notation", "jax", shape),
        Some("linalg-pack") => ("MLIR's `linalg.pack` notation", "linalg-pack", shape),
        Some("mosaic") if text.contains("#tpu.") => ("Mosaic notation", "mosaic", ""),
        Some("onednn") if is_format(text) => ("oneDNN notation", "onednn", shape),
        Some("pjrt") => ("PJRT notation", "pjrt", ""),
        Some("tvm") if is_format(first) => ("TVM notation", "tvm", shape),
        _ if text.contains("Layout(major_to_minor") => ("JAX notation", "jax", shape),
        _ if STRIDES.split(' ').any(|sign| text.contains(sign)) => ("strides", "strides", shape),
        _ if text.contains("):(") || text.starts_with(":(") => ("CuTe notation", "cute", shape),
        _ => return None,
    };
    let it = if name == "strides" { "them" } else { "it" };
    Some(format!(
        "{name}; convert {it} with `layout explain --from {system} '..'{shape}`"
    ))
}

/// Returns true if a name is a memory format of letters for some array, perhaps with blocks.
pub(super) fn is_format(name: &str) -> bool {
    let letters = name
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(name.len());
    let letters = name[..letters].to_ascii_lowercase();
    let alphabets = ["abcdefghijkl", "ncdhw", "goidhw", "tnc"];
    let once = |c| letters.matches(c).count() == 1;
    let long = letters.len() > 2 || letters.len() == 2 && letters.len() < name.len();
    let of = |alphabet: &&str| letters.chars().all(|c| alphabet.contains(c) && once(c));
    long && alphabets.iter().any(of)
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
        for (text, name) in [
            ("np.zeros((3, 5), dtype=np.float32)", "NumPy"),
            ("jnp.zeros((3, 5))", "JAX"),
            ("torch.empty(2, 3)", "PyTorch"),
            ("Eigen::Matrix<float, 3, 5>", "Eigen"),
            ("Kokkos::View<float[3][5]>", "Kokkos"),
            ("Halide::Buffer<float, 2>(3, 5)", "Halide"),
            ("dnnl::memory::desc({2, 3}, f32, ab)", "oneDNN"),
            ("T.Buffer((8, 8), \"int8\")", "TVM"),
            ("make_layout(make_shape(4, 8))", "CuTe"),
            ("REAL, DIMENSION(3,5)", "Fortran"),
            ("Matrix{Float32}(undef, 3, 5)", "Julia"),
            ("memref<3x5xf32, affine_map<(a, b) -> (b, a)>>", "MLIR"),
        ] {
            let help = format!(
                "{name} notation; write an element type, then dimensions, such as `f32[3,5]`"
            );
            assert_eq!(suggestion(text), Some(help), "{text}");
        }
        for (text, command) in [
            ("f32[8,128]:(1,8)", "cute"),
            ("f32[8,128], strides=(1,8)", "strides"),
            ("f32[8,128]{strides=(1,8)}", "strides"),
            ("f32[8,128], layout=Layout(major_to_minor=(1,0))", "jax"),
            ("f32[2,32,8,8]{nChw16c}", "onednn"),
        ] {
            let help = suggestion(text).unwrap_or_default();
            assert!(
                help.contains(&format!("--from {command} ")),
                "{text}: {help}"
            );
        }
        for text in ["foo", "ENTRY", "x -> y", "f32", "the layout"] {
            let help = suggestion(text).unwrap_or_default();
            assert!(!help.contains("--from"), "{text}: {help}");
        }
    }
}
