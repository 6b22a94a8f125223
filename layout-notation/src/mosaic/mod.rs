//! Mosaic's types, as dumps of Pallas kernels have them:
//! `memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>, #tpu.memory_space<vmem>>`.
//!
//! The last list of `#tpu.tiled` has the strides of the dimensions in tiles.

mod vector_layout;

use alloc::format;
use alloc::string::String;
use layout_xla::text::{Helped, Problem, Scanner, TextError};

use layout_core::spec::error_kind::{ErrorKind, What};
use layout_core::spec::tiling;
use layout_core::spec::{
    COMBINE, Dims, MAX_PHYSICAL_RANK, MAX_RANK, MAX_TILE_RANK, Spec, default_order,
};
use layout_core::util::words::joined;

use crate::sections::{check_sections, unwritable};
use crate::{strides, xla_numbers};
use layout_runtime::Layout;
use layout_xla::text::mlir;
pub use vector_layout::VectorLayout;

const NOTATION: &str = "a `memref` of Mosaic";

/// The help for a part of an array.
const WHOLE_ARRAY: &str = "give the type of the whole array";

/// A type of Mosaic: its layout, and its memory space by name.
///
/// # Examples
///
/// ```
/// use tiled_layout::notation::mosaic::Memref;
///
/// let memref = Memref::parse("memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>, #tpu.memory_space<vmem>>")?;
/// assert_eq!(memref.layout().to_string(), "bf16[16,256]{1,0:T(8,128)(2,1)}");
/// assert_eq!(memref.memory_space(), Some("vmem"));
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memref<'a> {
    layout: Layout,
    memory_space: Option<&'a str>,
}

impl<'a> Memref<'a> {
    /// Reads a `memref<..>`, or a `tensor<..>` with the same contents.
    ///
    /// # Errors
    ///
    /// When the text is no such type, a dimension is dynamic, or the tiles do
    /// not follow one another in row-major order, as in a part of an array.
    pub fn parse(text: &'a str) -> Result<Memref<'a>, TextError> {
        let mut scanner = Scanner::new(text);
        if !scanner.eat("tensor<") {
            scanner.expect("memref<", "`memref<` or `tensor<`")?;
        }
        let start = scanner.here();
        let mut spec = shape(&mut scanner)?;
        // Before its tiles: a wrong shape is an error of the shape.
        scanner.check(Layout::from_spec(spec), scanner.since(start))?;
        let mut memory_space = None;
        while scanner.eat(",") {
            let start = scanner.here();
            if scanner.eat("#tpu.tiled<") {
                tiles(&mut scanner, &mut spec)?;
            } else if scanner.eat("#tpu.memory_space<") {
                memory_space = Some(scanner.word());
                scanner.expect(">", "`>`")?;
            } else if scanner.eat("strided<") {
                strided(&mut scanner, &mut spec)?;
            } else if scanner.peek().is_some_and(|c| c.is_ascii_digit()) {
                memory_space = Some(scanner.word()); // `1 : i32`
                if scanner.eat(":") {
                    scanner.word();
                }
            } else {
                const PART: &str = "`#tpu.tiled<..>`, `strided<..>` or `#tpu.memory_space<..>`";
                let problem = match scanner.take(|c| !matches!(c, ',' | '>')) {
                    part if part.starts_with("affine_map") => MAP.into(),
                    _ => Problem::Expected(PART),
                };
                return Err(scanner.error(problem, start..scanner.position()));
            }
        }
        scanner.expect(">", "`,` or `>`")?;
        scanner.end()?;
        Ok(Memref {
            layout: scanner.check(Layout::from_spec(spec), scanner.whole())?,
            memory_space,
        })
    }

    /// Returns the layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the memory space: `vmem`, `smem`, `hbm`, `semaphore_mem`. The layout has no `S(n)`,
    /// since Mosaic's spaces are not numbered as XLA's are.
    #[must_use]
    pub const fn memory_space(&self) -> Option<&'a str> {
        self.memory_space
    }
}

/// The error for a map, which Mosaic does not print.
const MAP: &Helped = &Helped {
    what: "a map is not read as a layout",
    help: "write the order and the tiles as XLA does, such as `f32[16,256]{1,0:T(8,128)}`",
};

/// Reads the layout of a `memref<..>` or `tensor<..>`.
pub(crate) fn parse(text: &str) -> Result<Layout, TextError> {
    if let Some(at) = text.find("#tpu.vpad") {
        let problem = &Helped {
            what: "a layout of vector registers, not of memory",
            help: "give the `memref<..>` of the operand",
        };
        return Err(TextError::new(problem, text, at..text.len()));
    }
    Ok(*Memref::parse(text)?.layout())
}

