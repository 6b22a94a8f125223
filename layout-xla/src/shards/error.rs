//! `ShardingError`: why a text is not a sharding, and why a sharding does not fit an array.

use core::fmt::{self, Display};
use core::ops::Range;

use layout_core::parse::error::const_message;
use layout_core::spec::element_type::ElementType;
use layout_core::spec::error_kind::ErrorKind;

use crate::proto::ProtoError;
use crate::tpu::TpuError;
use layout_runtime::RegionError;

/// Why a text or a message is not a sharding, and where; or why a sharding does not fit an
/// array, or a query a sharded array.
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::shards::{Sharded, Sharding};
///
/// let error = Sharding::parse("{devices=[2,2]<=[5]}").unwrap_err();
/// assert_eq!(error.range(), 14..19);
/// assert_eq!(
///     error.to_string(),
///     "the dimensions of `devices` make 4 tiles, but there are 5 devices\n  \
///      = help: write as many devices as tiles: `<=[4]`"
/// );
///
/// let sharding = Sharding::parse("{devices=[2,1]<=[2]}")?;
/// let shard = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let error = Sharded::new(&[5], &sharding, shard).unwrap_err();
/// assert_eq!(error.to_string(), "the sharding splits 2 dimensions, but the array has 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardingError {
    why: Why,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    /// A range of bytes of a text or of a message.
    Text {
        fault: Fault,
        start: usize,
        end: usize,
    },
    /// The sharding, and an array.
    Array(Misfit),
}

/// What is wrong with a text or a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// This was expected, and something else found.
    Expected(&'static str),
    UnknownKind,
    UnknownSubgroup,
    Tuple,
    Trailing,
    TooLarge,
    TooManyDims,
    TooManyDevices,
    ZeroExtent,
    NoPermutation {
        rank: usize,
    },
    Count {
        tiles: usize,
        devices: usize,
    },
    Repeated {
        device: usize,
    },
    Subgroups {
        given: usize,
        dims: usize,
    },
    OtherMesh,
    UnknownAxis,
    RepeatedAxis,
    SubAxis {
        extent: usize,
    },
    Protobuf(ProtoError),
    Negative,
}

/// The most devices of a sharding.
pub(super) const MAX_DEVICES: usize = 1 << 24;

impl ShardingError {
    pub(super) fn new(fault: Fault, range: Range<usize>) -> ShardingError {
        let Range { start, end } = range;
        ShardingError {
            why: Why::Text { fault, start, end },
        }
    }

    /// The range of bytes of the text or of the message in error; empty if a sharding does
    /// not fit an array.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        match self.why {
            Why::Text { start, end, .. } => start..end,
            Why::Array(_) => 0..0,
        }
    }
}

impl Display for ShardingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::Text { fault, start, .. } => fault.write(f, start),
            Why::Array(misfit) => misfit.write(f),
        }
    }
}

impl core::error::Error for ShardingError {}

impl Fault {
    /// Writes what is wrong at byte `start`.
    fn write(self, f: &mut fmt::Formatter<'_>, start: usize) -> fmt::Result {
        const HELP: &str = "\n  = help:";
        match self {
            Fault::Expected(what) => write!(f, "expected {what} at byte {}", start),
            Fault::UnknownKind => write!(
                f,
                "no sharding begins like this{HELP} write `{{replicated}}`, `{{maximal device=0}}`, \
                 `{{manual}}` or `{{devices=[2,1]<=[2]}}`"
            ),
            Fault::UnknownSubgroup => write!(
                f,
                "not a type of a subgroup{HELP} write `replicated`, `manual` or `unreduced`"
            ),
            Fault::Tuple => write!(
                f,
                "the sharding of a tuple is several shardings{HELP} give that of one array"
            ),
            Fault::Trailing => write!(f, "text follows the sharding at byte {}", start),
            Fault::TooLarge => f.write_str("the number is too large"),
            Fault::TooManyDims => write!(f, "a sharding has at most {MAX_TILE_DIMS} dimensions"),
            Fault::TooManyDevices => write!(f, "a sharding has at most {MAX_DEVICES} devices"),
            Fault::ZeroExtent => f.write_str("a dimension of `devices` is 0"),
            Fault::NoPermutation { rank } => write!(
                f,
                "the permutation does not have each number below {rank} once"
            ),
            Fault::Count { tiles, devices } => write!(
                f,
                "the dimensions of `devices` make {tiles} tiles, but there are {devices} devices\
                 {HELP} write as many devices as tiles: `<=[{tiles}]`"
            ),
            Fault::Repeated { device } => write!(f, "device {device} has two tiles"),
            Fault::Subgroups { given, dims } => write!(
                f,
                "{given} subgroups are named, but `devices` has {dims} dimensions"
            ),
            Fault::OtherMesh => f.write_str("the sharding is on a mesh of another name"),
            Fault::UnknownAxis => f.write_str("the mesh has no such axis"),
            Fault::RepeatedAxis => f.write_str("an axis, or a part of it, is used twice"),
            Fault::SubAxis { extent } => write!(f, "no such part of an axis of {extent}"),
            Fault::Protobuf(error) => error.fmt(f),
            Fault::Negative => f.write_str("a number is negative"),
        }
    }
}

/// The most dimensions of a tile assignment: those of an array, and subgroups.
pub(super) const MAX_TILE_DIMS: usize = layout_core::spec::MAX_RANK + 4;

/// Why a sharding does not fit an array, or a query a sharded array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misfit {
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
    /// The TPU's rule has not been checked for this element type.
    Untried(ElementType),
    /// The shard's layout on the TPU is not valid.
    Invalid(ErrorKind),
    /// The arrays differ in dimensions or elements, so that there is no copy between them.
    Differ,
    /// The devices of a `{manual}` or `{unreduced}` sharding hold different values, so that
    /// there is no copy of an element's value.
    NotCopies,
}

impl Misfit {
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Rank { sharding, array } => write!(
                f,
                "the sharding splits {sharding} dimensions, but the array has {array}"
            ),
            Misfit::LayoutRank { layout, array } => write!(
                f,
                "the layout of a shard has {layout} dimensions, but the array has {array}"
            ),
            Misfit::Shard {
                dimension,
                extent,
                layout,
            } => write!(
                f,
                "a shard has {extent} elements along dimension {dimension}, but its layout \
                 {layout}\n  = help: an extent is the array's, divided by the number of shards \
                 and rounded up"
            ),
            Misfit::TooManyDims(rank) => write!(
                f,
                "the array has {rank} dimensions, but layouts have at most {}",
                layout_core::spec::MAX_RANK
            ),
            Misfit::Unknown => f.write_str("an unknown sharding does not say where shards are"),
            Misfit::Device(device) => write!(f, "no shard is on device {device}"),
            Misfit::Region(error) => error.fmt(f),
            Misfit::Untried(element) => TpuError::Untried(element).fmt(f),
            Misfit::Invalid(kind) => f.write_str(&const_message(kind)),
            Misfit::Differ => {
                f.write_str("the arrays differ in their dimensions or their elements")
            }
            Misfit::NotCopies => f.write_str(
                "each device of a manual or unreduced sharding has values of its own, \
                 so that none can be copied for another",
            ),
        }
    }
}

impl From<Misfit> for ShardingError {
    fn from(misfit: Misfit) -> ShardingError {
        ShardingError {
            why: Why::Array(misfit),
        }
    }
}

impl From<RegionError> for ShardingError {
    fn from(error: RegionError) -> ShardingError {
        Misfit::Region(error).into()
    }
}
