//! The staged evaluator: it applies one tile after the other, as the definition
//! in XLA's *Tiled layout* does. It is the reference;
//! [`formula`](crate::formula) is checked against it.

use crate::spec::{
    COMBINE, Dims, MAX_RANK, MAX_TILES, PhysicalDims, Spec, Tile, TileList, UNKNOWN,
};

/// A tile together with the dimensions that it applies to.
#[derive(Debug)]
pub struct Stage {
    /// The extents before the tile, with leading 1s if the tile has more entries.
    pub before: PhysicalDims,
    /// The number of leading 1s.
    pub ones: usize,
    /// Extents after `*` entries have merged their dimensions.
    pub merged: PhysicalDims,
    /// The tile's entries without `*`; they apply to the last dimensions of `merged`.
    pub entries: Tile,
    /// The number of dimensions of `before` that the tile has no entry for.
    pub untouched: usize,
}

/// Returns the extent of two merged dimensions. `None` if it overflows, or if the minor one,
/// and therefore the weight of the major one, is unknown.
const fn merge(major: usize, minor: usize) -> Option<usize> {
    match (major, minor) {
        (1, _) => Some(minor),
        (_, UNKNOWN) => None,
        (UNKNOWN, _) => Some(UNKNOWN),
        _ => major.checked_mul(minor),
    }
}

/// `None` if merged dimensions overflow.
pub const fn stage(dims: &PhysicalDims, tile: &Tile) -> Option<Stage> {
    let mut before = *dims;
    while before.len < tile.len {
        before.insert(0, 1);
    }
    let untouched = before.len - tile.len;
    let mut merged = before;
    let mut entries = *tile;
    let mut k = 0;
    while k < tile.len && tile.items[k] != COMBINE {
        k += 1; // without `*`, entries and dimensions stay as they are
    }
    if k < tile.len {
        entries.truncate(k);
        let mut extent = 1usize;
        while k < tile.len {
            extent = match merge(extent, before.items[untouched + k]) {
                Some(extent) => extent,
                None => return None,
            };
            if tile.items[k] != COMBINE {
                merged.items[untouched + entries.len] = extent;
                entries.push(tile.items[k]);
                extent = 1;
            }
            k += 1;
        }
        merged.truncate(untouched + entries.len);
    }
    Some(Stage {
        ones: before.len - dims.len,
        before,
        merged,
        entries,
        untouched,
    })
}

impl Stage {
    /// Returns the extents after the tile: untouched ones, tile coordinates, indices within the
    /// tile.
    pub const fn after(&self) -> PhysicalDims {
        let mut after = self.merged;
        let mut k = 0;
        while k < self.entries.len {
            let entry = self.entries.items[k];
            let extent = &mut after.items[self.untouched + k];
            if *extent > 0 && *extent != UNKNOWN {
                *extent = (*extent - 1) / entry + 1;
            }
            after.items[after.len] = entry;
            after.len += 1;
            k += 1;
        }
        after
    }

    /// Returns the entry that splits merged dimension `i`.
    pub const fn entry(&self, i: usize) -> Option<usize> {
        if i < self.untouched {
            None
        } else {
            Some(self.entries.at(i - self.untouched))
        }
    }

    /// Returns the merged dimension that dimension `axis` of `before` is part of, the entry that
    /// splits it, and the product of the other dimensions that are part of it.
    const fn merged_with(&self, axis: usize, tile: &Tile) -> (usize, usize, usize) {
        let mut i = self.untouched;
        let mut merged = self.untouched;
        let mut factor = 1;
        loop {
            if i != axis {
                factor *= self.before.items[i];
            }
            let entry = tile.items[i - self.untouched];
            if entry != COMBINE {
                if i >= axis {
                    return (merged, entry, factor);
                }
                merged += 1;
                factor = 1;
            }
            i += 1;
        }
    }

