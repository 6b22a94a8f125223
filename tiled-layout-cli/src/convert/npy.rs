//! NumPy's files with one array.

use layout_runtime::{ElementType, Layout};

use super::npy_header::Header;
use super::stored::{Input, ReadOptions, Stored, byte_count, stored_bytes};
use crate::failure::Failure;

const MAGIC: &[u8] = b"\x93NUMPY";
/// The maximum length of a header in bytes.
const MAX_HEADER: u64 = 1 << 20;

/// The array of a file.
pub(super) fn read(input: &Input, options: ReadOptions<'_>) -> Result<Stored, Failure> {
    let start = input.read(0, 8)?;
    if !start.starts_with(MAGIC) {
        return Err(input.refused("not a file of NumPy"));
    }
    // Version 1 stores the header's length in two bytes, versions 2 and 3 in four.
    let (len, text_start) = match start[6] {
        1 => {
            let len = input.read(8, 2)?;
            (u64::from(u16::from_le_bytes([len[0], len[1]])), 10)
        }
        2 | 3 => {
            let len = input.read(8, 4)?;
            (
                u64::from(u32::from_le_bytes([len[0], len[1], len[2], len[3]])),
                12,
            )
        }
        version => return Err(input.refused(format!("version {version} of NumPy's files"))),
    };
    if len > MAX_HEADER {
        return Err(input.refused(format!(
            "a header of {}, but the limit is {}",
            byte_count(len),
            byte_count(MAX_HEADER)
        )));
    }
    let text = input.read(text_start, len)?;
    let text = String::from_utf8(text).map_err(|_| input.refused("the header is not text"))?;
    let header = Header::parse(&text).ok_or_else(|| {
        input.refused("the header is not a dictionary with `descr`, `fortran_order` and `shape`")
    })?;
    let data = text_start + len;

    let (element, swapped) =
        element(&header.descr, options.element).map_err(|words| input.refused(words))?;
    let mut layout =
        Layout::row_major(element, &header.shape).map_err(|error| input.refused(error))?;
    if header.fortran_order {
        let order: Vec<usize> = (0..header.shape.len()).collect();
        layout = layout
            .with_minor_to_major(&order)
            .map_err(|error| input.refused(error))?;
    }
    input.check_data(data, &layout)?;
    if let Some(given) = options.layout {
        layout = *given;
        input.check_data(data, &layout)?;
    }
    let mut stored = input.stored(None, &layout, data);
    stored.swapped = swapped;
    Ok(stored)
}

/// The element type of a `descr`, and the bytes per word if they are big-endian.
fn element(descr: &str, given: Option<ElementType>) -> Result<(ElementType, usize), String> {
    let order = descr.as_bytes().first().copied().unwrap_or_default();
    let kind = descr.get(1..).unwrap_or_default();
    let (name, word) = match kind {
        "b1" => ("pred", 1),
        "i1" => ("s8", 1),
        "i2" => ("s16", 2),
        "i4" => ("s32", 4),
        "i8" => ("s64", 8),
        "u1" => ("u8", 1),
        "u2" => ("u16", 2),
        "u4" => ("u32", 4),
        "u8" => ("u64", 8),
        "f2" => ("f16", 2),
        "f4" => ("f32", 4),
        "f8" => ("f64", 8),
        "c8" => ("c64", 4),
        "c16" => ("c128", 8),
        "V1" | "V2" => {
            let bytes = if kind == "V1" { 1 } else { 2 };
            let Some(given) = given else {
                let examples = match bytes {
                    1 => "`--type f8e4m3fn`, `--type s4`",
                    _ => "`--type bf16`",
                };
                return Err(format!(
                    "`{descr}` does not tell the element type\n  = help: give it: {examples}"
                ));
            };
            if given.storage_bits() != 8 * bytes {
                return Err(format!(
                    "`{given}` is no type of {bytes} bytes, as `{descr}` is"
                ));
            }
            return Ok((given, if order == b'>' { bytes } else { 1 }));
        }
        _ => return Err(format!("elements of type `{descr}` have no layout")),
    };
    let element = name
        .parse::<ElementType>()
        .map_err(|error| error.to_string())?;
    if let Some(given) = given
        && given.storage_bits() != element.storage_bits()
    {
        return Err(format!(
            "`{given}` does not have the bits of `{element}`, the file's type"
        ));
    }
    let swapped = match order {
        b'>' => word,
        b'<' | b'|' => 1,
        b'=' if cfg!(target_endian = "little") => 1,
        b'=' => word,
        _ => return Err(format!("elements of type `{descr}` have no layout")),
    };
    Ok((given.unwrap_or(element), swapped))
}

/// The header for an array of a layout. An array with tiles or padding becomes a flat list of
/// elements, or of bytes if the elements are packed or metadata is before them.
pub(super) fn header(layout: &Layout) -> Vec<u8> {
    let (bits, word) = (layout.element_bits(), layout.element_bits() / 8);
    let is_bytes = bits < 8 || layout.metadata_prefix_bytes() > 0;
    let name = layout.element_type().name();
    let kind = match name {
        _ if is_bytes => "|u1".to_owned(),
        "pred" => "|b1".to_owned(),
        "c64" | "c128" => format!("<c{word}"),
        _ if name.starts_with('s') && bits == layout.element_type().bits() => format!("<i{word}"),
        _ if name.starts_with('u') && bits == layout.element_type().bits() => format!("<u{word}"),
        "f16" | "f32" | "f64" => format!("<f{word}"),
        _ => format!("<V{word}"),
    };
    let kind = kind
        .replace("<i1", "|i1")
        .replace("<u1", "|u1")
        .replace("<V1", "|V1");
    let (fortran, shape) = match plain_order(layout) {
        Some(fortran) => (fortran, layout.dims().to_vec()),
        None if is_bytes => (false, vec![stored_bytes(layout) as usize]),
        None => (false, vec![layout.padded_len()]),
    };
    let fortran = if fortran { "True" } else { "False" };
    let list: String = shape.iter().map(|dim| format!("{dim}, ")).collect();
    let list = match shape.len() {
        1 => list.trim_end(),
        _ => list.trim_end_matches(", "),
    };
    let mut text =
        format!("{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': ({list}), }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((text.len() as u16).to_le_bytes()); // twelve dimensions are less than 64 KiB
    bytes.extend(text.as_bytes());
    bytes
}

/// True for Fortran order, false for C order; `None` for any other order, or with padding.
pub(super) fn plain_order(layout: &Layout) -> Option<bool> {
    let plain = layout.tiles().is_empty() && stored_plainly(layout);
    let order = layout.minor_to_major();
    let reversed: Vec<usize> = (0..layout.rank()).rev().collect();
    match plain {
        true if *order == *reversed => Some(false),
        true if order.is_sorted() => Some(true),
        _ => None,
    }
}

/// True without padding, without metadata before the data, and with elements of whole bytes.
fn stored_plainly(layout: &Layout) -> bool {
    layout.padded_len() == layout.num_elements()
        && layout.metadata_prefix_bytes() == 0
        && layout.element_bits() >= 8
}
