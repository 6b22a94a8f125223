//! `reshard`: the copies from one sharding to another.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use layout_core::spec::Dims;

use super::error::ShardingError;
use super::sharded::{Devices, Sharded};
use layout_runtime::Layout;
use layout_runtime::{CopyError, CopyPlan};

/// Returns the copies that make the shards of `to` from the shards of `from`. Each element of
/// each shard of `to`, including replicas, is in exactly one piece. Layouts may differ too.
///
/// If several devices have the same shard, the pieces read the first one;
/// [`read_from`](Reshard::read_from) sets another rule.
///
/// Along a dimension of `s` source shards and `t` target shards there are at most `s + t - 1`
/// stretches; the product of these numbers, times the target's replicas, bounds the number of
/// pieces: [`Reshard::max_pieces`].
///
/// # Errors
///
/// When the arrays differ in their dimensions or elements, or devices with the same shard
/// have different values: `{manual}`, `{unreduced}`.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
/// use tiled_layout::xla::shards::{Sharded, Sharding, reshard};
///
/// let from = Sharding::parse("{devices=[3]<=[3]}")?;
/// let from = Sharded::new(&[6], &from, Layout::parse("u8[2]{0:T(4)}")?)?;
/// let to = Sharding::parse("{devices=[2]<=[2]}")?;
/// let to = Sharded::new(&[6], &to, Layout::parse("u8[3]")?)?;
/// let sources = [[0u8, 1, 9, 9], [2, 3, 9, 9], [4, 5, 9, 9]]; // with padding
/// let mut targets = [[9u8; 3]; 2];
/// for piece in reshard(&from, &to)? {
///     let plan = piece.plan(from.shard(), to.shard())?;
///     plan.run(&sources[piece.source], &mut targets[piece.target])?;
/// }
/// assert_eq!(targets, [[0, 1, 2], [3, 4, 5]]);
/// assert_eq!(reshard(&from, &to)?.count(), 4); // 0 1, 2; 3, 4 5
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reshard<'a>(from: &'a Sharded, to: &'a Sharded) -> Result<Reshard<'a>, ShardingError> {
    let (source, target) = (from.shard(), to.shard());
    let same_bits = source.element_bits() == target.element_bits();
    if from.dims() != to.dims() || source.element_type() != target.element_type() || !same_bits {
        return Err(ShardingError::Differ);
    }
    if !from.sharding().replicas_agree() || !to.sharding().replicas_agree() {
        return Err(ShardingError::NotCopies);
    }
    Ok(Reshard {
        from,
        to,
        targets: to.devices(),
        within: None,
        rule: first,
    })
}

/// Returns the default rule: the first device that stores a shard. (`devices` is never empty.)
fn first(target: usize, mut devices: Devices<'_>) -> usize {
    devices.next().unwrap_or(target)
}

/// A copy from a region of one device's shard to a region of another device's shard.
/// Regions are indices within the shards, one range per dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The device that is read.
    pub source: usize,
    /// The region of its shard that is read.
    pub source_region: Vec<Range<usize>>,
    /// The device that is written.
    pub target: usize,
    /// The region of its shard that is written, with the same extents.
    pub target_region: Vec<Range<usize>>,
}

impl Piece {
    /// Returns the plan of the copy, between shards of these layouts.
    ///
    /// # Errors
    ///
    /// As for [`CopyPlan::region`]. The layouts of the two sharded arrays cause no error.
    pub fn plan(&self, source: &Layout, target: &Layout) -> Result<CopyPlan, CopyError> {
        let origin = |region: &[Range<usize>]| -> Vec<usize> {
            region.iter().map(|range| range.start).collect()
        };
        let extents: Vec<usize> = self.target_region.iter().map(Range::len).collect();
        CopyPlan::region(
            (source, &origin(&self.source_region)),
            (target, &origin(&self.target_region)),
            &extents,
        )
    }
}

/// The pieces from one sharding to another, target by target: [`reshard`].
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Reshard<'a, R = fn(usize, Devices<'_>) -> usize> {
    from: &'a Sharded,
    to: &'a Sharded,
    targets: Devices<'a>,
    within: Option<Target>,
    rule: R,
}