    /// Returns the index after the tile of an index before it.
    pub const fn split(&self, index: &PhysicalDims, tile: &Tile) -> PhysicalDims {
        let mut index = *index;
        while index.len() < self.before.len() {
            index.insert(0, 0);
        }
        let mut after = PhysicalDims::new(0);
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

    /// Returns the index within extents `dims` whose [`split`](Stage::split) is `after`; `None` if
    /// it is padding of the tile.
    pub const fn join(
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

/// Returns the extents after applying the first `count` of `tiles` to `dims`, in order; `None`
/// if they overflow. The caller has checked the number of dimensions.
pub const fn tiled_dims(
    dims: &PhysicalDims,
    tiles: &TileList,
    count: usize,
) -> Option<PhysicalDims> {
    let mut dims = *dims;
    let mut t = 0;
    while t < count {
        let Some(stage) = stage(&dims, &tiles.items[t]) else {
            return None;
        };
        dims = stage.after();
        t += 1;
    }
    Some(dims)
}

/// Returns the number of elements of one tile of the first level; 1 without a tile.
pub const fn tile_len(spec: &Spec) -> usize {
    let mut len = 1;
    if !spec.tiles.is_empty() {
        let tile = spec.tiles.at(0);
        let mut i = 0;
        while i < tile.len() {
            if tile.at(i) != COMBINE {
                len *= tile.at(i);
            }
            i += 1;
        }
    }
    len
}

/// Returns the extents after all tiles of a checked layout.
pub const fn physical_dims(spec: &Spec) -> PhysicalDims {
    match tiled_dims(&spec.untiled_dims(), &spec.tiles, spec.tiles.len) {
        Some(dims) => dims,
        None => panic!("a checked layout's sizes can be counted"),
    }
}

/// Returns the extents after the first tile, without those within the tile.
pub const fn tile_counts(spec: &Spec) -> PhysicalDims {
    let dims = spec.untiled_dims();
    if spec.tiles.is_empty() {
        return dims;
    }
    match stage(&dims, &spec.tiles.at(0)) {
        Some(stage) => {
            let mut counts = stage.after();
            counts.truncate(stage.merged.len);
            counts
        }
        None => dims,
    }
}

/// Returns the least and the largest extent that each dimension of `untiled_dims` can have,
/// alone, in the same physical dimensions. No extent is 0.
pub const fn extents_alike(spec: &Spec) -> [(usize, usize); MAX_RANK] {
    // Each tile makes `(extent * factor).div_ceil(entry)` of a dimension. The factor is the
    // product of the dimensions that `*` merges with it.
    let mut factors = [[(1, 1); MAX_RANK]; MAX_TILES];
    let mut dims = spec.untiled_dims();
    let rank = dims.len;
    // The number of the dimension after the tiles so far.
    let mut axes = [0; MAX_RANK];
    let mut dim = 0;
    while dim < rank {
        axes[dim] = dim;
        dim += 1;
    }
    let mut t = 0;
    while t < spec.tiles.len {
        let tile = &spec.tiles.items[t];
        let Some(stage) = stage(&dims, tile) else {
            panic!("a checked layout's sizes can be counted");
        };
        dim = 0;
        while dim < rank {
            let axis = axes[dim] + stage.ones;
            axes[dim] = axis;
            if axis >= stage.untouched {
                let (axis, entry, factor) = stage.merged_with(axis, tile);
                axes[dim] = axis;
                factors[t][dim] = (factor, entry);
            }
            dim += 1;
        }
        dims = stage.after();
        t += 1;
    }
    let mut alike = [(0, 0); MAX_RANK];
    dim = 0;
    while dim < rank {
        let extent = dims.items[axes[dim]];
        let (mut least, mut largest) = (extent, extent);
        t = spec.tiles.len;
        while t > 0 {
            t -= 1;
            // No overflow: the products are at most the number of positions.
            let (factor, entry) = factors[t][dim];
            least = (least - 1) * entry / factor + 1;
            largest = largest * entry / factor;
        }
        alike[dim] = (least, largest);
        dim += 1;
    }
    alike
}

/// Returns the position of an element: logical `index`, each within its dimension, of a checked
/// layout.
pub const fn offset(spec: &Spec, index: &[usize]) -> usize {
    let mut coordinates = PhysicalDims::new(0);
    let mut i = index.len();
    while i > 0 {
        i -= 1;
        coordinates.push(index[spec.minor_to_major.at(i)]);
    }
    offset_of_coordinates(spec, 0, &coordinates)
}

/// Returns the position of `coordinates`, an index over the dimensions after the first
/// `applied` tiles of a checked layout. It may be in their padding.
pub const fn offset_of_coordinates(
    spec: &Spec,
    applied: usize,
    coordinates: &PhysicalDims,
) -> usize {
    let Some(mut dims) = tiled_dims(&spec.untiled_dims(), &spec.tiles, applied) else {
        panic!("a checked layout's sizes can be counted");
    };
    let mut coordinates = *coordinates;
    let mut t = applied;
    while t < spec.tiles.len() {
        let tile = spec.tiles.at(t);
        let Some(stage) = stage(&dims, &tile) else {
            panic!("a checked layout's sizes can be counted");
        };
        coordinates = stage.split(&coordinates, &tile);
        dims = stage.after();
        t += 1;
    }
    let mut position = 0;
    let mut i = 0;
    while i < dims.len() {
        position = position * dims.at(i) + coordinates.at(i);
        i += 1;
    }
    position
}

/// Returns the row-major strides of physical dimensions, in elements.
pub const fn strides(physical: &PhysicalDims) -> PhysicalDims {
    let mut strides = PhysicalDims::filled(1, physical.len());
    let mut i = physical.len();
    while i > 1 {
        i -= 1;
        strides.set(i - 1, strides.at(i) * physical.at(i));
    }
    strides
}

/// Returns the logical index of the element at `position` of a checked layout; `None` on
/// padding and past the end. The inverse of [`offset`].
pub const fn index(spec: &Spec, position: usize) -> Option<Dims> {
    let Some(coordinates) = coordinates_at(spec, 0, position) else {
        return None;
    };
    let index = logical(spec, &coordinates);
    let mut i = 0;
    while i < index.len() {
        if index.at(i) >= spec.dims.at(i) {
            return None; // widened by PAD
        }
        i += 1;
    }
    Some(index)
}

/// Returns the index at `position` over the dimensions after the first `applied` tiles of a
/// checked layout; `None` on the padding of later tiles and past the end. The inverse of
/// [`offset_of_coordinates`].
pub const fn coordinates_at(spec: &Spec, applied: usize, position: usize) -> Option<PhysicalDims> {
    let physical = physical_dims(spec);
    let physical = physical.as_slice();
    // The index over the final, physical dimensions.
    let mut coordinates = PhysicalDims::filled(0, physical.len());
    let mut rest = position;
    let mut i = physical.len();
    while i > 0 {
        i -= 1;
        if physical[i] == 0 {
            return None;
        }
        coordinates.set(i, rest % physical[i]);
        rest /= physical[i];
    }
    if rest > 0 {
        return None;
    }
    // Undoes the tiles, the last one first.
    let untiled = spec.untiled_dims();
    let mut t = spec.tiles.len();
    while t > applied {
        t -= 1;
        let tile = spec.tiles.at(t);
        let Some(dims) = tiled_dims(&untiled, &spec.tiles, t) else {
            return None;
        };
        let Some(stage) = stage(&dims, &tile) else {
            return None;
        };
        let Some(joined) = stage.join(&coordinates, &tile, &dims) else {
            return None;
        };
        coordinates = joined;
    }
    Some(coordinates)
}

/// Returns the logical index of an index in physical order, before any tile.
pub const fn logical(spec: &Spec, coordinates: &PhysicalDims) -> Dims {
    let rank = spec.dims.len();
    let mut index = Dims::filled(0, rank);
    let mut i = 0;
    while i < rank {
        index.set(spec.minor_to_major.at(rank - 1 - i), coordinates.at(i));
        i += 1;
    }
    index
}
