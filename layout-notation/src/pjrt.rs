//! The C structs of PJRT: `PJRT_Buffer_MemoryLayout_Tiled`,
//! `PJRT_Buffer_MemoryLayout_Strides` and the numbers of `PJRT_Buffer_Type`.
//!
//! Functions take and give slices. As a text, the fields are lists with their
//! names: `minor_to_major=[1,0] tile_dims=[8,128,2,1] tile_dim_sizes=[2,2]`.

use crate::checks::{NO_SHAPE, check_sections, same_shape};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_xla::text::{List, Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::{MAX_RANK, MAX_TILE_RANK, MAX_TILES, Spec};

use super::System;
use super::{strides, tiled, xla};
use layout_runtime::Layout;

/// Element types by their number in `PJRT_Buffer_Type`.
const NUMBERS: [(i32, ElementType); 30] = [
    (1, ElementType::PRED),
    (2, ElementType::S8),
    (3, ElementType::S16),
    (4, ElementType::S32),
    (5, ElementType::S64),
    (6, ElementType::U8),
    (7, ElementType::U16),
    (8, ElementType::U32),
    (9, ElementType::U64),
    (10, ElementType::F16),
    (11, ElementType::F32),
    (12, ElementType::F64),
    (13, ElementType::BF16),
    (14, ElementType::C64),
    (15, ElementType::C128),
    (16, ElementType::F8E5M2),
    (17, ElementType::F8E4M3FN),
    (18, ElementType::F8E4M3B11FNUZ),
    (19, ElementType::F8E5M2FNUZ),
    (20, ElementType::F8E4M3FNUZ),
    (21, ElementType::S4),
    (22, ElementType::U4),
    (24, ElementType::S2),
    (25, ElementType::U2),
    (26, ElementType::F8E4M3),
    (27, ElementType::F8E3M4),
    (28, ElementType::F8E8M0FNU),
    (29, ElementType::F4E2M1FN),
    (30, ElementType::S1),
    (31, ElementType::U1),
];

/// The element type of a number of `PJRT_Buffer_Type`, which are not those of
/// XLA's protocol buffers; `None` for an unknown one and for a token.
///
/// ```
/// use tiled_layout::ElementType;
/// use tiled_layout::notation::pjrt;
///
/// assert_eq!(pjrt::element_type(13), Some(ElementType::BF16));
/// assert_eq!(pjrt::element_number(ElementType::C64), Some(14));
/// ```
#[must_use]
pub fn element_type(number: i32) -> Option<ElementType> {
    let row = NUMBERS.iter().find(|row| row.0 == number)?;
    Some(row.1)
}

/// The number of an element type in `PJRT_Buffer_Type`; `None` where it has none.
#[must_use]
pub fn element_number(element: ElementType) -> Option<i32> {
    let row = NUMBERS.iter().find(|row| row.1 == element)?;
    Some(row.0)
}

/// The fields of `PJRT_Buffer_MemoryLayout_Tiled`.
///
/// ```
/// use tiled_layout::notation::pjrt::Tiled;
/// use tiled_layout::{ElementType, Layout};
///
/// let layout = Layout::parse("bf16[300,500]{1,0:T(8,128)(2,1)}").unwrap();
/// let tiled = Tiled::of(&layout).unwrap();
/// assert_eq!(tiled.minor_to_major, [1, 0]);
/// assert_eq!((&tiled.tile_dims[..], &tiled.tile_dim_sizes[..]), (&[8, 128, 2, 1][..], &[2, 2][..]));
/// assert_eq!(tiled.layout(ElementType::BF16, &[300, 500]), Ok(layout));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Tiled {
    /// The dimensions, the most minor one first.
    pub minor_to_major: Vec<i64>,
    /// The entries of all tiles; the least number of 64 bits is `*`.
    pub tile_dims: Vec<i64>,
    /// How many entries each tile has.
    pub tile_dim_sizes: Vec<usize>,
}

impl Tiled {
    /// The fields, by their slices.
    #[must_use]
    pub fn new(minor_to_major: &[i64], tile_dims: &[i64], tile_dim_sizes: &[usize]) -> Tiled {
        Tiled {
            minor_to_major: minor_to_major.into(),
            tile_dims: tile_dims.into(),
            tile_dim_sizes: tile_dim_sizes.into(),
        }
    }

