//! Layouts from the bytes of `ShapeProto` and `LayoutProto`.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::{ErrorKind, NotAnArray, What};
use layout_core::spec::{
    COMBINE, Dims, MAX_RANK, MAX_SPLITS, MAX_TILES, Pad, PaddingValue, Spec, Split, Tile,
    default_order,
};
use layout_core::util::array_vec::ArrayVec;

use super::element_number;
use super::error::ProtoError;
use super::wire::{Field, Fields};
use layout_runtime::Layout;

/// The number that stands for `*`, and for a dimension without a bound.
const NO_NUMBER: i64 = i64::MIN;

/// The name of the message.
pub(super) const SHAPE: &str = "ShapeProto";
/// The field of a `ShapeProto` with the number of dimensions, which old versions of XLA write.
pub(super) const RANK: u32 = 1;

/// Returns the layout in the bytes of a `ShapeProto` of an array. Without a layout in it, the
/// default one, major to minor.
///
/// # Errors
///
/// When the bytes are not such a message, a field is unknown, the shape is not a dense array, or
/// [`Layout::parse`] would refuse the layout.
pub fn from_shape_proto(bytes: &[u8]) -> Result<Layout, ProtoError> {
    let mut spec = Spec::new(ElementType::F32, Dims::new(0));
    let (mut element, mut has_layout, mut dynamic) = (0, false, 0);
    let mut holds_shapes = false;
    for field in Fields::new(bytes) {
        let field = field?;
        match field.number {
            2 => element = field.varint()?,
            3 => push(&mut spec.dims, &field, What::Dimension, dimension)?,
            5 => {
                if !has_layout {
                    spec.minor_to_major = Dims::new(0);
                }
                has_layout = true;
                read_layout(field.bytes()?, &mut spec)?;
            }
            6 => {
                for is_dynamic in field.numbers() {
                    if dynamic < u16::BITS {
                        spec.dynamic |= u16::from(is_dynamic? != 0) << dynamic;
                    }
                    dynamic += 1;
                }
            }
            4 => holds_shapes = true,
            RANK => {}
            _ => return Err(field.unread(SHAPE)),
        }
    }
    spec.element = element_number::element_type(element)?;
    if holds_shapes {
        return Err(ProtoError::NotAnArray(NotAnArray::Tuple));
    }
    spec.dynamic &= ((1u32 << spec.dims.len()) - 1) as u16; // at most 12
    if !has_layout {
        spec.minor_to_major = default_order(spec.dims.len());
    }
    Layout::from_spec(spec).map_err(ProtoError::Invalid)
}

/// Returns the layout of an array with a `LayoutProto`, which has neither element type nor
/// dimensions.
///
/// # Errors
///
/// When the bytes are not such a message, a field is unknown, or [`Layout::parse`] would refuse
/// the layout.
///
/// # Examples
///
/// ```
/// use tiled_layout::ElementType;
/// use tiled_layout::xla::proto;
///
/// let order_and_tile = [0x0a, 2, 1, 0, 0x32, 4, 0x0a, 2, 2, 2];
/// let layout = proto::from_layout_proto(ElementType::F32, &[3, 5], &order_and_tile)?;
/// assert_eq!(layout.to_string(), "f32[3,5]{1,0:T(2,2)}");
/// # Ok::<(), tiled_layout::xla::proto::ProtoError>(())
/// ```
pub fn from_layout_proto(
    element: ElementType,
    dims: &[usize],
    bytes: &[u8],
) -> Result<Layout, ProtoError> {
    if dims.len() > MAX_RANK {
        let (what, limit) = (What::Dimension, MAX_RANK);
        return Err(ProtoError::Invalid(ErrorKind::TooMany { what, limit }));
    }
    let mut spec = Spec::new(element, Dims::from_slice(dims));
    spec.minor_to_major = Dims::new(0);
    read_layout(bytes, &mut spec)?;
    Layout::from_spec(spec).map_err(ProtoError::Invalid)
}

