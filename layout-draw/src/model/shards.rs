//! `Shards`: an array cut over devices.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::cell::{Cell, is_index};
use super::shown::{Shown, elide};
use super::side::Side;
use super::summary;
use layout_core::spec::checked_spec::CheckedSpec;
use layout_core::util::words;

/// An array cut over devices: [`Text::shards`](crate::Text::shards) and
/// [`Svg::shards`](crate::Svg::shards) draw it. A dimension of `d` elements in `k` shards has
/// shards of `ceil(d / k)` elements, so that the last shards may hold fewer elements, or none.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, draw};
///
/// // Two shards of 50 rows, each on two devices.
/// let shards = draw::Shards::new(&[100, 300], &[2, 1], [0, 1, 2, 3]);
/// let shard = Layout::parse("bf16[50,300]{1,0:T(8,128)(2,1)}").unwrap();
/// assert_eq!(
///     shards.location(&shard),
///     "(99,299) is (49,299) of the shard on devices 2,3: tile 20, byte 41,134 of 43,008"
/// );
/// let text = draw::Text::new(&shard).shards(&shards);
/// assert!(text.contains("50–99 ┃[2,3]┃"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shards {
    dims: Vec<usize>,
    counts: Vec<usize>,
    devices: Vec<usize>,
    /// The element that is located; `None` if the array has no element.
    marked: Option<Vec<usize>>,
}

impl Shards {
    /// Returns an array of `dims` elements in `counts` shards along its dimensions. `devices` are
    /// the numbers of the devices in row-major order of their shards; the devices of one shard are
    /// neighbours.
    ///
    /// # Panics
    ///
    /// If there is not one count per dimension, or the number of devices is not a positive
    /// multiple of the number of shards.
    #[must_use]
    #[track_caller]
    pub fn new(
        dims: &[usize],
        counts: &[usize],
        devices: impl IntoIterator<Item = usize>,
    ) -> Shards {
        let devices: Vec<usize> = devices.into_iter().collect();
        let shards: usize = counts.iter().product();
        assert_eq!(dims.len(), counts.len(), "one count per dimension");
        assert!(
            !devices.is_empty() && shards > 0 && devices.len().is_multiple_of(shards),
            "{} devices for {shards} shards",
            devices.len()
        );
        let last = dims.iter().map(|dim| dim.checked_sub(1));
        Shards {
            marked: last.collect(),
            dims: dims.to_vec(),
            counts: counts.to_vec(),
            devices,
        }
    }

    /// Chooses the element that is located, instead of the last one.
    ///
    /// # Panics
    ///
    /// If the index is out of bounds.
    #[must_use]
    #[track_caller]
    pub fn mark(mut self, index: &[usize]) -> Shards {
        assert!(
            is_index(index, &self.dims),
            "{index:?} is not an index of {:?}",
            self.dims
        );
        self.marked = Some(index.to_vec());
        self
    }

    /// Returns the devices, the tile and the byte of the chosen element in one line, for shards
    /// of this layout; an empty text if the array has no element.
    ///
    /// # Panics
    ///
    /// If the layout does not have the dimensions of a shard.
    #[must_use]
    #[track_caller]
    pub fn location(&self, shard: impl Into<CheckedSpec>) -> String {
        self.location_within(&shard.into(), usize::MAX)
    }

    /// Returns the same, with at most `most` numbers of devices.
    #[track_caller]
    pub(crate) fn location_within(&self, layout: &CheckedSpec, most: usize) -> String {
        self.check(layout);
        let Some((index, (local, shard))) = self.marked.as_ref().zip(self.local()) else {
            return String::new();
        };
        let cell = Cell::at(layout, layout.offset(&local));
        let tile = match cell.tile {
            Some(tile) if !layout.tiles().is_empty() => {
                alloc::format!("tile {}, ", words::grouped(tile))
            }
            _ => String::new(),
        };
        let byte = (cell.position as u128 * layout.element_bits() as u128 / 8) as usize;
        let devices = self.devices(shard);
        alloc::format!(
            "({}) is ({}) of the shard on device{} {}: {tile}byte {} of {}",
            words::joined(index, ","),
            words::joined(&local, ","),
            if devices.len() == 1 { "" } else { "s" },
            devices_text(devices, most),
            words::grouped(byte),
            words::grouped(layout.padded_bytes()),
        )
    }

    /// Returns the position of the marked element in its shard.
    pub(crate) fn position(&self, layout: &CheckedSpec) -> Option<usize> {
        self.local().map(|(local, _)| layout.offset(&local))
    }

