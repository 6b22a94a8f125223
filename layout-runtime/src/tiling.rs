//! The staged formula: tiles applied one after the other, as the definition
//! in XLA's *Tiled layout* says. It is the readable meaning of a layout;
//! [`terms`](crate::terms) is checked against it.

use crate::list::List;
use crate::spec::{COMBINE, PhysicalDims, Spec, Tile};

/// One tile met with the dimensions that it applies to.
struct Stage {
    /// Extents before the tile, with leading ones where the tile is longer.
    before: PhysicalDims,
    /// Extents after `*` entries have merged their dimensions.
    merged: PhysicalDims,
    /// The tile's entries without `*`; they name the last of `merged`.
    entries: PhysicalDims,
    /// How many of `before` the tile does not name.
    untouched: usize,
}

/// `None` when merged dimensions are too large to count.
const fn stage(dims: &PhysicalDims, tile: &Tile) -> Option<Stage> {
    let mut before = *dims;
    while before.len() < tile.len() {
        before.insert_first(1);
    }
    let untouched = before.len() - tile.len();
    let mut merged = List::new(0);
    let mut entries = List::new(0);
    let mut i = 0;
    while i < untouched {
        merged.push(before.at(i));
        i += 1;
    }
    let mut extent = 1;
    let mut k = 0;
    while k < tile.len() {
        let Some(product) = before.at(untouched + k).checked_mul(extent) else {
            return None;
        };
        extent = product;
        if tile.at(k) != COMBINE {
            merged.push(extent);
            entries.push(tile.at(k));
            extent = 1;
        }
        k += 1;
    }
    Some(Stage {
        before,
        merged,
        entries,
        untouched,
    })
}

impl Stage {
    /// The extents after the tile: untouched ones, tile coordinates, places
    /// within the tile.
    const fn after(&self) -> PhysicalDims {
        let mut after = self.coordinates();
        let mut k = 0;
        while k < self.entries.len() {
            after.push(self.entries.at(k));
            k += 1;
        }
        after
    }

    /// The extents after the tile without those within the tile.
    const fn coordinates(&self) -> PhysicalDims {
        let mut coordinates = List::new(0);
        let mut i = 0;
        while i < self.merged.len() {
            let extent = self.merged.at(i);
            coordinates.push(match self.entry(i) {
                Some(entry) => extent.div_ceil(entry),
                None => extent,
            });
            i += 1;
        }
        coordinates
    }

    /// The entry that splits merged dimension `i`.
    const fn entry(&self, i: usize) -> Option<usize> {
        if i < self.untouched {
            None
        } else {
            Some(self.entries.at(i - self.untouched))
        }
    }

    /// The index after the tile of an index before it.
    const fn split(&self, index: &PhysicalDims, tile: &Tile) -> PhysicalDims {
        let mut index = *index;
        while index.len() < self.before.len() {
            index.insert_first(0);
        }
        let mut after = List::new(0);
        let mut within = PhysicalDims::new(0);
        let mut merged = 0;
        let mut i = 0;
        while i < index.len() {
            if i < self.untouched {
                after.push(index.at(i));
            } else {
                merged = merged * self.before.at(i) + index.at(i);
                let entry = tile.at(i - self.untouched);
                if entry != COMBINE {
                    after.push(merged / entry);
                    within.push(merged % entry);
                    merged = 0;
                }
            }
            i += 1;
        }
        i = 0;
        while i < within.len() {
            after.push(within.at(i));
            i += 1;
        }
        after
    }

    /// The index of extents `dims` whose [`split`](Stage::split) is `after`;
    /// `None` where the tile pads.
    const fn join(
        &self,
        after: &PhysicalDims,
        tile: &Tile,
        dims: &PhysicalDims,
    ) -> Option<PhysicalDims> {
        let mut index = PhysicalDims::filled(0, self.before.len());
        let mut i = self.before.len();
        let mut m = self.merged.len();
        let mut merged = 0;
        while i > 0 {
            i -= 1;
            if i < self.untouched {
                index.set(i, after.at(i));
                continue;
            }
            if tile.at(i - self.untouched) != COMBINE {
                m -= 1;
                let entry = self.entries.at(m - self.untouched);
                merged = after.at(m) * entry + after.at(m + self.entries.len());
                if merged >= self.merged.at(m) {
                    return None;
                }
            }
            index.set(i, merged % self.before.at(i));
            merged /= self.before.at(i);
        }
        while index.len() > dims.len() {
            index.remove(0);
        }
        Some(index)
    }
}

