//! Arrays larger than one machine: which device stores which elements, and at which bytes.
//!
//! A [`Sharding`] says how an array is cut into shards and which devices store them. A
//! [`Sharded`] array adds its dimensions and the layout of a shard. All of this is arithmetic on
//! shapes; it reads and writes no data.

mod device_order;
mod error;
mod op_sharding;
mod shard_bytes;
mod sharded;
mod sharding_text;
mod shardy;

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::text::{Helped, Problem, TextError};
use device_order::{CommaList, DeviceOrder};
pub use error::ShardingError;
pub use shard_bytes::ShardBytes;
pub use sharded::{Devices, Location, Sharded};
pub use shardy::Mesh;

/// How an array is cut into shards, and which devices store them: XLA's `HloSharding`.
///
/// It is read from XLA's text ([`parse`](Sharding::parse)) and prints as XLA prints it.
/// Like XLA, it sorts and merges subgroups (`manual`, `unreduced`, `replicated`), and
/// orders the devices of a group of replicas by number.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::shards::Sharding;
///
/// let sharding = Sharding::parse("{devices=[4,2]<=[2,2,2]T(2,0,1)}")?;
/// assert_eq!(sharding.to_string(), "{devices=[4,2]<=[4,2]T(1,0)}");
/// assert_eq!(sharding.shard_counts(), [4, 2]);
/// assert_eq!(sharding.num_devices(), Some(8));
/// # Ok::<(), tiled_layout::xla::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sharding {
    parts: Parts,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Parts {
    Replicated,
    Maximal(usize),
    Manual,
    Unreduced,
    Unknown,
    Tiled(Assignment),
}

/// Tiles, and the device of each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Assignment {
    /// Numbers of shards of the array's dimensions.
    counts: Vec<usize>,
    /// The types of subgroups and their numbers of devices: more dimensions. A subgroup of 1 only
    /// sets the kind of a sharding of one device.
    groups: Vec<(Subgroup, usize)>,
    order: DeviceOrder,
}

impl From<Assignment> for Parts {
    /// One tile of an array without dimensions, in no subgroup, is a device that stores the array:
    /// the text of tiles needs a number.
    fn from(assignment: Assignment) -> Parts {
        if assignment.counts.is_empty() && assignment.groups.is_empty() {
            return Parts::Maximal(assignment.order.device(0));
        }
        Parts::Tiled(assignment)
    }
}

/// How the values of devices with the same shard relate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Subgroup {
    /// Each device has its own array; the program defines its values.
    Manual,
    /// Each device has a summand of the shard's values.
    Unreduced,
    /// All devices have the same values.
    Replicated,
}

impl Subgroup {
    const ALL: [Subgroup; 3] = [Subgroup::Manual, Subgroup::Unreduced, Subgroup::Replicated];

    fn name(self) -> &'static str {
        match self {
            Subgroup::Manual => "manual",
            Subgroup::Unreduced => "unreduced",
            Subgroup::Replicated => "replicated",
        }
    }
}

impl Assignment {
    /// `dims` are numbers of shards and, for each of `types` at the end, the devices of a subgroup.
    /// As in XLA, subgroups of one device are removed, the others are sorted, and subgroups of one
    /// type are merged.
    fn new(dims: &[usize], types: &[Subgroup], order: DeviceOrder) -> Result<Assignment, Problem> {
        const TOO_MANY: &Helped =
            &Helped::none("{} subgroups are named, but `devices` has {} dimensions");
        if types.len() > dims.len() {
            return Err(Problem::Helped(TOO_MANY, [types.len(), dims.len()]));
        }
        let (counts, sizes) = dims.split_at(dims.len() - types.len());
        let mut by_type: Vec<usize> = (0..types.len())
            .filter(|&group| sizes[group] != 1)
            .collect();
        by_type.sort_by_key(|&group| types[group]);
        let of_groups = by_type.iter().map(|group| counts.len() + group);
        // Dimensions of 1 at the end do not change the order of devices.
        let ones = (0..types.len()).filter(|&group| sizes[group] == 1);
        let ones = ones.map(|group| counts.len() + group);
        let permutation: Vec<usize> = (0..counts.len()).chain(of_groups).chain(ones).collect();
        let mut order = order.transposed(dims, &permutation);

        let mut groups: Vec<(Subgroup, usize)> = Vec::new();
        for group in by_type {
            match groups.last_mut() {
                Some((last, size)) if *last == types[group] => *size *= sizes[group],
                _ => groups.push((types[group], sizes[group])),
            }
        }
        if let (true, [first, rest @ ..]) = (groups.is_empty(), types)
            && rest.iter().all(|other| other == first)
        {
            groups.extend(
                counts
                    .iter()
                    .all(|&count| count == 1)
                    .then_some((*first, 1)),
            );
        }
        if let Some(&(Subgroup::Replicated, size)) = groups.last() {
            let tiles: usize = dims.iter().product();
            order = order.with_sorted_groups(tiles / size, size);
        }
        Ok(Assignment {
            counts: counts.to_vec(),
            groups,
            order,
        })
    }

