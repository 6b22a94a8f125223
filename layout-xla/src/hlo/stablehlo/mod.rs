//! StableHLO and other MLIR text: the tensors of a program before it is compiled.

mod mlir_text;
mod tensor_type;

use alloc::format;
use alloc::string::String;

use layout_core::spec::Dims;
use layout_core::spec::element_type::ElementType;
use layout_core::util::words;

use mlir_text::{
    after, find_tensor, group_end, has_memory, last_colon, last_types, result_count, type_end,
};

use super::lexer;
use super::line::{Line, Lines, find};
use super::skipped::Skipped;

/// A tensor of StableHLO text: an argument or a result of a function, or a result of an
/// operation.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo::{self, LayoutMode, TensorRole};
///
/// let text = r#"
///   func.func public @main(%arg0: tensor<300x500xbf16> {mhlo.layout_mode = "auto"}) -> tensor<300x500xi1> {
///     %0 = stablehlo.compare NE, %arg0, %arg0 : (tensor<300x500xbf16>, tensor<300x500xbf16>) -> tensor<300x500xi1>
///     return %0 : tensor<300x500xi1>"#;
/// let tensors: Vec<_> = hlo::tensors(text).map(Result::unwrap).collect();
/// assert_eq!(tensors[0].shape(), "bf16[300,500]");
/// assert_eq!((tensors[0].name(), tensors[0].role()), ("arg0", TensorRole::Argument));
/// assert_eq!(tensors[0].layout_mode(), LayoutMode::Auto);
/// assert_eq!((tensors[1].role(), tensors[2].role()), (TensorRole::Result, TensorRole::Value));
/// assert_eq!(tensors[2].shape(), "pred[300,500]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tensor<'a> {
    name: &'a str,
    line: usize,
    role: TensorRole,
    layout_mode: LayoutMode<'a>,
    in_main: bool,
    in_region: bool,
    element_type: ElementType,
    dims: Dims,
}

/// The role of a tensor in its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TensorRole {
    /// An argument of the function.
    Argument,
    /// A result, as the function's head lists it.
    Result,
    /// The result of an operation.
    Value,
    /// An operation's result that the function returns. It also appears earlier, as a
    /// [`Value`](Self::Value).
    Returned,
}

/// The layout that an argument or a result requests: `mhlo.layout_mode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutMode<'a> {
    /// The compiler's default layout, as for other tensors.
    Default,
    /// The compiler chooses freely.
    Auto,
    /// This layout: `{0,1:T(8,128)(2,1)}`, or an order without tiles.
    Given(&'a str),
}

impl<'a> Tensor<'a> {
    /// Its name without `%`; empty for a result, and if the operation spans lines.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Returns the number of its line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Its role in its function.
    #[must_use]
    pub fn role(&self) -> TensorRole {
        self.role
    }

    /// Returns the layout that it requests.
    #[must_use]
    pub fn layout_mode(&self) -> LayoutMode<'a> {
        self.layout_mode
    }

    /// Returns true if its function is the program's entry, `@main`.
    #[must_use]
    pub fn in_main(&self) -> bool {
        self.in_main
    }

    /// Returns true if it is in a region of an operation such as a reduction or a sort, whose
    /// tensors have no separate memory.
    #[must_use]
    pub fn in_region(&self) -> bool {
        self.in_region
    }

    /// Returns the element type.
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// Returns the dimensions.
    #[must_use]
    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    /// Returns the element type and the dimensions as XLA writes them: `bf16[300,500]`.
    #[must_use]
    pub fn shape(&self) -> String {
        format!(
            "{}[{}]",
            self.element_type.name(),
            words::joined(&self.dims, ",")
        )
    }
}

/// The state of the reader at the beginning of a line of MLIR text. It allows reading a
/// text in parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TensorContext {
    /// The number of lines before.
    pub(crate) line: usize,
    pub(crate) in_main: bool,
    /// Regions without memory around the line.
    regions: usize,
    /// Those of them that a line `}` ends.
    reducers: usize,
}

