//! The numbers of element types: the enum `PrimitiveType`.

use layout_core::spec::element_type::ElementType::{self, *};
use layout_core::spec::error_kind::NotAnArray;

use super::error::ProtoError;

/// Each element type's number.
const NUMBERS: [(u64, ElementType); 32] = [
    (1, PRED),
    (2, S8),
    (3, S16),
    (4, S32),
    (5, S64),
    (6, U8),
    (7, U16),
    (8, U32),
    (9, U64),
    (10, F16),
    (11, F32),
    (12, F64),
    (15, C64),
    (16, BF16),
    (18, C128),
    (19, F8E5M2),
    (20, F8E4M3FN),
    (21, S4),
    (22, U4),
    (23, F8E4M3B11FNUZ),
    (24, F8E5M2FNUZ),
    (25, F8E4M3FNUZ),
    (26, S2),
    (27, U2),
    (28, F8E4M3),
    (29, F8E3M4),
    (30, S1),
    (31, U1),
    (32, F4E2M1FN),
    (33, F8E8M0FNU),
    (35, F6E3M2FN),
    (36, F6E2M3FN),
];
const TUPLE: u64 = 13;
const OPAQUE: u64 = 14;
const TOKEN: u64 = 17;
const BUFFER: u64 = 34;

pub(super) fn element_number(element: ElementType) -> u64 {
    let row = NUMBERS.iter().find(|&&(_, row)| row == element);
    row.expect("every element type has a number").0
}

pub(super) fn element_type(number: u64) -> Result<ElementType, ProtoError> {
    let kind = match number {
        TUPLE => NotAnArray::Tuple,
        OPAQUE => NotAnArray::Opaque,
        TOKEN => NotAnArray::Token,
        BUFFER => NotAnArray::BufferShape,
        _ => {
            let row = NUMBERS.iter().find(|&&(row, _)| row == number);
            return row.map_or(Err(ProtoError::ElementType { number }), |&(_, element)| {
                Ok(element)
            });
        }
    };
    Err(ProtoError::NotAnArray(kind))
}

/// Returns true if a shape of this number contains shapes: a tuple, or a buffer of one.
pub(super) fn holds_shapes(number: u64) -> bool {
    matches!(number, TUPLE | BUFFER)
}

pub(super) fn is_buffer(number: u64) -> bool {
    number == BUFFER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_type_has_one_number() {
        for &element in ElementType::ALL {
            assert_eq!(element_type(element_number(element)), Ok(element));
        }
        assert_eq!(ElementType::ALL.len(), NUMBERS.len());
    }
}
