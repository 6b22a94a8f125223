//! An order and tiles as lists of XLA's numbers, with the least number of 64 bits for `*`.

use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::{ErrorKind, What};
use layout_core::spec::{COMBINE, Dims, MAX_RANK, MAX_TILE_RANK, MAX_TILES, Spec, Tile};

/// XLA's number for `*`.
const COMBINE_NUMBER: i64 = i64::MIN;

/// Returns the parts of an array's layout without tiles.
pub(crate) fn array(element: ElementType, dims: &[usize]) -> Result<Spec, ErrorKind> {
    if dims.len() > MAX_RANK {
        let (what, limit) = (What::Dimension, MAX_RANK);
        return Err(ErrorKind::TooMany { what, limit });
    }
    Ok(Spec::new(element, Dims::from_slice(dims)))
}

/// Appends a tile of XLA's numbers.
pub(crate) fn push_tile(spec: &mut Spec, entries: &[i64]) -> Result<(), ErrorKind> {
    let mut tile = Tile::EMPTY;
    for &entry in entries {
        if tile.is_full() {
            let (what, limit) = (What::Tile, MAX_TILE_RANK);
            return Err(ErrorKind::TooMany { what, limit });
        }
        tile.push(match usize::try_from(entry) {
            _ if entry == COMBINE_NUMBER => COMBINE,
            Ok(entry) => entry,
            Err(_) => return Err(ErrorKind::Negative(What::Tile)),
        });
    }
    if spec.tiles.is_full() {
        return Err(ErrorKind::TooManyTiles { limit: MAX_TILES });
    }
    spec.tiles.push(tile);
    Ok(())
}

/// Returns an entry as XLA's number.
pub(crate) fn number(entry: usize) -> i64 {
    match entry {
        COMBINE => COMBINE_NUMBER,
        entry => entry as i64, // the validator keeps it at most `isize::MAX`
    }
}

/// Dimensions as XLA's numbers; a negative one names no dimension.
pub(crate) fn order(entries: &[i64], rank: usize) -> Result<Dims, ErrorKind> {
    if entries.len() != rank {
        let found = entries.len();
        return Err(ErrorKind::OrderCount { found, rank });
    }
    let mut order = Dims::EMPTY;
    for &entry in entries {
        let entry = usize::try_from(entry).map_err(|_| ErrorKind::Negative(What::Order))?;
        order.push(entry);
    }
    Ok(order)
}