/// The iterator of [`tensors`](super::tensors).
#[derive(Clone)]
pub(crate) struct Tensors<'a> {
    lines: Lines<'a>,
    context: TensorContext,
    /// The rest of the current line: lists of types, each with its role.
    line: Line<'a>,
    lists: [(TensorRole, &'a [u8]); 2],
    /// The name of the current line's result.
    name: &'a str,
    /// The names of what a `return` returns.
    returned: &'a [u8],
    in_region: bool,
    /// The role of the last tensor.
    role: TensorRole,
}

impl<'a> Tensors<'a> {
    /// Returns the tensors of a part of a text that begins in a context.
    pub(crate) fn with_context(text: &'a [u8], context: TensorContext) -> Self {
        let line = Line {
            bytes: &[],
            start: 0,
            number: 0,
        };
        Tensors {
            lines: Lines::new(text, context.line),
            context,
            line,
            lists: [(TensorRole::Value, &[]); 2],
            name: "",
            returned: &[],
            in_region: false,
            role: TensorRole::Value,
        }
    }

    /// Returns the role of the last tensor, also of one that is skipped.
    #[cfg(feature = "std")]
    pub(crate) fn role(&self) -> TensorRole {
        self.role
    }

    /// Returns true if the last tensor has no separate memory: [`Tensor::in_region`].
    #[cfg(feature = "std")]
    pub(crate) fn in_region(&self) -> bool {
        self.in_region
    }

    /// Returns the context after the lines that have been read.
    #[cfg(feature = "std")]
    pub(crate) fn context(&self) -> TensorContext {
        TensorContext {
            line: self.lines.count,
            ..self.context
        }
    }

    /// Finds the types of a line's results.
    fn read_line(&mut self, line: Line<'a>) {
        self.line = line;
        self.name = "";
        self.returned = &[];
        self.in_region = self.context.regions > 0;
        let text = line.bytes.trim_ascii();
        if let Some(head) = after(text, b"func.func ") {
            return self.read_function(head);
        }
        let operation = match text {
            [b'}', b')', ..] => {
                // The end of an operation with regions, and its type.
                self.context.regions = self.context.regions.saturating_sub(1);
                self.in_region = self.context.regions > 0;
                Some(text)
            }
            [b'%', rest @ ..] => {
                let end = rest
                    .iter()
                    .position(|&byte| matches!(byte, b':' | b' ' | b'='));
                self.name = lexer::utf8(&rest[..end.unwrap_or(rest.len())]);
                after(text, b" = ")
            }
            [b'r', b'e', b'd', b'u', b'c', b'e', b'r', b'(', ..] => {
                self.context.regions += 1;
                self.context.reducers += 1;
                None
            }
            b"}" if self.context.reducers > 0 => {
                self.context.regions = self.context.regions.saturating_sub(1);
                self.context.reducers -= 1;
                None
            }
            _ => {
                let returned = text.strip_prefix(b"return ");
                if let Some(returned) = returned.or_else(|| text.strip_prefix(b"func.return "))
                    && self.context.in_main
                    && !self.in_region
                {
                    let colon = last_colon(returned).unwrap_or(returned.len());
                    self.returned = &returned[..colon];
                    self.lists[1] = (TensorRole::Returned, &returned[colon..]);
                }
                None
            }
        };
        if let Some(operation) = operation {
            if text.ends_with(b"({") && !has_memory(operation) {
                self.context.regions += 1;
            }
            if let Some(colon) = last_colon(operation) {
                let types = &operation[colon..];
                let types = after(types, b"-> ").unwrap_or_else(|| {
                    let results = result_count(text);
                    last_types(types, results)
                });
                self.lists[1] = (TensorRole::Value, types);
            }
        }
    }

    /// Reads the head of a function: `public @main(%arg0: type {attributes}) -> type {`.
    fn read_function(&mut self, head: &'a [u8]) {
        let Some(name) = after(head, b"@") else {
            return;
        };
        let open = find(name, [b'(']);
        self.context.in_main = &name[..open] == b"main";
        (self.context.regions, self.context.reducers) = (0, 0);
        self.in_region = false;
        let end = group_end(name, open);
        self.lists[0] = (TensorRole::Argument, &name[open..end]);
        if let Some(results) = after(&name[end..], b"-> ") {
            let end = match results.first() {
                Some(b'(') => group_end(results, 0),
                _ => results.len(),
            };
            self.lists[1] = (TensorRole::Result, &results[..end]);
        }
    }

    /// Returns the next tensor of the first list that has one.
    fn next_in_line(&mut self) -> Option<Result<Tensor<'a>, Skipped>> {
        for n in 0..2 {
            let (role, list) = self.lists[n];
            let Some(start) = find_tensor(list) else {
                self.lists[n].1 = &[];
                continue;
            };
            self.role = role;
            let mut name = self.name;
            match role {
                TensorRole::Argument => name = argument_name(&list[..start]),
                TensorRole::Returned => {
                    let comma = find(self.returned, [b',']);
                    let operand = self.returned[..comma].trim_ascii();
                    self.returned = self.returned.get(comma + 1..).unwrap_or(&[]);
                    name = lexer::utf8(operand).trim_start_matches('%');
                }
                _ => {}
            }
            let body = &list[start + b"tensor<".len()..];
            let end = type_end(body);
            let rest = &body[end..];
            let attributes_end = find(rest, [b',', b'{']);
            let mut layout_mode = LayoutMode::Default;
            let mut next = rest;
            if rest.get(attributes_end) == Some(&b'{') && role != TensorRole::Value {
                let end = group_end(rest, attributes_end);
                layout_mode = self::layout_mode(&rest[attributes_end..end]);
                next = &rest[end..];
            }
            self.lists[n].1 = next;
            if role == TensorRole::Returned && name.starts_with("arg") {
                continue;
            }
            let body = &body[..end.saturating_sub(1)];
            return Some(match tensor_type::parse(body) {
                Ok((element_type, dims)) => Ok(Tensor {
                    name,
                    line: self.line.number,
                    role,
                    layout_mode,
                    in_main: self.context.in_main,
                    in_region: self.in_region,
                    element_type,
                    dims,
                }),
                Err(reason) => Err(Skipped::new(self.line, 0..self.line.bytes.len(), reason)),
            });
        }
        None
    }
}