    /// The fields of a layout.
    ///
    /// # Errors
    ///
    /// When the layout has a section other than tiles.
    pub fn of(layout: &Layout) -> Result<Tiled, TextError> {
        check_sections(layout, System::Pjrt, &[])?;
        let tiles = layout.tiles();
        let order = layout.minor_to_major();
        Ok(Tiled {
            minor_to_major: order.iter().map(|&dim| dim as i64).collect(),
            tile_dims: tiles
                .iter()
                .flatten()
                .map(|&entry| tiled::number(entry))
                .collect(),
            tile_dim_sizes: tiles.iter().map(|tile| tile.len()).collect(),
        })
    }

    /// The layout of an array with these fields.
    ///
    /// # Errors
    ///
    /// When the fields are no valid layout; the error shows them as text.
    pub fn layout(&self, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
        self.checked(element, dims).map_err(|problem| {
            let text = self.to_string();
            TextError::new(problem, &text, 0..text.len())
        })
    }

    fn checked(&self, element: ElementType, dims: &[usize]) -> Result<Layout, Problem> {
        let spec = self.spec(element, dims).map_err(Problem::Invalid)?;
        if self.tile_dim_sizes.iter().sum::<usize>() != self.tile_dims.len() {
            return Err(Problem::Refused(
                "`tile_dim_sizes` do not add up to the `tile_dims`",
            ));
        }
        Layout::from_spec(spec).map_err(Problem::Invalid)
    }

    fn spec(&self, element: ElementType, dims: &[usize]) -> Result<Spec, ErrorKind> {
        let mut spec = tiled::array(element, dims)?;
        spec.minor_to_major = tiled::order(&self.minor_to_major, dims.len())?;
        let mut rest = &self.tile_dims[..];
        for &size in &self.tile_dim_sizes {
            let (entries, after) = rest.split_at(size.min(rest.len()));
            tiled::push(&mut spec.tiles, tiled::tile(entries)?)?;
            rest = after;
        }
        Ok(spec)
    }
}

impl core::fmt::Display for Tiled {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "minor_to_major={:?} tile_dims={:?} tile_dim_sizes={:?}",
            self.minor_to_major, self.tile_dims, self.tile_dim_sizes
        )
    }
}

/// Reads the fields as text: `minor_to_major`, `tile_dims` and
/// `tile_dim_sizes`, or `byte_strides`, each `=` a list. `type` and `dims` may
/// be among them; without them, the shape is that of the arguments. What PJRT's
/// layouts extension serializes, `{1,0:T(8,128)}`, is read too.
///
/// # Errors
///
/// When a field is missing or unknown, the text has another shape than
/// the one given, or the fields are no valid layout.
///
/// ```
/// use tiled_layout::notation::pjrt;
///
/// let text = "type=13 dims=[300,500] minor_to_major=[1,0] tile_dims=[8,128,2,1] tile_dim_sizes=[2,2]";
/// let layout = pjrt::parse(text, None)?;
/// assert_eq!(layout.to_string(), "bf16[300,500]{1,0:T(8,128)(2,1)}");
/// # Ok::<(), tiled_layout::notation::TextError>(())
/// ```
pub fn parse(text: &str, shape: Option<(ElementType, &[usize])>) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    let whole = 0..text.len();
    if let Some((element, dims)) = shape
        && matches!(scanner.peek(), Some(b'{' | b'<'))
        && !text.contains("minor_to_major")
        && !text.contains("byte_strides")
    {
        return xla::parse(text, element, dims);
    }
    let fields = PjrtFields::parse(&mut scanner)?;
    let error = |problem| TextError::new(problem, text, whole.clone());
    let element = fields.element.or(shape.map(|shape| shape.0));
    let sizes = fields.dims.as_ref().map(List::sizes);
    let dims = match sizes {
        Some(None) => return Err(error(Problem::Expected("dimensions of at least 0"))),
        dims => dims.flatten(),
    };
    let dims = dims.as_deref().or(shape.map(|shape| shape.1));
    let (Some(element), Some(dims)) = (element, dims) else {
        return Err(error(NO_SHAPE));
    };
    if let Some(bytes) = fields.byte_strides {
        let numbers = bytes.strides().map_err(error)?;
        let layout = strides::layout(element, dims, &numbers, true)
            .map_err(|problem| TextError::new(problem, text, bytes.range()))?;
        return same_shape(layout, text, shape);
    }
    let Some(order) = fields.minor_to_major else {
        return Err(error(Problem::Expected(
            "`minor_to_major=` or `byte_strides=`",
        )));
    };
    let sizes = match &fields.tile_dim_sizes {
        Some(list) => list
            .sizes()
            .ok_or(error(Problem::Expected("sizes of at least 0")))?
            .to_vec(),
        None => Vec::new(),
    };
    let tile_dims = fields
        .tile_dims
        .map_or(Vec::new(), |list| list.numbers.to_vec());
    Tiled::new(&order.numbers, &tile_dims, &sizes)
        .checked(element, dims)
        .map_err(error)
        .and_then(|layout| same_shape(layout, text, shape))
}

