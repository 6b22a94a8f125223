//! Words about the size of the buffer.

use super::{ErrorKind, Explanation};

impl Explanation {
    pub(super) const fn sizes(&mut self, kind: ErrorKind) {
        let (message, note) = (&mut self.message, &mut self.note);
        if let ErrorKind::Overflow { bytes } = kind {
            match bytes {
                Some(bytes) => message
                    .str("the buffer needs ")
                    .num(bytes)
                    .str(" bytes with padding"),
                None => message.str("the buffer needs more bytes than 128 bits can count"),
            };
            note.str("the largest buffer has ").num(isize::MAX as u128);
            note.str(" bytes");
        }
    }
}