    /// Panics if the layout is not a shard's.
    #[track_caller]
    pub(crate) fn check(&self, layout: &CheckedSpec) {
        let extents: Vec<usize> = (0..self.dims.len()).map(|dim| self.extent(dim)).collect();
        assert_eq!(layout.dims(), extents, "`{layout}` is not a shard's layout");
    }

    /// Returns the index of the marked element in its shard, and the number of this shard.
    fn local(&self) -> Option<(Vec<usize>, usize)> {
        let (mut local, mut shard) = (self.marked.clone()?, 0);
        for (dim, at) in local.iter_mut().enumerate() {
            shard = shard * self.counts[dim] + *at / self.extent(dim);
            *at %= self.extent(dim);
        }
        Some((local, shard))
    }

    /// Returns the elements of a shard along a dimension.
    fn extent(&self, dim: usize) -> usize {
        self.dims[dim].div_ceil(self.counts[dim])
    }

    fn devices(&self, shard: usize) -> &[usize] {
        let copies = self.devices.len() / self.counts.iter().product::<usize>();
        &self.devices[shard * copies..(shard + 1) * copies]
    }

    /// `Array, y × x = 100 × 300, in 2 × 1 shards, each with its 2 devices`.
    pub(crate) fn title(&self) -> String {
        let shards: usize = self.counts.iter().product();
        let copies = self.devices.len() / shards;
        let title = summary::array_title("Array", &self.dims);
        if shards == 1 {
            return alloc::format!("{title}, on {}", words::count(copies, "device"));
        }
        let sizes = words::sizes(&self.counts);
        match copies {
            1 => alloc::format!("{title}, in {sizes} shards with their devices"),
            _ => {
                let copies = words::grouped(copies);
                alloc::format!("{title}, in {sizes} shards, each with its {copies} devices")
            }
        }
    }

    /// True if a shard holds fewer elements than another one.
    pub(crate) fn is_uneven(&self) -> bool {
        (0..self.dims.len()).any(|dim| !self.dims[dim].is_multiple_of(self.counts[dim]))
    }
}

/// Numbers of devices, with ranges for three consecutive numbers and more: `0–3,8`. If there are
/// more than `most` numbers and ranges, the middle is omitted.
pub(crate) fn devices_text(devices: &[usize], most: usize) -> String {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for &device in devices {
        match runs.last_mut() {
            Some(run) if run.end == device => run.end += 1,
            _ => runs.push(device..device.saturating_add(1)),
        }
    }
    let mut texts: Vec<String> = Vec::new();
    for run in runs {
        match run.len() {
            0..=2 => texts.extend(run.map(|device| device.to_string())),
            _ => texts.push(alloc::format!("{}–{}", run.start, run.end - 1)),
        }
    }
    if texts.len() > most {
        let last = texts.pop().unwrap_or_default();
        texts.truncate(most.saturating_sub(2).max(1));
        texts.extend(["…".to_string(), last]);
    }
    texts.join(",")
}

/// Shards as rows and columns: along the two most minor dimensions that are cut, or as many
/// others if fewer are. Each combination of the other dimensions that are cut is a slice.
pub(crate) struct ShardPlane<'a> {
    shards: &'a Shards,
    down: Option<usize>,
    across: Option<usize>,
    outer: Vec<usize>,
    /// The marked shard.
    marked: Option<usize>,
}

/// One shard.
pub(crate) struct Shard {
    pub(crate) number: usize,
    /// Its devices, at most three numbers or ranges.
    pub(crate) devices: String,
    is_replicated: bool,
    pub(crate) marked: bool,
}

impl Shard {
    /// `device 5` or `devices 2,3`.
    pub(crate) fn words(&self) -> String {
        let s = if self.is_replicated { "s" } else { "" };
        alloc::format!("device{s} {}", self.devices)
    }
}