/// The fields that a text has.
#[derive(Default)]
struct PjrtFields {
    element: Option<ElementType>,
    dims: Option<List<MAX_RANK>>,
    minor_to_major: Option<List<MAX_RANK>>,
    tile_dims: Option<List<{ MAX_TILES * MAX_TILE_RANK }>>,
    tile_dim_sizes: Option<List<MAX_TILES>>,
    byte_strides: Option<List<MAX_RANK>>,
}

impl PjrtFields {
    fn parse(scanner: &mut Scanner<'_>) -> Result<PjrtFields, TextError> {
        const LIST: &str = "a list, `[1,0]`";
        let mut fields = PjrtFields::default();
        let in_braces = scanner.eat("{");
        while !(scanner.at_end() || in_braces && scanner.eat("}")) {
            // A dot is of C's designated initializers, quotes are of JSON.
            let quoted = !scanner.eat(".") && scanner.eat("\"");
            let start = scanner.here();
            let name = scanner.word();
            let range = start..scanner.position();
            if name.is_empty() {
                return Err(scanner.expected("the name of a field"));
            }
            if quoted {
                scanner.expect("\"", "`\"`")?;
            }
            if !scanner.eat(":") {
                scanner.expect("=", "`=` and the field")?;
            }
            match name {
                "type" => {
                    let start = scanner.here();
                    let number = scanner.number("a number of `PJRT_Buffer_Type`")?;
                    let element = i32::try_from(number).ok().and_then(element_type);
                    let range = start..scanner.position();
                    let problem = Problem::Refused("no element type has this number");
                    fields.element = Some(element.ok_or_else(|| scanner.error(problem, range))?);
                }
                "dims" => fields.dims = Some(scanner.list(LIST)?),
                "minor_to_major" => fields.minor_to_major = Some(scanner.list(LIST)?),
                "tile_dims" => fields.tile_dims = Some(scanner.list(LIST)?),
                "tile_dim_sizes" => fields.tile_dim_sizes = Some(scanner.list(LIST)?),
                "byte_strides" => fields.byte_strides = Some(scanner.list(LIST)?),
                _ => {
                    let problem = Problem::Expected("a field of PJRT's memory layouts");
                    return Err(scanner.error(problem, range));
                }
            }
            scanner.eat(",");
        }
        scanner.end()?;
        Ok(fields)
    }
}

/// Writes the type, the dimensions and the fields of `Tiled`.
///
/// # Errors
///
/// When the layout has a section other than tiles, or PJRT has no number for
/// the element type.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::notation::pjrt;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// assert_eq!(
///     pjrt::print(&layout).unwrap(),
///     "type=11 dims=[3, 5] minor_to_major=[1, 0] tile_dims=[2, 2] tile_dim_sizes=[2]"
/// );
/// ```
pub fn print(layout: &Layout) -> Result<String, TextError> {
    let tiled = Tiled::of(layout)?;
    let no_number =
        System::Pjrt.no_spelling("`PJRT_Buffer_Type` has no number of its element type");
    let number = element_number(layout.element_type()).ok_or(no_number)?;
    Ok(format!("type={number} dims={:?} {tiled}", layout.dims()))
}
