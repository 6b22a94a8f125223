//! Mosaic's types, as dumps of Pallas kernels have them:
//! `memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>, #tpu.memory_space<vmem>>`.
//!
//! The last list of `#tpu.tiled` has the strides of the dimensions in tiles.

mod vector_layout;

use crate::checks::check_sections;
use alloc::format;
use alloc::string::String;
use layout_xla::text::{Helped, List, Problem, Scanner, TextError};

use layout_core::spec::error_kind::{ErrorKind, What};
use layout_core::spec::{Dims, MAX_PHYSICAL_RANK, MAX_RANK, MAX_TILE_RANK, Spec, default_order};

use super::System;
use super::{strides, tiled};
use layout_runtime::Layout;
use layout_xla::text::mlir;
pub use vector_layout::VectorLayout;

/// A type of Mosaic: its layout, and its memory space by name.
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
    /// Reads a `memref<..>`.
    ///
    /// # Errors
    ///
    /// When the text is no such type, a dimension is dynamic, or the tiles do
    /// not follow one another in row-major order, as in a part of an array.
    pub fn parse(text: &'a str) -> Result<Memref<'a>, TextError> {
        let mut scanner = Scanner::new(text);
        scanner.expect("memref<", "`memref<`")?;
        let start = scanner.here();
        let mut spec = shape(&mut scanner)?;
        let range = start..scanner.position();
        // Before its tiles: the shape is an error of its own.
        Layout::from_spec(spec).map_err(|kind| scanner.error(Problem::Invalid(kind), range))?;
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
                let rest = scanner.rest();
                let end = start + rest.find([',', '>']).unwrap_or(rest.len());
                let problem = match rest.starts_with("affine_map") {
                    true => MAP,
                    false => Problem::Expected(
                        "`#tpu.tiled<..>`, `strided<..>` or `#tpu.memory_space<..>`",
                    ),
                };
                return Err(scanner.error(problem, start..end));
            }
        }
        scanner.expect(">", "`,` or `>`")?;
        scanner.end()?;
        let layout = Layout::from_spec(spec);
        let layout = layout.map_err(|kind| scanner.error(Problem::Invalid(kind), 0..text.len()))?;
        Ok(Memref {
            layout,
            memory_space,
        })
    }

    /// The layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The memory space: `vmem`, `smem`, `hbm`, `semaphore_mem`. The layout
    /// has no `S(n)`, since Mosaic's spaces are not numbered as XLA's are.
    #[must_use]
    pub const fn memory_space(&self) -> Option<&'a str> {
        self.memory_space
    }
}

/// The error for a map, which Mosaic does not print.
const MAP: Problem = Problem::Helped(&Helped {
    what: "a map is not read as a layout",
    help: "write the order and the tiles as XLA does, such as `f32[16,256]{1,0:T(8,128)}`",
});

