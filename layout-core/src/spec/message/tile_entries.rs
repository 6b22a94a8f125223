//! Messages about tiles.

use super::Explanation;
use crate::spec::MAX_PHYSICAL_RANK;
use crate::spec::error_kind::ErrorKind;

impl Explanation {
    pub(super) const fn tiles(&mut self, kind: ErrorKind) {
        let (message, help, note) = (&mut self.message, &mut self.help, &mut self.note);
        match kind {
            ErrorKind::ZeroTile => {
                message.str("tile entry is 0");
                help.str("write at least `1`");
                note.str("a tile covers at least 1 element of each dimension");
            }
            ErrorKind::TileTooLarge { entry } => {
                message.str("tile entry is too large: `");
                message.num(entry as u128).str("`");
                help.str("write at most `").num(isize::MAX as u128).str("`");
            }
            ErrorKind::CombineMostMinor => {
                message.str("`*` in the most minor entry of a tile");
                help.str("write a size there: `T(*,128)`");
                note.str(
                    "`*` merges its dimension into the next more minor one, and there is none",
                );
            }
            ErrorKind::EmptyTile => {
                message.str("empty tile");
                help.str("write the tile's sizes: `T(8,128)`, or remove the parentheses");
            }
            ErrorKind::BareTile => {
                message.str("`T` without a tile");
                help.str("write the tile's sizes: `T(8,128)`");
            }
            ErrorKind::DoubleStar => {
                message.str("`**` in a tile");
                help.str("write `*,*`");
            }
            ErrorKind::TooManyTiles { limit } => {
                message.str("too many tiles");
                help.str("write at most ").num(limit as u128);
            }
            ErrorKind::PhysicalRank { rank } => {
                message.str("this tile makes ").num(rank as u128);
                message.str(" physical dimensions");
                help.str("write fewer tiles, or tiles of fewer entries");
                note.str("at most ").num(MAX_PHYSICAL_RANK as u128);
                note.str(" are supported");
            }
            _ => {}
        }
    }
}
