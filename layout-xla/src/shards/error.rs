//! `ShardingError`: why a sharding does not fit an array.

use core::fmt;

use layout_runtime::RegionError;

use crate::tpu::TpuError;

/// Why a sharding does not fit an array, or a query a sharded array.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::shards::{Sharded, Sharding};
///
/// let sharding = Sharding::parse("{devices=[2,1]<=[2]}")?;
/// let shard = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let error = Sharded::new(&[5], &sharding, shard).unwrap_err();
/// assert_eq!(error.to_string(), "the sharding splits 2 dimensions, but the array has 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ShardingError {
    /// The number of dimensions that the sharding splits differs from the array's.
    Rank {
        /// The dimensions of the sharding.
        sharding: usize,
        /// The dimensions of the array.
        array: usize,
    },
    /// The number of dimensions of the layout differs from the array's.
    LayoutRank {
        /// The dimensions of the layout.
        layout: usize,
        /// The dimensions of the array.
        array: usize,
    },
    /// The layout's extents differ from a shard's.
    Shard {
        /// The first dimension that differs.
        dimension: usize,
        /// The array's extent there, divided by the number of shards and rounded up.
        extent: usize,
        /// The layout's extent there.
        layout: usize,
    },
    /// More than 12 dimensions.
    TooManyDims(usize),
    /// `{unknown}` says nothing.
    Unknown,
    /// The array has no shard on this device.
    Device(usize),
    /// The region is not within the array.
    Region(RegionError),
    /// The TPU's rule has no layout for the shard.
    Layout(TpuError),
}

impl fmt::Display for ShardingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ShardingError::Rank { sharding, array } => write!(
                f,
                "the sharding splits {sharding} dimensions, but the array has {array}"
            ),
            ShardingError::LayoutRank { layout, array } => write!(
                f,
                "the layout of a shard has {layout} dimensions, but the array has {array}"
            ),
            ShardingError::Shard {
                dimension,
                extent,
                layout,
            } => write!(
                f,
                "a shard has {extent} elements along dimension {dimension}, but its layout \
                 {layout}\n  = help: an extent is the array's, divided by the number of shards \
                 and rounded up"
            ),
            ShardingError::TooManyDims(rank) => write!(
                f,
                "the array has {rank} dimensions, but layouts have at most {}",
                layout_core::spec::MAX_RANK
            ),
            ShardingError::Unknown => {
                f.write_str("an unknown sharding does not say where shards are")
            }
            ShardingError::Device(device) => write!(f, "no shard is on device {device}"),
            ShardingError::Region(error) => error.fmt(f),
            ShardingError::Layout(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ShardingError {}

impl From<RegionError> for ShardingError {
    fn from(error: RegionError) -> ShardingError {
        ShardingError::Region(error)
    }
}