/// A device that is written, and the source shards that it needs.
#[derive(Clone, Debug)]
struct Target {
    device: usize,
    /// The indices of the array that it stores.
    region: Vec<Range<usize>>,
    /// The source shard of the next piece, along each dimension.
    shard: Dims,
}

impl<'a, R> Reshard<'a, R> {
    /// Returns the same pieces, read from the device that `rule` chooses. `rule` gets the target
    /// device and the devices that store the source shard, and returns one of these.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::ElementType;
    /// use tiled_layout::xla::shards::{Sharded, Sharding, reshard};
    ///
    /// let rows = Sharding::parse("{devices=[2,1,2]<=[4] last_tile_dim_replicate}")?;
    /// let rows = Sharded::tpu(ElementType::F32, &[16, 128], &rows)?;
    /// let same = |target, sources: tiled_layout::xla::shards::Devices<'_>| {
    ///     sources.min_by_key(|source: &usize| source.abs_diff(target)).unwrap()
    /// };
    /// let pieces = reshard(&rows, &rows)?.read_from(same);
    /// assert!(pieces.into_iter().all(|piece| piece.source == piece.target));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_from<S>(self, rule: S) -> Reshard<'a, S>
    where
        S: FnMut(usize, Devices<'a>) -> usize,
    {
        let Reshard {
            from,
            to,
            targets,
            within,
            rule: _,
        } = self;
        Reshard {
            from,
            to,
            targets,
            within,
            rule,
        }
    }

    /// Returns a bound on the number of all pieces.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        let replicas = self.to.num_devices() / self.to.num_shards();
        let counts = self.from.counts().iter().zip(self.to.counts());
        counts.fold(replicas, |pieces, (s, t)| pieces.saturating_mul(s + t - 1))
    }

    /// Returns the source shards that contain a range of a dimension.
    fn shards(&self, dim: usize, range: &Range<usize>) -> Range<usize> {
        let extent = self.from.shard().dims()[dim].max(1);
        range.start / extent..range.end.div_ceil(extent)
    }

    /// Returns the next device that stores something.
    fn next_target(&mut self) -> Option<Target> {
        loop {
            let device = self.targets.next()?;
            let region = self.to.region(device)?;
            if region.iter().all(|range| !range.is_empty()) {
                let mut shard = Dims::filled(0, region.len());
                for (dim, range) in region.iter().enumerate() {
                    shard.set(dim, self.shards(dim, range).start);
                }
                return Some(Target {
                    device,
                    region,
                    shard,
                });
            }
        }
    }

    /// Returns the source shards of the piece after this one, of the same target.
    fn advance(&self, mut target: Target) -> Option<Target> {
        for dim in (0..target.region.len()).rev() {
            let shards = self.shards(dim, &target.region[dim]);
            let next = target.shard.at(dim) + 1;
            if next < shards.end {
                target.shard.set(dim, next);
                return Some(target);
            }
            target.shard.set(dim, shards.start);
        }
        None
    }
}

impl<'a, R: FnMut(usize, Devices<'a>) -> usize> Iterator for Reshard<'a, R> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let target = match self.within.take() {
            Some(target) => target,
            None => self.next_target()?,
        };
        let (mut source_region, mut target_region) = (Vec::new(), Vec::new());
        for (dim, held) in target.region.iter().enumerate() {
            let stored = self.from.range(dim, target.shard.at(dim));
            let (start, end) = (held.start.max(stored.start), held.end.min(stored.end));
            source_region.push(start - stored.start..end - stored.start);
            target_region.push(start - held.start..end - held.start);
        }
        let sources = self.from.devices_of(&target.shard);
        let piece = Piece {
            source: (self.rule)(target.device, sources),
            source_region,
            target: target.device,
            target_region,
        };
        self.within = self.advance(target);
        Some(piece)
    }
}

impl<R> fmt::Debug for Reshard<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reshard")
            .field("targets", &self.targets)
            .field("within", &self.within)
            .finish_non_exhaustive()
    }
}