impl<'a> ShardPlane<'a> {
    pub(crate) fn new(shards: &'a Shards) -> ShardPlane<'a> {
        let rank = shards.dims.len();
        let mut dims: Vec<usize> = (0..rank).collect();
        // Stable: those that are cut come last.
        dims.sort_by_key(|&dim| shards.counts[dim] > 1);
        let mut plane = dims.split_off(rank.saturating_sub(2));
        plane.sort_unstable();
        dims.retain(|&dim| shards.counts[dim] > 1);
        ShardPlane {
            shards,
            across: plane.pop(),
            down: plane.pop(),
            outer: dims,
            marked: shards.local().map(|(_, shard)| shard),
        }
    }

    /// Returns a dimension and its shards.
    fn side(&self, dim: Option<usize>) -> Side {
        dim.map_or(Side::NONE, |dim| Side {
            count: self.shards.counts[dim],
            extent: self.shards.extent(dim),
            size: self.shards.dims[dim],
            is_labelled: true,
        })
    }

    /// Rows and columns of shards.
    pub(crate) fn sides(&self) -> (Side, Side) {
        (self.side(self.down), self.side(self.across))
    }

    /// Returns the rows drawn.
    pub(crate) fn shown_rows(&self) -> Vec<Shown> {
        match self.side(self.down).count {
            down @ 17.. => elide(down, 5, 2),
            down => elide(down, down, 0),
        }
    }

    pub(crate) fn slices(&self) -> usize {
        let counts = self.outer.iter().map(|&dim| self.shards.counts[dim]);
        counts.product()
    }

    /// `y\x`; empty without rows.
    pub(crate) fn corner(&self) -> String {
        let letters = summary::letters(self.shards.dims.len());
        match (self.down, self.across) {
            (Some(down), Some(across)) => alloc::format!("{}\\{}", letters[down], letters[across]),
            _ => String::new(),
        }
    }

    fn outer_index(&self, mut slice: usize) -> Vec<usize> {
        let mut index = alloc::vec![0; self.shards.dims.len()];
        for &dim in self.outer.iter().rev() {
            index[dim] = slice % self.shards.counts[dim];
            slice /= self.shards.counts[dim];
        }
        index
    }

    /// Returns the elements of a slice along its dimensions: `z = 0–7`; empty if there is one
    /// slice.
    pub(crate) fn slice_label(&self, slice: usize) -> String {
        let letters = summary::letters(self.shards.dims.len());
        let index = self.outer_index(slice);
        let label = |&dim: &usize| {
            let side = self.side(Some(dim));
            let [elements, beyond] = side.split(index[dim]);
            let (range, note) = if elements.is_empty() {
                (beyond, " ░")
            } else {
                (elements, "")
            };
            alloc::format!("{} = {}{note}", letters[dim], side.text(&range))
        };
        self.outer.iter().map(label).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn shard(&self, slice: usize, row: usize, column: usize) -> Shard {
        let mut index = self.outer_index(slice);
        for (dim, at) in [(self.down, row), (self.across, column)] {
            if let Some(dim) = dim {
                index[dim] = at;
            }
        }
        let pairs = index.iter().zip(&self.shards.counts);
        let number = pairs.fold(0, |number, (at, count)| number * count + at);
        let devices = self.shards.devices(number);
        Shard {
            number,
            devices: devices_text(devices, 3),
            is_replicated: devices.len() > 1,
            marked: self.marked == Some(number),
        }
    }

    /// Returns the number of a shard's colour; neighbours have different colours.
    pub(crate) fn color(&self, shard: usize) -> usize {
        let (_, across) = self.sides();
        shard % if across.count.is_multiple_of(6) { 5 } else { 6 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_ranges() {
        assert_eq!(devices_text(&[2, 3], 3), "2,3");
        assert_eq!(devices_text(&[0, 1, 2, 3, 8], 3), "0–3,8");
        assert_eq!(devices_text(&[0, 8, 16, 24, 32], 3), "0,…,32");
        assert_eq!(devices_text(&[0, 8, 16], 3), "0,8,16");
        assert_eq!(devices_text(&[7], 3), "7");
    }

    #[test]
    fn planes_follow_the_dimensions_that_are_cut() {
        let size = |counts: &[usize]| {
            let devices: usize = counts.iter().product();
            let shards = Shards::new(&[9; 4][..counts.len()], counts, 0..devices);
            let plane = ShardPlane::new(&shards);
            let (down, across) = plane.sides();
            (plane.slices(), (down.count, across.count), plane.corner())
        };
        assert_eq!(size(&[]), (1, (1, 1), "".into()));
        assert_eq!(size(&[3]), (1, (1, 3), "".into()));
        assert_eq!(size(&[2, 1, 3]), (1, (2, 3), "z\\x".into()));
        assert_eq!(size(&[3, 1, 1, 1]), (1, (3, 1), "p\\x".into()));
        assert_eq!(size(&[2, 3, 4]), (2, (3, 4), "y\\x".into()));
    }
}
