//! `Stream`: a message that arrives in pieces, field by field.

use super::error::ProtoError;
use super::wire::{Field, Fields, Head, Value};

/// The maximum length of a field in memory, in bytes.
const MAX_FIELD: u64 = 1 << 20;
/// The maximum length of a message in memory, in bytes.
const MAX_MESSAGE: usize = 4 << 20;

/// The bytes of a piece that are added to a field that has begun.
const STEP: usize = 1 << 12;

/// The action of a reader on a field of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plan<M> {
    /// Reads the fields of this message one by one.
    Enter(M),
    /// Reads the whole message. A long one loses its long fields, such as the literal of a
    /// constant.
    Message,
    /// Reads a text, and skips a long one.
    Text,
    /// Skips it.
    Skip,
}

/// A reader of messages of the kinds `Kind`.
pub(crate) trait ReadFields {
    /// The kind of a message whose fields are read one by one.
    type Kind: Copy;

    /// Returns the action on a field of a message; `first` is the first byte of its value.
    fn plan(&self, kind: Self::Kind, field: u32, first: Option<u8>) -> Plan<Self::Kind>;

    /// Begins a message.
    fn enter(&mut self, kind: Self::Kind);

    /// Reads a number, or bytes that were planned.
    fn field(&mut self, kind: Self::Kind, field: Field<'_>) -> Result<(), ProtoError>;

    /// Ends a message.
    fn leave(&mut self, kind: Self::Kind);
}

/// A message that arrives in pieces. At most one field is in memory in addition to the current piece.
#[derive(Debug)]
pub(crate) struct Stream<K> {
    /// The message around all others.
    outermost: K,
    /// The open messages within it, each with the position of its end.
    open: Vec<(Open<K>, u64)>,
    /// Unread bytes.
    pending: Vec<u8>,
    /// The position of the first of them.
    at: u64,
    /// The number of bytes to skip before the next field.
    skipped: u64,
    /// The short fields of a long message.
    shortened: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
enum Open<K> {
    Message(K),
    /// A long message that is read as a whole: its field number in the message around it.
    Long(u32),
}

impl<K: Copy> Stream<K> {
    pub(crate) fn new(outermost: K) -> Self {
        Stream {
            outermost,
            open: Vec::new(),
            pending: Vec::new(),
            at: 0,
            skipped: 0,
            shortened: Vec::new(),
        }
    }

    /// Reads the next piece.
    pub(crate) fn read<R: ReadFields<Kind = K>>(
        &mut self,
        piece: &[u8],
        reader: &mut R,
    ) -> Result<(), ProtoError> {
        let mut unread = piece;
        // Completes the field that has begun, which is short in most cases.
        let mut begun = core::mem::take(&mut self.pending);
        while !begun.is_empty() {
            let (next, later) = unread.split_at(unread.len().min(STEP));
            begun.extend_from_slice(next);
            let mut rest = &begun[..];
            self.read_fields(&mut rest, reader)?;
            if rest.len() <= next.len() {
                unread = &unread[next.len() - rest.len()..];
                begun.clear();
                break;
            }
            let read = begun.len() - rest.len();
            begun.drain(..read);
            unread = later;
            if unread.is_empty() {
                self.pending = begun;
                return Ok(());
            }
        }
        self.read_fields(&mut unread, reader)?;
        begun.extend_from_slice(unread);
        self.pending = begun;
        Ok(())
    }

    /// Reads fields until more bytes are needed.
    fn read_fields<R: ReadFields<Kind = K>>(
        &mut self,
        rest: &mut &[u8],
        reader: &mut R,
    ) -> Result<(), ProtoError> {
        loop {
            let skipped = self.skipped.min(rest.len() as u64);
            (self.at, self.skipped) = (self.at + skipped, self.skipped - skipped);
            *rest = &rest[skipped as usize..];
            if self.skipped > 0 || !self.next(rest, reader)? {
                return Ok(());
            }
        }
    }

    /// Ends the message; fails if it is cut off.
    pub(crate) fn finish(&self) -> Result<(), ProtoError> {
        match self.open.is_empty() && self.pending.is_empty() && self.skipped == 0 {
            true => Ok(()),
            false => Err(ProtoError::CutOff),
        }
    }

    /// Reads a field, or returns false if more bytes are needed.
    fn next<R: ReadFields<Kind = K>>(
        &mut self,
        rest: &mut &[u8],
        reader: &mut R,
    ) -> Result<bool, ProtoError> {
        while let Some(&(open, end)) = self.open.last()
            && end == self.at
        {
            self.open.pop();
            match open {
                Open::Message(kind) => reader.leave(kind),
                Open::Long(number) => {
                    let value = Value::Bytes(&self.shortened);
                    reader.field(self.kind(), Field { number, value })?;
                }
            }
        }
        let (open, end) = *self
            .open
            .last()
            .unwrap_or(&(Open::Message(self.outermost), u64::MAX));
        // The bytes of the current message.
        let left = end - self.at;
        let bytes = &rest[..left.min(rest.len() as u64) as usize];
        let mut value = bytes;
        let needs_more = left > bytes.len() as u64;
        let (number, head) = match Fields::head(&mut value) {
            Err(ProtoError::CutOff) if needs_more => return Ok(false),
            head => head?,
        };
        let head_len = bytes.len() - value.len();
        let len = match head {
            Head::Bytes(len) => len,
            Head::Number(_) => 0,
        };
        let behind = (head_len as u64)
            .checked_add(len)
            .ok_or(ProtoError::Malformed)?;
        if behind > left {
            return Err(ProtoError::CutOff);
        }
        let is_here = behind <= bytes.len() as u64;
        let mut read = behind;
        match (open, head) {
            (Open::Long(_), _) if len > MAX_FIELD || self.shortened.len() > MAX_MESSAGE => {
                (read, self.skipped) = (head_len as u64, len);
            }
            (Open::Long(_), _) if is_here => {
                self.shortened.extend_from_slice(&bytes[..behind as usize]);
            }
            (Open::Long(_), _) => return Ok(false),
            (Open::Message(kind), Head::Number(value)) => {
                if !matches!(reader.plan(kind, number, None), Plan::Skip) {
                    return Err(ProtoError::WireType { field: number });
                }
                reader.field(kind, Field { number, value })?;
            }
            (Open::Message(_), _) if value.is_empty() && len > 0 => return Ok(false),
            (Open::Message(kind), _) => match reader.plan(kind, number, value.first().copied()) {
                Plan::Enter(message) => {
                    read = head_len as u64;
                    self.open.push((Open::Message(message), self.at + behind));
                    reader.enter(message);
                }
                Plan::Message if len > MAX_FIELD => {
                    read = head_len as u64;
                    self.open.push((Open::Long(number), self.at + behind));
                    self.shortened.clear();
                }
                Plan::Message | Plan::Text if len <= MAX_FIELD => {
                    if !is_here {
                        return Ok(false);
                    }
                    let value = Value::Bytes(&value[..len as usize]);
                    reader.field(kind, Field { number, value })?;
                }
                _ => (read, self.skipped) = (head_len as u64, len),
            },
        }
        self.at += read;
        *rest = &rest[read as usize..];
        Ok(true)
    }

    /// Returns the kind of the innermost message.
    fn kind(&self) -> K {
        match self.open.last() {
            Some(&(Open::Message(kind), _)) => kind,
            _ => self.outermost,
        }
    }
}
