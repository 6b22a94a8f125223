//! The C structs of PJRT: `PJRT_Buffer_MemoryLayout_Tiled`,
//! `PJRT_Buffer_MemoryLayout_Strides` and the numbers of `PJRT_Buffer_Type`.
//!
//! Functions accept and return slices. As a text, the fields are lists with their
//! names: `minor_to_major=[1,0] tile_dims=[8,128,2,1] tile_dim_sizes=[2,2]`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use layout_xla::text::{List, Problem, Scanner, TextError};

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{MAX_RANK, MAX_TILE_RANK, MAX_TILES};

use crate::sections::{check_sections, unwritable};
use crate::shape::{NO_SHAPE, parse_xla, same_shape};
use crate::{strides, xla_numbers};
use layout_runtime::Layout;

const NOTATION: &str = "PJRT's C structs";

/// The names of the numbers of `PJRT_Buffer_Type`, from 0 on.
const NAMES: &str = "invalid pred s8 s16 s32 s64 u8 u16 u32 u64 f16 f32 f64 bf16 c64 c128 f8e5m2 \
    f8e4m3fn f8e4m3b11fnuz f8e5m2fnuz f8e4m3fnuz s4 u4 token s2 u2 f8e4m3 f8e3m4 f8e8m0fnu \
    f4e2m1fn s1 u1";

/// Returns the element type of a number of `PJRT_Buffer_Type`; `None` for an unknown one and
/// for a token. XLA's protocol buffers have other numbers.
///
/// # Examples
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
    let name = NAMES.split(' ').nth(usize::try_from(number).ok()?)?;
    ElementType::from_name(name)
}

/// Returns the number of an element type in `PJRT_Buffer_Type`; `None` if it has none.
#[must_use]
pub fn element_number(element: ElementType) -> Option<i32> {
    let number = NAMES.split(' ').position(|name| name == element.name())?;
    i32::try_from(number).ok()
}

