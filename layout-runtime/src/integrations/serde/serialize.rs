//! Arrays as the text of a layout and elements.

use serde::ser::{Error, Serialize, SerializeSeq, SerializeStruct, Serializer};

use super::{ARRAY, ELEMENTS, FIELDS, LAYOUT};
use crate::array::Array;
use crate::copy::row_major::checked_rows_of_array;
use crate::iter::order::LogicalPositions;
use crate::map::{Mapping, corner};
use crate::storage::Storage;

/// A struct of two fields: `layout`, the text of the layout, and `elements`, a sequence of the
/// elements in row-major order, without padding. Packed elements are values.
///
/// ```json
/// {"layout":"s32[2,3]{1,0:T(2,2)}","elements":[0,1,2,10,11,12]}
/// ```
///
/// A region does not hold the buffer of its array. Its text is the row-major layout of its
/// dimensions and element type, without tiles, so that it can be read as an array. A region without
/// elements is an error if the strides of that layout exceed a `usize`.
///
/// Elements are written as their type is: `serde_json` writes `null` for an infinity and a NaN, which
/// it does not read as a float.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<S: Storage<Elem: Serialize>, M: Mapping> Serialize for Array<S, M> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        let layout = match corner(self.mapping()) {
            None => self.mapping().with_layout(|layout| Ok(*layout)),
            Some(_) => checked_rows_of_array(self.mapping()),
        };
        let Some(layout) = layout else {
            return Err(Error::custom(
                "strides have no layout: copy the array to one that has",
            ));
        };
        let layout = layout.map_err(Error::custom)?;
        let mut fields = serializer.serialize_struct(ARRAY, FIELDS.len())?;
        fields.serialize_field(LAYOUT, &layout)?;
        fields.serialize_field(ELEMENTS, &RowMajor(self))?;
        fields.end()
    }
}

/// The elements of an array, in row-major order.
struct RowMajor<'a, S, M>(&'a Array<S, M>);

impl<S: Storage<Elem: Serialize>, M: Mapping> Serialize for RowMajor<'_, S, M> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        let (storage, mapping) = (self.0.storage_ref(), self.0.mapping());
        let mut elements = serializer.serialize_seq(Some(self.0.len()))?;
        for at in LogicalPositions::new(mapping.borrowed()) {
            // SAFETY: it is the position of an element of the array.
            unsafe { storage.with(mapping, at, |element| elements.serialize_element(element)) }?;
        }
        elements.end()
    }
}