/// Reads a `LayoutProto` into the parts of a layout.
fn read_layout(bytes: &[u8], spec: &mut Spec) -> Result<(), ProtoError> {
    let mut widths = Dims::new(0);
    let mut padding = PaddingValue::Unknown;
    for field in Fields::new(bytes) {
        let field = field?;
        match field.number {
            1 => push(&mut spec.minor_to_major, &field, What::Order, size)?,
            // The oldest layouts: `padded_dimensions` and `padding_value`.
            2 => push(&mut widths, &field, What::Pad, size)?,
            3 => padding = padding_value(field.varint()?)?,
            // `format`, where 1 is dense.
            4 if field.varint()? > 1 => return Err(ProtoError::Sparse),
            4 | 5 => {} // 5 is the maximum number of elements of a sparse array
            6 => {
                if spec.tiles.is_full() {
                    let kind = ErrorKind::TooManyTiles { limit: MAX_TILES };
                    return Err(ProtoError::Invalid(kind));
                }
                let mut tile = Dims::EMPTY;
                for field in Fields::new(field.bytes()?) {
                    let field = field?;
                    match field.number {
                        1 => push(&mut tile, &field, What::Tile, tile_entry)?,
                        _ => return Err(field.unread("TileProto")),
                    }
                }
                spec.tiles.push(Tile::from_slice(&tile));
            }
            7 => spec.bits = Some(size(field.varint()? as i64)?).filter(|&bits| bits > 0),
            8 => spec.space = size(field.varint()? as i64)?,
            9..=14 => return Err(ProtoError::Sparse),
            15 => spec.prefix = size(field.varint()? as i64)?,
            16 => spec.align = size(field.varint()? as i64)?.max(1),
            17 => {
                if spec.splits.is_full() {
                    let (what, limit) = (What::Split, MAX_SPLITS);
                    return Err(ProtoError::Invalid(ErrorKind::TooMany { what, limit }));
                }
                spec.splits.push(split(field.bytes()?)?);
            }
            _ => return Err(field.unread("LayoutProto")),
        }
    }
    if !widths.is_empty() {
        let value = padding;
        spec.pad = Some(Pad { widths, value });
    }
    Ok(())
}

/// Reads a `SplitConfigProto`, which has an index at least; dimension 0 is left out.
fn split(bytes: &[u8]) -> Result<Split, ProtoError> {
    let (mut dimension, mut indices) = (0, Dims::EMPTY);
    for field in Fields::new(bytes) {
        let field = field?;
        match field.number {
            1 => dimension = size(field.varint()? as i64)?,
            2 => push(&mut indices, &field, What::Split, size)?,
            _ => return Err(field.unread("SplitConfigProto")),
        }
    }
    if indices.is_empty() {
        return Err(ProtoError::Invalid(ErrorKind::MissingNumber(What::Split)));
    }
    let indices = ArrayVec::from_slice(&indices);
    Ok(Split { dimension, indices })
}

/// Appends the numbers of a repeated field.
fn push(
    list: &mut Dims,
    field: &Field<'_>,
    what: What,
    read: impl Fn(i64) -> Result<usize, ProtoError>,
) -> Result<(), ProtoError> {
    for number in field.numbers() {
        let number = read(number? as i64)?;
        let limit = what.limit();
        if list.len() == limit {
            return Err(ProtoError::Invalid(ErrorKind::TooMany { what, limit }));
        }
        list.push(number);
    }
    Ok(())
}

/// Returns a size below `usize::MAX`, which means `*` or `?`.
fn size(number: i64) -> Result<usize, ProtoError> {
    match usize::try_from(number) {
        Ok(size) if size != usize::MAX => Ok(size),
        _ => Err(ProtoError::OutOfRange { number }),
    }
}

fn dimension(number: i64) -> Result<usize, ProtoError> {
    match number {
        NO_NUMBER => Err(ProtoError::Unbounded),
        _ => size(number),
    }
}

fn tile_entry(number: i64) -> Result<usize, ProtoError> {
    match number {
        NO_NUMBER => Ok(COMBINE),
        _ => size(number),
    }
}

fn padding_value(number: u64) -> Result<PaddingValue, ProtoError> {
    Ok(match number {
        0 | 5 => PaddingValue::Unknown,
        1 => PaddingValue::Zero,
        2 => PaddingValue::One,
        3 => PaddingValue::Lowest,
        4 => PaddingValue::Highest,
        _ => {
            let number = number as i64;
            return Err(ProtoError::OutOfRange { number });
        }
    })
}