/// The fields of `PJRT_Buffer_MemoryLayout_Tiled`.
///
/// # Examples
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
    /// Returns the fields, by their slices.
    #[must_use]
    pub fn new(minor_to_major: &[i64], tile_dims: &[i64], tile_dim_sizes: &[usize]) -> Tiled {
        Tiled {
            minor_to_major: minor_to_major.into(),
            tile_dims: tile_dims.into(),
            tile_dim_sizes: tile_dim_sizes.into(),
        }
    }

    /// Returns the fields of a layout.
    ///
    /// # Errors
    ///
    /// When the layout has a section other than tiles.
    pub fn of(layout: &Layout) -> Result<Tiled, TextError> {
        check_sections(layout, NOTATION, &[])?;
        let (tiles, order) = (layout.tiles(), layout.minor_to_major());
        let entries = tiles.iter().flatten();
        Ok(Tiled {
            minor_to_major: order.iter().map(|&dim| dim as i64).collect(),
            tile_dims: entries.map(|&entry| xla_numbers::number(entry)).collect(),
            tile_dim_sizes: tiles.iter().map(|tile| tile.len()).collect(),
        })
    }

    /// Returns the layout of an array with these fields.
    ///
    /// # Errors
    ///
    /// If the fields are not a valid layout; the error shows them as text.
    pub fn layout(&self, element: ElementType, dims: &[usize]) -> Result<Layout, TextError> {
        self.checked(element, dims).map_err(|problem| {
            let text = self.to_string();
            TextError::new(problem, &text, 0..text.len())
        })
    }

    fn checked(&self, element: ElementType, dims: &[usize]) -> Result<Layout, Problem> {
        let mut spec = xla_numbers::array(element, dims)?;
        spec.minor_to_major = xla_numbers::order(&self.minor_to_major, dims.len())?;
        let mut rest = &self.tile_dims[..];
        for &size in &self.tile_dim_sizes {
            let (entries, after) = rest.split_at(size.min(rest.len()));
            xla_numbers::push_tile(&mut spec, entries)?;
            rest = after;
        }
        if self.tile_dim_sizes.iter().sum::<usize>() != self.tile_dims.len() {
            return Err("`tile_dim_sizes` do not add up to the `tile_dims`".into());
        }
        Ok(Layout::from_spec(spec)?)
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

/// Reads the fields as text: `minor_to_major`, `tile_dims` and `tile_dim_sizes`, or
/// `byte_strides`, each `=` a list.
pub(crate) fn parse(
    text: &str,
    shape: Option<(ElementType, &[usize])>,
) -> Result<Layout, TextError> {
    let mut scanner = Scanner::new(text);
    if shape.is_some()
        && matches!(scanner.peek(), Some(b'{' | b'<'))
        && !text.contains("minor_to_major")
        && !text.contains("byte_strides")
    {
        return parse_xla(text, shape);
    }
    let (own_element, [own_dims, order, tile_dims, tile_dim_sizes, byte_strides]) =
        fields(&mut scanner)?;
    let error = |problem| scanner.error(problem, scanner.whole());
    let sizes = |list: Option<List>, what| {
        let sizes = list.map(|list| list.all().ok_or(Problem::Expected(what)));
        sizes.transpose().map_err(error)
    };
    let own_dims = sizes(own_dims, "dimensions of at least 0")?;
    let element = own_element.or(shape.map(|shape| shape.0));
    let dims = own_dims.as_deref().or(shape.map(|shape| shape.1));
    let (Some(element), Some(dims)) = (element, dims) else {
        return Err(error(NO_SHAPE.into()));
    };
    let layout = if let Some(list) = byte_strides {
        let numbers: Vec<isize> = list.all().ok_or(Problem::TooLarge).map_err(error)?;
        scanner.check(strides::layout(element, dims, &numbers, true), list.range)
    } else if let Some(order) = order {
        let tiled = Tiled {
            minor_to_major: order.numbers,
            tile_dims: tile_dims.map_or(Vec::new(), |list| list.numbers),
            tile_dim_sizes: sizes(tile_dim_sizes, "sizes of at least 0")?.unwrap_or_default(),
        };
        tiled.checked(element, dims).map_err(error)
    } else {
        let problem = Problem::Expected("`minor_to_major=` or `byte_strides=`");
        Err(error(problem))
    };
    same_shape(layout?, text, shape)
}

/// The fields that are lists, and their limits.
const LISTS: [(&str, usize); 5] = [
    ("dims", MAX_RANK),
    ("minor_to_major", MAX_RANK),
    ("tile_dims", MAX_TILES * MAX_TILE_RANK),
    ("tile_dim_sizes", MAX_TILES),
    ("byte_strides", MAX_RANK),
];

/// Returns the element type and the `LISTS` that a text has.
fn fields(
    scanner: &mut Scanner<'_>,
) -> Result<(Option<ElementType>, [Option<List>; 5]), TextError> {
    let (mut element, mut lists) = (None, [const { None }; 5]);
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
        if let Some(field) = LISTS.iter().position(|list| list.0 == name) {
            lists[field] = Some(scanner.list("a list, `[1,0]`", LISTS[field].1)?);
        } else if name == "type" {
            let start = scanner.here();
            let number = scanner.number("a number of `PJRT_Buffer_Type`")?;
            let found = i32::try_from(number).ok().and_then(element_type);
            let found = found.ok_or("no element type has this number");
            element = Some(scanner.check(found, scanner.since(start))?);
        } else {
            let problem = Problem::Expected("a field of PJRT's memory layouts");
            return Err(scanner.error(problem, range));
        }
        scanner.eat(",");
    }
    scanner.end()?;
    Ok((element, lists))
}

/// Writes the type, the dimensions and the fields of `Tiled`.
pub(crate) fn print(layout: &Layout) -> Result<String, TextError> {
    let tiled = Tiled::of(layout)?;
    let no_number = "`PJRT_Buffer_Type` has no number of its element type";
    let number = element_number(layout.element_type()).ok_or(unwritable(NOTATION, no_number))?;
    Ok(format!("type={number} dims={:?} {tiled}", layout.dims()))
}
