//! Files of named tensors: safetensors.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

use layout_core::util::words;
use layout_runtime::{ElementType, Layout};
use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::ReadOptions;
use super::npy::plain_order;
use super::stored::{Arrays, Input, Stored, byte_count, stored_bytes};
use crate::failure::Failure;
use crate::printable::printable;

/// The maximum length of a header in bytes.
const MAX_HEADER: u64 = 100_000_000;

/// A header as it is parsed: the `Deserialize` of `Metadata` keeps all values, then maps of them,
/// and takes ten times the memory.
#[derive(Default)]
struct TensorHeader {
    metadata: Option<HashMap<String, String>>,
    /// In the order of their data.
    tensors: Vec<(String, TensorInfo)>,
}

impl<'de> Deserialize<'de> for TensorHeader {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TensorHeader, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = TensorHeader;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TensorHeader, A::Error> {
                let mut header = TensorHeader::default();
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "__metadata__" => header.metadata = map.next_value()?,
                        _ => header.tensors.push((name, map.next_value()?)),
                    }
                }
                header.tensors.sort_by_key(|(_, info)| info.data_offsets);
                Ok(header)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// Parses the text of a header, and checks what it declares.
fn parse(text: &[u8]) -> Result<Metadata, String> {
    check_len(text.len() as u64)?;
    let header: TensorHeader = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let count = header.tensors.len();
    let header = Metadata::new(header.metadata, header.tensors);
    let header = header.map_err(|error| error.to_string())?;
    if header.offset_keys().len() == count {
        Ok(header)
    } else {
        Err("two tensors have one name".to_owned())
    }
}

fn check_len(len: u64) -> Result<(), String> {
    if len <= MAX_HEADER {
        Ok(())
    } else {
        let (len, limit) = (byte_count(len), byte_count(MAX_HEADER));
        Err(format!("it has {len}, but the limit is {limit}"))
    }
}

/// The tensors of a file, or the one with the given name; and the metadata, without the tensors'
/// layouts.
pub(super) fn read(input: &Rc<Input>, options: ReadOptions<'_>) -> Result<Arrays, Failure> {
    let not_read = |words| input.refused(format!("not a header of safetensors: {words}"));
    let len = u64::from_le_bytes(input.read(0, 8)?.try_into().unwrap_or_default());
    check_len(len).map_err(not_read)?;
    let header = parse(&input.read(8, len)?).map_err(not_read)?;
    let (takes, has) = (header.data_len() as u64, input.len - 8 - len);
    if takes != has {
        let (takes, has) = (byte_count(takes), byte_count(has));
        let words = format!("the header declares {takes}, but the file has {has} of data");
        return Err(input.refused(words));
    }
    let mut metadata = header.metadata().clone().unwrap_or_default();
    let names = header.offset_keys();
    let mut arrays = Vec::with_capacity(names.len());
    for name in &names {
        let given = metadata.remove(&format!("layout.{name}"));
        let info = header.info(name);
        let is_read = options.tensor.is_none_or(|wanted| wanted == name);
        if let Some(info) = info.filter(|_| is_read) {
            let layout = layout(info, given.as_deref(), options)
                .map_err(|words| input.refused(format!("`{}`: {words}", printable(name))))?;
            let (start, end) = info.data_offsets;
            let (start, bytes) = (8 + len + start as u64, (end - start) as u64);
            arrays.push(input.stored(Some(name), &layout, start, bytes)?);
        }
    }
    match (options.tensor, arrays.is_empty()) {
        (Some(name), true) => Err(input.refused(format!(
            "no tensor `{}`\n  = help: it has {}",
            printable(name),
            named(names.iter().map(String::as_str))
        ))),
        (None, true) => Err(input.refused("it has no tensors")),
        _ => Ok(Arrays { arrays, metadata }),
    }
}

/// The layout of a tensor: `given` is the one in the metadata.
fn layout(
    info: &TensorInfo,
    given: Option<&str>,
    options: ReadOptions<'_>,
) -> Result<Layout, String> {
    let layout = match (options.layout, given) {
        (Some(layout), _) => return Ok(*layout),
        (None, Some(_)) if options.element.is_some() => {
            return Err("`--type` is given, but the file records a layout with a type".to_owned());
        }
        (None, Some(text)) => return Layout::parse(text).map_err(|error| error.to_string()),
        (None, None) => {
            let element = options.element.or_else(|| element(info.dtype));
            let element = element.ok_or_else(|| format!("no layouts have elements {}", info.dtype));
            Layout::row_major(element?, &info.shape)
        }
    };
    let layout = match info.dtype.bitsize() {
        bits @ ..8 => layout.and_then(|layout| layout.with_element_bits(bits)),
        _ => layout,
    };
    layout.map_err(|error| error.to_string())
}

