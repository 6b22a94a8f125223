//! Layouts to the bytes of `ShapeProto` and `LayoutProto`.

use layout_core::spec::{COMBINE, PaddingValue, Spec};

use super::element_number::element_number;
use layout_runtime::Layout;

layout_core::numbers! {
    /// The bytes of a message, without allocation; derefs to a slice.
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use tiled_layout::xla::proto;
    ///
    /// let layout = Layout::parse("f32[]").unwrap();
    /// assert_eq!(proto::to_shape_proto(&layout).as_slice(), [0x10, 0x0b, 0x2a, 3, 0x80, 1, 1]);
    /// ```
    // A number needs at most ten bytes, and a layout has at most 12 dimensions, order and widths,
    // 8 tiles of 12 entries and 4 splits of 9 numbers.
    ProtoBytes: [u8; 2048];
}

/// Returns the bytes of its `ShapeProto`, as XLA writes them.
#[must_use]
pub fn to_shape_proto(layout: &Layout) -> ProtoBytes {
    let spec = layout.spec();
    let mut message = ProtoBytes::new(0);
    varint_field(&mut message, 2, element_number(spec.element));
    packed(&mut message, 3, spec.dims.iter().map(|&dim| dim as u64));
    bytes_field(&mut message, 5, &layout_proto(&spec));
    let rank = spec.dims.len();
    let dynamic = (0..rank).map(|dim| u64::from(spec.dynamic >> dim & 1));
    packed(&mut message, 6, dynamic);
    message
}

/// Returns the bytes of its `LayoutProto`: order, tiles and the other sections, without element
/// type and dimensions.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::proto;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}").unwrap();
/// let bytes = proto::to_layout_proto(&layout);
/// let back = proto::from_layout_proto(layout.element_type(), layout.dims(), &bytes);
/// assert_eq!(back, Ok(layout));
/// ```
#[must_use]
pub fn to_layout_proto(layout: &Layout) -> ProtoBytes {
    layout_proto(&layout.spec())
}

fn layout_proto(spec: &Spec) -> ProtoBytes {
    let mut message = ProtoBytes::new(0);
    packed(&mut message, 1, numbers(&spec.minor_to_major));
    if let Some(pad) = &spec.pad {
        packed(&mut message, 2, numbers(&pad.widths));
        let value = match pad.value {
            PaddingValue::Zero => 1,
            PaddingValue::One => 2,
            PaddingValue::Lowest => 3,
            PaddingValue::Highest => 4,
            PaddingValue::Unknown => 5,
        };
        varint_field(&mut message, 3, value);
    }
    for tile in &spec.tiles {
        let mut dims = ProtoBytes::new(0);
        let entry = |&entry: &usize| match entry {
            COMBINE => i64::MIN as u64,
            _ => entry as u64,
        };
        packed(&mut dims, 1, tile.iter().map(entry));
        bytes_field(&mut message, 6, &dims);
    }
    optional(&mut message, 7, spec.bits.unwrap_or(0));
    optional(&mut message, 8, spec.space);
    optional(&mut message, 15, spec.prefix);
    varint_field(&mut message, 16, spec.align as u64);
    for split in &spec.splits {
        let mut config = ProtoBytes::new(0);
        optional(&mut config, 1, split.dimension);
        packed(&mut config, 2, numbers(&split.indices));
        bytes_field(&mut message, 17, &config);
    }
    message
}

fn numbers(list: &[usize]) -> impl Iterator<Item = u64> + Clone {
    list.iter().map(|&number| number as u64)
}

fn varint(message: &mut ProtoBytes, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}

fn varint_field(message: &mut ProtoBytes, field: u64, number: u64) {
    varint(message, field << 3);
    varint(message, number);
}

/// A number that is left out when it is 0.
fn optional(message: &mut ProtoBytes, field: u64, number: usize) {
    if number > 0 {
        varint_field(message, field, number as u64);
    }
}

fn bytes_field(message: &mut ProtoBytes, field: u64, bytes: &[u8]) {
    varint(message, field << 3 | 2);
    varint(message, bytes.len() as u64);
    bytes.iter().for_each(|&byte| message.push(byte));
}

/// A list of numbers, which is left out when it is empty.
fn packed(message: &mut ProtoBytes, field: u64, numbers: impl Iterator<Item = u64>) {
    let mut list = ProtoBytes::new(0);
    numbers.for_each(|number| varint(&mut list, number));
    if !list.is_empty() {
        bytes_field(message, field, &list);
    }
}
