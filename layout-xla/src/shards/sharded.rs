//! `Sharded`: an array on several devices.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use layout_core::spec::element_type::ElementType;
use layout_core::spec::{Dims, MAX_RANK};

use super::device_order::DeviceOrder;
use super::error::ShardingError;
use super::sharding_text::MAX_DEVICES;
use super::{Assignment, Parts, Sharding, Subgroup};
use crate::tpu;
use layout_runtime::IndexRanges;
use layout_runtime::iter::ByteRanges;
use layout_runtime::{Index, Layout};

/// An array on several devices: its dimensions, its sharding, and the layout of a shard.
///
/// A dimension of `d` elements in `k` shards has shards of `c = ceil(d / k)`. Element `i`
/// is element `i mod c` of shard `i / c`. The last shards may have fewer than `c` elements,
/// or none. Each device still stores a whole shard: the layout has `c` elements,
/// and its tiles pad the shard, not the array.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::shards::{Sharded, Sharding};
///
/// let sharding = Sharding::parse("{devices=[4]<=[4]}")?;
/// let shard = Layout::parse("f32[2]{0:T(4)}")?;
/// let array = Sharded::new(&[5], &sharding, shard)?;
/// let held = (0..4).map(|device| array.region(device).unwrap()[0].clone());
/// assert_eq!(held.collect::<Vec<_>>(), [0..2, 2..4, 4..5, 5..5]);
/// assert_eq!(array.total_bytes(), 4 * 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sharded {
    dims: Dims,
    sharding: Sharding,
    shard: Layout,
    /// The sharding as tiles, one number of shards per dimension.
    assignment: Assignment,
}

/// The location of an element: [`Sharded::locate`].
#[derive(Clone, Debug)]
pub struct Location<'a> {
    /// The devices that store it, the first replica first.
    pub devices: Devices<'a>,
    /// Its index within the shard.
    pub local: Index,
    /// The byte of the shard's buffer at which it begins; elements of less than a byte may begin
    /// within that byte.
    pub byte: usize,
}

/// The numbers of the devices that store a shard, the first replica first.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Devices<'a> {
    order: &'a DeviceOrder,
    tiles: Range<usize>,
}

impl Iterator for Devices<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.tiles.next().map(|tile| self.order.device(tile))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.tiles.size_hint()
    }
}

impl ExactSizeIterator for Devices<'_> {}

impl core::iter::FusedIterator for Devices<'_> {}

/// Returns the extents of a shard: each dimension divided by its number of shards, rounded up.
fn shard_extents(dims: &[usize], counts: &[usize]) -> Dims {
    let mut extents = Dims::from_slice(dims);
    for (extent, count) in extents.as_mut().iter_mut().zip(counts) {
        *extent = extent.div_ceil(*count);
    }
    extents
}

/// Returns the sharding as tiles of an array of `rank` dimensions.
fn assignment(sharding: &Sharding, rank: usize) -> Result<Assignment, ShardingError> {
    let whole = |group, order| Assignment {
        counts: vec![1; rank],
        groups: group,
        order,
    };
    let one = DeviceOrder::iota(&[], &[]);
    match &sharding.parts {
        Parts::Unknown => Err(ShardingError::Unknown),
        Parts::Maximal(device) => Ok(whole(Vec::new(), DeviceOrder::List(vec![*device]))),
        Parts::Replicated => Ok(whole(vec![(Subgroup::Replicated, 1)], one)),
        Parts::Manual => Ok(whole(vec![(Subgroup::Manual, 1)], one)),
        Parts::Unreduced => Ok(whole(vec![(Subgroup::Unreduced, 1)], one)),
        Parts::Tiled(assignment) if assignment.counts.len() == rank => Ok(assignment.clone()),
        Parts::Tiled(assignment) => Err(ShardingError::Rank {
            sharding: assignment.counts.len(),
            array: rank,
        }),
    }
}

