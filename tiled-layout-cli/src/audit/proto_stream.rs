//! `ProtoStream`: a message read field by field from a file of any size.

use std::io::{self, BufRead, ErrorKind};

use layout_xla::proto::{Fields, ProtoError};

/// The maximum number of bytes of a field in memory.
const MAX_FIELD: u64 = 1 << 20;
/// The maximum number of bytes of a message read at once.
const MAX_MESSAGE: usize = 4 << 20;

/// The wire format, from a reader. The end of each nested message is an argument of the caller.
pub(super) struct ProtoStream<R> {
    reader: R,
    /// The number of bytes read.
    pub(super) at: u64,
}

/// A field: its number, and its value or the number of bytes that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Varint(u32, u64),
    Bytes(u32, u64),
    Fixed,
}

impl<R: BufRead> ProtoStream<R> {
    pub(super) fn new(reader: R) -> Self {
        ProtoStream { reader, at: 0 }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.reader.fill_buf()?.first().copied();
        if byte.is_some() {
            self.reader.consume(1);
            self.at += 1;
        }
        Ok(byte)
    }

    /// The next byte, without consuming it.
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.reader.fill_buf()?.first().copied())
    }

    fn varint(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for group in 0..10 {
            let byte = self.byte()?.ok_or(ErrorKind::UnexpectedEof)?;
            number |= u64::from(byte & 0x7f) << (7 * group);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(malformed())
    }

    /// The next field before `end`, or before the end of the file.
    pub(super) fn next(&mut self, end: Option<u64>) -> io::Result<Option<Item>> {
        let is_end = match end {
            Some(end) if self.at > end => return Err(malformed()),
            Some(end) => self.at == end,
            None => self.reader.fill_buf()?.is_empty(),
        };
        if is_end {
            return Ok(None);
        }
        let key = self.varint()?;
        let number = u32::try_from(key >> 3).map_err(|_| malformed())?;
        let item = match key & 7 {
            _ if number == 0 => return Err(malformed()),
            0 => Item::Varint(number, self.varint()?),
            1 => {
                self.skip(8)?;
                Item::Fixed
            }
            2 => {
                let len = self.varint()?;
                let behind = self.at.checked_add(len).ok_or_else(malformed)?;
                if end.is_some_and(|end| behind > end) {
                    return Err(malformed());
                }
                Item::Bytes(number, len)
            }
            5 => {
                self.skip(4)?;
                Item::Fixed
            }
            _ => return Err(malformed()),
        };
        Ok(Some(item))
    }

    /// Skips bytes.
    pub(super) fn skip(&mut self, mut len: u64) -> io::Result<()> {
        while len > 0 {
            let available = self.reader.fill_buf()?.len() as u64;
            if available == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let step = available.min(len);
            self.reader.consume(step as usize);
            self.at += step;
            len -= step;
        }
        Ok(())
    }

    /// Skips a value.
    pub(super) fn skip_item(&mut self, item: Item) -> io::Result<()> {
        match item {
            Item::Bytes(_, len) => self.skip(len),
            Item::Varint(..) | Item::Fixed => Ok(()),
        }
    }

    /// Appends bytes to a buffer; if there are too many, skips them and returns `false`.
    pub(super) fn take(&mut self, len: u64, buffer: &mut Vec<u8>) -> io::Result<bool> {
        if len > MAX_FIELD || buffer.len() > MAX_MESSAGE {
            self.skip(len)?;
            return Ok(false);
        }
        let mut left = len as usize;
        while left > 0 {
            let available = self.reader.fill_buf()?;
            let step = available.len().min(left);
            if step == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            buffer.extend_from_slice(&available[..step]);
            self.reader.consume(step);
            self.at += step as u64;
            left -= step;
        }
        Ok(true)
    }

    /// A text of at most `MAX_FIELD` bytes.
    pub(super) fn text(&mut self, len: u64) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.take(len, &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads a message into an empty buffer. A long message loses its long fields, such as the
    /// literal of a constant.
    pub(super) fn message(&mut self, len: u64, buffer: &mut Vec<u8>) -> io::Result<()> {
        buffer.clear();
        if len <= MAX_FIELD {
            self.take(len, buffer)?;
            return Ok(());
        }
        let end = self.at + len;
        while let Some(item) = self.next(Some(end))? {
            let before = buffer.len();
            match item {
                Item::Varint(number, value) => {
                    push_varint(buffer, u64::from(number) << 3);
                    push_varint(buffer, value);
                }
                Item::Bytes(number, len) => {
                    push_varint(buffer, u64::from(number) << 3 | 2);
                    push_varint(buffer, len);
                    if !self.take(len, buffer)? {
                        buffer.truncate(before);
                    }
                }
                Item::Fixed => {}
            }
        }
        Ok(())
    }
}

fn push_varint(buffer: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        buffer.push(number as u8 | 0x80);
        number >>= 7;
    }
    buffer.push(number as u8);
}

pub(super) fn malformed() -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        "no HLO module: a field is not what it must be",
    )
}

/// The values of the fields with these numbers in a message; 0 for a missing one.
pub(super) fn varints<const N: usize>(
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
