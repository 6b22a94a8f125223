//! `ShardBytes`: the bytes of a sharded array, by cause.

use super::Sharded;

/// The bytes of a device's shard or of all devices, by their contents. Units are bytes; a part of
/// a byte counts as padding.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::shards::{Sharded, Sharding};
///
/// let sharding = Sharding::parse("{devices=[3,2]<=[6] last_tile_dim_replicate}")?;
/// let shard = Layout::parse("f32[2]{0:T(4)}")?;
/// let bytes = Sharded::new(&[5], &sharding, shard)?.bytes();
/// assert_eq!((bytes.elements, bytes.replicas), (20, 20)); // 5 elements, twice
/// assert_eq!(bytes.uneven, 2 * 4); // the last shard has 1 of 2, twice
/// assert_eq!(bytes.tiles, 6 * 8); // 2 of each tile of 4
/// assert_eq!(bytes.total(), 6 * 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ShardBytes {
    /// The elements, once.
    pub elements: u128,
    /// The elements again, on other devices with the same shard.
    pub replicas: u128,
    /// Missing elements of shards at the end of the array, because the array is not a multiple
    /// of the shards.
    pub uneven: u128,
    /// Padding of the shard's layout: tiles, `PAD` and `L(n)`.
    pub tiles: u128,
}

impl ShardBytes {
    /// All bytes.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.elements + self.replicas + self.uneven + self.tiles
    }
}

impl Sharded {
    /// Returns the bytes of all devices, each of which stores a whole shard.
    #[must_use]
    pub fn total_bytes(&self) -> u128 {
        self.num_devices() as u128 * self.shard().padded_bytes() as u128
    }

    /// Returns the bytes of all devices, by cause. For `{manual}` and `{unreduced}`, replicas are
    /// the additional arrays with a shard's extents.
    #[must_use]
    pub fn bytes(&self) -> ShardBytes {
        let elements = if self.dims().contains(&0) {
            0
        } else {
            self.dims().iter().map(|&dim| dim as u128).product()
        };
        let (shards, devices) = (self.num_shards() as u128, self.num_devices() as u128);
        let held = self.bytes_of(elements);
        let whole = self.bytes_of(shards * self.shard().num_elements() as u128);
        let copies = devices / shards;
        ShardBytes {
            elements: held,
            replicas: (copies - 1) * held,
            uneven: copies * (whole - held),
            tiles: self.total_bytes() - copies * whole,
        }
    }

    /// Returns the bytes of one device, by cause; `None` for a device without a shard.
    #[must_use]
    pub fn device_bytes(&self, device: usize) -> Option<ShardBytes> {
        let held = self.shard_dims(device)?.into_iter().map(|dim| dim as u128);
        let held = match self.shard().num_elements() {
            0 => 0,
            _ => self.bytes_of(held.product()),
        };
        let whole = self.bytes_of(self.shard().num_elements() as u128);
        Some(ShardBytes {
            elements: held,
            replicas: 0,
            uneven: whole - held,
            tiles: self.shard().padded_bytes() as u128 - whole,
        })
    }

    /// Returns the whole bytes of elements.
    fn bytes_of(&self, elements: u128) -> u128 {
        elements * self.shard().element_bits() as u128 / 8
    }
}