/// Reads the layout of a `memref<..>`.
///
/// # Errors
///
/// As [`Memref::parse`]. A layout of vector registers, `#tpu.vpad<..>`, is an
/// error: it says nothing of memory. [`VectorLayout`] reads it.
pub fn parse(text: &str) -> Result<Layout, TextError> {
    if let Some(at) = text.find("#tpu.vpad") {
        let problem = Problem::Helped(&Helped {
            what: "a layout of vector registers, not of memory",
            help: "give the `memref<..>` of the operand",
        });
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
            let problem = Problem::Helped(match digits {
                "*" => &Helped {
                    what: "the number of dimensions is not known",
                    help: "write each dimension: `3x5xf32`",
                },
                _ => &Helped {
                    what: "a dynamic dimension has no size",
                    help: "write the size of this array in its place",
                },
            });
            return Err(scanner.error(problem, range));
        }
        scanner.back_to(start);
        let size = scanner.size("a dimension")?;
        if dims.is_full() {
            let (what, limit) = (What::Dimension, MAX_RANK);
            return Err(scanner.error(Problem::Invalid(ErrorKind::TooMany { what, limit }), range));
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
    match mlir::element_type(name) {
        Some(element) => Ok(Spec::new(element, dims)),
        None => {
            let problem = Problem::Expected("an element type, such as `bf16`");
            Err(scanner.error(problem, start..scanner.position()))
        }
    }
}

/// `(8,128)(2,1),[2,1]>`.
fn tiles(scanner: &mut Scanner<'_>, spec: &mut Spec) -> Result<(), TextError> {
    let start = scanner.here();
    while scanner.peek() == Some(b'(') {
        let list: List<MAX_TILE_RANK> = scanner.list("a tile, `(8,128)`")?;
        tiled::tile(&list.numbers)
            .and_then(|tile| tiled::push(&mut spec.tiles, tile))
            .map_err(|kind| scanner.error(Problem::Invalid(kind), list.range()))?;
    }
    let range = start..scanner.position();
    let layout = Layout::from_spec(*spec);
    let layout = layout.map_err(|kind| scanner.error(Problem::Invalid(kind), range))?;
    scanner.expect(",", "`,` and the strides in tiles, `[2,1]`")?;
    let strides: List<MAX_PHYSICAL_RANK> = scanner.list("the strides in tiles, `[2,1]`")?;
    scanner.expect(">", "`>`")?;
    let counts = layout.tile_counts();
    let (what, found, rank) = ("strides", strides.numbers.len(), counts.len());
    if found != rank {
        return Err(scanner.error(Problem::count(what, found, rank), strides.range()));
    }
    let row_major = layout_core::spec::tiling::strides(&counts);
    let mut pairs = counts.iter().zip(&row_major).zip(&strides.numbers);
    // The stride of one tile alone means nothing.
    if !pairs
        .all(|((&count, &expected), &stride)| count == 1 || i64::try_from(expected) == Ok(stride))
    {
        let problem = Problem::Helped(&Helped {
            what: "the tiles do not follow one another in row-major order: a part of a larger array",
            help: "give the type of the whole array",
        });
        return Err(scanner.error(problem, strides.range()));
    }
    Ok(())
}

/// `[256, 1], offset: 0>`.
fn strided(scanner: &mut Scanner<'_>, spec: &mut Spec) -> Result<(), TextError> {
    let list: List<MAX_RANK> = scanner.list("the strides, `[256, 1]`")?;
    if scanner.eat(",") {
        scanner.expect("offset", "`offset:`")?;
        scanner.expect(":", "`:`")?;
        let start = scanner.here();
        // An offset that is not known is one of a part too.
        if scanner.eat("?") || scanner.number("an offset")? != 0 {
            let problem = Problem::Helped(&Helped {
                what: "an offset: a part of a larger array",
                help: "give the type of the whole array",
            });
            return Err(scanner.error(problem, start..scanner.position()));
        }
    }
    scanner.expect(">", "`>`")?;
    let numbers = list.strides();
    let strided =
        numbers.and_then(|numbers| strides::spec(spec.element, &spec.dims, &numbers, false));
    *spec = strided.map_err(|problem| scanner.error(problem, list.range()))?;
    Ok(())
}

/// Writes a layout as a `memref<..>`, without a memory space.
///
/// # Errors
///
/// When the dimensions are not in the default order, a tile has `*` or more
/// entries than there are dimensions, or the layout has a section other than
/// tiles.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::mosaic;
///
/// let layout = Layout::parse("bf16[16,256]{1,0:T(8,128)(2,1)}").unwrap();
/// assert_eq!(
///     mosaic::print(&layout).unwrap(),
///     "memref<16x256xbf16, #tpu.tiled<(8,128)(2,1),[2,1]>>"
/// );
/// ```
pub fn print(layout: &Layout) -> Result<String, TextError> {
    check_sections(layout, System::Mosaic, &[])?;
    let no = |reason| System::Mosaic.no_spelling(reason);
    if layout.minor_to_major() != default_order(layout.rank()) {
        return Err(no("the dimensions are not in the default order"));
    }
    let mut text = String::from("memref<");
    for dim in layout.dims() {
        text += &format!("{dim}x");
    }
    text += &mlir::name(layout.element_type());
    let tiles = layout.tiles();
    if !tiles.is_empty() {
        text += ", #tpu.tiled<";
        for tile in &tiles {
            if tile.contains(&layout_core::spec::COMBINE) {
                return Err(no("a tile has `*`"));
            }
            text += &format!("{tile:?}")
                .replace(['[', ' '], "")
                .replace(']', ")")
                .replacen("", "(", 1);
        }
        let counts = layout.tile_counts();
        if counts.len() != layout.rank() {
            return Err(no("a tile has more entries than the array has dimensions"));
        }
        let strides = layout_core::spec::tiling::strides(&counts);
        text += &format!(",{strides:?}>").replace(' ', "");
    }
    Ok(text + ">")
}