impl<'a> Iterator for Tensors<'a> {
    type Item = Result<Tensor<'a>, Skipped>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(tensor) = self.next_in_line() {
                return Some(tensor);
            }
            let line = self.lines.next()?;
            self.read_line(line);
        }
    }
}

impl core::iter::FusedIterator for Tensors<'_> {}

fn layout_mode(attributes: &[u8]) -> LayoutMode<'_> {
    let Some(value) = after(attributes, b"mhlo.layout_mode = \"") else {
        return LayoutMode::Default;
    };
    match lexer::utf8(&value[..find(value, [b'"'])]) {
        "default" => LayoutMode::Default,
        "auto" => LayoutMode::Auto,
        given => LayoutMode::Given(given),
    }
}

/// Returns the name in `(%arg0: ` or `, %arg1: `.
fn argument_name(before: &[u8]) -> &str {
    let start = before.iter().rposition(|&byte| byte == b'%');
    let name = start.map_or(&before[..0], |start| &before[start + 1..]);
    lexer::utf8(&name[..find(name, [b':'])])
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use alloc::vec::Vec;

    use super::{TensorContext, Tensors};

    /// A text that is read in two parts; the second begins at the end of the first.
    #[test]
    fn a_text_read_in_parts_is_read_as_a_whole() {
        let text = "func.func public @main(%arg0: tensor<3x5xf32>) -> tensor<3x5xbf16> {\n  \
            return %0 : tensor<3x5xbf16>\n}\nfunc.func private @other(%arg0: tensor<7xi8>) {\n";
        let read = |text: &'static str, context| {
            let mut tensors = Tensors::with_context(text.as_bytes(), context);
            let all: Vec<_> = tensors.by_ref().map(Result::unwrap).collect();
            (all, tensors.context())
        };
        let (whole, end) = read(text, TensorContext::default());
        assert_eq!((whole.len(), end.line), (4, 4));
        for (cut, _) in text.match_indices('\n') {
            let (first, second) = text.split_at(cut + 1);
            let (mut parts, context) = read(first, TensorContext::default());
            parts.extend(read(second, context).0);
            assert_eq!(parts, whole, "at {cut}");
        }
    }
}
