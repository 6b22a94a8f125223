//! `DeviceOrder`: which device has which tile of a tile assignment.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The devices of a tile assignment, in row-major order of its tiles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum DeviceOrder {
    /// XLA's iota, reshaped and transposed: a tile's number in mixed radix, most significant
    /// digit first; the device is the sum of digits times strides. Canonical: no extent is 1, and
    /// neighbours that are one digit are merged.
    Iota(Vec<DeviceDigit>),
    List(Vec<usize>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct DeviceDigit {
    pub(super) extent: usize,
    pub(super) stride: usize,
}

impl DeviceOrder {
    /// Devices `0..` reshaped to `dims`, transposed by `permutation`, read row-major. The product
    /// of `dims` does not overflow.
    pub(super) fn iota(dims: &[usize], permutation: &[usize]) -> DeviceOrder {
        let mut strides = vec![1; dims.len()];
        for dim in (1..dims.len()).rev() {
            strides[dim - 1] = strides[dim] * dims[dim];
        }
        let digit = |&dim: &usize| DeviceDigit {
            extent: dims[dim],
            stride: strides[dim],
        };
        DeviceOrder::of_digits(permutation.iter().map(digit))
    }

    pub(super) fn of_digits(digits: impl IntoIterator<Item = DeviceDigit>) -> DeviceOrder {
        let mut merged: Vec<DeviceDigit> = Vec::new();
        for digit in digits.into_iter().filter(|digit| digit.extent != 1) {
            match merged.last_mut() {
                Some(last) if last.stride == digit.extent * digit.stride => {
                    last.extent *= digit.extent;
                    last.stride = digit.stride;
                }
                _ => merged.push(digit),
            }
        }
        DeviceOrder::Iota(merged)
    }

    /// Returns the device of tile number `tile`, which is below the number of tiles.
    pub(super) fn device(&self, tile: usize) -> usize {
        match self {
            DeviceOrder::List(list) => list[tile],
            DeviceOrder::Iota(digits) => {
                let (mut rest, mut device) = (tile, 0);
                for digit in digits.iter().rev() {
                    device += rest % digit.extent * digit.stride;
                    rest /= digit.extent;
                }
                device
            }
        }
    }

    /// Returns the number of the tile that a device has.
    pub(super) fn tile(&self, device: usize) -> Option<usize> {
        match self {
            DeviceOrder::List(list) => list.iter().position(|&other| other == device),
            DeviceOrder::Iota(digits) => {
                let len: usize = digits.iter().map(|digit| digit.extent).product();
                let value = |digit: &DeviceDigit| device / digit.stride % digit.extent;
                let join = |tile, digit: &DeviceDigit| tile * digit.extent + value(digit);
                (device < len).then(|| digits.iter().fold(0, join))
            }
        }
    }

    /// Returns the order of tiles of extents `dims` whose dimensions are permuted. An iota stays
    /// one where its digits can be split at the edges of the dimensions.
    pub(super) fn transposed(&self, dims: &[usize], permutation: &[usize]) -> DeviceOrder {
        let moved = permutation.iter().filter(|&&dim| dims[dim] != 1);
        if moved.is_sorted() {
            return self.clone();
        }
        if let Some(split) = self.split(dims) {
            let digits = permutation.iter().flat_map(|&dim| &split[dim]);
            return DeviceOrder::of_digits(digits.copied());
        }
        let all = DeviceOrder::iota(dims, permutation);
        let tiles = 0..dims.iter().product();
        DeviceOrder::List(tiles.map(|tile| self.device(all.device(tile))).collect())
    }

    /// Returns the order with the devices of each group in increasing order. The tiles of a group
    /// follow one another; there are `groups` groups of `size` tiles.
    pub(super) fn with_sorted_groups(&self, groups: usize, size: usize) -> DeviceOrder {
        if let Some(mut split) = self.split(&[groups, size]) {
            split[1].sort_by_key(|digit| usize::MAX - digit.stride);
            return DeviceOrder::of_digits(split.concat());
        }
        let tiles = 0..groups * size;
        let mut list: Vec<usize> = tiles.map(|tile| self.device(tile)).collect();
        list.chunks_mut(size.max(1)).for_each(<[_]>::sort_unstable);
        DeviceOrder::List(list)
    }

    /// Returns the digits of each dimension.
    fn split(&self, dims: &[usize]) -> Option<Vec<Vec<DeviceDigit>>> {
        let DeviceOrder::Iota(digits) = self else {
            return None;
        };
        let mut digits = digits.clone();
        let mut split = vec![Vec::new(); dims.len()];
        for (dim, &extent) in dims.iter().enumerate().rev() {
            let mut rest = extent;
            while rest > 1 {
                let DeviceDigit { extent, stride } = digits.pop()?;
                if rest.is_multiple_of(extent) {
                    split[dim].insert(0, DeviceDigit { extent, stride });
                    rest /= extent;
                } else if extent.is_multiple_of(rest) {
                    let low = DeviceDigit {
                        extent: rest,
                        stride,
                    };
                    split[dim].insert(0, low);
                    digits.push(DeviceDigit {
                        extent: extent / rest,
                        stride: stride * rest,
                    });
                    rest = 1;
                } else {
                    return None;
                }
            }
        }
        Some(split)
    }

    /// Returns the extents that the iota is reshaped to, and its permutation; `None` for a list.
    pub(super) fn reshape(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let DeviceOrder::Iota(digits) = self else {
            return None;
        };
        if digits.is_empty() {
            return Some((vec![1], vec![0]));
        }
        let mut by_stride: Vec<usize> = (0..digits.len()).collect();
        by_stride.sort_by_key(|&digit| usize::MAX - digits[digit].stride);
        let mut permutation = vec![0; digits.len()];
        for (at, &digit) in by_stride.iter().enumerate() {
            permutation[digit] = at;
        }
        let dims = by_stride.iter().map(|&digit| digits[digit].extent);
        Some((dims.collect(), permutation))
    }
}

/// As XLA prints it: `<=[2,4]T(1,0)` or `0,2,1,3`.
impl fmt::Display for DeviceOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.reshape()) {
            (_, Some((dims, permutation))) => {
                write!(f, "<=[{}]", CommaList(&dims))?;
                if permutation.is_sorted() {
                    Ok(())
                } else {
                    write!(f, "T({})", CommaList(&permutation))
                }
            }
            (DeviceOrder::List(list), None) => CommaList(list).fmt(f),
            (DeviceOrder::Iota(_), None) => Ok(()), // an iota has a reshape
        }
    }
}

/// Numbers with commas.
pub(super) struct CommaList<'a>(pub(super) &'a [usize]);

impl fmt::Display for CommaList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, number) in self.0.iter().enumerate() {
            let comma = if n > 0 { "," } else { "" };
            write!(f, "{comma}{number}")?;
        }
        Ok(())
    }
}
