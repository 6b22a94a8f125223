//! The wire format of protocol buffers: fields of a message, one after another.

use super::error::ProtoError;

/// The fields of a message, in the order of its bytes. It ends after an error.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
}

/// A field of a message: its number and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field<'a> {
    /// The field number in the message's definition.
    pub(crate) number: u32,
    /// The value.
    pub(crate) value: Value<'a>,
}

/// A value on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value<'a> {
    /// An integer; negative ones as their two's complement.
    Varint(u64),
    /// A text, bytes, a message, or a list of packed numbers.
    Bytes(&'a [u8]),
    /// A value of four or eight bytes.
    Fixed(u64),
}

impl<'a> Fields<'a> {
    /// Returns the fields of a message.
    pub(crate) fn new(message: &'a [u8]) -> Self {
        Fields { rest: message }
    }

    /// Returns the unread bytes.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    fn field(&mut self) -> Result<Field<'a>, ProtoError> {
        let (number, head) = Fields::head(&mut self.rest)?;
        let value = match head {
            Head::Number(value) => value,
            Head::Bytes(len) => {
                let len = usize::try_from(len).map_err(|_| ProtoError::CutOff)?;
                let bytes = self.rest.split_at_checked(len);
                let (bytes, rest) = bytes.ok_or(ProtoError::CutOff)?;
                self.rest = rest;
                Value::Bytes(bytes)
            }
        };
        Ok(Field { number, value })
    }

    /// Takes a field's number, and its value unless it is bytes.
    pub(super) fn head(rest: &mut &'a [u8]) -> Result<(u32, Head), ProtoError> {
        let key = varint(rest)?;
        let number = u32::try_from(key >> 3).map_err(|_| ProtoError::Malformed)?;
        if number == 0 || number >= 1 << 29 {
            return Err(ProtoError::Malformed);
        }
        let head = match key & 7 {
            0 => Head::Number(Value::Varint(varint(rest)?)),
            1 => Head::Number(Value::Fixed(u64::from_le_bytes(array(rest)?))),
            2 => Head::Bytes(varint(rest)?),
            5 => Head::Number(Value::Fixed(u32::from_le_bytes(array(rest)?).into())),
            _ => return Err(ProtoError::Malformed), // groups, which XLA has none of
        };
        Ok((number, head))
    }
}

/// The beginning of a field, after its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Head {
    /// The whole value.
    Number(Value<'static>),
    /// The number of bytes that follow.
    Bytes(u64),
}

/// Returns the values of the fields with these numbers in a message; 0 for a missing one.
#[cfg(feature = "std")]
pub(crate) fn varints<const N: usize>(
    message: &[u8],
    numbers: [u32; N],
) -> Result<[u64; N], ProtoError> {
    let mut values = [0; N];
    for field in Fields::new(message) {
        let field = field?;
        if let Some(at) = numbers.iter().position(|&number| number == field.number) {
            values[at] = field.varint()?;
        }
    }
    Ok(values)
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<Field<'a>, ProtoError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let field = self.field();
        if field.is_err() {
            self.rest = &[];
        }
        Some(field)
    }
}

impl core::iter::FusedIterator for Fields<'_> {}

impl<'a> Field<'a> {
    /// Returns the bytes of a text or message.
    pub(crate) fn bytes(&self) -> Result<&'a [u8], ProtoError> {
        match self.value {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(ProtoError::WireType { field: self.number }),
        }
    }

    /// Returns a number.
    pub(crate) fn varint(&self) -> Result<u64, ProtoError> {
        match self.value {
            Value::Varint(number) => Ok(number),
            _ => Err(ProtoError::WireType { field: self.number }),
        }
    }

    /// Returns the error for a field that can change the meaning of `message`, and is not read.
    pub(crate) const fn unread(&self, message: &'static str) -> ProtoError {
        let field = self.number;
        ProtoError::UnreadField { message, field }
    }

    /// Returns the numbers of a repeated field: one, or a packed list.
    pub(crate) fn numbers(&self) -> Numbers<'a> {
        let (one, packed) = match self.value {
            Value::Bytes(packed) => (None, packed),
            Value::Varint(number) | Value::Fixed(number) => (Some(number), &[][..]),
        };
        Numbers { one, packed }
    }
}

/// The numbers of a repeated field. Made by [`Field::numbers`].
#[derive(Clone, Debug)]
pub(crate) struct Numbers<'a> {
    one: Option<u64>,
    packed: &'a [u8],
}

impl Iterator for Numbers<'_> {
    type Item = Result<u64, ProtoError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(number) = self.one.take() {
            return Some(Ok(number));
        }
        if self.packed.is_empty() {
            return None;
        }
        let number = varint(&mut self.packed);
        if number.is_err() {
            self.packed = &[];
        }
        Some(number)
    }
}

/// Takes an integer of at most ten bytes, seven bits a byte, the lowest first. Bits past
/// the 64th are dropped, as in other readers.
fn varint(bytes: &mut &[u8]) -> Result<u64, ProtoError> {
    let mut number = 0;
    for (n, &byte) in bytes.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f) << (7 * n);
        if byte < 0x80 {
            *bytes = &bytes[n + 1..];
            return Ok(number);
        }
    }
    match bytes.len() {
        ..10 => Err(ProtoError::CutOff),
        _ => Err(ProtoError::Malformed),
    }
}

fn array<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], ProtoError> {
    let (array, rest) = bytes.split_first_chunk().ok_or(ProtoError::CutOff)?;
    *bytes = rest;
    Ok(*array)
}
