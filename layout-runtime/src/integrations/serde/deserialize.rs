//! Buffers, read from the text of a layout and elements.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use layout_core::util::words::grouped;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::{ARRAY, ELEMENTS, FIELDS, LAYOUT, on_lines};
use crate::array::aliases::{Buffer, PackedBuffer};
use crate::array::stores::{Stores, check_held};
use crate::array::{Array, ViewError};
use crate::iter::order::LogicalPositions;
use crate::layout::Layout;
use crate::map::{Element, WholeBuffer};
use crate::storage::packed::PackedElement;
use crate::storage::{Aligned, Packed, Slice, StorageMut};

/// Reads `layout` and `elements` in either order. The text must fit a static layout or one with `?`;
/// a `Layout` is what the text says. Padding is filled as by [`from_fn_with`](Buffer::from_fn_with).
///
/// Allocates the buffer after the elements are read and counted. An allocation that fails is an error.
#[cfg_attr(docsrs, doc(cfg(all(feature = "serde", feature = "alloc"))))]
impl<'de, T, M> Deserialize<'de> for Buffer<T, M>
where
    T: Copy + Default + Deserialize<'de>,
    M: Stores<T> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reader = ArrayReader::<_, M> {
            check: |mapping| check_held::<T, _>(mapping).map_err(Into::into),
            allocate: |mapping| filled_with_padding(mapping, Aligned::try_from_elem),
        };
        deserializer.deserialize_struct(ARRAY, FIELDS, reader)
    }
}

/// As a [`Buffer`].
#[cfg_attr(docsrs, doc(cfg(all(feature = "serde", feature = "alloc"))))]
impl<'de, T, M> Deserialize<'de> for Array<Vec<T>, M>
where
    T: Copy + Default + Deserialize<'de>,
    M: Stores<T> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reader = ArrayReader::<_, M> {
            check: |mapping| check_held::<T, _>(mapping).map_err(Into::into),
            allocate: |mapping| filled_with_padding(mapping, vec_from_elem),
        };
        deserializer.deserialize_struct(ARRAY, FIELDS, reader)
    }
}

/// As a [`Buffer`]. Elements are values; one that the element type does not have is an error.
#[cfg_attr(docsrs, doc(cfg(all(feature = "serde", feature = "alloc"))))]
impl<'de, T, M> Deserialize<'de> for PackedBuffer<T, M>
where
    T: Element + PackedElement + Deserialize<'de>,
    M: WholeBuffer + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let reader = ArrayReader::<_, M> {
            check: |mapping| mapping.layout().check_packs::<T>(),
            allocate: packed_with_padding,
        };
        deserializer.deserialize_struct(ARRAY, FIELDS, reader)
    }
}

/// Returns an array of padding. `T` holds the elements of the mapping.
fn filled_with_padding<S: Slice<Elem: Default>, M: Stores<S::Elem>>(
    mapping: M,
    from_elem: fn(S::Elem, usize) -> Result<S, TryReserveError>,
) -> Result<Array<S, M>, TryReserveError> {
    let padding = mapping.padding_value().unwrap_or_default();
    let storage = from_elem(padding, mapping.padded_len())?;
    // SAFETY: it has `padded_len` elements.
    Ok(unsafe { Array::new_unchecked(storage, mapping) })
}

fn vec_from_elem<T: Clone>(value: T, len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut elements = Vec::new();
    elements.try_reserve_exact(len)?;
    elements.resize(len, value);
    Ok(elements)
}

/// Returns an array of zero bits, and of the layout's padding value in padding. `T` holds the
/// elements of the mapping.
fn packed_with_padding<T: Element + PackedElement, M: WholeBuffer>(
    mapping: M,
) -> Result<PackedBuffer<T, M>, TryReserveError> {
    let layout: Layout = *mapping.layout();
    let bytes = Aligned::try_from_elem(0, layout.padded_bytes())?;
    // SAFETY: there are `padded_bytes` of them.
    let mut array = unsafe { Array::new_unchecked(Packed::new(bytes), mapping) };
    let value = layout.pad().map(|pad| pad.value);
    if let Some(value) = value.and_then(|value| T::padding(layout.element_type(), value)) {
        array.fill_padding(value);
    }
    Ok(array)
}

/// Reads an array.
struct ArrayReader<S, M> {
    /// Fails if the storage does not hold the elements of the layout.
    check: fn(&M) -> Result<(), ViewError>,
    /// Returns an array of padding.
    allocate: fn(M) -> Result<Array<S, M>, TryReserveError>,
}

impl<S: StorageMut<Elem: Copy>, M: WholeBuffer> ArrayReader<S, M> {
    /// Returns the mapping, if the storage holds its elements.
    fn checked<E: Error>(&self, mapping: M) -> Result<M, E> {
        match (self.check)(&mapping) {
            Ok(()) => Ok(mapping),
            Err(error) => Err(on_lines(format_args!("`{}`: {error}", *mapping.layout()))),
        }
    }