/// `16x256xbf16`.
fn shape(scanner: &mut Scanner<'_>) -> Result<Spec, TextError> {
    let mut dims = Dims::EMPTY;
    loop {
        let start = scanner.here();
        let digits = scanner.take(|c| c.is_ascii_digit() || c == '?' || c == '*');
        if digits.is_empty() {
            break;
        }
        let range = start..scanner.position();
        if digits.contains(['?', '*']) {
            let problem = match digits {
                "*" => &Helped {
                    what: "the number of dimensions is not known",
                    help: "write each dimension: `3x5xf32`",
                },
                _ => &Helped {
                    what: "a dynamic dimension has no size",
                    help: "write the size of this array in its place",
                },
            };
            return Err(scanner.error(problem, range));
        }
        scanner.back_to(start);
        let size = scanner.size("a dimension")?;
        if dims.is_full() {
            let (what, limit) = (What::Dimension, MAX_RANK);
            return Err(scanner.error(ErrorKind::TooMany { what, limit }, range));
        }
        dims.push(size);
        scanner.expect("x", "`x` and the element type")?;
    }
    let start = scanner.here();
    let mut name = scanner.word();
    if name == "complex" {
        scanner.take(|c| c != '>');
        scanner.eat(">");
        name = &scanner.text()[start..scanner.position()];
    }
    let expected = Problem::Expected("an element type, such as `bf16`");
    let element = mlir::element_type(name).ok_or(expected);
    let element = scanner.check(element, start..scanner.position())?;
    Ok(Spec::new(element, dims))
}

/// `(8,128)(2,1),[2,1]>`.
fn tiles(scanner: &mut Scanner<'_>, spec: &mut Spec) -> Result<(), TextError> {
    let start = scanner.here();
    while scanner.peek() == Some(b'(') {
        let tile = scanner.list("a tile, `(8,128)`", MAX_TILE_RANK)?;
        scanner.check(xla_numbers::push_tile(spec, &tile.numbers), tile.range)?;
    }
    let layout = scanner.check(Layout::from_spec(*spec), start..scanner.position())?;
    scanner.expect(",", "`,` and the strides in tiles, `[2,1]`")?;
    let strides = scanner.list("the strides in tiles, `[2,1]`", MAX_PHYSICAL_RANK)?;
    scanner.expect(">", "`>`")?;
    let counts = layout.tile_counts();
    if strides.numbers.len() != counts.len() {
        let problem = Problem::Count("strides", strides.numbers.len(), counts.len());
        return Err(scanner.error(problem, strides.range));
    }
    let row_major = tiling::strides(&counts);
    let mut pairs = counts.iter().zip(&row_major).zip(&strides.numbers);
    // The stride of one tile alone means nothing.
    if !pairs
        .all(|((&count, &expected), &stride)| count == 1 || i64::try_from(expected) == Ok(stride))
    {
        let problem = &Helped {
            what: "the tiles do not follow one another in row-major order: a part of a larger array",
            help: WHOLE_ARRAY,
        };
        return Err(scanner.error(problem, strides.range));
    }
    Ok(())
}

/// `[256, 1], offset: 0>`.
fn strided(scanner: &mut Scanner<'_>, spec: &mut Spec) -> Result<(), TextError> {
    let list = scanner.list("the strides, `[256, 1]`", MAX_RANK)?;
    if scanner.eat(",") {
        scanner.expect("offset", "`offset:`")?;
        scanner.expect(":", "`:`")?;
        let start = scanner.here();
        // An offset that is not known is one of a part too.
        if scanner.eat("?") || scanner.number("an offset")? != 0 {
            let problem = &Helped {
                what: "an offset: a part of a larger array",
                help: WHOLE_ARRAY,
            };
            return Err(scanner.error(problem, start..scanner.position()));
        }
    }
    scanner.expect(">", "`>`")?;
    let strided = match list.all::<isize>() {
        Some(numbers) => strides::spec(spec.element, &spec.dims, &numbers, false),
        None => Err(Problem::TooLarge),
    };
    *spec = scanner.check(strided, list.range)?;
    Ok(())
}

/// Writes a layout as a `memref<..>`, without a memory space.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, NOTATION, &[])?;
    let no = |reason| Err(unwritable(NOTATION, reason));
    if layout.minor_to_major() != default_order(layout.rank()) {
        return no("the dimensions are not in the default order");
    }
    let mut text = String::from("memref<");
    for dim in layout.dims() {
        text += &format!("{dim}x");
    }
    text += layout.element_type().mlir_name();
    let tiles = layout.tiles();
    if tiles.is_empty() {
        return Ok(text + ">");
    }
    text += ", #tpu.tiled<";
    for tile in &tiles {
        if tile.contains(&COMBINE) {
            return no("a tile has `*`");
        }
        text += &format!("({})", joined(tile, ","));
    }
    let counts = layout.tile_counts();
    if counts.len() != layout.rank() {
        return no("a tile has more entries than the array has dimensions");
    }
    Ok(text + &format!(",[{}]>>", joined(&tiling::strides(&counts), ",")))
}
