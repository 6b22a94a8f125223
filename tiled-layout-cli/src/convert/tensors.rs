//! Files of named tensors: safetensors.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};
use std::path::Path;

use layout_runtime::{ElementType, Layout};
use safetensors::Dtype;
use safetensors::tensor::{Metadata, TensorInfo};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value, json};

use super::blocks::Written;
use super::npy::plain_order;
use super::stored::{Input, ReadOptions, Stored, byte_count, stored_bytes};
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

/// The header of a file, and the offset at which its data begins.
fn read_header(input: &Input) -> Result<(Metadata, u64), Failure> {
    let len = input.read(0, 8)?;
    let len = u64::from_le_bytes(len.try_into().map_err(|_| input.refused("no header"))?);
    if len > MAX_HEADER {
        return Err(input.refused(format!("a header of {}", byte_count(len))));
    }
    let text = input.read(8, len)?;
    let refused = |error: &dyn Display| {
        input.refused(format!("a header that is not one of safetensors: {error}"))
    };
    let header: TensorHeader = serde_json::from_slice(&text).map_err(|error| refused(&error))?;
    drop(text);
    let count = header.tensors.len();
    let header = Metadata::new(header.metadata, header.tensors).map_err(|error| refused(&error))?;
    if header.offset_keys().len() != count {
        return Err(refused(&"two tensors have one name"));
    }
    let data = 8 + len;
    let (takes, has) = (header.data_len() as u64, input.len - data);
    if takes != has {
        return Err(input.refused(format!(
            "the header declares {}, but the file has {} of data",
            byte_count(takes),
            byte_count(has)
        )));
    }
    Ok((header, data))
}

/// True if the metadata of a complete file contains `value`.
pub(crate) fn says(path: &Path, key: &str, value: &str) -> bool {
    let header = Input::open(path).and_then(|input| read_header(&input));
    let metadata = header
        .ok()
        .and_then(|(header, _)| header.metadata().clone());
    metadata.is_some_and(|metadata| metadata.get(key).is_some_and(|said| said == value))
}

/// The tensors of a file, or the one with the given name.
pub(super) fn read(input: &Input, options: ReadOptions<'_>) -> Result<Vec<Stored>, Failure> {
    let (header, data) = read_header(input)?;
    let mut names = header.offset_keys();
    let wanted = options.tensor;
    if names.is_empty() || wanted.is_some_and(|wanted| header.info(wanted).is_none()) {
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("`{}`", printable(name)))
            .collect();
        return Err(input.refused(format!(
            "no such tensor\n  = help: it has {}",
            names.join(", ")
        )));
    }
    names.retain(|name| wanted.is_none_or(|wanted| wanted == name));
    let mut arrays = Vec::with_capacity(names.len());
    for name in names {
        let Some(info) = header.info(&name) else {
            continue;
        };
        let said = |kind: &str| {
            let metadata = header.metadata().as_ref()?;
            metadata.get(&format!("{kind}.{name}")).cloned()
        };
        let in_tensor = |words: String| input.refused(format!("`{}`: {words}", printable(&name)));
        let layout = match (options.layout, said("layout")) {
            (Some(layout), _) => *layout,
            (None, Some(text)) => {
                Layout::parse(&text).map_err(|error| in_tensor(error.to_string()))?
            }
            (None, None) => {
                let element = options.element.or_else(|| element(info.dtype));
                let element = element
                    .ok_or_else(|| in_tensor(format!("no layouts have elements {}", info.dtype)))?;
                let layout = Layout::row_major(element, &info.shape);
                let layout = layout.map_err(|error| in_tensor(error.to_string()))?;
                let bits = info.dtype.bitsize();
                match bits < 8 {
                    true => layout
                        .with_element_bits(bits)
                        .map_err(|error| in_tensor(error.to_string()))?,
                    false => layout,
                }
            }
        };
        let (start, end) = info.data_offsets;
        let (takes, has) = (stored_bytes(&layout), (end - start) as u64);
        if takes != has {
            return Err(in_tensor(format!(
                "`{layout}` takes {}, but the tensor has {}",
                byte_count(takes),
                byte_count(has)
            )));
        }
        let mut stored = input.stored(&name, &layout, data + start as u64);
        if let Some(text) = said("array") {
            let whole = Layout::parse(&text).map_err(|error| in_tensor(error.to_string()))?;
            stored.set_whole(&whole);
        }
        arrays.push(stored);
    }
    Ok(arrays)
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

/// An entry of a header that is written; its fields are in alphabetical order.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Entry {
    Metadata(Map<String, Value>),
    Tensor {
        data_offsets: [u64; 2],
        dtype: Dtype,
        shape: Vec<usize>,
    },
}

/// The header of a file, and the bytes of its tensors. A buffer that is not in row-major order
/// is stored as a flat tensor, with its layout in the metadata.
pub(super) fn header<'a>(
    tensors: impl Iterator<Item = Result<Written<'a>, Failure>>,
    mut metadata: Map<String, Value>,
) -> Result<(Vec<u8>, u64), Failure> {
    let (mut entries, mut end) = (BTreeMap::new(), 0);
    for tensor in tensors {
        let Written {
            name,
            layout,
            whole,
            ..
        } = tensor?;
        let name = if name.is_empty() { "array" } else { name };
        let (element, bits) = (layout.element_type(), layout.element_bits());
        let dtype = TYPES
            .iter()
            .find(|(dtype, known)| *known == element && dtype.bitsize() == bits);
        let is_plain = plain_order(&layout) == Some(false);
        let (dtype, shape) = match dtype {
            Some((dtype, _)) if is_plain => (*dtype, layout.dims().to_vec()),
            Some((dtype, _)) if bits >= 8 && layout.metadata_prefix_bytes() == 0 => {
                (*dtype, vec![layout.padded_len()])
            }
            _ => (Dtype::U8, vec![stored_bytes(&layout) as usize]),
        };
        if !is_plain || self::element(dtype) != Some(element) {
            metadata.insert(format!("layout.{name}"), json!(layout.to_string()));
        }
        if let Some(whole) = whole {
            metadata.insert(format!("array.{name}"), json!(whole.to_string()));
        }
        let start = end;
        end += stored_bytes(&layout);
        let entry = Entry::Tensor {
            data_offsets: [start, end],
            dtype,
            shape,
        };
        entries.insert(name, entry);
    }
    if !metadata.is_empty() {
        entries.insert("__metadata__", Entry::Metadata(metadata));
    }
    let mut bytes = vec![0; 8];
    serde_json::to_writer(&mut bytes, &entries).map_err(Failure::new)?;
    bytes.resize(bytes.len().next_multiple_of(8), b' ');
    let len = bytes.len() as u64 - 8;
    bytes[..8].copy_from_slice(&len.to_le_bytes());
    Ok((bytes, end))
}