    /// Returns the devices of each shard.
    fn devices_per_shard(&self) -> usize {
        self.groups.iter().map(|(_, size)| size).product()
    }

    /// Returns the kind of a sharding that does not cut the array, if it has a name.
    fn simple(&self) -> Option<Subgroup> {
        match self.groups[..] {
            [(group, _)] if self.counts.iter().all(|&count| count == 1) => Some(group),
            _ => None,
        }
    }
}

impl Sharding {
    /// Creates the sharding of an array that every device stores whole: `{replicated}`.
    #[must_use]
    pub const fn replicated() -> Sharding {
        Sharding {
            parts: Parts::Replicated,
        }
    }

    /// Returns the numbers of shards along the array's dimensions. Empty for shardings that do not
    /// cut an array, such as `{replicated}`, which fit any number of dimensions.
    #[must_use]
    pub fn shard_counts(&self) -> &[usize] {
        match &self.parts {
            Parts::Tiled(assignment) => &assignment.counts,
            _ => &[],
        }
    }

    /// How the values of devices with the same shard relate, and the number of these
    /// devices, from the outermost subgroup to the innermost one.
    pub fn subgroups(&self) -> impl Iterator<Item = (Subgroup, usize)> + '_ {
        let groups: &[_] = match &self.parts {
            Parts::Tiled(assignment) => &assignment.groups,
            _ => &[],
        };
        groups.iter().copied()
    }

    /// Returns the number of devices; `None` if the sharding does not say: `{replicated}`,
    /// `{manual}`.
    #[must_use]
    pub fn num_devices(&self) -> Option<usize> {
        match &self.parts {
            Parts::Maximal(_) => Some(1),
            Parts::Tiled(assignment) => {
                let shards: usize = assignment.counts.iter().product();
                Some(shards * assignment.devices_per_shard())
            }
            _ => None,
        }
    }

    /// Returns true if all devices with the same shard store the same values: the sharding has no
    /// manual, unreduced or unknown part.
    #[must_use]
    pub fn replicas_agree(&self) -> bool {
        match &self.parts {
            Parts::Replicated | Parts::Maximal(_) => true,
            Parts::Manual | Parts::Unreduced | Parts::Unknown => false,
            Parts::Tiled(assignment) => {
                let mut groups = assignment.groups.iter();
                groups.all(|&(group, _)| group == Subgroup::Replicated)
            }
        }
    }
}

impl FromStr for Sharding {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Sharding, TextError> {
        Sharding::parse(text)
    }
}

/// The text that XLA prints. It lacks the number of devices if every device stores the whole
/// array.
impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let assignment = match &self.parts {
            Parts::Replicated => return f.write_str("{replicated}"),
            Parts::Maximal(device) => return write!(f, "{{maximal device={device}}}"),
            Parts::Manual => return f.write_str("{manual}"),
            Parts::Unreduced => return f.write_str("{unreduced}"),
            Parts::Unknown => return f.write_str("{unknown}"),
            Parts::Tiled(assignment) => assignment,
        };
        if let Some(group) = assignment.simple() {
            return write!(f, "{{{}}}", group.name());
        }
        let mut tiles = assignment.counts.clone();
        tiles.extend(assignment.groups.iter().map(|(_, size)| size));
        write!(f, "{{devices=[{}]{}", CommaList(&tiles), assignment.order)?;
        match assignment.groups[..] {
            [] => {}
            [(Subgroup::Replicated, _)] => f.write_str(" last_tile_dim_replicate")?,
            ref groups => {
                f.write_str(" last_tile_dims={")?;
                for (n, (group, _)) in groups.iter().enumerate() {
                    f.write_str(if n > 0 { ", " } else { "" })?;
                    f.write_str(group.name())?;
                }
                f.write_str("}")?;
            }
        }
        f.write_str("}")
    }
}
