//! `LineBuffer`: whole lines of a text that arrives in pieces.

/// The bytes of a line that are kept; the rest of the line is dropped. An instruction's name,
/// result and opcode come earlier.
const MAX_LINE: usize = 4 << 20;

/// The line that has begun.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    begun: Vec<u8>,
    /// True if the line was too long, and its beginning has been read.
    is_dropped: bool,
}

impl LineBuffer {
    /// Calls `read` with the whole lines of a piece, and with the beginning of a line that is
    /// too long.
    pub(super) fn read(&mut self, mut piece: &[u8], mut read: impl FnMut(&[u8])) {
        if self.is_dropped || !self.begun.is_empty() {
            let newline = piece.iter().position(|&byte| byte == b'\n');
            let end = newline.map_or(piece.len(), |newline| newline + 1);
            self.begin(&piece[..end], &mut read);
            if newline.is_none() {
                return;
            }
            if !self.is_dropped {
                read(&self.begun);
            }
            self.begun.clear();
            self.is_dropped = false;
            piece = &piece[end..];
        }
        let newline = piece.iter().rposition(|&byte| byte == b'\n');
        let (lines, begun) = piece.split_at(newline.map_or(0, |newline| newline + 1));
        if !lines.is_empty() {
            read(lines);
        }
        self.begin(begun, &mut read);
    }

    /// Adds to the line that has begun.
    fn begin(&mut self, bytes: &[u8], read: &mut impl FnMut(&[u8])) {
        if self.is_dropped {
            return;
        }
        let room = MAX_LINE - self.begun.len();
        self.begun
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        if bytes.len() > room {
            read(&self.begun);
            self.begun.clear();
            self.is_dropped = true;
        }
    }

    /// Takes the line that has no end.
    pub(super) fn take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.begun)
    }
}
