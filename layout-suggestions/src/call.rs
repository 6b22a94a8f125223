//! Calls that make an array, such as `zeros((3, 5), f32)`, and types with arguments.

use core::{mem, slice};

use super::element;
use super::label::Label;
use super::lists::{entries, list, value};
use super::node::Node;
use super::reader::{Nesting, Reader, Rest};
use layout_core::parse::HOLE;

/// Functions and types that make an array of their arguments.
pub(super) const CONSTRUCTORS: &[&str] = &[
    "alloc_buffer",
    "array",
    "arange",
    "buffer",
    "desc",
    "empty",
    "empty_strided",
    "extents",
    "full",
    "jaxtyping",
    "layout",
    "make_layout",
    "make_shape",
    "makeshape",
    "makeshapewithdenselayout",
    "makeshapewithdescendinglayout",
    "match_buffer",
    "matrix",
    "mdspan",
    "memref",
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
    "vector",
    "view",
    "vtensor",
    "xshape",
    "xtensor_fixed",
    "zeros",
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

/// Whether a call makes an array of given values: `np.float32((3, 5))` holds 3 and 5.
pub(super) fn holds_values(path: &str, after: &[Node<'_>]) -> bool {
    let list = |node: &Node<'_>| matches!(node, Node::Group { .. });
    path.starts_with(['n', 'j'])
        && path.contains('.')
        && matches!(after, [Node::Group { open: b'(', inside, .. }, ..] if inside.iter().any(list))
}

impl<'a> Reader<'a> {
    /// The arguments of a call, or of a type, with the path `word`.
    pub(super) fn call(&mut self, word: &'a str, call: &Node<'a>) -> Option<()> {
        let Node::Group { open, inside, .. } = call else {
            return None;
        };
        let name = element::last_segment(word);
        let lower = name.to_ascii_lowercase();
        let lower = lower.trim_end_matches(|c: char| c.is_ascii_digit());
        let constructor = CONSTRUCTORS.contains(&lower);
        (constructor || WRAPPERS.contains(&lower) || element::known(lower).is_some())
            .then_some(())?;
        self.take(word);
        self.take_brackets(call);
        let values = matches!(name, "tensor" | "array" | "Tensor" | "Array");
        match (lower, open, &inside[..]) {
            // Its first dimension is the most minor one, as Julia's, Eigen's and nalgebra's are.
            (_, b'(', [Node::Word(first), Node::Mark(","), Node::Entry(_), ..])
                if constructor && element::known(first).is_some() =>
            {
                self.column_major = true;
            }
            ("matrix" | "smatrix", b'<', _) | ("smatrix", b'{', _) => self.column_major = true,
            ("tensor", b'<', _) if word.starts_with("Eigen") => return None,
            // The number may be the rank.
            (
                "array" | "buffer" | "ndarray" | "tensor",
                b'<' | b'{',
                [_, Node::Mark(","), Node::Entry(_)],
            ) if name != "array" => {
                return None;
            }
            ("array", b'<', _) if word.starts_with("Eigen") => self.column_major = true,
            ("matrix", _, _) => return None,
            // `array([3,5])` holds 3 and 5, and `arange(3, 5)` 2 elements.
            (_, b'(', [Node::Group { open: b'[', .. }]) if values => return None,
            (_, b'(', [Node::Group { .. }, ..]) if matches!(name, "tensor" | "array") => {
                return None;
            }
            ("arange", _, [_, Node::Mark(","), Node::Entry(_), ..]) => return None,
            // CuTe's default, which `LayoutRight` after the shape replaces.
            ("make_layout", _, _) | ("layout", b'<', _) => self.column_major = true,
            ("view", _, _) if !word.starts_with("Kokkos") => return None,
            ("desc", _, _) if !word.ends_with("memory::desc") => return None,
            ("desc", _, _) => self.label = Some(Label::Dims),
            // The first argument of `extents<int, 3, 5>` is the type of an index.
            ("extents", b'<', [Node::Word(index), Node::Mark(","), dims @ ..])
                if element::known(element::last_segment(index)).is_some() =>
            {
                self.dims = Some(list(dims, self.unknowns)?);
                self.take_all(inside);
                return Some(());
            }
            // C++'s, with a length.
            ("array", b'<', [items @ .., Node::Mark(","), Node::Entry(len)])
                if matches!(items, [_] | [_, Node::Group { .. }]) =>
            {
                self.nodes(items, Nesting::Call)?;
                self.element?;
                self.take(len);
                self.dims.get_or_insert_default().insert(0, len);
                return Some(());
            }
            _ => {}
        }
        if constructor
            && *open == b'('
            && self.dims.is_none()
            && let Some(dims) = list(inside, self.unknowns)
            && !matches!(lower, "layout" | "full" | "vector")
        {
            self.take_all(inside);
            self.dims = Some(dims);
            return Some(());
        }
        let mlir = matches!(name, "tensor" | "memref" | "vector" | "vtensor")
            && matches!(open, b'<' | b'[');
        let outer = mem::replace(&mut self.mlir, mlir);
        let arguments = if *open == b'(' { word } else { "" };
        let function = mem::replace(&mut self.function, arguments);
        let (had_dims, had_element) = (self.dims.is_some(), self.element.is_some());
        let inside = match &inside[..] {
            // TVM's `match_buffer(a, (8, 16), "float16")`
            [argument, Node::Mark(","), rest @ ..] if lower == "match_buffer" => {
                self.take_all(slice::from_ref(argument));
                rest
            }
            // `torch.empty(2, 3, memory_format=torch.channels_last)`
            [Node::Entry(_), ..]
                if word.starts_with("torch")
                    && self.dims.is_none()
                    && matches!(lower, "empty" | "ones" | "rand" | "randn" | "zeros") =>
            {
                let (dims, rest) = entries(inside, false)?;
                self.list(dims, b' ', Nesting::Call)?;
                rest
            }
            inside => inside,
        };
        // `full((3, 5), 0)`: the value of the elements.
        match inside {
            [
                dims @ Node::Group { .. },
                Node::Mark(","),
                Node::Entry(value),
                rest @ ..,
            ] if lower == "full" => {
                self.nodes(slice::from_ref(dims), Nesting::Call)?;
                self.take(value);
                let decimals = matches!(rest, [Node::Mark("."), Node::Entry(_), ..]);
                let (fraction, rest) = rest.split_at(if decimals { 2 } else { 0 });
                self.take_all(fraction);
                self.nodes(rest, Nesting::Call)?;
            }
            inside => self.nodes(inside, Nesting::Call)?,
        }
        self.mlir = outer;
        self.function = function;
        let both = self.dims.is_some() && self.element.is_some();
        // The order of Kokkos depends on the processor, unless the type names it.
        (lower != "view" || self.order.is_some()).then_some(())?;
        // The first dimension of Halide's `Buffer<float>(3, 5)` is the most minor one.
        (lower != "buffer" || *open != b'<' || both).then_some(())?;
        let some = self.dims.is_some() != had_dims || self.element.is_some() != had_element;
        some.then_some(())
    }

    /// A type with an element type, perhaps a rank, and then the dimensions, the most minor first:
    /// Julia's `Array{Float32, 2}(undef, 3, 5)`, Halide's `Buffer<float, 2>(3, 5)`.
    pub(super) fn typed_call<'n>(
        &mut self,
        word: &'a str,
        after: Rest<'n, 'a>,
    ) -> Option<Rest<'n, 'a>> {
        let [types, call, rest @ ..] = after else {
            return None;
        };
        let inside = call.inside(b"(")?;
        let (types, dims) = match (element::last_segment(word), types) {
            (
                "Array" | "Matrix" | "Vector" | "CuArray",
                Node::Group {
                    open: b'{',
                    inside: types,
                    ..
                },
            ) => {
                match inside {
                    [Node::Word("undef"), Node::Mark(","), dims @ ..] => (types, dims),
                    // A name, in the macro.
                    [Node::Entry(hole), Node::Mark(","), dims @ ..]
                        if hole.starts_with(char::from(HOLE)) =>
                    {
                        (types, dims)
                    }
                    _ => return None,
                }
            }
            (
                "Buffer",
                Node::Group {
                    open: b'<',
                    inside: types,
                    ..
                },
            ) => (types, inside),
            _ => return None,
        };
        let (name, rank) = match types[..] {
            [Node::Word(name)] => (name, None),
            [Node::Word(name), Node::Mark(","), Node::Entry(rank)] => (name, Some(value(rank)?)),
            _ => return None,
        };
        let dims = list(dims, false)?;
        (rank.is_none_or(|rank| rank == dims.len() as u128)).then_some(())?;
        let kind = element::known(element::last_segment(name))?;
        self.set_element(kind, name, element::exact(name).is_some());
        self.dims = Some(dims);
        self.column_major = true;
        self.take(word);
        self.take_all(&after[..2]);
        Some(rest)
    }
}
