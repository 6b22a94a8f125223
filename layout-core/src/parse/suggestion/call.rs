//! Calls that make an array, such as `zeros((3, 5), f32)`, and types with arguments.

use super::element;
use super::lists::list;
use super::node::Node;
use super::reader::{Nesting, Reader};

/// Functions that make an array of their arguments.
pub(super) const CONSTRUCTORS: &[&str] = &[
    "array",
    "arange",
    "buffer",
    "empty",
    "empty_strided",
    "full",
    "layout",
    "matrix",
    "ndarray",
    "new",
    "ones",
    "placeholder",
    "rand",
    "randn",
    "shape",
    "shapedarray",
    "shapedtypestruct",
    "size",
    "smatrix",
    "tensor",
    "tensor2d",
    "tensorshape",
    "tensorspec",
    "var",
    "variable",
    "vtensor",
    "zeros",
    "memref",
    "vector",
    "jaxtyping",
    "zeros_like",
];

/// What has the one array of its argument.
const WRAPPERS: &[&str] = &[
    "arc",
    "b",
    "block_type",
    "box",
    "concat",
    "parse",
    "rc",
    "stringify",
    "tuple",
];

impl<'a> Reader<'a> {
    /// The arguments of a call, or of a type.
    pub(super) fn call(&mut self, name: &str, call: &Node<'a>) -> Option<()> {
        let Node::Group { open, inside, .. } = call else {
            return None;
        };
        let lower = name.to_ascii_lowercase();
        let lower = lower.trim_end_matches(|c: char| c.is_ascii_digit());
        (!matches!(lower, "staticlayout" | "partiallayout" | "vec")).then_some(())?;
        let constructor = CONSTRUCTORS.contains(&lower);
        // `tensor([3,5])` holds 3 and 5.
        let values = matches!(name, "tensor" | "array" | "asarray" | "Tensor")
            && *open == b'('
            && matches!(inside[..], [Node::Group { open: b'[', .. }, ..]);
        if constructor
            && *open == b'('
            && self.dims.is_none()
            && let Some(dims) = list(inside, self.unknowns)
            && !matches!(lower, "layout" | "full")
        {
            (!values).then_some(())?;
            self.dims = Some(dims);
            return Some(());
        }
        (!values).then_some(())?;
        let mlir = matches!(name, "tensor" | "memref" | "vector" | "vtensor")
            && matches!(open, b'<' | b'[');
        // Those of Eigen and of nalgebra.
        self.column_major |= matches!(lower, "matrix" | "smatrix") && *open == b'<';
        let outer = core::mem::replace(&mut self.mlir, mlir);
        let (had_dims, had_element) = (self.dims.is_some(), self.element.is_some());
        self.nodes(inside, Nesting::Call)?;
        self.mlir = outer;
        let both = self.dims.is_some() && self.element.is_some();
        // The first dimension of Halide's `Buffer<float>(3, 5)` is the most minor one.
        (lower != "buffer" || *open != b'<' || both).then_some(())?;
        let some = self.dims.is_some() != had_dims || self.element.is_some() != had_element;
        let known = constructor || WRAPPERS.contains(&lower) || element::known(lower).is_some();
        (some && (known || both && *open != b'(')).then_some(())
    }
}
