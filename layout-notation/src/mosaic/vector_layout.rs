//! `VectorLayout`: Mosaic's layout of values in vector registers, explained.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use layout_xla::text::{Problem, Scanner, TextError};

/// The layout of a value in vector registers: `#tpu.vpad<"32,{0,0},(8,128)">`.
/// `Display` says it in words. It is not a layout of memory.
///
/// # Examples
///
/// ```
/// use tiled_layout::notation::mosaic::VectorLayout;
///
/// let layout = VectorLayout::parse("#tpu.vpad<\"32,{*,0},(8,128)\">")?;
/// assert_eq!(
///     layout.to_string(),
///     "elements of 32 bits in vector registers, in tiles of 8x128; \
///      each row is in every sublane, the first column is in lane 0"
/// );
/// assert_eq!(VectorLayout::parse("#tpu.vpad<\"none\">")?, VectorLayout::None);
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum VectorLayout {
    /// `none`: a scalar, in no vector register.
    None,
    /// A value in vector registers.
    Vector {
        /// The bits of an element.
        bits: usize,
        /// The sublane and the lane of the first element; `None`, written `*`,
        /// if the value is repeated in all of them.
        offsets: [Option<usize>; 2],
        /// The rows and columns of a tile.
        tile: [usize; 2],
        /// The minor dimension, -1 or -2, that the value does not have.
        implicit: Option<i64>,
    },
}

impl VectorLayout {
    /// Reads one `#tpu.vpad<..>`.
    ///
    /// # Errors
    ///
    /// If the text is not such an attribute.
    pub fn parse(text: &str) -> Result<VectorLayout, TextError> {
        let mut scanner = Scanner::new(text);
        let layout = Self::next(&mut scanner)?;
        scanner.end()?;
        Ok(layout)
    }

    /// Explains the attributes of a line of a dump, `in_layout = [#tpu.vpad<..>,
    /// #tpu.vpad<..>]`, one per line.
    ///
    /// # Errors
    ///
    /// If one of them is not such an attribute.
    pub fn explain(text: &str) -> Result<String, TextError> {
        let mut words = String::new();
        let mut scanner = Scanner::new(text);
        while let Some(at) = scanner.rest().find("#tpu.vpad") {
            scanner.skip(at);
            let start = scanner.position();
            let layout = Self::next(&mut scanner)?;
            let attribute = &text[start..scanner.position()];
            let line = if words.is_empty() { "" } else { "\n" };
            words += &format!("{line}{attribute}: {layout}");
        }
        Ok(words)
    }

    /// Returns the attribute that is next.
    fn next(scanner: &mut Scanner<'_>) -> Result<VectorLayout, TextError> {
        scanner.expect("#tpu.vpad<\"", "`#tpu.vpad<\"`")?;
        let layout = if scanner.eat_word("none") {
            VectorLayout::None
        } else {
            let bits = scanner.size("the bits of an element")?;
            scanner.expect(",", "`,` and the offsets")?;
            scanner.expect("{", "the offsets, `{0,0}`")?;
            let sublane = Self::offset(scanner)?;
            scanner.expect(",", "`,`")?;
            let lane = Self::offset(scanner)?;
            scanner.expect("}", "`}`")?;
            scanner.expect(",", "`,` and the tile")?;
            let list = scanner.list("the tile, `(8,128)`", 2)?;
            let tile = list
                .all()
                .and_then(|sizes: Vec<usize>| sizes.try_into().ok());
            let problem = Problem::Expected("a tile of rows and columns, `(8,128)`");
            let tile = scanner.check(tile.ok_or(problem), list.range)?;
            let implicit = if scanner.eat(",") {
                Some(scanner.number("the implicit dimension, `-1` or `-2`")?)
            } else {
                None
            };
            VectorLayout::Vector {
                bits,
                offsets: [sublane, lane],
                tile,
                implicit,
            }
        };
        scanner.expect("\">", "`\">`")?;
        Ok(layout)
    }

    /// Returns a number, or `*`.
    fn offset(scanner: &mut Scanner<'_>) -> Result<Option<usize>, TextError> {
        if scanner.eat("*") {
            Ok(None)
        } else {
            scanner.size("an offset or `*`").map(Some)
        }
    }
}

impl fmt::Display for VectorLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VectorLayout::Vector {
            bits,
            offsets: [sublane, lane],
            tile: [rows, columns],
            implicit,
        } = self
        else {
            return f.write_str("a scalar, in no vector register");
        };
        let first = |what, unit, offset: &Option<usize>| match offset {
            Some(offset) => format!("the first {what} is in {unit} {offset}"),
            None => format!("each {what} is in every {unit}"),
        };
        let (row, column) = (
            first("row", "sublane", sublane),
            first("column", "lane", lane),
        );
        write!(
            f,
            "elements of {bits} bits in vector registers, in tiles of {rows}x{columns}; {row}, {column}"
        )?;
        match implicit {
            None => Ok(()),
            Some(-1) => f.write_str("; the value has no dimension of lanes"),
            Some(-2) => f.write_str("; the value has no dimension of sublanes"),
            Some(dim) => write!(f, "; the value has no dimension {dim}"),
        }
    }
}