impl Sharded {
    /// Creates an array of `dims` elements whose shards have the layout `shard`. If the sharding
    /// does not specify a number of devices (`{replicated}`), one device is assumed;
    /// [`with_devices`](Sharded::with_devices) sets another number.
    ///
    /// # Errors
    ///
    /// When the sharding splits another number of dimensions, the layout is not one of a shard's
    /// extents, or the sharding is `{unknown}`.
    pub fn new(
        dims: &[usize],
        sharding: &Sharding,
        shard: Layout,
    ) -> Result<Sharded, ShardingError> {
        let array = Sharded::with(dims, sharding, |_| Ok::<_, ShardingError>(shard))?;
        let (layout, array_rank) = (array.shard.rank(), dims.len());
        if layout != array_rank {
            let array = array_rank;
            return Err(ShardingError::LayoutRank { layout, array });
        }
        let extents = shard_extents(dims, &array.assignment.counts);
        let mut pairs = extents.iter().zip(array.shard.dims()).enumerate();
        if let Some((dimension, (&extent, &layout))) = pairs.find(|(_, (a, b))| a != b) {
            return Err(ShardingError::Shard {
                dimension,
                extent,
                layout,
            });
        }
        Ok(array)
    }

    /// [`new`](Sharded::new) with the layout that a TPU chooses for a shard:
    /// [`tpu::default_layout`].
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Sharded::new) and of [`tpu::default_layout`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    /// use tiled_layout::xla::shards::{Sharded, Sharding};
    ///
    /// let sharding = Sharding::parse("{devices=[4,1]<=[4]}")?;
    /// let array = Sharded::tpu(ElementType::F32, &[1000, 12], &sharding)?;
    /// assert_eq!(array.shard().to_string(), "f32[250,12]{0,1:T(8,128)}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tpu(
        element: ElementType,
        dims: &[usize],
        sharding: &Sharding,
    ) -> Result<Sharded, ShardingError> {
        Sharded::with(dims, sharding, |extents| {
            tpu::default_layout(element, extents).map_err(ShardingError::Layout)
        })
    }

    /// [`new`](Sharded::new) with a layout that `shard` makes from the extents of a shard.
    ///
    /// # Errors
    ///
    /// The errors of [`new`](Sharded::new) and of `shard`.
    pub fn with<E: From<ShardingError>>(
        dims: &[usize],
        sharding: &Sharding,
        shard: impl FnOnce(&[usize]) -> Result<Layout, E>,
    ) -> Result<Sharded, E> {
        if dims.len() > MAX_RANK {
            return Err(ShardingError::TooManyDims(dims.len()).into());
        }
        let assignment = assignment(sharding, dims.len())?;
        Ok(Sharded {
            shard: shard(&shard_extents(dims, &assignment.counts))?,
            dims: Dims::from_slice(dims),
            sharding: sharding.clone(),
            assignment,
        })
    }

    /// Returns the same array on devices 0 to `devices - 1`, if the sharding does not say how many
    /// devices there are. Other shardings are not changed; neither does a number above 16,777,216
    /// change anything.
    #[must_use]
    pub fn with_devices(mut self, devices: usize) -> Sharded {
        let untold = self.sharding.num_devices().is_none();
        if let (true, Some((_, size))) = (untold, self.assignment.groups.first_mut())
            && (1..=MAX_DEVICES).contains(&devices)
        {
            *size = devices;
            self.assignment.order = DeviceOrder::iota(&[devices], &[0]);
        }
        self
    }

    /// Returns the array's dimensions, in elements.
    #[must_use]
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// Returns the sharding.
    #[must_use]
    pub fn sharding(&self) -> &Sharding {
        &self.sharding
    }

    /// Returns the layout of each shard.
    #[must_use]
    pub fn shard(&self) -> &Layout {
        &self.shard
    }

    /// Returns the number of devices.
    #[must_use]
    pub fn num_devices(&self) -> usize {
        self.num_shards() * self.assignment.devices_per_shard()
    }

    /// Returns the number of shards, without replicas.
    #[must_use]
    pub fn num_shards(&self) -> usize {
        self.assignment.counts.iter().product()
    }

    /// Returns the devices, in row-major order of their shards; the devices of one shard are in the
    /// order of its replicas.
    pub fn devices(&self) -> Devices<'_> {
        Devices {
            order: &self.assignment.order,
            tiles: 0..self.num_devices(),
        }
    }

    /// Returns the devices that store the shard with these numbers along the dimensions.
    fn devices_of(&self, shard: &[usize]) -> Devices<'_> {
        let counts = self.assignment.counts.iter();
        let number = counts
            .zip(shard)
            .fold(0, |number, (count, at)| number * count + at);
        let copies = self.assignment.devices_per_shard();
        Devices {
            order: &self.assignment.order,
            tiles: number * copies..(number + 1) * copies,
        }
    }

    /// Returns the location of an element; `None` when `index` does not have one number per
    /// dimension, each within it.
    #[must_use]
    pub fn locate(&self, index: &[usize]) -> Option<Location<'_>> {
        if index.len() != self.dims.len() {
            return None;
        }
        let (mut local, mut shard) = (Index::from_slice(index), Dims::filled(0, index.len()));
        for (dim, &extent) in self.shard.dims().iter().enumerate() {
            if index[dim] >= self.dims.at(dim) {
                return None;
            }
            shard.set(dim, index[dim] / extent);
            local.set(dim, index[dim] % extent);
        }
        let position = self.shard.checked_offset(&local)?;
        Some(Location {
            devices: self.devices_of(&shard),
            local,
            byte: (position as u128 * self.shard.element_bits() as u128 / 8) as usize,
        })
    }

    /// Returns the index in the array of the element at index `local` of a device's shard: the
    /// inverse of [`locate`](Sharded::locate). `None` if the device does not store this element.
    #[must_use]
    pub fn global(&self, device: usize, local: &[usize]) -> Option<Index> {
        let region = self.region(device)?;
        if local.len() != region.len() {
            return None;
        }
        let mut index = Index::from_slice(local);
        for (at, range) in index.as_mut().iter_mut().zip(region) {
            if *at >= range.len() {
                return None;
            }
            *at += range.start;
        }
        Some(index)
    }

    /// Returns the indices of the array that a device stores, one range per dimension: empty ranges
    /// if the array ends before the shard begins; `None` for a device without a shard.
    #[must_use]
    pub fn region(&self, device: usize) -> Option<Vec<Range<usize>>> {
        let mut number = self.assignment.order.tile(device)? / self.assignment.devices_per_shard();
        let mut region = vec![0..0; self.dims.len()];
        for (dim, &count) in self.assignment.counts.iter().enumerate().rev() {
            region[dim] = self.range(dim, number % count);
            number /= count;
        }
        Some(region)
    }

    /// Returns the indices along a dimension that a shard contains.
    fn range(&self, dim: usize, shard: usize) -> Range<usize> {
        let (dim, extent) = (self.dims.at(dim), self.shard.dims()[dim]);
        let start = shard.saturating_mul(extent).min(dim);
        start..start.saturating_add(extent).min(dim)
    }

    /// Returns the number of elements that a device stores along each dimension, at most the
    /// extents of a shard; `None` for a device without a shard.
    #[must_use]
    pub fn shard_dims(&self, device: usize) -> Option<Dims> {
        let region = self.region(device)?;
        let mut dims = Dims::filled(0, region.len());
        for (dim, range) in region.iter().enumerate() {
            dims.set(dim, range.len());
        }
        Some(dims)
    }

    /// Returns the byte ranges of a device's buffer that contain elements of a region of the array,
    /// merged and in memory order. They are empty if the device stores no element of the region.
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it, or no shard on the device.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    /// use tiled_layout::xla::shards::{Sharded, Sharding};
    ///
    /// let sharding = Sharding::parse("{devices=[2,1]<=[2]}")?;
    /// let shard = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let array = Sharded::new(&[6, 5], &sharding, shard)?;
    /// // Rows 2 and 3: the last row of one shard, the first row of the other.
    /// let bytes = |device| array.runs(device, (2..4, ..2)).map(|runs| runs.collect::<Vec<_>>());
    /// assert_eq!(bytes(0)?, [48..56]);
    /// assert_eq!(bytes(1)?, [0..8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn runs(
        &self,
        device: usize,
        region: impl IndexRanges<Index>,
    ) -> Result<ByteRanges, ShardingError> {
        let asked = region.within(&self.dims)?.ranges();
        let mut ranges = self.region(device).ok_or(ShardingError::Device(device))?;
        for (range, asked) in ranges.iter_mut().zip(&*asked) {
            let Range { start, end } = *range;
            let low = asked.start.clamp(start, end);
            *range = low - start..asked.end.clamp(low, end) - start;
        }
        Ok(self.shard.byte_ranges(ranges)?)
    }
}