/// At most ten names, for messages.
pub(crate) fn named<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const MAX_NAMED: usize = 10;
    let more = names.len().saturating_sub(MAX_NAMED);
    let names = names.take(MAX_NAMED);
    let mut names: Vec<String> = names.map(|name| format!("`{}`", printable(name))).collect();
    if more > 0 {
        names.push(format!("and {}", words::count(more, "other")));
    }
    names.join(", ")
}

/// The types of both systems; 8-bit floats are named after their formats.
const TYPES: &[(Dtype, ElementType)] = &[
    (Dtype::BOOL, ElementType::PRED),
    (Dtype::F4, ElementType::F4E2M1FN),
    (Dtype::F6_E2M3, ElementType::F6E2M3FN),
    (Dtype::F6_E3M2, ElementType::F6E3M2FN),
    (Dtype::U8, ElementType::U8),
    (Dtype::I8, ElementType::S8),
    (Dtype::F8_E5M2, ElementType::F8E5M2),
    (Dtype::F8_E4M3, ElementType::F8E4M3FN),
    (Dtype::F8_E8M0, ElementType::F8E8M0FNU),
    (Dtype::F8_E4M3FNUZ, ElementType::F8E4M3FNUZ),
    (Dtype::F8_E5M2FNUZ, ElementType::F8E5M2FNUZ),
    (Dtype::I16, ElementType::S16),
    (Dtype::U16, ElementType::U16),
    (Dtype::F16, ElementType::F16),
    (Dtype::BF16, ElementType::BF16),
    (Dtype::I32, ElementType::S32),
    (Dtype::U32, ElementType::U32),
    (Dtype::F32, ElementType::F32),
    (Dtype::C64, ElementType::C64),
    (Dtype::F64, ElementType::F64),
    (Dtype::I64, ElementType::S64),
    (Dtype::U64, ElementType::U64),
];

fn element(dtype: Dtype) -> Option<ElementType> {
    let row = TYPES.iter().find(|(known, _)| *known == dtype);
    row.map(|(_, element)| *element)
}

/// A header that is written.
#[derive(serde::Serialize)]
struct WrittenHeader<'a> {
    #[serde(rename = "__metadata__", skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, String>,
    #[serde(flatten)]
    tensors: BTreeMap<&'a str, TensorInfo>,
}

/// The header of a file of these tensors in the layouts of `layout`. A buffer that is not in
/// row-major order is stored as a flat tensor, with its layout in the metadata.
///
/// # Errors
///
/// If a file with this header could not be read.
pub(crate) fn header(
    tensors: &Arrays,
    layout: impl Fn(&Stored) -> Result<Layout, Failure>,
) -> Result<Vec<u8>, Failure> {
    let mut header = WrittenHeader {
        metadata: tensors.metadata.clone().into_iter().collect(),
        tensors: BTreeMap::new(),
    };
    let mut end = 0;
    for tensor in &tensors.arrays {
        let layout = layout(tensor)?;
        let name = tensor.name.as_deref().unwrap_or("array");
        let (element, bits) = (layout.element_type(), layout.element_bits());
        let mut types = TYPES.iter();
        let row = types.find(|(dtype, known)| *known == element && dtype.bitsize() == bits);
        let is_plain = plain_order(&layout) == Some(false);
        let start = end;
        end += stored_bytes(&layout) as usize;
        let (dtype, shape) = match row {
            Some((dtype, _)) if is_plain => (*dtype, layout.dims().to_vec()),
            Some((dtype, _)) if bits >= 8 && layout.metadata_prefix_bytes() == 0 => {
                (*dtype, vec![layout.padded_len()])
            }
            _ => (Dtype::U8, vec![end - start]),
        };
        if !is_plain || self::element(dtype) != Some(element) {
            let key = format!("layout.{name}");
            header.metadata.insert(key, layout.to_string());
        }
        let data_offsets = (start, end);
        let info = TensorInfo {
            dtype,
            shape,
            data_offsets,
        };
        header.tensors.insert(name, info);
    }
    let mut bytes = vec![0; 8];
    serde_json::to_writer(&mut bytes, &header).map_err(Failure::new)?;
    drop(header);
    bytes.resize(bytes.len().next_multiple_of(8), b' ');
    parse(&bytes[8..]).map_err(|words| {
        Failure::new(format!("no file of safetensors has this header: {words}"))
    })?;
    let len = bytes.len() as u64 - 8;
    bytes[..8].copy_from_slice(&len.to_le_bytes());
    Ok(bytes)
}
