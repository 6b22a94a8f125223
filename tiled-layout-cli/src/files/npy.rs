//! NumPy's files with one array.

use std::rc::Rc;

use layout_runtime::{ElementType, Layout};

use super::ReadOptions;
use super::npy_header::Header;
use super::stored::{Input, Stored, byte_count, stored_bytes};
use crate::failure::Failure;

const MAGIC: &[u8] = b"\x93NUMPY";
/// The maximum length of a header in bytes.
const MAX_HEADER: u64 = 1 << 20;

/// NumPy's types without the order of bytes, the element types, and the bytes of a word.
const TYPES: [(&str, ElementType, usize); 14] = [
    ("b1", ElementType::PRED, 1),
    ("i1", ElementType::S8, 1),
    ("i2", ElementType::S16, 2),
    ("i4", ElementType::S32, 4),
    ("i8", ElementType::S64, 8),
    ("u1", ElementType::U8, 1),
    ("u2", ElementType::U16, 2),
    ("u4", ElementType::U32, 4),
    ("u8", ElementType::U64, 8),
    ("f2", ElementType::F16, 2),
    ("f4", ElementType::F32, 4),
    ("f8", ElementType::F64, 8),
    ("c8", ElementType::C64, 4),
    ("c16", ElementType::C128, 8),
];

/// The array of a file.
pub(super) fn read(input: &Rc<Input>, options: ReadOptions<'_>) -> Result<Stored, Failure> {
    let start = input.read(0, 8)?;
    if !start.starts_with(MAGIC) {
        return Err(input.refused("not a file of NumPy"));
    }
    // Version 1 stores the header's length in two bytes, versions 2 and 3 in four.
    let length_bytes = match start[6] {
        1 => 2,
        2 | 3 => 4,
        version => return Err(input.refused(format!("version {version} of NumPy's files"))),
    };
    let mut len = input.read(8, length_bytes)?;
    len.resize(8, 0);
    let len = u64::from_le_bytes(len.try_into().unwrap_or_default());
    if len > MAX_HEADER {
        let (len, limit) = (byte_count(len), byte_count(MAX_HEADER));
        return Err(input.refused(format!("a header of {len}, but the limit is {limit}")));
    }
    let text = input.read(8 + length_bytes, len)?;
    let header = std::str::from_utf8(&text).ok().and_then(Header::parse);
    let header = header.ok_or_else(|| {
        input.refused("the header is not a dictionary with `descr`, `fortran_order` and `shape`")
    })?;
    let (element, swapped) =
        element(&header.descr, options.element).map_err(|words| input.refused(words))?;
    let mut layout = Layout::row_major(element, &header.shape);
    if header.fortran_order {
        let order: Vec<usize> = (0..header.shape.len()).collect();
        layout = layout.and_then(|layout| layout.with_minor_to_major(&order));
    }
    let layout = layout.map_err(|error| input.refused(error))?;
    let data = 8 + length_bytes + len;
    let has = input.len.saturating_sub(data);
    let mut stored = input.stored(None, &layout, data, has)?;
    if let Some(given) = options.layout {
        stored = input.stored(None, given, data, has)?;
    }
    stored.swapped = swapped;
    Ok(stored)
}

/// The element type of a `descr`, and the bytes per word if they are big-endian, or 1.
fn element(descr: &str, given: Option<ElementType>) -> Result<(ElementType, usize), String> {
    let unknown = || format!("elements of type `{descr}` have no layout");
    let (order, kind) = descr.split_at_checked(1).ok_or_else(unknown)?;
    let row = TYPES.iter().find(|(known, ..)| *known == kind);
    let (known, word, bytes) = match (row, kind) {
        (Some((_, known, word)), _) => (Some(*known), *word, known.storage_bits() / 8),
        (None, "V1") => (None, 1, 1),
        (None, "V2") => (None, 2, 2),
        _ => return Err(unknown()),
    };
    let element = given.or(known).ok_or_else(|| {
        let examples = match bytes {
            1 => "`--type f8e4m3fn`, `--type s4`",
            _ => "`--type bf16`",
        };
        format!("`{descr}` does not tell the element type\n  = help: give it: {examples}")
    })?;
    if element.storage_bits() != 8 * bytes {
        return Err(format!(
            "`{element}` is not a type of {bytes} bytes, as `{descr}` is"
        ));
    }
    match order {
        ">" => Ok((element, word)),
        "=" if cfg!(target_endian = "big") => Ok((element, word)),
        "<" | "|" | "=" => Ok((element, 1)),
        _ => Err(unknown()),
    }
}

/// The header for an array of a layout. An array with tiles or padding becomes a flat list of
/// elements, or of bytes if the elements are packed or metadata is before them.
pub(crate) fn header(layout: &Layout) -> Vec<u8> {
    let (bits, element) = (layout.element_bits(), layout.element_type());
    let row = TYPES.iter().find(|(_, known, _)| *known == element);
    let kind = match row.filter(|_| bits == element.storage_bits()) {
        _ if bits < 8 || layout.metadata_prefix_bytes() > 0 => "u1".to_owned(),
        Some((kind, ..)) => (*kind).to_owned(),
        None => format!("V{}", bits / 8),
    };
    let (fortran, shape) = match plain_order(layout) {
        Some(fortran) => (fortran, layout.dims().to_vec()),
        None if kind == "u1" => (false, vec![stored_bytes(layout) as usize]),
        None => (false, vec![layout.padded_len()]),
    };
    let order = if kind.ends_with('1') { '|' } else { '<' };
    let fortran = if fortran { "True" } else { "False" };
    let shape: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let mut text = format!(
        "{{'descr': '{order}{kind}', 'fortran_order': {fortran}, 'shape': ({}{comma}), }}",
        shape.join(", ")
    );
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    let len = (text.len() as u16).to_le_bytes(); // twelve dimensions are less than 64 KiB
    [MAGIC, &[1, 0], &len, text.as_bytes()].concat()
}

/// True for Fortran order, false for C order; `None` for any other order, or with padding,
/// metadata before the data, or elements of less than a byte.
pub(crate) fn plain_order(layout: &Layout) -> Option<bool> {
    let order = layout.minor_to_major();
    let is_plain = layout.tiles().is_empty()
        && layout.padded_len() == layout.num_elements()
        && layout.metadata_prefix_bytes() == 0
        && layout.element_bits() >= 8;
    if !is_plain {
        None
    } else if order.iter().rev().is_sorted() {
        Some(false)
    } else {
        order.is_sorted().then_some(true)
    }
}