/// The extents after `tile` is applied to `dims`; `None` when they are too
/// large to count. The caller has checked that there are few enough of them.
pub(crate) const fn tiled_dims(dims: &PhysicalDims, tile: &Tile) -> Option<PhysicalDims> {
    match stage(dims, tile) {
        Some(stage) => Some(stage.after()),
        None => None,
    }
}

/// The extents after all `tiles`, one after the other, as in [`tiled_dims`].
pub(crate) const fn all_tiled_dims(dims: &PhysicalDims, tiles: &[Tile]) -> Option<PhysicalDims> {
    let mut dims = *dims;
    let mut t = 0;
    while t < tiles.len() {
        match tiled_dims(&dims, &tiles[t]) {
            Some(tiled) => dims = tiled,
            None => return None,
        }
        t += 1;
    }
    Some(dims)
}

/// The extents after the first tile, without those within the tile.
pub(crate) const fn tile_counts(spec: &Spec) -> PhysicalDims {
    let dims = spec.untiled_dims();
    if spec.tiles.is_empty() {
        return dims;
    }
    match stage(&dims, &spec.tiles.at(0)) {
        Some(stage) => stage.coordinates(),
        None => dims,
    }
}

/// The position of an element: logical `index`, each within its dimension, of
/// a checked layout.
pub(crate) const fn offset(spec: &Spec, index: &[usize]) -> usize {
    let mut dims = spec.untiled_dims();
    let mut place = PhysicalDims::new(0);
    let mut i = index.len();
    while i > 0 {
        i -= 1;
        place.push(index[spec.minor_to_major.at(i)]);
    }
    let mut t = 0;
    while t < spec.tiles.len() {
        let tile = spec.tiles.at(t);
        let Some(stage) = stage(&dims, &tile) else {
            panic!("a checked layout's sizes can be counted");
        };
        place = stage.split(&place, &tile);
        dims = stage.after();
        t += 1;
    }
    let mut position = 0;
    i = 0;
    while i < dims.len() {
        position = position * dims.at(i) + place.at(i);
        i += 1;
    }
    position
}

/// The logical index of the element at `position` of a checked layout; `None`
/// on padding and past the end. The inverse of [`offset`].
pub(crate) const fn index(
    spec: &Spec,
    position: usize,
    physical: &[usize],
) -> Option<PhysicalDims> {
    // The index over the final, physical dimensions.
    let mut place = PhysicalDims::filled(0, physical.len());
    let mut rest = position;
    let mut i = physical.len();
    while i > 0 {
        i -= 1;
        if physical[i] == 0 {
            return None;
        }
        place.set(i, rest % physical[i]);
        rest /= physical[i];
    }
    if rest > 0 {
        return None;
    }
    // Back through the tiles, the last one first.
    let mut t = spec.tiles.len();
    while t > 0 {
        t -= 1;
        let dims = dims_before(spec, t);
        let tile = spec.tiles.at(t);
        let Some(stage) = stage(&dims, &tile) else {
            return None;
        };
        let Some(joined) = stage.join(&place, &tile, &dims) else {
            return None;
        };
        place = joined;
    }
    // Back from the physical order to the logical one.
    let rank = spec.dims.len();
    let mut index = PhysicalDims::filled(0, rank);
    i = 0;
    while i < rank {
        let dim = spec.minor_to_major.at(rank - 1 - i);
        if place.at(i) >= spec.dims.at(dim) {
            return None; // widened by PAD
        }
        index.set(dim, place.at(i));
        i += 1;
    }
    Some(index)
}

/// The extents that tile number `tile` applies to.
const fn dims_before(spec: &Spec, tile: usize) -> PhysicalDims {
    let mut dims = spec.untiled_dims();
    let mut t = 0;
    while t < tile {
        if let Some(after) = tiled_dims(&dims, &spec.tiles.at(t)) {
            dims = after;
        }
        t += 1;
    }
    dims
}