    fn array<E: Error>(&self, mapping: M, elements: &[S::Elem]) -> Result<Array<S, M>, E> {
        let layout = *mapping.layout();
        if elements.len() != layout.num_elements() {
            return Err(other_count(elements.len(), &layout));
        }
        for (number, value) in elements.iter().enumerate() {
            if let Some((value, element)) = S::misfit(&mapping, value) {
                return Err(on_lines(ViewError::value(value, element).at(number)));
            }
        }
        let Ok(mut array) = (self.allocate)(mapping) else {
            return Err(on_lines(format_args!(
                "cannot allocate {} bytes for the buffer of `{layout}`",
                grouped(layout.padded_bytes()).as_str()
            )));
        };
        let (storage, mapping) = array.parts_mut();
        let positions = LogicalPositions::new(mapping.borrowed());
        positions.zip(elements).for_each(|(at, &value)| {
            // SAFETY: it is the position of an element, whose type has the value.
            unsafe { storage.write(mapping, at, value) };
        });
        Ok(array)
    }
}

/// Returns the error of another number of elements than the array has.
#[cold]
fn other_count<E: Error>(found: usize, layout: &Layout) -> E {
    let (num_elements, padded_len) = (layout.num_elements(), layout.padded_len());
    let help = if found == padded_len {
        "\nhelp: this is the length with padding; write the elements in row-major order, without padding"
    } else {
        ""
    };
    on_lines(format_args!(
        "`{ELEMENTS}` has {} elements, but the array `{layout}` has {}{help}",
        grouped(found).as_str(),
        grouped(num_elements).as_str()
    ))
}

impl<'de, S, M> Visitor<'de> for ArrayReader<S, M>
where
    S: StorageMut<Elem: Copy + Deserialize<'de>>,
    M: WholeBuffer + Deserialize<'de>,
{
    type Value = Array<S, M>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array: `layout`, then `elements` in row-major order")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Array<S, M>, A::Error> {
        let Some(mapping) = fields.next_element()? else {
            return Err(Error::invalid_length(0, &self));
        };
        let mapping = self.checked(mapping)?;
        let Some(Values(elements)) = fields.next_element()? else {
            return Err(Error::invalid_length(1, &self));
        };
        self.array(mapping, &elements)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Array<S, M>, A::Error> {
        let (mut mapping, mut elements) = (None, None);
        while let Some(field) = fields.next_key()? {
            match field {
                ArrayField::Layout if mapping.is_some() => {
                    return Err(Error::duplicate_field(LAYOUT));
                }
                ArrayField::Elements if elements.is_some() => {
                    return Err(Error::duplicate_field(ELEMENTS));
                }
                ArrayField::Layout => mapping = Some(self.checked(fields.next_value()?)?),
                ArrayField::Elements => elements = Some(fields.next_value()?),
            }
        }
        let mapping = mapping.ok_or_else(|| Error::missing_field(LAYOUT))?;
        let Values(elements) = elements.ok_or_else(|| Error::missing_field(ELEMENTS))?;
        self.array(mapping, &elements)
    }
}

/// The name of a field.
enum ArrayField {
    Layout,
    Elements,
}

impl<'de> Deserialize<'de> for ArrayField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(FieldReader)
    }
}

struct FieldReader;

impl Visitor<'_> for FieldReader {
    type Value = ArrayField;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`layout` or `elements`")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<ArrayField, E> {
        match name {
            LAYOUT => Ok(ArrayField::Layout),
            ELEMENTS => Ok(ArrayField::Elements),
            _ => Err(E::unknown_field(name, FIELDS)),
        }
    }

    /// Reads the number of a field, which some binary formats write instead of its name.
    fn visit_u64<E: Error>(self, number: u64) -> Result<ArrayField, E> {
        match number {
            0 => Ok(ArrayField::Layout),
            1 => Ok(ArrayField::Elements),
            _ => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }

    /// Reads the bytes of a name, which some binary formats write.
    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<ArrayField, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(name), &self)),
        }
    }
}

/// The elements that were read. `Vec` itself aborts if there is not enough memory.
struct Values<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Values<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ValuesReader(PhantomData))
    }
}

struct ValuesReader<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ValuesReader<T> {
    type Value = Values<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the elements in row-major order")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Values<T>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = sequence.next_element()? {
            if elements.try_reserve(1).is_err() {
                return Err(on_lines(format_args!(
                    "cannot allocate memory for more than {} elements",
                    grouped(elements.len()).as_str()
                )));
            }
            elements.push(element);
        }
        Ok(Values(elements))
    }
}
