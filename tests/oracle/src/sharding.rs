//! Sharding done the long way: the device of every tile is written down.

use crate::naive::for_each_index;
use crate::random::Random;

/// A sharding, taken apart.
#[derive(Clone, Debug)]
pub struct Sharding {
    /// Numbers of shards along the array's dimensions.
    pub counts: Vec<usize>,
    /// The devices of each subgroup.
    pub groups: Vec<usize>,
    /// The device of each tile, in row-major order of `counts` and `groups`.
    pub devices: Vec<usize>,
    /// The text.
    pub text: String,
}

/// Devices `0..` reshaped to `dims`, transposed by `permutation`, read row-major.
pub fn iota(dims: &[usize], permutation: &[usize]) -> Vec<usize> {
    let transposed: Vec<usize> = permutation.iter().map(|&dim| dims[dim]).collect();
    let mut devices = Vec::new();
    for_each_index(&transposed, |index| {
        let mut original = vec![0; dims.len()];
        for (&dim, &at) in permutation.iter().zip(index) {
            original[dim] = at;
        }
        let join = |device, (&at, &extent): (&usize, &usize)| device * extent + at;
        devices.push(original.iter().zip(dims).fold(0, join));
    });
    devices
}

impl Sharding {
    /// The shard of an element by dimension, and the element's index there.
    pub fn place(&self, dims: &[usize], index: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mut shard = vec![0; dims.len()];
        let mut local = index.to_vec();
        for dim in 0..dims.len() {
            let extent = dims[dim].div_ceil(self.counts[dim]);
            while local[dim] >= extent {
                local[dim] -= extent;
                shard[dim] += 1;
            }
        }
        (shard, local)
    }

    /// The devices that hold a shard, in increasing order.
    pub fn holders(&self, shard: &[usize]) -> Vec<usize> {
        let extents: Vec<usize> = self.counts.iter().chain(&self.groups).copied().collect();
        let (mut holders, mut tile) = (Vec::new(), 0);
        for_each_index(&extents, |index| {
            if index[..shard.len()] == *shard {
                holders.push(self.devices[tile]);
            }
            tile += 1;
        });
        holders.sort_unstable();
        holders
    }

    /// The extents of a shard.
    pub fn extents(&self, dims: &[usize]) -> Vec<usize> {
        let pairs = dims.iter().zip(&self.counts);
        pairs.map(|(dim, count)| dim.div_ceil(*count)).collect()
    }
}

fn list(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(",")
}

impl Random {
    /// A sharding of an array of `rank` dimensions; subgroups are of replicas only if `copies`.
    pub fn sharding(&mut self, rank: usize, copies: bool) -> Sharding {
        loop {
            let counts: Vec<usize> = (0..rank).map(|_| self.pick(&[1, 1, 2, 3, 4])).collect();
            let number = self.below(3);
            let groups: Vec<usize> = (0..number).map(|_| self.pick(&[1, 2, 3])).collect();
            let types: Vec<&str> = (0..number)
                .map(|_| {
                    if copies {
                        "replicated"
                    } else {
                        self.pick(&["manual", "replicated", "unreduced"])
                    }
                })
                .collect();
            let dims: Vec<usize> = counts.iter().chain(&groups).copied().collect();
            let total: usize = dims.iter().product();
            if total > 64 || dims.is_empty() {
                continue;
            }
            let (devices, order) = match self.below(3) {
                0 => {
                    let devices = self.order(total);
                    let text = list(&devices);
                    (devices, text)
                }
                _ => {
                    let mut reshape = dims.clone();
                    reshape.retain(|_| self.below(4) > 0);
                    let kept: usize = reshape.iter().product();
                    reshape.push(total / kept);
                    let permutation = self.order(reshape.len());
                    let text = format!("<=[{}]T({})", list(&reshape), list(&permutation));
                    (iota(&reshape, &permutation), text)
                }
            };
            let types = match types[..] {
                [] => String::new(),
                ["replicated"] => " last_tile_dim_replicate".into(),
                _ => format!(" last_tile_dims={{{}}}", types.join(", ")),
            };
            let text = format!("{{devices=[{}]{order}{types}}}", list(&dims));
            return Sharding {
                counts,
                groups,
                devices,
                text,
            };
        }
    }
}
